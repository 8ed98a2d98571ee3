package eval

import (
	"context"
	"fmt"
	"github.com/sparsearch/spar/internal/measure"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"text/tabwriter"

	"github.com/sparsearch/spar/internal/calibrate"
	"github.com/sparsearch/spar/internal/spar"
)

// A Replay says what questions find after a part of a share is read, in SPAR's order of reading and in others. It reads the
// files once and asks each question of the first ones in its order.
type Replay struct {
	Schema    string        `json:"schema"`
	Set       string        `json:"set"`
	Files     int           `json:"files"`
	Questions int           `json:"questions"`
	Judged    int           `json:"judged"` // questions whose file is known
	Orders    []ReplayOrder `json:"orders"`
	Rows      []ReplayRow   `json:"-"` // in SPAR's order
}

// A ReplayOrder has the share of questions whose file is among the first five hits, by the part that was read.
type ReplayOrder struct {
	Order string    `json:"order"`
	Read  []float64 `json:"read"` // shares of the files
	Hit5  []float64 `json:"hit5"`

	hits [][]float64 // of each question, by how much was read
}

// A ReplayRow is one question after one part of the reading.
type ReplayRow struct {
	Set, Query string
	Turn       bool // the part is a turn of the product, not a share of the files
	calibrate.Progress
	Since  int  // files that had been read, at the end of a turn, when the best passage was first among them
	Gold   bool // a file that answers is among the first five that are found
	Better bool // the best passage of all files lies in one that was not read
}

// replayShares is how much of the files is read.
var replayShares = []float64{.01, .02, .05, .1, .2, .5, 1}

// How many files the product reads before it looks at its answer for the first time; each time it has read twice as many more.
const firstTurn = 64

// leastJudged is the fewest files from which on a chance is judged: nobody stops before.
const leastJudged = 10

// ReplayOptions of MeasureReplay.
type ReplayOptions struct {
	Dir       string // keeps what was read
	Most      int    // questions, drawn evenly; 0: all
	Names     measure.Naming
	OrderOnly bool // SPAR's order alone
}

// MeasureReplay replays the questions of a set.
func MeasureReplay(ctx context.Context, set *measure.Set, o ReplayOptions) (_ *Replay, err error) {
	dir, err := cacheOf(set, o.Dir)
	if err != nil {
		return nil, err
	}
	s, err := measure.OpenReplayed(ctx, set, dir, o.Names)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	asked, err := s.Asked(o.Most)
	if err != nil {
		return nil, err
	}
	name := set.Name
	if o.Names != measure.OwnNames {
		name += ":" + string(o.Names)
	}
	r := &Replay{Schema: "spar.bench.replay/2", Set: name, Files: len(s.Files), Questions: len(asked)}
	random := rand.New(rand.NewPCG(1, 0))
	ways := []struct {
		name string
		put  func(q measure.Query) ([]spar.File, float64, error)
	}{
		{"spar", func(q measure.Query) ([]spar.File, float64, error) { return s.Promised(ctx, q) }},
		{"random", func(measure.Query) ([]spar.File, float64, error) {
			out := slices.Clone(s.Files)
			random.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
			return out, 0, nil
		}},
		{"directory", func(measure.Query) ([]spar.File, float64, error) { return s.Files, 0, nil }},
	}
	if o.OrderOnly {
		ways = ways[:1]
	}
	for i, w := range ways {
		out := ReplayOrder{Order: w.name, Read: replayShares, Hit5: make([]float64, len(replayShares))}
		for _, q := range asked {
			judged := len(set.Judged(q.ID)) > 0
			if i > 0 && !judged {
				continue
			}
			ordered, standOut, err := w.put(q)
			if err != nil {
				return nil, err
			}
			shares, turns, err := replay(ctx, s, q, ordered, standOut, i == 0)
			if err != nil {
				return nil, err
			}
			if judged {
				of := make([]float64, len(shares))
				for j, row := range shares {
					if row.Gold {
						of[j] = 1
					}
				}
				out.hits = append(out.hits, of)
			}
			if i == 0 {
				for _, row := range append(shares, turns...) {
					row.Set = name
					r.Rows = append(r.Rows, row)
				}
			}
		}
		r.Judged = len(out.hits)
		for _, of := range out.hits {
			for j, hit := range of {
				out.Hit5[j] += hit / float64(len(out.hits))
			}
		}
		r.Orders = append(r.Orders, out)
	}
	return r, nil
}

// Ahead is how far the first order is ahead of another in hit@5, with a paired interval, by how much was read.
func (r *Replay) Ahead(other int) []measure.Interval {
	out := make([]measure.Interval, len(replayShares))
	for j := range out {
		with, without := make([]float64, r.Judged), make([]float64, r.Judged)
		for i := range with {
			with[i], without[i] = r.Orders[0].hits[i][j], r.Orders[other].hits[i][j]
		}
		out[j] = measure.Bootstrap(without, with, 1)
	}
	return out
}

// replay asks one question of the first files of an order, once for each share of them, and where it is asked for after each turn.
func replay(ctx context.Context, r *measure.Replayed, q measure.Query, ordered []spar.File, standOut float64, inTurns bool) (shares, turns []ReplayRow, err error) {
	place := make(map[spar.FileID]int, len(ordered))
	for i, f := range ordered {
		place[f.ID] = i + 1
	}
	all, stats, err := r.FindIn(ctx, q, ordered)
	if err != nil {
		return nil, nil, err
	}
	after := func(n int) (ReplayRow, []spar.Hit, error) {
		hits, of := all, stats
		if n < len(ordered) {
			if hits, of, err = r.FindIn(ctx, q, ordered[:n]); err != nil {
				return ReplayRow{}, nil, err
			}
		}
		return ReplayRow{
			Query: q.ID, Progress: r.Progress(q, hits, of, ordered[:n], place, standOut), Since: n, Gold: r.Answers(q, hits, 5),
			Better: measure.Outranked(all, hits, func(id spar.FileID) bool { return place[id] <= n }),
		}, hits, nil
	}
	for _, share := range replayShares {
		row, _, err := after(max(1, int(share*float64(len(ordered)))))
		if err != nil {
			return nil, nil, err
		}
		shares = append(shares, row)
	}
	var best spar.FileID
	since := 0
	for n := firstTurn; inTurns && n < len(ordered); n = 2*n + firstTurn {
		row, hits, err := after(n)
		if err != nil {
			return nil, nil, err
		}
		if len(hits) > 0 && hits[0].File != best {
			best, since = hits[0].File, n
		}
		row.Turn, row.Since = true, since
		turns = append(turns, row)
	}
	return shares, turns, nil
}

// WriteText writes the report for people.
func (r *Replay) WriteText(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "%s: %d questions, %d files\nhit@5 of %d after reading", r.Set, r.Questions, r.Files, r.Judged)
	for _, share := range replayShares {
		fmt.Fprintf(t, "\t%g %%", 100*share)
	}
	for i, o := range r.Orders {
		fmt.Fprintf(t, "\n%s", o.Order)
		for _, hit := range o.Hit5 {
			fmt.Fprintf(t, "\t%.3f", hit)
		}
		if i > 0 && r.Judged > 0 {
			fmt.Fprint(t, "\nspar ahead by")
			for _, d := range r.Ahead(i) {
				fmt.Fprintf(t, "\t%.2f to %.2f", d.Low, d.High)
			}
		}
	}
	fmt.Fprintln(t)
	return t.Flush()
}

// cacheOf returns the folder of a set below a cache.
func cacheOf(set *measure.Set, cache string) (string, error) {
	dir := filepath.Join(cache, "replayed-"+filepath.Base(set.Dir))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", spar.Errorf(spar.Unavailable, "the cache cannot be made: %w; name a folder for it that can be written", err)
	}
	return dir, nil
}
