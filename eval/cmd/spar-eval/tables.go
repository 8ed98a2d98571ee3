package main

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/sparsearch/spar/eval/public"
	"github.com/sparsearch/spar/eval/tabular"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/table"
	"github.com/spf13/cobra"
)

// tablesReport sums up the answers to a set of questions over tables.
type tablesReport struct {
	Set       string          `json:"set"`
	Questions int             `json:"questions"`
	Possible  float64         `json:"possible"` // questions for which some plan is right
	Right     float64         `json:"right"`    // share of all questions, if all are answered
	Curve     []tabular.Point `json:"curve"`

	Whole      int `json:"whole"` // questions whose every word is understood
	WholeRight int `json:"whole_right"`

	Answered      int `json:"answered"` // questions that are not refused
	AnsweredRight int `json:"answered_right"`
}

func (p *program) tablesCommand() *cobra.Command {
	var set, half, lang, fit, faults, weights, meaning string
	var invented, part, mutate int
	var written bool
	var m modelled
	o := tabular.FitOptions{Log: os.Stderr, Workers: runtime.NumCPU()}
	cmd := &cobra.Command{
		Use: "tables", Short: "Measure computed answers over tables",
		Long: `Tables plans each question of a set over its table and compares the answers with the gold.

With --fit it fits the weights of the planner on the training half of WikiTableQuestions, nine tenths of its tables, measures on the
tenth, and writes them to a file, which internal/table has as weights.json.gz.

With --mutate it changes, adds or takes away one word that bears meaning in each question that is answered right ("in Leeds" becomes "not in
Leeds"), and counts how many of these are still answered by the same plan: each is a wrong answer. With --written the plan of the question before is
checked as one that a model wrote: it is silent about the changed word, or says that it stands for something else of the plan.`,
		Example: "  SPAR_EVAL_DATA=/data spar-eval tables --set wikitables\n" +
			"  SPAR_EVAL_DATA=/data spar-eval tables --set ibm --half carried --meaning none\n" +
			"  spar-eval tables --set office --half g --mutate 1 --faults unheeded.txt\n" +
			"  SPAR_EVAL_DATA=/data spar-eval tables --set wikitables --fit internal/table/weights.json.gz",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			dir := os.Getenv(public.DataEnv)
			if dir == "" && set != "office" && set != "phrasings" && set != "tongues" {
				return spar.Errorf(spar.Invalid, "%s does not say where the data is", public.DataEnv)
			}
			if fit != "" {
				half = "train"
			}
			var given map[string]float64
			if weights != "" {
				var err error
				if given, err = readWeights(weights); err != nil {
					return err
				}
			}
			weighed := table.NewPlanner(given)
			switch meaning {
			case "light":
				weighed = weighed.WithMeaning(func() (table.Encoder, error) { return embed.BuiltInLight(embed.Options{}) })
			case "precise":
				weighed = weighed.WithMeaning(func() (table.Encoder, error) { return embed.Precise(embed.Options{}) })
			case "none":
			default:
				return spar.Errorf(spar.Invalid, "--meaning is light, precise or none, not %s", meaning)
			}
			if set == "about" {
				if half == "dev" {
					half = "a"
				}
				o, err := reading()
				if err != nil {
					return err
				}
				told, err := tabular.About(cmd.Context(), dir, half, o)
				if err != nil {
					return err
				}
				return p.printTold(half, told, faults)
			}
			if set == "tongues" {
				if half == "dev" {
					half = "a"
				}
				o, err := reading()
				if err != nil {
					return err
				}
				judged, err := tabular.Tongues(cmd.Context(), half, lang, o)
				if err != nil {
					return err
				}
				return p.printKinds(set, half, judged, faults)
			}
			if set == "office" || set == "phrasings" {
				if half == "dev" {
					half = "a"
				}
				of := tabular.Office
				if set == "phrasings" {
					of = func(ctx context.Context, p *table.Planner, half string) ([]tabular.Judged, error) {
						return tabular.Phrased(ctx, p, half, 3)
					}
				}
				judged, err := of(cmd.Context(), weighed, half)
				if err != nil {
					return err
				}
				if m.url != "" {
					return m.plans(cmd.Context(), p, weighed, judged, faults)
				}
				if mutate > 0 && written {
					return p.cheated(cmd.Context(), weighed, judged, mutate, faults)
				}
				if mutate > 0 {
					return p.mutated(cmd.Context(), weighed, judged, mutate, faults)
				}
				return p.printKinds(set, half, judged, faults)
			}
			if set == "ibm" {
				if half == "dev" {
					half = "a"
				}
				of := tabular.HR
				if half == "carried" {
					of = func(ctx context.Context, p *table.Planner, dir, _ string) ([]tabular.Judged, error) {
						return tabular.Carried(ctx, p, dir)
					}
				}
				judged, err := of(cmd.Context(), weighed, dir, half)
				if err != nil {
					return err
				}
				if m.url != "" {
					return m.plans(cmd.Context(), p, weighed, judged, faults)
				}
				if mutate > 0 && written {
					return p.cheated(cmd.Context(), weighed, judged, mutate, faults)
				}
				if mutate > 0 {
					return p.mutated(cmd.Context(), weighed, judged, mutate, faults)
				}
				return p.printKinds(set, half, judged, faults)
			}
			if set == "tatqa" {
				if half == "dev" {
					half = "odd"
				}
				list, err := tabular.Reports(cmd.Context(), dir, half)
				if err != nil {
					return err
				}
				judged, err := tabular.Judge(cmd.Context(), weighed, list, o.Workers)
				if err != nil {
					return err
				}
				return p.printReports(half, judged, faults)
			}
			list, err := tabular.Wiki(cmd.Context(), filepath.Join(dir, "wikitables"), half)
			if err != nil {
				return err
			}
			planner := weighed
			if half == "train" {
				var rest []tabular.Question
				if rest, list = tabular.Split(list); fit != "" {
					made, err := tabular.Made(cmd.Context(), invented)
					if err != nil {
						return err
					}
					reports, err := tabular.Reports(cmd.Context(), dir, "even")
					if err != nil {
						return err
					}
					o.From = given
					fitted, err := tabular.Fit(cmd.Context(), slices.Concat(every(rest, part), made, reports), o)
					if err != nil {
						return err
					}
					if err := writeWeights(fit, fitted); err != nil {
						return err
					}
					planner = table.NewPlanner(fitted)
				}
			}
			judged, err := tabular.Judge(cmd.Context(), planner, list, o.Workers)
			if err != nil {
				return err
			}
			if faults != "" {
				if err := writeFaults(faults, judged); err != nil {
					return err
				}
			}
			report := tablesReport{Set: set, Questions: len(judged), Curve: tabular.Curve(judged, .1, .2, .3, .4, .5, .6, .7, .8, .9, 1)}
			for _, j := range judged {
				if j.Whole {
					report.Whole++
					if j.Right {
						report.WholeRight++
					}
				}
				if j.Refused == "" {
					report.Answered++
					if j.Right {
						report.AnsweredRight++
					}
				}
				if j.Possible {
					report.Possible += 1 / float64(len(judged))
				}
				if j.Right {
					report.Right += 1 / float64(len(judged))
				}
			}
			return p.print(report, func(w io.Writer) error {
				fmt.Fprintf(w, "every word understood: %d, of which %d are right; answered: %d, of which %d are right\n", report.Whole, report.WholeRight, report.Answered, report.AnsweredRight)
				fmt.Fprintf(w, "%d questions; some plan is right for %.3f, the first for %.3f\nanswered  right  confidence\n", report.Questions, report.Possible, report.Right)
				for _, c := range report.Curve {
					fmt.Fprintf(w, "%8.2f  %.3f  %.3f\n", c.Answered, c.Right, c.Threshold)
				}
				return nil
			})
		},
	}
	cmd.Flags().StringVar(&set, "set", "wikitables", "wikitables, ibm, tatqa, office (invented registers), phrasings (each operation in five "+
		"ways of speaking, over invented tables), about (what tables are, and not what their rows say) or tongues (registers in German, French and Spanish)")
	cmd.Flags().StringVar(&lang, "lang", "", "of tongues: de, fr or es alone, by kind of question")
	cmd.Flags().StringVar(&half, "half", "dev",
		"of wikitables: dev, or train (the tenth of its tables that weights are not fitted on); of ibm: a (two wordings), b (the "+
			"third), c (others in five voices), carried (those of c, each voice without the phrases that it alone says), d to g (the "+
			"questions of a in the words of other people; e and g are for reporting); of office: a to l, of other registers (b, d, e, "+
			"h and j are for reporting); of phrasings: a or b, with other tables; of about and tongues: a, or b for reporting; of tatqa: odd, or even (which weights are fitted on)")
	m.add(cmd)
	cmd.Flags().BoolVar(&written, "written", false,
		"with --mutate: have scripted models write the plan of the question before, and count the plans that are taken")
	cmd.Flags().IntVar(&mutate, "mutate", 0,
		"of ibm, office and phrasings: change a word of every nth question that is answered right, and say what is answered then; "+
			"--faults writes those that are answered")
	cmd.Flags().StringVar(&meaning, "meaning", "light", "compare words that nothing explains by this encoder: light, precise or none")
	cmd.Flags().StringVar(&fit, "fit", "", "fit weights on the training half, and write them to this file")
	cmd.Flags().StringVar(&weights, "weights", "", "take weights from this file in place of the program's")
	cmd.Flags().StringVar(&faults, "faults", "", "write each question with its plan to this file")
	cmd.Flags().IntVar(&part, "part", 1, "fit on every nth question of the training half only; with --weights the fit goes on from these")
	cmd.Flags().IntVar(&invented, "made", 130, "questions of templates over each of 24 invented tables that the fit takes too")
	cmd.Flags().IntVar(&o.Rounds, "rounds", 8, "rounds of the fit")
	cmd.Flags().Float64Var(&o.Rate, "rate", 0.15, "rate of the fit")
	cmd.Flags().Float64Var(&o.Shrink, "shrink", 3e-5, "penalty of the fit")
	cmd.Flags().IntVar(&o.Least, "least", 8, "questions that must have a feature")
	cmd.Flags().IntVar(&o.Wrong, "wrong", 120, "wrong plans of a question that the fit takes at most")
	return cmd
}

func writeWeights(path string, weights map[string]float64) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	z, _ := gzip.NewWriterLevel(f, gzip.BestCompression)
	if err := json.NewEncoder(z).Encode(weights); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "%d weights\n", len(weights))
	return f.Close()
}

func writeFaults(path string, judged []tabular.Judged) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	for _, j := range judged {
		fmt.Fprintf(f, "%v%s%s possible=%v %.3f %s | %s | %q, gold %q %s, unit %q | %s | %s | %s | %s\n", j.Right,
			map[bool]string{true: " whole"}[j.Whole], map[bool]string{true: " refused"}[j.Refused != ""]+map[bool]string{true: " offered"}[j.Offered], j.Possible,
			j.Confidence, j.Kind, j.Question.Text, j.Answers[:min(5, len(j.Answers))], j.Question.Gold, j.Question.Scale, j.Unit,
			j.Plan, j.Refused, j.Question.File, j.Question.ID)
	}
	return nil
}

func readWeights(path string) (map[string]float64, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	weights := map[string]float64{}
	return weights, json.NewDecoder(z).Decode(&weights)
}

// A kindReport sums up the questions of a kind.
type kindReport struct {
	Kind      string `json:"kind"`
	Questions int    `json:"questions"`
	Right     int    `json:"right"`
	Wrong     int    `json:"wrong"`
	Refused   int    `json:"refused"` // refused though there is an answer
	Offered   int    `json:"offered"` // refused, and a reading offered with the refusal is right
	Possible  int    `json:"possible"`
}

func (p *program) printKinds(set, half string, judged []tabular.Judged, faults string) error {
	if faults != "" {
		if err := writeFaults(faults, judged); err != nil {
			return err
		}
	}
	var list []kindReport
	all := kindReport{Kind: "all"}
	for _, j := range judged {
		if len(list) == 0 || list[len(list)-1].Kind != j.Question.File {
			list = append(list, kindReport{Kind: j.Question.File})
		}
		for _, k := range []*kindReport{&list[len(list)-1], &all} {
			k.Questions++
			switch {
			case j.Refused != "" && len(j.Question.Gold) > 0:
				k.Refused++
			case j.Right:
				k.Right++
			default:
				k.Wrong++
			}
			if j.Offered {
				k.Offered++
			}
			if j.Possible {
				k.Possible++
			}
		}
	}
	list = append(list, all)
	return p.print(map[string]any{"set": set, "half": half, "kinds": list}, func(w io.Writer) error {
		fmt.Fprintln(w, "kind        questions  right  wrong  refused  offered  possible")
		for _, k := range list {
			fmt.Fprintf(w, "%-11s %9d %6d %6d %8d %8d %9d\n", k.Kind, k.Questions, k.Right, k.Wrong, k.Refused, k.Offered, k.Possible)
		}
		return nil
	})
}

// A reportsReport sums up the questions over report pages: computed figures, and single cells.
type reportsReport struct {
	Half      string          `json:"half"`
	Questions int             `json:"questions"`
	Possible  float64         `json:"possible"`
	Curve     []tabular.Point `json:"curve"`   // computed figures; right ones have the scale, too
	Figures   []tabular.Point `json:"figures"` // the same without regard to the scale
	Cells     int             `json:"cells"`
	CellRight float64         `json:"cell_right"` // share of questions for a cell answered by that cell
}

func (p *program) printReports(half string, judged []tabular.Judged, faults string) error {
	if faults != "" {
		if err := writeFaults(faults, judged); err != nil {
			return err
		}
	}
	r := reportsReport{Half: half}
	var computed, scaled []tabular.Judged
	for _, j := range judged {
		if !j.Question.Computed {
			r.Cells++
			if j.Right {
				r.CellRight++
			}
			continue
		}
		computed = append(computed, j)
		if j.Possible {
			r.Possible++
		}
		j.Right = j.Right && j.Scaled
		scaled = append(scaled, j)
	}
	r.Questions = len(computed)
	r.Possible /= float64(max(1, r.Questions))
	r.CellRight /= float64(max(1, r.Cells))
	shares := []float64{.1, .2, .3, .4, .5, .6, .7, .8, .9, 1}
	r.Curve, r.Figures = tabular.Curve(scaled, shares...), tabular.Curve(computed, shares...)
	return p.print(r, func(w io.Writer) error {
		fmt.Fprintf(w, "%d questions to compute; some plan is right for %.3f\nanswered  right  right but for the scale  confidence\n", r.Questions, r.Possible)
		for i, c := range r.Curve {
			fmt.Fprintf(w, "%8.2f  %.3f  %.3f  %.3f\n", c.Answered, c.Right, r.Figures[i].Right, c.Threshold)
		}
		fmt.Fprintf(w, "%d cells asked for, of which %.3f are answered right\n", r.Cells, r.CellRight)
		return nil
	})
}

// every returns every nth of a list, from the first on.
func every[T any](list []T, n int) (out []T) {
	for i := 0; i < len(list); i += max(1, n) {
		out = append(out, list[i])
	}
	return out
}
