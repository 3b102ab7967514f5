package rfc1738

import (
	"slices"
	"strings"
)

// A Step is one action of a client for a URL, in the protocol of its scheme, such as the
// FTP command "CWD /etc".
//
// Text from the URL is decoded, but CR, LF and NUL stay escaped, since they could end one
// command and begin another (section 6). [URL.Cautions] reports whether the URL has any.
// Only the filled-in form of 3.4.9 has its line ends.
type Step struct {
	// Do is a command of the protocol, in capitals, or an action of the client, in lower
	// case.
	Do string
	// With is the argument, which always comes from the URL.
	With string
	// Bare reports whether the command has no argument. For FTP that is not the same as
	// an empty argument.
	Bare bool
	// Left describes in English the argument that the URL leaves to the client. It is one of
	// the choices below, or empty. If Left is set, With is empty.
	Left string
}

// The choices of a client.
const (
	ChoiceEMail   = "e-mail address of the user"                        // as a password: 3.2.1
	ChoiceAsk     = "asked of the user"                                 // a password: 3.2.1
	ChoiceAll     = "all"                                               // groups, attributes: 3.4.5, 3.4.7, 3.6
	ChoiceDefault = "default"                                           // the default view: 3.4.6
	ChoiceForm    = "filled in by the user, and sent with the selector" // 3.4.9
	ChoiceFilled  = "filled in"                                         // the form, by the URL: 3.4.9
	ChoiceLocal   = "this machine"                                      // 3.10
)

// String returns the step on one line, such as "CWD /etc". A step with an empty argument
// ends in a blank: "CWD ". A choice of the client is in parentheses: "PASS (asked of the
// user)". An argument that begins with "(" has "%28" in its place.
func (s Step) String() string {
	switch {
	case s.Left != "":
		return s.Do + " (" + s.Left + ")"
	case s.Bare:
		return s.Do
	case strings.HasPrefix(s.With, "("):
		return s.Do + " %28" + s.With[1:]
	}
	return s.Do + " " + s.With
}

// Means returns the steps that a client takes for the URL, in order (3.2 to 3.11). It
// returns nil if the RFC does not define the steps of the scheme. For https it returns
// those of http.
func (u URL) Means() []Step {
	if u.scheme == nil || u.scheme.means == nil {
		return nil
	}
	return u.scheme.means(u)
}

// connect returns the first step of the schemes of 3.1, which connect to a host.
func connect(u URL) []Step {
	host, _ := u.Part(PartHost)
	with := lowerASCII(host)
	if port := u.Port(); port != "" {
		with += ":" + port
	}
	return []Step{{Do: "connect", With: with}}
}

// sendable decodes text, except CR, LF and NUL.
func sendable(text string) string { return harmless(decode(text)) }

// harmless escapes CR, LF and NUL.
var harmless = strings.NewReplacer("\r", "%0D", "\n", "%0A", "\x00", "%00").Replace

// sendablePart returns part p in the form of sendable, and reports whether the URL has
// it.
func (u URL) sendablePart(p Part) (string, bool) {
	text, ok := u.Part(p)
	return sendable(text), ok
}

// step returns the step with part p as its argument, or nil if the URL does not have the
// part.
func (u URL) step(do string, p Part) []Step {
	if text, ok := u.sendablePart(p); ok {
		return []Step{{Do: do, With: text}}
	}
	return nil
}

// meansFTP is 3.2.1 and 3.2.2. Without a file name, NLST lists the directory. Without a
// typecode there is no TYPE, since the client guesses the mode from the name (3.2.3).
func meansFTP(u URL) []Step {
	steps := append(connect(u), loginFTP(u)...)
	path, _ := u.Part(PartPath)
	segments := strings.Split(path, "/")
	cwds, name := segments[:len(segments)-1], sendable(segments[len(segments)-1])
	for _, cwd := range cwds {
		steps = append(steps, Step{Do: "CWD", With: sendable(cwd)})
	}
	typecode, typed := u.Part(PartType)
	directory := strings.EqualFold(typecode, "d")
	if typed && !directory {
		steps = append(steps, Step{Do: "TYPE", With: strings.ToUpper(typecode)})
	}
	if directory || name == "" {
		return append(steps, Step{Do: "NLST", With: name, Bare: name == ""})
	}
	return append(steps, Step{Do: "RETR", With: name})
}

func loginFTP(u URL) []Step {
	user, named := u.sendablePart(PartUser)
	password, ok := u.sendablePart(PartPassword)
	switch {
	case !named:
		return []Step{{Do: "USER", With: "anonymous"}, {Do: "PASS", Left: ChoiceEMail}}
	case !ok:
		return []Step{{Do: "USER", With: user}, {Do: "PASS", Left: ChoiceAsk}}
	}
	return []Step{{Do: "USER", With: user}, {Do: "PASS", With: password}}
}

// meansHTTP is 3.3. HTTP sends the URL's own text, escapes and all.
func meansHTTP(u URL) []Step {
	path, _ := u.Part(PartPath)
	line := "/" + path
	if search, ok := u.Part(PartSearch); ok {
		line += "?" + search
	}
	return append(connect(u), Step{Do: "GET", With: harmless(line)})
}

// meansGopher is 3.4. The steps name the type of the item and the line to send for it,
// without its line end. Without a type the item is the top directory.
func meansGopher(u URL) []Step {
	gtype, ok := u.sendablePart(PartGtype)
	if !ok {
		gtype = "1"
	}
	steps := append(connect(u), Step{Do: "type", With: gtype})
	line, _ := u.sendablePart(PartSelector)
	if line != "" {
		steps = append(steps, Step{Do: "selector", With: line})
	}
	search, searched := u.sendablePart(PartSearch)
	if search != "" {
		steps = append(steps, Step{Do: "search", With: search})
	}
	if searched {
		line += "\t" + search
	}
	if plus, ok := u.Part(PartGopherPlus); ok {
		return append(steps, meansGopherPlus(line, plus)...)
	}
	return append(steps, Step{Do: "send", With: line})
}

// meansGopherPlus is 3.4.4 to 3.4.9, for an item whose selector and search are line.
func meansGopherPlus(line, plus string) []Step {
	text := sendable(plus)
	send := Step{Do: "send", With: line + "\t" + text}
	if isForm(plus) {
		// 3.4.9 shows the selector, a tab and the form: an empty search and its tab are
		// not sent.
		send.With = strings.TrimSuffix(line, "\t") + "\t" + decode(plus)
		return []Step{{Do: "form", Left: ChoiceFilled}, send}
	}
	switch {
	case text == "?":
		return []Step{
			{Do: "fetch", With: "+ASK"},
			{Do: "send", With: line + "\t!+ASK"},
			{Do: "form", Left: ChoiceForm},
		}
	case text == "!":
		return []Step{{Do: "attributes", Left: ChoiceAll}, send}
	case text == "$":
		return []Step{{Do: "directory attributes", Left: ChoiceAll}, send}
	case strings.HasPrefix(text, "!"):
		return []Step{{Do: "attributes", With: text[1:]}, send}
	case strings.HasPrefix(text, "$"):
		return []Step{{Do: "directory attributes", With: text[1:]}, send}
	case text == "+":
		return []Step{{Do: "view", Left: ChoiceDefault}, send}
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

// isForm reports whether a Gopher+ string is exactly a filled-in form (3.4.9):
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
func meansMailto(u URL) []Step { return u.step("mail", PartAddress) }

// meansNews is 3.6.
func meansNews(u URL) []Step {
	var steps []Step
	if _, ok := u.Part(PartHost); ok {
		steps = connect(u)
	}
	if article, ok := u.sendablePart(PartArticle); ok {
		return append(steps, Step{Do: "article", With: "<" + article + ">"})
	}
	group, ok := u.sendablePart(PartGroup)
	if !ok || group == "*" {
		return append(steps, Step{Do: "groups", Left: ChoiceAll})
	}
	return append(steps, Step{Do: "group", With: group})
}

// meansNNTP is 3.7, in the commands of RFC 977.
func meansNNTP(u URL) []Step {
	return slices.Concat(connect(u), u.step("GROUP", PartGroup), u.step("ARTICLE", PartNumber))
}

// meansTelnet is 3.8: user and password are advice to the person at the terminal.
func meansTelnet(u URL) []Step {
	return slices.Concat(connect(u), u.step("suggest user", PartUser), u.step("suggest password", PartPassword))
}

// meansWAIS is 3.9. The wpath is opaque: it goes back to the server that issued it.
func meansWAIS(u URL) []Step {
	return slices.Concat(connect(u), u.step("database", PartDatabase), u.step("search", PartSearch),
		u.step("document type", PartWtype), u.step("document", PartWpath))
}

// meansFile is 3.10.
func meansFile(u URL) []Step {
	host, _ := u.Part(PartHost)
	step := Step{Do: "host", With: host}
	if host == "" || strings.EqualFold(host, "localhost") {
		step = Step{Do: "host", Left: ChoiceLocal}
	}
	return append([]Step{step}, u.step("file", PartPath)...)
}

// meansProspero is 3.11. A "/" in the hsoname has no meaning to the client.
func meansProspero(u URL) []Step {
	steps := append(connect(u), u.step("hsoname", PartHSOName)...)
	fields, _ := u.Part(PartFields)
	for field := range strings.SplitSeq(strings.TrimPrefix(fields, ";"), ";") {
		if name, value, ok := strings.Cut(field, "="); ok {
			steps = append(steps, Step{Do: "field", With: sendable(name) + "=" + sendable(value)})
		}
	}
	return steps
}
