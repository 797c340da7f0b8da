package patronize_test

import (
	"testing"

	"pizzini/engine/gametest"
	"pizzini/engine/patronize"
)

func TestBattery(t *testing.T) { gametest.Battery(t, patronize.Rules{}) }
