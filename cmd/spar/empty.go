package main

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/nearest"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/spf13/cobra"
)

const (
	mostBlamed = 20     // constraints that are tried to be left out
	mostValues = 10_000 // of an attribute, the most frequent, that a mistyped one is compared with
)

// noFile says that a scope is empty and, of each constraint without which it would not be, what may be wrong with it.
func (a *app) noFile(cmd *cobra.Command, e *engine.Engine, s spar.Scope) {
	if a.quiet {
		return
	}
	who, err := a.principal(cmd.Context(), e)
	if err != nil {
		a.note("no file is in scope")
		return
	}
	snapshot, err := e.Snapshot(cmd.Context())
	if err != nil {
		a.note("no file is in scope")
		return
	}
	hints := (&doubt{snapshot, who, s}).hints()
	a.note("no file is in scope%s", strings.Join(append([]string{""}, hints...), "; "))
}

// A doubt looks for what is wrong with a scope that is empty. It looks at nothing but what the asker may know of.
type doubt struct {
	snapshot *index.Snapshot
	who      spar.Principal
	scope    spar.Scope
}

func (d *doubt) hints() (hints []string) {
	for i, c := range d.scope.Constraints {
		if c.Guess || i == mostBlamed {
			continue
		}
		rest := slices.Delete(slices.Clone(d.scope.Constraints), i, i+1)
		n := d.files(rest)
		if n.IsEmpty() {
			continue
		}
		hint := ""
		switch {
		case c.Not:
		case c.Key == "path" || c.Key == "name" || c.Key == "folder":
			if hint = d.letterCase(rest, c); hint == "" {
				hint = pathHint(c)
			}
		case !scope.IsFileKey(c.Key):
			hint = d.attribute(c)
		}
		if hint == "" && len(d.scope.Constraints) > 1 {
			hint = "without " + scope.PrintConstraint(c) + " there would be " + plural(int(n.GetCardinality()), "file", "files")
		}
		if hint != "" {
			hints = append(hints, hint)
		}
	}
	return hints
}

// files is the files that constraints select, those among them that only reading can decide.
func (d *doubt) files(constraints []spar.Constraint) *roaring.Bitmap {
	selection, err := d.snapshot.Eval(d.who, spar.Scope{Constraints: constraints})
	if err != nil {
		return roaring.New() // the scope itself was evaluated: what is wrong now is no fault of it
	}
	return roaring.FastOr(selection.Known, selection.Unknown, selection.Denied)
}

// letterCase says which files a constraint on paths would select if letter case did not count.
func (d *doubt) letterCase(rest []spar.Constraint, c spar.Constraint) string {
	any := spar.Constraint{Key: c.Key}
	for _, v := range c.Values {
		glob := scope.AnyCase(v.Text)
		if c.Key == "folder" {
			any.Key, glob = "path", "**/"+scope.AnyCase(escapeGlob(v.Text))+"/**"
		}
		any.Values = append(any.Values, spar.Match{Text: glob})
	}
	found := d.files(append(rest, any))
	n := int(found.GetCardinality())
	if n == 0 {
		return ""
	}
	hint := "nothing matches " + scope.PrintConstraint(c) + "; " + plural(n, "file matches", "files match") + " without regard to letter case"
	for f := range d.snapshot.In(found) {
		hint += ", such as " + strconv.Quote(f.Share+":"+f.Path)
		break
	}
	for _, spell := range []func(string) string{strings.ToLower, strings.ToUpper} {
		other := spar.Constraint{Key: c.Key}
		for _, v := range c.Values {
			other.Values = append(other.Values, spar.Match{Text: spell(v.Text)})
		}
		if d.files(append(rest, other)).Equals(found) {
			return hint + ": write " + scope.PrintConstraint(other)
		}
	}
	return hint
}

// pathHint says of paths why they may have found nothing.
func pathHint(c spar.Constraint) string {
	for _, v := range c.Values {
		switch {
		case c.Key != "path":
		case strings.HasPrefix(v.Text, "/"):
			return "paths begin below the root of a share, without a slash"
		case !strings.ContainsAny(v.Text, "*?[{"):
			return "what is below a folder is path:" + path.Clean(v.Text) + "/**"
		}
	}
	return ""
}

// attribute names the attribute, or the value of it, that was meant.
func (d *doubt) attribute(c spar.Constraint) string {
	name := scope.AttributeName(c.Key)
	key := d.snapshot.Attribute(name).Key
	facet := index.Facet{}
	for f, err := range d.snapshot.Facets(d.who, spar.Scope{}, func(k string) bool { return k == key }, mostValues) {
		if err != nil {
			return ""
		}
		facet = f
	}
	if _, known := d.snapshot.Schema().Attribute(key); facet.Key == "" {
		if known {
			return "no file has the attribute " + key
		}
		return "no file has the attribute " + key + nearest.Hint(name, attributeNames(d.snapshot, d.who))
	}
	for _, v := range c.Values {
		if v.Range || v.Text == "" {
			continue
		}
		near := nearest.Hint(v.Text, func(yield func(string) bool) {
			for _, have := range facet.Values {
				if have.Value.Kind == spar.Text && !yield(have.Value.Text) {
					return
				}
			}
		})
		if near != "" {
			return "nothing matches " + scope.PrintConstraint(c) + near
		}
	}
	return ""
}
