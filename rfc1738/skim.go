package rfc1738

// What a byte is to Skim.
const (
	skimStops  = iota // Skim cannot tell
	skimXchar         // uchar, "/", or what hsegment, fsegment and search have as well
	skimTilde         // tolerated
	skimQuery         // the "?" of an httpurl
	skimEscape        // "%"
)

var skimClass = newSkimClass()

func newSkimClass() *[256]uint8 {
	var class [256]uint8
	for _, b := range []byte(uchar + "/:@&=") {
		class[b] = skimXchar
	}
	class['~'], class['?'], class['%'] = skimTilde, skimQuery, skimEscape
	return &class
}

// Skim tells quickly of most URLs that people write whether they are strict, which is that [Parse] accepts them, or only
// tolerated, which is that [Lenient] does. Where known is false it cannot tell, and one of these has to. It allocates nothing.
//
// It reads httpurl, ftpurl, and genericurls of the scheme https, with a hostname, a port of digits, and a path of uchars.
func Skim(text []byte) (strict, known bool) {
	pos, query := 0, true
	switch {
	case len(text) > 7 && string(text[:7]) == "http://":
		pos = 7
	case len(text) > 8 && string(text[:8]) == "https://":
		pos = 8
	case len(text) > 6 && string(text[:6]) == "ftp://":
		pos, query = 6, false
	default:
		return false, false
	}
	if pos = skimHostport(text, pos); pos < 0 {
		return false, false
	}
	if pos == len(text) {
		return true, true
	}
	if text[pos] != '/' {
		return false, false
	}
	return skimPath(text, pos, query)
}

// skimPath reads a path and a search, which begin at pos.
func skimPath(text []byte, pos int, query bool) (strict, known bool) {
	strict = true
	for ; pos < len(text); pos++ {
		switch skimClass[text[pos]] {
		case skimXchar:
		case skimTilde:
			strict = false
		case skimQuery:
			known = query && skimSearch(text, pos+1, &strict)
			return strict && known, known
		case skimEscape:
			if pos+2 >= len(text) || !hexSet[text[pos+1]] || !hexSet[text[pos+2]] {
				return false, false
			}
			pos += 2
		default:
			return false, false
		}
	}
	return strict, true
}

// skimSearch reads what follows the "?" of an httpurl. A "/" in it is left to others.
func skimSearch(text []byte, pos int, strict *bool) bool {
	for ; pos < len(text); pos++ {
		switch b := text[pos]; skimClass[b] {
		case skimXchar:
			if b == '/' {
				return false
			}
		case skimTilde:
			*strict = false
		case skimEscape:
			if pos+2 >= len(text) || !hexSet[text[pos+1]] || !hexSet[text[pos+2]] {
				return false
			}
			pos += 2
		default:
			return false
		}
	}
	return true
}

// skimHostport gives the index after a hostname and its port, which begin at pos, or -1.
func skimHostport(text []byte, pos int) int {
	label := pos
	for ; pos < len(text) && text[pos] != '/' && text[pos] != ':'; pos++ {
		switch b := text[pos]; {
		case b == '.':
			if label == pos || text[label] == '-' || text[pos-1] == '-' {
				return -1
			}
			label = pos + 1
		case !labelSet[b]:
			return -1
		}
	}
	if label == pos || !alphaSet[text[label]] || text[pos-1] == '-' {
		return -1
	}
	if pos < len(text) && text[pos] == ':' {
		digits := pos + 1
		for pos = digits; pos < len(text) && digitSet[text[pos]]; pos++ {
		}
		if pos == digits {
			return -1
		}
	}
	return pos
}
