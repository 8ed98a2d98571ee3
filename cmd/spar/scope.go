package main

import (
	"context"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/nearest"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/spf13/cobra"
)

// scopeFlags are the flags by which a command selects files. Flags of one key are alternatives, save --tag, each of
// which must hold; different keys must all hold.
type scopeFlags struct {
	shares, paths, types, names, tags, modified, size, owners []string

	text string
}

func (f *scopeFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringArrayVar(&f.shares, "share", nil, "files of this share")
	flags.StringArrayVar(&f.paths, "path", nil, "paths that match this glob, such as 'finance/**'")
	flags.StringArrayVar(&f.names, "name", nil, "file names that match this glob, such as '*budget*'")
	flags.StringArrayVar(&f.types, "type", nil, "formats, such as pdf, docx, markdown")
	flags.StringArrayVar(&f.tags, "tag", nil, "files with this tag or one below it; repeated, all must hold")
	flags.StringArrayVar(&f.modified, "modified", nil, "time of last change, such as 2019, 2019-05..2020, 2021..")
	flags.StringArrayVar(&f.size, "size", nil, "size, such as 10kB..2MB or 1GiB..")
	flags.StringArrayVar(&f.owners, "owner", nil, "user that owns the file")
	flags.StringVar(&f.text, "scope", "", `a scope in the query language, such as 'type:pdf -path:**/drafts/** author:"Ada"'`)
}

// scope is the conjunction of all flags and of what stands beside them in the query language.
func (f *scopeFlags) scope(args ...string) (spar.Scope, error) {
	s, err := scope.Parse(strings.Join(append([]string{f.text}, args...), " "))
	if err != nil {
		return s, err
	}
	for _, flag := range []struct {
		key    string
		values []string
	}{
		{"share", f.shares}, {"path", f.paths}, {"name", f.names}, {"type", f.types},
		{"modified", f.modified}, {"size", f.size}, {"owner", f.owners},
	} {
		var all spar.Constraint
		for _, v := range flag.values {
			c, err := scope.Constraint(flag.key, v)
			if err != nil {
				return s, err
			}
			all.Key, all.Values = c.Key, append(all.Values, c.Values...)
		}
		if len(all.Values) > 0 {
			s.Constraints = append(s.Constraints, all)
		}
	}
	for _, v := range f.tags {
		c, err := scope.Constraint("tag", v)
		if err != nil {
			return s, err
		}
		s.Constraints = append(s.Constraints, c)
	}
	return s, nil
}

// query is the scope of all flags in the query language.
func (f *scopeFlags) query(args ...string) (string, error) {
	s, err := f.scope(args...)
	return scope.Print(s), err
}

// scoped gives who asks, and the scope that flags and arguments make, in which every share that is named is there.
func (a *app) scoped(cmd *cobra.Command, where *scopeFlags, args ...string) (e *engine.Engine, who spar.Principal, s spar.Scope, err error) {
	if s, err = where.scope(args...); err != nil {
		return nil, who, s, err
	}
	if e, who, err = a.asker(cmd); err != nil {
		return nil, who, s, err
	}
	return e, who, s, a.knownNames(cmd.Context(), e, s)
}

// knownNames refuses a scope that names a share or a type of files that there is not: a slip of the pen selects nothing
// otherwise. Tags are refused when the scope is evaluated.
func (a *app) knownNames(ctx context.Context, e *engine.Engine, s spar.Scope) error {
	who, err := a.principal(ctx, e)
	if err != nil {
		return err
	}
	for _, c := range s.Constraints {
		for _, v := range c.Values {
			switch c.Key {
			case "share":
				_, err = shareFor(ctx, e, who, v.Text)
			case "type":
				err = knownType(ctx, e, who, v.Text)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// knownType refuses a type that SPAR has no name for and that no file has which the asker may read.
func knownType(ctx context.Context, e *engine.Engine, who spar.Principal, text string) error {
	name := scope.TypeName(text)
	if slices.Contains(extract.Names(), name) {
		return nil
	}
	snapshot, err := e.Snapshot(ctx)
	if err != nil {
		return err
	}
	selection, err := snapshot.Eval(who, spar.Scope{})
	if err != nil {
		return err
	}
	formats := snapshot.ByFormat(selection.Known)
	if formats[name] != nil {
		return nil
	}
	byEnd, err := snapshot.Eval(who, spar.Scope{Constraints: []spar.Constraint{{Key: "ext", Values: []spar.Match{{Text: name}}}}})
	if err != nil {
		return err
	}
	if n := byEnd.Known.GetCardinality(); n > 0 {
		return spar.Errorf(spar.Invalid, "there is no type %q; the names of %s end in .%s: `--scope ext:%s` selects them", text, plural(int(n), "file", "files"), name, name)
	}
	return spar.Errorf(spar.Invalid, "there is no type %q: types are formats such as pdf, docx and markdown%s", text, nearest.Hint(name, typesOf(formats)))
}

// typesOf are the names of types, first those of the formats that files have.
func typesOf(formats map[string]*roaring.Bitmap) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, list := range [][]string{slices.Sorted(maps.Keys(formats)), extract.Names(), scope.TypeNames()} {
			for _, name := range list {
				if !yield(name) {
					return
				}
			}
		}
	}
}

// only is the scope of everything below one share.
func only(share string) spar.Constraint {
	return spar.Constraint{Key: "share", Values: []spar.Match{{Text: share}}}
}

func escapeGlob(s string) string { return scope.EscapeGlob(s) }
