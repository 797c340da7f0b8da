package people

import (
	"context"
	"errors"
	"regexp"
	"time"

	"pizzini/events"
)

const (
	kindSettings = "settings"
	day          = 24 * 60 // minutes
	maxNight     = 16 * 60
)

// Settings are what a person has chosen for himself: where and when he lives, and
// what he wants to be told by letter.
type Settings struct {
	Language   string `json:"language,omitempty"` // as "en"; "" = not known
	Zone       string `json:"zone,omitempty"`     // as "Europe/Rome"; "" = not known
	NightFrom  int    `json:"nightFrom"`          // minutes after midnight: his clock stands still from then
	NightTo    int    `json:"nightTo"`            // until then; equal = no night
	Turns      bool   `json:"turns"`              // a letter each time it is his turn
	Digest     bool   `json:"digest"`             // in place of those one letter a day
	DigestHour int    `json:"digestHour"`         // at that hour in his zone
	Reminders  bool   `json:"reminders"`
	Results    bool   `json:"results"`
	Talk       bool   `json:"talk"` // a letter for talk alone
}

// usual are the settings of who has chosen nothing.
var usual = Settings{Turns: true, DigestHour: 8, Reminders: true, Results: true}

// MatchSettings are what a person wants otherwise in one match; nil = as usual.
type MatchSettings struct {
	Turns     *bool `json:"turns,omitempty"`
	Digest    *bool `json:"digest,omitempty"`
	Reminders *bool `json:"reminders,omitempty"`
	Results   *bool `json:"results,omitempty"`
	Talk      *bool `json:"talk,omitempty"`
}

// In is how the settings are in a match.
func (s Settings) In(m MatchSettings) Settings {
	for at, other := range map[*bool]*bool{&s.Turns: m.Turns, &s.Digest: m.Digest, &s.Reminders: m.Reminders, &s.Results: m.Results, &s.Talk: m.Talk} {
		if other != nil {
			*at = *other
		}
	}
	return s
}

// Settings are those of the person: the usual ones where he has chosen none, is
// erased or never was.
func (b *Book) Settings(ctx context.Context, id string) (Settings, error) {
	return chosen(ctx, b, id, kindSettings, usual)
}

// SettingsIn are the person's settings as they are in a match.
func (b *Book) SettingsIn(ctx context.Context, id, match string) (Settings, error) {
	s, err := b.Settings(ctx, id)
	if err != nil {
		return s, err
	}
	other, err := b.MatchSettings(ctx, id, match)
	return s.In(other), err
}

// SetSettings replaces the settings of the person, and of all who are the same human.
func (b *Book) SetSettings(ctx context.Context, id string, s Settings) error {
	return b.ChangeSettings(ctx, id, func(is *Settings) error {
		*is = s
		return nil
	})
}

// ChangeSettings changes the settings, as they are now, of the person and of all who
// are the same human. An error of do ends it: nothing is changed.
func (b *Book) ChangeSettings(ctx context.Context, id string, do func(*Settings) error) error {
	return changeShared(ctx, b, id, kindSettings, usual, func(s *Settings) error {
		if err := do(s); err != nil {
			return err
		}
		return s.check()
	})
}

// MatchSettings are what the person wants otherwise in a match.
func (b *Book) MatchSettings(ctx context.Context, id, match string) (MatchSettings, error) {
	return chosen(ctx, b, id, settingsOf(match), MatchSettings{})
}

// SetMatchSettings replaces what the person wants otherwise in a match.
func (b *Book) SetMatchSettings(ctx context.Context, id, match string, m MatchSettings) error {
	return b.ChangeMatchSettings(ctx, id, match, func(is *MatchSettings) error {
		*is = m
		return nil
	})
}

// ChangeMatchSettings changes, as it is now, what the person wants otherwise in a
// match.
func (b *Book) ChangeMatchSettings(ctx context.Context, id, match string, do func(*MatchSettings) error) error {
	return changeOwn(ctx, b, id, settingsOf(match), MatchSettings{}, do)
}

func settingsOf(match string) string { return "settings-" + match }

var languageForm = regexp.MustCompile(`^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$`)

// check refuses settings that cannot be.
func (s Settings) check() error {
	if s.Language != "" && !languageForm.MatchString(s.Language) {
		return errors.New("the language is not known: give its short form, like en")
	}
	if _, err := location(s.Zone); err != nil {
		return err
	}
	if s.NightFrom < 0 || s.NightFrom >= day || s.NightTo < 0 || s.NightTo >= day {
		return errors.New("the night begins or ends at no time of the day: give times from 00:00 to 23:59")
	}
	if (s.NightTo-s.NightFrom+day)%day > maxNight {
		return errors.New("the night is too long: at most 16 hours")
	}
	if s.DigestHour < 0 || s.DigestHour > 23 {
		return errors.New("the hour of the daily letter is none: give one from 0 to 23")
	}
	return nil
}

// location is a time zone by its name; that of "" is UTC.
func location(zone string) (*time.Location, error) {
	place, err := time.LoadLocation(zone)
	if err != nil || zone == "Local" {
		return nil, errors.New("the time zone is not known: give one like Europe/Rome")
	}
	return place, nil
}

// Calendar is when a person's clock stands still.
type Calendar struct {
	Zone               string // "" = not known
	NightFrom, NightTo int    // minutes after midnight in his zone; equal = no night
	Away               []Span // ascending
}

// Span is the time from a moment to another.
type Span struct{ From, To time.Time }

// Calendar is the person's; it is empty of who is erased or never was.
func (b *Book) Calendar(ctx context.Context, id string) (Calendar, error) {
	list, err := b.Away(ctx, id)
	if err != nil {
		return Calendar{}, err
	}
	return b.CalendarWith(ctx, id, list)
}

// CalendarWith is the person's calendar as it is if he is away at these times.
func (b *Book) CalendarWith(ctx context.Context, id string, list []Away) (Calendar, error) {
	s, err := b.Settings(ctx, id)
	if err != nil {
		return Calendar{}, err
	}
	place, err := location(s.Zone)
	if err != nil { // this machine does not know it any more
		s.Zone, place = "", time.UTC
	}
	c := Calendar{Zone: s.Zone, NightFrom: s.NightFrom, NightTo: s.NightTo}
	for _, a := range list {
		if a.check() == nil {
			c.Away = append(c.Away, a.span(place))
		}
	}
	return c, nil
}

// validMatch refuses what is no match, so that no kind of record is made with it.
func validMatch(match string) error {
	if !events.ValidID(match) {
		return errors.New("that is no match's id")
	}
	return nil
}
