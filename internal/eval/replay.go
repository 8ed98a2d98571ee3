package eval

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"text/tabwriter"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/calibrate"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/retrieve"
)

// A Replay says what questions find when only so much of a share has been read, in the order in which SPAR reads and in others. The
// files are read once; each question is asked of the first of them in its order.
type Replay struct {
	Schema    string                `json:"schema"`
	Set       string                `json:"set"`
	Files     int                   `json:"files"`
	Questions int                   `json:"questions"`
	Orders    []ReplayOrder         `json:"orders"`
	Trust     calibrate.Reliability `json:"trust"` // in the stated chance that an unread file holds something better
	Stops     []ReplayStop          `json:"stops"`

	Rows []ReplayRow `json:"-"` // of SPAR's order
}

// A ReplayOrder is the share of the questions whose file is among the first five that they find, by how much was read.
type ReplayOrder struct {
	Order string    `json:"order"`
	Read  []float64 `json:"read"` // shares of the files
	Hit5  []float64 `json:"hit5"`
}

// A ReplayStop is what comes of stopping as soon as the chance of something better is low enough.
type ReplayStop struct {
	Until float64 `json:"until"`
	Read  float64 `json:"read"`  // the mean share of the files that were read
	Right float64 `json:"right"` // the share of the questions whose best passage then was that of all files
}

// A ReplayRow is one question after one part of the reading.
type ReplayRow struct {
	Set, Query string
	calibrate.Progress
	Gold   bool // a file that answers is among the first five that are found
	Better bool // the best passage of all files lies in one that was not read
}

// replayShares is how much of the files is read.
var replayShares = []float64{.01, .02, .05, .1, .2, .5, 1}

// replayUntil is when reading is tried to stop.
var replayUntil = []float64{.8, .9, .95, .99}

// MeasureReplay replays the questions of a set, at most so many, drawn evenly; 0: all.
func MeasureReplay(ctx context.Context, set *Set, dir string, most int) (*Replay, error) {
	s := &stored{}
	if _, err := s.Build(ctx, set, dir); err != nil {
		return nil, err
	}
	defer s.Close()
	light, err := embed.BuiltInLight(embed.Options{})
	if err != nil {
		return nil, err
	}
	files, err := namesOf(set, s.docs)
	if err != nil {
		return nil, err
	}
	kept, err := sketched(ctx, files, light)
	if err != nil {
		return nil, err
	}
	defer kept.close()
	var asked []Query
	for _, q := range set.Queries {
		if !q.Refuse && len(q.Without) == 0 && len(set.Judged(q.ID)) > 0 {
			asked = append(asked, q)
		}
	}
	if most > 0 && len(asked) > most {
		for i := range most {
			asked[i] = asked[i*len(asked)/most]
		}
		asked = asked[:most]
	}
	if len(asked) == 0 {
		return nil, spar.Errorf(spar.Invalid, "no question of the set %s is answered by a file: choose another", set.Name)
	}
	r := &Replay{Schema: "spar.bench.replay/1", Set: set.Name, Files: len(files), Questions: len(asked)}
	random := rand.New(rand.NewPCG(1, 0))
	ways := []struct {
		name string
		put  func(q Query) ([]spar.File, error)
	}{
		{"spar", func(q Query) ([]spar.File, error) { return inOrder(ctx, q.Text, files, nil, nil, kept) }},
		{"random", func(Query) ([]spar.File, error) {
			out := slices.Clone(files)
			random.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
			return out, nil
		}},
		{"directory", func(Query) ([]spar.File, error) { return files, nil }},
	}
	for i, w := range ways {
		o := ReplayOrder{Order: w.name, Read: replayShares, Hit5: make([]float64, len(replayShares))}
		for _, q := range asked {
			ordered, err := w.put(q)
			if err != nil {
				return nil, err
			}
			rows, err := s.replay(ctx, set, q, ordered)
			if err != nil {
				return nil, err
			}
			for j, row := range rows {
				if row.Gold {
					o.Hit5[j] += 1 / float64(len(asked))
				}
			}
			if i == 0 {
				r.Rows = append(r.Rows, rows...)
			}
		}
		r.Orders = append(r.Orders, o)
	}
	r.judge()
	return r, nil
}

// namesOf names documents as the files of a share: as they are called, or by title, or by their number.
func namesOf(set *Set, docs []document) ([]spar.File, error) {
	title := map[string]string{}
	for d, err := range set.Docs() {
		if err != nil {
			return nil, err
		}
		title[d.ID] = d.Title
	}
	titles := make([]string, len(docs))
	for i, d := range docs {
		if titles[i] = title[d.id]; titles[i] == "" {
			titles[i] = d.id
		}
	}
	names := fileNames(titles)
	files := make([]spar.File, len(docs))
	for i, d := range docs {
		files[i] = spar.File{ID: spar.FileID(i + 1), Path: names[i]}
		if set.Tags(d.id) != nil || title[d.id] == "" {
			files[i].Path = d.id // a path keeps its folders
		}
	}
	return files, nil
}

// replay asks one question of the first files of an order, once for each share of them.
func (s *stored) replay(ctx context.Context, set *Set, q Query, ordered []spar.File) ([]ReplayRow, error) {
	judged := set.Judged(q.ID)
	rows := make([]ReplayRow, len(replayShares))
	best := make([]spar.FileID, len(replayShares))
	for i, share := range replayShares {
		n := max(1, int(share*float64(len(ordered))))
		runs := make([]retrieve.Source, n)
		for j, f := range ordered[:n] {
			runs[j] = s.runs[f.ID-1]
		}
		v, err := s.before(q)
		if err != nil {
			return nil, err
		}
		hits, stats, err := s.ask(ctx, runs, question.Parse(q.Text).Sought(), v, answer.Passages, 0)
		if err != nil {
			return nil, err
		}
		row := ReplayRow{Set: set.Name, Query: q.ID, Progress: calibrate.Progress{Read: n, Files: len(ordered), Since: n}}
		if len(hits) > 0 {
			best[i] = hits[0].File
			var places []int
			for _, h := range retrieve.Files(hits) {
				places = append(places, 1+slices.IndexFunc(ordered[:n], func(f spar.File) bool { return f.ID == h.File }))
			}
			row.Lead = calibrate.LeadOf(places, n)
			row.Confidence, _ = answer.Confidence(question.Parse(q.Text), hits, stats)
		}
		if i > 0 && best[i] == best[i-1] {
			row.Since = rows[i-1].Since
		}
		for _, h := range first(retrieve.Files(hits), 5) {
			row.Gold = row.Gold || judged[s.docs[h.File-1].id] >= 1
		}
		rows[i] = row
	}
	last := best[len(best)-1]
	for i := range rows {
		rows[i].Better = !slices.ContainsFunc(ordered[:rows[i].Read], func(f spar.File) bool { return f.ID == last })
	}
	return rows, nil
}

func first[T any](list []T, n int) []T { return list[:min(n, len(list))] }

// judge compares the stated chances with what came about.
func (r *Replay) judge() {
	var stated []calibrate.Stated
	for _, row := range r.Rows {
		if row.Read < row.Files {
			stated = append(stated, calibrate.Stated{Chance: row.Progress.Better(), Right: row.Better})
		}
	}
	r.Trust = calibrate.Reliable(stated)
	for _, until := range replayUntil {
		stop := ReplayStop{Until: until}
		done := ""
		for _, row := range r.Rows {
			if row.Query == done || row.Progress.Better() > 1-until {
				continue
			}
			done = row.Query
			stop.Read += float64(row.Read) / float64(row.Files) / float64(r.Questions)
			if !row.Better {
				stop.Right += 1 / float64(r.Questions)
			}
		}
		r.Stops = append(r.Stops, stop)
	}
}

// WriteRows writes what was observed, one object a line.
func (r *Replay) WriteRows(w io.Writer) error {
	e := json.NewEncoder(w)
	for _, row := range r.Rows {
		if err := e.Encode(row); err != nil {
			return err
		}
	}
	return nil
}

// WriteText writes the report for people.
func (r *Replay) WriteText(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "%s: %d questions, %d files\nhit@5 after reading", r.Set, r.Questions, r.Files)
	for _, share := range replayShares {
		fmt.Fprintf(t, "\t%g %%", 100*share)
	}
	for _, o := range r.Orders {
		fmt.Fprintf(t, "\n%s", o.Order)
		for _, hit := range o.Hit5 {
			fmt.Fprintf(t, "\t%.3f", hit)
		}
	}
	fmt.Fprintf(t, "\n\nchance of something better\terror\t%.3f\tBrier\t%.3f\tof a constant\t%.3f\nstated", r.Trust.Error, r.Trust.Brier, r.Trust.Constant)
	for _, b := range r.Trust.Bins {
		fmt.Fprintf(t, "\t%.2f", b.Stated)
	}
	fmt.Fprint(t, "\ncame about")
	for _, b := range r.Trust.Bins {
		fmt.Fprintf(t, "\t%.2f", b.Right)
	}
	fmt.Fprintln(t)
	for _, s := range r.Stops {
		fmt.Fprintf(t, "until %.2f\treads\t%.3f\tright\t%.3f\n", s.Until, s.Read, s.Right)
	}
	return t.Flush()
}
