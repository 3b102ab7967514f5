package unpack

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"io"
	"iter"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// zipped returns a text in a number of layers of gzip.
func zipped(t testing.TB, text string, layers int) []byte {
	data := []byte(text)
	for range layers {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, err := w.Write(data)
		require.NoError(t, err)
		require.NoError(t, w.Close())
		data = b.Bytes()
	}
	return data
}

// within returns the output of an Unpacker, and whether the input was packed.
func within(entries iter.Seq2[Entry, error]) (texts []string, failure error, packed bool) {
	for e, err := range entries {
		if err != nil {
			failure = err
			continue
		}
		text, err := io.ReadAll(e)
		if err != nil {
			failure = err
		}
		texts = append(texts, string(text))
		packed = e.Packed
	}
	return texts, failure, packed
}

func TestAnEntryMayBeUnpackedWhileAnotherIsRead(t *testing.T) {
	u := Config{}.New()
	for e, err := range u.All(bytes.NewReader(zipped(t, "outer", 1))) {
		require.NoError(t, err)
		require.True(t, e.Packed)
		for inner, err := range u.Within("", bytes.NewReader(zipped(t, "middle", 2))) {
			require.NoError(t, err)
			texts, err, packed := within(u.Within("", strings.NewReader("inner")))
			require.NoError(t, err)
			require.Equal(t, []string{"inner"}, texts)
			require.False(t, packed)
			text, err := io.ReadAll(inner)
			require.NoError(t, err)
			require.Equal(t, "middle", string(text))
		}
		text, err := io.ReadAll(e)
		require.NoError(t, err)
		require.Equal(t, "outer", string(text))
	}
}

func TestLimitsHoldForAnInputAsAWhole(t *testing.T) {
	t.Run("depth", func(t *testing.T) {
		u := Config{MaxNesting: 4}.New()
		for range u.All(bytes.NewReader(zipped(t, "x", 2))) {
			_, err, _ := within(u.Within("", bytes.NewReader(zipped(t, "x", 2))))
			require.NoError(t, err)
			_, err, _ = within(u.Within("", bytes.NewReader(zipped(t, "x", 3))))
			require.ErrorContains(t, err, "nested deeper than 4 levels")
		}
	})
	t.Run("ratio", func(t *testing.T) {
		bomb := zipped(t, strings.Repeat("\x00", 1<<20), 1)
		u := Config{MaxRatio: 10, RatioFrom: 1}.New()
		input := u.Plain(strings.NewReader(strings.Repeat("mail", 1000)))
		_, err := io.ReadAll(input)
		require.NoError(t, err)
		failed := 0
		for range 100 {
			if _, err, _ := within(u.Within("", bytes.NewReader(bomb))); err != nil {
				require.ErrorContains(t, err, "unpacks to more than 10 times")
				failed++
			}
		}
		require.Greater(t, failed, 90)
		require.Less(t, u.out, int64(headroom*30))
		_, err = io.ReadAll(u.Plain(strings.NewReader("another")))
		require.NoError(t, err)
		_, err, _ = within(u.Within("", bytes.NewReader(bomb)))
		require.NoError(t, err, "of another input")
	})
}

func TestFlateIsReadWhateverItsHeaderIs(t *testing.T) {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, err := w.Write([]byte("text"))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	data := b.Bytes()
	copy(data, "\x48\x89") // a smaller window, as some programs for PDF declare
	for name, data := range map[string][]byte{"whole": data, "without a checksum": data[:len(data)-4],
		"with a line break": append(data, '\n')} {
		texts, err, packed := within(Config{}.New().Within("flate", bytes.NewReader(data)))
		require.NoError(t, err, name)
		require.True(t, packed, name)
		require.Equal(t, []string{"text"}, texts, name)
	}
	for _, data := range []string{"no zlib", "x", "x\x9c", string(data[:5])} {
		_, err, _ = within(Config{}.New().Within("flate", strings.NewReader(data)))
		require.Error(t, err, data)
	}
}

// lzwOf compresses text with codes for single bytes only, or with some for several.
func lzwOf(text string) []byte {
	var b []byte
	var hold, held uint
	put := func(code, bits uint) {
		hold, held = hold<<bits|code, held+bits
		for held >= 8 {
			held -= 8
			b = append(b, byte(hold>>held))
		}
		hold &= 1<<held - 1
	}
	bits, free := uint(9), 258
	table := map[string]uint{}
	put(pdfClear, bits)
	for at := 0; at < len(text); {
		n, code := 1, uint(text[at])
		for k := 2; at+k <= len(text); k++ {
			c, ok := table[text[at:at+k]]
			if !ok {
				break
			}
			n, code = k, c
		}
		put(code, bits)
		if at+n < len(text) {
			table[text[at:at+n+1]] = uint(free)
			free++
		}
		at += n
		switch {
		case free == 4095:
			put(pdfClear, bits)
			bits, free, table = 9, 258, map[string]uint{}
		case free == 1<<bits:
			bits++
		}
	}
	put(pdfEnd, bits)
	put(0, 7)
	return b
}

func TestLZWOfPDFIsReadBack(t *testing.T) {
	example := "\x80\x0b\x60\x50\x22\x0c\x0c\x85\x01" // ISO 32000-1 section 7.4.4.2
	texts, err, _ := within(Config{}.New().Within("lzw", strings.NewReader(example)))
	require.NoError(t, err)
	require.Equal(t, []string{"-----A---B"}, texts)
	for _, text := range []string{"a", strings.Repeat("a", 100_000), clearText(),
		strings.Repeat(clearText(), 3)} {
		texts, err, _ := within(Config{}.New().Within("lzw", bytes.NewReader(lzwOf(text))))
		require.NoError(t, err)
		require.Equal(t, text, texts[0])
	}
}

func FuzzLZWOfPDFNeverPanics(f *testing.F) {
	f.Add(lzwOf("see http://host.example/ and http://host.example/"))
	f.Fuzz(func(t *testing.T, data []byte) {
		within(Config{}.New().Within("lzw", bytes.NewReader(data)))
	})
}
