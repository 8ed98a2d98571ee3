package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/sparsearch/spar/eval/tabular"
	"github.com/sparsearch/spar/internal/table"
)

// A mutatedReport sums up the mutants of one operation.
type mutatedReport struct {
	Op       string `json:"op"`
	Harmless bool   `json:"harmless"` // the meaning stays the same, so the answer should, too
	Mutants  int    `json:"mutants"`
	Unheeded int    `json:"unheeded"` // answered by the plan of the unchanged question
	Changed  int    `json:"changed"`
	Refused  int    `json:"refused"`
}

// writeMutated writes answered mutants, and harmless ones that are not answered, to a file; "" for none.
func writeMutated(faults string, list []tabular.Mutated) error {
	if faults == "" {
		return nil
	}
	f, err := os.Create(faults)
	if err != nil {
		return err
	}
	for _, m := range list {
		if m.Outcome != tabular.Refused && !m.Harmless || m.Harmless && m.Outcome != tabular.Unheeded {
			fmt.Fprintf(f, "%s | %s | %s | %s | %s | %s\n", m.Op, m.Outcome, m.Text, m.Before, m.Plan, m.Now)
		}
	}
	return f.Close()
}

// cheated counts the accepted plans of three scripted models: an honest one, one that is silent about a word, and one that explains
// it away.
func (p *program) cheated(ctx context.Context, planner *table.Planner, judged []tabular.Judged, nth int, faults string) error {
	honest, silent, excusing, err := tabular.Cheated(ctx, planner, every(judged, nth))
	if err != nil {
		return err
	}
	if err := writeMutated(faults, slices.Concat(honest, silent, excusing)); err != nil {
		return err
	}
	type row struct {
		Model string `json:"model"`
		Plans int    `json:"plans"`
		Taken int    `json:"taken"`
	}
	var out []row
	for i, list := range [][]tabular.Mutated{honest, silent, excusing} {
		r := row{Model: []string{"honest", "silent about a word", "explains a word away"}[i]}
		for _, m := range list {
			if r.Plans++; m.Outcome == tabular.Unheeded {
				r.Taken++
			}
		}
		out = append(out, r)
	}
	return p.print(map[string]any{"models": out}, func(w io.Writer) error {
		fmt.Fprintln(w, "model                  plans  taken")
		for _, r := range out {
			fmt.Fprintf(w, "%-21s %6d %6d\n", r.Model, r.Plans, r.Taken)
		}
		return nil
	})
}

// mutated changes a word in every nth question that is answered right, and reports the new answers.
func (p *program) mutated(ctx context.Context, planner *table.Planner, judged []tabular.Judged, nth int, faults string) error {
	list, err := tabular.Mutate(ctx, planner, every(judged, nth))
	if err != nil {
		return err
	}
	if err := writeMutated(faults, list); err != nil {
		return err
	}
	var out []mutatedReport
	all := mutatedReport{Op: "all"}
	for _, m := range list {
		if len(out) == 0 || out[len(out)-1].Op != m.Op {
			out = append(out, mutatedReport{Op: m.Op, Harmless: m.Harmless})
		}
		into := []*mutatedReport{&out[len(out)-1]}
		if !m.Harmless {
			into = append(into, &all)
		}
		for _, r := range into {
			r.Mutants++
			switch m.Outcome {
			case tabular.Unheeded:
				r.Unheeded++
			case tabular.Changed:
				r.Changed++
			default:
				r.Refused++
			}
		}
	}
	out = append(out, all)
	return p.print(map[string]any{"operations": out}, func(w io.Writer) error {
		fmt.Fprintln(w, "operation                           mutants  unheeded  changed  refused")
		for _, r := range out {
			fmt.Fprintf(w, "%-34s %8d %9d %8d %8d\n", r.Op, r.Mutants, r.Unheeded, r.Changed, r.Refused)
		}
		return nil
	})
}
