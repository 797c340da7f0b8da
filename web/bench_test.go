package web

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"pizzini/engine"
	"pizzini/events"
	"pizzini/web/link"
)

// longGroup is a group in the middle of a match of 300 moves: what can be taken back
// was, again and again.
func longGroup(b *testing.B) *group {
	b.Helper()
	g := gather(b, newHouse(b, nil), nil)
	m := g.match(g.id)
	for again := 0; played(m, 0) < 300; again++ {
		seat := m.Active()[0]
		legal := m.Legal(seat)
		turn := engine.Turn{Match: g.id, Seat: seat, Decision: m.Decision(seat), Moves: legal[again%len(legal):][:1]}
		if _, err := g.engine.Play(b.Context(), turn); err != nil {
			b.Fatal(err)
		}
		m = g.match(g.id)
		if last, _, ok := m.TakeBack(seat); ok && again%25 != 24 {
			if _, err := g.engine.PlayTakeBack(b.Context(), g.id, seat, last); err != nil {
				b.Fatal(err)
			}
			m = g.match(g.id)
		}
	}
	if err := g.copy.Wait(b.Context(), g.id, m.N()); err != nil {
		b.Fatal(err)
	}
	return g
}

// BenchmarkPage makes pages of a long match for a player, without the network: the
// present position, where he is asked and where he waits, earlier ones, the whole
// log. It reports the time of the processor too, which others on the machine do not
// lengthen; below 2 ms a page is asked.
func BenchmarkPage(b *testing.B) {
	g := longGroup(b)
	m := g.match(g.id)
	asked := int(m.Active()[0])
	waiting := asked%3 + 1
	handler := New(g.config)
	for _, page := range []struct {
		name, path string
		seat       int
	}{
		{"asked", "", asked},
		{"waiting", "", waiting},
		{"tried", "?" + strings.SplitN(link.Site("").SeatDraft(g.id, m.Active()[0], link.Draft{Decision: m.Decision(m.Active()[0]), Moves: m.Legal(m.Active()[0])[:1]}), "?", 2)[1], asked},
		{"first", fmt.Sprintf("/at/%d", m.Table.Started), asked},
		{"middle", fmt.Sprintf("/at/%d", m.N()/2), asked},
		{"last", fmt.Sprintf("/at/%d", m.N()-1), asked},
		{"log", "/log", asked},
	} {
		b.Run(page.name, func(b *testing.B) {
			address := g.server.URL + g.seatPage(page.seat) + page.path
			request := httptest.NewRequest(http.MethodGet, address, nil)
			for _, cookie := range g.readers[page.seat].client.Jar.Cookies(request.URL) {
				request.AddCookie(cookie)
			}
			size := 0
			before := processor(b)
			for b.Loop() {
				answer := httptest.NewRecorder()
				handler.ServeHTTP(answer, request)
				if size = answer.Body.Len(); answer.Code != http.StatusOK {
					b.Fatalf("status %d", answer.Code)
				}
			}
			b.ReportMetric(float64(processor(b)-before)/float64(b.N)/float64(time.Millisecond), "cpu-ms/op")
			b.ReportMetric(float64(size)/1024, "KiB")
		})
	}
}

// BenchmarkRead reads a long match that is not in memory from the database, parses
// and folds it; below 2 ms is asked.
func BenchmarkRead(b *testing.B) {
	g := longGroup(b)
	b.ReportAllocs()
	for b.Loop() {
		slips, err := g.copy.Slips(b.Context(), g.id, 0)
		if err != nil {
			b.Fatal(err)
		}
		var log []*events.Event
		for _, s := range slips {
			slip, err := events.ParseSlip(s.Payload)
			if err != nil {
				b.Fatal(err)
			}
			log = append(log, slip...)
		}
		if engine.Fold(log).Broken != nil {
			b.Fatal("it does not fold")
		}
	}
}

// processor is the time that this process has had of the processor.
func processor(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// BenchmarkPlay accepts moves, one command after another, without the network.
func BenchmarkPlay(b *testing.B) {
	h := newHouse(b, nil)
	handler := New(h.config)
	var g *group
	for b.Loop() {
		b.StopTimer()
		if g == nil || len(g.match(g.id).Active()) == 0 {
			g = gather(b, h, nil)
		}
		m := g.match(g.id)
		seat := m.Active()[0]
		form := url.Values{"seat": {seat.String()}, "d": {strconv.Itoa(m.Decision(seat))}, "move": {string(m.Legal(seat)[0])}}
		request := httptest.NewRequest(http.MethodPost, h.server.URL+g.seatPage(int(seat))+"/play", strings.NewReader(form.Encode()))
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		for _, cookie := range g.readers[seat].client.Jar.Cookies(request.URL) {
			request.AddCookie(cookie)
		}
		answer := httptest.NewRecorder()
		b.StartTimer()
		handler.ServeHTTP(answer, request)
		b.StopTimer()
		if answer.Code != http.StatusSeeOther {
			b.Fatalf("status %d: %s", answer.Code, answer.Body)
		}
		if err := h.copy.Wait(b.Context(), g.id, m.N()+1); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}
