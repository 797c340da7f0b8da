package web

import (
	_ "embed"
	"strings"
)

// zoneNames are the time zones that people may choose, sorted, one a line: those of
// the tz database's zone.tab, and UTC.
//
//go:embed zones.txt
var zoneNames string

// zoneArea is a part of the world with its time zones.
type zoneArea struct {
	Name  string
	Zones []string // as "Europe/Rome"
}

// zoneAreas are all time zones by the part of the world in which they lie.
var zoneAreas = func() []zoneArea {
	var areas []zoneArea
	for name := range strings.FieldsSeq(zoneNames) {
		area, _, _ := strings.Cut(name, "/")
		if len(areas) == 0 || areas[len(areas)-1].Name != area {
			areas = append(areas, zoneArea{Name: area})
		}
		last := &areas[len(areas)-1]
		last.Zones = append(last.Zones, name)
	}
	return areas
}()

// knownZone says whether a zone can be chosen.
func knownZone(zone string) bool {
	for _, area := range zoneAreas {
		for _, z := range area.Zones {
			if z == zone {
				return true
			}
		}
	}
	return false
}

// zoneWords is a zone as a list shows it: "Buenos Aires (Argentina)".
func zoneWords(zone string) string {
	parts := strings.Split(strings.ReplaceAll(zone, "_", " "), "/")
	switch len(parts) {
	case 1:
		return zone
	case 2:
		return parts[1]
	}
	return parts[2] + " (" + parts[1] + ")"
}
