package toy_test

import (
	"testing"

	"pizzini/engine/gametest"
	"pizzini/engine/gametest/toy"
)

func TestBattery(t *testing.T) { gametest.Battery(t, toy.Rules{}) }

func BenchmarkRandomMatches(b *testing.B) { gametest.BenchmarkRandomMatches(b, toy.Rules{}) }
