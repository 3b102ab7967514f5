package main

import (
	"encoding/csv"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/cmd/internal/output"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/corpus"
)

// A table has for each URL what its JSON has, whatever stands in the text, and a reader of CSV reads it.
func TestTablesSayWhatJSONSays(t *testing.T) {
	extracts, err := corpus.Extracts()
	require.NoError(t, err)
	text := "Subject: \"x\"\nMessage-ID: < a,\"b\tc>\n\n<http://h/\",,\"\x1b> \n"
	for _, e := range extracts {
		text += e.Text + "\n\n"
	}
	objects, _, _ := sift(t, text, "--json")
	table, _, _ := sift(t, text, "--csv")
	tabs, _, _ := sift(t, text, "--tsv")
	rows, err := csv.NewReader(strings.NewReader(table)).ReadAll()
	require.NoError(t, err)
	require.Equal(t, strings.Split(output.Columns, ","), rows[0])
	lines := strings.Split(strings.TrimSuffix(tabs, "\n"), "\n")
	require.Equal(t, len(rows), len(lines))

	n := 1
	for object := range strings.Lines(objects) {
		var r struct {
			URL, Kind        string
			Strict           bool
			Start, End, Line int
			Source           struct {
				ID   string `json:"message_id"`
				Date string
			}
		}
		require.NoError(t, json.Unmarshal([]byte(object), &r))
		require.Equal(t, []string{
			string(printable.AppendURL(nil, []byte(r.URL))), r.Kind, strconv.FormatBool(r.Strict), "-", strconv.Itoa(r.Line),
			strconv.Itoa(r.Start), strconv.Itoa(r.End), printable.Text(r.Source.ID), r.Source.Date,
		}, rows[n])
		require.Equal(t, rows[n], strings.Split(lines[n], "\t"))
		n++
	}
	require.Equal(t, n, len(rows))
	require.Greater(t, n, 100)
}
