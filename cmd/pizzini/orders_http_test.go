package main

import (
	"bufio"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"pizzini/engine/game"
)

// The whole of it, through the pages of a running program: a pass that was said
// beforehand is played by itself, though the server was stopped in between, and its
// owner alone can read that it was.
func TestAProgrammedMoveThroughTheProgram(t *testing.T) {
	t.Parallel()
	p := newParty(t)
	p.start()
	id := p.gather("open", true)
	first := int(truth(t, p.dir, id).Active()[0])
	seat, third := first%3+1, (first+1)%3+1
	p.readers[seat].open(seatPage(id, seat)).submit("Pass for the rest of this round", nil).is(http.StatusOK).says("You have said")
	p.readers[third].open(seatPage(id, third)).submit("Say it", map[string][]string{"say": {"good luck"}}).is(http.StatusOK)
	p.moves(id, first)
	asked := time.Now()
	n := truth(t, p.dir, id).N()
	p.stop()
	p.start()
	const told = "it was played for you"
	answer, err := p.readers[seat].client.Get(site + seatPage(id, seat) + "/events")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
		if now, err := strconv.Atoi(strings.TrimPrefix(lines.Text(), "data: ")); err == nil && now > n {
			break // its live page hears of it
		}
	}
	p.readers[seat].open(seatPage(id, seat) + "?n=" + strconv.Itoa(n+1)).is(http.StatusOK).says(told)
	if waited := time.Since(asked); waited < orderWait-2*time.Second {
		t.Errorf("it was played after %v", waited)
	}
	p.readers[seat].open(seatPage(id, seat)+"/log").says(told, "You pass")
	for _, other := range []int{first, third} {
		for _, path := range []string{"", "/log", "/export"} {
			if text := p.readers[other].open(seatPage(id, other) + path).is(http.StatusOK).text(); strings.Contains(text, told) || strings.Contains(text, "You have said") {
				t.Errorf("seat %d can tell at %s that it was programmed:\n%s", other, path, text)
			}
		}
		p.readers[other].open(seatPage(id, other)).says("good luck", "passes")
	}
	p.stop()
	m := truth(t, p.dir, id)
	if last := m.Log[m.N()-1]; last.By != "seat:"+game.Seat(seat).String() {
		t.Errorf("the pass is %s by %s", last.Type, last.By)
	}
}

// moves plays the first choice of a seat.
func (p *party) moves(id string, seat int) {
	p.t.Helper()
	page := p.readers[seat].open(seatPage(id, seat)).is(http.StatusOK)
	p.readers[seat].open(page.choices()[0]).submit("Play it", nil).is(http.StatusOK)
}
