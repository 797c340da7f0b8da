package web

import (
	"encoding/json"
	"net/http"

	"pizzini/engine/game"
	"pizzini/projections"
)

// post is what is known of the letters to somebody.
type post struct {
	Told string // what became of the latest, in words
	Lost bool   // no letter goes to him any more
}

// post says what becomes of the letters to whoever sits at a seat or is invited to
// it. letters has the newest first.
func (s *server) post(r *http.Request, letters []projections.Letter, seat game.Seat, person string) (Profile, post, error) {
	profile, err := s.People.Profile(r.Context(), person)
	if err != nil {
		return profile, post{}, err
	}
	for _, l := range letters {
		var of struct {
			Person string `json:"person"`
			Local  bool   `json:"local"`
		}
		if l.Seat != seat || json.Unmarshal(l.Data, &of) != nil || of.Person != person {
			continue
		}
		told := postOf(l, of.Local)
		if told.Lost || profile.Address == "" {
			return profile, told, nil
		}
		// What will become of the next one counts more.
		blocked, err := s.People.Blocked(r.Context(), profile.Address)
		if blocked {
			told = undelivered["blocked"]
		}
		return profile, told, err
	}
	return profile, post{}, nil
}

// undelivered says why letters are not sent to somebody at all, by the code of a
// letter that was dropped.
var undelivered = map[string]post{
	"unsubscribed":    {"They want no more letters.", true},
	"blocked":         {"Whoever has the address wants no letters from here.", true},
	"refused-address": {"The address takes no letters.", true},
	"no-address":      {"No address is known, so no letter was sent.", true},
	"not-wanted":      {"They want no letter of this kind.", false},
	"erased":          {"Nothing is known of them any more, so no letter was sent.", true},
}

// postOf says what became of a letter, and what that means for the next one.
func postOf(l projections.Letter, local bool) post {
	at := l.At.UTC().Format("2 Jan, 15:04 UTC")
	switch {
	case l.State == "sent" && local:
		return post{Told: "Last letter kept here " + at + "."}
	case l.State == "sent":
		return post{Told: "Last letter sent " + at + "."}
	case l.State == "refused" && l.Code == "given-up":
		return post{"The last letter was given up after two weeks of tries.", true}
	case l.State == "refused":
		return post{"The last letter was refused: the address takes none.", true}
	case l.State == "dropped" && l.Code == "moved-on":
		return post{Told: "The last letter was not needed any more: the match had moved on."}
	case l.State == "dropped" && l.Code == "told":
		return post{Told: "The last letter was not needed any more: another one told it."}
	case l.State == "dropped":
		if why, ok := undelivered[l.Code]; ok {
			return why
		}
		return post{Told: "The last letter was not sent (" + l.Code + ")."}
	case l.Code != "":
		return post{Told: "A letter is on its way: it was not taken yet, and is tried again."}
	}
	return post{Told: "A letter is on its way."}
}
