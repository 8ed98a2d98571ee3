package scope

import "github.com/sparsearch/spar"

// OfShare reports whether a scope may select files of a share: no constraint on the share says otherwise.
func OfShare(s spar.Scope, share string) bool {
	for _, c := range s.Constraints {
		if c.Key != "share" || c.Guess {
			continue
		}
		named := false
		for _, m := range c.Values {
			named = named || m.Text == share
		}
		if named == c.Not {
			return false
		}
	}
	return true
}
