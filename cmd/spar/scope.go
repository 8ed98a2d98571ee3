package main

import (
	"strings"

	"github.com/sparsearch/spar"
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
