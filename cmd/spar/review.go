package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"iter"
	"path"
	"strings"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	spar "github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

// proposalCommands are suggest and propose below `spar tag`.
func (a *app) proposalCommands() []*cobra.Command {
	flags := func(cmd *cobra.Command, q *api.Suggesting, least string) {
		cmd.Flags().StringVar(&q.Tag, "only", "", "this tag alone; with --values this attribute, or KEY:VALUE")
		cmd.Flags().BoolVar(&q.Values, "values", false, "values of attributes that have a list, such as document-type, instead of tags")
		cmd.Flags().IntVar(&q.Most, "most", 0, "of a file; 10 if not given")
		cmd.Flags().Float64Var(&q.Least, "least", 0, "the least chance, 0 to 1; "+least+" if not given")
		cmd.Flags().BoolVar(&q.Model, "model", false, "let the language model choose among the likeliest tags, too, with the words of the file that show them")
		cmd.Flags().BoolVar(&q.New, "new", false, "with --model: it may name a tag that is missing, which nobody but you makes")
		cmd.Flags().IntVar(&q.ModelFiles, "model-files", 0, "files that it is asked about at most; 20 if not given")
		cmd.Flags().IntVar(&q.ModelTokens, "model-tokens", 0, "tokens of its prompts and replies, about; 50000 if not given")
		cmd.Flags().IntVar(&q.ModelSeconds, "model-seconds", 0, "how long it may take in all; 300 if not given")
	}
	var suggesting, proposing api.Suggesting
	suggest := a.selecting(&cobra.Command{
		Use: "suggest [FILE...]", Short: "Say which tags files may have, and what speaks for each",
		Long: "Suggest prints tags that files do not have, each with the chance that a person would put it on the file, by the names that the text says, by\n" +
			"nearness in meaning, by the tags of the files that are most like it, and by those of its folder. It keeps nothing. A file that nobody has\nread is told by its name and its folder alone. With --values it prints values of\nattributes that have a list, such as document-type:invoice, for files that have none.",
		Example: "  spar tag suggest docs:hr/leave.pdf\n  spar tag suggest --path 'hr/**' --least .5 --json\n  spar tag suggest docs:hr/leave.pdf --values\n  spar tag suggest docs:hr/leave.pdf --model --new",
	}, func(ctx context.Context, s *service.Service, who spar.Principal, text string, args []string) error {
		q := suggesting
		q.Target = api.Target{Files: args, Scope: text}
		return printRows(a, a.noted(s.Suggest(ctx, who, q)), func(p api.Suggestion) []any {
			chance := fmt.Sprintf("%.2f", p.Chance)
			if p.New {
				if chance = "new"; p.Below != "" {
					chance += ", below " + p.Below
				}
			}
			return []any{p.Tag, fileText(p.FileName), chance, evidenceText(p.Evidence)}
		})
	})
	flags(suggest, &suggesting, ".1")
	proposed := a.selecting(&cobra.Command{
		Use: "propose [FILE...]", Short: "Put the likeliest tags of files down for review",
		Long: "Propose keeps what `spar tag suggest` prints as proposals, which select nothing before somebody accepts them: see `spar tag review` and `spar tag\n" +
			"pending`. They are one batch, which `spar tag batch undo` takes back. What was rejected is not proposed again.",
		Example: "  spar tag propose --path 'hr/**'\n  spar tag propose docs:hr/leave.pdf --least .3\n  spar tag propose --path 'hr/**' --model --model-seconds 600\n  spar tag propose --path 'hr/**' --values --only document-type",
	}, func(ctx context.Context, s *service.Service, who spar.Principal, text string, args []string) error {
		q := proposing
		q.Target = api.Target{Files: args, Scope: text}
		return result(s.Propose(ctx, who, q))(a, func(done api.Proposed) {
			noun := "tag"
			if q.Values {
				noun = "value"
			}
			fmt.Fprintf(a.out, "%s proposed for %s", plural(done.Tags, noun, noun+"s"), plural(done.Files, "file", "files"))
			if done.Unread > 0 {
				fmt.Fprintf(a.out, ", %s of them by their names alone", thousands(done.Unread))
			}
			fmt.Fprintln(a.out)
			if c := done.Choosing; c != nil {
				fmt.Fprintf(a.out, "%s chose %s of %s; %s not borne out by the file\n", printable(c.Model), plural(c.Chosen, "tag", "tags"),
					plural(c.Asked, "file", "files"), plural(c.Dropped, "choice was", "choices were"))
				for _, n := range c.New {
					fmt.Fprintf(a.out, "no tag yet: %s  for  %s  by “%s”\n", printable(n.Tag), fileText(n.FileName), printable(n.Quote))
				}
			}
			for _, note := range done.Notes {
				a.note("%s", spar.Phrase(printable(note)))
			}
			if done.Batch != 0 {
				a.note("spar tag review judges them; spar tag batch undo %d takes them back", done.Batch)
			}
		})
	})
	flags(proposed, &proposing, ".5")
	return append(a.auditTagsCommands(), suggest, proposed, a.groupCommand(), a.parentsCommand())
}

// noted prints the notes of suggestions for a person, and drops suggestions that have nothing else.
func (a *app) noted(all iter.Seq2[api.Suggestion, error]) iter.Seq2[api.Suggestion, error] {
	return func(yield func(api.Suggestion, error) bool) {
		for p, err := range all {
			for _, note := range p.Notes {
				if !a.json {
					a.note("%s", spar.Phrase(printable(note)))
				}
			}
			if (a.json || err != nil || p.Tag != "") && !yield(p, err) {
				return
			}
		}
	}
}

func evidenceText(list []api.TagEvidence) string {
	var said []string
	for _, e := range list {
		if e.Open != "" {
			said = append(said, e.Text+" ("+e.Open+")")
			continue
		}
		said = append(said, e.Text)
	}
	return strings.Join(said, "; ")
}

// reviewCommand is `spar tag review`.
func (a *app) reviewCommand() *cobra.Command {
	var q api.QueueQuery
	var sources, counts, accept, reject bool
	cmd := a.selecting(&cobra.Command{
		Use: "review [TAG]", Short: "Judge automatic tags one after the other, those first that teach most", Args: cobra.MaximumNArgs(1),
		Long: "Review asks of each tag that waits for judgement, in the order of what a judgement teaches: those of which SPAR is least sure, and between them a\n" +
			"sample, by which the precision of each source is told (--sources). Answer with a letter and Enter: a accepts, r rejects, s skips, q ends; A and R\n" +
			"judge the tag on all files of the folder. With --json the queue is printed, and nothing is asked. What people judge is learnt from: later\nproposals have chances that were fitted to it. --counts says what waits, by tag, source and folder; --accept-all and --reject-all judge all that\nthe other flags leave at once, as a batch that `spar tag batch undo` takes back.",
		Example: "  spar tag review\n  spar tag review Contract --path 'legal/**' --sort likeliest\n  spar tag review --counts --source encoder\n  spar tag review Contract --folder docs:legal --accept-all\n  spar tag review --sources",
	}, func(ctx context.Context, s *service.Service, who spar.Principal, text string, args []string) error {
		if sources {
			list, err := s.ReviewSources(ctx, who)
			return printRows(a, oneByOne(list, err), func(r api.ReviewSource) []any {
				stopped := ""
				if r.Stopped {
					stopped = "stopped: surely below one half"
				}
				return []any{strings.TrimSpace(r.Kind + " " + r.Name), fmt.Sprintf("%d waiting", r.Waiting), fmt.Sprintf("%d judged", r.Judged),
					fmt.Sprintf("%d of %d of the sample accepted (%.2f to %.2f)", r.Accepted, r.Sampled, r.Low, r.High), stopped}
			})
		}
		q.Tag, q.Scope = strings.Join(args, ""), text
		switch {
		case accept && reject:
			return spar.Errorf(spar.Invalid, "proposals are accepted or rejected, not both")
		case counts:
			return result(s.CountPending(ctx, who, q.PendingQuery))(a, a.printPendingCounts)
		case accept, reject:
			review := spar.Accepted
			if reject {
				review = spar.Rejected
			}
			return result(s.JudgeAll(ctx, who, api.Judging{PendingQuery: q.PendingQuery, Review: review}))(a, func(done api.Judged) {
				fmt.Fprintf(a.out, "%s %s\n", done.Review, plural(done.Changed, "proposal", "proposals"))
				if done.Batch != 0 {
					a.note("spar tag batch undo %d takes that back", done.Batch)
				}
			})
		}
		queue, err := s.ReviewQueue(ctx, who, q)
		if a.json || err != nil {
			return printRows(a, oneByOne(queue, err), func(api.Queued) []any { return nil })
		}
		return a.judge(ctx, s, who, q.PendingQuery, queue)
	})
	cmd.Flags().IntVar(&q.Most, "most", 0, "proposals to ask of; 50 if not given")
	cmd.Flags().StringVar(&q.Source, "source", "", "what proposed them: rule, sidecar, encoder, model")
	cmd.Flags().StringVar(&q.Folder, "folder", "", "of this folder and below, as share:folder")
	cmd.Flags().StringVar(&q.Sort, "sort", "", "teaches, likeliest, newest or path; if not given what teaches most, with a sample between")
	cmd.Flags().BoolVar(&counts, "counts", false, "say how many wait, by tag, source and folder")
	cmd.Flags().BoolVar(&accept, "accept-all", false, "accept all of them at once")
	cmd.Flags().BoolVar(&reject, "reject-all", false, "reject all of them at once")
	cmd.Flags().BoolVar(&sources, "sources", false, "say how often people accept what each source proposes")
	return cmd
}

func (a *app) printPendingCounts(c api.PendingCounts) {
	if c.Known == 0 && c.Total == 0 {
		fmt.Fprintln(a.out, "there are no tags yet, so that nothing can be proposed")
		a.note("spar taxonomy import brings a vocabulary; spar tag group finds groups of files to make tags of")
		return
	}
	fmt.Fprintf(a.out, "%s for judgement\n", plural(c.Total, "proposal waits", "proposals wait"))
	t := a.table()
	for _, of := range []struct {
		what string
		list []api.PendingCount
	}{{"tag", c.Tags}, {"source", c.Sources}, {"folder", c.Folders}} {
		for _, one := range of.list {
			t.row(of.what, thousands(one.Count), one.Name)
		}
	}
	_ = t.flush()
}

// judge asks about proposals, and stores each judgement at once.
func (a *app) judge(ctx context.Context, s *service.Service, who spar.Principal, q api.PendingQuery, queue []api.Queued) error {
	if len(queue) == 0 {
		fmt.Fprintln(a.out, "nothing waits for judgement")
		return nil
	}
	in := bufio.NewReader(a.in)
	counts := map[spar.Review]int{}
	grouped := map[string]bool{}
	end := func() error {
		fmt.Fprintf(a.out, "%s accepted, %s rejected\n", thousands(counts[spar.Accepted]), thousands(counts[spar.Rejected]))
		return nil
	}
	for i := 0; i < len(queue); {
		p := queue[i]
		group := p.Tag + "\x00" + p.Share + "\x00" + path.Dir(p.Path.Name)
		if grouped[group] {
			i++
			continue
		}
		fmt.Fprintf(a.out, "%d/%d  %s  on  %s  (%s, %.2f)\n", i+1, len(queue), printable(p.Tag), fileText(p.FileName), p.Origin, p.Confidence)
		if p.Evidence != "" {
			fmt.Fprintln(a.out, "     "+printable(p.Evidence))
		}
		keys := "[a]ccept [r]eject [s]kip [q]uit"
		if p.Group > 1 {
			keys += fmt.Sprintf("; [A] or [R] for all %d of the folder", p.Group)
		}
		fmt.Fprint(a.out, "     "+keys+": ")
		line, err := in.ReadString('\n')
		key := strings.TrimSpace(line)
		if key == "" && err == io.EOF {
			fmt.Fprintln(a.out)
			return end()
		}
		if err != nil && err != io.EOF {
			return err
		}
		review := spar.Accepted
		switch key {
		case "s":
			i++
			continue
		case "q":
			return end()
		case "r", "R":
			review = spar.Rejected
		case "a", "A":
		default:
			fmt.Fprintf(a.out, "     %q is none of the letters\n", printable(key))
			continue
		}
		i++
		if key == "A" || key == "R" {
			target, err := groupOf(ctx, s, who, q, p)
			if err != nil {
				return err
			}
			done, err := s.ReviewAll(ctx, who, p.Tag, target, review)
			if err != nil {
				return err
			}
			counts[review] += done.Changed
			grouped[group] = true
			continue
		}
		if _, err := s.Review(ctx, who, p.Share+":"+p.Path.Name, p.Tag, review); err != nil {
			return err
		}
		counts[review]++
	}
	return end()
}

// groupOf are the files of the folder of a proposal on which the same tag waits.
func groupOf(ctx context.Context, s *service.Service, who spar.Principal, q api.PendingQuery, of api.Queued) (t api.Target, err error) {
	q.Tag = of.Tag
	for p, err := range s.Pending(ctx, who, q) {
		if err != nil {
			return t, err
		}
		if p.Share == of.Share && path.Dir(p.Path.Name) == path.Dir(of.Path.Name) {
			t.Files = append(t.Files, p.Share+":"+p.Path.Name)
		}
	}
	return t, nil
}
