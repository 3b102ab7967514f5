package printable

import "strings"

// Inert returns text as a cell of a table, with an apostrophe before it if a spreadsheet would take it for a formula. A lone "-" is
// none.
func Inert(text string) string {
	if len(text) > 1 && strings.IndexByte("=+-@\t\r", text[0]) >= 0 {
		return "'" + text
	}
	return text
}
