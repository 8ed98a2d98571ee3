package main

import (
	"fmt"
	"strings"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/spf13/cobra"
)

// shownFiles is how many files of a sentence a terminal shows.
const shownFiles = 20

func (a *app) doCommand() *cobra.Command {
	var in api.Saying
	var dry bool
	cmd := &cobra.Command{
		Use: "do SENTENCE", Short: "Understand a sentence that names files, and show them or do what it says",
		Long: `Do reads a sentence such as "get all CT scans and associated documents of patient A from May 2025, not the drafts". It says what it understood of
it and from which words, as a scope of docs/query-language.md, and lists the files. A sentence may also make a workspace, rename or delete one.

What a sentence states filters; tags that it only may mean order the files. So does what is not sure where it stands, such as "in May" without a word for which date, or what no file
satisfies together with the rest; it is asked about, with the number of files of each reading. With --dry-run, and in a pipe, nothing is done and the structured query is printed. What loses
something asks first, or needs --yes; --yes also takes the first reading of what is unclear. With --guard the files are named that the scope leaves out and that look
relevant, and --include 1,3 takes some of them in.`,
		Example: "  spar do \"PDFs from 2024 about parental leave, not the drafts\"\n" +
			"  spar do \"make a workspace called scans of the CTs of the chest from May 2025\"\n" +
			"  spar do \"invoices from the last quarter\" --dry-run --json",
		Args: quotedSentence,
		RunE: a.configured(func(cmd *cobra.Command, args []string) error {
			in.Sentence = args[0]
			s, who, err := a.service(cmd)
			if err != nil {
				return err
			}
			ctx := cmd.Context()
			parsed, err := s.ParseSentence(ctx, who, in)
			if err != nil {
				return err
			}
			if dry || a.json || !a.onTerminal() && !in.Sure {
				return printOne(a, parsed, nil, func() { a.printSentence(parsed) })
			}
			a.printSentence(parsed)
			if parsed.Command == "query" {
				if parsed.Files+parsed.Unknown == 0 {
					a.noFile(cmd, parsed.Scope)
					return nil
				}
				return a.listFiles(cmd, s, who, api.Listing{Scope: parsed.Scope, Order: words(parsed), Limit: shownFiles})
			}
			if parsed.Loses {
				if err := a.sure(cmd, in.Sure, false, "This would "+parsed.Command+" the workspace "+printable(parsed.Name)+"."); err != nil {
					return err
				}
				in.Sure = true
			}
			done, err := s.Do(ctx, who, in)
			if err != nil {
				return err
			}
			a.printDone(done)
			return nil
		}),
	}
	cmd.Flags().BoolVar(&dry, "dry-run", false, "print what was understood, and do nothing")
	yesFlag(cmd, &in.Sure)
	cmd.Flags().StringVar(&in.Now, "now", "", "the day from which \"last month\" and the like count, such as 2025-06-18; today if not given")
	cmd.Flags().BoolVar(&in.Rules, "rules", false, "leave the language model out, where one is configured")
	cmd.Flags().BoolVar(&in.Guess, "question", false, "take the sentence as a question, of which nothing filters")
	cmd.Flags().BoolVar(&in.Guard, "guard", false, "name files that the scope leaves out and that look relevant")
	cmd.Flags().IntSliceVar(&in.Include, "include", nil, "numbers of such files that are to be in all the same")
	return cmd
}

// words are what is left of a sentence to order files by.
func words(s api.Sentence) string {
	var list []string
	for _, k := range s.Keywords {
		list = append(list, k.Text)
	}
	return strings.Join(list, " ")
}

func quotedSentence(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return spar.Errorf(spar.Invalid, "%d texts were given; put the sentence in quotes", len(args))
	}
	return cobra.ExactArgs(1)(cmd, args)
}

// printSentence shows the words that were understood with what they mean, then the scope and what it gives.
func (a *app) printSentence(s api.Sentence) {
	command := s.Command
	if s.Name != "" {
		command += " " + s.Name
	}
	if s.To != "" {
		command += " -> " + s.To
	}
	fmt.Fprintf(a.out, "%s\n", printable(command))
	t := a.table()
	for _, p := range s.Spans {
		note := ""
		switch {
		case p.Guess && p.How == "model":
			note = "guessed by the model: it excludes nothing"
		case p.Doubt != "":
			note = "not sure: it excludes nothing"
		case p.Guess:
			note = "guessed: it excludes nothing"
		case p.How == "near":
			note = "spelt otherwise"
		case p.How == "part":
			note = "the only one with this name"
		}
		t.row("  "+printable(p.Text), printable(p.Constraint), note)
	}
	for _, k := range s.Keywords {
		t.row("  "+printable(k.Text), "", "searched for")
	}
	for _, k := range s.Aside {
		t.row("  "+printable(k.Text), "", "says nothing of files")
	}
	t.flush()
	for _, c := range s.Corrected {
		fmt.Fprintf(a.out, "%s was taken for %s\n", printable(c.From), printable(c.To))
	}
	a.notes(s.Notes, nil)
	if s.Declined != "" {
		fmt.Fprintf(a.out, "understood by rules alone: %s\n", printable(s.Declined))
	}
	if s.Scope != "" {
		fmt.Fprintf(a.out, "scope: %s\n", printable(s.Scope))
	}
	if s.Scope == "" && s.Command != "query" && s.Command != "build" {
		return
	}
	count := plural(s.Files, "file", "files")
	if s.Unknown > 0 {
		count += " and " + thousands(s.Unknown) + " that only reading can decide"
	}
	if s.Guessed > 0 {
		count += "; what was guessed holds for " + thousands(s.Guessed)
	}
	fmt.Fprintln(a.out, count)
	if as := s.Associated; as != nil {
		fmt.Fprintf(a.out, "%s belong to them\n", plural(as.Files, "file", "files"))
		for _, g := range as.By {
			fmt.Fprintf(a.out, "  by %s: %s, such as %s\n", printable(g.By), thousands(g.Files), printable(g.First[0]))
		}
	}
	for _, q := range s.Questions {
		fmt.Fprintf(a.out, "? %s\n", printable(q.Question))
		for _, c := range q.Choices {
			fmt.Fprintf(a.out, "    %s: %s\n", printable(c.Constraint), plural(c.Files, "file", "files"))
		}
	}
	for _, l := range s.Lacking {
		fmt.Fprintf(a.out, "%s left out that %s no %s: %s\n", plural(l.Files, "file is", "files are"), map[bool]string{true: "has", false: "have"}[l.Files == 1], printable(l.Attribute), printable(l.Scope))
	}
	for _, o := range s.Outside {
		mark := ""
		if o.Included {
			mark = ", included all the same"
		}
		fmt.Fprintf(a.out, "  outside %d: %s:%s, kept out by %s%s\n", o.N, o.Share, pathText(o.Path), printable(o.Constraint), mark)
	}
}

func (a *app) printDone(s api.Sentence) {
	switch {
	case s.Workspace != nil:
		_ = a.printWorkspace(*s.Workspace, nil)
	case s.Done:
		a.note("done: %s %s", s.Command, printable(s.Name))
	case len(s.Questions) > 0:
		a.note("nothing was done; say what is meant, or take the first reading with --yes")
	}
}
