package nearest

import "strings"

// Rows of keyboards; y and z change places in some countries.
var rows = []string{"qwertyuiop", "asdfghjkl", "zxcvbnm"}

// Keys reports whether two letters are on neighbouring keys.
func Keys(a, b rune) bool {
	for i, row := range rows {
		at := strings.IndexRune(row, a)
		if at < 0 {
			continue
		}
		for j := max(0, i-1); j <= min(i+1, len(rows)-1); j++ {
			if to := strings.IndexRune(rows[j], b); to >= 0 && a != b && to >= at-1 && to <= at+1 {
				return true
			}
		}
	}
	return false
}

// A Slip is what a hand does wrong that writes one word for another, the likeliest first.
type Slip int

// The slips that Slipped tells apart.
const (
	NoSlip  Slip = iota // it is the same word, or another one
	Swapped             // two neighbouring letters changed places, or one stands twice or once instead of once or twice
	Missed              // a neighbouring key was hit, instead of the right one or besides
	Left                // a letter is missing
	Other               // another letter, or one too many
)

// Slipped gives the one slip that turned a word in lower case into another; NoSlip where it takes more than one.
func Slipped(typed, meant string) Slip {
	a, b := []rune(typed), []rune(meant)
	switch d := len(a) - len(b); {
	case typed == meant || d > 1 || d < -1:
		return NoSlip
	}
	i, j := 0, 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	for j < len(a)-i && j < len(b)-i && a[len(a)-1-j] == b[len(b)-1-j] {
		j++
	}
	from, to := a[i:len(a)-j], b[i:len(b)-j] // where they differ
	twice := func(w []rune, at int) bool { return at > 0 && w[at-1] == w[at] || at+1 < len(w) && w[at+1] == w[at] }
	switch {
	case len(from) == 2 && len(to) == 2 && from[0] == to[1] && from[1] == to[0]:
		return Swapped
	case len(from) == 1 && len(to) == 1 && Keys(from[0], to[0]):
		return Missed
	case len(from) == 1 && len(to) == 1:
		return Other
	case len(from) == 1 && len(to) == 0 && twice(a, i), len(from) == 0 && len(to) == 1 && twice(b, i):
		return Swapped
	case len(from) == 1 && len(to) == 0 && (i > 0 && Keys(from[0], a[i-1]) || i+1 < len(a) && Keys(from[0], a[i+1])):
		return Missed
	case len(from) == 0 && len(to) == 1:
		return Left
	case len(from) == 1 && len(to) == 0:
		return Other
	}
	return NoSlip
}
