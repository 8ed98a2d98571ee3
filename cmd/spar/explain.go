package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

func (a *app) scopeExplainCommand() *cobra.Command {
	return a.workspaceFlag(&cobra.Command{
		Use: "explain [SCOPE...]", Short: "Show how a scope comes to select what it does",
		Long: `Explain shows the tags that a scope is about, what it says twice, and a funnel: for each constraint how many files it holds for by
itself, how many are left after it, and how many there would be without it. Then it shows what becomes of the files in scope.`,
		Example: "  spar scope explain --tag HR 'type:pdf modified:2020..'",
	}, func(ctx context.Context, s *service.Service, who spar.Principal, text string, _ []string) error {
		return result(s.ExplainScope(ctx, who, text))(a, a.printExplained)
	})
}

// marks stand before the tags of a group.
var marks = map[string]string{api.TagSelected: "[x]", api.TagImplied: "[.]", api.TagBeside: "   "}

func (a *app) printExplained(e api.ScopeExplain) {
	a.notes(e.Notes, nil)
	for _, g := range e.Groups {
		guessed := ""
		if g.Guess {
			guessed = " (guessed: it excludes nothing)"
		}
		fmt.Fprintf(a.out, "%s%s\n", printable(g.Constraint), guessed)
		for _, t := range g.Tags {
			fmt.Fprintf(a.out, "  %s%s %s  %s\n", strings.Repeat("  ", t.Depth), marks[t.Is], printable(t.Tag), thousands(t.Files))
		}
		if g.More > 0 {
			fmt.Fprintf(a.out, "  and %s\n", plural(g.More, "more tag", "more tags"))
		}
	}
	for _, p := range e.Pruned {
		what := "of " + p.Constraint + " the tag " + p.Tag + " says nothing more than " + p.By
		if p.Tag == "" {
			what = p.Constraint + " says nothing more than " + p.By
		}
		fmt.Fprintln(a.out, printable(what))
	}
	most := 1
	for _, f := range e.Funnel {
		most = max(most, f.After)
	}
	t := a.table()
	t.row("", "alone", "left", "without", "")
	for _, f := range e.Funnel {
		bar := strings.Repeat("#", f.After*20/most)
		if f.Unknown > 0 {
			bar = strings.TrimSpace(bar + " and " + thousands(f.Unknown) + " that only reading can decide")
		}
		t.row(f.Constraint, thousands(f.Alone), thousands(f.After), thousands(f.Without), bar)
	}
	if len(e.Funnel) > 0 {
		_ = t.flush()
	}
	fmt.Fprintf(a.out, "%s in scope, %s read\n", plural(e.Files+e.Unknown, "file", "files"), thousands(e.Read))
	for _, g := range e.Gates {
		if g.Files > 0 {
			fmt.Fprintf(a.out, "  %s: %s\n", g.Gate, statesText(g))
		}
	}
}

func statesText(g api.Gate) string {
	var parts []string
	for _, state := range append(spar.States(), spar.Denied) {
		if n := g.States[state]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", thousands(n), state))
		}
	}
	return strings.Join(parts, ", ")
}

func (a *app) whyCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "why FILE", Short: "Say why a scope selects a file or not", Args: cobra.ExactArgs(1),
		Long: `Why says for each constraint of a scope whether it holds for a file, what the file has, and where that is from: a person, a rule, the
path, reading.`,
		Example: "  spar show why docs:hr/leave.pdf --scope '(tag:HR or department:HR) pages:20..'",
	}
	return a.selecting(cmd, func(ctx context.Context, s *service.Service, who spar.Principal, text string, args []string) error {
		return result(s.WhyFile(ctx, who, args[0], text))(a, func(w api.WhyFile) {
			verdict := map[string]string{"true": "is in scope", "false": "is not in scope", "unknown": "may be in scope: only reading can tell"}[w.Holds]
			fmt.Fprintf(a.out, "%s:%s %s\n", w.File.Share, pathText(w.File.Path), verdict)
			a.printWhy(w.Constraints, 1)
		})
	})
}

func (a *app) printWhy(list []api.WhyConstraint, depth int) {
	sign := map[string]string{"true": "+", "false": "-", "unknown": "?"}
	for _, c := range list {
		has := c.Has
		var from []string
		for _, o := range c.Origin {
			if !strings.Contains(has, "("+string(o)+")") {
				from = append(from, string(o))
			}
		}
		if len(from) > 0 {
			has += " (by " + strings.Join(from, ", ") + ")"
		}
		if has != "" {
			has = ": " + has
		}
		fmt.Fprintf(a.out, "%s%s %s%s\n", strings.Repeat("  ", depth), sign[c.Holds], printable(c.Constraint), printable(has))
		for i, of := range c.Any {
			if i > 0 {
				fmt.Fprintf(a.out, "%sor\n", strings.Repeat("  ", depth+1))
			}
			a.printWhy(of, depth+1)
		}
	}
}

func (a *app) scopeDivideCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "divide [SCOPE...]", Short: "Say how the files of a scope divide by share, folder, format, state, tag and year",
		Long:    "Divide counts the files in scope that have each share, folder, format, state and tag, the most frequent first, and by the year of their last change. Any of the lines narrows the scope.",
		Example: "  spar scope divide 'modified:2024'\n  spar scope divide -w leave-review",
	}
	a.workspaceFlag(cmd, func(ctx context.Context, s *service.Service, who spar.Principal, text string, _ []string) error {
		return result(s.DivideScope(ctx, who, text, 0))(a, func(d api.Division) {
			fmt.Fprintln(a.out, plural(d.Files, "file", "files"))
			for _, by := range d.By {
				t := a.table()
				for _, v := range by.Values {
					c := spar.Constraint{Key: by.Key, Values: []spar.Match{{Text: v.Value}}}
					t.row("  "+printable(scope.PrintConstraint(c)), plural(v.Files, "file", "files"))
				}
				_ = t.flush()
				if by.More > 0 {
					fmt.Fprintf(a.out, "  and %s\n", plural(by.More, "more "+by.Key, "more values of "+by.Key))
				}
			}
			t, files := a.table(), 0
			for i, m := range d.Months {
				files += m.Files
				if year := m.Value[:4]; i+1 == len(d.Months) || d.Months[i+1].Value[:4] != year {
					t.row("  modified:"+year, plural(files, "file", "files"))
					files = 0
				}
			}
			_ = t.flush()
		})
	})
	return cmd
}

func (a *app) scopeTreeCommand() *cobra.Command {
	in := ""
	cmd := &cobra.Command{
		Use: "tree [SCOPE...]", Short: "Say what lies in a folder, as far as a scope goes",
		Long:    "Tree lists the shares, or with --in the folders right below one, each with the files in scope below it, their bytes, and how many of them were read.",
		Example: "  spar scope tree\n  spar scope tree --in docs:finance 'type:pdf'",
	}
	a.workspaceFlag(cmd, func(ctx context.Context, s *service.Service, who spar.Principal, text string, _ []string) error {
		return result(s.FolderTree(ctx, who, text, in))(a, func(tree api.FolderTree) {
			t := a.table()
			for _, b := range tree.Folders {
				name := printable(b.Share)
				if b.Name != "" {
					name += ":" + pathText(b.Path)
				}
				t.row(name, plural(b.Count.Files, "file", "files"), bytesText(b.Count.Bytes), thousands(b.Count.Read)+" read")
			}
			if tree.Own.Files > 0 {
				t.row("in it", plural(tree.Own.Files, "file", "files"), bytesText(tree.Own.Bytes), thousands(tree.Own.Read)+" read")
			}
			_ = t.flush()
			if tree.More > 0 {
				fmt.Fprintf(a.out, "and %s\n", plural(tree.More, "more folder", "more folders"))
			}
		})
	})
	cmd.Flags().StringVar(&in, "in", "", "the `SHARE:FOLDER` that is looked into")
	return cmd
}

func (a *app) scopeDiagnoseCommand() *cobra.Command {
	n := 0
	cmd := &cobra.Command{
		Use: "diagnose [SCOPE...]", Short: "Say why a scope selects nothing or little, and what would select more",
		Long: `Diagnose names the smallest sets of constraints that leave no file, and what could stand in their place, the likeliest first. --relax N
prints the N-th of these scopes alone; nothing widens by itself. Of a scope with many files it says what would divide them.`,
		Example: "  spar scope diagnose 'tag:HR modified:1890'\n  spar files 'tag:HR modified:1890' --relax 1\n  spar scope diagnose -w leave-review",
	}
	a.workspaceFlag(cmd, func(ctx context.Context, s *service.Service, who spar.Principal, text string, _ []string) error {
		if cmd.Flags().Changed("relax") {
			return result(s.RelaxScope(ctx, who, text, n))(a, func(r api.Relaxation) { fmt.Fprintln(a.out, printable(r.Scope)) })
		}
		return result(s.DiagnoseScope(ctx, who, text))(a, a.printDiagnosis)
	})
	cmd.Flags().IntVar(&n, "relax", 0, "print the scope of the relaxation with this number")
	return cmd
}

func (a *app) printDiagnosis(d api.Diagnosis) {
	a.notes(d.Notes, nil)
	if d.Files == 0 {
		fmt.Fprintln(a.out, "no file is in scope")
	} else {
		fmt.Fprintf(a.out, "%s in scope\n", plural(d.Files, "file", "files"))
	}
	if d.Unknown > 0 {
		fmt.Fprintf(a.out, "of %s only reading can tell\n", plural(d.Unknown, "file", "files"))
	}
	for _, c := range d.Causes {
		what := map[string]string{api.CauseTag: "no file has these tags together with the rest", api.CauseValue: "no file has this", api.CauseAmbiguous: "this may stand for several"}[c.Kind]
		if c.Kind == api.CauseValue && len(c.Constraints) > 1 {
			what = "no file has these together"
		}
		fmt.Fprintf(a.out, "  %s: %s\n", what, printable(strings.Join(c.Constraints, " ")))
	}
	t := a.table()
	for _, r := range append(d.Relaxations, d.Narrower...) {
		was := ""
		if r.Was != "" {
			was = "in place of " + r.Was
		}
		if r.Now == "" {
			was = "without " + r.Was
		}
		t.row(fmt.Sprintf("  %d", r.N), plural(r.Files, "file", "files"), r.How, strings.TrimSpace(r.Now+" "+was))
	}
	_ = t.flush()
}
