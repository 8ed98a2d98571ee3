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

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/measure"
	"github.com/sparsearch/spar/internal/spar"
)

// A Soon says how soon the program answers questions about an unread folder, beside the time to read all of it.
type Soon struct {
	Schema     string           `json:"schema"`
	Folder     string           `json:"folder"`
	Files      int              `json:"files"`
	Questions  int              `json:"questions"`
	Times      int              `json:"times"`          // how often each question was asked
	ToAsk      int              `json:"to_ask"`         // planned questions; a piece may end before
	Runs       int              `json:"runs"`           // runs under a time
	Everything float64          `json:"everything"`     // seconds of the first question when it reads all; median of the pieces, by question
	EveryCPU   float64          `json:"every_cpu"`      // the same in processor time
	First      float64          `json:"first"`          // seconds to the first event with a citation, median
	Ratio      float64          `json:"ratio"`          // First over Everything of the same piece, median
	RatioCPU   float64          `json:"ratio_cpu"`      // the same of processor times
	CPU        float64          `json:"cpu"`            // processor time of all processes to that event, median; 0 if it is not known
	Never      int              `json:"never"`          // runs without such an event
	Cites      float64          `json:"cites"`          // share of the runs whose first such event cites the known file
	AfterPart  float64          `json:"after_part"`     // share of the runs that cite it after Part of the time of reading all
	Part       float64          `json:"part"`           //
	CitesIn    measure.Interval `json:"cites_interval"` // of Cites, over questions
	Behind     measure.Interval `json:"behind"`         // share of questions that cite it after reading all, less the share after Part, paired

	AfterAll   float64 `json:"after_all"`   // share of the questions that cite it after reading all
	OfAll      float64 `json:"of_all"`      // AfterPart over AfterAll
	ReadInPart float64 `json:"read_median"` // files read in that part, median

	Until    float64 `json:"until"`     // a question stops by itself at this chance that its answer is the best, in a run of its own
	Stopped  int     `json:"stopped"`   // questions that stopped before reading all
	StopRead float64 `json:"stop_read"` // files read by then, mean of all questions
	StopTime float64 `json:"stop_time"` // seconds, median
	Same     float64 `json:"same"`      // share of all questions that cite the same first place as after reading all
	AtStop   float64 `json:"at_stop"`   // share that cite the known file

	Curve []SoonAt `json:"curve"` // over the runs that stop by themselves
}

// A SoonAt has the share of questions that cite the known file some seconds after they were asked, or when they stopped before.
type SoonAt struct {
	Seconds float64 `json:"seconds"`
	Took    float64 `json:"took"` // share after so many seconds
	CPU     float64 `json:"cpu"`  // share after so many seconds of processor time; 0 if it is not known
}

// soonAfter lists the seconds of the curve.
var soonAfter = []float64{1, 5, 10, 30}

// soonPart is Part: the part of the time to read all, after which the answers count.
const soonPart = .2

// A knownFile is a question with files that each answer it, by their paths in the folder.
type knownFile struct {
	question string
	paths    []string
}

// SoonOptions say how to ask a folder.
type SoonOptions struct {
	Program   string // spar
	Questions string // a file with a question, a tab and paths, with | between them, in each line
	Times     int    // how often to ask each under a time; 0: only let questions stop by themselves
	Until     float64
	Most      int           // questions, drawn evenly; 0: all
	Sketched  bool          // make the sketches of names before the first question
	Keep      string        // a file that keeps a row for each asked question, which is not asked again; "" for none
	Within    time.Duration // begin no further question after this time; 0: no limit

	asked []knownFile // instead of Questions
}

// A soonRow has the runs of one question: reading all, stopping by itself, and each run under a time.
type soonRow struct {
	Question   string    `json:"question"`
	Everything float64   `json:"everything"`     // as in soonRun, of the piece with All and Stop
	EveryCPU   float64   `json:"everything_cpu"` //
	All        soonRun   `json:"all"`
	Stop       soonRun   `json:"stop"`
	Part       []soonRun `json:"part"`
}

// MeasureSoon asks a folder with the program, over copies of a data directory with a scan and no reading. With rows to
// keep it goes on where it stopped the last time, and ends when its time is over. Each such piece measures the time to read all anew.
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
	rows, err := readRows[soonRow](o.Keep)
	if err != nil {
		return nil, err
	}
	latest := map[string]soonRow{} // a later row has all of an earlier one, and more
	for _, row := range rows {
		latest[row.Question] = row
	}
	todo := slices.DeleteFunc(slices.Clone(asked), func(q knownFile) bool {
		row, done := latest[q.question]
		return done && len(row.Part) >= o.Times
	})
	if len(todo) > 0 {
		if err := askSoon(ctx, folder, o, todo, latest); err != nil {
			return nil, err
		}
	}
	rows = rows[:0]
	for _, q := range asked {
		if row, ok := latest[q.question]; ok {
			rows = append(rows, row)
		}
	}
	return soonOf(folder, o, len(asked), rows), nil
}

// askSoon asks the questions of todo and adds their rows to latest.
func askSoon(ctx context.Context, folder string, o SoonOptions, todo []knownFile, latest map[string]soonRow) error {
	began := time.Now()
	work, err := os.MkdirTemp("", "spar-eval-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	m := soon{o.Program, work}
	ready := [][]string{{"share", "add", "known", folder}, {"scan"}}
	if o.Sketched {
		ready = append(ready, []string{"files", "--like", "anything", "--limit", "1"})
	}
	for _, args := range ready {
		if err := m.command(ctx, "base", args...).Run(); err != nil {
			return fmt.Errorf("spar %s: %w", strings.Join(args, " "), err)
		}
	}
	if err := m.copy("all"); err != nil {
		return err
	}
	whole, err := m.ask(ctx, "all", todo[0], "--all")
	if err != nil {
		return err
	}
	part := fmt.Sprintf("seconds=%.2f", soonPart*whole.Took)
	for i, q := range todo {
		if o.Within > 0 && time.Since(began) > o.Within {
			break
		}
		row, met := latest[q.question]
		if !met {
			row = soonRow{Question: q.question, Everything: whole.Took, EveryCPU: whole.cpu()}
			if row.All, err = m.ask(ctx, "all", q, "--all"); err != nil {
				return err
			}
			if row.Stop, err = m.askFresh(ctx, q, "--until", fmt.Sprint(o.Until), "--budget", "0"); err != nil {
				return err
			}
		}
		fmt.Fprintf(os.Stderr, "%d of %d: stops after %d of %d files, %.2f s, cited %v, the same place %v: %s\n", i+1,
			len(todo), row.Stop.Read, row.Stop.InScope, row.Stop.Took, row.Stop.CitedLast, row.Stop.Best == row.All.Best, q.question)
		for len(row.Part) < o.Times {
			one, err := m.askFresh(ctx, q, "--until", "1", "--budget", part)
			if err != nil {
				return err
			}
			one.Everything, one.EveryCPU = whole.Took, whole.cpu()
			row.Part = append(row.Part, one)
			fmt.Fprintf(os.Stderr,
				"%d of %d: first %.2f s, %.2f s of processor time, cited %v, after a part %v, after all %v: %s\n", i+1,
				len(todo), one.First, one.CPU, one.CitedFirst, one.CitedLast, row.All.CitedLast, q.question)
		}
		latest[q.question] = row
		if err := keepRow(o.Keep, row); err != nil {
			return err
		}
	}
	return nil
}

// soonOf sums up the rows of the asked questions.
func soonOf(folder string, o SoonOptions, asked int, rows []soonRow) *Soon {
	r := &Soon{Schema: "spar.bench.soon/2", Folder: folder, Times: o.Times, Part: soonPart, Until: o.Until, ToAsk: asked}
	if r.Questions = len(rows); r.Questions == 0 {
		return r
	}
	each := 1 / float64(len(rows))
	var every, everyCPU, first, cpu, ratio, ratioCPU, read, stopped, afterAll, afterPart, cites []float64
	for _, row := range rows {
		all, stop := row.All, row.Stop
		r.Files = all.InScope
		every, everyCPU = append(every, row.Everything), append(everyCPU, row.EveryCPU)
		afterAll = append(afterAll, oneIf(all.CitedLast))
		r.curve(stop, each)
		runs, citesOfRuns, partOfRuns := row.Part, 0.0, 0.0
		if o.Times == 0 { // a run that stops by itself shows the same as one under a time
			stop.CitedLast, stop.Read = stop.after(soonPart * row.Everything)
			stop.Everything, stop.EveryCPU = row.Everything, row.EveryCPU
			runs = []soonRun{stop}
		}
		for _, one := range runs {
			read = append(read, float64(one.Read))
			if one.First == 0 {
				r.Never++
			} else {
				first, cpu, ratio = append(first, one.First), append(cpu, one.CPU), append(ratio, one.First/one.Everything)
				if one.EveryCPU > 0 {
					ratioCPU = append(ratioCPU, one.CPU/one.EveryCPU)
				}
			}
			citesOfRuns += oneIf(one.CitedFirst) / float64(len(runs))
			partOfRuns += oneIf(one.CitedLast) / float64(len(runs))
		}
		r.Runs += len(runs)
		cites, afterPart = append(cites, citesOfRuns), append(afterPart, partOfRuns)
		stopped, r.StopRead = append(stopped, row.Stop.Took), r.StopRead+float64(row.Stop.Read)*each
		if row.Stop.Waiting > 0 {
			r.Stopped++
		}
		r.Same += each * oneIf(row.Stop.Best == all.Best)
		r.AtStop += each * oneIf(row.Stop.CitedLast)
	}
	none := make([]float64, len(rows))
	r.CitesIn, r.Behind = measure.Bootstrap(none, cites, 1), measure.Bootstrap(afterPart, afterAll, 1)
	r.Cites, r.AfterPart, r.AfterAll = r.CitesIn.Mean, measure.Bootstrap(none, afterPart, 1).Mean, measure.Bootstrap(none, afterAll, 1).Mean
	r.Everything, r.EveryCPU, r.StopTime = median(every), median(everyCPU), median(stopped)
	r.First, r.CPU, r.ReadInPart = median(first), median(cpu), median(read)
	r.Ratio, r.RatioCPU, r.OfAll = median(ratio), median(ratioCPU), r.AfterPart/max(r.AfterAll, 1e-9)
	return r
}

func oneIf(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// curve adds the citations of one run after each time of the curve.
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

// copy makes a data directory without any reading.
func (m soon) copy(name string) error {
	to := filepath.Join(m.work, name)
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	return os.CopyFS(to, os.DirFS(filepath.Join(m.work, "base")))
}

// A soonRun has the results of one run of a question.
type soonRun struct {
	First      float64     `json:"first"` // seconds to the first event with a citation; 0 if there was none
	CPU        float64     `json:"cpu"`   // processor time to that event
	Took       float64     `json:"took"`
	CitedFirst bool        `json:"cited_first"`
	CitedLast  bool        `json:"cited_last"`
	Read       int         `json:"read"`
	InScope    int         `json:"in_scope"`
	Waiting    int         `json:"waiting"`
	Best       string      `json:"best"` // the place that the last answer cites first
	Events     []soonEvent `json:"events"`

	Everything float64 `json:"everything,omitempty"`     // seconds of the same piece's first question to read all
	EveryCPU   float64 `json:"everything_cpu,omitempty"` // its processor time; 0 if it is not known
}

// A soonEvent is an answer with the time when it came.
type soonEvent struct {
	Took  float64 `json:"took"` // seconds
	CPU   float64 `json:"cpu"`
	Cited bool    `json:"cited"` // it cites the known file
	Read  int     `json:"read"`
}

// cpu returns the processor time to the last answer.
func (r soonRun) cpu() float64 {
	if len(r.Events) == 0 {
		return 0
	}
	return r.Events[len(r.Events)-1].CPU
}

// after reports whether the last answer within some seconds cites the known file, and how many files were read for it.
func (r soonRun) after(seconds float64) (cited bool, read int) {
	for _, e := range r.Events {
		if e.Took <= seconds {
			cited, read = e.Cited, e.Read
		}
	}
	return cited, read
}

// afterCPU reports whether the last answer within some seconds of processor time cites the known file.
func (r soonRun) afterCPU(seconds float64) (cited bool) {
	for _, e := range r.Events {
		if e.CPU > 0 && e.CPU <= seconds {
			cited = e.Cited
		}
	}
	return cited
}

// askFresh asks over a data directory without any reading.
func (m soon) askFresh(ctx context.Context, q knownFile, flags ...string) (soonRun, error) {
	if err := m.copy("fresh"); err != nil {
		return soonRun{}, err
	}
	return m.ask(ctx, "fresh", q, flags...)
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
		out.Events = append(out.Events, one)
		if len(e.Answer.Citations) > 0 && out.First == 0 {
			out.First, out.CPU, out.CitedFirst = one.Took, one.CPU, cited
		}
		out.CitedLast, out.Read, out.InScope, out.Waiting, out.Best = cited, e.Answer.Coverage.Read, e.Answer.Coverage.InScope, e.Answer.Coverage.Waiting, ""
		if len(e.Answer.Citations) > 0 {
			out.Best = e.Answer.Citations[0].Path.Name + " " + e.Answer.Citations[0].Text
		}
	}
	out.Took = time.Since(began).Seconds()
	return out, cmd.Wait()
}

// WriteText writes the measurement for people.
func (r *Soon) WriteText(w io.Writer) error {
	_, err := fmt.Fprintf(w, `%s: %d files, %d of %d questions, %s each
reading all              %8.1f s, %.1f s of processor time (medians)
first citation, median   %8.2f s, 1/%.1f of reading all (median)
processor time until it  %8.2f s, 1/%.1f
it cites the known file  %8.3f of %d runs (95 %%: %.3f to %.3f), %d without a citation
after %2.0f %% of the time   %8.3f, %.0f files read (median)
after reading all        %8.3f, which is more by %.3f (paired, 95 %%: %.3f to %.3f)
the first over the last  %8.3f
stopping by itself       %8.3f, %d of the questions, until %g; %.0f files read (mean), %.1f s (median)
the same place as after all %5.3f
%s`, r.Folder, r.Files, r.Questions, r.ToAsk, timesText(r.Times), r.Everything, r.EveryCPU, r.First, 1/max(r.Ratio, 1e-9), r.CPU, 1/max(r.RatioCPU, 1e-9),
		r.Cites, r.Runs, r.CitesIn.Low, r.CitesIn.High, r.Never, 100*r.Part, r.AfterPart, r.ReadInPart, r.AfterAll, r.Behind.Mean, r.Behind.Low, r.Behind.High,
		r.OfAll, r.AtStop, r.Stopped, r.Until, r.StopRead, r.StopTime, r.Same, r.curveText())
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
