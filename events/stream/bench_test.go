package stream

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

var slip300 = bytes.Repeat([]byte("x"), 300)

// BenchmarkSync writes 300 bytes and waits for the disk: what an append of a slip of
// that size can cost at least.
func BenchmarkSync(b *testing.B) {
	file, err := os.Create(filepath.Join(b.TempDir(), "sync"))
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	for b.Loop() {
		if _, err := file.Write(slip300); err != nil {
			b.Fatal(err)
		}
		if err := file.Sync(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkAppend appends slips of 300 bytes to a match.
func BenchmarkAppend(b *testing.B) {
	s := open(b, b.TempDir())
	last, n := uint64(0), 0
	for b.Loop() {
		n++
		last = mustAppend(b, s, anna, last, command(n), string(slip300))
	}
}
