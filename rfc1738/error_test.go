package rfc1738

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestErrorsShowTheByte(t *testing.T) {
	for text, want := range map[string]string{
		"http://h/ ":    "space at offset 9: hsegment wants",
		"http://h/~":    `"~" at offset 9: hsegment wants`,
		"http://h/\"":   `'"' at offset 9: hsegment wants`,
		"http://h/a!<":  `"<" at offset 11: hsegment wants`,
		"http://h/\x7f": "byte 0x7f at offset 9: hsegment wants",
		"http://h/\x1f": "byte 0x1f at offset 9: hsegment wants",
		"http://h/\x00": "byte 0x00 at offset 9: hsegment wants",
		"http://h/\xc3": "byte 0xc3 at offset 9: hsegment wants",
		"http:":         "end of text at offset 5: httpurl wants",
		"x:!~":          `"~" at offset 3: xchar wants`,
		"!":             `"!" at offset 0: scheme wants`,
	} {
		_, err := Parse(text)
		require.ErrorContains(t, err, want, "%q", text)
		require.True(t, strings.HasSuffix(err.Error(), ")"), err)
	}
}

func TestEveryRuleHasACase(t *testing.T) {
	var seen [numRules]bool
	for _, c := range cases(t, "invalid") {
		_, err := Parse(c.Text)
		seen[err.(*Error).Rule] = true
	}
	for _, c := range cases(t, "deviations") {
		_, deviations, _ := ParseLenient(c.Text, nil)
		for _, d := range deviations {
			seen[d.Rule] = true
		}
	}
	for r := Rule(1); r < numRules; r++ {
		require.True(t, seen[r], r)
	}
}

// If an error names uchars, xchars, digits or reserved characters, all of these are
// allowed there, and no others.
func TestErrorsWantTheCharactersThatTheRuleTakes(t *testing.T) {
	checked := map[string]bool{}
	for _, c := range cases(t, "invalid") {
		_, err := Parse(c.Text)
		e := err.(*Error)
		var takes string
		switch kind, rest, _ := strings.Cut(e.Wants, " "); kind {
		case "uchars", "uchars,":
			takes = uchar
			if _, others, ok := strings.Cut(rest, `"`); ok {
				others, _, _ = strings.Cut(others, `"`)
				takes += others
			}
		case "xchars":
			takes = xchar
		case "digits":
			takes = digit
		default:
			continue
		}
		if e.Offset == len(c.Text) || c.Text[e.Offset] == '%' ||
			e.Rule == RulePort && c.Text[e.Offset-1] != ':' {
			continue // only the end would be right there
		}
		for _, b := range []byte(unreserved + reserved) {
			_, err := Parse(c.Text[:e.Offset] + string(b) + "%4")
			var next *Error
			require.True(t, errors.As(err, &next))
			if next.Offset > e.Offset != (strings.IndexByte(takes, b) >= 0) && !follows(e, b) {
				t.Errorf("%s: %s wants %s, and %q: %v", c.At, e.Rule, e.Wants, b, err)
			}
		}
		checked[e.Rule.String()] = true
	}
	require.Greater(t, len(checked), 15, checked)
}

// follows reports whether b is allowed at the error because it begins the text after the
// production.
func follows(e *Error, b byte) bool {
	after := map[Rule]string{
		RuleUser:     ":@",
		RulePassword: "@",
		RuleFsegment: "/;",
		RuleHsegment: "/?",
		RuleArticle:  "@",
		RuleDatabase: "/?",
		RuleWtype:    "/", RulePsegment: "/;", RuleFieldname: "=", RuleFieldvalue: ";",
	}
	return strings.IndexByte(after[e.Rule], b) >= 0
}
