package mailer

// Kind is what a letter is about.
type Kind string

// The causes of letters that concern a match, and no others.
const (
	YourTurn     Kind = "your-turn"
	HostLink     Kind = "host"
	Hosted       Kind = "hosted"        // to who became the host
	NeverStarted Kind = "never-started" // to the host
	Invitation   Kind = "invitation"
	NewLink      Kind = "link"
	Over         Kind = "over"
	Consent      Kind = "consent" // asked, to an open proposal
	Answer       Kind = "answer"  // to a proposal, or that it lapsed
	Expired      Kind = "expired" // to all, and to who lost his seat by it
	Clock        Kind = "clock"   // it is another
	Away         Kind = "away"    // a player's vacation moved his deadline
	Paused       Kind = "paused"
	Resumed      Kind = "resumed"
	Seats        Kind = "seats"  // to the others: who sits there now
	Left         Kind = "left"   // to who left a seat
	Seated       Kind = "seated" // to who took a seat of a match that runs
	Refused      Kind = "refused"
)

// The letters that concern a person, whatever his matches are: what he has asked
// for. Their keys name them.
const (
	Remind  Kind = "remind"  // of the decisions whose time runs out
	Digest  Kind = "digest"  // what waits for him, once a day
	Talk    Kind = "talk"    // what others said, for who wants that by letter
	SignIn  Kind = "sign-in" // the link to his own page
	Confirm Kind = "confirm" // that an address is his
	Moved   Kind = "moved"   // to the address that he had before
)

// personal are the kinds whose key names a person.
var personal = map[Kind]bool{Remind: true, Digest: true, Talk: true, SignIn: true, Confirm: true, Moved: true}

// news says whether a letter only tells what a later letter to the same seat would
// tell as well.
func (k Kind) news() bool {
	switch k {
	case Answer, Expired, Clock, Away, Paused, Resumed, Seats:
		return true
	}
	return false
}

// table says whether a letter goes to who plays, and brings what was said at the
// table since the last one.
func (k Kind) table() bool { return k.news() || k == YourTurn || k == Consent || k == Over }

// title is what a list says that a letter of the kind is about.
func (k Kind) title() string {
	return map[Kind]string{
		YourTurn: "Your turn", HostLink: "The host's link", Hosted: "You are the host", NeverStarted: "The match never started",
		Invitation: "Invitation", NewLink: "A new link", Over: "The match is over",
		Consent: "A proposal", Answer: "An answer", Expired: "Time is up", Clock: "The clock", Away: "A player is away", Paused: "A pause", Resumed: "The match goes on",
		Seats: "Who sits there now", Left: "You left", Seated: "A seat taken", Refused: "A letter was refused",
		Remind: "A reminder", Digest: "What waits today", Talk: "Table talk", SignIn: "A link to sign in", Confirm: "An address to confirm", Moved: "Another address",
	}[k]
}
