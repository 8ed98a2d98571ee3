package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/sparsearch/spar/eval"
	"github.com/sparsearch/spar/internal/calibrate"
	"github.com/sparsearch/spar/internal/measure"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

// A replaying has the results of spar-eval replay.
type replaying struct {
	Sets  []*eval.Replay `json:"sets,omitempty"` // only sets replayed now, not sets with kept observations
	Trust eval.Trust     `json:"trust"`
}

func (r replaying) WriteText(w io.Writer) error {
	for _, set := range r.Sets {
		if err := set.WriteText(w); err != nil {
			return err
		}
	}
	return r.Trust.WriteText(w)
}

func (p *program) replayCommand() *cobra.Command {
	var o eval.ReplayOptions
	var fit, model, picture, keep string
	cmd := &cobra.Command{
		Use: "replay SET[:NAMES]...", Short: "Measure what questions find when only a part of the files has been read",
		Long: `Replay asks the questions of sets of the first files of the order of reading, of a random order and of that of the folders. It
compares the stated chance that an unread file holds something better with what came about: the expected calibration error over ten
bins of equal mass, and the Brier score beside that of the best constant. And it says how much is read when a question stops as soon
as this chance is low enough, and how often the best passage is then that of all files.

A set is a folder or a public set. Behind it may stand how its files are to be called: half keeps every other word of their names,
few the first two, numbers none.

--fit writes a model of the chance that is fitted to the observations, as internal/calibrate/better.json has it. --keep writes the
observations down, and takes them from there the next time.`,
		Example: "  spar-eval replay scifact --cache .cache/eval --most 150\n  spar-eval replay scifact:half tatqa --cache .cache/eval --keep rows --fit better.json",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.Dir = p.cache; o.Dir == "" {
				if o.Dir, err = os.MkdirTemp("", "spar-eval-"); err != nil {
					return err
				}
				defer os.RemoveAll(o.Dir)
			}
			var out replaying
			var rows []eval.ReplayRow
			for _, name := range args {
				some, replay, err := p.observed(cmd.Context(), name, keep, o)
				if err != nil {
					return err
				}
				if rows = append(rows, some...); replay != nil {
					out.Sets = append(out.Sets, replay)
				}
			}
			by, err := calibrate.StatedBetter()
			if model != "" {
				var b []byte
				if b, err = os.ReadFile(model); err == nil {
					err = json.Unmarshal(b, &by)
				}
				if err == nil {
					err = by.Check(calibrate.BetterSigns)
				}
			}
			if err != nil && fit == "" {
				return spar.Errorf(spar.Invalid, "the model cannot be read: %w", err)
			}
			if fit != "" {
				by = eval.FitBetter(rows)
				if err := writeJSON(fit, by); err != nil {
					return err
				}
			}
			out.Trust = eval.NewTrust(rows, by)
			if picture != "" {
				f, err := os.Create(picture)
				if err != nil {
					return spar.Errorf(spar.Invalid, "the picture cannot be written: %w", err)
				}
				if err := errors.Join(out.Trust.WriteSVG(f), f.Close()); err != nil {
					return err
				}
			}
			return p.print(out, out.WriteText)
		},
	}
	cmd.Flags().IntVar(&o.Most, "most", 0, "questions of a set at most, drawn evenly; 0 for all")
	cmd.Flags().BoolVar(&o.OrderOnly, "order-only", false, "no random order, and not that of the folders")
	cmd.Flags().StringVar(&fit, "fit", "", "file to write a model to that is fitted to what was observed; it is then judged by the same")
	cmd.Flags().StringVar(&model, "model", "", "file of a model that states the chances instead of the product's own")
	cmd.Flags().StringVar(&picture, "svg", "", "file to draw the reliability diagram to")
	cmd.Flags().StringVar(&keep, "keep", "", "folder in which to keep what was observed")
	return cmd
}

// observed replays a set, or takes its kept observations from a folder.
func (p *program) observed(ctx context.Context, name, keep string, o eval.ReplayOptions) ([]eval.ReplayRow, *eval.Replay, error) {
	of, names, err := measure.SetAndNaming(name)
	if err != nil {
		return nil, nil, err
	}
	kept := filepath.Join(keep, strings.NewReplacer("/", "_", ":", "_").Replace(name)+".jsonl")
	if _, err := os.Stat(kept); keep != "" && err == nil {
		rows, err := eval.ReadRows(kept)
		return rows, nil, err
	}
	set, err := p.set(ctx, of)
	if err != nil {
		return nil, nil, err
	}
	o.Names = names
	replay, err := eval.MeasureReplay(ctx, set, o)
	if err != nil || keep == "" {
		return rowsOf(replay), replay, err
	}
	if err := os.MkdirAll(keep, 0o700); err != nil {
		return nil, nil, err
	}
	f, err := os.Create(kept)
	if err != nil {
		return nil, nil, err
	}
	return replay.Rows, replay, errors.Join(eval.WriteRows(f, replay.Rows), f.Close())
}

func rowsOf(r *eval.Replay) []eval.ReplayRow {
	if r == nil {
		return nil
	}
	return r.Rows
}
