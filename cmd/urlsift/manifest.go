package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/database"
	"github.com/urlsift/urlsift/cmd/internal/index"
	"github.com/urlsift/urlsift/cmd/internal/manifest"
	"github.com/urlsift/urlsift/cmd/internal/message"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/extract/sift"
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
		Version: manifest.Text(strings.ReplaceAll(version(), "\n", ", ")),
		Command: manifest.Text(command), Flags: manifest.Texts(s.flags.settings(command)),
		Paths: manifest.Texts(s.paths), Directory: manifest.Name(dir), Divided: s.share.number > 0,
	})
}

// beside returns functions for [sift.Reader.Run] that make the consumers of a command and
// of its manifest, if any.
func beside(record *manifest.Manifest, consumers func(sift.Hand) sift.Consumer) []func(sift.Hand) sift.Consumer {
	if record == nil {
		return []func(sift.Hand) sift.Consumer{consumers}
	}
	return []func(sift.Hand) sift.Consumer{consumers, record.New}
}

// prove writes all sources of the database to a manifest.
func (s *indexCommand) prove(ctx context.Context, x *index.Indexer, record *manifest.Manifest) error {
	err := x.Sources(ctx, func(of database.Source, why string) error {
		return record.Source(manifest.Source{
			File: manifest.Name(printable.Unescape(of.Path)), Size: of.Size,
			SHA256: manifest.Text(of.SHA256), CRC32C: manifest.Text(of.Fingerprint),
			Modified: manifest.Text(of.MTime), Format: manifest.Text(of.Format),
			State: manifest.Text(of.State), Why: manifest.Text(why),
		})
	})
	if n := record.Unhashed(); err == nil && n > 0 {
		s.warn(s.stderr, "%s: %s of the database without SHA-256; their records say why", s.manifest,
			message.Count(n, "source"))
	}
	return err
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
