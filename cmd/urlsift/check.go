package main

import (
	"errors"

	"github.com/urlsift/urlsift/cmd/internal/check"
	"github.com/urlsift/urlsift/cmd/internal/stop"
)

// A checkCommand is the command check.
type checkCommand struct {
	*session
	*checkOptions
}

func (s *checkCommand) execute() error {
	c := check.New(s.stdout)
	c.Stderr, c.JSON, c.Redact, c.Defang = s.stderr, s.json, s.veil.Redact, s.veil.Defang
	defer func() {
		switch {
		case c.Trouble:
			s.status = exitTrouble
		case c.Invalid:
			s.status = exitNothing
		}
	}()
	if len(s.paths) == 0 {
		stopper := stop.New()
		defer stopper.End()
		err := stopper.Run(func() error { return c.Lines(stopper.Stream(s.stdin, c.Flush)) })
		return errors.Join(err, c.Flush())
	}
	for _, text := range s.paths {
		if err := c.Text(text); err != nil {
			return err
		}
	}
	return c.Flush()
}
