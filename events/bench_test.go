package events

import (
	"bytes"
	"fmt"
	"testing"
	"time"
)

// longMatch is a match of so many events with its slips as they are stored.
func longMatch(t testing.TB, events int) [][]byte {
	t.Helper()
	all := sampleSlips(t)
	var slips [][]byte
	table := new(Table)
	for _, payload := range all[:2] {
		slip, err := ParseSlip(payload)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range slip {
			if err := table.Add(e); err != nil {
				t.Fatal(err)
			}
		}
		slips = append(slips, payload)
	}
	for n := table.N + 1; n <= events; n++ {
		seat := n%3 + 1
		s := Slip{Match: table.Match, By: fmt.Sprintf("bot:%d", seat), Cmd: fmt.Sprintf("%032x", n), At: table.At.Add(time.Second),
			Prev: Head{table.N, table.Hash}, Seed: make([]byte, 32),
			Entries: []Entry{{Data: &Played{Seat: seat, Move: "take banker return yellow"}, State: []byte("{}")}}}
		payload, written, err := s.Write()
		if err != nil {
			t.Fatal(err)
		}
		if err := table.Add(written[0]); err != nil {
			t.Fatal(err)
		}
		slips = append(slips, payload)
	}
	return slips
}

func foldSlips(t testing.TB, slips [][]byte) *Table {
	table := new(Table)
	for _, payload := range slips {
		slip, err := ParseSlip(payload)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range slip {
			if err := table.Add(e); err != nil {
				t.Fatal(err)
			}
		}
	}
	return table
}

// BenchmarkParseSlip300 parses and folds a stored match of 300 events; well under
// 1.5 ms is asked.
func BenchmarkParseSlip300(b *testing.B) {
	slips := longMatch(b, 300)
	b.ReportAllocs()
	for b.Loop() {
		if foldSlips(b, slips).N != 300 {
			b.Fatal("not all events were folded")
		}
	}
}

func BenchmarkVerify300(b *testing.B) {
	var log []*Event
	for _, payload := range longMatch(b, 300) {
		slip, err := ParseSlip(payload)
		if err != nil {
			b.Fatal(err)
		}
		log = append(log, slip...)
	}
	var file bytes.Buffer
	if err := WriteExport(&file, All, log); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		x, err := ReadExport(bytes.NewReader(file.Bytes()))
		if err != nil {
			b.Fatal(err)
		}
		x.Verify(nil)
	}
}

func BenchmarkCanonical(b *testing.B) {
	log := sampleLog(b)
	text := log[len(log)-1].Data
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := Canonical(text); err != nil {
			b.Fatal(err)
		}
	}
}
