package index

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/urlsift/urlsift/cmd/internal/database"
	"github.com/urlsift/urlsift/cmd/internal/heading"
	"github.com/urlsift/urlsift/cmd/internal/printable"
)

// ReadHostsDown reads a list of hosts that are down, one on each line. A date and the
// status may follow, separated by blanks, tabs, commas or semicolons, in either order.
// The date begins like 2026-01-31. Blank lines and lines that begin with "#" are skipped.
// The last line for a host counts.
func ReadHostsDown(r io.Reader) (list []database.HostDown, err error) {
	at := map[string]int{}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 64<<10)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff"))
		if line == "" || line[0] == '#' {
			continue
		}
		h, err := hostDown(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if i, ok := at[h.Host]; ok {
			list[i] = h
			continue
		}
		at[h.Host] = len(list)
		list = append(list, h)
	}
	return list, lines.Err()
}

// hostDown reads a line of the list.
func hostDown(line string) (h database.HostDown, err error) {
	fields := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" \t,;", r) })
	if len(fields) == 0 || !strings.HasPrefix(line, fields[0]) || strings.ContainsAny(fields[0], "/@") {
		return h, fmt.Errorf("%q is not a host", printable.Text(line))
	}
	h.Host = heading.Host("http://" + strings.Trim(fields[0], `"`) + "/")
	if h.Host == "" {
		return h, fmt.Errorf("%q is not a host", printable.Text(line))
	}
	var status []string
	for _, field := range fields[1:] {
		field = strings.Trim(field, `"`)
		if h.Checked == "" && len(field) >= len(time.DateOnly) {
			if _, err := time.Parse(time.DateOnly, field[:len(time.DateOnly)]); err == nil {
				h.Checked = field
				continue
			}
		}
		if field != "" {
			status = append(status, field)
		}
	}
	h.Status = printable.Text(strings.Join(status, " "))
	return h, nil
}
