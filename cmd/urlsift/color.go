package main

import (
	"bytes"
	"io"
	"os"
	"strconv"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"github.com/urlsift/urlsift/cmd/internal/redact"
	"github.com/urlsift/urlsift/extract"
)

// What a terminal is told before a text of some kind, and behind it.
const (
	nameStyle      = "\x1b[35m"
	numberStyle    = "\x1b[32m"
	markStyle      = "\x1b[36m"
	toleratedStyle = "\x1b[33m"
	rejectedStyle  = "\x1b[31m"
	strictStyle    = "\x1b[1m" // within a line of text
	plainStyle     = "\x1b[m"
)

// inColor is true if results are to be printed in color: on a terminal, unless the environment says otherwise, as
// no-color.org and bixense.com/clicolors have it.
func inColor(c *cli.Context) bool {
	switch c.String("color") {
	case "always":
		return true
	case "never":
		return false
	}
	force := os.Getenv("CLICOLOR_FORCE")
	switch {
	case c.String("output") != "", os.Getenv("NO_COLOR") != "":
		return false
	case force != "" && force != "0":
		return true
	}
	return os.Getenv("CLICOLOR") != "0" && os.Getenv("TERM") != "dumb" && isTerminal(c.App.Writer)
}

// isTerminal is true for a file that is one. The null device, which is a character device too, is none.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// styleOf is the style of a URL. One that is strict has none where nothing else stands on its line.
func styleOf(r *extract.Result) string {
	switch {
	case r.Err != nil:
		return rejectedStyle
	case !r.Strict():
		return toleratedStyle
	}
	return ""
}

// appendStyled appends text in a style, if there is one.
func appendStyled[T string | []byte](b []byte, style string, text T) []byte {
	if style == "" {
		return append(b, text...)
	}
	return append(append(append(b, style...), text...), plainStyle...)
}

// appendColored appends a result as append does, for a terminal.
func (f *form) appendColored(e *entry, b []byte, r *extract.Result, source []byte, later bool) []byte {
	if f.names {
		b = appendStyled(appendStyled(b, nameStyle, source), markStyle, ":")
	}
	if f.numbers {
		b = e.appendLine(append(b, numberStyle...), r.Line, later)
		b = appendStyled(append(b, plainStyle...), markStyle, ":")
	}
	if f.offsets {
		b = strconv.AppendInt(append(b, numberStyle...), r.Start, 10)
		b = appendStyled(append(b, plainStyle...), markStyle, ":")
	}
	url := f.url(r)
	b = f.appendLinked(b, styleOf(r), appendURL(nil, url), f.link(r, url))
	if r.Err != nil {
		b = append(append(b, "\trejected: "...), f.failure(r).Error()...)
	}
	return append(b, f.end)
}

// appendLinked appends text in a style, as a link if there is one.
func (f *form) appendLinked(b []byte, style string, text, link []byte) []byte {
	if link == nil {
		return appendStyled(b, style, text)
	}
	b = append(append(append(b, "\x1b]8;;"...), link...), "\x1b\\"...)
	return append(appendStyled(b, style, text), "\x1b]8;;\x1b\\"...)
}

// link gives what a URL on a terminal leads to, or nil: what was made unclickable stays so, and so does what is no URL.
func (f *form) link(r *extract.Result, url []byte) []byte {
	if r.Err != nil || r.Cut || r.Restored {
		return nil
	}
	return f.linkTo(url)
}

// maxLink is how long links may be that terminals take.
const maxLink = 2083

// linkTo gives a URL as terminals take it, in nothing but the graphic characters of ASCII, or nil if its scheme is none of
// those that are safe to click on, or if its password was left out.
func (f *form) linkTo(url []byte) []byte {
	name, _, _ := bytes.Cut(url, []byte(":"))
	switch string(appendLower(nil, name)) {
	case "http", "https", "ftp", "gopher", "mailto", "news", "nntp":
	default:
		return nil
	}
	if f.redact && bytes.Contains(url, []byte(redact.Stars)) {
		return nil
	}
	var link []byte
	for _, c := range url {
		if '!' <= c && c <= '~' {
			link = append(link, c)
		} else {
			link = append(link, '%', hexDigits[c>>4], hexDigits[c&15])
		}
	}
	if len(link) > maxLink {
		return nil
	}
	return link
}
