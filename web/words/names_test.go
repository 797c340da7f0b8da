package words

import (
	"errors"
	"slices"
	"testing"

	"pizzini/engine/game"
)

// seats names a bot for "bot", nobody for "", and a person for anything else.
func seats(t *testing.T, people ...string) Names {
	t.Helper()
	who := make([]string, len(people))
	for i, p := range people {
		if who[i] = p; p != "" && p != "bot" {
			who[i] = "person:" + p
		}
	}
	names, err := NamesOf(who, func(person string) (string, error) {
		if person == "erased" {
			return "", nil
		}
		return person, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestNobodyIsTakenForTheReaderOrABot(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"You", "you", "YOU", "Bot 3", "bot 3", "BOT 3", "Bot\u00a03", "Bot\u20073", "Bot\u20033", "Bot\u28003", "Bot\u31643", "Bot  3", "Bot3", "Bot", "bot ٣", "Bot 12",
		"Seat 1", "seat\u202f1", "A former player", "Nobody", "somebody", "Open", "You (3)", "Anna (1)", "\u2003You\u2003",
	} {
		got := seats(t, "bot", name, "bot")
		if got[1] != name+" (2)" || got[0] != "Bot 1" || got[2] != "Bot 3" {
			t.Errorf("%q is called %q, beside %q", name, got[1], got)
		}
		if host := Host(name); host != "Host “"+name+"”" {
			t.Errorf("the host %q is called %q", name, host)
		}
		if again := Person(name, 2); again != got[1] {
			t.Errorf("%q is called %q and %q", name, got[1], again)
		}
	}
	for _, name := range []string{"Anna", "Yousuf", "Botticelli", "Bot Anna", "Your", "Seattle", "Anna (the first)", "Openshaw", "家", "Bo 3"} {
		if got := seats(t, "bot", name, "bot"); got[1] != name || Host(name) != name {
			t.Errorf("%q is called %q", name, got[1])
		}
	}
}

func TestSeatsOfOneNameAreToldApart(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ people, want []string }{
		{[]string{"Anna", "Bruno", "Anna"}, []string{"Anna (1)", "Bruno", "Anna (3)"}},
		{[]string{"Anna", "anna", "ANNA"}, []string{"Anna (1)", "anna (2)", "ANNA (3)"}},
		{[]string{"Anna\u00a0R", "Anna R", "bot"}, []string{"Anna\u00a0R (1)", "Anna R (2)", "Bot 3"}},
		{[]string{"You", "You", "You (1)"}, []string{"You (1)", "You (2)", "You (1) (3)"}},
		{[]string{"erased", "Bruno", "erased"}, []string{"a former player (1)", "Bruno", "a former player (3)"}},
		{[]string{"erased", "", "bot"}, []string{"a former player", "", "Bot 3"}},
	} {
		if got := seats(t, c.people...); !slices.Equal(got, c.want) {
			t.Errorf("%q are called %q, want %q", c.people, got, c.want)
		}
	}
	names := seats(t, "Anna", "", "bot")
	if names.Or(2) != "seat 2" || names.Of(2) != "" || names.Of(0) != "" || names.Of(4) != "" || names.All() != "Anna, seat 2 and Bot 3" {
		t.Errorf("%q, %q, %q", names.Or(2), names.Of(2), names.All())
	}
	if r := names.Reader(1); r.Viewer != 1 || r.Name(game.Seat(3)) != "Bot 3" {
		t.Errorf("a reader of the names is %v", r)
	}
	fault := errors.New("away")
	if _, err := NamesOf([]string{"person:a"}, func(string) (string, error) { return "", fault }); !errors.Is(err, fault) {
		t.Errorf("a fault gives %v", err)
	}
}
