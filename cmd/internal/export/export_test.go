package export

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/cmd/internal/database"
	"github.com/urlsift/urlsift/cmd/internal/heading"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/cmd/internal/sqlite"
	"github.com/urlsift/urlsift/internal/testkit"
)

var update = flag.Bool("update", false, "rewrite what the exports are compared with")

// sample returns the database of testdata/sample.sql.
func sample(t testing.TB) *sqlite.Conn {
	rows, err := os.ReadFile("testdata/sample.sql")
	require.NoError(t, err)
	return filled(t, string(rows))
}

func filled(t testing.TB, rows string) *sqlite.Conn {
	db, err := sqlite.Open(filepath.Join(t.TempDir(), "links.db"), "")
	require.NoError(t, err)
	t.Cleanup(func() { db.Close() })
	require.NoError(t, db.Script("PRAGMA synchronous = off; PRAGMA journal_mode = "+
		"memory;"+database.Schema+rows))
	return db
}

func exported(t testing.TB, db *sqlite.Conn, name string, config Config) string {
	format, ok := Named(name)
	require.True(t, ok)
	var b strings.Builder
	n, err := format.Write(context.Background(), &b, db, config)
	require.NoError(t, err)
	require.Positive(t, n)
	return b.String()
}

// Each format is compared with a golden file that was checked by eye.
func TestEachFormatMatchesItsGoldenFile(t *testing.T) {
	db := sample(t)
	for name, config := range map[string]Config{
		"sample.jsonl": {},
		"sample.csv":   {},
		"sample.tsv":   {},
		"sample.urls":  {},
		"sample.stix":  {},
		"sample.misp":  {},
		"sample.cdx":   {},
		"inert.csv":    {Inert: true}, "unwrapped.urls": {Unwrap: true}, "indicators.stix": {Indicators: true},
	} {
		got := exported(t, db, strings.TrimPrefix(filepath.Ext(name), "."), config)
		golden := filepath.Join("testdata", name)
		if *update {
			require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
		}
		want, err := os.ReadFile(golden)
		require.NoError(t, err)
		require.Equal(t, string(want), got, name)
	}
}

// Any text in a database stays on its line, and does not control a terminal or reorder
// its text.
func TestNoExportHasControlCharacters(t *testing.T) {
	db := sample(t)
	for _, f := range Formats {
		text := exported(t, db, f.Name, Config{})
		require.True(t, utf8.ValidString(text), f.Name)
		allowed := "\n"
		if f.Name == "tsv" {
			allowed += "\t"
		}
		require.Equal(t, -1, strings.IndexFunc(text, func(r rune) bool {
			return printable.IsHidden(r) || printable.IsControl(r) && !strings.ContainsRune(allowed, r)
		}), f.Name)
	}
}

func TestFiltersSelectWhatIsExported(t *testing.T) {
	db := sample(t)
	date := func(text string) time.Time {
		d, err := time.Parse(time.DateOnly, text)
		require.NoError(t, err)
		return d
	}
	for _, test := range []struct {
		config Config
		want   string
	}{
		{Config{Schemes: []string{"ftp"}}, "ftp://ftp.host.example/long-name"},
		{Config{Schemes: []string{"mailto", "ftp"}},
			"ftp://ftp.host.example/long-name mailto:joe@host.example"},
		{Config{Hosts: []string{"ftp.*", "safe.example"}},
			"ftp://ftp.host.example/long-name https://safe.example/?url=http%3A%2F%2Fevil.example%2Fx"},
		{Config{Hosts: []string{"evil.example"}, Unwrap: true}, "http://evil.example/x"},
		{Config{Domains: []string{"host.example", "evil.example"}},
			"http://host.example/a ftp://ftp.host.example/long-name"},
		{Config{Domains: []string{"ost.example"}}, ""},
		{Config{From: []string{"ann@*"}}, "http://host.example/a ftp://ftp.host.example/long-name"},
		{Config{From: []string{"joe*"}, Schemes: []string{"ftp"}}, "ftp://ftp.host.example/long-name"},
		{Config{Since: date("1996-07-01"), Schemes: []string{"ftp", "https"}},
			"ftp://ftp.host.example/long-name https://safe.example/?url=http%3A%2F%2Fevil.example%2Fx"},
		{Config{Until: date("1996-07-01")}, "http://host.example/a ftp://ftp.host.example/long-name"},
	} {
		format, _ := Named("urls")
		var b strings.Builder
		n, err := format.Write(context.Background(), &b, db, test.config)
		require.NoError(t, err)
		require.Equal(t, test.want, strings.Join(strings.Fields(b.String()), " "))
		require.Len(t, strings.Fields(b.String()), n)
	}
	require.Equal(t, "ftp://ftp.host.example/long-name\x00",
		exported(t, db, "urls", Config{Null: true, Schemes: []string{"ftp"}}))
}

func TestExportedURLsAreEscapedAsURIs(t *testing.T) {
	for _, test := range [][2]string{
		{"http://host.example/~joe#top", "http://host.example/~joe"},
		{"http://bücher.example:80/é?a=\"<>\\^`{|}",
			"http://xn--bcher-kva.example:80/%C3%A9?a=%22%3C%3E%5C%5E%60%7B%7C%7D"},
		{"http://joe:p@ss@host.example/100%/%4g/%4A", "http://joe:p@ss@host.example/100%25/%254g/%4A"},
		{"http://[2001:db8::1]:80/[x]", "http://[2001:db8::1]:80/%5Bx%5D"},
		{"http://a_b.example", "http://a_b.example"},
		{"mailto:jö@host.example", "mailto:j%C3%B6@host.example"},
		{"http://", "http://"},
		{"", ""},
		{"\x00://\xff\n", "%00://%FF%0A"},
	} {
		require.Equal(t, test[1], uri(test[0]), test[0])
	}
}

func TestURLsAreExportedUnderTheHostThatABrowserFinds(t *testing.T) {
	for _, test := range [][3]string{
		{`http://evil.example\@good.example/a`, "http://evil.example/@good.example/a",
			"example,evil)/@good.example/a"},
		{`ftp://joe@evil.example:81\@good.example`, "ftp://joe@evil.example:81/@good.example",
			"example,evil:81)/@good.example"},
		{`http://bücher.example\a\b?\`, "http://xn--bcher-kva.example/a%5Cb?%5C",
			"example,xn--bcher-kva)/a\\b?\\"},
		{"http://ev%E2%80%8Bil.example/a", "http://evil.example/a", "example,evil)/a"},
		{"http://%65vil.Example./a", "http://evil.example/a", "example,evil)/a"},
		{"http://evil。example:8080/a", "http://evil.example:8080/a", "example,evil:8080)/a"},
		{"http://3221225985/a", "http://192.0.2.1/a", "1,2,0,192)/a"},
		{`smb://good.example\@evil.example/a`, "smb://good.example%5C@evil.example/a", "example,evil)/a"},
	} {
		require.Equal(t, test, [3]string{test[0], uri(test[0]), surt(uri(test[0]))})
		require.Equal(t, heading.Host(test[0]), heading.Host(uri(test[0])))
	}
}

func TestKeysOfCDXBeginWithTheHost(t *testing.T) {
	for _, test := range [][2]string{
		{"http://www.Host.example:80/A/?b&a", "example,host)/a?a&b"},
		{"http://www2.host.example", "example,host)/"},
		{"https://sub.host.example:8443/x/../y//z/", "example,host,sub:8443)/y/z"},
		{"http://host.example:0443/", "example,host:0443)/"},
		{"http://192.0.2.1/a", "1,2,0,192)/a"},
		{"http://host.example/goo/?a=2&b&a=1", "example,host)/goo?a=1&a=2&b"},
		{"http://[2001:db8::1]:81/a", "[2001:db8::1]:81)/a"},
		{"http://www.example/", "example)/"},
		{"http://joe@host.example./%7Ejoe/%2525a%20b?", "example,host)/~joe/%25a%20b"},
		{"mailto:Joe@host.example", "mailto:joe@host.example"},
		{"http://", "http://"},
	} {
		require.Equal(t, test[1], surt(test[0]), test[0])
	}
}

// Keys take linear time in the length of a URL, even for nested escapes.
func TestEscapesOfEscapesAreDecodedInLinearTime(t *testing.T) {
	// otherwise it takes hours
	require.Equal(t, "example,h)/%25", surt("http://h.example/%"+strings.Repeat("25", 1<<20)))
}

func FuzzURIsAndKeysAreWellFormed(f *testing.F) {
	for _, text := range []string{"http://[::1/", "http://a@b:c/%25%32%35", "x://é:é", "x://\xc3", "x://A%c3",
		"x://é:\xc3\x10]", "://", "a:b", "://0..",
		"://A%c3\x97:", "x://éJ-"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		u := uri(text)
		require.Equal(t, u, uri(u))
		require.True(t, printable.IsGraphic(u))
		require.NotContains(t, surt(u), " ")
	})
}

// told returns the output of a program for an input.
func told(t *testing.T, input string, program string, args ...string) string {
	c := exec.Command(program, args...)
	c.Stdin = strings.NewReader(input)
	c.Env = append(os.Environ(), "LC_ALL=C", "PYTHONIOENCODING=utf-8", "PYTHONUTF8=1")
	var stderr strings.Builder
	c.Stderr = &stderr
	out, err := c.Output()
	require.NoError(t, err, stderr.String())
	return string(out)
}

// cells returns the rows of a table as Go reads them.
func cells(t *testing.T, text string) [][]string {
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	require.NoError(t, err)
	return rows
}

//ci:long
func TestPythonReadsTheTables(t *testing.T) {
	db := sample(t)
	var rows [][]string
	text := exported(t, db, "csv", Config{})
	script := "import csv, json, sys; print(json.dumps(list(csv.reader(sys.stdin, strict=True))))"
	require.NoError(t, json.Unmarshal([]byte(told(t, text, testkit.Program(t, "python3", "python3"),
		"-c", script)), &rows))
	require.Equal(t, cells(t, text), rows)
	require.Equal(t, strings.Split(Columns, ","), rows[0])
	require.Len(t, rows, 10)

	var tabbed [][]string
	script = "import csv, json, sys; print(json.dumps(list(csv.reader(sys.stdin, dialect='excel-tab', " +
		"strict=True))))"
	require.NoError(t, json.Unmarshal([]byte(told(t, exported(t, db, "tsv", Config{}),
		testkit.Program(t, "python3", "python3"), "-c", script)), &tabbed))
	require.Equal(t, rows, tabbed)
}

// With Inert, an apostrophe precedes a cell that begins like a formula, and no cell hides
// others, in either table.
func TestNoCellIsAFormulaOrHidesOthers(t *testing.T) {
	db := sample(t)
	column := slices.Index(strings.Split(Columns, ","), "subject")
	for subject, inert := range map[string]string{
		`"=HYPERLINK(1)"`: `"=HYPERLINK(1)"`,
		`"open`:           `"open`,
		`a "b`:            `a "b`,
		"＝1":              "'＝1",
		"=1":              "'=1",
		`=","`:            `'=","`,
		"-":               "-",
	} {
		require.NoError(t, db.Exec("UPDATE documents SET subject = ?", subject))
		for name, comma := range map[string]rune{"csv": ',', "tsv": '\t'} {
			for safe, want := range map[bool]string{false: subject, true: inert} {
				r := csv.NewReader(strings.NewReader(exported(t, db, name, Config{Inert: safe})))
				r.Comma, r.LazyQuotes = comma, comma == '\t'
				rows, err := r.ReadAll()
				require.NoError(t, err)
				require.Len(t, rows, 10)
				for _, row := range rows[1:] {
					require.Equal(t, want, row[column], name)
				}
			}
		}
	}
}

//ci:long
func TestSQLiteImportsTheTable(t *testing.T) {
	text := exported(t, sample(t), "csv", Config{})
	file := filepath.Join(t.TempDir(), "x.csv")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o666))
	got := told(t, fmt.Sprintf(".mode csv\n.import '%s' x\n"+
		"SELECT count(*), sum(best <> url), max(subject LIKE '=HYPER%%') FROM "+
		"x;\n", file), testkit.Program(t, "sqlite3", "sqlite3"), ":memory:")
	require.Equal(t, "9,1,1", strings.TrimSpace(got))
}

//ci:long
func TestJqReadsTheObjects(t *testing.T) {
	db := sample(t)
	text := exported(t, db, "jsonl", Config{})
	require.Equal(t, "ftp://ftp.host.example/long-name\n",
		told(t, text, testkit.Program(t, "jq", "jq"), "-r", "select(.attested == false) | .best"))
	require.Equal(t, "9\n", told(t, text, testkit.Program(t, "jq", "jq"), "-s", "length"))
	require.Equal(t, "5\n", told(t, exported(t, db, "stix", Config{}), testkit.Program(t, "jq", "jq"),
		`[.objects[] | select(.type == "url")] | length`))
	require.Equal(t, "false\n", told(t, exported(t, db, "misp", Config{}), testkit.Program(t, "jq", "jq"),
		`[.Event.Attribute[].to_ids] | any`))
}

// The ids of observables are those of the specification, computed from JSON by another
// program.
//
//ci:long
func TestPythonMakesTheSameIDsOfSTIX(t *testing.T) {
	script := `
import json, sys, uuid
bundle = json.load(sys.stdin)
ns = uuid.UUID("00abedb4-aa42-466c-9c01-fed23315a9b7")
urls = [o for o in bundle["objects"] if o["type"] == "url"]
for o in urls:
    name = json.dumps({"value": o["value"]}, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    assert o["id"] == "url--" + str(uuid.uuid5(ns, name)), o
    assert o["spec_version"] == "2.1"
ids = [o["id"] for o in bundle["objects"]]
assert len(set(ids)) == len(ids)
for o in bundle["objects"]:
    if o["type"] == "observed-data":
        assert o["first_observed"] <= o["last_observed"] and o["number_observed"] > 0 and set(o["object_refs"]) <= set(ids), o
print(len(urls))
`
	require.Equal(t, "5\n", told(t, exported(t, sample(t), "stix", Config{}),
		testkit.Program(t, "python3", "python3"), "-c", script))
}

func TestIDsOfSTIXAreThoseOfTheSpecification(t *testing.T) {
	_, id := observable("https://example.com/research/index.html")
	require.Equal(t, "url--"+specified, id)
}

// specified is the id that Python's uuid.uuid5 computes from
// {"value":"https://example.com/research/index.html"}.
const specified = "47c3cf9a-5027-5bf0-997a-017c7edc7c55"

func TestURLsInPatternsOfSTIXAreEscaped(t *testing.T) {
	require.Contains(t, exported(t, sample(t), "stix", Config{Indicators: true, Hosts: []string{"xn--*"}}),
		`"pattern":"[url:value = 'http://xn--bcher-kva.example/a%20b%22c\\'d%5Ce%7C%C3%A9?z=1&A=%25zz']"`)
}

func TestOnlyURLsOfAMISPEventAreForDetection(t *testing.T) {
	var event struct {
		Event struct {
			Attribute []struct {
				Type, Value string
				Detect      bool `json:"to_ids"`
			}
		}
	}
	require.NoError(t, json.Unmarshal([]byte(exported(t, sample(t), "misp", Config{Indicators: true})),
		&event))
	var domains []string
	for _, a := range event.Event.Attribute {
		require.Equal(t, a.Type == "url", a.Detect)
		if a.Type == "domain" {
			domains = append(domains, a.Value)
		}
	}
	require.Equal(t, []string{"host.example", "safe.example", "xn--bcher-kva.example"}, domains)
}

// Web archives search CDX files by their sort order.
func TestCDXIsSorted(t *testing.T) {
	text := exported(t, sample(t), "cdx", Config{})
	header, lines, _ := strings.Cut(text, "\n")
	require.Equal(t, strings.TrimSuffix(cdxHeader, "\n"), header)
	all := strings.Split(strings.TrimSuffix(lines, "\n"), "\n")
	require.True(t, slices.IsSorted(all))
	for _, line := range all {
		require.Len(t, strings.Split(line, " "), 11)
	}
	require.Equal(t, lines, told(t, lines, "sort"))
}

// The export of an empty database is complete, too.
func TestAnEmptyDatabaseIsExportedInEachFormat(t *testing.T) {
	db := filled(t, "")
	for _, f := range Formats {
		var b strings.Builder
		n, err := f.Write(context.Background(), &b, db, Config{Now: time.Unix(0, 0)})
		require.NoError(t, err)
		require.Zero(t, n)
		if f.Indicators {
			require.True(t, json.Valid([]byte(b.String())), b.String())
		}
	}
}

func TestPartsThatAreNoJSONAreAnError(t *testing.T) {
	db := sample(t)
	require.NoError(t, db.Exec("UPDATE urls SET parts = '{\"a\":' WHERE id = 3"))
	format, _ := Named("jsonl")
	_, err := format.Write(context.Background(), &strings.Builder{}, db, Config{})
	require.ErrorContains(t, err, "occurrence 4: parts: not JSON")
}
