package scope

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/spar"
)

// Print writes a scope in its text form; Parse reads it back to its normal form. The empty scope prints as "".
func Print(s spar.Scope) string {
	if len(s.Constraints) == 1 {
		if c := s.Constraints[0]; plainGroup(c) {
			return printAny(c.Any)
		}
	}
	parts := make([]string, len(s.Constraints))
	for i, c := range s.Constraints {
		parts[i] = PrintConstraint(c)
	}
	return strings.Join(parts, " ")
}

func printAny(list []spar.Scope) string {
	parts := make([]string, len(list))
	for i, s := range list {
		parts[i] = Print(s)
	}
	return strings.Join(parts, " or ")
}

// PrintConstraint writes one constraint.
func PrintConstraint(c spar.Constraint) string {
	var b strings.Builder
	for _, sign := range []struct {
		has  bool
		sign byte
	}{{c.Add, '+'}, {c.Guess, '~'}, {c.Not, '-'}} {
		if sign.has {
			b.WriteByte(sign.sign)
		}
	}
	switch {
	case c.Key == spar.Saved:
		return b.String() + spar.Saved + quote(c.Values[0].Text)
	case c.Key == spar.Related:
		b.WriteString(c.Key)
	case len(c.Any) > 0:
		return b.String() + "(" + printAny(c.Any) + ")"
	case c.Key == "" || strings.ContainsFunc(c.Key, func(r rune) bool { return r >= utf8.RuneSelf || !keyByte(byte(r)) }):
		b.WriteString(quoted(c.Key))
	default:
		b.WriteString(c.Key)
	}
	b.WriteByte(':')
	if len(c.Values) != 1 {
		b.WriteByte('(')
	}
	for i, m := range c.Values {
		if i > 0 {
			b.WriteByte('|')
		}
		if m.Range {
			b.WriteString(quoteEnd(m.From) + ".." + quoteEnd(m.To))
		} else {
			b.WriteString(quote(m.Text))
		}
	}
	if len(c.Values) != 1 {
		b.WriteByte(')')
	}
	return b.String()
}

func quoteEnd(s string) string {
	if s == "" {
		return ""
	}
	return quote(s)
}

func quote(s string) string {
	plain := s != "" && !strings.Contains(s, "..") && !strings.HasSuffix(s, ".") && !strings.ContainsFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(`|()"\`, r)
	})
	if plain {
		return s
	}
	return quoted(s)
}

func quoted(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// plainGroup reports whether a constraint is nothing but alternatives.
func plainGroup(c spar.Constraint) bool { return IsGroup(c) && !c.Not && !c.Guess }

// IsGroup reports whether a constraint is a group of alternatives, and no reference to a saved scope.
func IsGroup(c spar.Constraint) bool { return len(c.Any) > 0 && c.Key == "" }

// Normal gives the scope without needless groups. A group of one alternative becomes its constraints, a group that fills an alternative
// becomes more alternatives, and a double negation goes. It selects the same files.
func Normal(s spar.Scope) (out spar.Scope) {
	for _, c := range s.Constraints {
		c = normal(c)
		if plainGroup(c) && len(c.Any) == 1 && (len(s.Constraints) == 1 || !adds(c.Any[0])) {
			out.Constraints = append(out.Constraints, c.Any[0].Constraints...)
			continue
		}
		out.Constraints = append(out.Constraints, c)
	}
	return out
}

func normal(c spar.Constraint) spar.Constraint {
	if !IsGroup(c) {
		return c
	}
	var any []spar.Scope
	for _, s := range c.Any {
		s = Normal(s)
		if len(s.Constraints) == 1 && plainGroup(s.Constraints[0]) {
			any = append(any, s.Constraints[0].Any...)
			continue
		}
		any = append(any, s)
	}
	c.Any = any
	if len(any) == 1 && len(any[0].Constraints) == 1 {
		if in := any[0].Constraints[0]; !in.Add && !in.Guess {
			in.Not, in.Guess = in.Not != c.Not, c.Guess
			return in
		}
	}
	return c
}

// adds reports whether a conjunction adds files.
func adds(s spar.Scope) bool {
	return slices.ContainsFunc(s.Constraints, func(c spar.Constraint) bool { return c.Add })
}

// And is the scope of files in all of the given ones. Files that one of them adds, the others may exclude.
func And(list ...spar.Scope) (out spar.Scope) {
	for _, s := range list {
		if adds(s) && len(list) > 1 {
			s = spar.Scope{Constraints: []spar.Constraint{{Any: []spar.Scope{s}}}}
		}
		out.Constraints = append(out.Constraints, s.Constraints...)
	}
	return out
}

// Leaves lists the constraints of a scope that are no groups, in the order of its text. They may be changed.
func Leaves(s spar.Scope) func(yield func(*spar.Constraint) bool) {
	return func(yield func(*spar.Constraint) bool) { leaves(s, yield) }
}

func leaves(s spar.Scope, yield func(*spar.Constraint) bool) bool {
	for i := range s.Constraints {
		c := &s.Constraints[i]
		if !IsGroup(*c) {
			if !yield(c) {
				return false
			}
			continue
		}
		for _, in := range c.Any {
			if !leaves(in, yield) {
				return false
			}
		}
	}
	return true
}

// Fault adds to an error about the n-th of the Leaves of a text where in it that constraint stands; its words say so if it is not alone.
func Fault(text string, n int, err error) error {
	_, starts, failed := parse(text)
	if failed != nil || n >= len(starts) || err == nil {
		return err
	}
	said := spar.Errorf(spar.CodeOf(err), "%w", err)
	if len(starts) > 1 {
		said = spar.Errorf(spar.CodeOf(err), "%w (%s)", err, spar.Phrase(place(text, starts[n])))
	}
	said.Spot = spot(text, starts[n])
	return said
}
