package nothing

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// fault puts one fault of a kind into a scope. It does so only where the scope then gives nothing and something restores it.
func (c *Catalog) fault(kind string, meant scope, random *rand.Rand) (Case, bool) {
	at := slices.IndexFunc(meant, func(by constraint) bool { return kindOf(by) == kind && (kind != WrongValue || len(by.value) > 4) })
	if at < 0 {
		return Case{}, false
	}
	right := meant[at]
	var wrong constraint
	ok := false
	switch kind {
	case WrongTag:
		wrong, ok = c.wrongTag(right, random)
	case WrongRange:
		wrong, ok = wrongRange(right, random)
	case WrongFolder:
		wrong, ok = c.wrongFolder(right, random)
	case WrongValue:
		wrong, ok = constraint{key: right.key, value: slip(right.value, random)}, true
	}
	if !ok || wrong == right {
		return Case{}, false
	}
	broken := slices.Clone(meant)
	broken[at] = wrong
	if len(c.files(broken)) > 0 || kind == WrongValue && len(c.files(scope{wrong})) > 0 {
		return Case{}, false
	}
	made := Case{
		Catalog: c.Name, Kind: kind, Meant: meant.String(), Broken: broken.String(), At: at, Right: right.String(), Wrong: wrong.String(),
		Restores: c.restores(kind, meant, at, wrong),
	}
	for _, i := range c.files(meant) {
		made.Files = append(made.Files, c.Files[i].Path)
	}
	return made, len(made.Restores) > 0
}

func kindOf(by constraint) string {
	switch {
	case by.key == "tag":
		return WrongTag
	case by.key == "path":
		return WrongFolder
	case by.ranged:
		return WrongRange
	default:
		return WrongValue
	}
}

// restores tries what could give back the files of a scope whose constraint at a place is wrong.
func (c *Catalog) restores(kind string, meant scope, at int, wrong constraint) []string {
	original := c.files(meant)
	good := func(with ...constraint) bool {
		tried := slices.Concat(meant[:at], with, meant[at+1:])
		found := c.files(tried)
		if len(found) > 3*len(original) {
			return false
		}
		return !slices.ContainsFunc(original, func(i int) bool { _, in := slices.BinarySearch(found, i); return !in })
	}
	var names []string
	add := func(name string, ok bool) {
		if ok && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	add("drop", good())
	switch kind {
	case WrongTag:
		for _, parent := range c.parents(wrong.value) {
			if _, known := c.index[parent]; known {
				add("parent", good(constraint{key: "tag", value: parent}))
				add("sibling", slices.Contains(c.parents(meant[at].value), parent))
			}
		}
	case WrongRange:
		for _, wide := range c.wider(slices.Concat(meant[:at], meant[at+1:]), wrong) {
			add("widen", good(wide))
		}
	case WrongFolder:
		if parent, _, deep := cutLast(wrong.value); deep {
			add("folder", good(constraint{key: "path", value: parent}))
		}
	case WrongValue:
		add("spelling", true)
	}
	return names
}

// wider widens a range as somebody may who does not know what was meant: until it reaches the nearest file that the rest of
// the scope has, on either side, and without end on one side.
func (c *Catalog) wider(rest scope, wrong constraint) []constraint {
	below, above := -1, -1
	for _, i := range c.files(rest) {
		for _, v := range c.Files[i].Attributes[wrong.key] {
			n, err := strconv.Atoi(v)
			if err == nil && wrong.low >= 0 && n < wrong.low {
				below = max(below, n)
			}
			if err == nil && wrong.high >= 0 && n > wrong.high && (above < 0 || n < above) {
				above = n
			}
		}
	}
	var wide []constraint
	if below >= 0 {
		down, open := wrong, wrong
		down.low, open.low = below, -1
		wide = append(wide, down, open)
	}
	if above >= 0 {
		reach, open := wrong, wrong
		reach.high, open.high = above, -1
		wide = append(wide, reach, open)
	}
	return slices.DeleteFunc(wide, func(w constraint) bool { return w.low < 0 && w.high < 0 })
}

// wrongTag draws a tag beside or below the right one, or any that files have.
func (c *Catalog) wrongTag(right constraint, random *rand.Rand) (constraint, bool) {
	from := c.below(right.value)
	switch random.IntN(5) {
	case 0, 1:
		from = nil
		for _, parent := range c.parents(right.value) {
			from = append(from, c.below(parent)...)
		}
	case 2, 3:
		from = slices.Clone(c.Files[random.IntN(len(c.Files))].Tags)
		from = slices.DeleteFunc(from, func(tag string) bool { return c.index[tag] == nil })
	}
	if len(from) == 0 {
		return constraint{}, false
	}
	return constraint{key: "tag", value: from[random.IntN(len(from))]}, true
}

// parents lists the tags one position above a tag, and below those one position below it.
func (c *Catalog) parents(tag string) []string {
	var names []string
	for _, p := range c.positions[tag] {
		if above := c.at[up(p)]; above != "" {
			names = append(names, above)
		}
	}
	return names
}

func (c *Catalog) below(tag string) []string {
	var names []string
	for _, p := range c.positions[tag] {
		names = append(names, c.under[p]...)
	}
	return names
}

// arrange finds tags by position.
func (c *Catalog) arrange() {
	c.positions, c.at, c.under = map[string][]string{}, map[string]string{}, map[string][]string{}
	for _, t := range c.Terms {
		c.positions[t.Name] = t.Positions
		for _, p := range t.Positions {
			c.at[p] = t.Name
			c.under[up(p)] = append(c.under[up(p)], t.Name)
		}
	}
}

// up returns the position above a position, "" above the first.
func up(position string) string { return position[:max(0, strings.LastIndexByte(position, '.'))] }

// wrongRange moves a range, swaps digits of a bound, or loses or doubles one.
func wrongRange(right constraint, random *rand.Rand) (constraint, bool) {
	wrong := right
	switch random.IntN(4) {
	case 0: // a slip in one bound, which turns a range around or moves an open one
		wrong.low, wrong.high = swapped(right.low, random), swapped(right.high, random)
	case 1: // too high
		by := max(10, right.high-right.low+1)
		wrong.low, wrong.high = moved(right.low, by), moved(right.high, by)
	case 2: // too low
		by := max(10, right.high-right.low+1)
		wrong.low, wrong.high = moved(right.low, -by), moved(right.high, -by)
	case 3: // another unit: ten times as much or a tenth
		if right.high > 2100 || right.low > 2100 {
			if random.IntN(2) == 0 {
				wrong.low, wrong.high = times(right.low, 10), times(right.high, 10)
			} else {
				wrong.low, wrong.high = right.low/10, right.high/10
			}
		}
	}
	ok := wrong.low != right.low || wrong.high != right.high
	if wrong.low >= 0 && wrong.high >= 0 && wrong.low > wrong.high {
		return constraint{}, false
	}
	return wrong, ok && (wrong.low > 0 || wrong.high > 0)
}

func moved(n, by int) int {
	if n < 0 {
		return n
	}
	return max(0, n+by)
}

func times(n, by int) int {
	if n < 0 {
		return n
	}
	return n * by
}

// swapped exchanges two neighbouring digits.
func swapped(n int, random *rand.Rand) int {
	digits := []byte(strconv.Itoa(n))
	if n < 10 {
		return n
	}
	i := random.IntN(len(digits) - 1)
	digits[i], digits[i+1] = digits[i+1], digits[i]
	m, err := strconv.Atoi(string(digits))
	if err != nil || digits[0] == '0' {
		return n
	}
	return m
}

// wrongFolder draws another folder of the same depth, the right last part below another folder, or the right one with a slip
// or in small letters.
func (c *Catalog) wrongFolder(right constraint, random *rand.Rand) (constraint, bool) {
	depth := strings.Count(right.value, "/") + 1
	parts := strings.Split(c.Files[random.IntN(len(c.Files))].Path, "/")
	if len(parts) <= depth {
		return constraint{}, false
	}
	value := strings.Join(parts[:depth], "/")
	switch random.IntN(16) {
	case 0, 1:
		value = slip(right.value, random)
	case 2:
		value = strings.ToLower(right.value)
	case 3, 4, 5:
		if up, last, deep := cutLast(right.value); deep && parts[0] != up {
			value = strings.Join(parts[:depth-1], "/") + "/" + last
		}
	}
	return constraint{key: "path", value: value}, true
}

func cutLast(path string) (up, last string, ok bool) {
	i := strings.LastIndexByte(path, '/')
	if i < 0 {
		return "", path, false
	}
	return path[:i], path[i+1:], true
}

// slip makes one slip of the pen: it swaps, drops, doubles or replaces a letter that is not the first.
func slip(text string, random *rand.Rand) string {
	letters := []rune(text)
	i := 1 + random.IntN(max(1, len(letters)-2))
	if i+1 >= len(letters) || letters[i] == '/' || letters[i+1] == '/' {
		return text
	}
	if letters[i] == ' ' && random.IntN(2) == 0 {
		return string(slices.Delete(letters, i, i+1))
	}
	switch random.IntN(4) {
	case 0:
		letters[i], letters[i+1] = letters[i+1], letters[i]
	case 1:
		letters = slices.Delete(letters, i, i+1)
	case 2:
		if letters[i] == ' ' {
			return text
		}
		letters = slices.Insert(letters, i, letters[i])
	case 3:
		near := map[rune]rune{'a': 's', 'e': 'r', 'i': 'o', 'o': 'i', 'n': 'm', 's': 'z', 't': 'r', 'r': 't', 'c': 'k', 'l': 'k', 'd': 'f', 'u': 'y'}
		if near[letters[i]] == 0 {
			return text
		}
		letters[i] = near[letters[i]]
	}
	return string(letters)
}
