//go:build long

package old

import "strings"

// Config can ask for places that have no ":". The Scanner then looks for all bytes that can be in such a place, with one look-up
// for each byte of the text. With the zero Config it looks only for ":", which is several times faster.

// newTriggers returns the bytes that reveal places, or nil for ":" alone.
func newTriggers(config *Config) *charset {
	triggers := ":"
	if config.Deobfuscate {
		triggers += "_"
	}
	if config.Deobfuscate && config.Guess != 0 {
		triggers += `[({\`
	}
	for i, trigger := range []string{".", ":", "@", "/"} {
		if config.Guess&(1<<i) != 0 {
			triggers += trigger
		}
	}
	if strings.Trim(triggers, ":") == "" && config.Guess == 0 {
		return nil
	}
	return newCharset(triggers)
}

// nextPlace finds the next candidate if Config asks for places that have no ":". At the end of the input it returns the reader's
// error.
func (s *Scanner) nextPlace() error {
	for {
		i, err := s.trigger()
		if err != nil {
			return err
		}
		if s.place(i) {
			return nil
		}
	}
}

// trigger returns the index of the next byte of triggers. From there on there is room for a whole window.
func (s *Scanner) trigger() (int, error) {
	for {
		i := s.pos
		for i < s.end && !s.triggers[s.buf[i]] {
			i++
		}
		if s.pos = i; i == s.end {
			s.shift(i)
			if !s.has(s.pos) {
				return 0, s.err
			}
			continue
		}
		if len(s.buf)-i < s.window {
			i -= s.shift(i)
		}
		s.pos = i + 1
		return i, nil
	}
}

// place finds the candidate that the byte at index i reveals. It returns false if there is none.
func (s *Scanner) place(i int) bool {
	s.found.Guess = 0
	switch s.buf[i] {
	case ':':
		if s.plain && s.quick(i) || s.candidate(i) {
			return true
		}
	case '_':
		return s.is(i+1, '_') && s.candidate(i)
	}
	return s.guesses != 0 && s.guess(i)
}
