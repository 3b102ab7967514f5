package extract

import (
	"bytes"
	"slices"
	"strings"

	"github.com/urlsift/urlsift/internal/octet"
	"github.com/urlsift/urlsift/scan"
)

// judgeGuess makes r the result for a place without a scheme, and reports whether it is a
// URL.
func (x *Finder) judgeGuess(c *scan.Candidate, r *Result) bool {
	written := c.Text
	if !c.Whole {
		written = trim(c.Text, c.Before)
	}
	if c.Guess&(scan.GuessDomain|scan.GuessWWW) != 0 && bytes.HasSuffix(written, []byte("**")) {
		written = bytes.TrimRight(written, "*") // the end of bold text in Markdown, which may begin anywhere
	}
	if c.Guess == scan.GuessDomain && !c.Restored && !leadsToPage(written) {
		return false
	}
	if len(written) < len(c.Text) || len(c.Folds) > 0 {
		r.End = c.Offset(len(written)-1) + 1
	}
	x.scratch = appendGuess(x.scratch[:0], c.Guess, written)
	x.text, x.folds, r.Guessed = x.scratch, nil, c.Guess
	_, path, _ := bytes.Cut(written, []byte(":"))
	r.relative = !bytes.HasPrefix(path, []byte("/"))
	return x.parse(r) == nil
}

// leadsToPage reports whether the text after a host can be the path of a page. It is a
// function in "is.na/is.nan()", a protocol in "host.example:53/udp", another name of the
// host in "host.example/10.0.0.1" and "a.host.example/b.host.example", and a pattern in
// "host.example/.*x".
func leadsToPage(written []byte) bool {
	host, path, _ := bytes.Cut(written, []byte("/"))
	host, _, port := bytes.Cut(host, []byte(":"))
	if len(path) == 0 {
		// not "main.py/"
		return genericDomains[strings.ToLower(string(host[bytes.LastIndexByte(host, '.')+1:]))]
	}
	if port && (string(path) == "tcp" || string(path) == "udp") || bytes.HasSuffix(path, []byte("()")) ||
		bytes.HasPrefix(path, []byte(".*")) {
		return false
	}
	name, _, _ := bytes.Cut(path, []byte("/"))
	name, _, _ = bytes.Cut(name, []byte(":"))
	if !knownHost(name) {
		return true
	}
	name = bytes.TrimSuffix(name, []byte("."))
	last := name[bytes.LastIndexByte(name, '.')+1:]
	first, _, _ := bytes.Cut(name, []byte("."))
	return !('0' <= last[0] && last[0] <= '9') && !bytes.HasSuffix(host, append([]byte("."), last...)) &&
		!bytes.HasPrefix(host, append(first, '.'))
}

// genericDomains are the top-level domains that are neither of countries nor suffixes of
// files.
var genericDomains = octet.Words("com net org edu gov mil int example")

// appendGuess appends the URL meant by written, which has no scheme.
func appendGuess(b []byte, kind scan.Guess, written []byte) []byte {
	switch kind {
	case scan.GuessMail:
		b = append(b, "mailto:"...)
		return append(b, bytes.ReplaceAll(written, []byte("%"), []byte("%25"))...) // (3.5)
	case scan.GuessHostPath:
		host, path, _ := bytes.Cut(written, []byte(":"))
		return append(append(append(append(b, "ftp://"...), host...), '/'),
			bytes.TrimPrefix(path, []byte("/"))...)
	}
	if hasName(written, "ftp") && bytes.IndexByte(written, '.') <= len("ftp99") {
		return append(append(b, "ftp://"...), written...)
	}
	return append(append(b, "http://"...), written...)
}

// isMeant reports whether a guess is meant as a URL, according to the name of its host or
// its address, and to the text before it.
func (x *Finder) isMeant(c *scan.Candidate) bool {
	const before = 40
	name, kind := c.Text, c.Guess
	switch kind {
	case scan.GuessMail:
	case scan.GuessHostPath:
		name, _, _ = bytes.Cut(name, []byte(":"))
	default:
		if i := bytes.IndexAny(name, "/?#:"); i >= 0 {
			name = name[:i]
		}
	}
	if slices.ContainsFunc(c.Folds, func(f scan.Fold) bool { return f.Notation && f.At <= len(name) }) {
		kind &= scan.GuessMail // a disguise shows that it is meant
		name, _, _ = bytes.Cut(name, []byte(":"))
	}
	return means(kind, x.scanner.Before(before), name)
}

// means reports whether a name without a scheme is meant as a host or an address.
func means(kind scan.Guess, before, name []byte) bool {
	switch kind {
	case scan.GuessWWW:
		return bytes.Count(name, []byte(".")) > 1 && knownHost(name) &&
			!(hasName(name, "www") && namesServer(before))
	case scan.GuessHostPath:
		user, host, found := bytes.Cut(name, []byte("@"))
		if !found {
			user, host = nil, name
		}
		return plainHost(host) && !servesVersions(host) && !strings.EqualFold(string(user), "root") &&
			!copies(before)
	case scan.GuessMail:
		local, host, _ := bytes.Cut(name, []byte("@"))
		return knownHost(host) && !messageID(local, before)
	case scan.GuessDomain:
		return pageHost(name) && !goesOn(before)
	}
	return knownHost(name)
}

// servesVersions reports whether the name of a host is typical of a version control
// system. A path after its ":" is not a file on an FTP server.
func servesVersions(host []byte) bool {
	names := []string{"cvs.", "svn.", "git.", "hg.", "github.", "gitlab.", "bitbucket."}
	return slices.ContainsFunc(names, func(name string) bool { return hasName(host, name) })
}

// copies reports whether the line before a host and path begins with a command whose
// arguments are not on an FTP server: "mount host.example:/a".
func copies(before []byte) bool {
	line := before[bytes.LastIndexByte(before, '\n')+1:]
	first, _, _ := bytes.Cut(bytes.TrimLeft(line, " \t>#$%|"), []byte(" "))
	return slices.Contains([]string{"mount", "umount", "sshfs", "scp", "rsync", "rcp"}, string(first))
}

// namesServer reports whether the text before a host makes it the name of a server in a
// protocol, its settings or a program: "Host: www.host.example", "Received: from
// www.host.example", "connect('www.host.example'".
func namesServer(before []byte) bool {
	lead := bytes.TrimRight(before, " \t\"'")
	if n := len(lead); n > 1 && n < len(before) && lead[n-1] == '(' && octet.Alnum[lead[n-2]] &&
		before[n] != ' ' {
		return true
	}
	lead = bytes.ToLower(lead)
	for _, word := range []string{"servername", "serveralias", "virtualhost", "received: from", ") by",
		":authority"} {
		if bytes.HasSuffix(lead, []byte(word)) {
			return true
		}
	}
	switch string(lead[bytes.LastIndexAny(lead, " \t\n$#>")+1:]) {
	case "dig", "nslookup", "ping", "traceroute", "(dns", "(host":
		return true
	}
	name := bytes.TrimRight(lead, " \t\"'=:")
	return len(name) < len(lead) && (bytes.HasSuffix(name, []byte("host")) ||
		bytes.HasSuffix(name, []byte("hostname")))
}

// messageID reports whether the text before the "@" of an address makes it the identifier
// of a message, or the address of another service: after words such as "In article <" and
// "xmpp:", or, if it looks generated, in angle brackets without a name before them.
func messageID(local, before []byte) bool {
	angle := bytes.HasSuffix(before, []byte("<"))
	if angle && bytes.HasSuffix(bytes.TrimRight(before[:len(before)-1], " \t\r\n"), []byte(">")) {
		return madeUp(local) // after another identifier
	}
	lead := bytes.TrimRight(before, "<>\\ \t\r\n|:+=")
	word := strings.ToLower(strings.TrimLeft(string(lead[bytes.LastIndexAny(lead, " \t\r\n>|:+=(")+1:]), "]"))
	switch word {
	case "article", "articles", "message", "message-id", "references", "in-reply-to", "msgid", "id", "msg",
		"content-id", "xmpp", "sip", "sips", "acct":
		return true
	case "in", "from", "to", "":
		return angle && madeUp(local)
	}
	last := lead[len(lead)-1]
	return angle && madeUp(local) && !octet.Alnum[last] && bytes.IndexByte([]byte(`"')].`), last) < 0
}

// madeUp reports whether a local part looks generated: it has many digits, or digits
// between letters of either case.
func madeUp(local []byte) bool {
	var digits, changes int
	var upper, lower bool
	for i, b := range local {
		switch {
		case '0' <= b && b <= '9':
			digits++
		case 'A' <= b && b <= 'Z':
			if i > 0 && octet.Alnum[local[i-1]] && !('A' <= local[i-1] && local[i-1] <= 'Z') {
				changes++
			}
			upper = true
		case 'a' <= b && b <= 'z':
			lower = true
		}
	}
	return digits >= 8 || digits > 0 && upper && lower && changes > 0 ||
		digits >= 4 && upper && !lower && len(local) >= 16 || bytes.IndexByte(local, '$') >= 0
}

// goesOn reports whether the text before a host makes the host part of something else: a
// name and ":" or "=", a command for directories, a word and a hyphen, or a line that
// ends in a hyphen, in the "/" of a path or in part of a host.
func goesOn(before []byte) bool {
	if len(before) == 0 {
		return false
	}
	switch last := before[len(before)-1]; last {
	case ' ':
		for _, command := range []string{"cd ", "ls ", "mkdir "} {
			if before, ok := bytes.CutSuffix(before, []byte(command)); ok &&
				(len(before) == 0 || !octet.Alnum[before[len(before)-1]]) {
				return true
			}
		}
		word := bytes.TrimRight(before, " ")
		if endsInHyphen(word) {
			return true
		}
		if bytes.HasSuffix(word, []byte(".")) {
			word = word[bytes.LastIndexAny(word, " \t\n\"'(<")+1:]
			if bytes.Contains(word, []byte("://")) || bytes.EqualFold(word, []byte("www.")) {
				return true // "http://www. host.example/x"
			}
		}
	case '\'':
		if token := before[bytes.LastIndexAny(before, " \t\n")+1:]; bytes.Contains(token, []byte("://")) {
			return true // after a URL that ends at the apostrophe
		}
	case '\r', '\n':
		if rest, soft := bytes.CutSuffix(bytes.TrimRight(before, "\r\n"), []byte("=")); soft &&
			len(rest) > 0 && octet.Alnum[rest[len(rest)-1]] {
			return true // after a soft break of quoted-printable
		}
	case ':', '=':
		return !bytes.HasSuffix(bytes.ToLower(before), []byte("url:"))
	}
	line := bytes.LastIndexByte(before, '\n')
	if line < 0 || len(bytes.Trim(before[line:], "\n \t>|:#*")) > 0 {
		return false
	}
	last := bytes.TrimRight(before[:line], " \t\r")
	if bytes.HasSuffix(last, []byte("/")) && !bytes.HasSuffix(last, []byte("//")) || endsInHyphen(last) {
		return true
	}
	token := last[bytes.LastIndexAny(last, " \t\n")+1:]
	host, dot := bytes.CutSuffix(token, []byte("."))
	return dot && (bytes.Contains(host, []byte("://")) || hasName(host, "ftp.") || hasName(host, "www."))
}

// endsInHyphen reports whether text ends in a word and one or two hyphens.
func endsInHyphen(text []byte) bool {
	word := bytes.TrimRight(text, "-")
	n := len(text) - len(word)
	return 0 < n && n < 3 && len(word) > 0 && octet.Alnum[word[len(word)-1]]
}
