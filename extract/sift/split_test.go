package sift

import (
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/corpus"
	"github.com/urlsift/urlsift/scan"
)

func TestATextIsSplitAfterItsLastBlankLine(t *testing.T) {
	for before, want := range map[string]int{
		"a\n\nb\n":              3,
		"a\n\nb\r\n\r\nc\n":     8,
		"a\r\n\r\nb\n":          5,
		"a\n\nb\n\n[Page 1]":    0,
		"a\nb":                  0,
		"http://a.example/\n\n": 19,
	} {
		require.Equal(t, want, lastSplit([]byte(before+strings.Repeat("y\n", longestBreak))), before)
	}
}

// Each stretch of text is searched only once for a match, regardless of the number of
// blank lines: in much less time than ten searches.
func TestSplittingLooksAtTextAFewTimes(t *testing.T) {
	text := corpus.Worst("blank-lines", 128<<10)
	began := time.Now()
	for range 10 {
		require.NotNil(t, unsplittable.FindAll(text, -1))
	}
	once := time.Since(began)
	began = time.Now()
	require.Zero(t, lastSplit(text))
	require.Less(t, time.Since(began), once)
}

// The parts divided at lastSplit have the same candidates as the whole.
func FuzzPartsOfASplitTextAreTheWhole(f *testing.F) {
	extracts, err := corpus.Extracts()
	require.NoError(f, err)
	for i := range len(extracts) - 1 {
		f.Add(extracts[i].Text, extracts[i+1].Text, uint16(i))
	}
	f.Fuzz(func(t *testing.T, before, after string, padding uint16) {
		if len(before)+len(after) > 1<<12 {
			return
		}
		pad := strings.Repeat("x\n", int(padding)%2000)
		text := pad + before + "\n\n" + after + strings.Repeat("y\n", longestBreak)
		at := lastSplit([]byte(text))
		if at == 0 {
			return
		}
		want, _ := candidates(t, text)
		got, lines := candidates(t, text[:at])
		rest, _ := candidates(t, text[at:])
		for _, c := range rest {
			c.Start, c.End, c.Line = c.Start+int64(at), c.End+int64(at), c.Line+lines
			got = append(got, c)
		}
		require.Equal(t, want, got)
	})
}

// candidates returns the candidates in a text, without their folds, the text before them
// and how they were found, and the number of its line breaks.
func candidates(t *testing.T, text string) (list []scan.Candidate, lines int) {
	s := scan.NewScanner(strings.NewReader(text), scan.Config{MaxURL: 300, Lines: true})
	for {
		found, err := s.Next()
		if err == io.EOF {
			return list, s.LineBreaks()
		}
		require.NoError(t, err)
		c := *found
		c.Text, c.Folds, c.Before, c.Plain = []byte(string(c.Text)), nil, nil, false
		list = append(list, c)
	}
}
