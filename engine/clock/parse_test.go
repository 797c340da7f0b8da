package clock_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"pizzini/engine/clock"
)

// good are clocks as a form or a person writes them, and as JSON writes them again.
var good = []struct{ text, canonical string }{
	{`{"kind":"decision","time":259200,"policy":"note"}`, `{"kind":"decision","policy":"note","time":259200,"zone":"UTC"}`},
	{` { "kind" : "decision", "time":1, "policy":"claim", "weekdays":["sun","sat","sun"], "dates":["2026-12-26","2026-12-25"], "remind":[90,50], "grace":600, "zone":"Europe/Rome" } `,
		`{"dates":["2026-12-25","2026-12-26"],"grace":600,"kind":"decision","policy":"claim","remind":[50,90],"time":1,"weekdays":["sat","sun"],"zone":"Europe/Rome"}`},
	{`{"kind":"bank","bank":432000,"add":43200,"cap":864000,"policy":"bot"}`, `{"add":43200,"bank":432000,"cap":864000,"kind":"bank","policy":"bot","zone":"UTC"}`},
	{`{"kind":"bank","bank":60,"cap":60,"policy":"resign","remind":[]}`, `{"add":0,"bank":60,"cap":60,"kind":"bank","policy":"resign","zone":"UTC"}`},
}

// bad are refused, and the refusal names what is wrong.
var bad = []struct{ text, names string }{
	{``, "cannot be read"},
	{`null`, "cannot be read"},
	{`[]`, "cannot be read"},
	{`{"kind":"decision","time":60,"policy":"note"} {}`, "cannot be read"},
	{`{"kind":"decision","time":60,"policy":"note"`, "cannot be read"},
	{`{}`, "kind"},
	{`{"kind":"hourglass","time":60,"policy":"note"}`, "hourglass"},
	{`{"kind":"decision","policy":"note"}`, "0 seconds"},
	{`{"kind":"decision","time":0,"policy":"note"}`, "0 seconds"},
	{`{"kind":"decision","time":-60,"policy":"note"}`, "-60 seconds"},
	{`{"kind":"decision","time":1.5,"policy":"note"}`, "time"},
	{`{"kind":"decision","time":"60","policy":"note"}`, "time"},
	{`{"kind":"decision","time":null,"policy":"note"}`, "time"},
	{`{"kind":"decision","time":31622401,"policy":"note"}`, "31622401"},
	{`{"kind":"decision","time":99999999999999999999,"policy":"note"}`, "time"},
	{`{"kind":"decision","time":60,"time":61,"policy":"note"}`, "time"},
	{`{"kind":"decision","TIME":60,"policy":"note"}`, "TIME"},
	{`{"kind":"decision","time":60,"policy":"note","speed":1}`, "speed"},
	{`{"kind":"decision","time":60,"bank":60,"policy":"note"}`, "bank"},
	{`{"kind":"decision","time":60,"policy":""}`, "policy"},
	{`{"kind":"decision","time":60,"policy":"shoot"}`, "shoot"},
	{`{"kind":"decision","time":60,"policy":"note","grace":-1}`, "grace"},
	{`{"kind":"decision","time":60,"policy":"note","grace":604801}`, "grace"},
	{`{"kind":"decision","time":60,"policy":"note","remind":[0]}`, "0 percent"},
	{`{"kind":"decision","time":60,"policy":"note","remind":[100]}`, "100 percent"},
	{`{"kind":"decision","time":60,"policy":"note","remind":[1,2,3,4,5,6,7,8,9,10,11]}`, "11 reminders"},
	{`{"kind":"decision","time":60,"policy":"note","weekdays":["mon","tue","wed","thu","fri","sat","sun"]}`, "every day"},
	{`{"kind":"decision","time":60,"policy":"note","weekdays":["Saturday"]}`, "Saturday"},
	{`{"kind":"decision","time":60,"policy":"note","dates":["2026-02-30"]}`, "2026-02-30"},
	{`{"kind":"decision","time":60,"policy":"note","dates":["25.12.2026"]}`, "25.12.2026"},
	{`{"kind":"decision","time":60,"policy":"note","zone":"Mars/Olympus"}`, "Mars/Olympus"},
	{`{"kind":"decision","time":60,"policy":"note","zone":"Local"}`, "Local"},
	{`{"kind":"decision","time":60,"policy":"note","zone":""}`, "zone"},
	{`{"kind":"bank","time":60,"policy":"note"}`, "time"},
	{`{"kind":"bank","bank":0,"cap":60,"policy":"note"}`, "0 seconds"},
	{`{"kind":"bank","bank":60,"add":-1,"cap":60,"policy":"note"}`, "-1 seconds"},
	{`{"kind":"bank","bank":60,"add":1,"policy":"note"}`, "capped at 0"},
	{`{"kind":"bank","bank":60,"add":1,"cap":59,"policy":"note"}`, "capped at 59"},
}

func TestParse(t *testing.T) {
	t.Parallel()
	for _, row := range good {
		s, err := clock.Parse(json.RawMessage(row.text))
		if err != nil {
			t.Errorf("%s: %v", row.text, err)
			continue
		}
		if got := string(s.JSON()); got != row.canonical {
			t.Errorf("%s is written\n%s, want\n%s", row.text, got, row.canonical)
		}
	}
	for _, row := range bad {
		_, err := clock.Parse(json.RawMessage(row.text))
		var refused *clock.Error
		if !errors.As(err, &refused) {
			t.Errorf("%s: %v", row.text, err)
			continue
		}
		if !strings.Contains(refused.What, row.names) || refused.Mend == "" {
			t.Errorf("%s: %q, %q does not name %q", row.text, refused.What, refused.Mend, row.names)
		}
	}
}

// FuzzParse: whatever is accepted has one canonical text, and everything else is
// refused with a way to mend it.
func FuzzParse(f *testing.F) {
	for _, row := range good {
		f.Add([]byte(row.text))
	}
	for _, row := range bad {
		f.Add([]byte(row.text))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		s, err := clock.Parse(raw)
		if err != nil {
			var refused *clock.Error
			if !errors.As(err, &refused) || refused.What == "" || refused.Mend == "" {
				t.Fatalf("%q: %v", raw, err)
			}
			return
		}
		again, err := clock.Parse(s.JSON())
		if err != nil || !reflect.DeepEqual(again, s) || !bytes.Equal(again.JSON(), s.JSON()) {
			t.Fatalf("%q is %s, then %s: %v", raw, s.JSON(), again.JSON(), err)
		}
	})
}
