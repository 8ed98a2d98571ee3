package scope

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/sparsearch/spar/internal/spar"
)

// An Attribute is what a name in a scope stands for: the attributes with one key.
type Attribute struct {
	Key     string
	Kind    spar.Kind // of its values; "" compares each as its own kind
	Values  []string  // the allowed ones, in their order; nil for any
	Ordered bool      // Values may be compared, so that ranges of them have a meaning
	Many    bool      // a file may have values of several origins; otherwise those of the highest precedence hold
	// From is the origins whose values count, nil for all. A value that reading may find is unknown for an unread file.
	From []spar.Origin
	// Convert gives a value as the key has it, an allowed one under its own name; a value that it refuses does not count.
	// Nil takes every value as it is.
	Convert func(spar.Value) (spar.Value, bool)
}

// from reports whether values of an origin count. Values from a peek at a file count as ones from reading.
func (a Attribute) from(o spar.Origin) bool {
	return a.From == nil || slices.Contains(a.From, o) || o == spar.ByProperties && slices.Contains(a.From, spar.ByReading)
}

// Allowed gives a value as the attribute has it, or says that it does not count.
func (a Attribute) Allowed(v spar.Value) (spar.Value, bool) {
	if a.Convert == nil {
		return v, true
	}
	return a.Convert(v)
}

// AttributeName is the attribute that a key stands for: the key itself, or the part behind "attr.", which reaches attributes named like a
// key of the file.
func AttributeName(key string) string {
	name, _ := strings.CutPrefix(key, "attr.")
	return name
}

// AttributeKey is the key of a scope that stands for the attribute of a name.
func AttributeKey(name string) string {
	if IsFileKey(name) || strings.HasPrefix(name, "attr.") {
		return "attr." + name
	}
	return name
}

// Held is the attributes of a list that hold for a file, converted, in the order of the list: those with the key of a
// whose origins and values are allowed, and of these the ones of the highest precedence unless a file may have many. Settled
// reports whether reading the file could not change that.
func Held(list []spar.Attribute, a Attribute) (held []spar.Attribute, settled bool) {
	for _, b := range list {
		if b.Key != a.Key || !a.from(b.Origin) {
			continue
		}
		if v, ok := a.Allowed(b.Value); ok {
			b.Value = v
			held = append(held, b)
		}
	}
	if a.Many || len(held) == 0 {
		return held, !a.from(spar.ByReading)
	}
	first := held[0].Origin
	for _, b := range held {
		if b.Origin.Precedence() < first.Precedence() {
			first = b.Origin
		}
	}
	held = slices.DeleteFunc(held, func(b spar.Attribute) bool { return b.Origin != first })
	return held, !a.from(spar.ByReading) || first.Precedence() < spar.ByReading.Precedence()
}

// attributeKey is the meaning of a value of an attribute: one that holds is enough.
func attributeKey(a Attribute, m spar.Match) (Predicate, error) {
	matches, err := a.matcher(m)
	if err != nil {
		return nil, err
	}
	return func(f Facts) Truth {
		held, settled := Held(f.Attributes, a)
		for _, b := range held {
			if matches(b.Value) {
				return True
			}
		}
		if !settled && f.open() {
			return Unknown
		}
		return False
	}, nil
}

func (a Attribute) matcher(m spar.Match) (func(spar.Value) bool, error) {
	switch {
	case a.Values != nil:
		return a.allowed(m)
	case a.Kind == spar.Number:
		in, err := numbers(m, number)
		return func(v spar.Value) bool { return v.Kind == spar.Number && in.holds(v.Number) }, err
	case a.Kind == spar.Date:
		in, err := dates(m)
		return func(v spar.Value) bool { return v.Kind == spar.Date && in.holds(v.Date) }, err
	}
	matches, err := untyped(m)
	switch {
	case err != nil:
		return nil, err
	case a.Key == "period":
		return inPeriod(m, matches), nil
	case strings.Contains(ofPeople, " "+a.Key+" ") && !m.Range:
		return func(v spar.Value) bool {
			return matches(v) || v.Kind == spar.Text && slices.ContainsFunc(NamesIn(v.Text), func(n string) bool { return matches(spar.Value{Kind: spar.Text, Text: n}) })
		}, nil
	}
	return matches, nil
}

// allowed compares the places of values in the list of the allowed ones.
func (a Attribute) allowed(m spar.Match) (func(spar.Value) bool, error) {
	place := func(text string) (int, error) {
		if v, ok := a.Allowed(spar.Value{Kind: spar.Text, Text: text}); ok {
			return slices.Index(a.Values, v.Text), nil
		}
		return 0, spar.Errorf(spar.Invalid, "%q is no %s; write one of: %s", text, a.Key, strings.Join(a.Values, ", "))
	}
	take := make([]bool, len(a.Values))
	sign, text := comparison(m.Text)
	switch {
	case m.Range || sign != "":
		if !a.Ordered {
			return nil, spar.Errorf(spar.Invalid, "the values of %s have no order, so that there are no ranges of them", a.Key)
		}
		from, to := 0, len(a.Values)-1
		var err error
		end := func(text string, to *int, off int) {
			if text != "" && err == nil {
				*to, err = place(text)
				*to += off
			}
		}
		switch sign {
		case "":
			end(m.From, &from, 0)
			end(m.To, &to, 0)
		case ">":
			end(text, &from, 1)
		case ">=":
			end(text, &from, 0)
		case "<":
			end(text, &to, -1)
		case "<=":
			end(text, &to, 0)
		}
		if err == nil && m.Range && from > to {
			err = backwards(m)
		}
		if err != nil {
			return nil, err
		}
		for i := from; i <= to; i++ {
			take[i] = true
		}
	case isGlob(m.Text):
		if err := checkGlob(m.Text); err != nil {
			return nil, err
		}
		for i, v := range a.Values {
			take[i] = globs(strings.ToLower(m.Text), strings.ToLower(v))
		}
		if !slices.Contains(take, true) {
			_, err := place(m.Text)
			return nil, err
		}
	default:
		i, err := place(m.Text)
		if err != nil {
			return nil, err
		}
		take[i] = true
	}
	return func(v spar.Value) bool { i := slices.Index(a.Values, v.Text); return i >= 0 && take[i] }, nil
}

// untyped compares by the type of the value that a file has: a range and a text may mean a number or a date, and
// which only the value tells. A text matches without case and, with stars in it, as a glob.
func untyped(m spar.Match) (func(spar.Value) bool, error) {
	inNumbers, numeric := numbers(m, number)
	inDates, dated := dates(m)
	if m.Range && numeric != nil && dated != nil {
		return nil, spar.Errorf(spar.Invalid, "%s..%s is a range of neither numbers nor dates", m.From, m.To)
	}
	sign, _ := comparison(m.Text)
	lower, glob := strings.ToLower(m.Text), isGlob(m.Text)
	if glob {
		if err := checkGlob(lower); err != nil {
			return nil, err
		}
	}
	return func(v spar.Value) bool {
		switch v.Kind {
		case spar.Number:
			return numeric == nil && inNumbers.holds(v.Number)
		case spar.Date:
			return dated == nil && inDates.holds(v.Date)
		default:
			text := strings.ToLower(v.Text)
			if !m.Range && (text == lower || glob && globs(lower, text)) {
				return true
			}
			n, err := strconv.ParseFloat(v.Text, 64)
			return (m.Range || sign != "") && err == nil && numeric == nil && inNumbers.holds(n)
		}
	}, nil
}

func isGlob(text string) bool {
	return strings.ContainsAny(text, "*?") && doublestar.ValidatePattern(strings.ToLower(text))
}

// globs matches a text where a slash is a character like any other.
func globs(glob, text string) bool {
	slash := strings.NewReplacer("/", "\x00")
	return doublestar.MatchUnvalidated(slash.Replace(glob), slash.Replace(text))
}

// hasKey asks whether a file has any value of an attribute, or any tag. A file that was read and has none is missing it.
func hasKey(m spar.Match, names Resolver) (Predicate, error) {
	name := strings.ToLower(m.Text)
	if name == "tag" {
		return func(f Facts) Truth { return truth(len(f.Tags) > 0) }, nil
	}
	if IsFileKey(name) {
		return nil, spar.Errorf(spar.Invalid, "every file has %q; has: and unknown: ask for attributes, such as author, and has:tag for tags; an attribute of that name is attr.%s", name, name)
	}
	a := names.Attribute(AttributeName(name))
	return func(f Facts) Truth {
		held, settled := Held(f.Attributes, a)
		switch {
		case len(held) > 0:
			return True
		case !settled && f.open():
			return Unknown
		default:
			return False
		}
	}, nil
}

// unknownKey asks whether only reading the file can tell if it has an attribute. That itself is always known.
func unknownKey(m spar.Match, names Resolver) (Predicate, error) {
	has, err := hasKey(m, names)
	return func(f Facts) Truth { return truth(has(f) == Unknown) }, err
}
