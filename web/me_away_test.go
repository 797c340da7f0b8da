package web

import (
	"net/url"
	"testing"
	"time"

	"pizzini/web/words"
)

func TestAVacationMovesTheDeadlinesThatRun(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	g := gather(t, h, url.Values{"clock": {"decision"}})
	for m := g.match(g.id); m.Active()[0] != 2; m = g.match(g.id) {
		g.hurry(m.N() + 1)
	}
	due, n := g.match(g.id).Due(2), g.match(g.id).N()
	if due.IsZero() {
		t.Fatal("no clock runs")
	}
	if err := h.copy.Wait(t.Context(), g.id, n); err != nil {
		t.Fatal(err)
	}
	r := h.reader()
	h.signIn(r, "bruno@example.org")
	r.open("/me/settings").submit("Save", url.Values{"zone": {"Asia/Tokyo"}}).says("Saved.")
	r.open("/me").says("It is your turn.", words.Moment(due, h.now(), "Asia/Tokyo"))
	zone, err := time.LoadLocation("Asia/Tokyo")
	if err != nil {
		t.Fatal(err)
	}
	day := func(ahead int) string { return h.now().In(zone).AddDate(0, 0, ahead).Format(time.DateOnly) }
	page := r.open("/me/away")
	set := url.Values{"from": {day(1)}, "to": {day(5)}}
	page.submit("Set it", set).says("Saved.")
	later := g.match(g.id).Due(2)
	if moved := later.Sub(due); moved != 5*24*time.Hour || g.match(g.id).N() != n+1 {
		t.Errorf("the deadline moved by %s in %d events, want 5 days in one", moved, g.match(g.id).N()-n)
	}
	page.submit("Set it", set).says("Saved.") // sent twice
	if g.match(g.id).N() != n+1 {
		t.Error("the same form moved the deadline twice")
	}
	if err := h.copy.Wait(t.Context(), g.id, n+1); err != nil {
		t.Fatal(err)
	}
	r.open("/me").says(words.Moment(later, h.now(), "Asia/Tokyo"))
	r.open("/me/away").submit("Take it back", nil).says("Saved.")
	if back := g.match(g.id).Due(2); !back.Equal(due) {
		t.Errorf("the vacation was taken back, and the deadline is %s, was %s", back, due)
	}
}
