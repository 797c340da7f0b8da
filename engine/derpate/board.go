package derpate

import (
	"encoding/json"
	"fmt"
)

// District is one of the four districts, in the order of the street.
type District int8

// The districts clockwise.
const (
	Greenwich District = iota
	East
	Italy
	Lower
)

const districts = 4

var districtIDs = [districts]string{"greenwich", "east", "italy", "lower"}

var districtNames = [districts]string{"Greenwich Village and SoHo", "East Side", "Little Italy and Chinatown", "Lower Manhattan"}

// Districts lists the four districts clockwise.
func Districts() []District { return []District{Greenwich, East, Italy, Lower} }

// ID is the district as it stands in moves and in JSON.
func (d District) ID() string { return districtIDs[d] }

// Name is the district's name for people.
func (d District) Name() string { return districtNames[d] }

// Businesses lists the district's three businesses clockwise.
func (d District) Businesses() []Business {
	first := Business(perDistrict * d)
	return []Business{first, first + 1, first + 2}
}

// MarshalText writes the id.
func (d District) MarshalText() ([]byte, error) { return []byte(d.ID()), nil }

// UnmarshalText reads an id.
func (d *District) UnmarshalText(text []byte) error { return read(d, "district", districtIDs[:], text) }

// Business is one of the twelve businesses and the car space in front of it: its
// place on the street, clockwise. (A signed byte, as encoding/json would read a
// text as a list of unsigned ones.)
type Business int8

// NoBusiness is the place of the car before it is on the street.
const NoBusiness Business = -1

const (
	businesses  = 12
	perDistrict = 3
)

// numbers is the page's table of the street.
var numbers = [businesses]int8{3, 1, 4, 2, 5, 1, 4, 2, 3, 1, 5, 2}

var businessIDs [businesses]string

func init() {
	for b := range Business(businesses) {
		businessIDs[b] = fmt.Sprintf("%s-%d", b.District().ID(), b.Number())
	}
}

// Businesses lists the twelve businesses in street order.
func Businesses() []Business {
	all := make([]Business, businesses)
	for i := range all {
		all[i] = Business(i)
	}
	return all
}

// ID is the business as it stands in moves and in JSON; "" for NoBusiness.
func (b Business) ID() string {
	if b == NoBusiness {
		return ""
	}
	return businessIDs[b]
}

// District is where the business lies.
func (b Business) District() District { return District(b / perDistrict) }

// Number is the number of the business, 1 to 5, which says its kind.
func (b Business) Number() int { return int(numbers[b]) }

// Kind is the space of row 1 that pays the business.
func (b Business) Kind() Space { return Space(numbers[b]) }

// Name is the kind of business for people: "Loan Shark".
func (b Business) Name() string { return b.Kind().Name() }

// Pay is what the business pays in row 1, in dollars.
func (b Business) Pay() int { return thousand * b.Number() }

// Clockwise is the business some spaces further on.
func (b Business) Clockwise(steps int) Business { return (b + Business(steps%businesses)) % businesses }

// MarshalJSON writes the id, or null.
func (b Business) MarshalJSON() ([]byte, error) { return quoted(b.ID()), nil }

// UnmarshalJSON reads an id, or null.
func (b *Business) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*b = NoBusiness
		return nil
	}
	return readJSON(b, "business", businessIDs[:], text)
}

const thousand = 1000

// Owner is who controls a business or whom a blood debt is due to: a seat,
// Neutral or Nobody.
type Owner int8

const (
	// Nobody controls an empty business.
	Nobody Owner = -1
	// Neutral is a family without a player; its debts are the bank's.
	Neutral Owner = 0
)

// MarshalJSON writes the seat, 0, or null for nobody.
func (o Owner) MarshalJSON() ([]byte, error) {
	if o == Nobody {
		return []byte("null"), nil
	}
	return json.Marshal(int8(o))
}

// UnmarshalJSON reads a seat, 0 or null.
func (o *Owner) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*o = Nobody
		return nil
	}
	var seat int8
	if err := json.Unmarshal(text, &seat); err != nil || seat < 0 {
		return fmt.Errorf("%s is no seat, 0 or null", text)
	}
	*o = Owner(seat)
	return nil
}

// read finds an id in a list; its place, from first on, is the value.
func read[T ~int8](value *T, what string, ids []string, text []byte) error {
	for i, id := range ids {
		if id == string(text) && id != "" {
			*value = T(i)
			return nil
		}
	}
	return fmt.Errorf("there is no %s %q", what, text)
}

func readJSON[T ~int8](value *T, what string, ids []string, text []byte) error {
	var id string
	if err := json.Unmarshal(text, &id); err != nil {
		return fmt.Errorf("%s is no %s", text, what)
	}
	return read(value, what, ids, []byte(id))
}

// quoted writes an id, which needs no escaping; null for "".
func quoted(id string) []byte {
	if id == "" {
		return []byte("null")
	}
	return []byte(`"` + id + `"`)
}
