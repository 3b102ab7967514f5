package decode

import (
	"cmp"
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

//go:embed charsets.txt
var charsetTable string

// charsets returns the charsets of charsets.txt by the numbers of their code pages, and
// by their other names.
var charsets = sync.OnceValues(func() (pages map[int]string, names map[string]string) {
	pages, names = map[int]string{}, map[string]string{}
	for row := range strings.Lines(strings.ReplaceAll(charsetTable, "\n\t", " ")) {
		words := strings.Fields(row)
		charset, others := words[0], words[1:]
		if charset == "#" {
			continue
		}
		for ; len(others) > 0; others = others[1:] {
			page, err := strconv.Atoi(others[0])
			if err != nil {
				break
			}
			pages[page] = charset
		}
		for _, name := range others {
			names[name] = charset
		}
		if part, ok := strings.CutPrefix(charset, "iso-8859-"); ok {
			names["8859"+part], names["iso8859"+part] = charset, charset
			// The direction of the text, or the year of the standard.
			for _, suffix := range strings.Fields("e i 1987 1988 1989 1992 1998 1999 2001 2003") {
				names["iso8859"+part+suffix] = charset
			}
		}
	}
	return pages, names
})

// CodePage returns the charset of a code page of Microsoft, or "" if it is unknown.
func CodePage(number int) string {
	pages, _ := charsets()
	return pages[number]
}

// usualName returns the name by which a charset is known here or to x/text, for another
// name of it in lower case, or else that name.
func usualName(label string) string {
	squeezed := strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, label)
	_, names := charsets()
	for _, name := range []string{squeezed, strings.TrimPrefix(squeezed, "x")} {
		if charset := cmp.Or(codePage(name), names[name]); charset != "" {
			return charset
		}
	}
	return label
}

// codePage returns the charset named by the number of its code page, or "".
func codePage(name string) string {
	vendor := strings.TrimRight(name, "0123456789")
	page, err := strconv.Atoi(name[len(vendor):])
	if err != nil || len(name)-len(vendor) < 3 {
		return ""
	}
	switch vendor {
	case "", "ansi", "cp", "csibm", "dos", "ibm", "microsoftcp", "ms", "mscp", "msdos", "oem", "win",
		"windows":
		return CodePage(page)
	}
	return ""
}
