package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/sparsearch/spar/eval/commands"
	"github.com/sparsearch/spar/eval/door"
	"github.com/sparsearch/spar/eval/public"
	"github.com/sparsearch/spar/eval/tabular"
	"github.com/sparsearch/spar/internal/llm"
	"github.com/sparsearch/spar/internal/table"
	"github.com/spf13/cobra"
)

// modelled has the flags of measurements with a language model.
type modelled struct {
	url, model, replies string
	draw                int
	seed                uint64
}

func (m *modelled) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&m.url, "llm", "", "`URL` of a language model's server, which is asked, too")
	f.StringVar(&m.model, "llm-model", "model", "its name there")
	f.StringVar(&m.replies, "replies", ".cache/replies", "`FOLDER` that keeps its replies, so that nothing is asked twice")
	f.IntVar(&m.draw, "draw", 40, "how many it is asked, drawn by seed")
	f.Uint64Var(&m.seed, "draw-seed", 1, "of the drawing")
}

// client returns a client of the model that keeps its replies.
func (m *modelled) client(ctx context.Context) (*llm.Client, error) {
	r, err := door.NewRelay(ctx, m.url, m.model, m.replies)
	if err != nil {
		return nil, err
	}
	return r.Client()
}

// plans measures a model that writes plans; it writes each question with what came of it to a file, if one is named.
func (m *modelled) plans(ctx context.Context, p *program, planner *table.Planner, judged []tabular.Judged, faults string) error {
	client, err := m.client(ctx)
	if err != nil {
		return err
	}
	log := io.Discard
	if faults != "" {
		f, err := os.Create(faults)
		if err != nil {
			return err
		}
		defer f.Close()
		log = f
	}
	list, err := tabular.Modelling(ctx, planner, client, judged, m.draw, m.seed, log)
	if err != nil {
		return err
	}
	return p.print(list, func(w io.Writer) error {
		fmt.Fprintln(w, "right, wrong, refused    asked    planner  any plan     taken  confirmed       both  ahead")
		for _, g := range list {
			fmt.Fprintf(w, "%-24s %5d %10s %9s %9s %10s %10s  %+.3f (%+.3f to %+.3f)\n", g.Name, g.Asked, fmt.Sprint(g.Planner), fmt.Sprint(g.Unchecked), fmt.Sprint(g.Taken),
				fmt.Sprint(g.Confirmed), fmt.Sprint(g.Both), g.Ahead.Mean, g.Ahead.Low, g.Ahead.High)
		}
		return nil
	})
}

// sentences measures a model that reads sentences.
func (m *modelled) sentences(ctx context.Context, p *program, half string) error {
	client, err := m.client(ctx)
	if err != nil {
		return err
	}
	list, err := commands.Modelling(ctx, os.Getenv(public.DataEnv), half, client, m.draw, m.seed)
	if err != nil {
		return err
	}
	return p.print(list, func(w io.Writer) error {
		for _, g := range list {
			fmt.Fprintf(w, "%s: %d sentences, %d replies are no claims\n         exact  slots F1  files F1  wrong wall  proposed  better  worse\n", g.Name, g.N, g.Failed)
			for i, s := range []commands.Score{g.Rules, g.Whole, g.Each} {
				fmt.Fprintf(w, "%-8s %.3f %9.3f %9.3f %11.3f", []string{"rules", "whole", "each"}[i], s.Structure, s.Slots, s.FileF1, s.Wall)
				if i > 0 {
					fmt.Fprintf(w, " %9d %7d %6d", g.Proposed[i-1], g.Better[i-1], g.Worse[i-1])
				}
				fmt.Fprintln(w)
			}
		}
		return nil
	})
}
