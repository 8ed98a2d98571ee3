package main

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/nearest"
	"github.com/sparsearch/spar/internal/schema"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/spf13/cobra"
)

// setAtOnce is how many files are changed in one transaction, so that others do not wait long.
const setAtOnce = 5000

// topValues is how many values the list of all keys shows of each.
const topValues = 3

func (a *app) attributesCommand() *cobra.Command {
	var where scopeFlags
	var limit int
	cmd := &cobra.Command{
		Use: "attributes [KEY]", Short: "List the attributes of files with how many have them, or the values of one",
		Long: `Attributes are what is known of files beyond tags: what documents say of themselves, what patterns take out of paths, and
what people say. They filter by name: author:Ada, pages:20.., confidentiality:..internal. The list counts the files that
you may read and that the flags select: with a value, without one (missing), and not known before they are read.`,
		Example: "  spar attributes\n  spar attributes author --path 'finance/**'\n  spar attributes set docs:hr/leave.pdf department=HR confidentiality=internal\n  spar files --scope 'department:HR confidentiality:..internal'",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if limit < 0 {
				return spar.Errorf(spar.Invalid, "--limit must not be negative; 0 prints all values")
			}
			s, err := where.scope()
			if err != nil {
				return err
			}
			l, err := a.look(cmd)
			if err != nil {
				return err
			}
			if err := a.knownNames(cmd.Context(), l.e, s); err != nil {
				return err
			}
			if len(args) == 1 {
				return a.listValues(l.snapshot, l.who, s, scope.AttributeName(strings.ToLower(args[0])), limit)
			}
			return a.listAttributes(l.snapshot, l.who, s)
		},
	}
	where.add(cmd)
	cmd.Flags().IntVar(&limit, "limit", 100, "at most so many values of KEY, the most frequent ones; 0 for all")
	cmd.AddCommand(a.attributesSchemaCommand(), a.attributesCheckCommand(), a.attributesSetCommand(), a.attributesUnsetCommand())
	return cmd
}

// A facetOut is one attribute in JSON.
type facetOut struct {
	Schema   string        `json:"schema"`
	Key      string        `json:"key"`
	Scope    string        `json:"scope_key"` // what it is called in scopes
	Types    []spar.Kind   `json:"types"`
	Origins  []spar.Origin `json:"origins"`
	Present  int           `json:"present"`
	Missing  int           `json:"missing"`
	Unknown  int           `json:"unknown"`
	Distinct int           `json:"distinct"`
	Low      any           `json:"low,omitempty"`
	High     any           `json:"high,omitempty"`
	Values   []countOut    `json:"values"`
}

type countOut struct {
	Value spar.Value `json:"value"`
	Files int        `json:"files"`
}

func facetJSON(f index.Facet) facetOut {
	out := facetOut{
		Schema: "spar.attribute/1", Key: f.Key, Scope: scope.AttributeKey(f.Key), Types: append([]spar.Kind{}, f.Kinds...), Origins: append([]spar.Origin{}, f.Origins...),
		Present: f.Present, Missing: f.Missing, Unknown: f.Unknown, Distinct: f.Distinct, Values: []countOut{},
	}
	if f.Low.Kind != "" {
		out.Low, out.High = f.Low, f.High
	}
	for _, v := range f.Values {
		out.Values = append(out.Values, countOut(v))
	}
	return out
}

// listAttributes prints every key that the files have, as it is counted.
func (a *app) listAttributes(snapshot *index.Snapshot, who spar.Principal, s spar.Scope) error {
	const line = "%-20s  %-12s  %-16s  %11s  %11s  %11s  %s\n"
	const wide = 120 // below which a line would be broken somewhere
	some := false
	for f, err := range snapshot.Facets(who, s, nil, topValues) {
		if err != nil {
			return err
		}
		if a.json {
			if err := a.printJSON(facetJSON(f)); err != nil {
				return err
			}
			continue
		}
		if a.width > 0 && a.width < wide {
			some = true
			if err := a.narrowAttribute(f); err != nil {
				return err
			}
			continue
		}
		if !some {
			fmt.Fprintf(a.out, line, "KEY", "TYPE", "FROM", "PRESENT", "MISSING", "UNKNOWN", "VALUES")
		}
		some = true
		if _, err := fmt.Fprintf(a.out, line, printable(scope.AttributeKey(f.Key)), joined(f.Kinds), joined(f.Origins),
			thousands(f.Present), thousands(f.Missing), thousands(f.Unknown), printable(summary(f))); err != nil {
			return err
		}
	}
	if !some && !a.json {
		a.note("no file here has an attribute yet; reading finds them (`spar ask`, `spar search`), and so do patterns of paths (`spar attributes schema`)")
	}
	return nil
}

// narrowAttribute prints an attribute for a narrow terminal: its name, and below it what does not fit beside it.
func (a *app) narrowAttribute(f index.Facet) error {
	counts := thousands(f.Present) + " with a value, " + thousands(f.Missing) + " missing, " + thousands(f.Unknown) + " unknown"
	_, err := fmt.Fprintln(a.out, cutText(printable(scope.AttributeKey(f.Key)), a.width))
	for _, text := range []string{joined(f.Kinds) + " by " + joined(f.Origins), counts, summary(f)} {
		if err == nil {
			text = printable(text)
			if short := cutText(text, max(1, a.width-3)); short != text {
				text = short + "…"
			}
			_, err = fmt.Fprintln(a.out, "  "+text)
		}
	}
	return err
}

func joined[T ~string](list []T) string {
	texts := make([]string, len(list))
	for i, v := range list {
		texts[i] = string(v)
	}
	return strings.Join(texts, ", ")
}

// summary says in a line which values there are.
func summary(f index.Facet) string {
	if f.Low.Kind != "" && f.Distinct > 1 {
		return f.Low.String() + ".." + f.High.String()
	}
	var parts []string
	for _, v := range f.Values {
		text := v.Value.String()
		if short := cutText(text, 24); short != text {
			text = short + "…"
		}
		parts = append(parts, fmt.Sprintf("%s (%s)", text, thousands(v.Files)))
	}
	if more := f.Distinct - len(f.Values); more > 0 {
		parts = append(parts, fmt.Sprintf("and %s more", thousands(more)))
	}
	return strings.Join(parts, ", ")
}

// cutText is the first n characters of a text.
func cutText(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// listValues prints the values of one key. A key that none of the files has looks like one that does not exist.
func (a *app) listValues(snapshot *index.Snapshot, who spar.Principal, s spar.Scope, name string, limit int) error {
	key := snapshot.Attribute(name).Key
	top := limit
	if limit == 0 {
		top = int(^uint(0) >> 1)
	}
	var f index.Facet
	var err error
	for f, err = range snapshot.Facets(who, s, func(k string) bool { return k == key }, top) {
		if err != nil {
			return err
		}
	}
	if f.Key == "" {
		if f, err = snapshot.Nothing(who, s, key); err != nil {
			return err
		}
		if _, ok := snapshot.Schema().Attribute(key); !ok {
			return spar.Errorf(spar.NotFound, "%w in these files (%s not read yet); `spar attributes` lists those that there are", nearest.Unknown{Kind: "attribute", Name: key}, plural(f.Unknown, "file was", "files were"))
		}
	}
	if a.json {
		return a.printJSON(facetJSON(f))
	}
	fmt.Fprintf(a.out, "%s: %s with a value, %s missing, %s unknown\n", printable(scope.AttributeKey(f.Key)), thousands(f.Present), thousands(f.Missing), thousands(f.Unknown))
	t := a.table()
	for _, v := range f.Values {
		t.row("  "+v.Value.String(), thousands(v.Files))
	}
	if err := t.flush(); err != nil {
		return err
	}
	if more := f.Distinct - len(f.Values); more > 0 {
		a.note("%s not shown; --limit 0 shows all", plural(more, "value is", "values are"))
	}
	return nil
}

// schemaOut is an attribute of the schema in JSON.
type schemaOut struct {
	Name        string         `json:"name"`
	Type        spar.Kind      `json:"type"`
	Values      []schema.Value `json:"values,omitempty"`
	Ordered     bool           `json:"ordered,omitempty"`
	Many        bool           `json:"many,omitempty"`
	Synonyms    []string       `json:"synonyms,omitempty"`
	From        []spar.Origin  `json:"from,omitempty"`
	Unit        string         `json:"unit,omitempty"`
	Description string         `json:"description,omitempty"`
	Standard    bool           `json:"standard"`
}

type patternOut struct {
	Share      string   `json:"share,omitempty"`
	Path       string   `json:"path"`
	Attributes []string `json:"attributes"`
}

func (a *app) attributesSchemaCommand() *cobra.Command {
	return &cobra.Command{
		Use: "schema", Short: "Print the attributes and patterns of paths that the schema knows", Args: cobra.NoArgs, Example: "  spar attributes schema\n  spar attributes schema --json",
		RunE: func(cmd *cobra.Command, _ []string) error {
			e, err := a.engine(cmd)
			if err != nil {
				return err
			}
			s := e.Schema
			if a.json {
				out := struct {
					Schema     string       `json:"schema"`
					File       string       `json:"file,omitempty"`
					Attributes []schemaOut  `json:"attributes"`
					Patterns   []patternOut `json:"patterns"`
				}{"spar.attributes.schema/1", s.File, nil, []patternOut{}}
				for _, d := range s.Attributes {
					out.Attributes = append(out.Attributes, schemaOut{d.Name, d.Kind, d.Values, d.Ordered, d.Many, d.Synonyms, d.From, d.Unit, d.Description, d.Standard})
				}
				for _, p := range s.Patterns {
					out.Patterns = append(out.Patterns, patternOut{p.Share, p.Path, p.Keys()})
				}
				return a.printJSON(out)
			}
			t := a.table()
			for _, d := range s.Attributes {
				kind := string(d.Kind)
				if d.Values != nil {
					separator := " | "
					if d.Ordered {
						separator = " < "
					}
					kind = strings.Join(d.ValueNames(), separator)
				}
				if d.Many {
					kind += ", many"
				}
				if d.From != nil {
					kind += ", from " + joined(d.From)
				}
				t.row(scope.AttributeKey(d.Name), kind, d.Description)
			}
			for _, p := range s.Patterns {
				share := p.Share
				if share == "" {
					share = "every share"
				}
				t.row(p.Path, "of "+share, strings.Join(p.Keys(), ", "))
			}
			if err := t.flush(); err != nil {
				return err
			}
			if s.File == "" {
				a.note("these are the standard attributes; a file schema.yaml in the data directory adds to them")
			}
			return nil
		},
	}
}

func (a *app) attributesCheckCommand() *cobra.Command {
	return &cobra.Command{
		Use: "check", Short: "List values of files that the schema does not allow, which therefore do not count", Args: cobra.NoArgs, Example: "  spar attributes check",
		RunE: func(cmd *cobra.Command, _ []string) error {
			l, err := a.look(cmd)
			if err != nil {
				return err
			}
			faults, err := l.snapshot.Disallowed(l.who)
			if err != nil {
				return err
			}
			for _, f := range faults {
				why := "not one of: " + strings.Join(f.Definition.ValueNames(), ", ")
				switch {
				case !f.Definition.Counts(f.Origin):
					why = "the schema takes it from " + joined(f.Definition.From) + " only"
				case f.Definition.Values == nil:
					why = "not a " + string(f.Definition.Kind)
				}
				if a.json {
					files := make([]fileRef, len(f.Files))
					for i, file := range f.Files {
						files[i] = fileRef{file.Share, asPath(file.Path)}
					}
					if err := a.printJSON(struct {
						Schema string      `json:"schema"`
						Key    string      `json:"key"`
						Value  spar.Value  `json:"value"`
						Origin spar.Origin `json:"origin"`
						Why    string      `json:"why"`
						Files  []fileRef   `json:"files"`
					}{"spar.attributes.check/1", f.Key, f.Value, f.Origin, why, files}); err != nil {
						return err
					}
					continue
				}
				fmt.Fprintf(a.out, "%s: %s (%s): %s\n", printable(f.Key), printable(cutText(f.Value.String(), 200)), f.Origin, printable(why))
				for i, file := range f.Files {
					if i == 10 {
						fmt.Fprintf(a.out, "    and %s; --json lists all\n", plural(len(f.Files)-i, "more file", "more files"))
						break
					}
					fmt.Fprintf(a.out, "    %s:%s\n", file.Share, printable(file.Path))
				}
			}
			if len(faults) == 0 && !a.json {
				a.note("every value is allowed by the schema")
			}
			return nil
		},
	}
}

type fileRef struct {
	Share string `json:"share"`
	pathJSON
}

func (a *app) attributesSetCommand() *cobra.Command {
	var where scopeFlags
	cmd := &cobra.Command{
		Use: "set [FILE] KEY=VALUE...", Short: "Say what attributes a file has, or the files of a scope",
		Long: `Set gives a file, or with flags all files that they select now, the values that you state. They come before those that
patterns, sidecars and reading find, and stay until you unset them. A key that is given several times has several values.`,
		Example: "  spar attributes set docs:hr/leave.pdf department=HR confidentiality=internal\n  spar attributes set --path 'hr/**' department=HR",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			e, files, undecided, args, err := a.chosen(cmd, &where, args)
			if err != nil {
				return err
			}
			if len(args) == 0 {
				return spar.Errorf(spar.Invalid, "say what to set, as KEY=VALUE")
			}
			var values []spar.Attribute
			for _, arg := range args {
				key, text, ok := strings.Cut(arg, "=")
				if !ok {
					return spar.Errorf(spar.Invalid, "%q is not KEY=VALUE; quote a value with spaces: 'department=Human Resources'", arg)
				}
				if key, err = settable(e.Schema, key); err != nil {
					return err
				}
				v, err := e.Schema.Parse(key, text)
				if err != nil {
					return err
				}
				values = append(values, spar.Attribute{Key: key, Value: v})
			}
			n := 0
			for part := range slices.Chunk(files, setAtOnce) {
				var all []spar.Attribute
				for _, f := range part {
					for _, v := range values {
						v.File = f.ID
						all = append(all, v)
					}
				}
				changed, err := e.Catalog.SetAttributes(cmd.Context(), all)
				if err != nil {
					return err
				}
				n += changed
			}
			return a.changed("set", len(files), n, undecided)
		},
	}
	where.add(cmd)
	return cmd
}

func (a *app) attributesUnsetCommand() *cobra.Command {
	var where scopeFlags
	var yes bool
	cmd := &cobra.Command{
		Use: "unset [FILE] KEY...", Short: "Take back what people said of attributes of a file, or of the files of a scope",
		Long:    "Unset takes back what people said of a file, or with flags of all files that they select now. On a terminal it asks before the latter.",
		Example: "  spar attributes unset docs:hr/leave.pdf department",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			e, files, undecided, args, err := a.chosen(cmd, &where, args)
			if err != nil {
				return err
			}
			if len(args) == 0 {
				return spar.Errorf(spar.Invalid, "say which attributes to unset, by their keys")
			}
			keys := map[string]bool{}
			for _, arg := range args {
				keys[e.Schema.Key(scope.AttributeName(strings.ToLower(arg)))] = true
			}
			if err := a.sure(cmd, yes || len(files) < 2, true, "What people said of "+printable(strings.Join(args, ", "))+" is taken back for "+plural(len(files), "file", "files")+"."); err != nil {
				return err
			}
			n := 0
			for _, f := range files {
				// What was set under a name that is now a synonym goes too.
				list, err := e.Catalog.AttributesOf(cmd.Context(), f.ID)
				if err != nil {
					return err
				}
				var stored []string
				for _, b := range list {
					if b.Origin == spar.ByPerson && keys[e.Schema.Key(b.Key)] && !slices.Contains(stored, b.Key) {
						stored = append(stored, b.Key)
					}
				}
				if len(stored) == 0 {
					continue
				}
				changed, err := e.Catalog.UnsetAttributes(cmd.Context(), []spar.FileID{f.ID}, stored)
				if err != nil {
					return err
				}
				n += changed
			}
			return a.changed("unset", len(files), n, undecided)
		},
	}
	where.add(cmd)
	yesFlag(cmd, &yes)
	return cmd
}

// settable is the schema's name for a key that a person may set.
func settable(s *schema.Schema, key string) (string, error) {
	name := scope.AttributeName(strings.ToLower(strings.TrimSpace(key)))
	def, known := s.Attribute(name)
	switch {
	case name == "" || len(name) > 200 || !utf8.ValidString(name) || printable(name) != name:
		return "", spar.Errorf(spar.Invalid, "%q cannot name an attribute", key)
	case known && !def.Counts(spar.ByPerson):
		return "", spar.Errorf(spar.Invalid, "the schema %s takes %s from %s only; add person to its `from`", s.File, def.Name, joined(def.From))
	case known:
		return def.Name, nil
	case scope.IsFileKey(name):
		return "", spar.Errorf(spar.Invalid, "%s is a property of the file itself and cannot be set; choose another name", name)
	}
	return name, nil
}

// chosen gives the files that a command is about: the one that its first argument names, or without one those of its flags.
func (a *app) chosen(cmd *cobra.Command, where *scopeFlags, args []string) (e *engine.Engine, files []spar.File, undecided int, rest []string, err error) {
	s, err := where.scope()
	if err != nil {
		return nil, nil, 0, nil, err
	}
	e, who, err := a.asker(cmd)
	if err != nil {
		return nil, nil, 0, nil, err
	}
	if len(s.Constraints) == 0 {
		f, _, err := a.file(cmd, e, who, args[0])
		return e, []spar.File{f}, 0, args[1:], err
	}
	err = a.selected(cmd, e, s, func(f spar.File, open bool) error {
		if open {
			undecided++
			return nil
		}
		files = append(files, f)
		return nil
	})
	return e, files, undecided, args, err
}

// changed reports what a command did to how many files.
func (a *app) changed(verb string, matched, n, undecided int) error {
	if a.json {
		return a.printJSON(map[string]any{"schema": "spar.attributes.set/1", "done": verb, "matched": matched, "changed": n, "undecided": undecided})
	}
	fmt.Fprintf(a.out, "%s: %s changed, of %s\n", verb, plural(n, "file", "files"), thousands(matched))
	if undecided > 0 {
		a.note("%s may match too, which only reading them can tell; ask or search over them, then repeat the command", plural(undecided, "file", "files"))
	}
	return nil
}
