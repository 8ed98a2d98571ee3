package commands

import (
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/sparsearch/spar/internal/spar"
)

// A File has the facts that a catalog knows of a file.
type File struct {
	Path       string              `json:"path"`
	Type       string              `json:"type"`
	Modified   string              `json:"modified"` // as 2025-06-18
	Size       int                 `json:"size"`     // bytes
	Attributes map[string][]string `json:"attributes,omitempty"`
	Text       string              `json:"text,omitempty"` // its subject, in a sentence
}

// Files are the files of a share.
type Files []File

// term is one constraint: its sign, key and value with quotes.
var term = regexp.MustCompile(`^(-?)([\w.-]+):((?:"(?:[^"\\]|\\.)*"|[^\s"])*)\s*`)

// in lists the files in a scope. It reads only the forms that the sentences need: values, lists of values, ranges, comparisons, "-",
// and "or" between whole scopes.
func (f Files) in(scope string) (Files, error) {
	if one, others, ok := strings.Cut(scope, " or "); ok {
		found, err := f.in(one)
		if err != nil {
			return nil, err
		}
		more, err := f.in(others)
		if err != nil {
			return nil, err
		}
		return slices.DeleteFunc(slices.Clone(f), func(file File) bool {
			is := func(in File) bool { return in.Path == file.Path }
			return !slices.ContainsFunc(found, is) && !slices.ContainsFunc(more, is)
		}), nil
	}
	found := f
	for rest := strings.TrimSpace(scope); rest != ""; {
		m := term.FindStringSubmatch(rest)
		if m == nil {
			return nil, spar.Errorf(spar.Invalid, "no constraint: %q", rest)
		}
		rest = rest[len(m[0]):]
		var kept Files
		dated := f.dated(m[2])
		for _, file := range found {
			holds, err := file.holds(m[2], m[3], dated)
			if err != nil {
				return nil, err
			}
			if holds == (m[1] == "") {
				kept = append(kept, file)
			}
		}
		found = kept
	}
	return found, nil
}

// positive returns a scope without its constraints that begin with "-".
func positive(scope string) string {
	var kept []string
	for rest := strings.TrimSpace(scope); rest != ""; {
		m := term.FindString(rest)
		if m == "" {
			return scope
		}
		if m[0] != '-' {
			kept = append(kept, strings.TrimSpace(m))
		}
		rest = rest[len(m):]
	}
	return strings.Join(kept, " ")
}

// dated reports whether all values of an attribute are dates: 2350 may be an amount.
func (f Files) dated(key string) bool {
	for _, file := range f {
		for _, v := range file.Attributes[key] {
			if !date(v) {
				return false
			}
		}
	}
	return true
}

func (f File) holds(key, want string, dated bool) (bool, error) {
	if list, ok := strings.CutPrefix(want, "("); ok {
		for v := range strings.SplitSeq(strings.TrimSuffix(list, ")"), "|") {
			if holds, err := f.holds(key, v, dated); holds || err != nil {
				return holds, err
			}
		}
		return false, nil
	}
	plain := strings.ReplaceAll(strings.Trim(want, `"`), `\"`, `"`)
	switch key {
	case "path":
		return doublestar.Match(plain, f.Path)
	case "name":
		return doublestar.Match(plain, path.Base(f.Path))
	case "folder":
		return slices.Contains(strings.Split(path.Dir(f.Path), "/"), plain), nil
	case "type":
		return f.Type == plain, nil
	case "modified":
		return compare(f.Modified, want, true)
	case "has":
		return len(f.Attributes[plain]) > 0, nil
	case "size":
		return compare(strconv.Itoa(f.Size), want, false)
	}
	for _, has := range f.Attributes[key] {
		holds := strings.EqualFold(has, plain)
		var err error
		if !strings.HasPrefix(want, `"`) && (date(has) || number.MatchString(has)) {
			holds, err = compare(has, want, dated)
		}
		if holds || err != nil {
			return holds, err
		}
	}
	return false, nil
}

var (
	number = regexp.MustCompile(`^(\d+(?:\.\d+)?)(kB|MB)?$`)
	day    = regexp.MustCompile(`^\d{4}(-\d\d){0,2}$`)
)

func date(text string) bool { return day.MatchString(text) && text > "1900" && text < "2100" }

// compare reports whether a date or a number fits a constraint. A date names a span of time: a year, a month or a day;
// the date of the file counts by its first day.
func compare(has, want string, dated bool) (bool, error) {
	from, to, ranged := strings.Cut(want, "..")
	bounds, edges := bounds, []string{from, to}
	if !ranged {
		edges = []string{strings.TrimLeft(want, "<>=")}
	}
	if !dated && number.MatchString(has) && !slices.ContainsFunc(edges, func(e string) bool { return e != "" && !number.MatchString(e) }) {
		bounds = func(text string) (first, last float64, err error) {
			n, err := strconv.ParseFloat(number.FindStringSubmatch(text)[1], 64)
			unit := map[string]float64{"": 1, "kB": 1e3, "MB": 1e6}[number.FindStringSubmatch(text)[2]]
			return n * unit, n * unit, err
		}
	}
	switch {
	case ranged:
	case strings.HasPrefix(want, ">="):
		from, to = want[2:], ""
	case strings.HasPrefix(want, "<="):
		from, to = "", want[2:]
	case strings.HasPrefix(want, ">"):
		_, last, err := bounds(want[1:])
		if err != nil {
			return false, err
		}
		first, _, err := bounds(has)
		return first > last, err
	case strings.HasPrefix(want, "<"):
		low, _, err := bounds(want[1:])
		if err != nil {
			return false, err
		}
		first, _, err := bounds(has)
		return first < low, err
	default:
		from, to = want, want
	}
	first, _, err := bounds(has)
	if err != nil {
		return false, err
	}
	if from != "" {
		low, _, err := bounds(from)
		if err != nil || first < low {
			return false, err
		}
	}
	if to != "" {
		_, last, err := bounds(to)
		if err != nil || first > last {
			return false, err
		}
	}
	return true, nil
}

// bounds returns the first and the last day of a date in seconds, or a number twice.
func bounds(text string) (first, last float64, err error) {
	if !date(text) {
		m := number.FindStringSubmatch(text)
		if m == nil {
			return 0, 0, spar.Errorf(spar.Invalid, "no date and no number: %q", text)
		}
		n, err := strconv.ParseFloat(m[1], 64)
		return n * map[string]float64{"": 1, "kB": 1e3, "MB": 1e6}[m[2]], n * map[string]float64{"": 1, "kB": 1e3, "MB": 1e6}[m[2]], err
	}
	parts := strings.Count(text, "-")
	t, err := time.Parse(time.DateOnly[:[]int{4, 7, 10}[parts]], text)
	if err != nil {
		return 0, 0, spar.Errorf(spar.Invalid, "no date: %q", text)
	}
	end := t.AddDate([]int{1, 0, 0}[parts], []int{0, 1, 0}[parts], []int{0, 0, 1}[parts]).Add(-time.Second)
	return float64(t.Unix()), float64(end.Unix()), nil
}
