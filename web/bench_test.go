package web

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/web/link"
)

// longMatch plays a match of a kind until it has 300 moves: what can be taken back is,
// but for one time of so many. It ends before the match does.
func (h *house) longMatch(kind string, often int) *engine.Match {
	h.t.Helper()
	ctx := h.t.Context()
	c := engine.Creation{ID: engine.NewID(), Kind: kind}
	for i := range 4 {
		person := engine.NewID()
		if err := h.config.People.Keep(ctx, person, Profile{Name: "Player " + strconv.Itoa(i+1)}); err != nil {
			h.t.Fatal(err)
		}
		c.Host = person
		c.Seats = append(c.Seats, engine.Invitation{Who: engine.Person(person)})
	}
	if _, err := h.engine.Create(ctx, c); err != nil {
		h.t.Fatal(err)
	}
	for seat := game.Seat(1); seat <= 4; seat++ {
		person := strings.TrimPrefix(string(c.Seats[seat-1].Who), "person:")
		take := engine.SeatCommand{Match: c.ID, Seat: seat, Answers: h.match(c.ID).LinkNumber(seat)}
		if _, err := h.engine.Take(ctx, take, person, ""); err != nil {
			h.t.Fatal(err)
		}
	}
	m := h.match(c.ID)
	for again := 0; played(m, 0) < 300; again++ {
		seat := m.Active()[0]
		legal := m.Legal(seat)
		turn := engine.Turn{Match: m.ID, Seat: seat, Decision: m.Decision(seat), Moves: legal[again%len(legal):][:1]}
		if _, err := h.engine.Play(ctx, turn); err != nil {
			h.t.Fatal(err)
		}
		m = h.match(m.ID)
		if last, _, ok := m.TakeBack(seat); ok && again%often > 0 {
			if _, err := h.engine.PlayTakeBack(ctx, m.ID, seat, last); err != nil {
				h.t.Fatal(err)
			}
			m = h.match(m.ID)
		}
	}
	if err := h.copy.Wait(ctx, m.ID, m.N()); err != nil {
		h.t.Fatal(err)
	}
	return m
}

// longMatches are the kinds of the benchmarks, and which of their moves are not taken
// back.
var longMatches = []struct {
	kind  string
	often int
}{{"patronize", 25}, {"der-pate", 4}, {"die-patin", 4}}

// BenchmarkPage makes pages of long matches for a player, without the network: the
// present position, where he is asked and where he waits, earlier ones, the whole
// log. It reports the time of the processor too, which others on the machine do not
// lengthen; below 2 ms a page is asked.
func BenchmarkPage(b *testing.B) {
	h := newHouse(b, nil)
	handler, site := New(h.config), link.Site("")
	for _, long := range longMatches {
		m := h.longMatch(long.kind, long.often)
		asked := m.Active()[0]
		waiting := asked%4 + 1
		draft := link.Draft{Decision: m.Decision(asked), Moves: m.Legal(asked)[:1]}
		for _, page := range []struct {
			name, address string
			seat          game.Seat
		}{
			{"asked", site.SeatPage(m.ID, asked), asked},
			{"waiting", site.SeatPage(m.ID, waiting), waiting},
			{"tried", site.SeatDraft(m.ID, asked, draft), asked},
			{"first", site.SeatAt(m.ID, asked, m.Table.Started), asked},
			{"middle", site.SeatAt(m.ID, asked, m.N()/2), asked},
			{"last", site.SeatAt(m.ID, asked, m.N()-1), asked},
			{"log", site.SeatPage(m.ID, asked) + "/log", asked},
		} {
			b.Run(long.kind+"/"+page.name, func(b *testing.B) {
				request := httptest.NewRequest(http.MethodGet, page.address, nil)
				session := link.Claim{Purpose: link.SeatSession, Match: m.ID, Seat: int(page.seat), Number: m.LinkNumber(page.seat)}
				request.AddCookie(&http.Cookie{Name: seatCookie, Value: h.token(session)})
				size := 0
				before := processor(b)
				for b.Loop() {
					answer := httptest.NewRecorder()
					handler.ServeHTTP(answer, request)
					if size = answer.Body.Len(); answer.Code != http.StatusOK {
						b.Fatalf("status %d: %s", answer.Code, answer.Body)
					}
				}
				b.ReportMetric(float64(processor(b)-before)/float64(b.N)/float64(time.Millisecond), "cpu-ms/op")
				b.ReportMetric(float64(size)/1024, "KiB")
			})
		}
	}
}

// BenchmarkRead reads long matches that are not in memory from the database, parses
// and folds them; below 2 ms is asked.
func BenchmarkRead(b *testing.B) {
	h := newHouse(b, nil)
	for _, long := range longMatches {
		m := h.longMatch(long.kind, long.often)
		b.Run(long.kind, func(b *testing.B) {
			for b.Loop() {
				slips, err := h.copy.Slips(b.Context(), m.ID, 0)
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
			b.ReportMetric(float64(m.N()), "events")
		})
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
