package main

import (
	"fmt"
	"path/filepath"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/tagging"
	"github.com/spf13/cobra"
)

func (a *app) ruleCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "rule", Short: "Tag files by rules, sidecars and folder names", Args: cobra.NoArgs,
		Long: `Rules stand in the file rules.yaml of the data directory, or where the setting rules says; docs/rules.md describes it.
They are applied after every scan and whenever files were read: those that changed to all files, all of them to the files
that changed. Each run is a batch that can be inspected and undone.`,
		Example: "  spar rule check\n  spar rule apply --dry-run\n  spar rule test contracts --path 'legal/**'",
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}

	list := &cobra.Command{
		Use: "list", Short: "List the rules and what became of them", Args: cobra.NoArgs, Example: "  spar rule list --json",
		RunE: func(cmd *cobra.Command, _ []string) error { return a.listRules(cmd) },
	}
	check := &cobra.Command{
		Use: "check", Short: "Read the rules file and say what is wrong with it", Args: cobra.NoArgs, Example: "  spar rule check",
		RunE: func(cmd *cobra.Command, _ []string) error {
			e, err := a.engine(cmd)
			if err != nil {
				return err
			}
			rules, err := e.Tagger().Check(cmd.Context())
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(map[string]any{"schema": "spar.rule.check/1", "file": rules.File, "rules": len(rules.Rules),
					"folders_as_tags": len(rules.Folders), "front_matter": len(rules.FrontMatter), "sidecars": len(rules.Sidecars)})
			}
			fmt.Fprintf(a.out, "%s is right: %s, %d of folders, %d of front matter, %d of sidecars\n", printable(rules.File),
				plural(len(rules.Rules), "rule", "rules"), len(rules.Folders), len(rules.FrontMatter), len(rules.Sidecars))
			return nil
		},
	}

	var where scopeFlags
	var limit int
	test := &cobra.Command{
		Use: "test [RULE...]", Short: "Say what rules make of the files of a scope, without changing anything",
		Example: "  spar rule test contracts --path 'legal/**'\n  spar rule test --name 'contract-7.pdf'",
		RunE:    func(cmd *cobra.Command, args []string) error { return a.testRules(cmd, args, &where, limit) },
	}
	where.add(test)
	test.Flags().IntVarP(&limit, "number", "n", 20, "print at most so many files a rule; 0 for all")

	var dry bool
	apply := &cobra.Command{
		Use: "apply [RULE...]", Short: "Apply rules to all files now, all of them if none is named",
		Long: `Apply brings the files to what the rules file says. A rule that is named, or every one if none is, is applied again even
if its batch was undone. With --dry-run it only counts and shows examples.`,
		Example: "  spar rule apply --dry-run\n  spar rule apply contracts",
		RunE: func(cmd *cobra.Command, args []string) error {
			e, who, err := a.asker(cmd)
			if err != nil {
				return err
			}
			r, err := e.Tagger().Apply(cmd.Context(), args, dry)
			if err != nil {
				return err
			}
			return a.printTagged(cmd, e, who, r, dry)
		},
	}
	apply.Flags().BoolVar(&dry, "dry-run", false, "only say what would change")
	cmd.AddCommand(list, check, test, apply)
	return cmd
}

type ruleOut struct {
	Schema     string   `json:"schema"`
	Kind       string   `json:"kind"`
	Name       string   `json:"name"`
	Line       int      `json:"line,omitempty"`
	Condition  string   `json:"condition,omitempty"`
	Tags       []string `json:"tags,omitempty"`
	Attributes []string `json:"attributes,omitempty"` // keys
	Confidence float64  `json:"confidence,omitempty"`
	Review     string   `json:"review,omitempty"`
	State      string   `json:"state"`
}

func (a *app) listRules(cmd *cobra.Command) error {
	e, err := a.engine(cmd)
	if err != nil {
		return err
	}
	list, err := e.Tagger().List(cmd.Context())
	if err != nil {
		return err
	}
	t := a.table()
	for _, s := range list {
		out := ruleOut{Schema: "spar.rule/1", Kind: s.Kind, Name: s.Name, State: string(s.State)}
		what := ""
		if r := s.Rule; r != nil {
			out.Line, out.Condition, out.Tags, out.Confidence, out.Review = r.Line, r.Condition.String(), r.Tags, r.Confidence, string(r.Review)
			for _, g := range r.Attributes {
				out.Attributes = append(out.Attributes, g.Key)
			}
			what = out.Condition + " -> " + r.Gives()
		}
		if a.json {
			if err := a.printJSON(out); err != nil {
				return err
			}
			continue
		}
		t.row(s.Kind, s.Name, s.State, what)
	}
	if len(list) == 0 && !a.json {
		a.note("there are no rules; write them into %s, as docs/rules.md describes", e.Tagger().File)
	}
	return t.flush()
}

func (a *app) testRules(cmd *cobra.Command, names []string, where *scopeFlags, limit int) error {
	if limit < 0 {
		return spar.Errorf(spar.Invalid, "--number must not be negative; 0 prints all files")
	}
	e, who, s, err := a.scoped(cmd, where)
	if err != nil {
		return err
	}
	snapshot, err := e.Snapshot(cmd.Context())
	if err != nil {
		return err
	}
	selection, err := snapshot.Eval(who, s)
	if err != nil {
		return err
	}
	verdicts, err := e.Tagger().Test(cmd.Context(), names, roaring.Or(selection.Known, selection.Unknown))
	if err != nil {
		return err
	}
	type count struct{ holds, undecided, not, shown int }
	counts := map[string]*count{}
	var order []string
	for _, v := range verdicts {
		c := counts[v.Rule]
		if c == nil {
			c = &count{}
			counts[v.Rule] = c
			order = append(order, v.Rule)
		}
		switch v.Truth {
		case scope.True:
			c.holds++
		case scope.Unknown:
			c.undecided++
		default:
			c.not++
			continue
		}
		f, ok := snapshot.File(v.File)
		if !ok || limit > 0 && c.shown >= limit {
			continue
		}
		c.shown++
		if a.json {
			if err := a.printJSON(struct {
				Schema string `json:"schema"`
				Rule   string `json:"rule"`
				Share  string `json:"share"`
				pathJSON
				Truth    string `json:"truth"`
				Evidence string `json:"evidence,omitempty"`
			}{"spar.rule.test/1", v.Rule, f.Share, asPath(f.Path), v.Truth.String(), v.Evidence}); err != nil {
				return err
			}
			continue
		}
		mark := " "
		if v.Truth == scope.Unknown {
			mark = "?"
		}
		line := fmt.Sprintf("%s %s: %s:%s", mark, printable(v.Rule), f.Share, printable(f.Path))
		if v.Evidence != "" {
			line += "  " + printable(v.Evidence)
		}
		fmt.Fprintln(a.out, line)
	}
	if a.json {
		return nil
	}
	for _, name := range order {
		c := counts[name]
		fmt.Fprintf(a.out, "%s: holds for %s, not for %s, undecided for %s\n", printable(name), plural(c.holds, "file", "files"), thousands(c.not), thousands(c.undecided))
	}
	return nil
}

// madeOut is what one source made, in JSON.
type madeOut struct {
	Kind      string     `json:"kind"`
	Name      string     `json:"name"`
	Batch     uint32     `json:"batch,omitempty"`
	New       int        `json:"new"`
	Withdrawn int        `json:"withdrawn"`
	Kept      int        `json:"kept"`
	Judged    int        `json:"judged"`
	Undecided int        `json:"undecided"`
	Undone    bool       `json:"undone,omitempty"`
	Gone      bool       `json:"gone,omitempty"`
	Given     []fileName `json:"examples_new,omitempty"`
	Taken     []fileName `json:"examples_withdrawn,omitempty"`
}

// fileName is a file in JSON, as far as who asks may know of it.
type fileName struct {
	Share string `json:"share"`
	pathJSON
}

type taggingOut struct {
	Schema  string       `json:"schema"`
	DryRun  bool         `json:"dry_run"`
	Files   int          `json:"changed_files"`
	Sources []madeOut    `json:"sources"`
	Missing []missingOut `json:"missing_tags,omitempty"`
	Trouble []troubleOut `json:"trouble,omitempty"`
}

type missingOut struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"`
	Where string `json:"where"`
	Files int    `json:"files"`
}

type troubleOut struct {
	Where  string `json:"where"`
	Reason string `json:"reason"`
}

// printTagged prints what rules made. Examples are files that who asks may know of.
func (a *app) printTagged(cmd *cobra.Command, e *engine.Engine, who spar.Principal, r tagging.Report, dry bool) error {
	snapshot, err := e.Snapshot(cmd.Context())
	if err != nil {
		return err
	}
	seen, err := look{e: e, who: who, snapshot: snapshot}.visible()
	if err != nil {
		return err
	}
	named := func(ids []spar.FileID) (list []fileName) {
		for _, id := range ids {
			if f, ok := snapshot.File(id); ok && seen.Contains(uint32(id)) {
				list = append(list, fileName{f.Share, asPath(f.Path)})
			}
		}
		return list
	}
	if a.json {
		out := taggingOut{Schema: "spar.tagged/1", DryRun: dry, Files: r.Files, Sources: []madeOut{}}
		for _, m := range r.Makers {
			out.Sources = append(out.Sources, madeOut{m.Kind, m.Name, uint32(m.Batch), m.New, m.Withdrawn, m.Kept, m.Judged, m.Undecided, m.Undone, m.Gone, named(m.Given), named(m.Taken)})
		}
		for _, m := range r.Missing {
			out.Missing = append(out.Missing, missingOut{m.Name, m.Kind, m.Where, m.Files})
		}
		for _, t := range r.Trouble {
			out.Trouble = append(out.Trouble, troubleOut(t))
		}
		return a.printJSON(out)
	}
	t := a.table()
	for _, m := range r.Makers {
		note := ""
		switch {
		case m.Gone:
			note = "gone, and its labels of confidentiality hold; `spar rule apply` takes them away"
		case m.Undone:
			note = "undone; `spar rule apply` with its name applies it again"
		case m.Undecided > 0:
			note = thousands(m.Undecided) + " undecided until they are read"
		}
		t.row(m.Kind, m.Name, thousands(m.New)+" new", thousands(m.Withdrawn)+" withdrawn", thousands(m.Kept)+" kept", note)
	}
	if err := t.flush(); err != nil {
		return err
	}
	if dry {
		for _, m := range r.Makers {
			for _, f := range named(m.Given) {
				fmt.Fprintf(a.out, "+ %s: %s:%s\n", printable(m.Name), f.Share, printable(f.Path))
			}
			for _, f := range named(m.Taken) {
				fmt.Fprintf(a.out, "- %s: %s:%s\n", printable(m.Name), f.Share, printable(f.Path))
			}
		}
	}
	if len(r.Makers) == 0 {
		a.note("there are no rules; write them into %s, as docs/rules.md describes", filepath.Base(e.Tagger().File))
	}
	a.noteTrouble(r)
	return nil
}

// noteTrouble says what rules and sidecars name in vain.
func (a *app) noteTrouble(r tagging.Report) {
	const shown = 10
	for i, t := range r.Trouble {
		if i == shown {
			a.note("and %d more; `spar rule apply --json` names them", len(r.Trouble)-shown)
			break
		}
		a.note("%s: %s", printable(t.Where), printable(t.Reason))
	}
	for i, m := range r.Missing {
		if i == shown {
			a.note("and %d more names that are no tags; `spar rule apply --json` names them", len(r.Missing)-shown)
			break
		}
		a.note("%s %s: %q is no tag (%s): add it with `spar tag add`, or write create: true", m.Kind, printable(m.Where), m.Name, plural(m.Files, "file", "files"))
	}
}
