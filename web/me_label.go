package web

import "strings"

// deviceLabel says in plain words what kind of browser sent a User-Agent, so that
// its owner knows it again: "Firefox on Windows". The header itself is not kept.
func deviceLabel(agent string) string {
	browser, system := firstOf(agent, browserMarks), firstOf(agent, systemMarks)
	switch {
	case browser != "" && system != "":
		return browser + " on " + system
	case browser != "":
		return browser
	case system != "":
		return "A browser on " + system
	}
	return "A browser"
}

// agentMark is a piece of a User-Agent that tells something. A more special one stands
// before those that it contains or comes with: almost every browser says "Safari".
type agentMark struct{ piece, says string }

var browserMarks = []agentMark{
	{"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser", "Samsung Internet"}, {"Vivaldi", "Vivaldi"},
	{"FxiOS", "Firefox"}, {"Firefox", "Firefox"}, {"CriOS", "Chrome"}, {"Chrome", "Chrome"}, {"Chromium", "Chrome"},
	{"Safari", "Safari"}, {"Lynx", "Lynx"}, {"w3m", "w3m"}, {"curl", "curl"},
}

var systemMarks = []agentMark{
	{"iPhone", "an iPhone"}, {"iPad", "an iPad"}, {"Android", "Android"}, {"Windows", "Windows"}, {"CrOS", "a Chromebook"},
	{"Mac OS X", "a Mac"}, {"Macintosh", "a Mac"}, {"Linux", "Linux"}, {"BSD", "BSD"},
}

func firstOf(agent string, marks []agentMark) string {
	for _, m := range marks {
		if strings.Contains(agent, m.piece) {
			return m.says
		}
	}
	return ""
}
