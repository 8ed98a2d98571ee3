package main

import (
	"fmt"
	"io"

	"github.com/sparsearch/spar/eval"
	"github.com/sparsearch/spar/eval/door"
	"github.com/sparsearch/spar/eval/places"
	"github.com/spf13/cobra"
)

// placed counts the questions of a kind whose right file is first, and among the first three.
type placed struct{ of, first, three int }

func (p *program) placesCommand() *cobra.Command {
	var programs, folders []string
	var each int
	var seed uint64
	cmd := &cobra.Command{
		Use: "places", Short: "Measure whether a file is found by words that stand only in its path, its title or a heading",
		Long: `Places makes questions by rule about the text, Markdown and HTML files below folders: a word of the file's path, title or heading that its text lacks,
and two words of its text that other files have, too. It tells for each program how often the right file is first, how often among the first three,
and for each miss of the last program which summand of the score is furthest behind.`,
		Example: "  spar-eval places --program old=/usr/bin/spar --program new=bin/spar --share ./handbook",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			tell := cmd.OutOrStdout()
			fmt.Fprintf(tell, "%s. Questions whose right file is first, and among the first three.\n\n| program | folder | path | title | heading | all |\n|---|---|---|---|---|---|\n", eval.Machine())
			misses := ""
			for i, named := range programs {
				prog, err := door.Open(named)
				if err != nil {
					return err
				}
				for _, folder := range folders {
					list, err := places.Make(folder, each, seed)
					if err != nil {
						return err
					}
					var asked []string
					for _, q := range list {
						asked = append(asked, q.Text)
					}
					found, err := prog.Search(cmd.Context(), folder, asked)
					if err != nil {
						return err
					}
					counts := map[string]*placed{"path": {}, "title": {}, "heading": {}, "all": {}}
					for n, q := range list {
						place, why := placeOf(q.File, found[n])
						for _, kind := range []string{q.Kind, "all"} {
							counts[kind].add(place)
						}
						if (place == 0 || place > 3) && i == len(programs)-1 {
							misses += fmt.Sprintf("- %s: %s (%s): place %d%s\n", q.Kind, q.Text, q.File, place, why)
						}
					}
					fmt.Fprintf(tell, "| %s | %s | %s | %s | %s | %s |\n", prog.Name, folder, counts["path"], counts["title"], counts["heading"], counts["all"])
				}
			}
			_, err := io.WriteString(tell, "\nMisses of the last program, 0 where the file is not among 50 passages:\n\n"+misses)
			return err
		},
	}
	cmd.Flags().StringArrayVar(&programs, "program", nil, "a program that is asked, as `NAME=PATH`")
	cmd.Flags().StringArrayVar(&folders, "share", nil, "a `FOLDER` that it is asked about")
	cmd.Flags().IntVar(&each, "each", 10, "questions of each kind about a folder, at most")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "of the draw")
	return cmd
}

func (p *placed) add(place int) {
	p.of++
	if place == 1 {
		p.first++
	}
	if 0 < place && place <= 3 {
		p.three++
	}
}

// String returns the counts.
func (p *placed) String() string { return fmt.Sprintf("%d, %d of %d", p.first, p.three, p.of) }

// placeOf returns the rank of a file among the files of hits, 0 if it is missing. why names the summand of the score where its best
// passage is furthest behind the first hit.
func placeOf(file string, hits []door.Hit) (place int, why string) {
	var files []string
	seen := map[string]bool{}
	for _, h := range hits {
		if !seen[h.Path] {
			seen[h.Path] = true
			files = append(files, h.Path)
		}
		if h.Path != file {
			continue
		}
		most := 0.
		for part, first := range hits[0].Parts {
			if behind := first - h.Parts[part]; behind > most {
				most, why = behind, fmt.Sprintf(", %s is %.2f behind", part, behind)
			}
		}
		return len(files), why
	}
	return 0, ""
}
