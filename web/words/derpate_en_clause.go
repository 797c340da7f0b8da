package words

import (
	"strings"

	"pizzini/engine/game"
)

// telling puts facts together. A paragraph has sentences; a sentence has a head,
// who did what, and clauses, what came of it.
type telling struct {
	english
	words      DerPateEnglish
	paragraphs []string
	sentences  []string
	head       string
	about      game.Seat // whom the head is about; 0 = nobody
	clauses    []clause
	turn       game.Seat // whose throw or placement this paragraph is about
	thrown     bool      // it has a throw, not yet a placement
	owed       map[string]string
}

// clause is a part of a sentence: "Anna gets $2,000 and a Friend", or plain words.
type clause struct {
	seat        game.Seat // 0: plain
	you, others string    // the verb
	objects     []string
	tail        string
}

func (c clause) text(e english, subject bool) string {
	body := list(c.objects, "and")
	if c.seat == 0 {
		return body
	}
	verb := e.verb(c.seat, c.you, c.others)
	if body != "" {
		verb += " " + body
	}
	verb += c.tail
	if subject {
		return e.name(c.seat) + " " + verb
	}
	return verb
}

// paragraph ends a paragraph.
func (t *telling) paragraph() {
	t.stop()
	if t.sentences != nil {
		t.paragraphs = append(t.paragraphs, strings.Join(t.sentences, " "))
	}
	t.sentences, t.turn, t.thrown, t.owed = nil, 0, false, nil
}

// sentence begins a sentence about a seat, or about nobody.
func (t *telling) sentence(head string, about game.Seat) {
	t.stop()
	t.head, t.about = head, about
}

// stop ends a sentence.
func (t *telling) stop() {
	text, last := t.head, t.about
	for i, c := range t.clauses {
		same := c.seat != 0 && c.seat == last
		switch {
		case text == "" && c.seat != 0:
			text = t.alone(c.seat) + " " + c.text(t.english, false)
		case text == "":
			text = capital(c.text(t.english, false))
		case same && i+1 < len(t.clauses) && t.clauses[i+1].seat == c.seat:
			text += ", " + c.text(t.english, false)
		case same:
			text += " and " + c.text(t.english, false)
		case i == 0:
			text += ": " + c.text(t.english, true)
		default:
			text += "; " + c.text(t.english, true)
		}
		last = c.seat
	}
	if text != "" {
		t.sentences = append(t.sentences, strings.TrimSuffix(text, ".")+".")
	}
	t.head, t.about, t.clauses = "", 0, nil
}

// does adds a clause, or what it says to the one before where that is the same.
func (t *telling) does(seat game.Seat, you, others, object, tail string) {
	if n := len(t.clauses); n > 0 {
		last := &t.clauses[n-1]
		if last.seat == seat && last.you == you && last.tail == tail && object != "" && last.objects != nil {
			last.objects = append(last.objects, object)
			return
		}
	}
	c := clause{seat: seat, you: you, others: others, tail: tail}
	if object != "" {
		c.objects = []string{object}
	}
	t.clauses = append(t.clauses, c)
}

func (t *telling) gets(seat game.Seat, object string) { t.does(seat, "get", "gets", object, "") }

func (t *telling) plain(text string) {
	t.clauses = append(t.clauses, clause{objects: []string{text}})
}
