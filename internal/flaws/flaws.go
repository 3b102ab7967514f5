// Package flaws puts into words why a candidate is rejected.
package flaws

import (
	"github.com/urlsift/urlsift/rfc1738"
	"github.com/urlsift/urlsift/scan"
)

// meanings completes "rejected: ".
var meanings = map[scan.Flaw]string{
	scan.ForeignHost:   "the host may go on after it",
	scan.Obfuscated:    "it was made unclickable",
	scan.UnknownScheme: "its scheme is unknown, and nothing else shows that it is a URL",
	scan.Overwritten:   "its end is overwritten, as on a terminal",
	scan.Placeholder:   "it has a placeholder or a pattern, or ends inside one",
	scan.Broken:        "its line ends inside it, or an ellipsis follows",
	scan.SoftBroken:    `its line ends inside it, at the "=" of quoted-printable`,
}

// Message returns the reason why a candidate with a flaw is rejected. For one without a
// flaw it is the text of err: the lenient parser might accept a candidate with a flaw, so
// its error says nothing of the reason.
func Message(flaw scan.Flaw, err *rfc1738.Error) string {
	if meaning, ok := meanings[flaw]; ok {
		return meaning
	}
	return err.Error()
}
