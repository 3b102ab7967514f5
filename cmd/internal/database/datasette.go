package database

import (
	_ "embed"
	"encoding/json"
	"path/filepath"
	"strings"
)

// metadata describes a database called $NAME for Datasette: its tables, views and
// queries. Datasette treats names after ":" in a query as parameters.
//
//go:embed datasette.json
var metadata string

// Metadata returns a metadata file for Datasette, which describes the database in file.
func Metadata(file string) ([]byte, error) {
	c, err := OpenReadOnly(file)
	if err != nil {
		return nil, err
	}
	c.Close()
	name := filepath.Base(file)
	var quoted strings.Builder
	encoder := json.NewEncoder(&quoted)
	encoder.SetEscapeHTML(false)
	err = encoder.Encode(strings.TrimSuffix(name, filepath.Ext(name)))
	// without its quotes and the line feed
	return []byte(strings.ReplaceAll(metadata, "$NAME", quoted.String()[1:quoted.Len()-2])), err
}
