package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/urlsift/urlsift/cmd/internal/database"
	"github.com/urlsift/urlsift/cmd/internal/index"
	"github.com/urlsift/urlsift/cmd/internal/message"
	"github.com/urlsift/urlsift/cmd/internal/stop"
)

// printMetadata prints a metadata file for Datasette.
func (s *indexCommand) printMetadata() error {
	text, err := database.Metadata(s.db)
	if err != nil {
		return err
	}
	return s.print(string(text))
}

// readDown reads the list of hosts that are down, if there is one.
func (s *indexCommand) readDown() ([]database.HostDown, error) {
	if s.hostsDown == "" {
		return nil, nil
	}
	file, err := os.Open(s.hostsDown)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	list, err := index.ReadHostsDown(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.hostsDown, err)
	}
	return list, nil
}

// setDown records the list of hosts that are down, if there is one.
func (s *indexCommand) setDown(db *database.DB, list []database.HostDown) error {
	if s.hostsDown == "" {
		return nil
	}
	known, err := db.SetHostsDown(list)
	if err == nil {
		s.warn(s.stderr, "%s: %s down, %d of them in the database", s.hostsDown,
			message.Count(len(list), "host"), known)
	}
	return err
}

// recordDown records the list of hosts that are down in an existing database, and reads
// nothing else.
func (s *indexCommand) recordDown() error {
	list, err := s.readDown()
	if err != nil {
		return err
	}
	defer stop.New().End() // the list is recorded completely
	db, err := database.OpenOld(context.Background(), s.db)
	if err != nil {
		return err
	}
	if err = s.setDown(db, list); err != nil {
		err = fmt.Errorf("%s: %w", s.db, err)
	}
	return errors.Join(err, s.closeDB(db))
}

// closeDB closes the database. It reports if other programs have it open.
func (s *indexCommand) closeDB(db *database.DB) error {
	err := db.Close()
	if errors.Is(err, database.ErrShared) {
		s.warn(s.stderr, "%s: %v", s.db, err)
		return nil
	}
	if err != nil {
		return message.InFile(s.db, database.Explain(err))
	}
	return nil
}
