package web

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"
)

func TestVendoredFilesAreWhatWasVendored(t *testing.T) {
	t.Parallel()
	sums, err := staticFiles.ReadFile("static/vendor/SHA256SUMS")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{"SHA256SUMS": true}
	for line := range strings.Lines(string(sums)) {
		sum, name, ok := strings.Cut(strings.TrimSpace(line), "  ")
		if !ok {
			t.Fatalf("SHA256SUMS has the line %q", line)
		}
		data, err := staticFiles.ReadFile("static/vendor/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if got := sha256.Sum256(data); hex.EncodeToString(got[:]) != sum {
			t.Errorf("%s has the hash %x", name, got)
		}
		listed[name] = true
	}
	files, err := staticFiles.ReadDir("static/vendor")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !listed[f.Name()] {
			t.Errorf("vendor/%s has no line in SHA256SUMS", f.Name())
		}
	}
}
