package main

// chromium is the browser of all tests of this package: each has a profile of its
// own in it.
var chromium struct{ stop func() }
