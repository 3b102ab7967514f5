package archive

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// globs decide by name which files in folders and which members of archives are read.
type globs struct{ include, exclude []string }

func newGlobs(include, exclude []string) (globs, error) {
	for _, glob := range append(include[:len(include):len(include)], exclude...) {
		if strings.Trim(glob, "./") == "" || !doublestar.ValidatePattern(glob) {
			return globs{}, fmt.Errorf("%q is not a valid pattern", glob)
		}
	}
	return globs{include, exclude}, nil
}

// matches reports whether a pattern matches a file or folder. A pattern that ends in "/" matches a folder and everything in it.
func matches(patterns []string, whole, below string, dir bool) bool {
	return slices.ContainsFunc(patterns, func(glob string) bool {
		folder, ok := strings.CutSuffix(glob, "/")
		if !ok {
			return like(glob, whole, below)
		}
		return dir && like(folder, whole, below) || isIn(folder, whole, below)
	})
}

// isIn reports whether a pattern matches one of the folders of a path.
func isIn(folder, whole, below string) bool {
	above := whole[:len(whole)-len(below)]
	for i := range len(below) {
		if below[i] == '/' && like(folder, above+below[:i], below[:i]) {
			return true
		}
	}
	return false
}

// like reports whether a pattern matches a path. A pattern with a "/" is compared with the whole path and with the path below the
// folder that was named, any other with the last element.
func like(glob, whole, below string) bool {
	names := []string{whole, below, "/" + below}
	if !strings.Contains(glob, "/") {
		names = []string{path.Base(below)}
	}
	glob = strings.TrimPrefix(glob, "./")
	return slices.ContainsFunc(names, func(name string) bool {
		ok, _ := doublestar.Match(glob, name)
		return ok
	})
}

// entry reports whether a file or folder found in a walk below root is left out, and whether a pattern asks for a file.
func (g *globs) entry(root, name string, dir bool) (out, wanted bool) {
	if len(g.include)+len(g.exclude) == 0 {
		return false, false
	}
	whole := filepath.ToSlash(filepath.Clean(name))
	below := strings.TrimPrefix(whole, strings.TrimSuffix(filepath.ToSlash(filepath.Clean(root)), "/")+"/")
	wanted = matches(g.include, whole, below, dir)
	return matches(g.exclude, whole, below, dir) || !dir && len(g.include) > 0 && !wanted, wanted
}

// member reports whether a member of an archive is read. It is wanted if a pattern asks for its name or for that of an archive
// that contains it. wanted reports whether a pattern asks for the file.
func (g *globs) member(name string, wanted bool) bool {
	if len(g.include)+len(g.exclude) == 0 || name == "" {
		return true
	}
	wanted = wanted || len(g.include) == 0
	for held := range strings.SplitSeq(name, "!") {
		held = path.Clean(held)
		wanted = wanted || matches(g.include, held, held, false)
		for i := 0; i < len(held); i++ {
			if held[i] == '/' && matches(g.exclude, held[:i], held[:i], true) {
				return false // a folder in it is left out
			}
		}
		if matches(g.exclude, held, held, false) {
			return false
		}
	}
	return wanted
}
