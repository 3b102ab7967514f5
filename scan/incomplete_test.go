package scan_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/scan"
)

func TestWhatTouchesTheEndOfAFailedReadIsIncomplete(t *testing.T) {
	filler := strings.Repeat("text\n", 100)
	failure := errors.New("it fails")
	for _, c := range []struct {
		text string
		want []bool // for each candidate, whether it is incomplete
	}{
		{"see http://a.example/long", []bool{true}},
		{"see http://a.example/", []bool{true}},
		{"see http://a.example/long ", []bool{false}},
		{"see http://a.example/long\n", []bool{false}},
		{"http://a.example/ http://b.example/lo", []bool{false, true}},
		{"http://a.example/,http://b.example/lo", []bool{false, true}},
		{"see http://a.example/long.", []bool{true}},
		{"see http://a.example/long(er", []bool{true}},
		{"see http://a.example/long>", []bool{false}},
		{"see <http://a.example/long", []bool{true}},
		{"see <http://a.example/long>", []bool{false}},
		{"see <URL:http://a.example/lo\n  ng", []bool{true}},
		{"see <URL:http://a.example/lo\n  ng>", []bool{false}},
		{"see <URL:http://a.example/long is a sentence of more words", []bool{false}},
		{"see \"http://a.example/lo\nng", []bool{true}},
		{"see \"http://a.example/long\"", []bool{false}},
		{"URL:http://a.example/lo", []bool{true}},
		{"http:\\/\\/a.example\\/lo", []bool{true}},
	} {
		for _, before := range []string{"", filler} {
			for _, reads := range []func(io.Reader) io.Reader{func(r io.Reader) io.Reader { return r },
				iotest.OneByteReader, iotest.DataErrReader} {
				for _, ends := range []error{failure, io.EOF} {
					r := reads(io.MultiReader(strings.NewReader(before+c.text), iotest.ErrReader(ends)))
					s := scan.NewScanner(r, scan.Config{})
					var got []bool
					candidate, err := s.Next()
					for ; err == nil; candidate, err = s.Next() {
						got = append(got, candidate.Incomplete)
					}
					require.Equal(t, ends, err)
					_, err = s.Next()
					require.Equal(t, ends, err, "asked again, it answers the same")
					want := c.want
					if ends == io.EOF {
						want = make([]bool, len(c.want))
					}
					require.Equal(t, want, got, "%q", c.text)
				}
			}
		}
	}
}
