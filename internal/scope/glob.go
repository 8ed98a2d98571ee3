package scope

import (
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/sparsearch/spar/internal/spar"
)

// mostAlternatives is for how many texts the braces of a glob may stand: each may have to be tried at each place of a name.
const mostAlternatives = 64

// checkGlob refuses a text that is no glob, and a glob that would take too long to compare.
func checkGlob(glob string) error {
	if !doublestar.ValidatePattern(glob) {
		return spar.Errorf(spar.Invalid,
			"%q is not a glob; * stands for anything but a slash, ** for anything, ? for one character, [ab] for one of them", glob)
	}
	if alternatives(glob) > mostAlternatives {
		return spar.Errorf(spar.Invalid,
			"the braces of the glob %q stand for more than %d texts: use fewer of them, or several globs with | between them",
			glob, mostAlternatives)
	}
	return nil
}

// alternatives is for how many texts the braces of a glob stand, at most. It stops counting when they are too many.
func alternatives(glob string) int {
	n, here := 1, []int{} // of each open brace, the alternatives so far
	for i := 0; i < len(glob) && n <= mostAlternatives; i++ {
		switch glob[i] {
		case '\\':
			i++
		case '{':
			here = append(here, 1)
		case ',':
			if len(here) > 0 {
				here[len(here)-1]++
			}
		case '}':
			if len(here) > 0 {
				n *= here[len(here)-1]
				here = here[:len(here)-1]
			}
		}
	}
	return n
}

// GlobCost is about how long it takes to compare a path or a name with a glob, in units of 20 ns, which is what it takes to look
// at a file's row.
func GlobCost(glob string) int64 {
	if plainGlob(glob) != nil {
		return 4
	}
	many := int64(strings.Count(glob, "**/"))
	return 24 * int64(alternatives(glob)) * (1 + many + int64(len(glob)/64))
}

// Cost is about how long it takes to look whether a scope holds for one file, in the same units.
func Cost(s spar.Scope) (n int64) {
	for c := range Leaves(s) {
		for _, m := range c.Values {
			n += matchCost(m)
		}
		n++
	}
	return n
}

// MatchCost is Cost of one value of a key.
func MatchCost(key string, m spar.Match) int64 {
	if key == "name" || key == "path" || isGlob(m.Text) {
		return matchCost(m)
	}
	return 1
}

func matchCost(m spar.Match) int64 {
	if strings.ContainsAny(m.Text, "*?[{") {
		return GlobCost(m.Text)
	}
	return 1
}
