package main

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pizzini/engine"
	"pizzini/events/stream"
	"pizzini/mailer"
	"pizzini/web"
)

// installation is all of a server but what goes on by itself: no bot moves and no
// letter is written unless the test says so, and its clock stands still.
type installation struct {
	t       *testing.T
	node    *node
	post    *postOffice
	address string // where it listens
	log     *output
	now     time.Time
}

// kept is what an installation is made of: the messages of its streams.
type kept map[stream.Stream][]stream.Message

// install starts an installation that holds these messages. Its seeds and salts
// come from random.
func install(t *testing.T, of kept, now time.Time, random io.Reader) *installation {
	t.Helper()
	i := &installation{t: t, log: &output{}, now: now}
	dir := t.TempDir()
	log := slog.New(slog.NewTextHandler(i.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	if len(of) > 0 {
		i.fill(dir, of, log)
	}
	ctx, stop := context.WithCancel(context.Background())
	var err error
	if i.node, err = openNode(ctx, settings{Data: dir, URL: site}, func() time.Time { return i.now }, log); err != nil {
		t.Fatal(err)
	}
	i.node.engine = engine.New(i.node.rules(random))
	if i.post, err = i.node.postOffice(serveCmd{}); err != nil {
		t.Fatal(err)
	}
	var running sync.WaitGroup
	running.Go(func() {
		if err := i.node.copy.Run(ctx); err != nil && ctx.Err() == nil {
			t.Errorf("the projector ended: %v", err)
		}
	})
	server := httptest.NewUnstartedServer(web.New(web.Config{
		Engine: i.node.engine, Projections: i.node.copy, People: i.node.people, Signer: i.node.signer, Site: i.node.site,
		Log: log, Now: i.node.now, Mailbox: i.post.mailbox(), Health: i.node.health,
	}))
	server.Config.BaseContext = func(net.Listener) context.Context { return ctx }
	server.Start()
	i.address = server.Listener.Addr().String()
	t.Cleanup(func() {
		stop()
		server.CloseClientConnections()
		server.Close()
		running.Wait()
		if err := i.node.close(); err != nil {
			t.Error(err)
		}
	})
	i.settle()
	return i
}

func (i *installation) fill(dir string, of kept, log *slog.Logger) {
	i.t.Helper()
	store, err := stream.Open(i.t.Context(), stream.Config{Dir: dir, Log: log})
	if err != nil {
		i.t.Fatal(err)
	}
	for st, messages := range of {
		err := store.Restore(i.t.Context(), st, func(yield func(stream.Message, error) bool) {
			for _, m := range messages {
				if !yield(m, nil) {
					return
				}
			}
		})
		if err != nil {
			i.t.Fatal(err)
		}
	}
	if err := store.Close(); err != nil {
		i.t.Fatal(err)
	}
}

func (i *installation) at() string { return i.address }

// lasting are the streams in which every change leaves a message.
var lasting = []stream.Stream{stream.Matches, stream.People, stream.Keys, stream.Letters}

// last is the last sequence of each stream.
func (i *installation) last() map[stream.Stream]uint64 {
	i.t.Helper()
	at := map[stream.Stream]uint64{}
	for _, st := range lasting {
		seq, err := i.node.store.Last(i.t.Context(), st)
		if err != nil {
			i.t.Fatal(err)
		}
		at[st] = seq
	}
	return at
}

// settle waits until this node's copy has all that the streams have.
func (i *installation) settle() {
	i.t.Helper()
	ctx, cancel := context.WithTimeout(i.t.Context(), 30*time.Second)
	defer cancel()
	for st, seq := range i.last() {
		if err := i.node.copy.WaitPosition(ctx, st, seq); err != nil {
			i.t.Fatal(err)
		}
	}
}

// kept is all that the installation holds, but for letters.
func (i *installation) kept() kept {
	i.t.Helper()
	of := kept{}
	for st, last := range i.last() {
		for seq := uint64(1); seq <= last && st != stream.Letters; seq++ {
			if m, err := i.node.store.At(i.t.Context(), st, seq); err == nil {
				of[st] = append(of[st], m)
			} else if st == stream.Matches {
				i.t.Fatal(err)
			}
		}
	}
	return of
}

// match is the match as the installation has it now.
func (i *installation) match(id string) *engine.Match {
	i.t.Helper()
	i.settle()
	m, err := i.node.engine.Match(i.t.Context(), id)
	if err == nil {
		err = m.Broken
	}
	if err != nil {
		i.t.Fatal(err)
	}
	return m
}

// write lets the mailer decide, and write what is due.
func (i *installation) write(id string) {
	i.t.Helper()
	if err := i.post.Decide(i.t.Context(), id); err != nil {
		i.t.Fatal(err)
	}
	i.settle()
	for _, d := range i.due(id) {
		if err := i.post.Try(i.t.Context(), d.Key); err != nil {
			i.t.Fatal(err)
		}
	}
	i.settle()
}

// due lists the letters that a match asks for.
func (i *installation) due(id string) []mailer.Due { return mailer.DueLetters(i.match(id), i.now) }

// letter is a letter that is due, as it goes out: its headers, text and HTML.
func (i *installation) letter(d mailer.Due) string {
	i.t.Helper()
	l, err := i.post.Composer.Compose(i.t.Context(), d.Key, mailer.Record{Kind: d.Kind, Person: d.Person, At: i.now}, i.match(d.Key.Match))
	if err != nil {
		i.t.Fatal(err)
	}
	raw, err := i.post.Composer.Message(l, i.now)
	if err != nil {
		i.t.Fatal(err)
	}
	html, err := l.HTML()
	if err != nil {
		i.t.Fatal(err)
	}
	// The headers come in any order, and a boundary is new each time.
	header, _, _ := strings.Cut(string(raw), "\r\n\r\n")
	lines := strings.Split(boundary.ReplaceAllString(header, ""), "\r\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n") + "\n\n" + l.Text() + html
}

var boundary = regexp.MustCompile(`boundary=\S+`)
