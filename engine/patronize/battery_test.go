package patronize_test

import (
	"testing"

	"pizzini/engine/gametest"
	"pizzini/engine/patronize"
)

func TestBattery(t *testing.T) { gametest.Battery(t, patronize.Rules{}) }

func TestSetupVectors(t *testing.T) { gametest.SetupVectors(t, patronize.Rules{}, nil) }
