package main

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
)

// A hundred browsers send the same turn at once, half of them another choice than
// the others: one choice is played, once, and each browser is told what became of
// its own.
func TestOfAHundredFormsOneCounts(t *testing.T) {
	t.Parallel()
	p := newParty(t)
	p.start()
	id := p.gather("open", true)
	for round := range 5 {
		before := truth(t, p.dir, id)
		seat := int(before.Active()[0])
		choices := p.readers[seat].open(seatPage(id, seat)).is(http.StatusOK).choices()
		if len(choices) < 2 {
			t.Fatalf("round %d: seat %d has no choice", round, seat)
		}
		var forms []url.Values
		for _, choice := range choices[:2] {
			action, fields, ok := p.readers[seat].open(choice).form("Play it")
			if !ok || action != site+seatPage(id, seat)+"/play" {
				t.Fatalf("no form at %s", choice)
			}
			forms = append(forms, fields)
		}
		const browsers = 100
		answers := make([]*sheet, browsers)
		var sending sync.WaitGroup
		ready := make(chan struct{})
		for i := range browsers {
			sending.Go(func() {
				<-ready
				var err error
				if answers[i], err = p.readers[seat].ask(http.MethodPost, seatPage(id, seat)+"/play", forms[i%2]); err != nil {
					t.Error(err)
				}
			})
		}
		close(ready)
		sending.Wait()
		if t.Failed() {
			return
		}
		after := truth(t, p.dir, id)
		slips := map[string]bool{}
		for _, e := range after.Log[before.N():] {
			slips[e.Cmd] = true
		}
		if len(slips) != 1 {
			t.Fatalf("round %d: %d commands were carried out: %v", round, len(slips), slices.Collect(maps.Keys(slips)))
		}
		played := played(t, after.Log[before.N()])
		for i, answer := range answers {
			sent := forms[i%2].Get("move")
			switch {
			case sent == played && (answer.status != http.StatusSeeOther || !strings.Contains(answer.header.Get("Location"), "?n=")):
				t.Errorf("round %d: %q was played, and a browser that sent it gets status %d: %s", round, sent, answer.status, answer.text())
			case sent != played && answer.status != http.StatusConflict:
				t.Errorf("round %d: %q was played, and a browser that sent %q gets status %d", round, played, sent, answer.status)
			case sent != played && !strings.Contains(answer.text(), "You had chosen:"):
				t.Errorf("round %d: who was late is not told what was chosen: %s", round, answer.text())
			}
		}
	}
	p.play(id, 1000)
	p.readers[1].open(seatPage(id, 1)).says("The match is over")
	for _, r := range p.readers[1:] {
		r.client.CloseIdleConnections() // a server that ends waits for connections that were never used
	}
}
