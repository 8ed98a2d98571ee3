package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
)

// A Soon says how soon the program answers questions to a folder of which nothing was read, beside the time of reading all of it.
type Soon struct {
	Schema     string  `json:"schema"`
	Folder     string  `json:"folder"`
	Files      int     `json:"files"`
	Questions  int     `json:"questions"`
	Times      int     `json:"times"`       // that each was asked
	Everything float64 `json:"everything"`  // seconds that the first question takes when it reads all
	First      float64 `json:"first"`       // seconds to the first event with a citation, median
	Ratio      float64 `json:"ratio"`       // of those two
	CPU        float64 `json:"cpu"`         // processor time to that event, of all processes, median; 0 where it is not known
	Never      int     `json:"never"`       // runs without such an event
	Cites      float64 `json:"cites"`       // share of the runs whose first such event cites the known file
	AfterPart  float64 `json:"after_part"`  // share of the runs that cite it after Part of the time of reading all
	Part       float64 `json:"part"`        //
	AfterAll   float64 `json:"after_all"`   // share of the questions that cite it when all was read
	OfAll      float64 `json:"of_all"`      // AfterPart over AfterAll
	ReadInPart float64 `json:"read_median"` // files that were read in that part, median

	Until    float64 `json:"until"`     // the chance of being the best from which on a question stopped by itself, in a run of its own
	Stopped  int     `json:"stopped"`   // questions that stopped before all was read
	StopRead float64 `json:"stop_read"` // files that were read by then, mean of all questions
	StopTime float64 `json:"stop_time"` // seconds, median
	Same     float64 `json:"same"`      // share of all questions that cite the same first place as when all was read
	AtStop   float64 `json:"at_stop"`   // share that cite the known file

	Curve []SoonAt `json:"curve"` // of the questions that stop by themselves
}

// A SoonAt is how many questions cite the known file some time after they were asked, or when they have stopped before.
type SoonAt struct {
	Seconds float64 `json:"seconds"`
	Took    float64 `json:"took"` // share that do after so many seconds
	CPU     float64 `json:"cpu"`  // share that do after so many seconds of processor time; 0 where it is not known
}

// soonAfter are the seconds after which answers are looked at.
var soonAfter = []float64{1, 5, 10, 30}

// soonPart is the part of the time of reading all after which answers are looked at again.
const soonPart = .2

// A knownFile is a question and the files of which each answers it, by their paths in the folder.
type knownFile struct {
	question string
	paths    []string
}

// SoonOptions say how a folder is asked.
type SoonOptions struct {
	Program   string // spar
	Questions string // a file with a question, a tab and paths, with | between them, in each line
	Times     int    // that each is asked under a time; 0: they are only let stop by themselves
	Until     float64
	Most      int  // questions, drawn evenly; 0: all
	Sketched  bool // the sketches of the names are made before the first question

	asked []knownFile // instead of Questions
}

// MeasureSoon asks a folder with the program, over copies of a data directory in which it was scanned and nothing was read.
func MeasureSoon(ctx context.Context, folder string, o SoonOptions) (*Soon, error) {
	asked, err := o.asked, error(nil)
	if asked == nil {
		if asked, err = readKnown(o.Questions); err != nil {
			return nil, err
		}
	}
	if o.Most > 0 && len(asked) > o.Most {
		for i := range o.Most {
			asked[i] = asked[i*len(asked)/o.Most]
		}
		asked = asked[:o.Most]
	}
	work, err := os.MkdirTemp("", "spar-eval-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	m := soon{o.Program, work}
	ready := [][]string{{"share", "add", "known", folder}, {"scan"}}
	if o.Sketched {
		ready = append(ready, []string{"files", "--like", "anything", "--limit", "1"})
	}
	for _, args := range ready {
		if err := m.command(ctx, "base", args...).Run(); err != nil {
			return nil, fmt.Errorf("spar %s: %w", strings.Join(args, " "), err)
		}
	}
	r := &Soon{Schema: "spar.bench.soon/1", Folder: folder, Questions: len(asked), Times: o.Times, Part: soonPart}
	if err := m.copy("all"); err != nil {
		return nil, err
	}
	whole, err := m.ask(ctx, "all", asked[0], "--all")
	if err != nil {
		return nil, err
	}
	r.Everything, r.Files = whole.took, whole.inScope
	part := fmt.Sprintf("seconds=%.2f", soonPart*whole.took)
	r.Until = o.Until
	var first, cpu, read, stopped []float64
	runs := 0.0
	for i, q := range asked {
		end, err := m.ask(ctx, "all", q, "--all")
		if err != nil {
			return nil, err
		}
		if end.citedLast {
			r.AfterAll += 1 / float64(len(asked))
		}
		if err := m.copy("fresh"); err != nil {
			return nil, err
		}
		stop, err := m.ask(ctx, "fresh", q, "--until", fmt.Sprint(o.Until), "--budget", "0")
		if err != nil {
			return nil, err
		}
		each := 1 / float64(len(asked))
		r.curve(stop, each)
		if o.Times == 0 { // one that stops by itself has all that a time would show
			runs++
			if stop.first == 0 {
				r.Never++
			} else {
				first, cpu = append(first, stop.first), append(cpu, stop.cpu)
			}
			if stop.citedFirst {
				r.Cites++
			}
			at, n := stop.after(soonPart * whole.took)
			if read = append(read, float64(n)); at {
				r.AfterPart++
			}
		}
		stopped, r.StopRead = append(stopped, stop.took), r.StopRead+float64(stop.read)*each
		if stop.waiting > 0 {
			r.Stopped++
		}
		if stop.best == end.best {
			r.Same += each
		}
		if stop.citedLast {
			r.AtStop += each
		}
		fmt.Fprintf(os.Stderr, "%d of %d: stops after %d of %d files, %.2f s, cited %v, the same place %v: %s\n", i+1, len(asked), stop.read, stop.inScope, stop.took, stop.citedLast, stop.best == end.best, q.question)
		for range r.Times {
			if err := m.copy("fresh"); err != nil {
				return nil, err
			}
			one, err := m.ask(ctx, "fresh", q, "--until", "1", "--budget", part)
			if err != nil {
				return nil, err
			}
			runs++
			read = append(read, float64(one.read))
			if one.first == 0 {
				r.Never++
			} else {
				first, cpu = append(first, one.first), append(cpu, one.cpu)
			}
			if one.citedFirst {
				r.Cites++
			}
			if one.citedLast {
				r.AfterPart++
			}
			fmt.Fprintf(os.Stderr, "%d of %d: first %.2f s, %.2f s of processor time, cited %v, after a part %v, after all %v: %s\n", i+1, len(asked), one.first, one.cpu, one.citedFirst, one.citedLast, end.citedLast, q.question)
		}
	}
	r.Cites, r.AfterPart = r.Cites/max(1, runs), r.AfterPart/max(1, runs)
	r.StopTime = median(stopped)
	r.First, r.CPU, r.ReadInPart = median(first), median(cpu), median(read)
	r.Ratio, r.OfAll = r.First/r.Everything, r.AfterPart/max(r.AfterAll, 1e-9)
	return r, nil
}

// curve takes in what one question cites some time after it was asked.
func (r *Soon) curve(run soonRun, each float64) {
	if r.Curve == nil {
		for _, s := range soonAfter {
			r.Curve = append(r.Curve, SoonAt{Seconds: s})
		}
	}
	for i := range r.Curve {
		if cited, _ := run.after(r.Curve[i].Seconds); cited {
			r.Curve[i].Took += each
		}
		if run.afterCPU(r.Curve[i].Seconds) {
			r.Curve[i].CPU += each
		}
	}
}

func median(list []float64) float64 {
	if len(list) == 0 {
		return 0
	}
	slices.Sort(list)
	return list[len(list)/2]
}

func readKnown(file string) (list []knownFile, err error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		question, paths, ok := strings.Cut(line, "\t")
		if !ok {
			return nil, spar.Errorf(spar.Invalid, "%s:%d: a line is a question, a tab and the path of the file that answers it, or several with | between them", file, i+1)
		}
		list = append(list, knownFile{question, strings.Split(paths, "|")})
	}
	return list, nil
}

// soon runs the program over data directories in a folder.
type soon struct{ program, work string }

func (m soon) command(ctx context.Context, data string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, m.program, append([]string{"--data", filepath.Join(m.work, data)}, args...)...)
	cmd.Stderr = io.Discard
	return cmd
}

// copy makes a data directory as it was before anything was read.
func (m soon) copy(name string) error {
	to := filepath.Join(m.work, name)
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	return os.CopyFS(to, os.DirFS(filepath.Join(m.work, "base")))
}

// A soonRun is what one question brought.
type soonRun struct {
	first, cpu, took      float64 // seconds
	citedFirst, citedLast bool
	read, inScope         int
	waiting               int
	best                  string // the place that the last answer cites first
	events                []soonEvent
}

// A soonEvent is an answer as it came.
type soonEvent struct {
	took, cpu float64 // seconds
	cited     bool    // the known file
	read      int
}

// after is what the last answer within some seconds cites, and on how many files it rests.
func (r soonRun) after(seconds float64) (cited bool, read int) {
	for _, e := range r.events {
		if e.took <= seconds {
			cited, read = e.cited, e.read
		}
	}
	return cited, read
}

// afterCPU is what the last answer within some seconds of processor time cites.
func (r soonRun) afterCPU(seconds float64) (cited bool) {
	for _, e := range r.events {
		if e.cpu > 0 && e.cpu <= seconds {
			cited = e.cited
		}
	}
	return cited
}

func (m soon) ask(ctx context.Context, data string, q knownFile, flags ...string) (out soonRun, err error) {
	cmd := m.command(ctx, data, append([]string{"ask", "--share", "known", "--stream", "--json", q.question}, flags...)...)
	events, err := cmd.StdoutPipe()
	if err != nil {
		return out, err
	}
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return out, err
	}
	lines := bufio.NewReaderSize(events, 1<<20)
	for {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return out, errors.Join(err, cmd.Wait())
		}
		var e api.AnswerEvent
		if !bytes.Contains(line, []byte(`"answer"`)) || json.Unmarshal(line, &e) != nil || e.Answer == nil {
			continue
		}
		cited := slices.ContainsFunc(e.Answer.Citations, func(c api.Citation) bool {
			name, _, _ := strings.Cut(c.Path.Name, "!/")
			return slices.Contains(q.paths, name)
		})
		one := soonEvent{time.Since(began).Seconds(), treeCPU(cmd.Process.Pid), cited, e.Answer.Coverage.Read}
		out.events = append(out.events, one)
		if len(e.Answer.Citations) > 0 && out.first == 0 {
			out.first, out.cpu, out.citedFirst = one.took, one.cpu, cited
		}
		out.citedLast, out.read, out.inScope, out.waiting, out.best = cited, e.Answer.Coverage.Read, e.Answer.Coverage.InScope, e.Answer.Coverage.Waiting, ""
		if len(e.Answer.Citations) > 0 {
			out.best = e.Answer.Citations[0].Path.Name + " " + e.Answer.Citations[0].Text
		}
	}
	out.took = time.Since(began).Seconds()
	return out, cmd.Wait()
}

// WriteText writes the measurement for people.
func (r *Soon) WriteText(w io.Writer) error {
	_, err := fmt.Fprintf(w, `%s: %d files, %d questions, %s each
reading all              %8.1f s
first citation, median   %8.2f s, 1/%.1f of that
processor time until it  %8.2f s
it cites the known file  %8.3f of the runs, %d without a citation
after %2.0f %% of the time   %8.3f, %.0f files read (median)
after reading all        %8.3f
the first over the last  %8.3f
stopping by itself       %8.3f, %d of the questions, until %g; %.0f files read (mean), %.1f s (median)
the same place as after all %5.3f
%s`, r.Folder, r.Files, r.Questions, timesText(r.Times), r.Everything, r.First, 1/max(r.Ratio, 1e-9), r.CPU, r.Cites, r.Never, 100*r.Part, r.AfterPart, r.ReadInPart, r.AfterAll, r.OfAll, r.AtStop, r.Stopped, r.Until, r.StopRead, r.StopTime, r.Same, r.curveText())
	return err
}

func (r *Soon) curveText() string {
	text := "cited after"
	for _, at := range r.Curve {
		text += fmt.Sprintf("  %g s: %.3f (%.3f of processor time)", at.Seconds, at.Took, at.CPU)
	}
	return text + "\n"
}

func timesText(n int) string {
	switch n {
	case 0:
		return "until they stop by themselves"
	case 1:
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
