package output

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/cmd/internal/heading"
	"github.com/urlsift/urlsift/cmd/internal/target"
	"github.com/urlsift/urlsift/extract/sift"
)

// A belated consumer passes each result again after the next one, when it may no longer
// be asked for its readings.
type belated struct {
	sift.Consumer
	last *sift.Result
}

func (l *belated) Event(e sift.Event) error {
	r, ok := e.(*sift.Result)
	if !ok {
		return l.Consumer.Event(e)
	}
	if l.last != nil {
		if err := l.Consumer.Event(l.last); err != nil {
			return err
		}
	}
	kept := *r
	l.last = &kept
	return l.Consumer.Event(r)
}

// A result whose methods panic is left out and reported, and the run goes on.
func TestAPanicOfAResultIsTroubleOfItsInput(t *testing.T) {
	for _, unique := range []bool{false, true} {
		var out, said strings.Builder
		to, err := target.Open("", &out, false)
		require.NoError(t, err)
		o := &Options{End: '\n', Format: jsonLines, Context: NoContext, Unique: unique, By: "url"}
		p := NewPrinter(to, &said, o)
		all := NewConsumers(p, heading.Filter{})
		r, err := sift.New(sift.Config{})
		require.NoError(t, err)
		in := fstest.MapFS{"a": {Data: []byte("http://a.example/ http://b.example/ http://c.example/\n")}}
		require.NoError(t, r.Run(t.Context(), r.FilesIn(in), func(hand sift.Hand) sift.Consumer {
			return &belated{Consumer: all.New(hand)}
		}))
		require.NoError(t, p.Finish())
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		require.Len(t, lines, 3)
		for i, line := range lines {
			require.True(t, strings.HasPrefix(line, `{"url":"http://`+string("abc"[i])), line)
			require.True(t, strings.HasSuffix(line, "}"), line)
		}
		require.True(t, p.Trouble)
		require.Contains(t, said.String(), "a: at offset 0: a bug of urlsift, please report it: panic in extract.")
		require.Contains(t, said.String(), "a: at offset 18: a bug of urlsift")
	}
}
