package people

// Confirming is the kind of record that holds the address that a person gave and has
// not confirmed yet; the value is a Pending.
const Confirming = "confirm"

// Pending is an address that waits until its owner confirms it, by the link that a
// letter brings there. Printing one does not show it.
type Pending struct {
	Address string `json:"address"`
	Number  int    `json:"number"` // that the link carries
}

// String hides the address.
func (Pending) String() string { return "(an address)" }
