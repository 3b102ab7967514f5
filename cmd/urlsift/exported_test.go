package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/corpus"
)

// notExported holds keys of --json that a database does not have: the bytes of an escaped
// text, and properties of results that are not stored.
var notExported = []string{"raw_base64", "truncated", "incomplete"}

// An export has the same keys as --json, for each text of the corpus.
func TestAnExportHasTheKeysOfJSON(t *testing.T) {
	texts := []corpus.Extract{{Text: "https://h.safelinks.protection.outlook.com/" +
		"?url=http%3A%2F%2Fa.example%2F&data=d http://a.example/#\n"}}
	for _, read := range []func() ([]corpus.Extract, error){corpus.Extracts, corpus.Options, corpus.Mails} {
		list, err := read()
		require.NoError(t, err)
		texts = append(texts, list...)
	}
	dir := t.TempDir()
	for i, of := range texts {
		require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("%05d", i)), []byte(of.Text), 0o666))
	}
	seen := map[string]bool{}
	for i, flags := range [][]string{nil,
		{"--deobfuscate", "--guess=www,host-path,mail,domain", "--iri", "--base=http://h.example/d/"}} {
		db := filepath.Join(t.TempDir(), fmt.Sprint(i))
		said := objects(t, append([]string{"--json", "--unwrap", dir}, flags...)...)
		objects(t, append([]string{"index", "-q", "--db", db, dir}, flags...)...)
		exported := objects(t, "export", "--db", db, "--format", "jsonl")
		said = slices.DeleteFunc(said, func(o map[string]any) bool {
			return o["truncated"] != nil || o["incomplete"] != nil
		})
		require.Len(t, exported, len(said))
		for i, want := range said {
			got := exported[i]
			for key := range want {
				if seen[key] = true; slices.Contains(notExported, key) {
					delete(want, key)
				}
			}
			require.Equal(t, want, had(got, want), "%v", got)
		}
	}
	keys := slices.Sorted(maps.Keys(seen))
	require.Subset(t, keys, strings.Fields("cautions encoded escaped fragment guessed obfuscated "+
		"source.date_field unwrapped written"))
}

// objects returns the objects that a command prints, with nested objects flattened: their
// keys follow a dot.
func objects(t *testing.T, args ...string) (list []map[string]any) {
	var out, said bytes.Buffer
	run(append([]string{"urlsift"}, args...), strings.NewReader(""), &out, &said)
	for d := json.NewDecoder(&out); ; {
		var object map[string]any
		err := d.Decode(&object)
		if err == io.EOF {
			return list
		}
		require.NoError(t, err, &said)
		for _, name := range []string{"source", "attribute"} {
			inner, _ := object[name].(map[string]any)
			delete(object, name)
			for key, value := range inner {
				object[name+"."+key] = value
			}
		}
		if date, ok := object["source.date"].(string); ok {
			at, err := time.Parse(time.RFC3339, date)
			require.NoError(t, err)
			object["source.date"] = at.UTC()
		}
		readings, _ := object["readings"].([]any)
		for _, reading := range readings {
			delete(reading.(map[string]any), "attested")
			delete(reading.(map[string]any), "raw_base64")
		}
		list = append(list, object)
	}
}

// had returns the keys of an object that another object also has.
func had(object, of map[string]any) map[string]any {
	some := map[string]any{}
	for key, value := range object {
		if _, ok := of[key]; ok {
			some[key] = value
		}
	}
	return some
}
