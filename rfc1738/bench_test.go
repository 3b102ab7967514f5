package rfc1738

import (
	"strings"
	"testing"
)

// typical holds URLs of about 50 bytes, one of each scheme.
var typical = map[string]string{
	"http":     "http://www.host.example/dir/sub.dir/some-page.html",
	"https":    "https://www.host.example/dir/sub.dir/some-page.htm",
	"ftp":      "ftp://ftp.host.example/pub/dir/some-file-1.2.tar.Z",
	"ftpuser":  "ftp://user:pass@ftp.host.example/pub/file.z;type=i",
	"gopher":   "gopher://gopher.host.example:70/11/dir/sub/item%20",
	"mailto":   "mailto:somebody-somewhere@department.host.example",
	"news":     "news:1995Jan12.123456.7890@news-server.host.example",
	"nntp":     "nntp://news.host.example/comp.infosystems.www/1234",
	"telnet":   "telnet://guest:guest@library.host.example:3000/",
	"wais":     "wais://wais.host.example:210/database?search+words",
	"file":     "file://localhost/usr/local/share/doc/some/file.txt",
	"prospero": "prospero://host.example:1525//pros/name;VERSION=3",
}

func BenchmarkParse(b *testing.B) {
	for name, text := range typical {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if u, err := Parse(text); err != nil || u.Scheme() == "" {
					b.Fatal(err)
				}
			}
		})
	}
}

// A plain URL is read in one pass.
func BenchmarkLenientPlain(b *testing.B) {
	text := typical["http"]
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if u, deviations, err := ParseLenient(text, nil); err != nil || u.n != 3 || len(deviations) != 0 {
			b.Fatal(u, deviations, err)
		}
	}
}

func BenchmarkLenient(b *testing.B) {
	text := "http://www.host.example/~user/sub.dir/a_page.html?"
	var deviations []Deviation
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		var err error
		if _, deviations, err = ParseLenient(text, deviations[:0]); err != nil || len(deviations) != 1 {
			b.Fatal(deviations, err)
		}
	}
}

// The worst cases take linear time.
func BenchmarkWorstCases(b *testing.B) {
	const n = 1 << 16
	for name, text := range map[string]string{
		"labels":    "http://" + strings.Repeat("a.", n/2),
		"hyphens":   "http://a" + strings.Repeat("-", n),
		"ats":       "ftp://" + strings.Repeat("@", n) + "h",
		"colons":    "ftp://u" + strings.Repeat(":", n) + "@h",
		"fields":    "prospero://h/" + strings.Repeat(";", n),
		"params":    "ftp://h/" + strings.Repeat(";type=a", n/7),
		"escapes":   "http://h/" + strings.Repeat("%41", n/3),
		"percents":  "http://h/" + strings.Repeat("%", n),
		"tabs":      "gopher://h/1" + strings.Repeat("%09", n/3),
		"groups":    "news:" + strings.Repeat("a.", n/2),
		"databases": "wais://h/" + strings.Repeat("a/", n/2),
		"scheme":    strings.Repeat("a", n),
	} {
		b.Run(name, func(b *testing.B) {
			var deviations []Deviation
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				_, deviations, _ = ParseLenient(text, deviations[:0])
			}
		})
	}
}
