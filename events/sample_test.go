package events

import (
	"bytes"
	"encoding/hex"
	"os"
	"slices"
	"testing"
)

// sampleLines are the lines of the sample between its first and its last.
func sampleLines(t testing.TB) [][]byte {
	t.Helper()
	text, err := os.ReadFile("testdata/sample.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	return lines[1 : len(lines)-2]
}

// sampleSlips are the payloads of the sample's slips.
func sampleSlips(t testing.TB) [][]byte {
	t.Helper()
	var slips [][]byte
	cmd := ""
	for _, line := range sampleLines(t) {
		if bytes.HasPrefix(line, []byte(`{"part"`)) {
			slips[len(slips)-1] = append(slips[len(slips)-1], line...)
			continue
		}
		e, err := ParseEvent(bytes.TrimSuffix(line, []byte("\n")))
		if err != nil {
			t.Fatal(err)
		}
		if e.Cmd != cmd {
			slips, cmd = append(slips, nil), e.Cmd
		}
		slips[len(slips)-1] = append(slips[len(slips)-1], line...)
	}
	return slips
}

// sampleLog is the sample's log.
func sampleLog(t testing.TB) []*Event {
	t.Helper()
	var log []*Event
	for _, payload := range sampleSlips(t) {
		slip, err := ParseSlip(payload)
		if err != nil {
			t.Fatal(err)
		}
		log = append(log, slip...)
	}
	return log
}

func TestSampleFolds(t *testing.T) {
	t.Parallel()
	table := new(Table)
	for _, e := range sampleLog(t) {
		if err := table.Add(e); err != nil {
			t.Fatal(err)
		}
	}
	if table.N != 44 || !table.Over || table.Ended != 44 || table.Started != 5 || table.Draws != 23 ||
		len(table.Line) != 38 || len(table.Opened) != 6 || table.Hash != "09329bb8cfd8d0c6aac9aafc604710dca76cedb2146dfafea02c6d92bd1f7d34" {
		t.Errorf("the table is %+v", table)
	}
	for i, s := range table.Seats {
		if s.Who != "bot" || s.Since != i+2 || len(s.Words) != 64 {
			t.Errorf("seat %d is %+v", i+1, s)
		}
	}
}

// TestSampleIsWrittenAgain writes every slip of the sample from its typed data and
// its parts, with the same salts, and gets the same bytes.
func TestSampleIsWrittenAgain(t *testing.T) {
	t.Parallel()
	parts := map[Ref]*Part{}
	var seed []byte
	prev := NoHead
	for _, payload := range sampleSlips(t) {
		slip, err := ParseSlip(payload)
		if err != nil {
			t.Fatal(err)
		}
		again := Slip{Match: slip[0].Match, By: slip[0].By, Cmd: slip[0].Cmd, At: slip[0].At, Prev: prev,
			Part: func(r Ref) *Part { return parts[r] }}
		var salts []byte
		for _, e := range slip {
			data, err := e.Decode()
			if err != nil {
				t.Fatal(err)
			}
			if c, ok := data.(*Created); ok {
				if seed, err = hex.DecodeString(c.Seed); err != nil {
					t.Fatal(err)
				}
			}
			entry := Entry{Data: data}
			drew := drewOf(data)
			for i, p := range e.Sealed {
				parts[Ref{e.N, i}] = p
				salt, _ := hex.DecodeString(p.Salt)
				salts = append(salts, salt...)
				c, err := p.content()
				if err != nil {
					t.Fatal(err)
				}
				if drew == nil || i != drew.Part {
					entry.Seal = append(entry.Seal, Place{At: c.at, To: e.Parts[i].To})
				}
			}
			if drew != nil {
				entry.First = drew.First
				if entry.Draws, err = e.Drawn(); err != nil {
					t.Fatal(err)
				}
			}
			for _, o := range e.Opens {
				entry.Opens = append(entry.Opens, Ref{o.N, o.I})
			}
			if e.State != "" {
				entry.State = []byte("{}")
			}
			again.Entries = append(again.Entries, entry)
		}
		again.Seed, again.Random = seed, bytes.NewReader(salts)
		got, err := again.keepStates(slip)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, payload) {
			t.Fatalf("slip from event %d:\n%s\nis written again as\n%s", slip[0].N, payload, got)
		}
		prev = slip[len(slip)-1].Head()
		if n, _ := again.Random.Read(make([]byte, 1)); n != 0 {
			t.Errorf("slip from event %d: not every salt was taken", slip[0].N)
		}
	}
}

// keepStates writes a slip whose state digests are those of another: the sample
// has no states, only their digests.
func (s Slip) keepStates(of []*Event) ([]byte, error) {
	var payload []byte
	parts := map[Ref]*Part{}
	prev := s.Prev
	for i, entry := range s.Entries {
		entry.State = nil
		one, err := s.write(nil, prev, entry, parts)
		if err != nil {
			return nil, err
		}
		line, rest, _ := bytes.Cut(one, []byte("\n"))
		if of[i].State != "" {
			line = slices.Concat(line[:len(line)-1], []byte(`,"state":"`+of[i].State+`"}`))
		}
		payload = slices.Concat(payload, line, []byte("\n"), rest)
		prev = Head{prev.N + 1, hexSHA256(line)}
	}
	return payload, nil
}

func TestSampleVerifies(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/sample.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	x, err := ReadExport(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range x.Verify(&Head{44, "09329bb8cfd8d0c6aac9aafc604710dca76cedb2146dfafea02c6d92bd1f7d34"}) {
		if c.Verdict != Holds {
			t.Error(c)
		}
	}
	var again bytes.Buffer
	if err := WriteExport(&again, All, x.Log); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(again.Bytes(), text) {
		t.Error("the export of what was read differs from the sample")
	}
}
