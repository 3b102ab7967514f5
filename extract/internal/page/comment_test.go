package page

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

// A divided is a text of a page, with its state regarding comments in words.
type divided struct {
	text         string
	cut, resumed bool
}

// dividedTexts returns the texts of a page, with one blank between words.
func dividedTexts(t *testing.T, page io.Reader) (texts []divided) {
	for text := range textsOf(page, Config{All: true}) {
		data, err := io.ReadAll(&text)
		if err != decode.ErrIncomplete {
			require.NoError(t, err)
		}
		texts = append(texts, divided{strings.Join(strings.Fields(string(data)), " "),
			err == decode.ErrIncomplete, text.Resumed})
	}
	return texts
}

func TestACommentDividesNoWordUnlessItIsLong(t *testing.T) {
	const url = "http://b.example/"
	filled := func(n int) string {
		return "<!--" + url + strings.Repeat(" ", n-len("<!---->")-len(url)) +
			"-->"
	}
	whole, before, remark := divided{text: "http://a.example/"}, divided{text: "http://a.exa",
		cut: true}, divided{text: url}
	next, after := divided{text: "c:d"}, divided{text: "mple/ c:d", resumed: true}
	long := filled(maxRemark + 1)
	for _, test := range []struct {
		page string
		want []divided
	}{
		{"http://a.exa" + filled(maxRemark-10) + "mple/ c:d", []divided{whole, remark, next}},
		{"http://a.exa" + filled(100) + "mple/<p>c:d", []divided{whole, remark, next}},
		{"http://a.exa" + long + "mple/ c:d", []divided{before, remark, after}},
		{"http://a.exa" + strings.Replace(long, "   -->", `<a href="`+url+`">--!>`, 1) + "mple/ c:d",
			[]divided{before, remark, remark, after}},
		{"http://a.exa" + filled(100) + long + "mple/ c:d", []divided{before, remark, remark, after}},
		{"http://a." + filled(100) + strings.Repeat("a", maxRemark-97) + " c:d",
			[]divided{{text: "http://a." + strings.Repeat("a", maxRemark-97)}, remark, next}},
		{"http://a." + filled(100) + strings.Repeat("a", maxRemark) + " c:d",
			[]divided{{"http://a." + strings.Repeat("a", maxRemark-96), true, false}, remark,
				{text: strings.Repeat("a", 96) + " c:d"}}},
		{"a:b <!-- one-two -- " + url + " - three --> c:d",
			[]divided{{text: "a:b one-two -- " + url + " - three c:d"}}},
		{"<!-- " + url + " ---> c:d", []divided{{text: url + " - c:d"}}},
		{"http://a.example/ " + long + "c:d", []divided{{text: "http://a.example/ " + url + " c:d"}}},
	} {
		require.Equal(t, test.want, dividedTexts(t, strings.NewReader(test.page)))
		require.Equal(t, test.want, dividedTexts(t, iotest.OneByteReader(strings.NewReader(test.page))))
	}
}
