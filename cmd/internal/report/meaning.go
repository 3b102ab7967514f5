package report

// meanings explains each kind of deviation.
var meanings = map[string]string{
	"tilde":               `a "~", which RFC 1738 requires to be written %7E`,
	"national":            `another character reserved for national use: { } | \ ^ [ ] or a backtick`,
	"space":               `a blank`,
	"control":             `a control character`,
	"non-ascii":           `a character that is not ASCII`,
	"bare-percent":        `a "%" without two hexadecimal digits after it`,
	"query-slash":         `"/" or "?" after the "?" of a search`,
	"search-without-path": `a "?" right after the host, without a "/" between them`,
	"userinfo":            `a user or a password in a scheme that allows neither`,
	"userinfo-char":       `a second ":" or "@" before the host`,
	"underscore-host":     `a "_" in the name of the host`,
	"reg-name":            `a host whose labels are not valid in a domain name`,
	"empty-port":          `a ":" without a port after it`,
	"ipv6":                `an IPv6 address in brackets`,
	"param":               `a ";" in a segment of the path`,
	"reserved":            `another reserved character, which the scheme does not allow`,
	"case":                `a letter in the wrong case`,
	"file-local":          `"file:/" without the two slashes before a host`,
	"file-webdav":         `a port after "@" in a file's host, as Windows writes it for WebDAV`,
	"hash":                `a second "#"`,
	"file-drive":          `a drive letter instead of the host`,
	"news-server":         `a server in a news URL`,
	"news-group":          `a newsgroup that does not begin with a letter, or has wildcards or escapes`,
	"mailto-empty":        `no address`,
	"root-dot":            `a dot after the last label of the host`,
}

// kindMeanings explains each way to delimit a URL.
var kindMeanings = map[string]string{
	"wrapped":   "in a wrapper, as RFC 1738's appendix recommends: <URL:http://host.example/>",
	"angle":     "in angle brackets: <http://host.example/>",
	"prefixed":  "after URL: without brackets",
	"quoted":    "between double quotes",
	"bare":      "bare, without delimiters",
	"attribute": "the value of an HTML attribute",
}

// whyMeanings explains what each reason for a reading leaves open.
var whyMeanings = map[string]string{
	"hyphen": "A line breaks right after a hyphen. The URL keeps the hyphen; in the reading, whoever " +
		"broke the line added it.",
	"space": "A wrapper has a blank in the middle of a line. The URL drops it, as RFC 1738 says; " +
		"the reading has %20. Or “ at ” is written for “@”.",
	"soft-break": "A line breaks after “=”, as in quoted-printable. The reading or the URL drops it.",
	"stars": "There is a “**”, which Gmail once wrote where a long URL may be broken. The reading " +
		"drops it.",
	"next-line": "A bare URL reaches the end of its line, and the next line looks like the rest of it. " +
		"The reading joins them.",
}

var outcomeNames = [numOutcomes]string{
	asFound: "only the URL as found",
	other:   "only a reading",
	both:    "both",
	neither: "neither",
}
