package engine

import "pizzini/engine/gametest/toy"

// The toy game proves the three kinds of secrets; it is in no list but a test's.
func init() { all = append(all, toy.Rules{}) }
