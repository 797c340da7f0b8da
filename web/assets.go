// Package web serves the pages: server-rendered, correct without a script, then
// kept up to date by a small one. It shows views, never states, and every choice
// on a page is a move that the engine has listed.
package web

import (
	"crypto/sha256"
	"embed"
	"encoding/base32"
	"io/fs"
	"strings"
)

//go:embed static
var staticFiles embed.FS

// assets maps the path of each file in static to its address, which holds a hash
// of its bytes: a file never changes under its address, so browsers may keep it.
var assets = func() map[string]string {
	addresses := map[string]string{}
	err := fs.WalkDir(staticFiles, "static", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := staticFiles.ReadFile(path)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(data)
		name := strings.TrimPrefix(path, "static/")
		addresses[name] = "/static/" + strings.ToLower(base32.StdEncoding.EncodeToString(sum[:5])) + "/" + name
		return nil
	})
	if err != nil {
		panic("web: the embedded files cannot be read: " + err.Error())
	}
	return addresses
}()

// asset is the address of a file in static.
func asset(name string) string {
	address, ok := assets[name]
	if !ok {
		panic("web: no file static/" + name)
	}
	return address
}
