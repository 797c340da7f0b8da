package engine_test

import (
	"testing"

	"pizzini/engine/clock"
)

// TestDeadlinesOfDecisions: every call has three days.
func TestDeadlinesOfDecisions(t *testing.T) {
	t.Parallel()
	newTimed(t, 0).run(`{"kind":"decision","time":259200,"policy":"note","grace":3600}`, nil, []moment{
		{"27 Nov 18:00", "start", "A 30 Nov 18:00, B 30 Nov 18:00, C 30 Nov 18:00"},
		// Each seat of a simultaneous decision has its own time.
		{"28 Nov 12:00", "A bid 1", "A, B 30 Nov 18:00, C 30 Nov 18:00"},
		// A had 54 hours when he bid; an hour in between was not his.
		{"28 Nov 13:00", "A takes back", "A 30 Nov 19:00, B 30 Nov 18:00, C 30 Nov 18:00"},
		{"28 Nov 14:00", "A bid 2", "A, B 30 Nov 18:00, C 30 Nov 18:00"},
		{"28 Nov 15:00", "B bid 1", "A, B, C 30 Nov 18:00"},
		{"29 Nov 10:00", "C bid 1", "A 2 Dec 10:00, B, C"},
		// Several moves of one call have one time.
		{"29 Nov 11:00", "A show", "A 2 Dec 10:00, B, C"},
		{"29 Nov 12:00", "A stake 1", "A 2 Dec 10:00, B, C"},
		// A move taken back within the call gives no time.
		{"29 Nov 13:00", "A takes back", "A 2 Dec 10:00, B, C"},
		// His call goes on into the next round: he was active all the while.
		{"30 Nov 10:00", "A stake 1, pass", "A 2 Dec 10:00, B 3 Dec 10:00, C 3 Dec 10:00"},
		{"2 Dec 10:30", "tick", "A 2 Dec 10:00, B 3 Dec 10:00, C 3 Dec 10:00; next 2 Dec 11:00"},
		{"2 Dec 11:00", "tick", "A 2 Dec 10:00!, B 3 Dec 10:00, C 3 Dec 10:00; A late: note, next 3 Dec 11:00"},
		// Once for ever, and the others' moves leave a deadline that is over as it is.
		{"2 Dec 12:00", "tick", "A 2 Dec 10:00!, B 3 Dec 10:00, C 3 Dec 10:00; next 3 Dec 11:00"},
		{"2 Dec 13:00", "B bid 1", "A 2 Dec 10:00!, B, C 3 Dec 10:00"},
		{"2 Dec 14:00", "A bid 1", "A, B, C 3 Dec 10:00"},
		// Whose time was up and who takes back is told of nothing anew.
		{"2 Dec 15:00", "A takes back", "A 2 Dec 15:00!, B, C 3 Dec 10:00"},
		{"2 Dec 17:00", "tick", "A 2 Dec 15:00!, B, C 3 Dec 10:00; next 3 Dec 11:00"},
		{"2 Dec 18:00", "C bid 1", "A 2 Dec 15:00!, B, C"},
		{"9 Dec 18:00", "tick", "A 2 Dec 15:00!, B, C; no more"},
		{"9 Dec 18:00", "A bid 3", "A, B 12 Dec 18:00, C"},
	})
}

// TestDeadlinesOfBanks: 24 hours, and 6 more for each finished call, up to 30.
func TestDeadlinesOfBanks(t *testing.T) {
	t.Parallel()
	newTimed(t, 0).run(`{"kind":"bank","bank":86400,"add":21600,"cap":108000,"policy":"claim","grace":600}`, nil, []moment{
		{"1 Dec 12:00", "start", "A 2 Dec 12:00, B 2 Dec 12:00, C 2 Dec 12:00"},
		{"1 Dec 13:00", "A bid 1", "A (29h), B 2 Dec 12:00, C 2 Dec 12:00"},
		// Nothing is added for a move that is taken back, and nothing lost: he had 23 hours.
		{"1 Dec 15:00", "A takes back", "A 2 Dec 14:00, B 2 Dec 12:00, C 2 Dec 12:00"},
		{"1 Dec 16:00", "A bid 1", "A (28h), B 2 Dec 12:00, C 2 Dec 12:00"},
		// The bank is full at 30 hours.
		{"1 Dec 16:00", "B bid 1", "A (28h), B (26h), C 2 Dec 12:00"},
		{"1 Dec 18:30:30", "C bid 1", "A 2 Dec 22:30:30, B (26h), C (23h29m30s)"},
		{"1 Dec 18:30:30", "A show", "A 2 Dec 22:30:30, B (26h), C (23h29m30s)"},
		{"1 Dec 18:30:30", "A stake 1, pass", "A 2 Dec 22:30:30, B 2 Dec 20:30:30, C 2 Dec 18:00"},
		{"1 Dec 18:30:30", "A bid 1", "A (30h), B 2 Dec 20:30:30, C 2 Dec 18:00"},
		// Over time nothing is left, and a bank is never below nothing.
		{"2 Dec 18:05", "C bid 1", "A (30h), B 2 Dec 20:30:30, C (6h)"},
		{"2 Dec 20:40:30", "tick", "A (30h), B 2 Dec 20:30:30!, C (6h); B late: claim, no more"},
		// A wave: an increment at least.
		{"2 Dec 21:00", "A waves B", "A (30h), B 3 Dec 03:00, C (6h)"},
		{"2 Dec 21:00", "tick", "A (30h), B 3 Dec 03:00, C (6h); next 3 Dec 03:10"},
		{"3 Dec 03:10", "tick", "A (30h), B 3 Dec 03:00!, C (6h); B late: claim, no more"},
		{"3 Dec 04:00", "C claims B", "A (30h), Bbot 3 Dec 10:00, C (6h)"},
		{"3 Dec 04:00", "C claims B", "A (30h), Bbot 3 Dec 10:00, C (6h); refused: stale"},
		// A bot's deadline is there and never counts.
		{"9 Dec 04:00", "tick", "A (30h), Bbot 3 Dec 10:00, C (6h); no more"},
		// The newcomer's call is new: an increment at least.
		{"9 Dec 05:00", "D takes B", "A (30h), B 9 Dec 11:00, C (6h)"},
		// B starts this round: his call goes on.
		{"9 Dec 06:00", "B bid 1", "A (30h), B 9 Dec 11:00, C (6h)"},
		{"9 Dec 07:00", "B show", "A (30h), B 9 Dec 11:00, C (6h)"},
		{"9 Dec 08:00", "B stake 1, pass", "A 10 Dec 14:00, B 9 Dec 11:00, C 9 Dec 14:00"},
	})
}

// TestDeadlinesOfPersons: each has his own night, days off and zone; 16 hours a call.
func TestDeadlinesOfPersons(t *testing.T) {
	t.Parallel()
	people := map[rune]clock.Person{
		'A': {Zone: "Europe/Rome", NightFrom: 23 * 60, NightTo: 7 * 60},
		'B': {Zone: "America/New_York"},
	}
	newTimed(t, 0).run(`{"kind":"decision","time":57600,"weekdays":["sat","sun"],"policy":"note","zone":"Asia/Tokyo"}`, people, []moment{
		// Friday: in Rome 18:00, five hours until night, eleven on Monday from 7; in New York noon, twelve
		// hours and four; in Tokyo Saturday.
		{"27 Nov 17:00", "start", "A 30 Nov 17:00, B 30 Nov 09:00, C 30 Nov 07:00"},
		// A vacation moves a deadline that runs, and its end does.
		{"30 Nov 06:00", "A is away 30 Nov to 1 Dec", "A 2 Dec 17:00, B 30 Nov 09:00, C 30 Nov 07:00"},
		{"30 Nov 06:00", "A is away 30 Nov to 1 Dec", "A 2 Dec 17:00, B 30 Nov 09:00, C 30 Nov 07:00"}, // the same change, sent twice
		// Until the second of December no time of his runs: eleven hours are left of the day.
		{"1 Dec 08:00", "A is back", "A 1 Dec 19:00, B 30 Nov 09:00, C 30 Nov 07:00"},
		// Who is late gains nothing by a vacation.
		{"1 Dec 08:00", "B is away 1 Dec to 20 Dec", "A 1 Dec 19:00, B 30 Nov 09:00, C 30 Nov 07:00; nothing moves"},
		{"1 Dec 08:00", "A bid 1", "A, B 30 Nov 09:00, C 30 Nov 07:00"},
		{"1 Dec 08:00", "A is away 2 Dec to 3 Dec", "A, B 30 Nov 09:00, C 30 Nov 07:00; nothing moves"},
		{"1 Dec 08:00", "B bid 1", "A, B, C 30 Nov 07:00"},
		// A's next call knows of his vacation: until 23 in Rome 14 hours of today; two on the fourth.
		{"1 Dec 08:00", "C bid 1", "A 4 Dec 08:00, B, C"},
		// The bot has no night.
		{"1 Dec 09:00", "A resigns", "Abot 2 Dec 01:00, B, C"},
	})
}

// Who sleeps other hours than when he was asked has no more left than he was asked
// with: each call would make three of a bank else, and of a pause.
func TestOtherNightsMakeNoTime(t *testing.T) {
	t.Parallel()
	newTimed(t, 0).run(`{"kind":"bank","bank":86400,"add":3600,"cap":172800,"policy":"note"}`, map[rune]clock.Person{'A': {NightFrom: 8 * 60}}, []moment{
		{"1 Dec 00:00", "start", "A 3 Dec 08:00, B 2 Dec 00:00, C 2 Dec 00:00"},
		{"1 Dec 00:00", "A sleeps from 0 to 0", "A 3 Dec 08:00, B 2 Dec 00:00, C 2 Dec 00:00"},
		{"1 Dec 00:00", "all pause until 5 Dec 00:00", "A (24h), B (24h), C (24h), paused until 5 Dec 00:00"},
		{"1 Dec 00:00", "A sleeps from 8 to 0", "A (24h), B (24h), C (24h), paused until 5 Dec 00:00"},
		{"1 Dec 00:00", "all resume", "A 3 Dec 08:00, B 2 Dec 00:00, C 2 Dec 00:00"},
		{"1 Dec 00:00", "A sleeps from 0 to 0", "A 3 Dec 08:00, B 2 Dec 00:00, C 2 Dec 00:00"},
		{"1 Dec 00:00", "A bid 1", "A (25h), B 2 Dec 00:00, C 2 Dec 00:00"},
	})
	newTimed(t, 0).run(`{"kind":"decision","time":86400,"policy":"note"}`, map[rune]clock.Person{'A': {NightFrom: 8 * 60}}, []moment{
		{"1 Dec 00:00", "start", "A 3 Dec 08:00, B 2 Dec 00:00, C 2 Dec 00:00"},
		{"1 Dec 00:00", "A sleeps from 0 to 0", "A 3 Dec 08:00, B 2 Dec 00:00, C 2 Dec 00:00"},
		{"1 Dec 00:00", "all pause until 5 Dec 00:00", "A (24h), B (24h), C (24h), paused until 5 Dec 00:00"},
	})
}

func TestDeadlinesOverAPause(t *testing.T) {
	t.Parallel()
	newTimed(t, 0).run(`{"kind":"bank","bank":86400,"add":21600,"cap":108000,"policy":"note"}`, nil, []moment{
		{"1 Dec 12:00", "start", "A 2 Dec 12:00, B 2 Dec 12:00, C 2 Dec 12:00"},
		{"1 Dec 13:00", "A bid 1", "A (29h), B 2 Dec 12:00, C 2 Dec 12:00"},
		{"1 Dec 14:00", "all pause until 20 Dec 08:00", "A (29h), B (22h), C (22h), paused until 20 Dec 08:00"},
		{"2 Dec 14:00", "B bid 1", "A (29h), B (22h), C (22h), paused until 20 Dec 08:00; refused: paused"},
		{"2 Dec 14:00", "A takes back", "A (29h), B (22h), C (22h), paused until 20 Dec 08:00; refused: nothing to take back"},
		{"5 Dec 14:00", "tick", "A (29h), B (22h), C (22h), paused until 20 Dec 08:00; next 20 Dec 08:00"},
		// What he had left stays, whatever he does in between.
		{"5 Dec 14:00", "B is away 1 Dec to 18 Dec", "A (29h), B (22h), C (22h), paused until 20 Dec 08:00; nothing moves"},
		{"6 Dec 14:00", "C resigns", "A (29h), B (22h), Cbot (22h), paused until 20 Dec 08:00"},
		{"20 Dec 08:00", "tick", "A (29h), B 21 Dec 06:00, Cbot 21 Dec 06:00; resumed, next 21 Dec 06:00"},
		{"20 Dec 09:00", "A takes back", "A 21 Dec 08:00, B 21 Dec 06:00, Cbot 21 Dec 06:00"},
		{"20 Dec 10:00", "all pause until 31 Dec 08:00", "A (22h), B (20h), Cbot (20h), paused until 31 Dec 08:00"},
		{"20 Dec 11:00", "all resume", "A 21 Dec 09:00, B 21 Dec 07:00, Cbot 21 Dec 07:00"},
		{"20 Dec 11:00", "all pause until 31 Dec 08:00", "A (22h), B (20h), Cbot (20h), paused until 31 Dec 08:00"},
		// Another clock while paused begins with the match.
		{"20 Dec 12:00", `all change to {"kind":"decision","time":3600,"policy":"note"}`, "A, B, Cbot, paused until 31 Dec 08:00"},
		{"31 Dec 09:00", "tick", "A 31 Dec 10:00, B 31 Dec 10:00, Cbot 31 Dec 10:00; resumed, next 31 Dec 10:00"},
	})
}

func TestDeadlinesOverAnotherClock(t *testing.T) {
	t.Parallel()
	newTimed(t, 0).run("", nil, []moment{
		{"1 Dec 12:00", "start", "A, B, C"},
		{"1 Dec 12:00", "tick", "A, B, C; no more"},
		{"1 Dec 13:00", `all change to {"kind":"bank","bank":7200,"add":60,"cap":7200,"policy":"note"}`, "A 1 Dec 15:00, B 1 Dec 15:00, C 1 Dec 15:00"},
		{"1 Dec 14:00", "A bid 1", "A (1h1m), B 1 Dec 15:00, C 1 Dec 15:00"},
		{"1 Dec 15:00", "tick", "A (1h1m), B 1 Dec 15:00!, C 1 Dec 15:00!; B late: note, C late: note, no more"},
		// Everybody has time anew, also who was late.
		{"1 Dec 15:00", `all change to {"kind":"decision","time":3600,"policy":"note"}`, "A, B 1 Dec 16:00, C 1 Dec 16:00"},
		{"1 Dec 15:30", "A takes back", "A 1 Dec 16:30, B 1 Dec 16:00, C 1 Dec 16:00"},
		{"1 Dec 15:40", `all change to null`, "A, B, C"},
	})
}

// TestDeadlinesOverARewind: what all agree to go back to is asked anew.
func TestDeadlinesOverARewind(t *testing.T) {
	t.Parallel()
	newTimed(t, 0).run(`{"kind":"bank","bank":86400,"add":21600,"cap":108000,"policy":"note"}`, nil, []moment{
		{"1 Dec 12:00", "start", "A 2 Dec 12:00, B 2 Dec 12:00, C 2 Dec 12:00"},
		{"1 Dec 13:00", "A bid 1", "A (29h), B 2 Dec 12:00, C 2 Dec 12:00"},
		{"1 Dec 14:00", "B bid 1", "A (29h), B (28h), C 2 Dec 12:00"},
		{"2 Dec 11:00", "C bid 1", "A 3 Dec 16:00, B (28h), C (7h)"},
		// To after A's bid: B and C are asked again and have what their banks hold; A's is what is left.
		{"2 Dec 12:00", "all go back to 1", "A (28h), B 3 Dec 16:00, C 2 Dec 19:00"},
		{"2 Dec 13:00", "B bid 2", "A (28h), B (30h), C 2 Dec 19:00"},
		{"2 Dec 23:00", "C bid 2", "A 4 Dec 03:00, B (30h), C (6h)"},
		{"5 Dec 03:00", "A show", "A 4 Dec 03:00, B (30h), C (6h)"},
		// Whose bank is empty has an increment.
		{"5 Dec 03:00", "all go back to 0", "A 5 Dec 09:00, B 6 Dec 09:00, C 5 Dec 09:00"},
	})
}
