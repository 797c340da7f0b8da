package web

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"pizzini/engine"
	"pizzini/engine/clock"
	"pizzini/engine/game"
	"pizzini/events/people"
	"pizzini/projections"
	"pizzini/web/link"
)

// Config is what the pages work with.
type Config struct {
	Engine      *engine.Engine
	Projections Projections
	People      People
	Signer      link.Signer
	Site        link.Site // where people reach the server; never taken from a request
	Log         *slog.Logger
	Now         func() time.Time
	Mailbox     Mailbox // nil where letters go out by SMTP
	Office      Office
	Open        bool // strangers may start matches, with open seats only

	VacationDays   int // a year, for each person; 0 = this installation has no vacation
	InvitationDays int // after which a match that does not start is given up; 0 = never

	OperatorNumber int          // the operator's links and sessions carry it: another one makes older ones dead
	Health         func() error // why the server cannot carry out commands; nil = it can
}

// Projections is what the pages ask of this node's read models.
type Projections interface {
	// Matches lists matches, the one that changed last first.
	Matches(ctx context.Context, f projections.Filter) ([]projections.MatchRow, error)
	// Seats lists the seats of a match, seat 1 first.
	Seats(ctx context.Context, match string) ([]projections.SeatRow, error)
	// Letters lists what became of letters, the newest first.
	Letters(ctx context.Context, f projections.LetterFilter) ([]projections.Letter, error)
	// Wait returns when this node has event n of a match, or with the context's error.
	Wait(ctx context.Context, match string, n int) error
	// Subscribe gives the number of a match's last event whenever it has a new one.
	Subscribe(match string) (numbers <-chan int, cancel func())
	// SubscribeTalk tells whenever the talk at a match's table changes, or who hears it.
	SubscribeTalk(match string) (told <-chan struct{}, cancel func())
	// CaughtUp says whether this node has all that the event store had.
	CaughtUp() bool
}

// Profile is what is known of a person: nothing once it was erased.
type Profile struct {
	Name    string
	Address string // empty = the person gets no letters
}

// People keeps what identifies a person, which is never in an event, and what he
// set about himself.
type People interface {
	Names
	Wishes
	Devices
	// At lists the persons with an address: one human has an id for each invitation
	// that he took up.
	At(ctx context.Context, address string) ([]string, error)
	// SameAddress lists the persons with this person's address, himself among them.
	SameAddress(ctx context.Context, person string) ([]string, error)
	// SameHuman lists those of SameAddress of whom a letter to it has proven that they
	// are one human; the person alone where he has not.
	SameHuman(ctx context.Context, person string) ([]string, error)
	// Asked is the address at which it was asked last whether it shall be the person's.
	Asked(ctx context.Context, person string) (address string, err error)
	// Everything is all that is kept about a person.
	Everything(ctx context.Context, person string) (json.RawMessage, error)
	// Erase forgets a person for ever.
	Erase(ctx context.Context, person string) error
}

// Wishes is what a person set about himself: his time, and what he is told.
type Wishes interface {
	Settings(ctx context.Context, person string) (people.Settings, error)
	SetSettings(ctx context.Context, person string, wanted people.Settings) error
	// MatchSettings is what differs in one match.
	MatchSettings(ctx context.Context, person, match string) (people.MatchSettings, error)
	SetMatchSettings(ctx context.Context, person, match string, wanted people.MatchSettings) error
	// Calendar is when a person's clocks run if he is away at these times.
	Calendar(ctx context.Context, person string, away []people.Away) (clock.Person, error)
	// Away lists a person's vacations.
	Away(ctx context.Context, person string) ([]people.Away, error)
	SetAway(ctx context.Context, person string, list []people.Away) error
}

// Devices are the browsers that are signed in at a person's own page.
type Devices interface {
	Devices(ctx context.Context, person string) ([]people.Device, error)
	SignIn(ctx context.Context, person, label string, at time.Time) (device int, err error)
	SignOut(ctx context.Context, person string, device int) error
	SignOutEverywhere(ctx context.Context, person string) error
}

// Office sends the letters that a person asks for himself, or that follow from what he
// does on his own page.
type Office interface {
	// SignIn sends a person the link to his own page.
	SignIn(ctx context.Context, person string) error
	// Confirm asks at an address whether it shall be the person's.
	Confirm(ctx context.Context, person, address string) error
	// Moved tells a person's old address that another one takes its place.
	Moved(ctx context.Context, person, old string) error
	// Withdrawn tells the host of a match that nobody is invited to a seat any more,
	// since who was is erased; n is the LinkNumber of that invitation.
	Withdrawn(ctx context.Context, match string, seat game.Seat, n int) error
}

// Names is how persons are called and reached.
type Names interface {
	// Keep writes a person's profile under an id that the caller made: for a new
	// person, or to change what is known of him.
	Keep(ctx context.Context, person string, p Profile) error
	// Prove notes that the person followed a link that only a letter to his address
	// carried; ProveAll, that he and all with the address are he who reads its letters.
	Prove(ctx context.Context, person string) error
	ProveAll(ctx context.Context, person string) error
	// Proven says whether the person's address was proven.
	Proven(ctx context.Context, person string) (bool, error)
	// Profile is the person's profile; the zero one where it was erased or never was.
	Profile(ctx context.Context, person string) (Profile, error)
	// LuckyWords keeps what a person chose as lucky words for a seat and gives their
	// digest; the same words give the same digest again.
	LuckyWords(ctx context.Context, person, match string, seat int, words string) (digest string, err error)
	// SameWords says whether these are the lucky words that LuckyWords kept; no words
	// are the same as none kept.
	SameWords(ctx context.Context, person, match string, seat int, words string) (bool, error)
	// LinkNumber is the number that a person's links of a name carry: 0 at first.
	LinkNumber(ctx context.Context, person, name string) (int, error)
	// RenewLink gives the person's links of a name another number, so that those with
	// the number before are dead.
	RenewLink(ctx context.Context, person, name string) (int, error)
	// Blocked says whether whoever has the address wants no letters from here.
	Blocked(ctx context.Context, address string) (bool, error)
	// Unsubscribe stops the letters of one match to a person; with an empty match, all.
	Unsubscribe(ctx context.Context, person, match string) error
	// NotMe blocks the person's address: whoever reads its letters is somebody else.
	NotMe(ctx context.Context, person string) error
	Beside
	Acquaintance
}

// Mailbox shows the letters of a server that sends none.
type Mailbox interface {
	// Letters lists the latest letters, the newest first.
	Letters(ctx context.Context, limit int) ([]Letter, error)
	// Letter composes one letter anew; ok is false where there is none of this key.
	Letter(ctx context.Context, key string) (letter Letter, ok bool, err error)
}

// Letter is one letter of the mailbox. HTML and Text are empty in a list.
type Letter struct {
	Key     string // names it in a URL: letters, digits, ".", "-"
	At      time.Time
	To      string
	Subject string
	Title   string // what it is about: "Your turn"
	State   string // "sent", "kept here, not sent", "waiting", "dropped: the match has moved on"
	Text    string
	HTML    string
}

// server is what all handlers share.
type server struct {
	Config
	strangers *rate.Limiter // of matches that strangers start
	asking    *rate.Limiter // of letters that sign somebody in
	revoked   revoked
	keeping   sync.Mutex // held while a form keeps people, with what makes use of them
}

// New makes the handler of all pages.
func New(c Config) http.Handler {
	s := &server{Config: c, strangers: rate.NewLimiter(rate.Every(20*time.Second), 10), asking: rate.NewLimiter(rate.Every(time.Second), 30)}
	return s.around(s.routes())
}

// routes is the route table. A GET changes nothing; a POST that did what was
// asked answers with 303 to a clean address.
func (s *server) routes() *http.ServeMux {
	mux := http.NewServeMux()
	handle := func(pattern string, h handler) { mux.Handle(pattern, s.page(h)) }

	handle("GET /{$}", s.showHome)
	handle("GET "+passedPath, s.showPassed)
	handle("GET /{path...}", s.showNothing)
	handle("GET /rules", s.listRules)
	handle("GET /rules/{kind}", s.showRules)
	handle("GET /new/{kind}", s.newMatch)
	handle("POST /new/{kind}", s.createMatch)
	handle("POST /demo", s.startDemo)
	handle("GET /l/{token}", s.openLink)
	handle("POST /continue", s.continueLink)
	handle("POST /take", s.takeInvitation)
	handle("POST /sign-out", s.signOutOperator)
	handle("GET /u/{token}", s.askUnsubscribe)
	handle("POST /u/{token}", s.unsubscribe)
	handle("GET /not-me/{token}", s.askNotMe)
	handle("POST /not-me/{token}", s.notMe)
	handle("GET /mailbox", s.listMailbox)
	handle("GET /mailbox/{key}", s.showLetter)
	handle("GET /mailbox/{key}/html", s.showLetterHTML)

	handle("GET /me", s.own(s.showMine))
	handle("GET /me/sign-in", s.askSignIn)
	handle("POST /me/sign-in", s.sendSignIn)
	handle("POST /me/sign-out", s.own(s.signOutOwn))
	handle("POST /me/go", s.own(s.goTo))
	handle("GET /me/settings", s.own(s.showSettings))
	handle("POST /me/settings", s.own(s.saveSettings))
	handle("GET /me/match/{id}", s.own(s.showMatchSettings))
	handle("POST /me/match/{id}", s.own(s.saveMatchSettings))
	handle("GET /me/away", s.own(s.showAway))
	handle("POST /me/away", s.own(s.setAway))
	handle("POST /me/away/change", s.own(s.shortenAway))
	handle("GET /me/address", s.own(s.showAddress))
	handle("POST /me/address", s.own(s.askAddress))
	handle("GET /me/devices", s.own(s.showDevices))
	handle("POST /me/devices", s.own(s.signOutDevice))
	handle("GET /me/devices/all", s.own(s.askSignOutEverywhere))
	handle("POST /me/devices/all", s.own(s.signOutEverywhere))
	handle("GET /me/data", s.own(s.showData))
	handle("GET /me/export", s.own(s.downloadStored))
	handle("GET /me/erase", s.own(s.askErase))
	handle("GET /me/erase/sure", s.own(s.askEraseAgain))
	handle("POST /me/erase", s.own(s.erase))

	for _, as := range []role{watcher, player, host} {
		view := func(path string, h func(http.ResponseWriter, *http.Request, *visit) error) {
			handle("GET "+as.pattern()+path, s.visited(as, h))
		}
		view("/at", s.seekPast)
		view("/at/{n}", s.showPast)
		view("/log", s.showLog)
		view("/audit", s.showAudit)
		view("/export", s.downloadExport)
		view("/events", s.streamEvents)
	}
	handle("GET /m/{id}", s.visited(watcher, s.showMatch))

	seat := player.pattern()
	handle("GET "+seat, s.showSeat)
	handle("POST "+seat+"/play", s.visited(player, s.playTurn))
	handle("GET "+seat+"/play", s.visited(player, s.backToPage))
	handle("POST "+seat+"/take-back", s.visited(player, s.takeBackTurn))
	handle("GET "+seat+"/take-back", s.visited(player, s.backToPage))
	handle("GET "+seat+"/resign", s.visited(player, s.askResign))
	handle("POST "+seat+"/resign", s.visited(player, s.resignSeat))
	handle("POST "+seat+"/link", s.visited(player, s.renewOwnLink))
	handle("GET "+seat+"/link", s.visited(player, s.backToPage))
	handle("POST "+seat+"/leave", s.visited(player, s.leaveSeat))
	handle("GET "+seat+"/propose/{what}", s.visited(player, s.askProposal))
	handle("POST "+seat+"/again", s.visited(player, s.playAgain))
	handle("POST "+seat+"/host", s.visited(player, s.enterHost))
	for form, h := range map[string]func(http.ResponseWriter, *http.Request, *visit) error{
		"propose": s.propose, "answer": s.answerProposal, "withdraw": s.withdrawProposal, "claim": s.claimSeat, "wave": s.waveSeat,
		"say": s.sayLine, "unsay": s.unsayLine, "note": s.keepNote, "order": s.giveOrder, "cancel-order": s.cancelOrder, "orders-read": s.readOrders,
	} {
		handle("POST "+seat+"/"+form, s.visited(player, h))
		handle("GET "+seat+"/"+form, s.visited(player, s.backToPage))
	}
	handle("GET "+seat+"/me", s.visited(player, s.askOwnPage))
	handle("POST "+seat+"/me", s.visited(player, s.openOwnPage))

	handle("GET /m/{id}/host", s.visited(host, s.showHost))
	handle("POST /m/{id}/host/offer", s.visited(host, s.offerSeat))
	handle("POST /m/{id}/host/link", s.visited(host, s.renewLink))
	handle("POST /m/{id}/host/bot", s.visited(host, s.seatBot))
	handle("POST /m/{id}/host/renew", s.visited(host, s.renewHostLink))
	handle("POST /m/{id}/host/watchers", s.visited(host, s.letWatchersRead))
	handle("GET /m/{id}/host/end", s.visited(host, s.askEnd))
	handle("POST /m/{id}/host/end", s.visited(host, s.endMatch))
	handle("POST /m/{id}/host/known", s.visited(host, s.inviteKnown))
	handle("POST /m/{id}/host/invite", s.visited(host, s.inviteAddress))
	handle("GET /m/{id}/host/remove", s.visited(host, s.askRemove))
	handle("POST /m/{id}/host/remove", s.visited(host, s.removeSeat))
	handle("GET /m/{id}/host/pass", s.visited(host, s.askPass))
	handle("POST /m/{id}/host/pass", s.visited(host, s.passHost))
	handle("GET /m/{id}/host/{form}", s.visited(host, s.backToPage))

	mux.HandleFunc("GET /static/{hash}/{name...}", serveStatic)
	mux.HandleFunc("GET /favicon.ico", serveFavicon)
	mux.HandleFunc("GET /robots.txt", serveRobots)
	mux.HandleFunc("GET /healthz", serveAlive)
	mux.HandleFunc("GET /readyz", s.serveReady)
	return mux
}

// role is in what capacity somebody looks at a match.
type role string

const (
	watcher role = "watcher"
	player  role = "player"
	host    role = "host"
)

// pattern is the route pattern of the role's page, under which all its other
// pages lie.
func (as role) pattern() string {
	switch as {
	case player:
		return "/m/{id}/s/{seat}"
	case host:
		return "/m/{id}/host"
	}
	return "/m/{id}"
}

// path is the address of the role's page of a match.
func (as role) path(match string, seat game.Seat) string {
	switch as {
	case player:
		return link.Site("").SeatPage(match, seat)
	case host:
		return link.Site("").HostPage(match)
	}
	return link.Site("").Match(match)
}
