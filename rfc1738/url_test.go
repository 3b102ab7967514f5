package rfc1738

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAbsentAndEmptyPartsAreKeptApart(t *testing.T) {
	for text, want := range map[string][2]bool{
		"ftp://host.com/":      {false, false},
		"ftp://@host.com/":     {true, false},
		"ftp://foo:@host.com/": {true, true},
	} {
		u, err := Parse(text)
		require.NoError(t, err)
		_, user := u.Part(PartUser)
		_, password := u.Part(PartPassword)
		require.Equal(t, want, [2]bool{user, password}, text)
	}
	a, _ := Parse("ftp://@host.com/")
	b, _ := Parse("ftp://host.com/")
	require.NotEqual(t, a.Canonical(), b.Canonical())
}

func TestURLsAreComparable(t *testing.T) {
	a, err := Parse("http://h/a?b#c")
	require.NoError(t, err)
	b, err := Parse("http://h/a?b" + "#c")
	require.NoError(t, err)
	require.True(t, a == b)
	c, _ := Parse("http://h/a?b#d")
	require.False(t, a == c)
	require.False(t, a == URL{})
}

func TestURLsMarshalAsText(t *testing.T) {
	type record struct {
		Link URL `json:"link"`
	}
	var r record
	require.NoError(t, json.Unmarshal([]byte(`{"link":"gopher://h/7s%09q"}`), &r))
	search, _ := r.Link.Part(PartSearch)
	require.Equal(t, "q", search)
	out, err := json.Marshal(r)
	require.NoError(t, err)
	require.JSONEq(t, `{"link":"gopher://h/7s%09q"}`, string(out))

	var none record
	out, err = json.Marshal(none)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(out, &none), "the zero URL too")
	require.Equal(t, URL{}, none.Link)

	var e *Error
	require.ErrorAs(t, json.Unmarshal([]byte(`{"link":"http:x"}`), &r), &e)
	require.Equal(t, "gopher://h/7s%09q", r.Link.String(), "a failure leaves the URL as it was")
}

func TestACloneIsEqualToItsURLAsAKey(t *testing.T) {
	text := "see http://h/a#b"
	u, err := Parse(text[len("see "):])
	require.NoError(t, err)
	v, _, err := ParseLenient(strings.Clone("http://h/a#b"), nil)
	require.NoError(t, err)
	require.Equal(t, "seen", map[URL]string{u: "seen"}[v.Clone()])
}

func TestNamesOfConstantsAreMarshaledAndReadBack(t *testing.T) {
	for p := range numParts {
		text, err := p.MarshalText()
		require.NoError(t, err)
		var again Part
		require.NoError(t, again.UnmarshalText(text))
		require.Equal(t, p, again)
	}
	for k := range numKinds {
		text, err := k.MarshalText()
		require.NoError(t, err)
		var again Kind
		require.NoError(t, again.UnmarshalText(text))
		require.Equal(t, k, again)
	}
	for r := range numRules {
		text, err := r.MarshalText()
		require.NoError(t, err)
		var again Rule
		require.NoError(t, again.UnmarshalText(text))
		require.Equal(t, r.String(), again.String())
	}
	require.Equal(t, "Part(200) Kind(200) Rule(200)", fmt.Sprint(Part(200), Kind(200), Rule(200)))
	require.Equal(t, fmt.Sprintf("Part(%d) Kind(%d) Rule(%d)", uint8(numParts), uint8(numKinds),
		uint8(numRules)), fmt.Sprint(numParts, numKinds, numRules))
	_, err := numParts.MarshalText()
	require.Error(t, err)
	_, err = numKinds.MarshalText()
	require.Error(t, err)
	_, err = numRules.MarshalText()
	require.Error(t, err)
	require.Contains(t, Deviation{Kind: 200}.String(), "Kind(200)")
	require.Error(t, new(Rule).UnmarshalText([]byte("no rule")))
	require.Error(t, new(Deviation).UnmarshalJSON([]byte(`{"kind":"tilde","legal_since":"1738"}`)))
	require.Error(t, new(Part).UnmarshalText([]byte("no part")))
	require.Error(t, new(Kind).UnmarshalText([]byte("no kind")))
}

func TestErrorsAndDeviationsAreReadBackFromJSON(t *testing.T) {
	for _, c := range slices.Concat(cases(t, "invalid"), cases(t, "deviations")) {
		_, deviations, failure := ParseLenient(c.Text, nil)
		text, err := json.Marshal(deviations)
		require.NoError(t, err)
		var again []Deviation
		require.NoError(t, json.Unmarshal(text, &again))
		require.Equal(t, fmt.Sprint(deviations), fmt.Sprint(again), c.Text)
		e, ok := failure.(*Error)
		if !ok {
			continue
		}
		text, err = json.Marshal(e)
		require.NoError(t, err)
		require.Contains(t, string(text), `"message":`)
		var read Error
		require.NoError(t, json.Unmarshal(text, &read))
		require.Equal(t, e.Error(), read.Error())
	}
	require.Error(t, json.Unmarshal([]byte(`{"rule":"no rule"}`), new(Error)))
	require.Error(t, json.Unmarshal([]byte(`{"kind":"no kind"}`), new(Deviation)))
}

func TestUserHostAndPathAreAsWritten(t *testing.T) {
	for text, want := range map[string][3]string{
		"ftp://Joe%40:x@Host.example:21/a%2Fb;type=a": {"Joe%40", "Host.example", "a%2Fb"},
		"http://host.example":                         {"", "host.example", ""},
		"mailto:joe@host.example":                     {},
		"file:///etc/motd":                            {"", "", "etc/motd"},
		"x-y://joe@host.example/z":                    {"joe", "host.example", "z"},
		"":                                            {},
	} {
		u, _, _ := ParseLenient(text, nil)
		user, _ := u.Part(PartUser)
		path, _ := u.Part(PartPath)
		require.Equal(t, want, [3]string{user, u.Host(), path}, text)
	}
}

func TestPartsAreDecoded(t *testing.T) {
	u, err := Parse("ftp://%75:p%3A@h/a%2Fb%C3%A9")
	require.NoError(t, err)
	for part, want := range map[Part]string{PartUser: "u", PartPassword: "p:", PartHost: "h",
		PartPath: "a/bé"} {
		got, ok := u.Decode(part)
		require.True(t, ok)
		require.Equal(t, want, got)
	}
	_, ok := u.Decode(PartPort)
	require.False(t, ok)
}

func TestTheSpanOfAPartIsItsText(t *testing.T) {
	for _, c := range cases(t, "valid") {
		u, err := Parse(c.Text)
		require.NoError(t, err)
		end := 0
		for part, text := range u.Parts() {
			start, stop, ok := u.span(part)
			require.True(t, ok)
			require.Equal(t, text, c.Text[start:stop], c.At)
			require.GreaterOrEqual(t, start, end, c.At)
			end = stop
		}
	}
}

func TestPortsHaveDefaults(t *testing.T) {
	for text, want := range map[string]string{
		"ftp://h":       "21",
		"http://h":      "80",
		"gopher://h":    "70",
		"nntp://h/g":    "119",
		"telnet://h":    "23",
		"wais://h/":     "210",
		"prospero://h/": "1525", "https://h": "443", "x-a://h": "", "file://h/": "", "news:a@h": "",
		"nfs://h":       "2049",
		"tn3270://h":    "23",
		"z39.50://h":    "210",
		"z39.50r://h":   "210",
		"Z39.50S://h":   "210",
		"snews://h":     "563",
		"mailto:a":      "",
		"news:a.b":      "",
		"http://h:0080": "80",
		"http://h:000":  "0",
	} {
		u, err := Parse(text)
		require.NoError(t, err)
		require.Equal(t, want, u.Port(), text)
	}
}

func TestRegisterRefusesWhatIsTaken(t *testing.T) {
	var g Grammar
	require.NoError(t, g.Register(Scheme{Name: "x-a"}))
	for _, s := range []Scheme{
		{Name: "x-a"}, {Name: "http"}, {Name: ""},
		{Name: "X-A"}, {Name: "x_b"}, {Name: "7"},
		{Name: strings.Repeat("x", maxScheme+1)}, {Name: "https"}, {Name: "x a"},
	} {
		require.Error(t, g.Register(s), s.Name)
	}
	u, err := g.Parse("X-A:b~")
	require.Error(t, err)
	require.Equal(t, URL{}, u)
	u, deviations, err := g.ParseLenient("X-A:b~", nil)
	require.NoError(t, err)
	encoded, ok := u.Encoded(deviations)
	require.True(t, ok)
	require.Equal(t, "X-A:b%7E", encoded)
	_, err = Parse("x-a:b")
	require.NoError(t, err, "other grammars know nothing of it")
}

func TestTypicalURLsNeedNoAllocation(t *testing.T) {
	for name, text := range typical {
		require.Zero(t, testing.AllocsPerRun(10, func() {
			if _, err := Parse(text); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}), name)
	}
}

// unmarked returns a marked text without its marks, and the offsets of the marks.
func unmarked(marked string) (text string, span [2]int) {
	before, rest, _ := strings.Cut(marked, "⟦")
	inside, after, _ := strings.Cut(rest, "⟧")
	return before + inside + after, [2]int{len(before), len(before) + len(inside)}
}

func TestRegisterTakesNamesOfSchemes(t *testing.T) {
	var g Grammar
	for _, name := range []string{"x", "X-Ab.9+c", "9a", "-b", strings.Repeat("x", 64)} {
		require.NoError(t, g.Register(Scheme{Name: name}), name)
	}
	var names []string
	for _, s := range g.Registered() {
		names = append(names, s.Name)
	}
	require.Equal(t, []string{"-b", "9a", "x", "x-ab.9+c", strings.Repeat("x", 64)}, names)
	require.Empty(t, (&Grammar{}).Registered())
	for _, s := range []Scheme{{Name: ""}, {Name: strings.Repeat("x", 65)}, {Name: "+-."}, {Name: "é"},
		{Name: "x:"}, {Name: "GOPHER"}} {
		require.Error(t, g.Register(s), s.Name)
	}
	require.Len(t, g.Registered(), 5)
}

func TestARegisteredSchemeReservesAllReservedCharacters(t *testing.T) {
	var g Grammar
	require.NoError(t, g.Register(Scheme{Name: "x-a"}))
	u, err := g.Parse("x-a:a%2F%3B%61")
	require.NoError(t, err)
	require.Equal(t, "x-a:a%2F%3Ba", u.Canonical())
}

func TestErrorsNameTheRuleOfARegisteredScheme(t *testing.T) {
	var g Grammar
	require.NoError(t, g.Register(Scheme{Name: "plain"}))
	for text, want := range map[string]string{"plain:a b": "xchar", "plain://h/[": "xchar"} {
		_, err := g.Parse(text)
		var wrong *Error
		require.ErrorAs(t, err, &wrong)
		require.Equal(t, want, wrong.Rule.String(), text)
	}
	u, deviations, err := g.ParseLenient("plain:a~b", nil)
	require.NoError(t, err)
	require.Len(t, deviations, 1)
	encoded, ok := u.Encoded(deviations)
	require.True(t, ok)
	require.Equal(t, "plain:a%7Eb", encoded)
}

// Omissions from URLs that are not strict follow from the rules for strict ones.
func TestToleratedURLsHaveACanonicalForm(t *testing.T) {
	for text, want := range map[string]string{
		"http://h/?a/":     "http://h/?a/",
		"http://h/~%7e":    "http://h/~%7E",
		"http://h:/":       "http://h",
		"ftp://h/;a=/":     "ftp://h/;a=/",
		"gopher://h/1%zz/": "gopher://h/1%25zz/",
		"telnet://h//":     "telnet://h//",
		"x-y://h/%zz":      "x-y://h/%25zz",
		"news:comp.%2A":    "news:comp.%2A",
		"x-y://a_b/%":      "x-y://a_b/%",
		"x-y://a_b/%zz/c":  "x-y://a_b/%zz/c",
		"HTTP://A_B/":      "http://a_b",
		"http://U@H/":      "http://U@h",
	} {
		u, _, err := ParseLenient(text, nil)
		require.NoError(t, err, text)
		require.Equal(t, want, u.Canonical(), text)
	}
}
