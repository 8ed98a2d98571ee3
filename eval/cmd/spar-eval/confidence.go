package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sparsearch/spar/eval/company"
	"github.com/sparsearch/spar/eval/confidence"
	"github.com/sparsearch/spar/eval/judge"
	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/measure"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

func (p *program) confidenceCommand() *cobra.Command {
	var fit, model, picture, keep, system, strangers string
	var shares, questions []string
	var more float64
	cmd := &cobra.Command{
		Use: "confidence SET...", Short: "Measure how far an answer's confidence can be believed and what is refused, or fit both",
		Long: `Confidence asks the questions of sets and compares how often the answers are right with how often they say they are: the
expected calibration error over ten bins of equal mass, and the Brier score beside that of the best constant. A set is a folder, a
public set, a half of the companies that do not exist (company:a), or one folder of what a set is asked of (rag-gone:FOLDER).

A second table says how many questions are refused: of those that the files answer, and of near misses, which are asked with the
files gone that answer them. Its last lines are the curve of one against the other. "before" is without the refusals that
the signs decide.

--share and --questions, each as often as there are folders, ask what is written in files of questions, as spar-eval answers does. A model
reads what leads these answers, and --fit of them alone fits what it says to the chances of the signs. They shall be none that this model was made of.

--fit writes a model fitted to the answers instead, as internal/answer/chance.json has it. --keep writes down what was asked, and
takes it from there the next time.`,
		Example: "  spar-eval confidence rag-gone company:b --svg reliability.svg\n  spar-eval confidence company:a --fit internal/answer/chance.json",
		RunE: func(cmd *cobra.Command, args []string) error {
			var cases []confidence.Case
			for _, name := range args {
				for one := range strings.SplitSeq(system, ",") {
					some, err := p.cases(cmd, name, one, keep, strings.Split(strangers, ","))
					if err != nil {
						return err
					}
					cases = append(cases, some...)
					if strings.HasPrefix(name, "company:") {
						break // its questions are asked as the product asks
					}
				}
			}
			if len(cases) == 0 && len(shares) == 0 || len(shares) != len(questions) {
				return spar.Errorf(spar.Invalid, "name sets, or as many folders with --share as files with --questions")
			}
			by, err := answer.Stated()
			if model != "" {
				var b []byte
				if b, err = os.ReadFile(model); err == nil {
					err = json.Unmarshal(b, &by)
				}
			}
			if err != nil {
				return spar.Errorf(spar.Invalid, "the model cannot be read: %w", err)
			}
			for i, folder := range shares {
				some, err := p.askedShare(cmd.Context(), folder, questions[i], keep)
				if err != nil {
					return err
				}
				cases = append(cases, some...)
			}
			switch {
			case fit != "" && len(args) == 0:
				by.Read = confidence.FitRead(cases, by)
				fmt.Fprintln(p.out, "read, fitted to", by.Read.About)
				return writeJSON(fit, by)
			case fit != "":
				m := confidence.Fit(cases, more)
				m.Read = by.Read
				fmt.Fprintln(p.out, "fitted to", m.There.About)
				return writeJSON(fit, m)
			}
			report := confidence.NewReport(cases, by)
			if picture != "" {
				f, err := os.Create(picture)
				if err != nil {
					return spar.Errorf(spar.Invalid, "the picture cannot be written: %w", err)
				}
				if err := report.WriteSVG(f); err != nil {
					return err
				}
				if err := f.Close(); err != nil {
					return err
				}
			}
			return p.print(report, report.WriteMarkdown)
		},
	}
	cmd.Flags().StringVar(&fit, "fit", "", "file to write a model to that is fitted to the answers")
	cmd.Flags().StringVar(&model, "model", "", "file of a model that states the chances instead of the product's own")
	cmd.Flags().StringArrayVar(&shares, "share", nil, "`FOLDER` that questions are asked of")
	cmd.Flags().StringArrayVar(&questions, "questions", nil, "`FILE` with the questions of a folder, a JSON object a line")
	cmd.Flags().StringVar(&picture, "svg", "", "file to draw the reliability diagram to")
	cmd.Flags().StringVar(&keep, "keep", "", "folder in which to keep what was asked")
	cmd.Flags().StringVar(&system, "system", "lazy+scope", "systems that answer the questions of sets, separated by commas")
	cmd.Flags().StringVar(&strangers, "strangers", "", "halves, separated by commas, of whose questions some are asked of each other company and shape the weights of --fit")
	cmd.Flags().Float64Var(&more, "more", .006, "part of the answerable questions that --fit may have refused for the sake of signs")
	return cmd
}

// cases returns the cases of a set, named as in the command's help.
func (p *program) cases(cmd *cobra.Command, name, system, keep string, strangers []string) (cases []confidence.Case, err error) {
	set, folder, _ := strings.Cut(name, ":")
	of := set
	if set == "company" {
		of = name
	}
	kept := filepath.Join(keep, strings.NewReplacer("/", "_", ":", "_").Replace(of+"-"+system)+".json")
	b, err := os.ReadFile(kept)
	switch {
	case keep != "" && err == nil:
		err = json.Unmarshal(b, &cases)
	default:
		if cases, err = p.askedCases(cmd.Context(), set, folder, system, strangers); err == nil && keep != "" {
			err = writeJSON(kept, cases)
		}
	}
	if err != nil || folder == "" || set == "company" {
		return cases, err
	}
	cases = slices.DeleteFunc(cases, func(c confidence.Case) bool { return !strings.Contains(c.Part+",", "/"+folder+",") })
	if len(cases) == 0 {
		return nil, spar.Errorf(spar.Invalid, "no question of %s is asked of the folder %s", set, folder)
	}
	return cases, nil
}

// askedShare returns the cases of a file of questions about a folder.
func (p *program) askedShare(ctx context.Context, folder, file, keep string) (cases []confidence.Case, err error) {
	name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)) + " of " + filepath.Base(filepath.Dir(file))
	kept := filepath.Join(keep, strings.ReplaceAll(name, " ", "-")+".json")
	if b, err := os.ReadFile(kept); keep != "" && err == nil {
		return cases, json.Unmarshal(b, &cases)
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, spar.Errorf(spar.Invalid, "the questions cannot be read: %w", err)
	}
	defer f.Close()
	list, err := judge.Read(file, f)
	if err != nil {
		return nil, err
	}
	c, err := settings()
	if err != nil {
		return nil, err
	}
	reader, err := c.Reranker()
	if err != nil {
		return nil, err
	}
	o, err := p.engine()
	if err != nil {
		return nil, err
	}
	if cases, err = confidence.OfQuestions(ctx, name, folder, list, o, reader); err == nil && keep != "" {
		err = writeJSON(kept, cases)
	}
	return cases, err
}

func (p *program) askedCases(ctx context.Context, name, half, system string, strangers []string) ([]confidence.Case, error) {
	if name == "company" {
		o, err := p.engine()
		if err != nil {
			return nil, err
		}
		return confidence.OfCompany(ctx, half, slices.DeleteFunc(strangers, func(s string) bool { return s == "" }), company.Seed, o)
	}
	set, err := p.set(ctx, name)
	if err != nil {
		return nil, err
	}
	choices, err := measure.Choose(system, measure.Systems(nil))
	if err != nil {
		return nil, err
	}
	return confidence.OfSet(ctx, set, choices[0], p.cache)
}

// engine returns the options of an engine for a measurement.
func (p *program) engine() (o engine.Options, err error) {
	c, err := settings()
	if err != nil {
		return o, err
	}
	if o.Read, err = reading(); err != nil {
		return o, err
	}
	o.Log = o.Read.Log
	o.Encoder, err = c.Encoder()
	return o, err
}

func writeJSON(path string, v any) error {
	b, err := json.Marshal(v)
	if err == nil {
		err = os.WriteFile(path, append(b, '\n'), 0o644)
	}
	if err != nil {
		return spar.Errorf(spar.Invalid, "%s cannot be written: %w", path, err)
	}
	return nil
}
