package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/manifest"
	"github.com/urlsift/urlsift/cmd/internal/message"
)

// openManifest opens the file of --manifest. It returns nil without the flag.
func (s *inputCommand) openManifest(command string) (*manifest.Manifest, error) {
	if s.manifest == "" {
		return nil, nil
	}
	if s.output != "" && sameName(s.output, s.manifest) {
		return nil, usage("--manifest " + s.manifest + ": is the file of -o, too; write to another file")
	}
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	return manifest.Open(s.manifest, s.stdout, s.force, manifest.Run{
		Version: manifest.Text(strings.ReplaceAll(version(), "\n", ", ")), Command: manifest.Text(command),
		Flags: manifest.Texts(s.flags.settings(command)), Paths: manifest.Texts(s.paths),
		Directory: manifest.Name(dir), Divided: s.shard.number > 0,
	})
}

// closeManifest closes a manifest after a run that returned err. It returns err, or the
// error of closing.
func (s *inputCommand) closeManifest(m *manifest.Manifest, err error) error {
	if m != nil && err != nil {
		message.Warn(s.stderr, "%s: not written: the run failed or was interrupted", s.manifest)
		s.status = exitTrouble
	}
	return errors.Join(err, m.Close(err == nil, s.status))
}

// sameName reports whether two names refer to the same file.
func sameName(a, b string) bool {
	fullA, errA := filepath.Abs(a)
	fullB, errB := filepath.Abs(b)
	return errA == nil && errB == nil && fullA == fullB
}

// settings returns the given flags of a command that change results or output, with their
// values.
func (t flagTable) settings(command string) []string {
	var settings []string
	for _, f := range t.of(command) {
		if f.typed == "" || f.how {
			continue
		}
		setting := dashed(f.Name)
		if text := f.text(); !f.isSwitch() || text != "true" {
			setting += "=" + text
		}
		settings = append(settings, setting)
	}
	return settings
}
