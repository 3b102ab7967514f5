// Checks the types of all packages and tests of this module for other systems, from their
// source: go run .ci/systems.go SYSTEM...
//
// go vet would compile the standard library for each system first. The checks of go vet
// are left to .ci/long.
package main

import (
	"fmt"
	"os"

	"golang.org/x/tools/go/packages"
)

func main() {
	failed := 0
	for _, system := range os.Args[1:] {
		all, err := packages.Load(&packages.Config{
			Mode: packages.LoadAllSyntax, Tests: true, BuildFlags: []string{"-tags=long"},
			Env: append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0"),
		}, "./...")
		if err != nil {
			fmt.Println(system, err)
			failed++
		}
		failed += packages.PrintErrors(all)
	}
	if failed > 0 {
		os.Exit(1)
	}
}
