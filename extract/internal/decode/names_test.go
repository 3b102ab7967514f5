package decode

import (
	"bytes"
	"encoding/hex"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheCharsetOfEachCodePageCanBeDecoded(t *testing.T) {
	pages, _ := charsets()
	for page, charset := range pages {
		require.True(t, KnownCharset(charset), page)
	}
	for page, text := range map[int]string{437: "\x82", 866: "\xa0", 932: "\x82\xa0", 936: "\xd6\xd0",
		949: "\xb0\xa1", 950: "\xa4\xa4", 1251: "\xf0", 1252: "\xe9", 10000: "\x8e", 65001: "é"} {
		want := map[int]string{437: "é", 866: "а", 932: "あ", 936: "中", 949: "가", 950: "中", 1251: "р",
			1252: "é", 10000: "é", 65001: "é"}[page]
		require.Equal(t, want, string(Append(nil, CodePage(page), []byte(text))), page)
	}
}

// undecoded lists charsets, by the names of their Python codecs, that are not decoded:
// x/text has no table for them, or they are not charsets.
var undecoded = strings.Fields(`cp1026 cp1125 cp273 cp424 cp500 cp775 cp857 cp861 cp864 cp869 hp-roman8 johab kz1048 mac-greek mac-iceland mac-latin2
	mac-turkish ptcp154 base64 bz2 hex quopri rot-13 uu zlib`)

// A charset that neither x/text nor Python decodes, such as most variants of EBCDIC and
// ISO 646, is read as bytes.
func TestEachNameThatOthersKnowIsThatOfTheSameCharset(t *testing.T) {
	names := indexed(t)
	for label := range names {
		require.True(t, KnownCharset(label) || lookup(strings.ToLower(label)) == nil, label)
	}
	for _, python := range pythonCodecs(t, names) {
		label, codec := python[0], python[1]
		known := !slices.Contains(undecoded, codec)
		require.Equal(t, known, KnownCharset(label), "%s, which is %s to Python", label, codec)
		if text, err := hex.DecodeString(python[3]); known && newDecoder(label) != nil {
			require.NoError(t, err)
			require.Equal(t, python[2], string(Append(nil, label, text)), "%x in %s, which is %s to Python",
				text, label, codec)
		}
	}
}

// indexed returns the names in the indexes of x/text: those of IANA and of the WHATWG.
func indexed(t *testing.T) map[string]bool {
	module, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "golang.org/x/text").Output()
	require.NoError(t, err)
	all := map[string]bool{}
	for _, index := range []string{"htmlindex", "ianaindex"} {
		source, err := os.ReadFile(filepath.Join(string(bytes.TrimSpace(module)), "encoding", index,
			"tables.go"))
		require.NoError(t, err)
		for _, entry := range regexp.MustCompile(`(?m)^\t"([^"\\]+)": `).FindAllSubmatch(source, -1) {
			all[string(entry[1])] = true
		}
	}
	require.Greater(t, len(all), 1000)
	return all
}

// pythonCodecs returns the names of charsets in Python, also with hyphens, and those
// others that Python knows. Each comes with its codec, and with a letter and its
// encoding. Without Python it returns nothing.
func pythonCodecs(t *testing.T, others map[string]bool) (all [][]string) {
	python := exec.Command("python3", "-c", `
import codecs, sys
from encodings.aliases import aliases
names = {n for pair in aliases.items() for n in pair}
for name in sorted(names | {n.replace("_", "-") for n in names} | set(sys.stdin.read().split("\n"))):
    try: codec = codecs.lookup(name)
    except LookupError: continue
    for letter in "車가ไקقγжžşñéa":
        try: text = codec.encode(letter)[0]; break
        except (UnicodeError, TypeError): pass
    print(name, codec.name, letter, text.hex())
`)
	python.Stdin = strings.NewReader(strings.Join(slices.Collect(maps.Keys(others)), "\n"))
	python.Env = append(os.Environ(), "PYTHONIOENCODING=utf-8")
	out, err := python.Output()
	if err != nil {
		t.Log(err)
	}
	for line := range strings.Lines(string(out)) {
		all = append(all, strings.Fields(line))
	}
	return all
}
