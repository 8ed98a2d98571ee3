package nothing

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A constraint of a scope: a tag, an attribute with a value, an attribute in a range, or a folder with all below it.
type constraint struct {
	key       string // "tag", "path" or an attribute
	value     string // of a folder without its "/**"
	low, high int    // of a range, which is open where they are less than 0
	ranged    bool
}

// A scope holds where all constraints hold.
type scope []constraint

// String writes a constraint in the query language, where "age" alone is the age of a file.
func (c constraint) String() string {
	if c.key == "Age" {
		c.key = "attr.Age"
	}
	switch {
	case c.ranged && c.low == c.high:
		return c.key + ":" + strconv.Itoa(c.low)
	case c.ranged && c.low < 0:
		return c.key + ":.." + strconv.Itoa(c.high)
	case c.ranged && c.high < 0:
		return c.key + ":" + strconv.Itoa(c.low) + ".."
	case c.ranged:
		return c.key + ":" + strconv.Itoa(c.low) + ".." + strconv.Itoa(c.high)
	case c.key == "path":
		return c.key + ":" + quoted(c.value+"/**")
	default:
		return c.key + ":" + quoted(c.value)
	}
}

func (s scope) String() string {
	words := make([]string, len(s))
	for i, c := range s {
		words[i] = c.String()
	}
	return strings.Join(words, " ")
}

var bare = regexp.MustCompile(`^[\pL\d/*_-]+$`)

func quoted(value string) string {
	if bare.MatchString(value) {
		return value
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value) + `"`
}

// holds says whether a file, by number, fits a constraint.
func (c *Catalog) holds(i int, by constraint) bool {
	f := c.Files[i]
	switch {
	case by.key == "tag":
		_, found := slices.BinarySearch(c.index[by.value], i)
		return found
	case by.key == "path":
		return strings.HasPrefix(f.Path, by.value+"/")
	case by.ranged:
		return slices.ContainsFunc(f.Attributes[by.key], func(v string) bool {
			n, err := strconv.Atoi(v)
			return err == nil && (by.low < 0 || n >= by.low) && (by.high < 0 || n <= by.high)
		})
	default:
		return slices.ContainsFunc(f.Attributes[by.key], func(v string) bool { return strings.EqualFold(v, by.value) })
	}
}

// files lists the files in a scope.
func (c *Catalog) files(s scope) []int {
	var in []int
	for i := range c.Files {
		if !slices.ContainsFunc(s, func(by constraint) bool { return !c.holds(i, by) }) {
			in = append(in, i)
		}
	}
	return in
}

// What attributes a person would type, by catalog: free values, and numbers with the widths of usual ranges.
var (
	values = map[string][]string{
		HR:     {"JobRole", "EducationField", "MaritalStatus", "BusinessTravel", "Gender", "OverTime", "Attrition"},
		Corpus: {"firm", "format", "subject", "place"},
	}
	numbers = map[string]map[string][]int{
		PubMedQA: {"year": {1, 2, 3, 5, 8}},
		HR:       {"Age": {5, 10}, "MonthlyIncome": {1000, 2000, 5000}, "YearsAtCompany": {3, 5}, "TotalWorkingYears": {5, 10}, "DistanceFromHome": {5}},
		Corpus:   {"year": {1, 2, 3}, "words": {200, 500}},
	}
)

// propose draws a scope of two to four constraints that a file fits; one of them can have a fault of a kind. Without luck it is
// nil.
func (c *Catalog) propose(kind string, random *rand.Rand) scope {
	i := random.IntN(len(c.Files))
	s := scope{}
	add := func(by constraint, ok bool) {
		if ok && !slices.ContainsFunc(s, func(o constraint) bool { return o.key == by.key && (o.key != "tag" || o.value == by.value) }) {
			s = append(s, by)
		}
	}
	switch kind {
	case WrongTag:
		add(c.tag(i, random))
	case WrongRange:
		add(c.span(i, random))
	case WrongFolder:
		add(c.folder(i, random))
	case WrongValue:
		add(c.value(i, random))
	}
	if len(s) == 0 {
		return nil
	}
	kinds := map[string][]func(int, *rand.Rand) (constraint, bool){
		PubMedQA: {c.tag, c.tag, c.span}, HR: {c.value, c.value, c.span, c.folder}, Corpus: {c.value, c.value, c.span, c.folder},
	}[c.Name]
	for range 1 + random.IntN(3) {
		add(kinds[random.IntN(len(kinds))](i, random))
	}
	if n := len(c.files(s)); len(s) < 2 || n < 2 || n > 60 || n == len(c.files(s[1:])) {
		return nil
	}
	random.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
	return s
}

// tag draws a tag of a file or one above it.
func (c *Catalog) tag(i int, random *rand.Rand) (constraint, bool) {
	tags := c.Files[i].Tags
	if len(tags) == 0 {
		return constraint{}, false
	}
	tag := tags[random.IntN(len(tags))]
	if random.IntN(3) == 0 {
		if above := c.parents(tag); len(above) > 0 {
			tag = above[random.IntN(len(above))]
		}
	}
	return constraint{key: "tag", value: tag}, len(c.index[tag]) > 1
}

// span draws a range that holds for a file: one number, a range of a usual width, or one that is open.
func (c *Catalog) span(i int, random *rand.Rand) (constraint, bool) {
	key := pick(numbers[c.Name], random)
	found := c.Files[i].Attributes[key]
	if len(found) == 0 {
		return constraint{}, false
	}
	n, err := strconv.Atoi(found[0])
	if err != nil {
		return constraint{}, false
	}
	widths := numbers[c.Name][key]
	width := widths[random.IntN(len(widths))]
	low := n - random.IntN(width+1)
	if width >= 100 {
		low = n / 100 * 100
	}
	switch random.IntN(6) {
	case 0:
		return constraint{key: key, ranged: true, low: n, high: n}, width < 100
	case 1:
		return constraint{key: key, ranged: true, low: low, high: -1}, low > 0
	case 2:
		return constraint{key: key, ranged: true, low: -1, high: low + width}, true
	default:
		return constraint{key: key, ranged: true, low: low, high: low + width}, low > 0
	}
}

// folder draws a folder above a file.
func (c *Catalog) folder(i int, random *rand.Rand) (constraint, bool) {
	parts := strings.Split(c.Files[i].Path, "/")
	if len(parts) < 2 {
		return constraint{}, false
	}
	return constraint{key: "path", value: strings.Join(parts[:1+random.IntN(len(parts)-1)], "/")}, true
}

// value draws a free value of a file.
func (c *Catalog) value(i int, random *rand.Rand) (constraint, bool) {
	keys := values[c.Name]
	key := keys[random.IntN(len(keys))]
	found := c.Files[i].Attributes[key]
	if len(found) == 0 {
		return constraint{}, false
	}
	return constraint{key: key, value: found[0]}, true
}

// pick draws a key of a map.
func pick[V any](from map[string]V, random *rand.Rand) string {
	keys := make([]string, 0, len(from))
	for k := range from {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys[random.IntN(len(keys))]
}
