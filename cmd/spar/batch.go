package main

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/spf13/cobra"
)

func (a *app) batchCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "batch", Short: "Inspect and undo what was tagged automatically",
		Long: `Every automatic run of a rule, a sidecar or a pattern is a batch. What is left of it, after later runs have replaced and
withdrawn, can be looked at, looked into at random, and undone.`,
		Example: "  spar batch list\n  spar batch sample 12 -n 20\n  spar batch undo 12"}
	list := &cobra.Command{
		Use: "list", Short: "List the batches, the newest first", Args: cobra.NoArgs, Example: "  spar batch list",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
			return printRows(a, oneByOne(s.Batches(ctx, who)), func(b api.Batch) []any {
				return []any{b.Batch, b.Started.Format(time.DateTime), b.Kind, b.Name, plural(b.Files, "file", "files"), plural(b.Tags, "tag", "tags"),
					plural(b.Attributes, "attribute", "attributes"), batchState(b)}
			})
		}),
	}
	show := &cobra.Command{
		Use: "show BATCH", Short: "Show what a batch was and what is left of it", Example: "  spar batch show 12",
		RunE: a.ofBatch(func(ctx context.Context, s *service.Service, who spar.Principal, id spar.BatchID) error {
			b, err := s.Batch(ctx, who, id)
			return printOne(a, b, err, func() {
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
		Example: "  spar batch sample 12 -n 20\n  spar batch sample 12 --seed 7",
		RunE: a.ofBatch(func(ctx context.Context, s *service.Service, who spar.Principal, id spar.BatchID) error {
			_, err := printAll(a, oneByOne(s.SampleBatch(ctx, who, id, n, seed)), a.printSample)
			return err
		}),
	}
	sample.Flags().IntVarP(&n, "number", "n", 20, "how many files")
	sample.Flags().Uint64Var(&seed, "seed", 1, "the same number draws the same files")
	undo := &cobra.Command{
		Use: "undo BATCH", Short: "Take back what is left of a batch; what people judged stays",
		Long: `Undo takes back the tags and attributes that are left of a batch, save those that a person accepted. Its rule or sidecar
is not applied again by itself, until it changes or ` + "`spar rule apply NAME`" + ` asks for it.`,
		Example: "  spar batch undo 12",
		RunE: a.ofBatch(func(ctx context.Context, s *service.Service, who spar.Principal, id spar.BatchID) error {
			u, err := s.UndoBatch(ctx, who, id)
			return printOne(a, u, err, func() {
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
			return spar.Errorf(spar.Invalid, "%q is not the number of a batch; `spar batch list` lists them", args[0])
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
