// Checks the types of all packages and tests of this module for other systems, from their
// source: go run .ci/systems.go SYSTEM...
//
// go vet would compile the standard library for each system first. The checks of go vet
// are left to .ci/long.
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

func main() {
	var checks sync.WaitGroup
	failed := make([]error, len(os.Args))
	for i, system := range os.Args[1:] {
		checks.Go(func() { failed[i] = check(system) })
	}
	checks.Wait()
	if err := errors.Join(failed...); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

// A listed is a package, or a variant of it for a test, as go list describes it.
type listed struct {
	Dir, ImportPath string
	GoFiles         []string
	ImportMap       map[string]string // of the imports that have another path than in the source
	Module          *struct{ Main bool }
}

// check returns the errors of all packages for a system.
func check(system string) error {
	list := exec.Command("go", "list", "-deps", "-test", "-tags", "long",
		"-json=Dir,ImportPath,GoFiles,ImportMap,Module", "./...")
	list.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
	list.Stderr = os.Stderr
	packages, err := list.Output()
	if err != nil {
		return err
	}
	var failed []error
	said := map[string]bool{}
	checked := map[string]*types.Package{"unsafe": types.Unsafe}
	for d := json.NewDecoder(bytes.NewReader(packages)); ; { // the imports of a package come before it
		var p listed
		if err := d.Decode(&p); err == io.EOF {
			return errors.Join(failed...)
		} else if err != nil {
			return err
		}
		if p.ImportPath == "unsafe" || strings.HasSuffix(p.ImportPath, ".test") { // the main package of a test
			continue
		}
		checked[p.ImportPath] = p.check(checked, func(err error) {
			if !said[err.Error()] { // the variants of a package have the same errors
				said[err.Error()] = true
				failed = append(failed, fmt.Errorf("%s: %w", system, err))
			}
		})
	}
}

// check checks the types of a package, and of its functions if it is one of this module.
func (p *listed) check(imported map[string]*types.Package, fail func(error)) *types.Package {
	set := token.NewFileSet()
	var files []*ast.File
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(set, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			fail(err)
		}
		files = append(files, file)
	}
	config := types.Config{
		Error:            fail,
		IgnoreFuncBodies: p.Module == nil || !p.Module.Main,
		Importer: importer(func(path string) (*types.Package, error) {
			return imported[cmp.Or(p.ImportMap[path], path)], nil
		}),
	}
	checked, _ := config.Check(p.ImportPath, set, files, nil) // fail has the errors
	return checked
}

type importer func(path string) (*types.Package, error)

func (i importer) Import(path string) (*types.Package, error) { return i(path) }
