package tongue

import (
	"strconv"
	"strings"
)

// Accepted is the language of SPAR that a reader likes best, by the header Accept-Language; English if there is none.
func Accepted(header string) string {
	best, most := English, 0.0
	for i, part := range strings.Split(header, ",") {
		if i == 20 { // nobody reads more languages
			break
		}
		tag, weight, _ := strings.Cut(strings.TrimSpace(part), ";")
		likes := 1.0
		if text, is := strings.CutPrefix(strings.TrimSpace(weight), "q="); is {
			likes, _ = strconv.ParseFloat(text, 64)
		}
		if l := base(tag); likes > most && Known(l) {
			best, most = l, likes
		}
	}
	return best
}

// Environment is the language that the environment of a program names, English if SPAR does not speak it.
func Environment(env func(string) (string, bool)) string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if value, _ := env(name); value != "" {
			if l := base(value); Known(l) {
				return l
			}
			break // the first that is set decides, as it does for other programs
		}
	}
	return English
}

// base is the language of a tag such as de-AT or de_DE.UTF-8.
func base(tag string) string {
	if i := strings.IndexAny(tag, "-_.@"); i >= 0 {
		tag = tag[:i]
	}
	return strings.ToLower(tag)
}
