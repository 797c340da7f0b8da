package mailer

import (
	"fmt"
	"strings"

	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/web/link"
	"pizzini/web/words"
)

// players says how many players the match is for, and who they are so far.
func (w *writer) players() string {
	var seated []string
	for _, name := range w.names {
		if name != "" {
			seated = append(seated, name)
		}
	}
	text := fmt.Sprintf("It is for %d players.", w.match.Players())
	if len(seated) > 0 {
		text += " At the table so far: " + strings.Join(seated, ", ") + "."
	}
	return text
}

// options says how the match is played, where there was a choice: what was chosen
// of the options that stand for themselves, and the house rules.
func (w *writer) options() {
	if w.match.Rules == nil {
		return
	}
	var list List
	for _, o := range words.Options(w.catalogue, w.match.Rules, w.match.Players(), game.Options(w.match.Table.Created.Options)) {
		if o.Own || o.House {
			list = append(list, Item{Text: o.Label + ": " + o.Value + ".", Note: o.Help})
		}
	}
	if list != nil {
		w.add(Heading("How it is played"), list)
	}
}

// invitation offers the seats that one command offered to the reader.
func (w *writer) invitation() error {
	who := "You are invited"
	if w.host != "" {
		who = w.host + " invites you"
	}
	w.Title = who + " to a game of " + w.game
	settings, timed := w.match.Clock()
	slow := "A slow game: each player moves when it suits, and you get a letter when it is your turn."
	if timed {
		slow = "A slow game: you get a letter when it is your turn, and the match has a clock."
	}
	w.add(Para(slow+" There is nothing to install and no account to make. "+w.players()),
		Para("Look at the invitation first. Nothing happens before you press the button there."))
	command := w.match.Log[w.Key.N-1].Cmd
	for i, s := range w.match.Table.Seats {
		seat := game.Seat(i + 1)
		person, ok := invited(s)
		n := w.match.LinkNumber(seat)
		if !ok || person != w.person || n == 0 || w.match.Log[n-1].Cmd != command {
			continue
		}
		token, err := w.invitationToken(seat)
		if err != nil {
			return err
		}
		w.add(Button{"Look at seat " + seat.String(), w.Site.Landing(token)})
	}
	w.options()
	if timed {
		w.add(Heading("How fast it is played"), Para(strings.Join(words.Clock(settings), " ")))
	}
	if until := w.match.GivenUp(w.InvitationDays); !until.IsZero() {
		w.add(Para("The invitation holds until " + words.Moment(until, w.now, w.zone) + ", and longer if somebody else comes or is invited meanwhile. A match that has not begun by then is given up."))
	}
	w.add(Para("If you do not want to play, do nothing: this letter comes once, and only the host can have it sent again, a few times at most."))
	return nil
}

// invitationToken is the token of the latest offer of a seat, as a letter has it.
func (w *writer) invitationToken(seat game.Seat) (string, error) {
	return w.Signer.Token(link.Claim{Purpose: link.InvitationLetter, Match: w.match.ID, Seat: int(seat), Number: w.match.LinkNumber(seat)})
}

// hostToken is the token of the host's link.
func (w *writer) hostToken() (string, error) {
	return w.Signer.Token(link.Claim{Purpose: link.Host, Match: w.match.ID, Number: w.hostNumber})
}

// hostsRights is what the host's link is good for.
const hostsRights = "whoever has its link can invite people, replace a silent player, let a bot play an empty seat, make new links for seats, pass the host's rights on to a player, and end the match. " +
	"It also begins a new match with the same set-up, if you may start matches here."

// hostLink gives the host the link that makes him the host.
func (w *writer) hostLink() error {
	w.Title = "Your match of " + w.game
	token, err := w.hostToken()
	if err != nil {
		return err
	}
	w.add(Para("You are the host of this match. Keep this letter: "+hostsRights),
		Button{"Go to the host's page", w.Site.Landing(token)}, Para(w.players()))
	for i := range w.match.Table.Seats {
		seat := game.Seat(i + 1)
		if w.match.Person(seat) != w.person {
			continue
		}
		token, err := w.Signer.Token(link.Claim{Purpose: link.Seat, Match: w.match.ID, Seat: i + 1, Number: w.match.LinkNumber(seat)})
		if err != nil {
			return err
		}
		w.add(Button{"Go to your seat " + seat.String(), w.Site.Landing(token)})
	}
	w.options()
	return nil
}

// hosted tells who became the host of a match what he may do.
func (w *writer) hosted() error {
	w.Title = "You are the host of this match now"
	token, err := w.hostToken()
	if err != nil {
		return err
	}
	w.add(Para("The rights of the host have passed on to you. Keep this letter: "+hostsRights),
		Button{"Go to the host's page", w.Site.Landing(token)}, w.seats())
	return nil
}

// neverStarted tells the host that his invitations have run out.
func (w *writer) neverStarted() error {
	w.Title = "The match never started"
	w.add(Para("Not all seats were taken in time, so the match was given up. Whoever had taken a seat is told as well. "+w.players()), Para("You can start another one whenever you like."), Button{"Go to the front page", w.Site.Home()})
	return nil
}

func (w *writer) newLink() error {
	w.Title = "A new link to your seat"
	w.add(Para(fmt.Sprintf("Somebody asked for a new link to seat %d: you, or the host of the match. Links in older letters do not work any more.", w.Key.Seat)))
	return w.button("Go to your seat")
}

func (w *writer) left() error {
	w.Title = fmt.Sprintf("You left seat %d", w.Key.Seat)
	what := "The seat is open again, and older links to it do not work any more."
	if data, err := w.match.Log[w.Key.N-1].Decode(); err == nil {
		if v, ok := data.(*events.SeatVacated); ok && v.Next == "bot" {
			what = "A bot plays on from here, and the result will say so. Older links to the seat do not work any more."
			if w.match.Log[w.Key.N-1].By == "host" {
				what = "The host has given the seat to a bot, which plays on from here: the result will say so. Older links to the seat do not work any more."
			}
		}
	}
	w.add(Para(what))
	return nil
}

func (w *writer) seated() error {
	w.Title = fmt.Sprintf("Seat %d is yours", w.Key.Seat)
	w.add(Para("You play on from where the match stands. You get a letter when it is your turn."))
	return w.button("Go to your seat")
}

// withdrawn tells the host that who was invited to a seat is erased.
func (w *writer) withdrawn() error {
	seat := w.Key.Seat
	w.Title = fmt.Sprintf("Nobody is invited to seat %d any more", seat)
	token, err := w.hostToken()
	if err != nil {
		return err
	}
	now := "the match cannot start before somebody takes it"
	if w.match.Table.Started > 0 {
		now = "a bot plays it until somebody takes it"
	}
	w.add(Para(fmt.Sprintf("Whoever you invited to seat %d, or for whom it was kept, has left this server for good. Old links to the seat do not work any more. It is open to whoever has its new link, and %s: the host's page shows the link, for you to pass on.", seat, now)),
		Button{"Go to the host's page", w.Site.Landing(token)})
	return nil
}

// refused tells the host that a letter did not arrive.
func (w *writer) refused(code string) error {
	seat := w.Key.Seat
	if code == codeErased {
		return w.withdrawn()
	}
	w.Title = fmt.Sprintf("A letter to seat %d was refused", seat)
	why := "the mail server does not accept the address"
	if code == codeGivenUp {
		why = "the mail server has not taken it for two weeks"
	} else if code != "" {
		why += " (code " + code + ")"
	}
	who := ""
	if name := w.names.Of(seat); name != "" {
		who = " (" + name + ")"
	}
	token, err := w.hostToken()
	if err != nil {
		return err
	}
	w.add(Para(fmt.Sprintf("The player of seat %d%s does not get the letters of this match: %s. Ask for another address, or send a new link in another way.", seat, who, why)),
		Button{"Go to the host's page", w.Site.Landing(token)})
	return nil
}
