package main

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"pizzini/events"
)

type exportCmd struct {
	settings
	Match string `arg:"" help:"The match's id."`
	As    int    `placeholder:"SEAT" default:"0" help:"As this seat may have it; 0, the default, as a spectator."`
	All   bool   `help:"With everything, hands and draws too."`
	Out   string `short:"o" placeholder:"FILE" help:"Write to this file in place of the output."`
}

// exportRequest is what the server is asked for.
type exportRequest struct {
	Match  string        `json:"match"`
	Viewer events.Viewer `json:"viewer"`
}

func (c exportCmd) Run(s streams) error {
	viewer := events.Viewer(c.As)
	switch {
	case c.All && c.As != 0:
		return wrong("--as goes not with --all: give one of them")
	case c.As < 0:
		return wrong("--as %d: seats count from 1", c.As)
	case c.All:
		viewer = events.All
	}
	if err := c.existing(); err != nil {
		return err
	}
	file, err := ask(context.Background(), &c.settings, s, "export", exportRequest{c.Match, viewer}, (*node).export)
	if err != nil {
		return err
	}
	if c.Out == "" {
		_, err = s.out.Write(file)
		return err
	}
	return writeFile(c.Out, func(w io.Writer) error {
		_, err := w.Write(file)
		return err
	})
}

// export writes a match's log as a viewer may have it.
func (n *node) export(ctx context.Context, q exportRequest) ([]byte, error) {
	m, err := n.engine.Match(ctx, q.Match)
	if err != nil {
		return nil, err
	}
	if int(q.Viewer) > m.Players() {
		return nil, fmt.Errorf("match %s has %d seats, and no seat %d", q.Match, m.Players(), int(q.Viewer))
	}
	var file bytes.Buffer
	err = events.WriteExport(&file, q.Viewer, m.Log)
	return file.Bytes(), err
}
