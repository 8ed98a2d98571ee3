package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/accounts"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/tongue"
	"github.com/spf13/cobra"
)

func (a *app) threadCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "thread", Short: "Show, keep and rate conversations",
		Long: `Every question begins a thread or, with spar ask --thread or --continue, goes on with one. Threads of workspaces, those that were
begun with --thread new and those that were gone on with stay; of other questions the last one is kept.`,
		Example: "  spar thread list\n  spar thread show 3\n  spar thread rate 3/2 down \"that is last year's figure\"\n  spar ask --thread 3 --again"}
	list := &cobra.Command{
		Use: "list [WORD...]", Short: "List your threads, the last one first; with words those whose title, questions or answers have them all",
		Example: "  spar thread list\n  spar thread list parental leave",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, words []string) error {
			return printRows(a, oneByOne(s.Threads(ctx, who, strings.Join(words, " "))), func(t api.Thread) []any {
				return []any{accounts.Ref(t.ID), t.Asked.Format("2006-01-02 15:04"), plural(t.Questions, "question", "questions"), accounts.Ref(t.Workspace),
					service.Shortened(t.Title, 80), importedText(t.Imported)}
			})
		}),
	}
	show := &cobra.Command{
		Use: "show THREAD[/NUMBER]", Short: "Show a thread, or one of its turns", Args: cobra.ExactArgs(1), Example: "  spar thread show 3\n  spar thread show 3/2",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			return result(s.Thread(ctx, who, args[0]))(a, a.printThread)
		}),
	}
	var format string
	export := &cobra.Command{
		Use: "export THREAD[/NUMBER]", Short: "Write a thread with its citations as Markdown, HTML or JSON", Args: cobra.ExactArgs(1),
		Example: "  spar thread export 3 > leave.md\n  spar thread export 3 --format html > leave.html\n  spar thread export 3 --format json > leave.json",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			if format != "markdown" && format != "html" && format != "json" {
				return spar.Errorf(spar.Invalid, "the format is %q and must be markdown or json, or html for a page of its own", format)
			}
			t, err := s.Thread(ctx, who, args[0])
			if err != nil {
				return err
			}
			if format == "json" || a.json {
				return a.printJSON(t)
			}
			text := service.Markdown(t)
			if format == "html" {
				text = service.HTML(t, a.wording(s))
			}
			_, err = io.WriteString(a.out, text)
			return err
		}),
	}
	export.Flags().StringVar(&format, "format", "markdown", "markdown, html (one page that stands alone) or json")
	rename := &cobra.Command{
		Use: "rename THREAD TITLE", Short: `Give a thread another title; "" is its first question again`, Args: cobra.ExactArgs(2), Example: "  spar thread rename 3 \"Parental leave\"",
		RunE: a.changing(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			return s.RenameThread(ctx, who, args[0], args[1])
		}),
	}
	remove := &cobra.Command{
		Use: "delete THREAD", Short: "Forget a thread for good", Args: cobra.ExactArgs(1), Example: "  spar thread delete 3",
		RunE: a.changing(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			return s.DeleteThread(ctx, who, args[0])
		}),
	}
	share := &cobra.Command{
		Use: "share THREAD WHO [off]", Short: "Let somebody look at a thread, or not any more", Args: cobra.RangeArgs(2, 3),
		Long: `Share lets an account of this machine, or a person whom SPAR knows, look at one thread. It gives no right to a file: turns that rest on
files that they may not read are withheld from them. They name it OWNER/NUMBER, as spar thread list shows it.`,
		Example: "  spar thread share 3 ada\n  spar thread share 3 ada off",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			if len(args) == 3 && args[2] != "off" {
				return spar.Errorf(spar.Invalid, "a thread is not shared any more with off, not %q", args[2])
			}
			return result(s.ShareThread(ctx, who, args[0], args[1], len(args) == 2))(a, a.printThread)
		}),
	}
	rate := &cobra.Command{
		Use: "rate THREAD[/NUMBER] up|down|none [WHY]", Short: "Say whether an answer is right; the last one of the thread without a number",
		Long: `Rate keeps what you think of an answer with it. Another answer to a question that was rated down, without the passages that
the rejected one cited, comes with spar ask --thread THREAD --again.`,
		Example: "  spar thread rate 3 up\n  spar thread rate 3/2 down \"that is last year's figure\"", Args: cobra.RangeArgs(2, 3),
		RunE: a.changing(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			rating, why := args[1], ""
			if rating == "none" {
				rating = ""
			}
			if len(args) == 3 {
				why = args[2]
			}
			return s.RateTurn(ctx, who, args[0], rating, why)
		}),
	}
	replay := &cobra.Command{
		Use: "replay THREAD[/NUMBER]", Short: "Ask a question again with what made its answer, and say what differs and why", Args: cobra.ExactArgs(1),
		Long: `Replay asks the question of a turn again, the last one of the thread without a number: with its scope, ranking, encoder and number of
passages. It says whether statements and citations are the same, and what is not as it was then: files that changed, moved, came or went,
settings, and how much was read. It is kept in no thread.`,
		Example: "  spar thread replay 3\n  spar thread replay 3/2 --json",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			return result(s.ReplayTurn(ctx, who, args[0]))(a, a.printReplay)
		}),
	}
	cmd.AddCommand(list, show, export, rename, share, remove, rate, replay)
	return cmd
}

// wording is that of files which people keep, in their language; links lead to the server that runs, or to one with these settings.
func (a *app) wording(s *service.Service) service.Wording {
	w := service.Wording{Language: a.language(), Say: a.say, Plan: func(text string) string { return tongue.Plan(a.language(), text) }}
	if base, err := a.linkBase(s); err == nil {
		w.Base = base.String()
	}
	return w
}

func (a *app) printThread(t api.Thread) {
	fmt.Fprintf(a.out, "%s: %s\n", accounts.Ref(t.ID), printable(t.Title))
	if t.Workspace != "" {
		fmt.Fprintf(a.out, "  workspace %s\n", printable(accounts.Ref(t.Workspace)))
	}
	for _, m := range t.Readers {
		fmt.Fprintf(a.out, "  shared with %s\n", printable(cmp.Or(m.Name, m.Who)))
	}
	for _, turn := range t.Turns {
		fmt.Fprintf(a.out, "\n%d  %s  %s\n", turn.Turn, turn.Asked.Format("2006-01-02 15:04"), printable(turn.Question))
		if turn.Imported != nil {
			fmt.Fprintf(a.out, "   %s\n", printable(importedText(turn.Imported)))
		}
		if turn.Understood != "" {
			fmt.Fprintf(a.out, "   taken as: %s\n", printable(turn.Understood))
		}
		if turn.Scope != "" {
			fmt.Fprintf(a.out, "   of %s\n", printable(turn.Scope))
		}
		switch {
		case turn.Withheld:
			fmt.Fprintln(a.out, "   withheld: the answer rests on a file that you may not read now, or that is no more")
		case turn.State == "running" || turn.State == "interrupted":
			fmt.Fprintln(a.out, "   "+turn.State)
		case turn.Answer == nil:
			fmt.Fprintln(a.out, "   the text of the answer is not kept any more")
		case turn.Answer.Refused:
			fmt.Fprintln(a.out, paragraph(turn.Answer.Answer, "   "))
		default:
			if turn.Answer.Unsure {
				fmt.Fprintln(a.out, paragraph(service.Unsurely(turn.Answer.Missing), "   "))
			}
			for _, b := range turn.Answer.Speak(a.language()).(api.Answer).Bullets {
				var marks strings.Builder
				for _, n := range b.Citations {
					marks.WriteString(" [" + strconv.Itoa(n) + "]")
				}
				if b.Code {
					fmt.Fprintf(a.out, "   -%s\n\n%s\n\n", marks.String(), paragraph(b.Text, "       "))
					continue
				}
				fmt.Fprintf(a.out, "   - %s%s\n", strings.TrimLeft(paragraph(b.Whole(), "     "), " "), marks.String())
			}
		}
		for _, c := range turn.Citations {
			gone := ""
			if c.Gone {
				gone = " (its text is gone)"
			}
			if c.Unverified {
				gone += " (" + service.UnverifiedText + ")"
			}
			fmt.Fprintf(a.out, "   [%d] %s:%s%s%s\n", c.N, printable(c.Share), pathText(c.Path), where(c.Locator), gone)
		}
		if turn.Rating != "" {
			fmt.Fprintf(a.out, "   rated %s%s\n", turn.Rating, printable(because(turn.Why)))
		}
	}
}

// importedText says that something was imported, "" where it was not.
func importedText(i *api.Imported) string {
	if i == nil {
		return ""
	}
	return service.ImportedText(*i)
}

func because(why string) string {
	if why == "" {
		return ""
	}
	return ": " + why
}

func (a *app) printReplay(r api.Replay) {
	if r.Imported != nil {
		fmt.Fprintln(a.out, printable(importedText(r.Imported)))
	}
	if r.Same {
		fmt.Fprintln(a.out, "the answer is the same")
	}
	for _, d := range r.Differs {
		fmt.Fprintln(a.out, d)
	}
	for _, w := range r.Why {
		switch {
		case w.File != nil:
			fmt.Fprintf(a.out, "  %-12s %s\n", w.Kind, printable(w.File.Share+":"+w.File.Path.Name))
		case w.Setting != "":
			fmt.Fprintf(a.out, "  %-12s %s was %s, is %s\n", w.Kind, w.Setting, printable(cmp.Or(w.Was, "none")), printable(cmp.Or(w.Now, "none")))
		default:
			fmt.Fprintf(a.out, "  %-12s was %s, is %s\n", w.Kind, w.Was, w.Now)
		}
	}
	if !r.Same {
		fmt.Fprintln(a.out)
		a.printAnswer(r.Answer)
	}
}
