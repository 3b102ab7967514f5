package rfc1738

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/corpus"
)

// cases reads a file of the corpus.
func cases(t testing.TB, name string) []corpus.Case {
	t.Helper()
	list, err := corpus.Parse(name)
	require.NoError(t, err)
	require.NotEmpty(t, list)
	return list
}

// partsOf formats the parts of u in the form of the corpus.
func partsOf(u URL) []string {
	var list []string
	for part, text := range u.Parts() {
		list = append(list, part.String()+"="+text)
	}
	return list
}

func TestValidTextsHaveTheseParts(t *testing.T) {
	for _, c := range cases(t, "valid") {
		u, err := Parse(c.Text)
		if err != nil {
			t.Errorf("%s: %s: %v", c.At, c.Text, err)
			continue
		}
		if got, want := strings.Join(partsOf(u), " "), strings.Join(c.Fields, " "); got != want {
			t.Errorf("%s: %s\n got %s\nwant %s", c.At, c.Text, got, want)
		}
	}
}

func TestInvalidTextsStopAtTheMark(t *testing.T) {
	for _, c := range cases(t, "invalid") {
		_, err := Parse(c.Text)
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%s: %q is accepted", c.At, c.Text)
			continue
		}
		if e.Offset != c.Marks[0] || e.Rule.String() != c.Fields[0] || e.Section != c.Fields[1] {
			t.Errorf("%s: %q: got offset %d, %s %s, want %d, %s %s", c.At, c.Text, e.Offset, e.Rule,
				e.Section, c.Marks[0], c.Fields[0], c.Fields[1])
		}
		if e.Byte != -1 && byte(e.Byte) != c.Text[e.Offset] || e.Byte == -1 && e.Offset < len(c.Text) {
			t.Errorf("%s: %q: the error shows byte %d", c.At, c.Text, e.Byte)
		}
	}
}

// The corpus is compared with the RFC's own text, so that neither it nor the parser can
// be wrong alone.
func TestTheOracleAgreesWithTheCorpus(t *testing.T) {
	for _, c := range cases(t, "valid") {
		if longest, _ := theOracle().judge(c.Text); longest != len(c.Text) {
			t.Errorf("%s: by section 5 the longest URL in %q ends at %d", c.At, c.Text, longest)
		}
	}
	for _, c := range cases(t, "invalid") {
		longest, viable := theOracle().judge(c.Text)
		if longest == len(c.Text) || viable != c.Marks[0] {
			t.Errorf("%s: by section 5 %q stops at %d, its longest URL ends at %d", c.At, c.Text,
				viable, longest)
		}
	}
}

func TestDeviationsAreListedWhereTheyStand(t *testing.T) {
	for _, c := range cases(t, "deviations") {
		u, deviations, err := ParseLenient(c.Text, nil)
		if len(c.Fields) > 0 && c.Fields[0] == "rejected" {
			var e *Error
			if !errors.As(err, &e) {
				t.Errorf("%s: %q is tolerated: %v", c.At, c.Text, deviations)
			} else if e.Offset != c.Marks[0] || e.Rule.String() != c.Fields[1] || e.Section != c.Fields[2] {
				t.Errorf("%s: %q: %v, want offset %d, %s", c.At, c.Text, err, c.Marks[0], c.Fields[1:])
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %q is rejected: %v", c.At, c.Text, err)
			continue
		}
		var got []string
		for i, d := range deviations {
			got = append(got, d.Kind.String()+"/"+d.Rule.String()+"/"+d.Section()+"/"+strings.TrimPrefix(nameOf(d.LegalSince), "RFC "))
			if i < len(c.Marks) && d.Offset != c.Marks[i] {
				t.Errorf("%s: %q: %v, want offset %d", c.At, c.Text, d, c.Marks[i])
			}
		}
		if encoded, ok := u.Encoded(deviations); ok && len(deviations) > 0 {
			got = append(got, "encoded="+encoded)
		}
		if got, want := strings.Join(got, " "), strings.Join(c.Fields, " "); got != want ||
			len(c.Marks) != len(deviations) {
			t.Errorf("%s: %q\n got %s\nwant %s", c.At, c.Text, got, want)
		}
	}
}

func TestEveryKindHasACase(t *testing.T) {
	var seen [numKinds]bool
	for _, c := range cases(t, "deviations") {
		_, deviations, _ := ParseLenient(c.Text, nil)
		for _, d := range deviations {
			seen[d.Kind] = true
		}
	}
	for k, ok := range seen {
		require.True(t, ok, Kind(k))
	}
}

func TestOpenCasesAreReadAsChosen(t *testing.T) {
	for _, c := range cases(t, "open") {
		_, err := Parse(c.Text)
		if accepted := err == nil; accepted != (c.Fields[0] == "accepted") || len(c.Lines) != 1 {
			t.Errorf("%s: %q: want %s: %v", c.At, c.Text, c.Fields, err)
		}
	}
}

func TestEquivalentURLsHaveOneCanonicalText(t *testing.T) {
	for _, c := range cases(t, "equivalent") {
		u, err := Parse(c.Text)
		require.NoError(t, err, c.At)
		if got := u.Canonical(); got != c.Fields[0] {
			t.Errorf("%s: %q becomes %q, want %q", c.At, c.Text, got, c.Fields[0])
		}
	}
}

func TestURLsMeanTheseStepsAndCautions(t *testing.T) {
	for _, c := range cases(t, "means") {
		u, _, err := ParseLenient(c.Text, nil)
		require.NoError(t, err, c.At)
		var steps, cautions []string
		for _, s := range u.Means() {
			steps = append(steps, s.String())
		}
		for _, c := range u.Cautions() {
			cautions = append(cautions, string(c))
		}
		if got, want := strings.Join(steps, "\n"), strings.Join(c.Lines, "\n"); got != want {
			t.Errorf("%s: %q means\n%q\nwant\n%q", c.At, c.Text, got, want)
		}
		if got, want := strings.Join(cautions, " "), strings.Join(c.Fields, " "); got != want {
			t.Errorf("%s: %q has cautions %q, want %q", c.At, c.Text, got, want)
		}
	}
}
