package main

import (
	"errors"
	"iter"
	"os"
	"slices"
	"strings"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/models"
	"github.com/sparsearch/spar/internal/nearest"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// mistypedCommand is a hint at the command below cmd that the first argument was meant to be, or "".
func mistypedCommand(cmd *cobra.Command, args []string) string {
	if len(args) == 0 || !cmd.HasSubCommands() {
		return ""
	}
	names := func(yield func(string) bool) {
		for _, c := range cmd.Commands() {
			for _, name := range append([]string{c.Name()}, c.Aliases...) {
				if !c.Hidden && !yield(name) {
					return
				}
			}
		}
	}
	if name := nearest.Name(args[0], names); name != "" {
		return "; did you mean `" + cmd.CommandPath() + " " + name + "`?"
	}
	return ""
}

// mistypedFlag is the error of flags that a command cannot take. A flag of an unknown command is an error of the command.
func mistypedFlag(cmd *cobra.Command, err error) error {
	if args := cmd.Flags().Args(); cmd.HasSubCommands() && len(args) > 0 && cmd.Args != nil {
		if wrong := cmd.Args(cmd, args); wrong != nil {
			return wrong
		}
	}
	hint := ""
	if unknown := (*pflag.NotExistError)(nil); errors.As(err, &unknown) {
		names := func(yield func(string) bool) {
			cmd.Flags().VisitAll(func(f *pflag.Flag) {
				if yield != nil && !yield(f.Name) {
					yield = nil
				}
			})
		}
		if name := nearest.Name(unknown.GetSpecifiedName(), names); name != "" && unknown.GetSpecifiedShortnames() == "" {
			hint = "; did you mean --" + name + "?"
		}
	}
	return spar.Errorf(spar.Invalid, "%w%s; see `%s --help`", err, hint, cmd.CommandPath())
}

// meant is a hint at the name that was meant where an error says that there is none, or "". It knows only the names that
// the asker may know of.
func (a *app) meant(cmd *cobra.Command, fault error) string {
	var unknown nearest.Unknown
	if !errors.As(fault, &unknown) {
		return ""
	}
	if unknown.Kind == "model" && a.config != nil { // also before the data directory is open
		return nearest.Hint(unknown.Name, slices.Values(modelNames(a.config.DataDir())))
	}
	if a.opened == nil || cmd.Context().Err() != nil {
		return ""
	}
	names, err := a.names(cmd, a.opened, unknown.Kind)
	if err != nil {
		return "" // the fault itself is what matters
	}
	return nearest.Hint(unknown.Name, names)
}

// names are those of one kind that the asker may know of.
func (a *app) names(cmd *cobra.Command, e *engine.Engine, kind string) (iter.Seq[string], error) {
	ctx := cmd.Context()
	who, err := a.principal(ctx, e)
	if err != nil {
		return nil, err
	}
	var list []string
	switch kind {
	case "share":
		shares, err := e.SharesFor(ctx, who)
		if err != nil {
			return nil, err
		}
		for _, s := range shares {
			list = append(list, s.Name)
		}
	case "workspace":
		all, err := e.Workspaces.List(ctx, who)
		if err != nil {
			return nil, err
		}
		for _, ws := range all {
			list = append(list, ws.Name)
		}
	case "vocabulary":
		all, err := e.Catalog.Vocabularies(ctx)
		if err != nil {
			return nil, err
		}
		for _, v := range all {
			list = append(list, v.Name)
		}
	case "rule":
		rules, err := e.Tagger().Rules()
		if err != nil {
			return nil, err
		}
		for _, r := range rules.Rules {
			list = append(list, r.Name)
		}
	case "tag", "attribute":
		snapshot, err := e.Snapshot(ctx)
		if err != nil {
			return nil, err
		}
		if kind == "tag" {
			return tagNames(snapshot, who), nil
		}
		return attributeNames(snapshot, who), nil
	case "model":
		list = modelNames(a.config.DataDir())
	}
	return slices.Values(list), nil
}

// tagNames are the names and synonyms of the tags that somebody may know of.
func tagNames(snapshot *index.Snapshot, who spar.Principal) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, t := range snapshot.TagsFor(who) {
			for _, name := range append([]string{t.Name}, t.Synonyms...) {
				if !yield(name) {
					return
				}
			}
		}
	}
}

// attributeNames are the attributes of the schema and those of the files that somebody may read.
func attributeNames(snapshot *index.Snapshot, who spar.Principal) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, d := range snapshot.Schema().Attributes {
			if !yield(d.Name) {
				return
			}
		}
		for f, err := range snapshot.Facets(who, spar.Scope{}, nil, 1) {
			if err != nil || !yield(f.Key) {
				return
			}
		}
	}
}

// modelNames are the models that can be named: those that were added, and the built-in one.
func modelNames(dataDir string) []string {
	list := []string{models.Precise}
	entries, err := os.ReadDir(models.Dir(dataDir))
	if err != nil {
		return list
	}
	for _, entry := range entries {
		if entry.IsDir() && !strings.HasPrefix(entry.Name(), ".") {
			if _, err := embed.KindOf(models.Dir(dataDir) + string(os.PathSeparator) + entry.Name()); err == nil {
				list = append(list, entry.Name())
			}
		}
	}
	return list
}
