package report

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed meanings.txt
var meaningTable string

// meanings returns what meanings.txt explains, by its first two words, such as "kind
// wrapped".
var meanings = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for row := range strings.Lines(strings.ReplaceAll(meaningTable, "\n\t", " ")) {
		if words := strings.SplitN(strings.TrimSpace(row), " ", 3); len(words) == 3 {
			all[words[0]+" "+words[1]] = words[2]
		}
	}
	return all
})

var outcomeNames = [numOutcomes]string{
	asFound: "only the URL as found",
	other:   "only a reading",
	both:    "both",
	neither: "neither",
}
