package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"pizzini/events/stream"
	"pizzini/projections"
)

// The commands of this file work on a data folder that no server uses.

type checkCmd struct{ settings }

func (c checkCmd) Run(s streams) error {
	if err := c.existing(); err != nil {
		return err
	}
	ctx := context.Background()
	n, err := openNode(ctx, c.settings, s.now, quiet(s))
	if err != nil {
		return err
	}
	matches, found, err := n.copy.Check(ctx)
	if err := errors.Join(err, n.close()); err != nil {
		return err
	}
	inMatches := 0
	for _, f := range found {
		fmt.Fprintln(s.out, f)
		if f.Match != "" {
			inMatches++
		}
	}
	fmt.Fprintf(s.out, "%d matches were folded, %d of them with a finding\n", matches, inMatches)
	if len(found) > 0 {
		return exit{status: 1}
	}
	return nil
}

type rebuildCmd struct {
	settings
	DiscardCopy bool `help:"Believe the event store where it and the database do not belong together. The database is renamed aside, not deleted."`
}

func (c rebuildCmd) Run(s streams) error {
	return withStore(c.settings, s, func(ctx context.Context, config projections.Config) error {
		aside, err := projections.Rebuild(ctx, config, c.DiscardCopy)
		for _, path := range aside {
			fmt.Fprintln(s.out, "put aside:", path)
		}
		if err == nil {
			fmt.Fprintln(s.out, "the database was built anew from the event store")
		}
		return err
	})
}

type restoreCmd struct {
	settings
	FromCopy bool `required:"" help:"Put matches, people, keys and letters back from the database's verified copy. The event store must be empty."`
}

func (c restoreCmd) Run(s streams) error {
	return withStore(c.settings, s, func(ctx context.Context, config projections.Config) error {
		restored, err := projections.RestoreFromCopy(ctx, config)
		if err != nil {
			return err
		}
		fmt.Fprintln(s.out, "restored from", restored.Path)
		for _, st := range []stream.Stream{stream.Matches, stream.People, stream.Keys, stream.Letters} {
			fmt.Fprintf(s.out, "%s: %d messages\n", st, restored.Messages[st])
		}
		for _, match := range restored.Unverified {
			fmt.Fprintf(s.out, "match %s could not be folded before either and was put back as it is\n", match)
		}
		return nil
	})
}

// withStore opens the event store alone.
func withStore(c settings, s streams, do func(context.Context, projections.Config) error) error {
	ctx := context.Background()
	if err := c.existing(); err != nil {
		return err
	}
	log := quiet(s)
	store, err := stream.Open(ctx, stream.Config{Dir: c.Data, URL: c.Nats, Log: log})
	if err != nil {
		return err
	}
	return errors.Join(do(ctx, projections.Config{Dir: c.Data, Store: store, Log: log}), store.Close())
}

// quiet is the log of a command that answers on its output: trouble only.
func quiet(s streams) *slog.Logger {
	return slog.New(slog.NewTextHandler(s.err, &slog.HandlerOptions{Level: slog.LevelWarn}))
}
