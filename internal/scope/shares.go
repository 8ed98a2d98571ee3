package scope

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// OfShare reports whether a scope may select files of a share: nothing that it says of shares rules that out.
func OfShare(s spar.Scope, share string) bool {
	return ofShare(s, share) != False
}

// ofShare is True where all files of a share are in scope, False where none is.
func ofShare(s spar.Scope, share string) Truth {
	list := make([]Predicate, len(s.Constraints))
	for i, c := range s.Constraints {
		t := Unknown
		switch {
		case len(c.Any) > 0:
			t = False
			for _, in := range c.Any {
				t = max(t, ofShare(in, share))
			}
		case c.Key == "share":
			t = truth(slices.ContainsFunc(c.Values, func(m spar.Match) bool { return m.Text == share }))
		case c.Key == fileKeyName:
			if !slices.ContainsFunc(c.Values, func(m spar.Match) bool { return strings.HasPrefix(m.Text, share+":") }) {
				t = False
			} else if c.Add {
				t = True // of one, which is enough
			}
		}
		if c.Not {
			t = not(t)
		}
		list[i] = func(Facts) Truth { return t }
	}
	return Holds(s, list, Facts{})
}
