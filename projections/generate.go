//go:build ignore

// This program writes schema.go, which holds ../schema.sql: an embedded file may
// not lie above its package.
package main

import (
	"bytes"
	"log"
	"os"
)

func main() {
	text, err := os.ReadFile("../schema.sql")
	if err != nil {
		log.Fatal(err)
	}
	if bytes.ContainsRune(text, '`') {
		log.Fatal("schema.sql may hold no backquote")
	}
	code := "// Code generated from ../schema.sql by generate.go. DO NOT EDIT.\n\npackage projections\n\nconst schema = `" + string(text) + "`\n"
	if err := os.WriteFile("schema.go", []byte(code), 0o644); err != nil {
		log.Fatal(err)
	}
}
