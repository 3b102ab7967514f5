package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"mime/quotedprintable"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// encode writes text as a body in an encoding.
func encode(encoding, text string) string {
	var b strings.Builder
	if encoding == "base64" {
		encoded := base64.StdEncoding.EncodeToString([]byte(text))
		for len(encoded) > 76 {
			b.WriteString(encoded[:76] + "\n")
			encoded = encoded[76:]
		}
		b.WriteString(encoded + "\n")
		return b.String()
	}
	w := quotedprintable.NewWriter(&b)
	io.WriteString(w, text)
	w.Close()
	return strings.ReplaceAll(b.String(), "\r\n", "\n") + "\n"
}

// decode decodes the text at the place of a URL in a file.
func decode(t *testing.T, encoding, raw string) string {
	var r io.Reader = quotedprintable.NewReader(strings.NewReader(raw))
	if encoding == "base64" {
		r = base64.NewDecoder(base64.StdEncoding, strings.NewReader(raw))
	}
	text, err := io.ReadAll(r)
	require.NoError(t, err, raw)
	return string(text)
}

// The text at the place of a result is the text from which it was decoded.
func TestSpansOfEncodedPartsDecodeToTheURL(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	encodings := []string{"quoted-printable", "base64"}
	var box strings.Builder
	for n := range 300 {
		encoding := encodings[n%2]
		url := fmt.Sprintf("http://host%d.example/%s?a=%d&b=%s", r.IntN(1000),
			strings.Repeat("path/", r.IntN(30)), n, strings.Repeat("=x", r.IntN(5)))
		text := strings.Repeat("Wörter und = Zeichen ", r.IntN(20)) + "\n" + url + "\nand more\n"
		fmt.Fprintf(&box, "From joe@a.example Wed May  1 10:00:00 1996\n"+
			"Content-Type: text/plain; charset=utf-8\n")
		fmt.Fprintf(&box, "Content-Transfer-Encoding: %s\n\n%s\n", encoding, encode(encoding, text))
	}
	out, warnings, _ := urlsift(t, box.String(), "--json")
	require.Empty(t, warnings)
	n := 0
	for line := range bytes.Lines([]byte(out)) {
		var result struct {
			URL        string
			Start, End int
		}
		require.NoError(t, json.Unmarshal(line, &result))
		raw, encoding := box.String()[result.Start:result.End], encodings[n%2]
		if encoding == "base64" {
			require.Contains(t, decode(t, encoding, raw), result.URL)
			require.LessOrEqual(t, len(decode(t, encoding, raw)), len(result.URL)+4)
		} else {
			require.Equal(t, result.URL, decode(t, encoding, raw))
		}
		n++
	}
	require.Equal(t, 300, n)
}
