package rfc1738

import (
	"slices"
	"testing"
)

func TestHostsThatAreNumbersOfAddressesAreRecognized(t *testing.T) {
	for host, want := range map[string]bool{
		"2130706433":    true,
		"0x7f000001":    true,
		"0X7F.1":        true,
		"017700000001":  true,
		"127.1":         true,
		"127.0.1":       true,
		"0177.0.0.1":    true,
		"127.0.0.01":    true,
		"192.168.0x0.1": true,
		"0x.0":          true,
		"0":             true,
		"2130706433.":   true,
		"127.0.0.1":     false,
		"0.0.0.0":       false,
		"256.1.1.1":     false,
		"1.2.3.4.5":     false,
		"4294967296":    false,
		"0x100000000":   false,
		"127.0.0.256":   false,
		"256.1":         false,
		"08.1":          false,
		"0xg":           false,
		"a.1":           false,
		"1.a":           false,
		"":              false,
		".":             false,
		"1..2":          false,
		"0b1":           false,
		"0o7.1":         false,
		"1_0.1":         false,
		"10.0x":         true,
		"-1":            false,
		"+1.2":          false,
		"1e3":           false,
	} {
		if got := isIPNumber(host); got != want {
			t.Errorf("isIPNumber(%q) = %v", host, got)
		}
	}
}

func TestNumbersLeadToTheAddressThatABrowserAsksFor(t *testing.T) {
	for host, want := range map[string]string{
		"2130706433":  "127.0.0.1",
		"0X7F.1":      "127.0.0.1",
		"192.0.2.1":   "192.0.2.1",
		"192.0.513":   "192.0.2.1",
		"0300.513":    "192.0.2.1",
		"1":           "0.0.0.1",
		"4294967295.": "255.255.255.255",
	} {
		if got, ok := ipNumber(host); !ok || got.String() != want {
			t.Errorf("ipNumber(%q) = %v", host, got)
		}
	}
}

func TestHostsThatAreNumbersAreCautionedOf(t *testing.T) {
	for text, want := range map[string]bool{
		"http://2130706433/": true, "https://0x7f.1/x": true, "ftp://joe@0177.0.0.1:21/": true,
		"http://127.0.0.1/": false, "http://host.example/2130706433": false, "mailto:joe@127.1": false,
	} {
		u, _, err := ParseLenient(text, nil)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if got := slices.Contains(u.Cautions(), CautionIPNumber); got != want {
			t.Errorf("%s: %v", text, u.Cautions())
		}
	}
}
