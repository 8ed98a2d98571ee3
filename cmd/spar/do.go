package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

// shownFiles bounds the files of a sentence that a terminal shows.
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
			if a.json && parsed.Command == "query" { // with its files
				if parsed, err = s.Do(ctx, who, in); err != nil {
					return err
				}
			}
			decided := in.Sure || in.Strict || in.Whole || len(in.Accept) > 0
			if dry || a.json || !a.onTerminal() && !decided {
				if err := printOne(a, parsed, nil, func() { a.printSentence(parsed) }); err != nil || dry {
					return err
				}
				return wide(parsed, in)
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
			if err := wide(parsed, in); err != nil {
				return err
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
	cmd.Flags().StringSliceVar(&in.Accept, "accept", nil, "numbers of topics that are to narrow, or names of tags that are shown for them")
	cmd.Flags().BoolVar(&in.Strict, "strict", false, "all topics that have tags are to narrow")
	cmd.Flags().BoolVar(&in.Whole, "whole", false, "make a workspace of a topic that does not narrow all the same")
	cmd.Flags().BoolVar(&in.Guess, "question", false, "take the sentence as a question, of which nothing filters")
	cmd.Flags().BoolVar(&in.Guard, "guard", false, "name files that the scope leaves out and that look relevant")
	cmd.Flags().IntSliceVar(&in.Include, "include", nil, "numbers of such files that are to be in all the same")
	return cmd
}

// wide is the error of a workspace that would have files that are not about its topic.
func wide(s api.Sentence, in api.Saying) error {
	if !s.Whole || in.Whole {
		return nil
	}
	open, accept, instead := []string{}, []string{}, ""
	for _, t := range s.Topics {
		if t.Accepted {
			continue
		}
		open = append(open, strconv.Quote(t.Text))
		if t.Scope != "" {
			accept = append(accept, strconv.Itoa(t.N))
		} else if len(t.Instead) > 0 && instead == "" {
			instead = "; " + t.Instead[0].Constraint + " in its place leaves " + plural(t.Instead[0].Files, "file", "files")
		}
	}
	hint := ""
	if len(accept) > 0 {
		hint = ": --accept " + strings.Join(accept, ",") + " has its tags narrow, --strict all of them"
	}
	return spar.Errorf(spar.Invalid, "no workspace was made or changed, as %s %s nothing and it would get %s%s%s; --whole makes it all the same",
		strings.Join(open, " and "), map[bool]string{true: "narrows", false: "narrow"}[len(open) == 1], plural(s.Files+s.Unknown, "file", "files"), hint, instead)
}

// words returns the words that remain of a sentence to order files by.
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

// printSentence shows the understood words with their meaning, then the scope and its result.
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
	a.printTopics(s.Topics)
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

// printTopics shows the tags that would narrow a sentence, with the files that each leaves, and what would narrow where no tag does.
func (a *app) printTopics(topics []api.Topic) {
	t := a.table()
	for _, topic := range topics {
		head := strconv.Itoa(topic.N) + "  " + printable(topic.Text)
		switch {
		case topic.Accepted:
			t.row("topic "+head, "narrows to "+plural(topic.Files, "file", "files"), "accepted")
		case topic.Scope != "":
			t.row("topic "+head, "would leave "+plural(topic.Files, "file", "files"), "--accept "+strconv.Itoa(topic.N))
		default:
			t.row("topic "+head, "narrows nothing", "no tag is called so: it only ranks")
		}
		for _, tag := range topic.Tags {
			note := "by " + map[string]string{"exact": "its name", "part": "a part of its name", "note": "its note", "meaning": "meaning"}[tag.How]
			if tag.How == "synonym" {
				note = "by a synonym"
			}
			if tag.Near {
				note += ": --accept " + strconv.Quote(printable(tag.Tag))
			}
			t.row("  "+printable(tag.Constraint), plural(tag.Files, "file", "files"), note)
		}
		for _, c := range topic.Instead {
			t.row("  "+printable(c.Constraint), "would leave "+plural(c.Files, "file", "files"), "in its place")
		}
	}
	t.flush()
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
