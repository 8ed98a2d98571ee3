package main

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

const (
	completions  = 100             // names that the shell is given
	completeTime = 2 * time.Second // that a person waits for them
)

// completeAll sets the completions of flags and arguments of all commands: kinds of names, as the service calls them, or words.
func (a *app) completeAll(root *cobra.Command) {
	flags := map[string]string{
		"share": "share", "tag": "tag", "parent": "tag", "remove-parent": "tag", "type": "type", "workspace": "workspace",
		"vocabulary": "vocabulary", "scope": "scope", "encoder": "encoder", "rerank": "encoder", "entity-model": "encoder",
	}
	words := map[string][]string{
		"rank": {"auto", "bm25", "dense", "hybrid", "rrf", "zscore"}, "encoder-arithmetic": {"int8", "float32"}, "reranker-api": {"jina", "tei"},
		"entities": {"on", "off"}, "programs-without-landlock": {"yes", "no"}, "embed": {api.EmbedLazy, api.EmbedAll}, "sort": service.Orders(),
	}
	args := map[string][]string{ // by kinds: all commands whose arguments have them; the last holds for all further arguments if it is there twice
		"share":       {"share show", "share rename", "share relocate", "share remove", "share ignore", "share limit", "changes"},
		"share share": {"scan", "watch"}, "share rights": {"share rights"},
		"workspace": {"ws show", "ws delete", "ws edit", "ws update", "ws files", "ws reset", "ws rename", "ws archive",
			"ws reactivate", "ws terminate", "ws expire", "ws pin", "ws follow", "ws share", "ws transfer", "ws history",
			"ws export"}, "saved": {"scope show", "scope delete", "scope rename", "scope share"}, "attribute": {"attributes"},
		"tag":     {"taxonomy show", "tag edit", "tag show", "tag rename", "tag remove", "tag assign", "tag unassign"},
		"encoder": {"model use", "model check", "model bench"}, "rule rule": {"rule test", "rule apply"},
		"scope scope": {"files", "duplicates", "scope print", "scope explain", "scope diagnose", "scope divide", "scope tree"}, "path": {"show", "open", "rights", "why", "versions"},
	}
	var walk func(*cobra.Command)
	walk = func(c *cobra.Command) {
		register := func(f *pflag.Flag) {
			if kind := flags[f.Name]; kind != "" && f.Value.Type() != "bool" {
				_ = c.RegisterFlagCompletionFunc(f.Name, a.completer([]string{kind, kind}, true)) // fails if there is one already
			} else if list := words[f.Name]; list != nil {
				_ = c.RegisterFlagCompletionFunc(f.Name, cobra.FixedCompletions(list, cobra.ShellCompDirectiveNoFileComp))
			}
		}
		c.Flags().VisitAll(register) // its own: no command was asked yet to take over those of the commands above, which takes longer than all else here
		c.PersistentFlags().VisitAll(register)
		name := commandName(c)
		for kinds, commands := range args {
			if slices.Contains(commands, name) && c.ValidArgsFunction == nil {
				c.ValidArgsFunction = a.completer(strings.Fields(kinds), false)
			}
		}
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(root)
}

// completer returns a function that asks the service for completions of a word. The function changes nothing, and is silent after an
// error.
func (a *app) completer(kinds []string, flag bool) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, begin string) ([]string, cobra.ShellCompDirective) {
		n := len(args)
		if flag {
			n = 0
		}
		if n >= len(kinds) {
			if len(kinds) < 2 {
				return nil, otherwise(cmd)
			}
			n = len(kinds) - 1
		}
		ctx, stop := context.WithTimeout(cmd.Context(), completeTime)
		defer stop()
		cmd.SetContext(ctx)
		s, who, ok := a.quietly(cmd)
		if !ok {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		found := taken(s.Complete(ctx, who, kinds[n], begin), args, flag)
		directive := cobra.ShellCompDirectiveNoFileComp
		if slices.ContainsFunc(found, func(s string) bool {
			text, _, _ := strings.Cut(s, "\t")
			return strings.HasSuffix(text, ":") || strings.HasSuffix(text, "/")
		}) {
			directive |= cobra.ShellCompDirectiveNoSpace
		}
		if len(found) == 0 && !flag {
			directive = otherwise(cmd)
		}
		return found, directive
	}
}

// otherwise says what the shell does without completions: it completes files if a command takes files of this machine.
func otherwise(cmd *cobra.Command) cobra.ShellCompDirective {
	if strings.Contains(cmd.Use, "FILE") || strings.Contains(cmd.Use, "FOLDER") || strings.Contains(cmd.Use, "CITATION") {
		return cobra.ShellCompDirectiveDefault
	}
	return cobra.ShellCompDirectiveNoFileComp
}

// taken returns the first names of a source, in order, without the ones given already. Each has its number of files, as shells show it
// beside the name.
func taken(names iter.Seq[api.Completion], args []string, flag bool) []string {
	var found []api.Completion
	for c := range names {
		same := func(other api.Completion) bool { return other.Text == c.Text }
		if printable(c.Text) == c.Text && (flag || !slices.Contains(args, c.Text)) && !slices.ContainsFunc(found, same) {
			if found = append(found, c); len(found) == completions {
				break
			}
		}
	}
	slices.SortFunc(found, func(a, b api.Completion) int { return cmp.Compare(a.Text, b.Text) })
	lines := make([]string, len(found))
	for i, c := range found {
		if lines[i] = c.Text; c.Files != nil {
			lines[i] = cobra.CompletionWithDesc(c.Text, plural(*c.Files, "file", "files"))
		}
	}
	return lines
}

// quietly is service for the shell: only into a data directory that is there, and without a word.
func (a *app) quietly(cmd *cobra.Command) (*service.Service, spar.Principal, bool) {
	a.quiet, a.bare = true, true
	if a.mayBeAsked(cmd, nil) != nil {
		return nil, spar.Principal{}, false
	}
	if missing, err := a.missing(cmd); missing != nil || err != nil {
		return nil, spar.Principal{}, false
	}
	s, who, err := a.service(cmd)
	return s, who, err == nil
}
