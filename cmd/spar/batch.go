package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/spf13/cobra"
)

func (a *app) batchCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "batch", Short: "Inspect and undo what was tagged automatically", Args: cobra.NoArgs,
		Long: `Every automatic run of a rule, a sidecar or a pattern is a batch. What is left of it, after later runs have replaced and
withdrawn, can be looked at, looked into at random, and undone.`,
		Example: "  spar batch list\n  spar batch sample 12 -n 20\n  spar batch undo 12",
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	list := &cobra.Command{
		Use: "list", Short: "List the batches, the newest first", Args: cobra.NoArgs, Example: "  spar batch list",
		RunE: func(cmd *cobra.Command, _ []string) error {
			e, err := a.engine(cmd)
			if err != nil {
				return err
			}
			batches, err := e.Catalog.Batches(cmd.Context())
			if err != nil {
				return err
			}
			t := a.table()
			for _, b := range batches {
				if a.json {
					if err := a.printJSON(batchJSON(b)); err != nil {
						return err
					}
					continue
				}
				t.row(b.ID, b.Started.Format(time.DateTime), b.Kind, b.Name, plural(b.Files, "file", "files"), plural(b.Assignments, "tag", "tags"),
					plural(b.Attributes, "attribute", "attributes"), batchState(b))
			}
			return t.flush()
		},
	}
	show := &cobra.Command{
		Use: "show BATCH", Short: "Show what a batch was and what is left of it", Args: cobra.ExactArgs(1), Example: "  spar batch show 12",
		RunE: func(cmd *cobra.Command, args []string) error {
			e, id, err := a.batch(cmd, args[0])
			if err != nil {
				return err
			}
			b, err := e.Catalog.Batch(cmd.Context(), id)
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(batchJSON(b))
			}
			t := a.table()
			t.row("batch", b.ID)
			t.row("made by", b.Kind+" "+b.Name)
			t.row("what", b.Detail)
			t.row("begun", b.Started.Format(time.DateTime))
			t.row("state", batchState(b))
			t.row("files", thousands(b.Files))
			t.row("tags", thousands(b.Assignments))
			t.row("attributes", thousands(b.Attributes))
			return t.flush()
		},
	}
	var n int
	var seed uint64
	sample := &cobra.Command{
		Use: "sample BATCH", Short: "Show some of what a batch made, drawn at random", Args: cobra.ExactArgs(1),
		Example: "  spar batch sample 12 -n 20\n  spar batch sample 12 --seed 7",
		RunE:    func(cmd *cobra.Command, args []string) error { return a.sampleBatch(cmd, args[0], n, seed) },
	}
	sample.Flags().IntVarP(&n, "number", "n", 20, "how many files")
	sample.Flags().Uint64Var(&seed, "seed", 1, "the same number draws the same files")
	undo := &cobra.Command{
		Use: "undo BATCH", Short: "Take back what is left of a batch; what people judged stays", Args: cobra.ExactArgs(1),
		Long: `Undo takes back the tags and attributes that are left of a batch, save those that a person accepted. Its rule or sidecar
is not applied again by itself, until it changes or ` + "`spar rule apply NAME`" + ` asks for it.`,
		Example: "  spar batch undo 12",
		RunE: func(cmd *cobra.Command, args []string) error {
			e, id, err := a.batch(cmd, args[0])
			if err != nil {
				return err
			}
			u, err := e.Catalog.UndoBatch(cmd.Context(), id)
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(map[string]any{"schema": "spar.batch.undo/1", "batch": id, "tags": u.Assignments, "attributes": u.Attributes, "kept": u.Kept})
			}
			fmt.Fprintf(a.out, "took back %s and %s; %s that people judged stay\n", plural(u.Assignments, "tag", "tags"), plural(u.Attributes, "attribute", "attributes"), thousands(u.Kept))
			return nil
		},
	}
	cmd.AddCommand(list, show, sample, undo)
	return cmd
}

// batch opens the engine for a command on the batch that an argument numbers.
func (a *app) batch(cmd *cobra.Command, arg string) (*engine.Engine, spar.BatchID, error) {
	e, err := a.engine(cmd)
	if err != nil {
		return nil, 0, err
	}
	id, err := batchID(arg)
	return e, id, err
}

func batchID(text string) (spar.BatchID, error) {
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil || n == 0 {
		return 0, spar.Errorf(spar.Invalid, "%q is not the number of a batch; `spar batch list` lists them", text)
	}
	return spar.BatchID(n), nil
}

func batchState(b catalog.Batch) string {
	switch {
	case !b.Undone.IsZero():
		return "undone " + b.Undone.Format(time.DateTime)
	case b.Ended.IsZero():
		return "not ended"
	}
	return "holds"
}

type batchOut struct {
	Schema     string     `json:"schema"`
	Batch      uint32     `json:"batch"`
	Kind       string     `json:"kind"`
	Name       string     `json:"name"`
	Detail     string     `json:"detail"`
	Started    time.Time  `json:"started"`
	Ended      *time.Time `json:"ended,omitempty"`
	Undone     *time.Time `json:"undone,omitempty"`
	Files      int        `json:"files"`
	Tags       int        `json:"tags"`
	Attributes int        `json:"attributes"`
}

func batchJSON(b catalog.Batch) batchOut {
	when := func(t time.Time) *time.Time {
		if t.IsZero() {
			return nil
		}
		return &t
	}
	return batchOut{"spar.batch/1", uint32(b.ID), b.Kind, b.Name, b.Detail, b.Started, when(b.Ended), when(b.Undone), b.Files, b.Assignments, b.Attributes}
}

// sampleBatch prints what a batch made of some of its files, of those that who asks may know of.
func (a *app) sampleBatch(cmd *cobra.Command, arg string, n int, seed uint64) error {
	if n < 1 {
		return spar.Errorf(spar.Invalid, "--number must be at least 1")
	}
	id, err := batchID(arg)
	if err != nil {
		return err
	}
	l, err := a.look(cmd)
	if err != nil {
		return err
	}
	if _, err := l.e.Catalog.Batch(cmd.Context(), id); err != nil {
		return err
	}
	seen, err := l.visible()
	if err != nil {
		return err
	}
	names := l.names()
	type line struct {
		file       spar.FileID
		Tag        string  `json:"tag,omitempty"`
		Key        string  `json:"key,omitempty"`
		Value      string  `json:"value,omitempty"`
		Confidence float64 `json:"confidence,omitempty"`
		Evidence   string  `json:"evidence,omitempty"`
		Review     string  `json:"review,omitempty"`
	}
	made := map[spar.FileID][]line{}
	var files []spar.FileID
	add := func(one line) {
		if !seen.Contains(uint32(one.file)) {
			return
		}
		if made[one.file] == nil {
			files = append(files, one.file)
		}
		made[one.file] = append(made[one.file], one)
	}
	for x, err := range l.e.Catalog.AssignmentsIn(cmd.Context(), id) {
		if err != nil {
			return err
		}
		add(line{file: x.File, Tag: names[x.Tag], Confidence: x.Confidence, Evidence: x.Evidence, Review: string(x.Review)})
	}
	for x, err := range l.e.Catalog.AttributesIn(cmd.Context(), id) {
		if err != nil {
			return err
		}
		add(line{file: x.File, Key: x.Key, Value: x.Value.String()})
	}
	slices.Sort(files)
	random := rand.New(rand.NewPCG(seed, 0))
	random.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
	files = files[:min(n, len(files))]
	for _, id := range files {
		f, _ := l.snapshot.File(id)
		if a.json {
			if err := a.printJSON(struct {
				Schema string `json:"schema"`
				Share  string `json:"share"`
				pathJSON
				Made []line `json:"made"`
			}{"spar.batch.sample/1", f.Share, asPath(f.Path), made[id]}); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(a.out, "%s:%s\n", f.Share, printable(f.Path))
		for _, one := range made[id] {
			switch {
			case one.Tag != "":
				fmt.Fprintf(a.out, "  %s  %s\n", printable(one.Tag), printable(one.Evidence))
			default:
				fmt.Fprintf(a.out, "  %s: %s\n", printable(one.Key), printable(one.Value))
			}
		}
	}
	return nil
}
