package main

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// globs tell by their names which files met in a walk, and which members of archives, are read.
type globs struct{ include, exclude []string }

func newGlobs(include, exclude []string) (globs, error) {
	for _, glob := range append(include[:len(include):len(include)], exclude...) {
		if glob == "" || !doublestar.ValidatePattern(glob) {
			return globs{}, usage(fmt.Sprintf("%q is no pattern for names", glob))
		}
	}
	return globs{include, exclude}, nil
}

// matches is true if one of some patterns matches a path: the path from its beginning or from the one that was named if
// there is a "/" in the pattern, and else its last element.
func matches(patterns []string, whole, below string) bool {
	for _, glob := range patterns {
		names := []string{whole, below}
		if !strings.Contains(glob, "/") {
			names = []string{path.Base(below)}
		}
		for _, name := range names {
			if ok, _ := doublestar.Match(glob, name); ok {
				return true
			}
		}
	}
	return false
}

// entry tells of a file or a directory met in a walk below root whether it is left out, and of a file whether a pattern
// asks for it.
func (g *globs) entry(root, name string, dir bool) (out, wanted bool) {
	if len(g.include)+len(g.exclude) == 0 {
		return false, false
	}
	whole := filepath.ToSlash(filepath.Clean(name))
	below := filepath.ToSlash(strings.TrimPrefix(name, root))
	wanted = matches(g.include, whole, below)
	return matches(g.exclude, whole, below) || !dir && len(g.include) > 0 && !wanted, wanted
}

// member is true for a member of an archive that is read. It is wanted if a pattern asks for its name, or for that of an
// archive that holds it; wanted tells whether one does for the file.
func (g *globs) member(name string, wanted bool) bool {
	if len(g.include)+len(g.exclude) == 0 || name == "" {
		return true
	}
	wanted = wanted || len(g.include) == 0
	for held := range strings.SplitSeq(name, "!") {
		held = path.Clean(held)
		wanted = wanted || matches(g.include, held, held)
		for i := 0; i < len(held); i++ {
			if held[i] == '/' && matches(g.exclude, held[:i], held[:i]) {
				return false // a directory in it is left out
			}
		}
		if matches(g.exclude, held, held) {
			return false
		}
	}
	return wanted
}
