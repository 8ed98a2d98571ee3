// Package proposed measures the tags that SPAR proposes. From the tags of one half of a set's files it proposes tags of the other half, and
// compares them with the tags that people gave. Only spar-eval uses it.
package proposed

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/calibrate"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/measure"
	"github.com/sparsearch/spar/internal/propose"
	"github.com/sparsearch/spar/internal/service"
	spar "github.com/sparsearch/spar/internal/spar"
)

// Options of a measurement.
type Options struct {
	Vocabulary string   // a file to import; "": only the tags of the set
	Names      string   // a folder that keeps the vectors of the names of tags from one run to the next; "": none
	Chooser    *Chooser // also asks a language model; nil: none
	Fit        bool     // fit a model to the known half, and measure it in the place of the shipped one
	Engine     engine.Options
	Service    service.Options
	Log        func(format string, args ...any)
}

// A Report has the results.
type Report struct {
	Schema    string           `json:"schema"`
	Set       string           `json:"set"`
	Files     int              `json:"files"` // of the half reported
	Voters    int              `json:"voters"`
	Tags      float64          `json:"tags_of_a_file"`
	Among     float64          `json:"among_candidates"` // part of their tags that anything speaks for
	Rows      []Row            `json:"rows"`
	Sureness  []Sure           `json:"sure"`
	Proposals int              `json:"proposals"`
	Error     float64          `json:"ece"`        // of all candidates
	ErrorTop  float64          `json:"ece_top_15"` // of the first 15 of each file
	Reviews   []Reviewed       `json:"reviews"`
	Chosen    *Chosen          `json:"chosen,omitempty"`
	Model     *calibrate.Model `json:"model,omitempty"`
}

// A Row is how well one way to order candidates does.
type Row struct {
	Way string  `json:"way"`
	At5 float64 `json:"precision_at_5"`
	R15 float64 `json:"recall_at_15"`
}

// A Sure says what comes of taking all proposals from a chance on.
type Sure struct {
	From      float64 `json:"from"`
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	A         float64 `json:"a_file"`
}

// A judged file is its candidates, and which of them it has.
type judged struct {
	group      string
	candidates []propose.Candidate
	right      []bool
	has        int
}

// Measure makes a data directory of a set with its tags, which is removed.
func Measure(ctx context.Context, set *measure.Set, o Options) (r *Report, err error) {
	dir, err := os.MkdirTemp("", "spar-eval-")
	if err != nil {
		return nil, spar.Errorf(spar.Unavailable, "no temporary folder: %w; set TMPDIR to one that can be written", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if err := copyNames(o.Names, filepath.Join(dir, "data", "names")); err != nil {
		return nil, err
	}
	t, err := measure.OpenTagged(ctx, set, dir, measure.TaggedOptions{Vocabulary: o.Vocabulary, Engine: o.Engine, Service: o.Service, Log: o.Log})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, t.Close()) }()
	if err := copyNames(filepath.Join(dir, "data", "names"), o.Names); err != nil {
		return nil, err
	}
	if _, err := t.Read(ctx, o.Log); err != nil {
		return nil, err
	}
	has := map[spar.FileID]map[spar.TagID]bool{}
	for _, l := range t.Links {
		if has[l.File] == nil {
			has[l.File] = map[spar.TagID]bool{}
		}
		has[l.File][l.Tag] = true
	}
	var known, asked []spar.File
	hidden := roaring.New()
	for f, err := range t.Engine.Catalog.Files(ctx) {
		if err != nil {
			return nil, err
		}
		if len(has[f.ID]) == 0 {
			continue
		}
		h := fnv.New32a()
		_, _ = h.Write([]byte(f.Path))
		if h.Sum32()%2 == 0 {
			known = append(known, f)
		} else {
			asked = append(asked, f)
			hidden.Add(uint32(f.ID))
		}
	}
	p, err := t.Engine.Proposer(ctx, t.Who, hidden)
	if err != nil {
		return nil, err
	}
	o.Log("%d files vote about %d", len(known), len(asked))
	look := func(files []spar.File) (list []judged, err error) {
		for _, f := range files {
			c, _, err := p.Of(ctx, f)
			if err != nil {
				return nil, err
			}
			j := judged{group: f.Path, candidates: c, has: len(has[f.ID])}
			for _, one := range c {
				j.right = append(j.right, has[f.ID][one.Tag])
			}
			list = append(list, j)
		}
		return list, nil
	}
	r = &Report{Schema: "spar.eval.proposed/1", Set: set.Name, Files: len(asked), Voters: len(known)}
	if o.Fit {
		list, err := look(known)
		if err != nil {
			return nil, err
		}
		m := calibrate.Fit(fmt.Sprintf("%d files of %s", len(list), set.Name), propose.Signs, samplesOf(list))
		p.Model, r.Model = m, &m
	}
	list, err := look(asked)
	if err != nil {
		return nil, err
	}
	r.tell(list, p.Model)
	r.review(list, p.Model)
	if o.Chooser != nil {
		names := map[spar.TagID]string{}
		tags, err := t.Engine.Catalog.Tags(ctx)
		if err != nil {
			return nil, err
		}
		for _, tag := range tags {
			names[tag.ID] = tag.Name
		}
		if r.Chosen, err = o.Chooser.choose(ctx, p, names, asked, list); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// copyNames copies the vectors of names of tags from one folder to another.
func copyNames(from, to string) error {
	if from == "" || to == "" {
		return nil
	}
	files, err := filepath.Glob(filepath.Join(from, "label-*.lab"))
	if err == nil && len(files) > 0 {
		err = os.MkdirAll(to, 0o700)
	}
	for _, f := range files {
		b, read := os.ReadFile(f)
		if err = errors.Join(err, read); err == nil {
			err = os.WriteFile(filepath.Join(to, filepath.Base(f)), b, 0o600)
		}
	}
	return err
}

// review lets people judge proposals of every second file, by their tags, and measures the others by the model that is fitted to these
// judgements beside the one there is: judged in the order of spar tag review, and at random.
func (r *Report) review(list []judged, there calibrate.Model) {
	type one struct{ file, candidate int }
	var pool []one
	var others []judged
	for f, j := range list {
		if f%2 == 1 {
			others = append(others, j)
			continue
		}
		for i, c := range j.candidates {
			if chance := there.Chance(c.Signs); chance >= leastReviewed {
				pool = append(pool, one{f, i})
			}
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	random.Shuffle(len(pool), func(a, b int) { pool[a], pool[b] = pool[b], pool[a] })
	unsure := slices.Clone(pool)
	doubt := func(o one) float64 { return math.Abs(there.Chance(list[o.file].candidates[o.candidate].Signs) - .5) }
	slices.SortStableFunc(unsure, func(a, b one) int { return cmp.Compare(doubt(a), doubt(b)) })
	fitted := func(some []one) Row {
		var samples []calibrate.Sample
		for _, o := range some {
			j := list[o.file]
			samples = append(samples, calibrate.Sample{Signs: j.candidates[o.candidate].Signs, Right: j.right[o.candidate], Group: j.group})
		}
		m := there
		if refit := calibrate.FitBeside(there, samples); refit.Better() {
			m = refit.Model
		}
		return rowOf("", others, m)
	}
	r.Reviews = append(r.Reviews, Reviewed{0, rowOf("", others, there).At5, rowOf("", others, there).At5})
	for _, n := range []int{100, 200, 400} {
		if n > len(pool) {
			break
		}
		var taught []one
		for i, k := 0, 0; len(taught) < n; { // as service.ReviewQueue: every third of a sample
			if len(taught)%3 == 2 {
				taught, k = append(taught, pool[k]), k+1
				continue
			}
			taught, i = append(taught, unsure[i]), i+1
		}
		r.Reviews = append(r.Reviews, Reviewed{n, fitted(taught).At5, fitted(pool[:n]).At5})
	}
}

// leastReviewed is the chance from which a tag is put down for review here.
const leastReviewed = .1

func samplesOf(list []judged) (samples []calibrate.Sample) {
	for _, j := range list {
		for i, c := range j.candidates {
			samples = append(samples, calibrate.Sample{Signs: c.Signs, Right: j.right[i], Group: j.group})
		}
	}
	return samples
}

// ways are models that go by one kind of sign, beside all.
func ways(all calibrate.Model) map[string]calibrate.Model {
	by := func(signs map[string]float64) calibrate.Model {
		m := calibrate.Model{Weights: make([]float64, len(propose.Signs)), Curve: calibrate.Curve{{Score: 0, Chance: .5}}}
		for i, s := range propose.Signs {
			m.Weights[i] = signs[s]
		}
		return m
	}
	return map[string]calibrate.Model{
		"all": all, "names": by(map[string]float64{"said": 1, "words": .5, "by_name": .2, "inside": -2, "early": .5}),
		"nearness": by(map[string]float64{"near": 1}), "neighbours": by(map[string]float64{"many": 1}), "neighbours, 8": by(map[string]float64{"few": 1}),
		"how common it is": by(map[string]float64{"common": 1}),
	}
}

func (r *Report) tell(list []judged, m calibrate.Model) {
	tags, among := 0, 0
	var stated, top []calibrate.Stated
	for _, j := range list {
		tags += j.has
		for i, c := range j.candidates {
			stated = append(stated, calibrate.Stated{Chance: c.Chance, Right: j.right[i]})
			if i < 15 {
				top = append(top, stated[len(stated)-1])
			}
			if j.right[i] {
				among++
			}
		}
	}
	r.Tags, r.Among, r.Proposals = float64(tags)/float64(len(list)), float64(among)/float64(tags), len(stated)
	r.Error, r.ErrorTop = calibrate.Reliable(stated).Error, calibrate.Reliable(top).Error
	for way, m := range ways(m) {
		r.Rows = append(r.Rows, rowOf(way, list, m))
	}
	slices.SortFunc(r.Rows, func(a, b Row) int { return cmp.Or(cmp.Compare(b.At5, a.At5), cmp.Compare(a.Way, b.Way)) })
	for _, from := range []float64{.3, .5, .7, .8, .9} {
		taken, right := 0, 0
		for _, s := range stated {
			if s.Chance >= from {
				taken++
				if s.Right {
					right++
				}
			}
		}
		r.Sureness = append(r.Sureness, Sure{from, float64(right) / float64(max(1, taken)), float64(right) / float64(tags), float64(taken) / float64(len(list))})
	}
}

// rowOf returns the precision of the first five, and the recall of the first fifteen, each the mean over the files.
func rowOf(way string, list []judged, m calibrate.Model) Row {
	row := Row{Way: way}
	for _, j := range list {
		order := make([]int, len(j.candidates))
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(m.Sum(j.candidates[b].Signs), m.Sum(j.candidates[a].Signs)) })
		five, fifteen := 0, 0
		for place, i := range order[:min(15, len(order))] {
			if j.right[i] {
				fifteen++
				if place < 5 {
					five++
				}
			}
		}
		row.At5 += float64(five) / 5 / float64(len(list))
		row.R15 += float64(fifteen) / float64(j.has) / float64(len(list))
	}
	return row
}

// WriteMarkdown writes tables.
func (r *Report) WriteMarkdown(w io.Writer) error {
	fmt.Fprintf(w, "%s: %d files vote about %d, which have %.1f tags each; something speaks for %.3f of these.\n\n| order | P@5 | R@15 |\n|---|---|---|\n", r.Set, r.Voters, r.Files, r.Tags, r.Among)
	for _, x := range r.Rows {
		fmt.Fprintf(w, "| %s | %.3f | %.3f |\n", x.Way, x.At5, x.R15)
	}
	fmt.Fprintf(w, "\nCalibration error of %d chances: %.3f; of the first 15 of each file: %.3f.\n\n| from a chance of | right | of all tags | tags a file |\n|---|---|---|---|\n", r.Proposals, r.Error, r.ErrorTop)
	for _, x := range r.Sureness {
		fmt.Fprintf(w, "| %.1f | %.3f | %.3f | %.1f |\n", x.From, x.Precision, x.Recall, x.A)
	}
	if len(r.Reviews) > 0 {
		fmt.Fprint(w, "\n| reviews | P@5 in the order of what teaches | at random |\n|---|---|---|\n")
		for _, x := range r.Reviews {
			fmt.Fprintf(w, "| %d | %.3f | %.3f |\n", x.Reviews, x.Taught, x.Random)
		}
	}
	if r.Chosen != nil {
		r.Chosen.write(w)
	}
	return nil
}

// A Reviewed compares two orders of review after a number of judgements.
type Reviewed struct {
	Reviews int     `json:"reviews"`
	Taught  float64 `json:"precision_at_5"`
	Random  float64 `json:"precision_at_5_random"`
}
