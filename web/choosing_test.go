package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"pizzini/engine/game"
)

// A turn is chosen in one place: what was tried, the button that plays it and what
// may be tried next stand together, and each try leads there again.
func TestATurnIsChosenInOnePlace(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	_, r, page := g.turn()
	for _, address := range page.choices() {
		if !strings.HasSuffix(address, "#choices") {
			t.Errorf("%s leads to the top of the page", address)
		}
	}
	tried := r.open(page.choices()[0]).is(http.StatusOK)
	for _, section := range tried.all("section") {
		if value(section, "aria-labelledby") == "choices" {
			if text := wordsOf(section); !strings.Contains(text, "You chose: Pass. Nothing is played yet") || !strings.Contains(text, "Play it") {
				t.Errorf("where one chooses it says: %s", text)
			}
			return
		}
	}
	t.Errorf("the page has no place where one chooses: %s", tried.text())
}

// Whoever is invited reads which rules hold before he takes the seat.
func TestAnInvitationSaysHowTheMatchIsPlayed(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	made := h.operator().open("/new/der-pate").submit("Make the match", url.Values{"name": {"Anna"}, "who-2": {"open"}, "option-edition": {"tw"}, "option-takeover": {"enter"}}).is(http.StatusOK)
	h.reader().open(made.shownLink("link-2")).is(http.StatusOK).says("Anna invites you to Der Pate", "How it is played", "TW: the Chinese summary", "no: sink him and move in house rule").silent("Ties at the end")
	made = h.operator().open("/new/die-patin").submit("Make the match", url.Values{"name": {"Anna"}, "who-2": {"open"}}).is(http.StatusOK)
	h.reader().open(made.shownLink("link-2")).is(http.StatusOK).says("Anna invites you to Die Patin").silent("How it is played")
}

// The last choice that opens something says so in whole sentences, and promises no
// board that cannot be shown.
func TestWhatIsOpenedIsSaidInWholeSentences(t *testing.T) {
	t.Parallel()
	for opening, want := range map[string]string{
		"": "",
		"… then the next Fame card is turned up": "Once it is played, the next Fame card is turned up; it cannot be taken back.",
	} {
		if got := onceItIsPlayed(opening); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	d := decision{Tried: []string{"Take the Painter", "Pass"}, Moves: []game.Move{"take painter", "pass"}, Commit: "Play these 2 choices", Warning: onceItIsPlayed("… then the dice are thrown")}
	root, err := html.Parse(strings.NewReader(show(t, "tried", page{Title: "Match"}, tried(d))))
	if err != nil {
		t.Fatal(err)
	}
	const want = "You chose, in this order: Take the Painter, Pass. Nothing is played yet. Once it is played, the dice are thrown; it cannot be taken back."
	if text := wordsOf(root); !strings.Contains(text, want) {
		t.Errorf("it says: %s", text)
	}
}
