package patronize

import (
	"os"
	"path/filepath"
	"testing"

	"pizzini/engine/game"
)

func TestScenarios(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/scenarios/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, failure := range game.RunScenario(file, data, func(string) (game.Rules, bool) { return Rules{}, true }) {
				t.Error(failure)
			}
		})
	}
}
