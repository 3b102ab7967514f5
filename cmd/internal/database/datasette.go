package database

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
)

// A page is what Datasette is told of a database, a table, a view or a query.
type page struct {
	Title         string            `json:"title,omitempty"`
	Description   string            `json:"description,omitempty"`
	Hidden        bool              `json:"hidden,omitempty"`
	LabelColumn   string            `json:"label_column,omitempty"`
	SortDesc      string            `json:"sort_desc,omitempty"`
	Facets        []string          `json:"facets,omitempty"`
	Units         map[string]string `json:"units,omitempty"`
	Columns       map[string]string `json:"columns,omitempty"`
	FTSTable      string            `json:"fts_table,omitempty"`
	FTSPrimaryKey string            `json:"fts_pk,omitempty"`
	SQL           string            `json:"sql,omitempty"`
	Tables        map[string]page   `json:"tables,omitempty"`
	Queries       map[string]page   `json:"queries,omitempty"`
}

// pages are the tables and views of a database.
func pages() map[string]page {
	return map[string]page{
		"found": {
			Description: "Each occurrence, with all that is known of it", Facets: []string{"scheme", "domain", "kind"},
			Columns: map[string]string{
				"best": "the URL that evidence says was meant", "canonical": "the form of the URL to group by", "stop": "the offset after its last byte",
				"context": "the line around it", "identity": "the same for copies of one message",
			},
			Units: map[string]string{"start": "byte", "stop": "byte", "message_offset": "byte"},
		},
		"seen": {
			Description: "Each URL: how often it occurs, in how many messages, and when first and last", SortDesc: "occurrences", Facets: []string{"scheme"},
			Columns: map[string]string{"documents": "copies of a message count each", "messages": "copies of a message count once"},
		},
		"by_domain":        {Description: "Each registrable domain", SortDesc: "occurrences"},
		"by_canonical":     {Description: "URLs with the same canonical form", SortDesc: "urls"},
		"by_newsgroup":     {Description: "What was found in each newsgroup", SortDesc: "occurrences"},
		"by_sender":        {Description: "What was found in the messages of each sender", SortDesc: "occurrences"},
		"by_month":         {Description: "Messages of each month, with URLs or without"},
		"by_year":          {Description: "Messages of each year, with URLs or without"},
		"hosts_by_year":    {Description: "Each host in each year", SortDesc: "occurrences", Facets: []string{"year"}},
		"schemes_by_month": {Description: "Each scheme in each month", Facets: []string{"scheme"}},
		"broken":           {Description: "URLs broken over lines, and what else they may mean", Facets: []string{"why", "kind", "attested", "url_attested"}},
		"copies":           {Description: "Messages of which there are several copies"},
		"wayback":          {Description: "The Wayback Machine's copies near the time when a URL was first seen", SortDesc: "occurrences", Facets: []string{"down"}},
		"dead":             {Description: "URLs on hosts that are down", SortDesc: "occurrences", Facets: []string{"status"}},
		"unread":           {Description: "What was not read, and why", Facets: []string{"why", "type"}},
		"skipped_by_type":  {Description: "Parts of messages that were not read, by type", SortDesc: "parts"},

		"sources": {
			Title: "Sources", Description: "Files that were read", LabelColumn: "path", Facets: []string{"state", "format"},
			Units: map[string]string{"size": "byte", "read": "byte"},
		},
		"documents": {
			Title: "Documents", Description: "Messages and other texts in which something was found", LabelColumn: "subject",
			FTSTable: "documents_fts", FTSPrimaryKey: "id", Units: map[string]string{"message_offset": "byte"},
			Columns: map[string]string{"identity": "the same for copies of one message", "number": "of the message in its source"},
		},
		"newsgroups":     {Title: "Newsgroups", Description: "The newsgroups of each document", Facets: []string{"newsgroup"}},
		"message_counts": {Title: "Messages", Description: "Messages of each source and month, with URLs or without"},
		"urls": {
			Title: "URLs", Description: "Each URL once", LabelColumn: "url", Facets: []string{"scheme", "domain", "strict"},
			FTSTable: "urls_fts", FTSPrimaryKey: "id", Columns: map[string]string{"canonical": "the form to group by, where it differs"},
		},
		"occurrences": {
			Title: "Occurrences", Description: "Each place where a URL stands", Facets: []string{"kind", "broken"},
			Units: map[string]string{"start": "byte", "stop": "byte"},
		},
		"rejected": {
			Title: "Rejected", Description: "What looks like a URL but is invalid", Facets: []string{"rule", "kind"},
			Units: map[string]string{"start": "byte", "stop": "byte", "error_offset": "byte"},
		},
		"skipped":    {Title: "Skipped", Description: "Parts of messages that were not read", Facets: []string{"type", "why"}, Units: map[string]string{"start": "byte"}},
		"runs":       {Title: "Runs", Description: "Runs of urlsift index", SortDesc: "id", Units: map[string]string{"bytes": "byte"}},
		"hosts_down": {Title: "Hosts that are down", Description: "As a checker found them", Facets: []string{"status"}},

		"_claims": {Hidden: true}, "_loose": {Hidden: true}, "_settings": {Hidden: true}, "urls_fts": {Hidden: true}, "documents_fts": {Hidden: true},
	}
}

// queries are canned queries. What follows a ":" in them is asked for.
func queries() map[string]page {
	return map[string]page{
		"url": {
			Title: "Where a URL was found", Description: "Also in rewritten links, and broken over lines",
			SQL: `SELECT date, subject, sender_name, newsgroups, context, file, line FROM found WHERE url = :url OR original = :url
UNION
SELECT date, subject, sender_name, newsgroups, context, file, line FROM found WHERE occurrence IN
    (SELECT o.id FROM occurrences o JOIN urls u ON u.id = o.best WHERE u.url = :url AND o.best IS NOT NULL)
ORDER BY date`,
		},
		"urls_of_a_domain": {
			Title: "URLs of a domain",
			SQL:   "SELECT url, occurrences, messages, first, last FROM seen WHERE domain = :domain ORDER BY occurrences DESC, url LIMIT 1000",
		},
		"words_in_urls": {
			Title: "URLs with some words",
			SQL:   "SELECT url, scheme, host FROM urls WHERE id IN (SELECT rowid FROM urls_fts WHERE urls_fts MATCH :words) LIMIT 1000",
		},
		"words_in_subjects": {
			Title: "Messages with some words in their subjects",
			SQL: `SELECT id, date, subject, sender_address, newsgroups FROM documents
WHERE id IN (SELECT rowid FROM documents_fts WHERE documents_fts MATCH :words) ORDER BY date LIMIT 1000`,
		},
		"hosts_of_a_year": {
			Title: "Hosts of a year",
			SQL:   "SELECT host, occurrences, urls, messages FROM hosts_by_year WHERE year = :year ORDER BY occurrences DESC LIMIT 1000",
		},
		"urls_of_a_newsgroup": {
			Title: "URLs of a newsgroup",
			SQL: `SELECT u.url, count(*) AS occurrences, count(DISTINCT d.identity) AS messages, min(d.date) AS first
FROM newsgroups n JOIN documents d ON d.id = n.document JOIN occurrences o ON o.document = d.id JOIN urls u ON u.id = coalesce(o.best, o.url)
WHERE n.newsgroup = :newsgroup GROUP BY u.id ORDER BY occurrences DESC, u.url LIMIT 1000`,
		},
		"urls_of_a_sender": {
			Title: "URLs of a sender",
			SQL: `SELECT u.url, count(*) AS occurrences, min(d.date) AS first, max(d.date) AS last
FROM documents d JOIN occurrences o ON o.document = d.id JOIN urls u ON u.id = coalesce(o.best, o.url)
WHERE d.sender_address = :address GROUP BY u.id ORDER BY occurrences DESC, u.url LIMIT 1000`,
		},
		"urls_per_message": {Title: "URLs per message, by year", SQL: "SELECT year, messages, occurrences, occurrences_per_message FROM by_year ORDER BY year"},
		"mended":           {Title: "Broken URLs that evidence mended", SQL: "SELECT DISTINCT url, best, why, file, message FROM broken WHERE best <> url ORDER BY url"},
		"not_read":         {Title: "What was not read", SQL: "SELECT type, why, parts, sources FROM skipped_by_type ORDER BY parts DESC"},
	}
}

// Metadata returns a metadata file for Datasette, which describes the database in file.
func Metadata(file string) ([]byte, error) {
	c, err := OpenReadOnly(file)
	if err != nil {
		return nil, err
	}
	c.Close()
	name := filepath.Base(file)
	name = strings.TrimSuffix(name, filepath.Ext(name))
	all := struct {
		Title       string          `json:"title"`
		Description string          `json:"description"`
		Databases   map[string]page `json:"databases"`
	}{
		"URLs in " + name, "URLs and where they were found, as urlsift index has recorded them",
		map[string]page{name: {Tables: pages(), Queries: queries()}},
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err = encoder.Encode(all)
	return b.Bytes(), err
}
