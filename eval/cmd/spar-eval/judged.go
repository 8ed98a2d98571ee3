package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sparsearch/spar/eval"
	"github.com/sparsearch/spar/eval/door"
	"github.com/sparsearch/spar/eval/judge"
	"github.com/sparsearch/spar/eval/sets"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

// judging has the flags of a comparison of programs.
type judging struct {
	programs, sets, shares, questions []string
	replies, failures                 string
	examples                          int
	progress                          io.Writer

	llm, model       string // the server of a language model, and its name
	tokens           int
	roles, prompts   []string
	draw, skip, seed int // of each part of a set
}

func (j *judging) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVar(&j.programs, "program", nil, "a program that is asked, as `NAME=PATH`; several are compared with the first")
	f.StringArrayVar(&j.sets, "set", nil, "a `SET` that it is asked: company:a, talk:a, tongues:a, mixed:a, files:a, or other halves of these")
	f.StringArrayVar(&j.shares, "share", nil, "a `FOLDER` that it is asked about, beside --questions")
	f.StringArrayVar(&j.questions, "questions", nil, "`FILE` with the questions about the folder, as JSON lines")
	f.StringVar(&j.replies, "replies", "", "`FOLDER` that keeps the replies, so that nothing is asked twice")
	f.StringVar(&j.failures, "failures", "", "`FILE` to write failures of the last program to, by kind; nothing of sets that are held back")
	f.IntVar(&j.examples, "examples", 10, "failures of each kind that are written")
	f.StringVar(&j.llm, "llm", "", "`URL` of a language model's server: "+
		"each program is asked without and with it, and the model's words are judged unchecked, too")
	f.StringVar(&j.model, "llm-model", "model", "its name there")
	f.IntVar(&j.tokens, "llm-tokens", 2000, "tokens of evidence that it gets at most")
	f.StringArrayVar(&j.roles, "llm-role", nil, "its `ROLE` in answers: checks, writes or both; of several each is measured; by default as its size says")
	f.StringArrayVar(&j.prompts, "prompt", nil, "`FILE` with a prompt in place of the program's own, "+
		"with a line --- for excerpts and question; of several all are asked and the first is judged")
	f.IntVar(&j.draw, "draw", 0, "questions that are drawn from each part of a set; 0: all are asked")
	f.IntVar(&j.skip, "skip", 0, "questions of that order that are left out before")
	f.IntVar(&j.seed, "draw-seed", 1, "of the drawing")
	for _, with := range []string{"set", "share", "questions", "replies", "failures"} {
		cmd.MarkFlagsMutuallyExclusive("half", with)
	}
}

// list opens the named sets.
func (j *judging) list() (list []sets.Set, err error) {
	if len(j.shares) != len(j.questions) {
		return nil, spar.Errorf(spar.Invalid, "%d shares and %d files of questions were named: give each --share its --questions", len(j.shares), len(j.questions))
	}
	for _, name := range j.sets {
		s, err := sets.Open(name)
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	for i, folder := range j.shares {
		s, err := sets.OfFolder(folder, j.questions[i])
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	if len(list) == 0 {
		return nil, spar.Errorf(spar.Invalid, "nothing is asked: name a --set, or a --share with its --questions")
	}
	return list, nil
}

// run asks every program the questions of every set, and judges the answers.
func (j *judging) run(ctx context.Context) (*judge.Report, error) {
	list, err := j.list()
	if err != nil {
		return nil, err
	}
	relays, err := j.relays(ctx)
	if err != nil {
		return nil, err
	}
	var programs []door.Program
	var told []judge.Program
	for _, named := range j.programs {
		p, err := door.Open(named)
		if err != nil {
			return nil, err
		}
		programs = append(programs, p)
		told = append(told, judge.Program{Name: p.Name, Sum: p.Sum})
		for _, relay := range relays {
			with := p
			with.Name, with.Model = strings.TrimSpace(p.Name+"+"+j.model+" "+relay.Role), relay
			programs = append(programs, with)
			told = append(told, judge.Program{Name: with.Name, Sum: p.Sum})
			if relay.Role != checks {
				told = append(told, judge.Program{Name: with.Name + ", the model alone", Sum: p.Sum})
			}
		}
	}
	if len(programs) == 0 {
		return nil, spar.Errorf(spar.Invalid, "no program is named: give --program NAME=PATH")
	}
	keeper := door.Keeper{Dir: j.replies}
	if keeper.Dir == "" {
		if keeper.Dir, err = os.MkdirTemp("", "spar-replies-"); err != nil {
			return nil, spar.Errorf(spar.Unavailable, "no temporary folder: %w; set TMPDIR to one that can be written", err)
		}
		defer os.RemoveAll(keeper.Dir)
	}
	report := judge.NewReport(eval.Machine(), told)
	var failed []judge.Example
	var written []*judge.Written
	for _, set := range list {
		verdicts := make([][]judge.Verdict, len(told))
		for _, part := range set.Parts {
			part.Questions = j.drawn(part)
			err := part.Folder(func(folder string) error {
				arm := -1
				for i, p := range programs {
					replies, err := keeper.Ask(ctx, p, part.Name, folder, part.Questions, func(asked int) {
						if asked%25 == 0 || asked == len(part.Questions) {
							fmt.Fprintf(j.progress, "%s, %s: %d of %d\n", p.Name, part.Name, asked, len(part.Questions))
						}
					})
					if err != nil {
						return err
					}
					arm++
					for n, r := range replies {
						v := judge.Judge(part.Questions[n], r)
						verdicts[arm] = append(verdicts[arm], v)
						if p.Model != nil && p.Model.Role != checks {
							written = append(written, r.Written)
							verdicts[arm+1] = append(verdicts[arm+1], judge.Judge(part.Questions[n], r.Alone()))
						}
						if i == len(programs)-1 && v.Failure() != "" && !set.HeldBack {
							failed = append(failed, judge.Example{Set: part.Name, Question: part.Questions[n], Reply: r, Verdict: v})
						}
					}
					if p.Model != nil && p.Model.Role != checks {
						arm++
					}
				}
				return nil
			})
			if err != nil {
				return nil, err
			}
		}
		report.Add(set.Name, set.HeldBack, set.Without, verdicts)
	}
	report.End()
	report.Speed = judge.SpeedOf(written)
	return report, j.tell(programs[len(programs)-1].Name, failed)
}

// checks is the role of a model that writes nothing: what it says is no answer by itself.
const checks = "checks"

// relays starts a relay to the named language model for each of its roles; it returns none if no model is named.
func (j *judging) relays(ctx context.Context) (list []*door.Relay, err error) {
	if j.llm == "" {
		return nil, nil
	}
	if j.replies == "" {
		return nil, spar.Errorf(spar.Invalid, "a model takes long: name a folder that keeps its replies with --replies")
	}
	roles := j.roles
	if len(roles) == 0 {
		roles = []string{""}
	}
	for _, role := range roles {
		r, err := door.NewRelay(ctx, j.llm, j.model, j.replies)
		if err != nil {
			return nil, err
		}
		r.Tokens, r.Role = j.tokens, role
		for i, name := range j.prompts {
			p, err := door.OpenPrompt(name)
			if err != nil {
				return nil, err
			}
			if i == 0 {
				r.Prompt = p
			} else {
				r.Others = append(r.Others, p)
			}
		}
		list = append(list, r)
	}
	return list, nil
}

// drawn returns the questions of a part to ask.
func (j *judging) drawn(part sets.Part) []judge.Question {
	if j.draw == 0 {
		return part.Questions
	}
	list := slices.Clone(part.Questions)
	rand.New(rand.NewPCG(uint64(j.seed), uint64(len(list)))).Shuffle(len(list), func(a, b int) { list[a], list[b] = list[b], list[a] })
	list = list[min(j.skip, len(list)):]
	return list[:min(j.draw, len(list))]
}

// tell writes the failures.
func (j *judging) tell(program string, failed []judge.Example) error {
	if j.failures == "" {
		return nil
	}
	f, err := os.Create(j.failures)
	if err != nil {
		return spar.Errorf(spar.Invalid, "the failures cannot be written: %w; name a file in a folder that is there", err)
	}
	if err := judge.WriteExamples(f, program, failed, j.examples); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// keep writes the named sets below a folder.
func (j *judging) keep(dir string) error {
	list, err := j.list()
	if err != nil {
		return err
	}
	for _, s := range list {
		if err := s.Write(filepath.Clean(dir)); err != nil {
			return err
		}
	}
	return nil
}
