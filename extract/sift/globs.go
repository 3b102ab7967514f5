package sift

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// globs decide by name which files in directories and which members of archives are read.
type globs struct {
	include, exclude []string
	ordered          []string // exclusions begin with "!"; the last match decides
	asks             bool     // some of ordered are inclusions
}

func newGlobs(include, exclude, ordered []string) (globs, error) {
	g := globs{include: include, exclude: exclude, ordered: ordered}
	for _, glob := range slices.Concat(g.include, g.exclude) {
		if !isGlob(glob) {
			return globs{}, fmt.Errorf("sift: invalid pattern %q", glob)
		}
	}
	for _, glob := range g.ordered {
		pattern, not := strings.CutPrefix(glob, "!")
		if g.asks = g.asks || !not; !isGlob(pattern) {
			return globs{}, fmt.Errorf("sift: invalid pattern %q", glob)
		}
	}
	return g, nil
}

// isGlob reports whether a pattern is valid and can match a name.
func isGlob(glob string) bool {
	return strings.Trim(glob, "./") != "" && doublestar.ValidatePattern(glob)
}

// all reports whether there are no patterns.
func (g *globs) all() bool { return len(g.include)+len(g.exclude)+len(g.ordered) == 0 }

// verdict applies the ordered patterns to a file or directory. It reports whether one
// matches, and whether the last match excludes.
func (g *globs) verdict(whole, below string, dir bool) (matched, excluded bool) {
	for _, glob := range slices.Backward(g.ordered) {
		pattern, not := strings.CutPrefix(glob, "!")
		if matches([]string{pattern}, whole, below, dir) {
			return true, not
		}
	}
	return false, false
}

// matches reports whether a pattern matches a file or directory. A pattern that ends in
// "/" matches a directory and everything in it.
func matches(patterns []string, whole, below string, dir bool) bool {
	return slices.ContainsFunc(patterns, func(glob string) bool {
		folder, ok := strings.CutSuffix(glob, "/")
		if !ok {
			return like(glob, whole, below)
		}
		return dir && like(folder, whole, below) || isIn(folder, whole, below)
	})
}

// isIn reports whether a pattern matches one of the directories of a path.
func isIn(folder, whole, below string) bool {
	above := whole[:len(whole)-len(below)]
	for i := range len(below) {
		if below[i] == '/' && like(folder, above+below[:i], below[:i]) {
			return true
		}
	}
	return false
}

// like reports whether a pattern matches a path. A pattern with a "/" is compared with
// the whole path and with the path below the root of the walk, any other with the last
// element.
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

// entry reports whether a file or directory found in a walk below root is left out, and
// whether a pattern includes the file by name.
func (g *globs) entry(root, name string, dir bool) (out, wanted bool) {
	if g.all() {
		return false, false
	}
	whole := filepath.ToSlash(filepath.Clean(name))
	below := strings.TrimPrefix(whole, strings.TrimSuffix(filepath.ToSlash(filepath.Clean(root)), "/")+"/")
	matched, excluded := g.verdict(whole, below, dir)
	if excluded || matches(g.exclude, whole, below, dir) {
		return true, false
	}
	if dir {
		return false, false
	}
	out = len(g.include) > 0 && !matches(g.include, whole, below, false) || g.asks && !matched
	return out, !out && len(g.include) > 0 || matched
}

// member reports whether a member of an archive is read. An inclusion must match its name
// or the name of an archive that contains it, unless wanted, which reports whether an
// inclusion matches the file.
func (g *globs) member(name string, wanted bool) bool {
	if g.all() || name == "" {
		return true
	}
	included, asked := wanted || len(g.include) == 0, wanted || !g.asks
	for held := range strings.SplitSeq(name, "!") {
		held = path.Clean(held)
		for i := 0; i < len(held); i++ {
			if held[i] == '/' && g.leavesOut(held[:i], true) {
				return false // a directory in it is excluded
			}
		}
		if g.leavesOut(held, false) {
			return false
		}
		included = included || matches(g.include, held, held, false)
		matched, _ := g.verdict(held, held, false)
		asked = asked || matched
	}
	return included && asked
}

// leavesOut reports whether a pattern excludes a path in an archive.
func (g *globs) leavesOut(held string, dir bool) bool {
	_, excluded := g.verdict(held, held, dir)
	return excluded || matches(g.exclude, held, held, dir)
}
