package eval

import (
	"context"
	"fmt"
	"github.com/sparsearch/spar/internal/measure"
	"io"
	"path"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/names"
	"github.com/sparsearch/spar/internal/order"
	"github.com/sparsearch/spar/internal/spar"
)

// An OrderReport says how soon a file that answers comes if files are read in the order of their promise, by their
// names alone.
type OrderReport struct {
	Schema    string      `json:"schema"`
	Set       string      `json:"set"`
	Files     int         `json:"files"`
	Questions int         `json:"questions"`
	Ways      []OrderedBy `json:"ways"`
}

// OrderedBy is one way to put files in order, with the place of the first file that answers, from 1, as mean and percentiles over the
// questions.
type OrderedBy struct {
	By    string  `json:"by"`
	P50   int     `json:"p50"`
	P75   int     `json:"p75"`
	P90   int     `json:"p90"`
	P95   int     `json:"p95"`
	Mean  float64 `json:"mean"`
	First float64 `json:"first"` // share of the questions whose file is the first
}

// MeasureOrder puts the files of a set in order for each of its questions: by the words of their names, and by words
// and meaning, as the light encoder, and where it is built in the precise one, see it. The names of a set without
// files are its titles. Then the same, by words and the light encoder, with numbers for names, with the names as titles of
// files that are named by numbers, and with the names and titles that say nothing.
func MeasureOrder(ctx context.Context, set *measure.Set) (*OrderReport, error) {
	r := &OrderReport{Schema: "spar.bench.order/1", Set: set.Name}
	var files []spar.File
	for _, file := range set.Files {
		files = append(files, spar.File{ID: spar.FileID(len(files) + 1), Path: file})
	}
	ids := slices.Clone(set.Files)
	var titles []string
	for d, err := range set.Docs() {
		if err != nil {
			return nil, err
		}
		if d.Title != "" {
			titles, ids = append(titles, d.Title), append(ids, d.ID)
		}
	}
	for _, name := range measure.FileNames(titles) {
		files = append(files, spar.File{ID: spar.FileID(len(files) + 1), Path: name})
	}
	if r.Files = len(files); r.Files == 0 {
		return nil, spar.Errorf(spar.Invalid, "the set %s has neither files nor titles: choose another", set.Name)
	}
	light, err := embed.BuiltInLight(embed.Options{})
	if err != nil {
		return nil, err
	}
	numbered := slices.Clone(files)
	for i := range numbered {
		numbered[i].Path = path.Join(path.Dir(files[i].Path), fmt.Sprintf("%06d.pdf", (i*7919)%1_000_000)) // in no order of the names
	}
	name := func(f spar.File) string {
		base := path.Base(files[f.ID-1].Path)
		return strings.TrimSuffix(base, path.Ext(base))
	}
	nothing := func(f spar.File) string { return fmt.Sprintf("Microsoft Word - Document%d", f.ID%10) }
	fast := &remembering{light, map[string][]float32{}}
	ways := []orderWay{{name: "words", files: files}, {name: "words, light", files: files, encoder: fast}, {name: "words, light as stored", files: files, stored: light}}
	precise, err := embed.Precise(embed.Options{Arithmetic: embed.Int8})
	if err == nil {
		ways = append(ways, orderWay{name: "words, precise", files: files, encoder: &remembering{precise, map[string][]float32{}}, precise: true},
			orderWay{name: "words, precise as stored", files: files, stored: precise, precise: true})
	}
	ways = append(ways, orderWay{name: "numbers for names", files: numbered, encoder: fast}, orderWay{name: "the same, with titles", files: numbered, titles: name, encoder: fast},
		orderWay{name: "names, empty titles", files: files, titles: nothing, encoder: fast})
	for _, way := range ways {
		var places []int
		var kept *measure.KeptNames
		if way.stored != nil {
			if kept, err = measure.Sketched(ctx, way.files, way.stored); err != nil {
				return nil, err
			}
			defer kept.Close()
		}
		for _, q := range set.Queries {
			judged := set.Judged(q.ID)
			ordered, err := inOrder(ctx, q.Text, way, kept)
			if err != nil {
				return nil, err
			}
			at := slices.IndexFunc(ordered, func(f spar.File) bool { return judged[ids[f.ID-1]] >= 1 })
			if at >= 0 {
				places = append(places, at+1)
			}
		}
		if len(places) == 0 {
			return nil, spar.Errorf(spar.Invalid, "no question of the set %s is answered by a file: choose another", set.Name)
		}
		r.Questions = len(places)
		r.Ways = append(r.Ways, orderedBy(way.name, places))
	}
	return r, nil
}

// inOrder puts files in order by sketches that are kept, or by vectors that an encoder makes.
func inOrder(ctx context.Context, question string, way orderWay, kept *measure.KeptNames) ([]spar.File, error) {
	known := order.Known{Title: way.titles, Precise: way.precise}
	var err error
	switch {
	case kept != nil:
		known.Near, err = kept.Near(ctx, question)
	case way.encoder != nil:
		known.Near, err = order.Near(ctx, question, way.files, way.titles, way.encoder)
	}
	return order.Files(order.By(question, way.files, known)), err
}

// An orderWay is a way to put files in order.
type orderWay struct {
	name    string
	files   []spar.File
	titles  func(spar.File) string
	encoder order.Encoder
	stored  names.Encoder // whose sketches are kept as a data directory keeps them
	precise bool          // the encoder
}

func orderedBy(name string, places []int) OrderedBy {
	slices.Sort(places)
	at := func(percent int) int { return places[(len(places)*percent+99)/100-1] }
	o := OrderedBy{By: name, P50: at(50), P75: at(75), P90: at(90), P95: at(95)}
	for _, p := range places {
		o.Mean += float64(p) / float64(len(places))
		if p == 1 {
			o.First += 1 / float64(len(places))
		}
	}
	return o
}

// remembering embeds no text twice.
type remembering struct {
	encoder order.Encoder
	made    map[string][]float32
}

func (r *remembering) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	var missing []string
	for _, t := range texts {
		if r.made[t] == nil {
			missing = append(missing, t)
		}
	}
	vectors, err := r.encoder.Embed(ctx, missing)
	if err != nil {
		return nil, err
	}
	for i, t := range missing {
		r.made[t] = vectors[i]
	}
	out := make([][]float32, len(texts))
	for i, t := range texts {
		out[i] = r.made[t]
	}
	return out, nil
}

// WriteText writes the report for people.
func (r *OrderReport) WriteText(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "%s: %d questions, %d files\nfiles read until one answers, by\tmedian\t75 %%\t90 %%\t95 %%\tmean\tat once\n", r.Set, r.Questions, r.Files)
	for _, o := range r.Ways {
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%.1f\t%.3f\n", o.By, o.P50, o.P75, o.P90, o.P95, o.Mean, o.First)
	}
	return t.Flush()
}
