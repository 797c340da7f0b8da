package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"time"

	"pizzini/engine"
	"pizzini/events/people"
	"pizzini/events/stream"
	"pizzini/projections"
	"pizzini/web/link"
)

// node is one process's share of an installation: event store, database, engine
// and what joins them.
type node struct {
	settings settings
	log      *slog.Logger
	now      func() time.Time
	store    *stream.Store
	book     *people.Book
	copy     *projections.DB
	engine   *engine.Engine
	signer   link.Signer
	site     link.Site
	people   pagePeople
}

// openNode opens the event store and the database and joins them.
func openNode(ctx context.Context, s settings, now func() time.Time, log *slog.Logger) (_ *node, err error) {
	n := &node{settings: s, log: log, now: now}
	if n.site, err = s.site(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(s.Data, 0o700); err != nil {
		return nil, fmt.Errorf("make the data folder: %w; give another one with --data", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, n.close())
		}
	}()
	if n.store, err = stream.Open(ctx, stream.Config{Dir: s.Data, URL: s.Nats, Log: log}); err != nil {
		return nil, err
	}
	if n.copy, err = projections.Open(ctx, projections.Config{Dir: s.Data, Store: n.store, Log: log}); err != nil {
		return nil, err
	}
	// What a crash left to be copied is copied before anybody looks: a page or an
	// export that knows less than an earlier one would be taken for a loss.
	if err := n.copy.CatchUp(ctx); err != nil {
		return nil, err
	}
	n.book = people.New(n.store, n.copy)
	key, err := n.book.InstallationKey(ctx)
	if err != nil {
		return nil, err
	}
	n.signer = link.Signer{Key: key}
	n.people = pagePeople{n.book, n.signer, n.store, n.copy}
	n.engine = engine.New(n.rules(rand.Reader))
	return n, nil
}

// rules are what the node's engine works with; seeds and salts come from random.
func (n *node) rules(random io.Reader) engine.Config {
	return engine.Config{
		Copy: n.copy, Truth: projections.Truth(n.store), Key: n.signer.Key, Now: n.now, Random: random,
		Calendar: n.calendar, InviteDays: n.settings.InvitationDays,
	}
}

func (n *node) close() error {
	var failed []error
	if n.copy != nil {
		failed = append(failed, n.copy.Close())
	}
	if n.store != nil {
		failed = append(failed, n.store.Close())
	}
	return errors.Join(failed...)
}

// run starts what goes on beside the pages: the projector, the bots, the clock, programmed moves and the post.
// The projector ending by itself stops the node with its reason.
func (n *node) run(ctx context.Context, stop context.CancelCauseFunc, post func(context.Context) error) *sync.WaitGroup {
	var tasks sync.WaitGroup
	for name, task := range map[string]func(context.Context) error{
		"projector": n.copy.Run, "bots": newBots(n).run, "clock": newClockwork(n).run, "orders": newOrders(n).run, "post": post,
	} {
		tasks.Go(func() {
			if err := task(ctx); err != nil && ctx.Err() == nil {
				stop(fmt.Errorf("%s: %w", name, err))
			}
		})
	}
	return &tasks
}

// health says why commands cannot be taken now; nil = they can.
func (n *node) health() error {
	if h := n.store.Health(); !h.Ready {
		return fmt.Errorf("since %s: %s", h.Since.UTC().Format(time.RFC3339), h.Reason)
	}
	return nil
}
