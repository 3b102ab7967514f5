package rfc1738_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urlsift/urlsift/rfc1738"
)

// Validating a text takes two lines. The error describes the problem, and the place.
func Example_validate() {
	if _, err := rfc1738.Parse("http://host.example/a b"); err != nil {
		fmt.Println(err)
	}
	// Output: space at offset 21: hsegment wants uchars or one of ";:@&=" (RFC 1738 section 3.3)
}

func ExampleParse() {
	u, err := rfc1738.Parse("ftp://anne@host.example/%2Fetc/motd;type=a")
	if err != nil {
		fmt.Println(err)
		return
	}
	for part, text := range u.Parts() {
		fmt.Println(part, text)
	}
	// Output:
	// scheme ftp
	// user anne
	// host host.example
	// path %2Fetc/motd
	// type a
}

func ExampleError() {
	_, err := rfc1738.Parse("http://host.example/a%4G")
	var e *rfc1738.Error
	if errors.As(err, &e) {
		fmt.Printf("%d %c %s %s\n", e.Offset, e.Byte, e.Rule, e.Section)
		fmt.Println("wanted", e.Wants)
	}
	// Output:
	// 23 G escape 2.2
	// wanted "%" and two hex digits
}

// A URL that breaks section 5 in a known way is tolerated. It has a strict form if
// escaping keeps its meaning.
func ExampleParseLenient() {
	u, deviations, err := rfc1738.ParseLenient("http://host.example:/~anne", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, d := range deviations {
		fmt.Println(d)
	}
	if encoded, ok := u.Encoded(deviations); ok {
		fmt.Println(encoded)
	}
	// Output:
	// empty-port at offset 19: not in port (RFC 1738 section 3.1), legal since RFC 2396
	// tilde at offset 21: not in hsegment (RFC 1738 section 2.2), legal since RFC 2396
	// http://host.example/%7Eanne
}

func ExampleURL_Decode() {
	u, err := rfc1738.Parse("ftp://anne:p%40ss@host.example/a%20b")
	if err != nil {
		fmt.Println(err)
		return
	}
	raw, _ := u.Part(rfc1738.PartPassword)
	password, _ := u.Decode(rfc1738.PartPassword)
	path, _ := u.Decode(rfc1738.PartPath)
	_, hasPort := u.Part(rfc1738.PartPort)
	fmt.Printf("%q %q %q %v %s\n", raw, password, path, hasPort, u.Port())
	// Output: "p%40ss" "p@ss" "a b" false 21
}

// URLs that mean the same have one canonical text.
func ExampleURL_Canonical() {
	count := map[string]int{}
	for _, text := range []string{"gopher://host.example/1", "gopher://HOST.example",
		"gopher://host.example:70/", "ftp://host.example/%2Fetc"} {
		u, err := rfc1738.Parse(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		count[u.Canonical()]++
	}
	fmt.Println(count)
	// Output: map[ftp://host.example/%2Fetc:1 gopher://host.example:3]
}

// The steps that a client takes for a URL, and the arguments that the URL leaves to it.
func ExampleURL_Means() {
	u, err := rfc1738.Parse("ftp://anne@host.example/%2Fetc/motd")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, step := range u.Means() {
		switch step.Left {
		case "":
			fmt.Println(step.Do, step.With)
		case rfc1738.ChoiceAsk:
			fmt.Println(step.Do, "***")
		case rfc1738.ChoiceEMail:
			fmt.Println(step.Do, "client@host.example")
		default:
			fmt.Println(step)
		}
	}
	// Output:
	// connect host.example:21
	// USER anne
	// PASS ***
	// CWD /etc
	// RETR motd
}

// A gopher URL can make its client speak to a mail server (section 6).
func ExampleURL_Cautions() {
	u, err := rfc1738.Parse("gopher://host.example:25/xHELO%0D%0AMAIL")
	if err != nil {
		fmt.Println(err)
		return
	}
	cautions := u.Cautions()
	fmt.Println(cautions, slices.Contains(cautions, rfc1738.CautionControl))
	// Output: [port reserved-port control] true
}

// URLs, parts, kinds, rules and RFCs are text in JSON.
func ExampleURL_MarshalText() {
	u, deviations, err := rfc1738.ParseLenient("http://host.example/~anne", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	record := struct {
		URL        rfc1738.URL
		Parts      map[rfc1738.Part]string
		Deviations []rfc1738.Deviation
	}{u, map[rfc1738.Part]string{}, deviations}
	for part, text := range u.Parts() {
		record.Parts[part] = text
	}
	out, err := json.MarshalIndent(record, "", "  ")
	fmt.Println(string(out), err)
	// Output:
	// {
	//   "URL": "http://host.example/~anne",
	//   "Parts": {
	//     "host": "host.example",
	//     "path": "~anne",
	//     "scheme": "http"
	//   },
	//   "Deviations": [
	//     {
	//       "kind": "tilde",
	//       "offset": 20,
	//       "rule": "hsegment",
	//       "section": "2.2",
	//       "legal_since": "RFC 2396"
	//     }
	//   ]
	// } <nil>
}

// Section 4 foresees further schemes. A registered one has the syntax of genericurl.
func ExampleGrammar_Register() {
	var g rfc1738.Grammar
	if err := g.Register(rfc1738.Scheme{Name: "x-irc"}); err != nil {
		fmt.Println(err)
		return
	}
	u, err := g.Parse("x-irc://host.example/urls")
	fmt.Println(u.Scheme(), u.Host(), err)
	_, err = g.Parse("x-irc:a b")
	fmt.Println(err)
	// Output:
	// x-irc host.example <nil>
	// space at offset 7: xchar wants unreserved and reserved characters, or escapes (RFC 1738 section 2.2)
}

// What most programs need. An absent host or port is "", like an empty one.
func ExampleURL_Host() {
	u, err := rfc1738.Parse("ftp://anne@Host.example:2121/pub/doc%20s")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s %q %s\n", u.Scheme(), u.Host(), u.Port())
	// Output: ftp "Host.example" 2121
}

// An error can be stored as JSON, and is read back unchanged. A program prints the
// message, or composes its own.
func ExampleError_MarshalJSON() {
	_, err := rfc1738.Parse("http://host.example:x/")
	kept, err := json.Marshal(err)
	if err != nil {
		fmt.Println(err)
		return
	}
	var e rfc1738.Error
	if err := json.Unmarshal(kept, &e); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(e.Error())
	fmt.Println(e.Rule == rfc1738.RulePort, e.Rule, e.Offset, e.Section)
	// Output:
	// "x" at offset 20: port wants digits (RFC 1738 section 3.1)
	// true port 20 3.1
}

// Text has many URLs that section 5 allows although they identify nothing.
func ExampleURL_CheckHost() {
	for _, text := range []string{"https://host.example/", "https://", "https://%s/x"} {
		u, err := rfc1738.Parse(text)
		if err == nil {
			err = u.CheckHost()
		}
		fmt.Println(text, err)
	}
	// Output:
	// https://host.example/ <nil>
	// https:// end of text at offset 8: hostport wants a host (RFC 1738 section 3.1)
	// https://%s/x "%" at offset 8: hostport wants a host (RFC 1738 section 3.1)
}

// A URL of an unknown scheme may have any text in place of a login, and then has no
// [rfc1738.PartHost].
func ExampleURL_HostSpan() {
	u, err := rfc1738.Parse("rtsp://my_host.example:8080/x")
	if err != nil {
		fmt.Println(err)
		return
	}
	start, end, ok := u.HostSpan()
	fmt.Println(u.String()[:start]+"["+u.String()[start:end]+"]"+u.String()[end:], ok)
	// Output: rtsp://[my_host.example]:8080/x true
}

// A URL that is kept, here as a key, does not keep the text around it in memory.
func ExampleURL_Clone() {
	text := "http://a.example/ " + strings.Repeat("and a long text ", 1000)
	seen := map[rfc1738.URL]bool{}
	for _, word := range strings.Fields(text) {
		if u, err := rfc1738.Parse(word); err == nil && !seen[u] {
			seen[u.Clone()] = true
			fmt.Println(u)
		}
	}
	// Output: http://a.example/
}

// A record with URLs, parts and deviations is read back from JSON. Its URLs must be
// strict.
func ExampleDeviation_UnmarshalJSON() {
	var record struct {
		URL        rfc1738.URL
		Parts      map[rfc1738.Part]string
		Deviations []rfc1738.Deviation
	}
	err := json.Unmarshal([]byte(`{"URL": "http://host.example/%7Eanne", "Parts": {"path": "%7Eanne"},
		"Deviations": [{"kind": "tilde", "offset": 20, "rule": "hsegment", "section": "2.2", "legal_since": "RFC 2396"}]}`), &record)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(record.URL, record.Parts[rfc1738.PartPath])
	for _, d := range record.Deviations {
		fmt.Println(d.Kind == rfc1738.KindTilde, d.Kind, d.Offset, d.Section())
	}
	// Output:
	// http://host.example/%7Eanne %7Eanne
	// true tilde 20 2.2
}

// A Grammar reads its schemes in the lenient parser, too, which sets a URL that may be
// reused.
func ExampleGrammar_ParseLenient() {
	var g rfc1738.Grammar
	err := g.Register(rfc1738.Scheme{Name: "x-note"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, scheme := range g.Registered() {
		fmt.Println(scheme.Name)
	}
	for _, text := range []string{"x-note:a~b", "x-note:12"} {
		u, deviations, err := g.ParseLenient(text, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		note, _ := u.Part(rfc1738.PartSchemepart)
		fmt.Println(note, deviations)
	}
	// Output:
	// x-note
	// a~b [tilde at offset 8: not in xchar (RFC 1738 section 2.2), legal since RFC 2396]
	// 12 []
}
