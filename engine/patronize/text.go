package patronize

// Text draws the view in plain text.
func (v *View) Text() string {
	return ""
}
