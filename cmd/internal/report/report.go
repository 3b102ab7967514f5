// Package report shows what a database of links holds as one HTML page, with figures and tables.
//
// The page needs nothing but itself: it loads nothing, and its own script only sorts and searches its tables. What the
// database is, and how it is filled, is the matter of package links and of the command.
package report

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"database/sql/driver"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"sync"
	"time"
)

// A Config says what the database does not.
type Config struct {
	// Title is the page's headline.
	Title string
	// Version is that of the command, for the last line of the page.
	Version string
	// Now is when the page is made. What is dated later has a wrong date.
	Now time.Time
	// Defang shows URLs so that no click follows them. The page has no links but those within itself.
	Defang bool
}

// Write reads a database and writes the page. It reads in one transaction, so that all figures are of one state, even while
// the database grows. It ends with an error when ctx does.
func Write(ctx context.Context, w io.Writer, db *sql.DB, config Config) error {
	a, err := readAll(ctx, db, config.Now)
	if err != nil {
		return err
	}
	if config.Defang {
		a.defang()
	}
	out := bufio.NewWriterSize(w, 64<<10)
	if err := pageTemplate().ExecuteTemplate(out, "page.html", newPage(a, config)); err != nil {
		return err
	}
	return out.Flush()
}

// readAll reads the archive in one transaction.
func readAll(ctx context.Context, db *sql.DB, now time.Time) (a *archive, err error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	err = conn.Raw(func(c any) error {
		q := newQuerier(ctx, c.(driver.Conn))
		defer q.close()
		q.exec("BEGIN")
		defer c.(driver.ExecerContext).ExecContext(context.WithoutCancel(ctx), "ROLLBACK", nil) // nothing was written
		a, err = readArchive(q, now)
		return err
	})
	return a, err
}

//go:embed page.html page.css page.js
var files embed.FS

var (
	style  = asset("page.css")
	script = asset("page.js")
)

func asset(name string) string {
	text, err := files.ReadFile(name)
	if err != nil {
		panic(err) // it is embedded
	}
	return "\n" + string(bytes.TrimSpace(text)) + "\n"
}

// policy lets a browser use the page's own style and script, and nothing else whatever the page may hold.
var policy = fmt.Sprintf("default-src 'none'; style-src %s; script-src %s; base-uri 'none'; form-action 'none'",
	source(style), source(script))

// source names an inline style or script in a Content-Security-Policy, by its hash.
func source(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// pageTemplate is parsed when it is first asked for, since every run of the command would have to wait for it.
var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{"number": number}).ParseFS(files, "page.html"))
})
