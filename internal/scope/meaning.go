package scope

import (
	"math"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/sparsearch/spar"
)

// Truth is the value of a predicate: files that were not read yet leave questions about their content open.
type Truth uint8

// The three truth values of Kleene's logic, ordered so that "and" is the minimum and "or" the maximum.
const (
	False Truth = iota
	Unknown
	True
)

func not(t Truth) Truth { return True - t }

func truth(b bool) Truth {
	if b {
		return True
	}
	return False
}

// A Resolver says what names in a scope stand for. Its errors are shown to people.
type Resolver interface {
	// Tag gives the closure of the tag with this name or synonym: itself and all below it.
	Tag(name string) (map[spar.TagID]bool, error)
	// Owner gives the numeric user of a name or number.
	Owner(name string) (uint32, error)
}

// Facts are what is known of one file. Tags and Attributes belong to File.
type Facts struct {
	File       *spar.File
	Tags       []spar.TagID
	Attributes []spar.Attribute
}

// A Predicate is the compiled meaning of one constraint.
type Predicate func(Facts) Truth

// Compile gives the meaning of each constraint of s, in order; a file is in scope when all are True. This is the
// reference that faster evaluations are compared with. It fails on a value that can mean nothing: a tag that does not
// exist, a date that is none, a malformed glob.
func Compile(s spar.Scope, names Resolver) ([]Predicate, error) {
	list := make([]Predicate, len(s.Constraints))
	for i, c := range s.Constraints {
		any := make([]Predicate, len(c.Values))
		for j, m := range c.Values {
			p, err := compile(c.Key, m, names)
			if err != nil {
				return nil, spar.Errorf(spar.CodeOf(err), "in %s: %w", PrintConstraint(c), err)
			}
			any[j] = p
		}
		list[i] = func(f Facts) Truth {
			t := False
			for _, p := range any {
				t = max(t, p(f))
			}
			if c.Not {
				t = not(t)
			}
			return t
		}
	}
	return list, nil
}

// All is the conjunction of predicates.
func All(list []Predicate, f Facts) Truth {
	t := True
	for _, p := range list {
		if t = min(t, p(f)); t == False {
			break
		}
	}
	return t
}

func compile(key string, m spar.Match, names Resolver) (Predicate, error) {
	switch key {
	case "share":
		return func(f Facts) Truth { return truth(f.File.Share == m.Text) }, nil
	case "path":
		return globbed(m.Text, func(f Facts) string { return f.File.Path })
	case "name":
		return globbed(m.Text, func(f Facts) string { return path.Base(f.File.Path) })
	case "type":
		want := strings.ToLower(strings.TrimPrefix(m.Text, "."))
		if canonical, ok := typeNames[want]; ok {
			want = canonical
		}
		return func(f Facts) Truth {
			if f.File.Format == "" && f.File.State == spar.Unread {
				return Unknown
			}
			return truth(f.File.Format == want)
		}, nil
	case "state":
		want := spar.State(strings.ToLower(m.Text))
		return func(f Facts) Truth { return truth(f.File.State == want) }, nil
	case "owner":
		uid, err := names.Owner(m.Text)
		if err != nil {
			return nil, err
		}
		return func(f Facts) Truth { return truth(f.File.UID == uid) }, nil
	case "tag":
		closure, err := names.Tag(m.Text)
		if err != nil {
			return nil, err
		}
		return func(f Facts) Truth {
			for _, t := range f.Tags {
				if closure[t] {
					return True
				}
			}
			return False
		}, nil
	case "modified":
		from, to, err := dates(m)
		if err != nil {
			return nil, err
		}
		return func(f Facts) Truth { return truth(within(f.File.ModTime, from, to)) }, nil
	case "size":
		from, to, err := numbers(m, Size)
		if err != nil {
			return nil, err
		}
		return func(f Facts) Truth { s := float64(f.File.Size); return truth(from <= s && s <= to) }, nil
	default:
		return attribute(key, m)
	}
}

// typeNames maps what people call a format to its name in the catalog.
var typeNames = map[string]string{
	"htm": "html", "md": "markdown", "txt": "text", "word": "docx", "tsv": "csv", "jpg": "jpeg",
}

func globbed(glob string, of func(Facts) string) (Predicate, error) {
	if !doublestar.ValidatePattern(glob) {
		return nil, spar.Errorf(spar.Invalid, "%q is not a glob; * stands for anything but a slash, ** for anything, ? for one character, [ab] for one of them", glob)
	}
	return func(f Facts) Truth { return truth(doublestar.MatchUnvalidated(glob, of(f))) }, nil
}

// dates turns a match into [from, to); open ends are the zero time.
func dates(m spar.Match) (from, to time.Time, err error) {
	if !m.Range {
		return Period(m.Text)
	}
	if m.From != "" {
		if from, _, err = Period(m.From); err != nil {
			return
		}
	}
	if m.To != "" {
		_, to, err = Period(m.To)
	}
	if err == nil && m.From != "" && m.To != "" && !from.Before(to) {
		err = spar.Errorf(spar.Invalid, "the range %s..%s ends before it begins", m.From, m.To)
	}
	return
}

func within(t, from, to time.Time) bool {
	return (from.IsZero() || !t.Before(from)) && (to.IsZero() || t.Before(to))
}

// numbers turns a match into [from, to].
func numbers(m spar.Match, read func(string) (float64, error)) (from, to float64, err error) {
	from, to = math.Inf(-1), math.Inf(1)
	if !m.Range {
		from, err = read(m.Text)
		return from, from, err
	}
	if m.From != "" {
		if from, err = read(m.From); err != nil {
			return
		}
	}
	if m.To != "" {
		to, err = read(m.To)
	}
	if err == nil && from > to {
		err = spar.Errorf(spar.Invalid, "the range %s..%s ends before it begins", m.From, m.To)
	}
	return
}

// attribute compares by the type of the value that a file has: a range and a text may mean a number or a date, and
// which only the value tells. A text matches without case and, with stars in it, as a glob.
func attribute(key string, m spar.Match) (Predicate, error) {
	if m.Range {
		_, _, numeric := numbers(m, number)
		_, _, dated := dates(m)
		if numeric != nil && dated != nil {
			return nil, spar.Errorf(spar.Invalid, "%s..%s is a range of neither numbers nor dates", m.From, m.To)
		}
	}
	lower := strings.ToLower(m.Text)
	isGlob := strings.ContainsAny(m.Text, "*?") && doublestar.ValidatePattern(lower)
	matches := func(v spar.Value) bool {
		switch v.Kind {
		case spar.Number:
			from, to, err := numbers(m, number)
			return err == nil && from <= v.Number && v.Number <= to
		case spar.Date:
			from, to, err := dates(m)
			return err == nil && within(v.Date, from, to)
		default:
			text := strings.ToLower(v.Text)
			if m.Range {
				n, err := strconv.ParseFloat(v.Text, 64)
				from, to, bad := numbers(m, number)
				return err == nil && bad == nil && from <= n && n <= to
			}
			return text == lower || isGlob && doublestar.MatchUnvalidated(lower, text)
		}
	}
	return func(f Facts) Truth {
		for _, a := range f.Attributes {
			if a.Key == key && matches(a.Value) {
				return True
			}
		}
		if f.File.State == spar.Unread {
			return Unknown
		}
		return False
	}, nil
}
