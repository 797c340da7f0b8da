package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
)

// writeFile writes a file whole or not at all: an old one stands until the new one
// is complete. What is no ordinary file, such as a device or a pipe, is written to
// and never replaced.
func writeFile(path string, write func(io.Writer) error) (err error) {
	info, err := os.Lstat(path)
	if err == nil && !info.Mode().IsRegular() {
		if info.IsDir() {
			return wrong("%s is a folder: give the name of a file", path)
		}
		return writeTo(path, os.O_WRONLY, write)
	}
	part := path + ".part"
	if err := writeTo(part, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, write); err != nil {
		return errors.Join(err, os.Remove(part))
	}
	return os.Rename(part, path)
}

func writeTo(path string, how int, write func(io.Writer) error) error {
	file, err := os.OpenFile(path, how, 0o600)
	if err != nil {
		return wrong("%v", err)
	}
	out := bufio.NewWriter(file)
	err = errors.Join(write(out), out.Flush())
	if info, statErr := file.Stat(); err == nil && statErr == nil && info.Mode().IsRegular() {
		err = file.Sync()
	}
	if err := errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}
