package urljson

// A simpleScheme is what is written around the parts of a simple URL, as [extract.Result.Simple] reports it: of a URL that has nothing
// after its host but a "/" and a path. A fuzz target compares these parts with those of the parser.
type simpleScheme struct {
	prefix string // of the URL
	parts  string // before the host
}

var simpleSchemes = func() (all [4]simpleScheme) {
	for i, name := range []string{"http", "https", "ftp", "gopher"} {
		all[i] = simpleScheme{name + "://", `,"parts":{"scheme":"` + name + `","host":"`}
	}
	return all
}()

// simpleSchemeOf returns the scheme of a simple URL.
func simpleSchemeOf(text []byte) (s *simpleScheme, gopher bool) {
	switch {
	case text[0] == 'g':
		return &simpleSchemes[3], true
	case text[0] == 'f':
		return &simpleSchemes[2], false
	case text[len("http")] == 's':
		return &simpleSchemes[1], false
	}
	return &simpleSchemes[0], false
}

// appendSimpleParts appends ,"parts":{...} for a simple URL whose host ends at an index.
func appendSimpleParts(b, text []byte, host int) []byte {
	scheme, gopher := simpleSchemeOf(text)
	b = append(append(b, scheme.parts...), text[len(scheme.prefix):host]...)
	switch path := text[min(host+1, len(text)):]; {
	case host == len(text):
	case !gopher:
		b = append(append(b, `","path":"`...), path...)
	case len(path) > 0:
		b = append(append(b, `","gtype":"`...), path[0])
		b = append(append(b, `","selector":"`...), path[1:]...)
	}
	return append(b, `"}`...)
}
