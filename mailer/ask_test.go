package mailer

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"pizzini/engine"
	"pizzini/events/people"
	"pizzini/events/stream"
	"pizzini/web/link"
)

// token is the claim of the first link of a purpose in the last letter.
func (h *house) token(purpose link.Purpose) link.Claim {
	h.t.Helper()
	all := h.post.all()
	text := strings.NewReplacer("=\r\n", "", "=\n", "").Replace(string(all[len(all)-1].raw)) // quoted-printable breaks long lines
	for _, found := range regexp.MustCompile(`/l/([A-Za-z0-9_-]+)`).FindAllStringSubmatch(text, -1) {
		if c, err := h.composer.Signer.Parse(found[1], purpose); err == nil {
			return c
		}
	}
	h.t.Fatalf("the last letter has no link for %q:\n%s", byte(purpose), all[len(all)-1].raw)
	return link.Claim{}
}

func TestALetterToSignInComesAtOnceAndThreeTimesADay(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	anna := h.somebody("anna")
	h.somebody("anna") // the same human by another invitation
	h.settled()
	for n := 1; n <= 3; n++ {
		h.must(h.office.SignIn(t.Context(), anna))
		if sent := h.try(); len(sent) != 1 || !strings.HasPrefix(sent[0], "sign-in ") {
			t.Fatalf("sent: %q", sent)
		}
		if c := h.token(link.SignIn); c.Person != anna || c.Number != n {
			t.Errorf("the link is %+v", c)
		}
		h.settled()
	}
	for _, id := range []string{anna, h.person["anna"]} {
		err := h.office.SignIn(t.Context(), id)
		if refusal, ok := err.(*engine.Refusal); !ok || refusal.Mend == "" {
			t.Errorf("the fourth: %v", err)
		}
	}
	same(t, h.try())
	h.clock.pass(25 * time.Hour)
	h.must(h.office.SignIn(t.Context(), anna))
	if sent := h.try(); len(sent) != 1 {
		t.Errorf("a day later: %q", sent)
	}
}

func TestALetterIsNotSentWhenAnotherWasAskedFor(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	anna := h.somebody("anna")
	h.settled()
	h.must(h.office.SignIn(t.Context(), anna))
	h.must(h.office.SignIn(t.Context(), anna))
	h.must(h.office.Confirm(t.Context(), anna, "anna@old.example"))
	h.must(h.office.Confirm(t.Context(), anna, "Anna@New.example"))
	same(t, h.try(), "sign-in anna", "confirm anna")
	all := h.post.all()
	for _, letter := range all {
		if letter.to == "anna@old.example" {
			t.Error("a letter went to the address that was given first")
		}
	}
	// An address is asked there and nowhere else, and its owner can stop nothing but
	// letters to it.
	confirm := all[0]
	if confirm.to == "anna@example.org" {
		confirm = all[1]
	}
	p := parse(t, confirm.raw)
	if !strings.EqualFold(confirm.to, "anna@new.example") || p.header.Get("List-Unsubscribe") != "" || strings.Contains(p.text, "/u/") || !strings.Contains(p.text, "/not-me/") {
		t.Errorf("to %s:\n%s", confirm.to, p.text)
	}
	var asked string
	h.must(h.book.Record(t.Context(), anna, people.Asked, &asked))
	if asked != confirm.to {
		t.Errorf("the address that waits is %q", asked)
	}
	for _, r := range h.records() {
		if data, err := r.encode(); err != nil || strings.Contains(string(data), "@") {
			t.Errorf("a record holds an address: %s", data)
		}
	}
	h.must(h.office.Moved(t.Context(), anna, "anna@example.org"))
	same(t, h.try(), "moved anna")
	if last := h.post.all(); last[len(last)-1].to != "anna@example.org" {
		t.Errorf("to %s", last[len(last)-1].to)
	}
}

func TestNoLetterIsAskedForWhereNoneArrives(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	anna := h.somebody("anna")
	h.settled()
	h.must(h.book.Block(t.Context(), h.composer.Signer.AddressDigest("stranger@example.org")))
	nobody, err := h.book.Create(t.Context(), people.Profile{Name: "nobody"})
	h.must(err)
	h.must(h.book.Put(t.Context(), anna, people.UnsubscribedFrom(""), true)) // what she asks for comes all the same
	h.must(h.office.SignIn(t.Context(), anna))
	same(t, h.try(), "sign-in anna")
	for what, err := range map[string]error{
		"a blocked address": h.office.Confirm(t.Context(), anna, "stranger@example.org"), "no address": h.office.SignIn(t.Context(), nobody),
		"no mail address": h.office.Confirm(t.Context(), anna, "x"),
	} {
		if err == nil {
			t.Errorf("%s is asked", what)
		}
	}
	h.must(h.book.Erase(t.Context(), anna))
	if err := h.office.SignIn(t.Context(), anna); err == nil {
		t.Error("an erased person signs in")
	}
	same(t, h.try())
}

func TestTalkMakesALetterForWhoWantsIt(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id := h.play()
	h.deliver(id)
	h.knows("ben", func(s *people.Settings) { s.Talk = true })
	h.says("anna", id, "Hello!")
	h.says("anna", id, "Anybody there?")
	for range 3 { // each node hears of each
		h.must(h.office.Talked(t.Context(), id, h.person["anna"]))
	}
	same(t, h.try())
	h.clock.pass(talkDelay)
	same(t, h.try(), "talk ben")
	all := h.post.all()
	if text := parse(t, all[len(all)-1].raw).text; !strings.Contains(text, "anna: Hello!") || !strings.Contains(text, "Anybody there?") {
		t.Errorf("it says:\n%s", text)
	}
	// What was told is not told again; what comes later is, and with the next letter
	// of a turn too.
	h.settled()
	h.must(h.office.Talked(t.Context(), id, h.person["anna"]))
	h.clock.pass(talkDelay)
	same(t, h.try())
	h.says("anna", id, "Good night.")
	h.settled()
	h.must(h.office.Talked(t.Context(), id, h.person["anna"]))
	h.clock.pass(talkDelay)
	same(t, h.try(), "talk ben")
	all = h.post.all()
	if text := parse(t, all[len(all)-1].raw).text; strings.Contains(text, "Hello!") || !strings.Contains(text, "Good night.") {
		t.Errorf("it says:\n%s", text)
	}
	h.clock.pass(time.Hour)
	h.says("anna", id, "Your move, Cleo.")
	h.settled()
	for h.name(id, h.match(id).Active()[0]) != "cleo" || h.records()[Key{Match: id, Seat: 3, N: h.match(id).Call(3)}].State == Sent {
		h.moves(id)
	}
	if sent := h.deliver(id); len(sent) != 1 || sent[0] != "your-turn cleo" {
		t.Fatalf("sent: %q", sent)
	}
	all = h.post.all()
	if text := parse(t, all[len(all)-1].raw).text; !strings.Contains(text, "Your move, Cleo.") || !strings.Contains(text, "Hello!") {
		t.Errorf("it says:\n%s", text)
	}
}

// What the copy tells of talk is written of.
func TestTheOfficeHearsTalk(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id := h.play()
	h.knows("cleo", func(s *people.Settings) { s.Talk = true })
	ctx, stop := cancelled(t)
	done := make(chan error)
	go func() { done <- h.office.listen(ctx) }()
	h.says("ben", id, "Hello!")
	h.office.Hear("person." + h.person["ben"] + ".settings")
	h.office.Hear("person." + h.person["ben"] + ".talk-" + id + "-1")
	key := Key{Person: h.person["cleo"], What: Talk, N: 1}
	ahead, err := h.store.Last(t.Context(), stream.Letters)
	h.must(err)
	wait, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	h.must(h.copy.WaitPosition(wait, stream.Letters, ahead+1))
	stop()
	<-done
	if r, ok, err := h.office.record(t.Context(), key); !ok || r.State != Claimed {
		t.Errorf("%+v, %v", r, err)
	}
}
