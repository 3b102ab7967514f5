package rfc1738

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/internal/testkit"
)

// taken returns the bytes that the automaton accepts at a place.
var taken = map[*place][]byte{}

func (o *oracle) takes(p *place) []byte {
	bytes, known := taken[p]
	if !known {
		for b := range 256 {
			if len(o.after(p, byte(b)).states) > 0 {
				bytes = append(bytes, byte(b))
			}
		}
		taken[p] = bytes
	}
	return bytes
}

// derive appends to text random bytes that the automaton accepts from a place on, up to a
// length at which it stops as soon as possible.
func (o *oracle) derive(random *rand.Rand, text []byte, p *place, length int) []byte {
	for !p.accepts || len(text) < length {
		can := o.takes(p)
		if len(can) == 0 || len(text) > 4*length+100 {
			return text
		}
		b := can[random.IntN(len(can))]
		text = append(text, b)
		p = o.after(p, b)
	}
	return text
}

// mutate changes a few bytes of text, mostly to bytes with a meaning in URLs.
func mutate(random *rand.Rand, text []byte) []byte {
	const special = "/:?#@;%=&.-+_~[]!*'(),$\"<> \\|^`{}aAzZ019"
	for range random.IntN(4) {
		b := special[random.IntN(len(special))]
		if random.IntN(8) == 0 {
			b = byte(random.IntN(256))
		}
		at := random.IntN(len(text) + 1)
		switch random.IntN(4) {
		case 0:
			text = append(text[:at], append([]byte{b}, text[at:]...)...)
		case 1:
			if at < len(text) {
				text[at] = b
			}
		case 2:
			if at < len(text) {
				text = append(text[:at], text[at+1:]...)
			}
		case 3:
			from := random.IntN(at + 1)
			text = append(text[:at], append([]byte(string(text[from:at])), text[at:]...)...)
		}
	}
	return text
}

// The parser agrees with the automaton made of the RFC's text on texts derived at random,
// and on mutations of them.
//
//ci:part
func TestParserIsTheGrammarOnDerivations(t *testing.T) {
	part, parts := testkit.Part()
	random := rand.New(rand.NewPCG(17, uint64(38+part)))
	var valid int
	derivations := testkit.Times(1_500, 10_000_000) / parts
	for i := range derivations {
		s := random.IntN(len(predefined) + 1)
		name := "x-some"
		p := theOracle().starts[""]
		if s < len(predefined) {
			name = predefined[s].Name
			p = theOracle().starts[name]
		}
		for k := range len(name) {
			p = theOracle().after(p, name[k])
		}
		text := theOracle().derive(random, []byte(name), p, random.IntN(60))
		if i%4 > 0 {
			text = mutate(random, text)
		}
		longest, viable := theOracle().judge(string(text))
		_, err := Parse(string(text))
		require.Equal(t, longest == len(text), err == nil, "%q: %v", text, err)
		if err == nil {
			valid++
			continue
		}
		var e *Error
		require.True(t, errors.As(err, &e))
		require.Equal(t, viable, e.Offset, "%q: %v", text, err)
	}
	t.Logf("%d strings, of which %d are URLs", derivations, valid)
	require.Greater(t, valid, derivations/4)
	require.Greater(t, derivations-valid, derivations/4)
}
