package main

import (
	"context"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/models"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/taxonomy"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

const (
	completions  = 100             // names that the shell is given
	completeTime = 2 * time.Second // that a person waits for them
	completeWalk = 20_000          // files that are looked at for the next folder of a path
)

// A source gives what a word may become. What it needs to know of files it asks of what the asker may know of.
type source func(l look, begin string) iter.Seq[string]

// completeAll gives flags and arguments of all commands what the shell completes them by.
func (a *app) completeAll(root *cobra.Command) {
	flags := map[string]source{
		"share": a.named("share"), "tag": a.named("tag"), "parent": a.named("tag"), "remove-parent": a.named("tag"), "type": types,
		"workspace": a.named("workspace"), "vocabulary": a.named("vocabulary"), "scope": scopes,
		"encoder": a.encoders, "rerank": a.encoders, "entity-model": a.encoders,
	}
	words := map[string][]string{
		"rank": {"auto", "bm25", "dense", "hybrid", "rrf", "zscore"}, "encoder-arithmetic": {"int8", "float32"}, "reranker-api": {"jina", "tei"},
		"entities": {"on", "off"}, "programs-without-landlock": {"yes", "no"}, "embed": {api.EmbedLazy, api.EmbedAll}, "sort": service.Orders(),
	}
	args := map[string][]source{ // the last of them holds for all further arguments if it is there twice
		"share show": {a.named("share")}, "share rename": {a.named("share")}, "share relocate": {a.named("share")}, "share remove": {a.named("share")},
		"share ignore": {a.named("share")}, "share limit": {a.named("share")}, "share rights": {a.named("share"), fixed(slices.Sorted(maps.Keys(rightsNames)))},
		"scan": {a.named("share"), a.named("share")}, "watch": {a.named("share"), a.named("share")},
		"ws show": {a.named("workspace")}, "ws delete": {a.named("workspace")}, "attributes": {attributes}, "taxonomy show": {a.named("tag")},
		"model use": {a.encoders}, "model check": {a.encoders}, "model bench": {a.encoders}, "rule test": {a.named("rule"), a.named("rule")}, "rule apply": {a.named("rule"), a.named("rule")},
		"files": {scopes, scopes}, "duplicates": {scopes, scopes}, "show": {paths}, "open": {paths}, "rights": {paths},
	}
	var walk func(*cobra.Command)
	walk = func(c *cobra.Command) {
		register := func(f *pflag.Flag) {
			if from := flags[f.Name]; from != nil && f.Value.Type() != "bool" {
				_ = c.RegisterFlagCompletionFunc(f.Name, a.completer([]source{from, from}, true)) // fails where there is one already
			} else if list := words[f.Name]; list != nil {
				_ = c.RegisterFlagCompletionFunc(f.Name, cobra.FixedCompletions(list, cobra.ShellCompDirectiveNoFileComp))
			}
		}
		c.LocalNonPersistentFlags().VisitAll(register)
		c.PersistentFlags().VisitAll(register)
		if list := args[commandName(c)]; list != nil && c.ValidArgsFunction == nil {
			c.ValidArgsFunction = a.completer(list, false)
		}
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(root)
}

// completer asks the source of a word. It makes nothing, and is silent where something is wrong.
func (a *app) completer(list []source, flag bool) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, begin string) ([]string, cobra.ShellCompDirective) {
		n := len(args)
		if flag {
			n = 0
		}
		if n >= len(list) {
			if len(list) < 2 {
				return nil, otherwise(cmd)
			}
			n = len(list) - 1
		}
		ctx, stop := context.WithTimeout(cmd.Context(), completeTime)
		defer stop()
		cmd.SetContext(ctx)
		l, ok := a.lookQuietly(cmd)
		if !ok {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		found := taken(list[n](l, begin), args, flag)
		directive := cobra.ShellCompDirectiveNoFileComp
		if slices.ContainsFunc(found, func(s string) bool { return strings.HasSuffix(s, ":") || strings.HasSuffix(s, "/") }) {
			directive |= cobra.ShellCompDirectiveNoSpace
		}
		if len(found) == 0 && !flag {
			directive = otherwise(cmd)
		}
		return found, directive
	}
}

// otherwise is what the shell does where nothing is found: it completes files where a command takes files of this machine.
func otherwise(cmd *cobra.Command) cobra.ShellCompDirective {
	if strings.Contains(cmd.Use, "FILE") || strings.Contains(cmd.Use, "FOLDER") || strings.Contains(cmd.Use, "CITATION") {
		return cobra.ShellCompDirectiveDefault
	}
	return cobra.ShellCompDirectiveNoFileComp
}

// taken is the first names of a source, in order, without those that are there already.
func taken(names iter.Seq[string], args []string, flag bool) []string {
	var found []string
	for name := range names {
		if printable(name) == name && (flag || !slices.Contains(args, name)) && !slices.Contains(found, name) {
			if found = append(found, name); len(found) == completions {
				break
			}
		}
	}
	slices.Sort(found)
	return found
}

// lookQuietly is look for the shell: only into a data directory that is there, and without a word.
func (a *app) lookQuietly(cmd *cobra.Command) (look, bool) {
	a.quiet, a.bare = true, true
	if a.mayBeAsked(cmd, nil) != nil || a.configure(cmd) != nil {
		return look{}, false
	}
	there := a.config.DataDir()
	if a.config.Database() == "" {
		there = filepath.Join(there, db.FileName)
	}
	if _, err := os.Stat(there); err != nil {
		return look{}, false
	}
	l, err := a.look(cmd)
	return l, err == nil
}

// fixed is the words of a list.
func fixed(list []string) source {
	return func(_ look, begin string) iter.Seq[string] { return begins(slices.Values(list), begin) }
}

// begins is those names that begin with a text, letter case aside.
func begins(names iter.Seq[string], begin string) iter.Seq[string] {
	folded := taxonomy.Fold(begin)
	return func(yield func(string) bool) {
		for name := range names {
			if strings.HasPrefix(taxonomy.Fold(name), folded) && !yield(name) {
				return
			}
		}
	}
}

// named is the names of a kind, as mistyped ones are compared with.
func (a *app) named(kind string) source {
	return func(l look, begin string) iter.Seq[string] {
		names, err := a.names(l.cmd, l.e, kind)
		if err != nil {
			return slices.Values([]string(nil))
		}
		return begins(names, begin)
	}
}

func (a *app) encoders(_ look, begin string) iter.Seq[string] {
	return begins(slices.Values(append(modelNames(a.config.DataDir()), models.Auto, models.None)), begin)
}

func attributes(l look, begin string) iter.Seq[string] {
	return begins(attributeNames(l.snapshot, l.who), begin)
}

// types is the formats of the files that the asker may read; where there are none, all that SPAR reads.
func types(l look, begin string) iter.Seq[string] {
	selection, err := l.snapshot.Eval(l.who, spar.Scope{})
	if err != nil {
		return slices.Values([]string(nil))
	}
	names := slices.Sorted(maps.Keys(l.snapshot.ByFormat(selection.Known)))
	names = slices.DeleteFunc(names, func(name string) bool { return name == "" })
	if len(names) == 0 {
		names = extract.Names()
	}
	return begins(slices.Values(names), begin)
}

// scopes completes the last constraint of a scope: first its key, then its value.
func scopes(l look, begin string) iter.Seq[string] {
	at := lastConstraint(begin)
	before, last := begin[:at], begin[at:]
	for strings.HasPrefix(last, "~") || strings.HasPrefix(last, "-") {
		before, last = before+last[:1], last[1:]
	}
	key, value, valued := strings.Cut(last, ":")
	return func(yield func(string) bool) {
		if !valued {
			keys := slices.Sorted(slices.Values(scope.FileKeys()))
			for name := range attributeNames(l.snapshot, l.who) {
				keys = append(keys, scope.AttributeKey(name))
			}
			for name := range begins(slices.Values(keys), key) {
				if !yield(before + name + ":") {
					return
				}
			}
			return
		}
		key = strings.ToLower(strings.Trim(key, `"`))
		for text := range begins(valuesOf(l, key), strings.TrimPrefix(value, `"`)) {
			if !yield(before + scope.PrintConstraint(spar.Constraint{Key: key, Values: []spar.Match{{Text: text}}})) {
				return
			}
		}
	}
}

// lastConstraint is where the last constraint of a text begins that may not be whole.
func lastConstraint(text string) int {
	at, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch {
		case quoted && text[i] == '\\':
			i++
		case text[i] == '"':
			quoted = !quoted
		case text[i] == ' ' && !quoted:
			at = i + 1
		}
	}
	return at
}

// valuesOf is the values that a key of a scope may be given.
func valuesOf(l look, key string) iter.Seq[string] {
	all := func(source source) iter.Seq[string] { return source(l, "") }
	switch key {
	case "share":
		return func(yield func(string) bool) {
			shares, err := l.e.SharesFor(l.cmd.Context(), l.who)
			for _, s := range shares {
				if err != nil || !yield(s.Name) {
					return
				}
			}
		}
	case "type":
		return all(types)
	case "tag", "linked":
		return tagNames(l.snapshot, l.who)
	case "has", "unknown":
		return all(attributes)
	case "state":
		return func(yield func(string) bool) {
			for _, s := range spar.States() {
				if !yield(string(s)) {
					return
				}
			}
		}
	}
	return func(yield func(string) bool) {
		if scope.IsFileKey(key) {
			return
		}
		definition := l.snapshot.Attribute(scope.AttributeName(key))
		for _, v := range definition.Values {
			if !yield(v) {
				return
			}
		}
		for f, err := range l.snapshot.Facets(l.who, spar.Scope{}, func(k string) bool { return k == definition.Key }, mostValues) {
			for _, v := range f.Values {
				if err != nil || len(v.Value.String()) > 80 || !yield(v.Value.String()) {
					return
				}
			}
		}
	}
}

// paths completes share:path, folder by folder, of the files that the asker may read.
func paths(l look, begin string) iter.Seq[string] {
	share, path, ok := strings.Cut(begin, ":")
	return func(yield func(string) bool) {
		if !ok {
			for name := range begins(valuesOf(l, "share"), begin) {
				if !yield(name + ":") {
					return
				}
			}
			return
		}
		glob := escapeGlob(path) + "*"
		under := spar.Constraint{Key: "path", Values: []spar.Match{{Text: glob}, {Text: glob + "/**"}}}
		selection, err := l.snapshot.Eval(l.who, spar.Scope{Constraints: []spar.Constraint{only(share), under}})
		if err != nil {
			return
		}
		last, n := "", 0
		for f := range l.snapshot.In(roaring.Or(selection.Known, selection.Unknown)) {
			if n++; n > completeWalk {
				return
			}
			if !strings.HasPrefix(f.Path, path) {
				continue // its accents are written in another way
			}
			next := f.Path
			if i := strings.IndexByte(f.Path[len(path):], '/'); i >= 0 {
				next = f.Path[:len(path)+i+1]
			}
			if next != last && !yield(share+":"+next) {
				return
			}
			last = next
		}
	}
}
