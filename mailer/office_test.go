package mailer

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/events/people"
	"pizzini/projections"
)

// The whole life of a match: every letter that must come, each once, and no other.
func TestLettersOfAWholeMatch(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id := h.invite("anna", "host", "ben", "cleo")
	same(t, h.deliver(id), "host anna", "invitation ben", "invitation cleo")
	same(t, h.deliver(id))
	h.take(id, 2, "ben")
	same(t, h.deliver(id))
	h.take(id, 3, "cleo")
	random := rand.New(rand.NewPCG(1, 2))
	calls := map[string]bool{} // seat and call that had a letter
	for h.match(id).Status() == engine.Playing {
		m := h.match(id)
		var want []string
		for _, seat := range m.Active() {
			key := fmt.Sprint(seat, " ", m.Call(seat))
			if !calls[key] {
				want = append(want, "your-turn "+h.who(m.Person(seat)))
			}
			calls[key] = true
		}
		same(t, h.deliver(id), want...)
		h.move(id, random)
	}
	if len(calls) < 20 {
		t.Errorf("only %d calls were tested", len(calls))
	}
	same(t, h.deliver(id), "over anna", "over ben", "over cleo")
	same(t, h.deliver(id))
	for key, r := range h.records() {
		if r.State != Sent {
			t.Errorf("%s: %+v", key, r)
		}
	}
}

func TestThreeDaysWithoutAMailerBringNoFlood(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id := h.play()
	same(t, h.deliver(id), "host anna", "your-turn "+h.who(h.match(id).Person(h.match(id).Active()[0])))
	random := rand.New(rand.NewPCG(3, 4))
	for range 12 {
		h.move(id, random)
		h.clock.pass(6 * time.Hour)
	}
	seat := h.match(id).Active()[0]
	same(t, h.deliver(id), "your-turn "+h.who(h.match(id).Person(seat)))
}

// A second node that begins with an empty database decides everything anew and
// finds every claim: no letter.
func TestARebuildSendsNoLetter(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id := h.play()
	random := rand.New(rand.NewPCG(5, 6))
	for range 6 {
		h.move(id, random)
		h.deliver(id)
	}
	before := h.records()
	db := h.openCopy(t.TempDir())
	e := engine.New(engine.Config{Copy: db, Truth: projections.Truth(h.store), Key: installation, Now: h.clock.time})
	h.office = h.newOffice(db, e)
	same(t, h.deliver(id))
	h.must(h.office.Reconcile(t.Context()))
	same(t, h.try())
	if after := h.records(); len(after) != len(before) {
		t.Errorf("%d records became %d", len(before), len(after))
	}
}

func TestALetterIsDroppedWhenTheMoveWasMadeMeanwhile(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id := h.play()
	h.deliver(id)
	random := rand.New(rand.NewPCG(7, 8))
	h.move(id, random)
	h.must(h.office.Decide(t.Context(), id))
	m := h.match(id)
	key := Key{Match: id, Seat: m.Active()[0], N: m.Call(m.Active()[0])}
	// Within the delay nothing goes out, however often it is tried.
	h.must(h.office.Try(t.Context(), key))
	if r := h.records()[key]; r.State != Claimed || r.Tries != 0 {
		t.Fatalf("before its time: %+v", r)
	}
	for h.match(id).Call(key.Seat) == key.N {
		h.move(id, random)
	}
	h.clock.pass(time.Minute)
	h.must(h.office.Try(t.Context(), key))
	if r := h.records()[key]; r.State != Dropped || r.Code != codeMovedOn {
		t.Errorf("after the move: %+v", r)
	}
}

func TestTwoNodesSendOneLetter(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id := h.play()
	other := h.newOffice(h.copy, h.engine)
	both := func(do func(*Office) error) {
		var wait sync.WaitGroup
		for _, o := range []*Office{h.office, other, h.office, other} {
			wait.Go(func() {
				if err := do(o); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
	}
	both(func(o *Office) error { return o.Decide(t.Context(), id) })
	h.clock.pass(time.Minute)
	keys := h.records()
	for key := range keys {
		both(func(o *Office) error { return o.Try(t.Context(), key) })
	}
	if got := len(h.post.all()); got != len(keys) || got != 2 {
		t.Errorf("%d letters arrived for %d claims", got, len(keys))
	}
}

func TestATemporaryFailureIsTriedAgain(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id := h.play()
	h.deliver(id)
	h.move(id, rand.New(rand.NewPCG(9, 10)))
	m := h.match(id)
	seat := m.Active()[0]
	name := h.who(m.Person(seat))
	h.post.refuses(name+"@example.org", &smtp.SMTPError{Code: 451, Message: "later, " + name + "@example.org"})
	same(t, h.deliver(id))
	key := Key{Match: id, Seat: seat, N: m.Call(seat)}
	r := h.records()[key]
	if r.State != Claimed || r.Tries != 1 || r.Code != "451" || !r.Next.After(h.clock.time()) {
		t.Fatalf("after a 451: %+v", r)
	}
	for range 4 {
		h.clock.pass(5 * time.Minute)
		h.try()
	}
	h.post.refuses(name+"@example.org", nil)
	h.clock.pass(time.Hour)
	same(t, h.try(), "your-turn "+name)
	if r := h.records()[key]; r.Tries < 3 || r.Code != "" {
		t.Errorf("at the end: %+v", r)
	}
}

func TestTwoWeeksOfTriesAreEnough(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id := h.invite("anna", "host", "ben", "cleo")
	h.post.refuses("ben@example.org", &smtp.SMTPError{Code: 451, Message: "later"})
	same(t, h.deliver(id), "host anna", "invitation cleo")
	tries := 0
	for day := 0; day < 20*4; day++ {
		h.clock.pass(6 * time.Hour)
		for _, sent := range h.try() {
			if sent != "refused anna" {
				t.Errorf("sent: %s", sent)
			}
			tries++
		}
	}
	r := h.records()[Key{Match: id, Seat: 2, N: 3}]
	if r.State != RefusedLetter || r.Code != codeGivenUp || r.Tries < 40 || tries != 1 {
		t.Errorf("%+v; the host got %d letters", r, tries)
	}
}

func TestARefusedAddressIsToldToTheHostAndNotTriedAgain(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id := h.play()
	random := rand.New(rand.NewPCG(11, 12))
	h.post.refuses("ben@example.org", &smtp.SMTPError{Code: 550, Message: "no ben@example.org here"})
	toBen := func() (refused, dropped int) {
		for _, r := range h.records() {
			if h.who(r.Person) == "ben" && r.State == RefusedLetter {
				refused++
			}
			if h.who(r.Person) == "ben" && r.State == Dropped && r.Code == codeRefused {
				dropped++
			}
			if strings.Contains(fmt.Sprint(r), "@") {
				t.Errorf("a record holds an address: %+v", r)
			}
		}
		return refused, dropped
	}
	told := 0
	for range 25 {
		for _, sent := range h.deliver(id) {
			if sent == "refused anna" {
				told++
			}
			if strings.HasSuffix(sent, " ben") {
				t.Errorf("%s was sent", sent)
			}
		}
		h.move(id, random)
	}
	refused, dropped := toBen()
	if refused != 1 || dropped == 0 || told != 1 {
		t.Errorf("%d refused, %d dropped, the host was told %d times", refused, dropped, told)
	}
	// Another address of his is another matter.
	h.must(h.book.SetProfile(t.Context(), h.person["ben"], people.Profile{Name: "ben", Address: "benjamin@example.org"}))
	got := 0
	for range 20 {
		if h.match(id).Status() != engine.Playing {
			break
		}
		for _, sent := range h.deliver(id) {
			if sent == "your-turn ben" {
				got++
			}
		}
		h.move(id, random)
	}
	if got == 0 {
		t.Error("no letter to the new address")
	}
}

func TestWhoWantsNoLettersGetsNone(t *testing.T) {
	t.Parallel()
	for what, code := range map[string]string{"all": codeUnsubscribed, "match": codeUnsubscribed, "not me": codeBlocked, "erased": codeErased} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			id := h.invite("anna", "host", "ben", "cleo")
			switch what {
			case "all":
				h.must(h.book.Put(t.Context(), h.person["ben"], people.UnsubscribedFrom(""), true))
				h.must(h.book.Put(t.Context(), h.person["cleo"], people.UnsubscribedFrom(""), false))
			case "match":
				h.must(h.book.Put(t.Context(), h.person["ben"], people.UnsubscribedFrom(id), true))
				h.must(h.book.Put(t.Context(), h.person["cleo"], people.UnsubscribedFrom(engine.NewID()), true))
			case "not me":
				h.must(h.book.Block(t.Context(), h.composer.Signer.AddressDigest("Ben@example.org")))
			case "erased":
				h.must(h.book.Erase(t.Context(), h.person["ben"]))
			}
			same(t, h.deliver(id), "host anna", "invitation cleo")
			if r := h.records()[Key{Match: id, Seat: 2, N: 3}]; r.State != Dropped || r.Code != code {
				t.Errorf("%+v", r)
			}
		})
	}
}

func TestBotsAndSpectatorsGetNoLetters(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id := h.invite("anna", "bot", "host", "bot")
	for h.match(id).Status() == engine.Playing {
		_, err := h.engine.Bots(t.Context(), id)
		h.must(err)
		for _, sent := range h.deliver(id) {
			if !strings.HasSuffix(sent, " anna") {
				t.Errorf("%s", sent)
			}
		}
		if m := h.match(id); m.Call(2) > 0 {
			h.move(id, rand.New(rand.NewPCG(uint64(m.N()), 1)))
		}
	}
	h.deliver(id)
	overs := 0
	for key, r := range h.records() {
		if key.Seat != 2 && key.Seat != 0 {
			t.Errorf("a letter %s", key)
		}
		if r.Kind == Over && r.State == Sent {
			overs++
		}
	}
	if overs != 1 {
		t.Errorf("%d letters say that it is over", overs)
	}
}

func TestSeatsThatChangeHands(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id := h.play()
	h.deliver(id)
	// A seat whose turn it is not leaves, so that no turn mixes in.
	seat := game.Seat(1)
	for h.match(id).Call(seat) > 0 || seat == 1 {
		seat++
	}
	name := h.who(h.match(id).Person(seat))
	_, err := h.engine.Link(t.Context(), h.seat(id, seat), true)
	h.must(err)
	same(t, h.deliver(id), "link "+name)
	_, err = h.engine.Resign(t.Context(), h.seat(id, seat))
	h.must(err)
	others := func(seat game.Seat) (list []string) { // are told who sits there now
		for s := game.Seat(1); s <= 3; s++ {
			if s != seat {
				list = append(list, "seats "+h.who(h.match(id).Person(s)))
			}
		}
		return list
	}
	same(t, h.deliver(id), append(others(seat), "left "+name)...)
	same(t, h.deliver(id))
	dora := h.somebody("dora")
	_, err = h.engine.Offer(t.Context(), h.seat(id, seat), engine.Person(dora))
	h.must(err)
	same(t, h.deliver(id), "invitation dora")
	h.take(id, seat, "dora")
	same(t, h.deliver(id), append(others(seat), "seated dora")...)
	_, err = h.engine.Abandon(t.Context(), id)
	h.must(err)
	var want []string
	for s := game.Seat(1); s <= 3; s++ {
		want = append(want, "over "+h.who(h.match(id).Person(s)))
	}
	same(t, h.deliver(id), want...)
	same(t, h.deliver(id))
}

func TestAnInvitationIsSentAgainThreeTimesAtMost(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id := h.invite("anna", "host", "ben", "ben")
	// Two seats in one command: one letter, that names both.
	same(t, h.deliver(id), "host anna", "invitation ben")
	text := string(h.post.all()[1].raw)
	if strings.Count(parse(t, []byte(text)).text, "https://games.example/l/") != 2 {
		t.Errorf("the letter does not name both seats:\n%s", text)
	}
	sent := 0
	for range 6 {
		_, err := h.engine.Offer(t.Context(), h.seat(id, 2), engine.Person(h.person["ben"]))
		h.must(err)
		sent += len(h.deliver(id))
	}
	if sent != maxResends {
		t.Errorf("sent again %d times", sent)
	}
}

func TestAFullDomainDoesNotHoldUpOthers(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for range perDomain {
		if !h.office.take("somebody@EXAMPLE.org") {
			t.Fatal("the domain is full too early")
		}
	}
	id := h.invite("anna", "host", "ben", "cleo")
	h.must(h.book.SetProfile(t.Context(), h.person["cleo"], people.Profile{Name: "cleo", Address: "cleo@elsewhere.example"}))
	h.must(h.office.Decide(t.Context(), id))
	h.clock.pass(time.Minute)
	for key := range h.records() {
		h.must(h.office.Try(t.Context(), key))
	}
	if all := h.post.all(); len(all) != 1 || all[0].to != "cleo@elsewhere.example" {
		t.Fatalf("%d letters went out", len(all))
	}
	h.office.put("somebody@example.org")
	h.clock.pass(crowded)
	same(t, h.try(), "host anna", "invitation ben")
}

// The whole office at work: consumer, outbox and workers.
func TestTheOfficeAtWork(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.post.arrived = make(chan received, 100)
	h.office.Delay = 0
	id := h.play()
	done := make(chan error)
	ctx, stop := cancelled(t)
	go func() { done <- h.office.Run(ctx) }()
	got := map[string]bool{}
	for range 2 {
		select {
		case letter := <-h.post.arrived:
			got[letter.to] = true
		case <-time.After(30 * time.Second):
			t.Fatal("no letter came")
		}
	}
	m := h.match(id)
	if turn := h.who(m.Person(m.Active()[0])) + "@example.org"; !got["anna@example.org"] || !got[turn] {
		t.Errorf("letters to %v", got)
	}
	stop()
	if err := <-done; err == nil || ctx.Err() == nil {
		t.Errorf("the office ended by itself: %v", err)
	}
}

// Without a mail server nothing is sent; the mailbox shows each letter as it was.
func TestTheLocalMailbox(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.office.Transport = nil
	id := h.invite("anna", "host", "link", "bot")
	h.somebody("ben")
	h.must(h.book.SetProfile(t.Context(), h.person["ben"], people.Profile{Name: "ben"})) // no address
	h.take(id, 2, "ben")
	random := rand.New(rand.NewPCG(13, 14))
	for range 12 {
		h.must(h.office.Decide(t.Context(), id))
		h.clock.pass(time.Minute)
		for key := range h.records() {
			h.must(h.office.Try(t.Context(), key))
		}
		h.move(id, random)
	}
	if len(h.post.all()) != 0 {
		t.Error("letters went out")
	}
	records := h.records()
	box := &Mailbox{Copy: h.copy, Matches: h.engine, Composer: h.composer}
	h.caughtUp()
	list, err := box.Letters(t.Context(), 100)
	h.must(err)
	if len(list) != len(records) || len(list) < 5 {
		t.Fatalf("%d letters listed, %d there", len(list), len(records))
	}
	turns := 0
	for _, entry := range list {
		key, err := ParseKey(entry.Key)
		h.must(err)
		r := records[key]
		whole, ok, err := box.Letter(t.Context(), entry.Key)
		if err != nil || !ok {
			t.Fatalf("%s: %v, %v", entry.Key, ok, err)
		}
		if r.State == Sent && (!r.Local || entry.State != "kept here, not sent") {
			t.Errorf("%s: %+v is shown as %q", key, r, entry.State)
		}
		if r.Kind == YourTurn && r.State == Sent {
			turns++
			if !strings.Contains(whole.Text, "Your turn") || !strings.Contains(whole.HTML, "try=") {
				t.Errorf("%s says:\n%s", key, whole.Text)
			}
		}
	}
	if turns < 3 {
		t.Errorf("%d turns", turns)
	}
	for _, unknown := range []string{"", "x", id + ".1.9999", id + ".1.1.refused", "../" + id} {
		if _, ok, err := box.Letter(t.Context(), unknown); ok || err != nil {
			t.Errorf("%q: %v, %v", unknown, ok, err)
		}
	}
}

// Open decisions whose letter was never claimed are found.
func TestReconcileFindsDecisionsWithoutALetter(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id := h.play()
	h.match(id)
	h.must(h.office.Reconcile(t.Context()))
	m := h.match(id)
	seat := m.Active()[0]
	if r, ok := h.records()[Key{Match: id, Seat: seat, N: m.Call(seat)}]; !ok || r.Kind != YourTurn {
		t.Errorf("%+v", h.records())
	}
	if !slices.Contains(h.deliver(id), "your-turn "+h.who(m.Person(seat))) {
		t.Error("it was not sent")
	}
}

// What only tells what happened does not make a second letter beside a new turn.
func TestNewsGoWithTheLetterOfATurn(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id := h.play()
	seat := int(h.match(id).Active()[0])
	name := h.who(h.match(id).Person(game.Seat(seat)))
	lapse := func() {
		h.write(id, fmt.Sprint("seat:", seat), &events.RewindProposed{Seat: seat, To: h.match(id).Table.Started})
		h.write(id, fmt.Sprint("seat:", seat%3+1), &events.RewindLapsed{})
	}
	lapse()
	told := Key{Match: id, Seat: game.Seat(seat), N: h.match(id).N()}
	same(t, h.deliver(id), "host anna", "your-turn "+name)
	if r := h.records()[told]; r.State != Dropped || r.Code != codeTold {
		t.Errorf("%+v", r)
	}
	// Later the same is news by itself.
	lapse()
	same(t, h.deliver(id), "answer "+name)
	same(t, h.deliver(id))
}

// A worker that dies in the middle leaves the letter to the next one.
func TestALetterOfADeadWorkerIsSentAfterItsLease(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id := h.play()
	h.must(h.office.Decide(t.Context(), id))
	h.clock.pass(time.Minute)
	dying, die := cancelled(t)
	h.office.Transport = transport(func(context.Context, Envelope, []byte) error {
		die()
		return context.Canceled
	})
	key := Key{Match: id, Seat: 0, N: 1}
	h.must(h.office.Try(dying, key))
	r := h.records()[key]
	if r.State != Claimed || r.Tries != 1 || !r.Next.After(h.clock.time()) {
		t.Fatalf("%+v", r)
	}
	h.office = h.newOffice(h.copy, h.engine)
	h.must(h.office.Try(t.Context(), key))
	if len(h.post.all()) != 0 {
		t.Error("it was sent while somebody may still be sending it")
	}
	h.clock.pass(lease)
	if sent := h.try(); !slices.Contains(sent, "host anna") {
		t.Errorf("sent: %q", sent)
	}
}

type transport func(context.Context, Envelope, []byte) error

func (f transport) Send(ctx context.Context, e Envelope, message []byte) error {
	return f(ctx, e, message)
}

func TestBackoffAndKeys(t *testing.T) {
	t.Parallel()
	total := time.Duration(0)
	for tries := 1; tries < 100; tries++ {
		if wait := backoff(tries); wait < time.Minute || wait > 6*time.Hour || tries > 1 && wait < backoff(tries-1) {
			t.Errorf("after %d tries: %s", tries, wait)
		}
		total += backoff(tries)
	}
	if total < tooOld {
		t.Errorf("100 tries in %s", total)
	}
	for _, text := range []string{"abcdefghijklmnop.2.41", "abcdefghijklmnop.0.1", "abcdefghijklmnop.2.41.refused"} {
		key, err := ParseKey(text)
		if err != nil || key.String() != text || key.Subject() != "letter."+text {
			t.Errorf("%s: %+v, %v", text, key, err)
		}
	}
	for _, text := range []string{"", "abc.2.41", "abcdefghijklmnop.2", "abcdefghijklmnop.02.41", "abcdefghijklmnop.-1.41", "abcdefghijklmnop.2.0", "abcdefghijklmnop.2.41.x", "abcdefghijklmnop.2.41.refused.refused", "abcdefghijklmnop.+2.41"} {
		if key, err := ParseKey(text); err == nil {
			t.Errorf("%q became %+v", text, key)
		}
	}
}

// held is a transport that begins a sending and waits.
type held struct {
	Transport
	begun, free chan struct{}
}

func (h held) Send(ctx context.Context, e Envelope, message []byte) error {
	close(h.begun)
	<-h.free
	if ctx.Err() != nil {
		return failure(StageMessage, ctx.Err())
	}
	return h.Transport.Send(ctx, e, message)
}

// A letter in hand when the node is told to stop is sent and noted, or the next
// start would send it again.
func TestALetterInHandIsFinishedWhenTheNodeStops(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id := h.play()
	h.must(h.office.Decide(t.Context(), id))
	h.clock.pass(time.Minute)
	line := held{h.office.Transport, make(chan struct{}), make(chan struct{})}
	h.office.Transport = line
	m := h.match(id)
	key := Key{Match: id, Seat: m.Active()[0], N: m.Call(m.Active()[0])}
	ctx, stop := cancelled(t)
	tried := make(chan error, 1)
	go func() { tried <- h.office.Try(ctx, key) }()
	<-line.begun
	stop()
	close(line.free)
	h.must(<-tried)
	if r := h.records()[key]; r.State != Sent || len(h.post.all()) != 1 {
		t.Errorf("%d letters arrived; %+v", len(h.post.all()), r)
	}
}
