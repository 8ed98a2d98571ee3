package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/sparsearch/spar/eval/tabular"
)

// printTold prints the results of a half's questions about tables, by kind.
func (p *program) printTold(half string, told []tabular.Told, faults string) error {
	var list []kindReport
	all := kindReport{Kind: "all"}
	var wrong strings.Builder
	for _, t := range told {
		i := 0
		for i < len(list) && list[i].Kind != t.Kind {
			i++
		}
		if i == len(list) {
			list = append(list, kindReport{Kind: t.Kind})
		}
		for _, k := range []*kindReport{&list[i], &all} {
			k.Questions++
			switch {
			case t.Right:
				k.Right++
			case t.Refused:
				k.Refused++
			default:
				k.Wrong++
			}
			if t.Taken != "" {
				k.Possible++
			}
		}
		if !t.Right {
			fmt.Fprintf(&wrong, "%s %s: %s\n  of %s\n  taken for: %s\n  lacks: %s\n  %s\n\n", t.ID, t.Kind, t.Text, strings.Join(t.Tables, ", "), t.Taken, strings.Join(t.Lacks, "; "), strings.ReplaceAll(t.Answer, "\n", "\n  "))
		}
	}
	list = append(list, all)
	if faults != "" {
		if err := os.WriteFile(faults, []byte(wrong.String()), 0o644); err != nil {
			return err
		}
	}
	return p.print(map[string]any{"set": "about", "half": half, "kinds": list}, func(w io.Writer) error {
		fmt.Fprintln(w, "kind        questions  right  wrong  refused  about the table")
		for _, k := range list {
			fmt.Fprintf(w, "%-11s %9d %6d %6d %8d %16d\n", k.Kind, k.Questions, k.Right, k.Wrong, k.Refused, k.Possible)
		}
		return nil
	})
}
