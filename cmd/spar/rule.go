package main

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

func (a *app) ruleCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "rule", Short: "Tag files by rules, sidecars and folder names",
		Long: `Rules stand in the file rules.yaml of the data directory, or where the setting rules says; docs/rules.md describes it.
They are applied after every scan and whenever files were read: those that changed to all files, all of them to the files
that changed. Each run is a batch that can be inspected and undone.`,
		Example: "  spar rule check\n  spar rule apply --dry-run\n  spar rule test contracts --path 'legal/**'"}

	list := &cobra.Command{
		Use: "list", Short: "List the rules and what became of them", Args: cobra.NoArgs, Example: "  spar rule list --json",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
			rules, err := s.Rules(ctx, who)
			if len(rules) == 0 && err == nil && !a.json {
				a.noteNoRules(s, who)
			}
			return printRows(a, oneByOne(rules, err), func(r api.Rule) []any {
				what := ""
				if r.Condition != "" {
					what = r.Condition + " -> " + r.Gives
				}
				return []any{r.Kind, r.Name, r.State, what}
			})
		}),
	}
	check := &cobra.Command{
		Use: "check", Short: "Read the rules file and say what is wrong with it", Args: cobra.NoArgs, Example: "  spar rule check",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
			return result(s.CheckRules(ctx, who))(a, func(r api.RuleCheck) {
				fmt.Fprintf(a.out, "%s is right: %s, %d of folders, %d of front matter, %d of sidecars\n", printable(r.File),
					plural(r.Rules, "rule", "rules"), r.Folders, r.FrontMatter, r.Sidecars)
			})
		}),
	}

	var limit int
	test := &cobra.Command{
		Use: "test [RULE...]", Short: "Say what rules make of the files of a scope, without changing anything",
		Example: "  spar rule test contracts --path 'legal/**'\n  spar rule test --name 'contract-7.pdf'",
	}
	a.selecting(test, func(ctx context.Context, s *service.Service, who spar.Principal, text string, args []string) error {
		files, sums, err := s.TestRules(ctx, who, args, text, limit)
		if err != nil {
			return err
		}
		return a.printTests(files, sums)
	})
	once(test, "number", "limit")
	test.Flags().IntVarP(&limit, "limit", "n", 20, "print at most so many files a rule; 0 for all")

	var dry bool
	var share string
	apply := &cobra.Command{
		Use: "apply [RULE...]", Short: "Apply rules to all files now, all of them if none is named",
		Long: `Apply brings the files to what the rules file says. A rule that is named, or every one if none is, is applied again even
if its batch was undone. With --share it brings the files of that share alone to the rules, and leaves folders, sidecars and
patterns to the next scan. With --dry-run it only counts and shows examples.`,
		Example: "  spar rule apply --dry-run\n  spar rule apply contracts\n  spar rule apply contracts --share docs",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			done, err := s.ApplyRules(ctx, who, args, share, dry)
			return a.printTagging(s, who, done, err)
		}),
	}
	apply.Flags().BoolVar(&dry, "dry-run", false, "only say what would change")
	apply.Flags().StringVar(&share, "share", "", "only to the files of this share")
	cmd.AddCommand(list, check, test, apply)
	return cmd
}

func (a *app) noteNoRules(s *service.Service, who spar.Principal) {
	a.note("there are no rules; write them into %s, as docs/rules.md describes", s.RulesFile(who))
}

// printTests prints the effect of rules on files: the files of each rule, then their number.
func (a *app) printTests(files []api.RuleTest, sums []api.RuleSum) error {
	if _, err := printAll(a, oneByOne(files, nil), func(f api.RuleTest) error {
		mark := " "
		if f.Truth == scope.Unknown.String() {
			mark = "?"
		}
		line := fmt.Sprintf("%s %s: %s", mark, printable(f.Rule), fileText(f.FileName))
		if f.Evidence != "" {
			line += "  " + printable(f.Evidence)
		}
		_, err := fmt.Fprintln(a.out, line)
		return err
	}); err != nil {
		return err
	}
	for _, c := range sums {
		if !a.json {
			fmt.Fprintf(a.out, "%s: holds for %s, not for %s, undecided for %s\n", printable(c.Rule), plural(c.Holds, "file", "files"), thousands(c.Not), thousands(c.Undecided))
		}
	}
	return nil
}

// printTagging prints what rules or a sidecar made.
func (a *app) printTagging(s *service.Service, who spar.Principal, r api.Tagging, err error) error {
	if err != nil || a.json {
		return printOne(a, r, err, nil)
	}
	t := a.table()
	for _, m := range r.Sources {
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
	for _, m := range r.Sources {
		if !r.DryRun {
			break
		}
		for _, f := range m.Given {
			fmt.Fprintf(a.out, "+ %s: %s\n", printable(m.Name), fileText(f))
		}
		for _, f := range m.Taken {
			fmt.Fprintf(a.out, "- %s: %s\n", printable(m.Name), fileText(f))
		}
	}
	if len(r.Sources) == 0 {
		a.noteNoRules(s, who)
	}
	a.noteTrouble(r)
	return nil
}

// noteTrouble says what rules and sidecars name in vain.
func (a *app) noteTrouble(r api.Tagging) {
	var notes []string
	for _, t := range r.Trouble {
		notes = append(notes, t.Where+": "+t.Reason)
	}
	for _, m := range r.Missing {
		notes = append(notes, fmt.Sprintf("%s %s: %q is no tag (%s): add it with `spar tag add`, or write create: true", m.Kind, m.Where, m.Name, plural(m.Files, "file", "files")))
	}
	const shown = 20
	for _, n := range notes[:min(len(notes), shown)] {
		a.note("%s", spar.Phrase(n))
	}
	if more := len(notes) - shown; more > 0 {
		a.note("and %d more; `spar rule apply --json` names them", more)
	}
}

func (a *app) sidecarCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "sidecar", Short: "Take tags and attributes of files from a table",
		Example: "  spar rule sidecar apply metadata.csv --share docs"}
	var share string
	var create, dry bool
	apply := &cobra.Command{
		Use: "apply FILE", Short: "Apply a table of paths, tags and attributes to the files of a share", Args: cobra.ExactArgs(1),
		Long: `The table is a CSV with a column path, perhaps a column tags with names between semicolons, and a column for each
attribute. Paths count from the folder of the table if it lies in the share, and from the root of the share otherwise.
Applied again, it replaces what it gave before. Tables in a share that are to be followed by themselves are named in the
rules file under sidecars; docs/rules.md describes them.`,
		Example: "  spar rule sidecar apply metadata.csv --share docs\n  spar rule sidecar apply /mnt/docs/projects/list.csv --share docs --create --dry-run",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			done, err := s.ApplyTable(ctx, who, args[0], share, create, dry)
			return a.printTagging(s, who, done, err)
		}),
	}
	apply.Flags().StringVar(&share, "share", "", "the share whose files the table speaks of")
	apply.Flags().BoolVar(&create, "create", false, "make the tags that do not exist")
	apply.Flags().BoolVar(&dry, "dry-run", false, "only say what would change")
	cmd.AddCommand(apply)
	return cmd
}

func (a *app) batchCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "batch", Short: "Inspect and undo what was tagged automatically",
		Long: `Every automatic run of a rule, a sidecar or a pattern is a batch. What is left of it, after later runs have replaced and
withdrawn, can be looked at, looked into at random, and undone.`,
		Example: "  spar tag batch list\n  spar tag batch sample 12 -n 20\n  spar tag batch undo 12"}
	list := &cobra.Command{
		Use: "list", Short: "List the batches, the newest first", Args: cobra.NoArgs, Example: "  spar tag batch list",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
			return printRows(a, oneByOne(s.Batches(ctx, who)), func(b api.Batch) []any {
				return []any{b.Batch, b.Started.Format(time.DateTime), b.Kind, b.Name, plural(b.Files, "file", "files"), plural(b.Tags, "tag", "tags"),
					plural(b.Attributes, "attribute", "attributes"), batchState(b)}
			})
		}),
	}
	show := &cobra.Command{
		Use: "show BATCH", Short: "Show what a batch was and what is left of it", Example: "  spar tag batch show 12",
		RunE: a.ofBatch(func(ctx context.Context, s *service.Service, who spar.Principal, id spar.BatchID) error {
			return result(s.Batch(ctx, who, id))(a, func(b api.Batch) {
				t := a.table()
				t.row("batch", b.Batch)
				t.row("made by", b.Kind+" "+b.Name)
				t.row("what", b.Detail)
				t.row("begun", b.Started.Format(time.DateTime))
				t.row("state", batchState(b))
				t.row("files", thousands(b.Files))
				t.row("tags", thousands(b.Tags))
				t.row("attributes", thousands(b.Attributes))
				_ = t.flush()
			})
		}),
	}
	var n int
	var seed uint64
	sample := &cobra.Command{
		Use: "sample BATCH", Short: "Show some of what a batch made, drawn at random",
		Example: "  spar tag batch sample 12 -n 20\n  spar tag batch sample 12 --seed 7",
		RunE: a.ofBatch(func(ctx context.Context, s *service.Service, who spar.Principal, id spar.BatchID) error {
			_, err := printAll(a, oneByOne(s.SampleBatch(ctx, who, id, n, seed)), a.printSample)
			return err
		}),
	}
	once(sample, "number", "limit")
	sample.Flags().IntVarP(&n, "limit", "n", 20, "how many files")
	sample.Flags().Uint64Var(&seed, "seed", 1, "the same number draws the same files")
	undo := &cobra.Command{
		Use: "undo BATCH", Short: "Take back what is left of a batch; what people judged stays",
		Long: `Undo takes back the tags and attributes that are left of a batch, save those that a person accepted. Its rule or sidecar
is not applied again by itself, until it changes or ` + "`spar rule apply NAME`" + ` asks for it.`,
		Example: "  spar tag batch undo 12",
		RunE: a.ofBatch(func(ctx context.Context, s *service.Service, who spar.Principal, id spar.BatchID) error {
			return result(s.UndoBatch(ctx, who, id))(a, func(u api.BatchUndo) {
				if u.Concepts > 0 {
					fmt.Fprintf(a.out, "the import is taken back, and its %s\n", plural(u.Concepts, "tag", "tags"))
					return
				}
				fmt.Fprintf(a.out, "took back %s and %s; %s that people judged stay\n", plural(u.Tags, "tag", "tags"), plural(u.Attributes, "attribute", "attributes"), thousands(u.Kept))
			})
		}),
	}
	for _, one := range []*cobra.Command{show, sample, undo} {
		one.Args = cobra.ExactArgs(1)
	}
	cmd.AddCommand(list, show, sample, undo)
	return cmd
}

// ofBatch is asking for a command on the batch that its argument numbers.
func (a *app) ofBatch(do func(context.Context, *service.Service, spar.Principal, spar.BatchID) error) func(*cobra.Command, []string) error {
	return a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
		n, err := strconv.ParseUint(args[0], 10, 32)
		if err != nil || n == 0 {
			return spar.Errorf(spar.Invalid, "%q is not the number of a batch; `spar tag batch list` lists them", args[0])
		}
		return do(ctx, s, who, spar.BatchID(n))
	})
}

func batchState(b api.Batch) string {
	switch {
	case b.Undone != nil:
		return "undone " + b.Undone.Format(time.DateTime)
	case b.Ended == nil:
		return "not ended"
	}
	return "holds"
}

func (a *app) printSample(d api.BatchSample) error {
	fmt.Fprintln(a.out, fileText(d.FileName))
	for _, m := range d.Made {
		if m.Tag != "" {
			fmt.Fprintf(a.out, "  %s  %s\n", printable(m.Tag), printable(m.Evidence))
		} else {
			fmt.Fprintf(a.out, "  %s: %s\n", printable(m.Key), printable(m.Value))
		}
	}
	return nil
}
