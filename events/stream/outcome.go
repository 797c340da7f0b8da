package stream

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"pizzini/events"
)

// outcome is what an answer to a publish proves.
type outcome int

const (
	stored    outcome = iota
	raced             // another message came first, which may be our own
	unsent            // nothing was written; trying again may help
	full              // refused for want of room
	refused           // refused; trying again does not help
	uncertain         // no answer: it may be written, now or later
)

func outcomeOf(err error) outcome {
	if err == nil {
		return stored
	}
	if api := (*jetstream.APIError)(nil); errors.As(err, &api) {
		if strings.Contains(api.Description, "maximum messages per subject") { // 10077 too: a key is written once
			return raced
		}
		switch api.ErrorCode {
		case 10071, 10164, 10201: // wrong last sequence (alone, in a cluster), id twice in a batch
			return raced
		case 10008, 10009, 10039, 10074, 10076, 10118: // cluster or JetStream not available, stream offline
			return unsent
		case 10002, 10023, 10028, 10047, 10077: // resources, memory, storage, store limits
			return full
		}
		return refused
	}
	switch {
	case errors.Is(err, jetstream.ErrNoStreamResponse), errors.Is(err, nats.ErrNoResponders), // nobody was there to write
		errors.Is(err, nats.ErrReconnectBufExceeded), errors.Is(err, nats.ErrConnectionReconnecting), // it did not leave this process
		errors.Is(err, nats.ErrConnectionClosed):
		return unsent
	case errors.Is(err, nats.ErrMaxPayload), errors.Is(err, nats.ErrBadSubject), errors.Is(err, nats.ErrHeadersNotSupported):
		return refused
	}
	return uncertain
}

// temporary tells whether a read or a question failed because no server answered.
func temporary(err error) bool {
	switch outcomeOf(err) {
	case unsent:
		return true
	case uncertain:
		return errors.Is(err, nats.ErrTimeout) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrDisconnected)
	}
	return false
}

var tokenForm = regexp.MustCompile(`^[a-z0-9_-]{1,128}$`)

func validToken(text string) bool { return tokenForm.MatchString(text) }

// matchSubject is the subject of a match's slips. The server would store a message
// on "match.*" as it stands: subjects are made from checked ids only.
func matchSubject(match string) (string, error) {
	if !events.ValidID(match) {
		return "", fmt.Errorf("%q is no match id: it has 16 characters a-z, 2-7", match)
	}
	return "match." + match, nil
}

// checkSubject refuses a subject that is not plain tokens of the stream's space.
func checkSubject(st Stream, subject string) error {
	tokens := strings.Split(subject, ".")
	space := map[Stream]string{Matches: "match", People: "person", Keys: "key", Letters: "letter", Outbox: "outbox", Timers: "timer"}[st]
	ok := tokens[0] == space && len(tokens) > 1 && (st != Matches || len(tokens) == 2) && (st != People || len(tokens) == 3)
	for _, t := range tokens {
		ok = ok && validToken(t)
	}
	if !ok {
		return fmt.Errorf("%q is no subject of %s: it is %q and words of a-z, 0-9, - and _, joined by dots", subject, st, space)
	}
	return nil
}
