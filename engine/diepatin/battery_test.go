package diepatin_test

import (
	"testing"

	"pizzini/engine/diepatin"
	"pizzini/engine/gametest"
)

func TestBattery(t *testing.T) { gametest.Battery(t, diepatin.Rules{}) }

func TestSetupVectors(t *testing.T) { gametest.SetupVectors(t, diepatin.Rules{}, nil) }

func BenchmarkRandomMatches(b *testing.B) { gametest.BenchmarkRandomMatches(b, diepatin.Rules{}) }
