package main

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/internal/testkit"
)

// A dependency is a package that is linked into the command.
type dependency struct {
	ImportPath, Dir string
	Standard        bool
	GoFiles         []string
	Imports         []string
}

// dependencies returns all packages that are linked into the command.
func dependencies(t *testing.T) []dependency {
	out, err := exec.Command("go", "list", "-deps",
		"-json=ImportPath,Dir,Standard,GoFiles,Imports", ".").Output()
	require.NoError(t, err)
	var all []dependency
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var one dependency
		if err := d.Decode(&one); err == io.EOF {
			return all
		} else {
			require.NoError(t, err)
		}
		all = append(all, one)
	}
}

// selectors returns the names that the files of a package use from an imported package.
func selectors(t *testing.T, d dependency, path string) []string {
	var used []string
	for _, name := range d.GoFiles {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(d.Dir, name), nil,
			parser.SkipObjectResolution)
		require.NoError(t, err)
		local := ""
		for _, one := range file.Imports {
			if one.Path.Value == `"`+path+`"` {
				if local = filepath.Base(path); one.Name != nil {
					local = one.Name.Name
				}
			}
		}
		require.NotEqual(t, ".", local)
		ast.Inspect(file, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok && local != "" {
				if x, ok := s.X.(*ast.Ident); ok && x.Name == local {
					used = append(used, s.Sel.Name)
				}
			}
			return true
		})
	}
	slices.Sort(used)
	return slices.Compact(used)
}

// Only package net and the standard packages above it can dial. The names that other
// packages use from these are listed here, and do not dial: they read text, or the
// address of the machine's network card, or are the names of types. The rest of net in
// the binary is there because the linker keeps all methods of types that may be reflected
// on. No code calls it.
func TestNothingUsesTheNetwork(t *testing.T) {
	harmless := map[string][]string{
		"github.com/google/uuid: net":                               {"Interface", "Interfaces"},
		"github.com/urlsift/urlsift/cmd/internal/heading: net/mail": {"ParseAddress"},
	}
	used, above := map[string][]string{}, map[string]bool{"net": true}
	for _, d := range dependencies(t) { // a package follows its imports
		for _, path := range d.Imports {
			if !above[path] {
				continue
			}
			if d.Standard {
				above[d.ImportPath] = true
			} else {
				used[d.ImportPath+": "+path] = selectors(t, d, path)
			}
		}
		if !strings.HasPrefix(d.ImportPath, "github.com/urlsift/") {
			continue
		}
		for _, path := range []string{"syscall", "golang.org/x/sys/unix"} {
			for _, name := range selectors(t, d, path) {
				require.NotRegexp(t, `(?i)socket|connect|sendto|sendmsg|bind|listen|(^|[^O])exec|fork|^(Raw)?Syscall`, name, "%s uses %s", d.ImportPath, path)
			}
		}
		require.NotContains(t, d.Imports, "os/exec", d.ImportPath)
		require.NotContains(t, d.Imports, "plugin", d.ImportPath)
	}
	require.Equal(t, harmless, used)
}

// Functions of other packages that open sockets or run programs, such as those of a C
// library, are not linked, since no code calls them.
//
//ci:long
func TestNoFunctionThatDialsIsLinked(t *testing.T) {
	if !testkit.Long() {
		t.Skip("links the command")
	}
	binary := filepath.Join(t.TempDir(), "urlsift")
	out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput()
	require.NoError(t, err, string(out))
	symbols, err := exec.Command("go", "tool", "nm", binary).Output()
	require.NoError(t, err)
	require.Contains(t, string(symbols), " main.main\n")
	dials := regexp.MustCompile(`(?m) T (os/exec\..*|(net/http|crypto/tls)\.(\(.*|Dial\w*|Get|Post\w*|Head|Serve\w*|NewRequest\w*)|net\.(Dial\w*|Listen\w*|Lookup\w+|Resolve\w+)|modernc\.org/libc\.X(socket|connect|send\w*|bind|listen|getaddrinfo|gethostby\w+|popen|system|exec\w+|fork))$`)
	require.Empty(t, dials.FindAllString(string(symbols), -1))
}

// No command makes a system call of the network.
//
//ci:long
func TestNoSystemCallOfTheNetworkIsMade(t *testing.T) {
	if !testkit.Long() {
		t.Skip("it runs other programs for seconds")
	}
	strace := testkit.Program(t, "strace", "strace")
	if exec.Command(strace, "-o", os.DevNull, "true").Run() != nil {
		t.Skip("strace may not trace")
	}
	t.Chdir(t.TempDir())
	pathOf(t, "page.html", []byte("<base href='http://a.example/'><a href='b'>b</a> <img "+
		"src='http://bücher.example/'>"))
	pathOf(t, "box", letters(20))
	for _, args := range []string{
		"--json --base --unwrap --deobfuscate --guess --iri . ", "--csv --manifest m -o out.csv .",
		"check http://a.example/ http://xn--bcher-kva.example/",
		"index --db x.db page.html box", "report --db x.db -o page",
	} {
		out, err := exec.Command(strace,
			append(strings.Fields("-f -qq -o calls -e trace=network,execve urlsift"),
				strings.Fields(args)...)...).CombinedOutput()
		calls, failed := os.ReadFile("calls")
		require.NoError(t, failed, "%v: %s", err, out)
		require.Equal(t, 1, strings.Count(string(calls), "execve("), "the command itself")
		require.NotRegexp(t, `(socket|connect|sendto|sendmsg|bind|listen)\(`, string(calls), args)
	}
	require.FileExists(t, "page")
}
