package rfc1738

import (
	"strings"
)

// A Step is one thing that a URL means to the protocol of its scheme, such as the FTP command "CWD /etc".
//
// Text from the URL is decoded, save that CR, LF and NUL are escaped: sent as they are they could end one command and
// begin another (section 6). Cautions tells whether there are any. The filled-in form of 3.4.9 alone keeps its line ends.
type Step struct {
	// Do is a command of the protocol in capitals, or what the client does, in lower case.
	Do string
	// With is the argument. What the URL leaves to the client stands there in parentheses.
	With string
	// Bare is true if there is no argument, which for FTP is not the same as a null argument.
	Bare bool
}

// String is the step on one line, "CWD /etc". A null argument leaves the blank before it: "CWD ".
func (s Step) String() string {
	if s.Bare {
		return s.Do
	}
	return s.Do + " " + s.With
}

// Means tells what a URL means to the protocol of its scheme, in the order in which a client would do it (3.2 to 3.11).
// It is empty for schemes that the RFC does not define.
func (u URL) Means() []Step {
	if u.scheme == nil || u.scheme.Means == nil {
		return nil
	}
	return u.scheme.Means(u)
}

// connect is the step that the schemes of 3.1 begin with.
func connect(u URL) Step {
	host, _ := u.Part(Host)
	with := lowerASCII(host)
	if port := u.Port(); port != "" {
		with += ":" + port
	}
	return Step{Do: "connect", With: with}
}

// sendable decodes text for a protocol in which CR, LF or NUL would do harm.
func sendable(text string) string { return harmless(decode(text)) }

// harmless escapes CR, LF and NUL.
var harmless = strings.NewReplacer("\r", "%0D", "\n", "%0A", "\x00", "%00").Replace

// sendablePart is a part as sendable gives it.
func (u URL) sendablePart(p Part) (string, bool) {
	text, ok := u.Part(p)
	return sendable(text), ok
}

// meansFTP is 3.2.1 and 3.2.2. A name that is missing is no name: NLST then lists the directory. Without a typecode the
// mode is guessed from the name (3.2.3), so that there is no TYPE.
func meansFTP(u URL) []Step {
	steps := append([]Step{connect(u)}, loginFTP(u)...)
	path, _ := u.Part(Path)
	segments := strings.Split(path, "/")
	cwds, name := segments[:len(segments)-1], sendable(segments[len(segments)-1])
	for _, cwd := range cwds {
		steps = append(steps, Step{Do: "CWD", With: sendable(cwd)})
	}
	typecode, typed := u.Part(Type)
	list := name == "" || strings.EqualFold(typecode, "d")
	switch {
	case list:
		return append(steps, Step{Do: "NLST", With: name, Bare: name == ""})
	case typed:
		steps = append(steps, Step{Do: "TYPE", With: typecode})
	}
	return append(steps, Step{Do: "RETR", With: name})
}

func loginFTP(u URL) []Step {
	user, named := u.sendablePart(User)
	password, ok := u.sendablePart(Password)
	switch {
	case !named:
		user, password = "anonymous", "(e-mail address of the user)"
	case !ok:
		password = "(asked of the user)"
	}
	return []Step{{Do: "USER", With: user}, {Do: "PASS", With: password}}
}

// meansHTTP is 3.3. HTTP sends the URL's own text, escapes and all.
func meansHTTP(u URL) []Step {
	path, _ := u.Part(Path)
	line := "/" + path
	if search, ok := u.Part(Search); ok {
		line += "?" + search
	}
	return []Step{connect(u), {Do: "GET", With: harmless(line)}}
}

// meansGopher is 3.4: what the item is, and the line that is sent for it, without its line end. Without a type it is the
// top directory.
func meansGopher(u URL) []Step {
	gtype, ok := u.sendablePart(Gtype)
	if !ok {
		gtype = "1"
	}
	steps := []Step{connect(u), {Do: "type", With: gtype}}
	line, _ := u.sendablePart(Selector)
	if line != "" {
		steps = append(steps, Step{Do: "selector", With: line})
	}
	search, searched := u.sendablePart(Search)
	if search != "" {
		steps = append(steps, Step{Do: "search", With: search})
	}
	if searched {
		line += "\t" + search
	}
	if plus, ok := u.Part(GopherPlus); ok {
		return append(steps, meansGopherPlus(line, plus)...)
	}
	return append(steps, Step{Do: "send", With: line})
}

// meansGopherPlus is 3.4.4 to 3.4.9, for an item whose selector and search are line.
func meansGopherPlus(line, plus string) []Step {
	text := sendable(plus)
	send := Step{Do: "send", With: line + "\t" + text}
	if isForm(plus) {
		// 3.4.9 shows the selector, a tab and the form: an empty search and its tab are not sent.
		send.With = strings.TrimSuffix(line, "\t") + "\t" + decode(plus)
		return []Step{{Do: "form", With: "(filled in)"}, send}
	}
	switch {
	case text == "?":
		return []Step{
			{Do: "fetch", With: "+ASK"},
			{Do: "send", With: line + "\t!+ASK"},
			{Do: "form", With: "(filled in by the user, and sent with the selector)"},
		}
	case text == "!":
		return []Step{{Do: "attributes", With: "(all of the item)"}, send}
	case text == "$":
		return []Step{{Do: "attributes", With: "(all of all items in the directory)"}, send}
	case strings.HasPrefix(text, "!"):
		return []Step{{Do: "attributes", With: text[1:]}, send}
	case strings.HasPrefix(text, "$"):
		return []Step{{Do: "attributes", With: text[1:] + " (of all items in the directory)"}, send}
	case text == "+":
		return []Step{{Do: "view", With: "(default)"}, send}
	case strings.HasPrefix(text, "+"):
		view, language, ok := strings.Cut(text[1:], " ")
		steps := []Step{{Do: "view", With: view}}
		if ok {
			steps = append(steps, Step{Do: "language", With: language})
		}
		return append(steps, send)
	}
	return []Step{send}
}

// isForm is true for a Gopher+ string that is exactly a filled-in form (3.4.9):
//
//	+%091%0D%0A+-1%0D%0A<ask_item1_value>%0D%0A<ask_item2_value>%0D%0A.%0D%0A
func isForm(plus string) bool {
	text, ok := strings.CutPrefix(decode(plus), "+\t1\r\n+-1\r\n")
	if !ok || strings.ContainsAny(plus, "\t\r\n") {
		return false
	}
	text, ok = strings.CutSuffix(text, ".\r\n")
	if !ok || text != "" && !strings.HasSuffix(text, "\r\n") || strings.IndexByte(text, 0) >= 0 {
		return false
	}
	for value := range strings.SplitSeq(text, "\r\n") {
		if value == "." || strings.ContainsAny(value, "\r\n") {
			return false
		}
	}
	return true
}

// meansMailto is 3.5.
func meansMailto(u URL) []Step {
	address, _ := u.sendablePart(Address)
	return []Step{{Do: "mail", With: address}}
}

// meansNews is 3.6.
func meansNews(u URL) []Step {
	var steps []Step
	if _, ok := u.Part(Host); ok {
		steps = append(steps, connect(u))
	}
	if article, ok := u.sendablePart(Article); ok {
		return append(steps, Step{Do: "article", With: "<" + article + ">"})
	}
	group, ok := u.sendablePart(Group)
	if !ok || group == "*" {
		return append(steps, Step{Do: "groups", With: "(all that are available)"})
	}
	return append(steps, Step{Do: "group", With: group})
}

// meansNNTP is 3.7, in the commands of RFC 977.
func meansNNTP(u URL) []Step {
	group, _ := u.sendablePart(Group)
	steps := []Step{connect(u), {Do: "GROUP", With: group}}
	if number, ok := u.Part(Number); ok {
		steps = append(steps, Step{Do: "ARTICLE", With: number})
	}
	return steps
}

// meansTelnet is 3.8: user and password are advice to the person at the terminal.
func meansTelnet(u URL) []Step {
	steps := []Step{connect(u)}
	if user, ok := u.sendablePart(User); ok {
		steps = append(steps, Step{Do: "suggest user", With: user})
	}
	if password, ok := u.sendablePart(Password); ok {
		steps = append(steps, Step{Do: "suggest password", With: password})
	}
	return steps
}

// meansWAIS is 3.9. The wpath is opaque: it goes back to the server that issued it.
func meansWAIS(u URL) []Step {
	database, _ := u.sendablePart(Database)
	steps := []Step{connect(u), {Do: "database", With: database}}
	if search, ok := u.sendablePart(Search); ok {
		return append(steps, Step{Do: "search", With: search})
	}
	if wtype, ok := u.sendablePart(Wtype); ok {
		wpath, _ := u.sendablePart(Wpath)
		return append(steps, Step{Do: "document type", With: wtype}, Step{Do: "document", With: wpath})
	}
	return steps
}

// meansFile is 3.10.
func meansFile(u URL) []Step {
	host, _ := u.Part(Host)
	if host == "" || strings.EqualFold(host, "localhost") {
		host = "(this machine)"
	}
	path, _ := u.sendablePart(Path)
	return []Step{{Do: "host", With: host}, {Do: "file", With: path}}
}

// meansProspero is 3.11. A "/" in the hsoname means nothing to the client.
func meansProspero(u URL) []Step {
	hsoname, _ := u.sendablePart(HSOName)
	steps := []Step{connect(u), {Do: "hsoname", With: hsoname}}
	fields, _ := u.Part(Fields)
	for field := range strings.SplitSeq(strings.TrimPrefix(fields, ";"), ";") {
		if name, value, ok := strings.Cut(field, "="); ok {
			steps = append(steps, Step{Do: "field", With: sendable(name) + "=" + sendable(value)})
		}
	}
	return steps
}
