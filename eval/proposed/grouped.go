package proposed

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/measure"
	"github.com/sparsearch/spar/internal/propose"
	spar "github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/vec"
)

// GroupOptions say what is grouped.
type GroupOptions struct {
	Options
	Tags    bool   // and not files
	Classes string // a CSV file with names of files or tags, and the class of each; "": the first folder of a file
}

// A Grouped compares the groups that SPAR finds with the classes that people made, which it did not see.
type Grouped struct {
	Schema  string    `json:"schema"`
	Set     string    `json:"set"`
	Of      string    `json:"of"`
	Items   int       `json:"items"`
	Classes int       `json:"classes"`
	Rows    []Parted  `json:"rows"`
	Stable  []float64 `json:"stability"` // each with another fifth left out
	Labels  []string  `json:"labels"`

	Labelling []Labelling `json:"labelling"`
}

// A Parted is how one way to part things agrees with the classes.
type Parted struct {
	Way    string  `json:"way"`
	Groups int     `json:"groups"`
	Rand   float64 `json:"adjusted_rand"`
	V      float64 `json:"v_measure"`
}

// read makes a data directory of a set in a temporary folder and reads all of its files. end removes it.
func read(ctx context.Context, set *measure.Set, o measure.TaggedOptions) (t *measure.Tagged, end func() error, err error) {
	dir, err := os.MkdirTemp("", "spar-eval-")
	if err != nil {
		return nil, nil, err
	}
	if t, err = measure.OpenTagged(ctx, set, dir, o); err != nil {
		return nil, nil, errors.Join(err, os.RemoveAll(dir))
	}
	end = func() error { return errors.Join(t.Close(), os.RemoveAll(dir)) }
	if _, err = t.Read(ctx, o.Log); err != nil {
		return nil, nil, errors.Join(err, end())
	}
	return t, end, nil
}

// Group makes a data directory of a set, groups its files or tags, and compares.
func Group(ctx context.Context, set *measure.Set, o GroupOptions) (r *Grouped, err error) {
	t, end, err := read(ctx, set, measure.TaggedOptions{Vocabulary: o.Vocabulary, Engine: o.Engine, Service: o.Service, Log: o.Log})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, end()) }()
	r = &Grouped{Schema: "spar.eval.grouped/1", Set: set.Name, Of: "files"}
	names, among := map[uint32]string{}, roaring.New()
	p, err := t.Engine.Proposer(ctx, t.Who, nil)
	if err != nil {
		return nil, err
	}
	for f, err := range t.Engine.Catalog.Files(ctx) {
		if err != nil {
			return nil, err
		}
		if _, _, err := p.Of(ctx, f); err != nil { // so that its first passages have vectors
			return nil, err
		}
		names[uint32(f.ID)] = f.Path
		among.Add(uint32(f.ID))
	}
	o.Log("%d files have vectors", len(names))
	var g engine.Grouping
	if o.Tags {
		r.Of = "tags"
		tags, err := t.Engine.Catalog.Tags(ctx)
		if err != nil {
			return nil, err
		}
		clear(names)
		for _, tag := range tags {
			names[uint32(tag.ID)] = tag.Name
		}
		g, err = t.Engine.GroupTags(ctx, t.Who, engine.GroupOptions{})
		if err != nil {
			return nil, err
		}
	} else if g, err = t.Engine.GroupFiles(ctx, t.Who, among, engine.GroupOptions{HideFolders: true}); err != nil {
		return nil, err
	}
	classes, err := classesOf(o.Classes)
	if err != nil {
		return nil, err
	}
	of := func(it propose.Item) string {
		if o.Classes != "" {
			return classes[names[it.ID]]
		}
		first, _, in := strings.Cut(names[it.ID], "/")
		if !in {
			return ""
		}
		return first
	}
	r.compare(g.Items, of)
	groups := propose.Groups(g.Items, 0, nil)
	r.Labelling = append(r.Labelling, labelled("classes", groups, bestClasses(g.Items, groups, of)))
	if len(t.Links) > 0 && !o.Tags {
		tags, err := t.Engine.Catalog.Tags(ctx)
		if err != nil {
			return nil, err
		}
		called, has := map[spar.TagID]spar.Tag{}, map[uint32][]string{}
		byName := map[string]spar.Tag{}
		for _, tag := range tags {
			called[tag.ID], byName[tag.Name] = tag, tag
		}
		for _, l := range t.Links {
			has[uint32(l.File)] = append(has[uint32(l.File)], called[l.Tag].Name)
		}
		r.Labelling = append(r.Labelling, labelled("tags", groups, bestTags(g.Items, groups, func(id uint32) []string { return has[id] },
			func(name string) []string { return append([]string{name}, byName[name].Synonyms...) })))
	}
	return r, nil
}

func classesOf(file string) (map[string]string, error) {
	classes := map[string]string{}
	if file == "" {
		return classes, nil
	}
	b, err := os.ReadFile(filepath.Clean(file))
	if err != nil {
		return nil, err
	}
	rows, err := csv.NewReader(strings.NewReader(string(b))).ReadAll()
	for _, row := range rows {
		classes[row[0]] = row[1]
	}
	return classes, err
}

func (r *Grouped) compare(all []propose.Item, of func(propose.Item) string) {
	var items []propose.Item
	var truth []int
	at := map[string]int{}
	for _, it := range all {
		class := of(it)
		if class == "" {
			continue
		}
		if _, met := at[class]; !met {
			at[class] = len(at)
		}
		items, truth = append(items, it), append(truth, at[class])
	}
	if r.Items, r.Classes = len(items), len(at); r.Items == 0 {
		return // no file is in a folder
	}
	whole := partition(items, propose.Groups(items, 0, nil))
	r.add("groups", whole, truth)
	r.add("groups, as many as classes", partition(items, propose.Groups(items, len(at), nil)), truth)
	best, least := []int(nil), math.Inf(1)
	for seed := range uint64(10) {
		if group, loss := kmeans(items, len(at), rand.New(rand.NewPCG(seed, 3))); loss < least {
			best, least = group, loss
		}
	}
	r.add("k-means of vectors, as many as classes", best, truth)
	for _, g := range propose.Groups(items, 0, nil) {
		var words []string
		for _, w := range g.Words {
			words = append(words, w.Text)
		}
		r.Labels = append(r.Labels, fmt.Sprintf("%d: %s", len(g.Items), strings.Join(words, ", ")))
	}
	for seed := range uint64(5) {
		random := rand.New(rand.NewPCG(seed, 4))
		var some []propose.Item
		var before []int
		for i, it := range items {
			if random.Float64() < .8 {
				some, before = append(some, it), append(before, whole[i])
			}
		}
		ari, _ := agreement(partition(some, propose.Groups(some, 0, nil)), before)
		r.Stable = append(r.Stable, ari)
	}
}

func (r *Grouped) add(way string, group, truth []int) {
	ari, v := agreement(group, truth)
	r.Rows = append(r.Rows, Parted{way, len(distinctInts(group)), ari, v})
}

func distinctInts(list []int) []int {
	list = slices.Clone(list)
	slices.Sort(list)
	return slices.Compact(list)
}

// partition numbers the groups of items; those in none are together.
func partition(items []propose.Item, groups []propose.Group) []int {
	out := make([]int, len(items))
	for i := range out {
		out[i] = len(groups)
	}
	for g, one := range groups {
		for _, i := range one.Items {
			out[i] = g
		}
	}
	return out
}

// kmeans parts vectors by k-means, begun as k-means++ does.
func kmeans(items []propose.Item, k int, random *rand.Rand) (group []int, loss float64) {
	rows := make([][]float32, len(items))
	for i, it := range items {
		if rows[i] = it.Vector; rows[i] == nil {
			rows[i] = make([]float32, 384)
		}
	}
	apart := func(a, b []float32) float64 {
		return float64(vec.Best().Dot(a, a) + vec.Best().Dot(b, b) - 2*vec.Best().Dot(a, b))
	}
	middles := [][]float32{rows[random.IntN(len(rows))]}
	near := make([]float64, len(rows))
	for len(middles) < k {
		sum := 0.0
		for i, r := range rows {
			near[i] = math.Inf(1)
			for _, m := range middles {
				near[i] = min(near[i], max(0, apart(r, m)))
			}
			sum += near[i]
		}
		at, next := random.Float64()*sum, 0
		for i := range rows {
			if next = i; at < near[i] {
				break
			}
			at -= near[i]
		}
		middles = append(middles, rows[next])
	}
	group = make([]int, len(rows))
	for range 30 {
		loss = 0
		sums, count := make([][]float32, k), make([]float32, k)
		for i, r := range rows {
			best := math.Inf(1)
			for g, m := range middles {
				if d := apart(r, m); d < best {
					group[i], best = g, d
				}
			}
			loss += best
			if sums[group[i]] == nil {
				sums[group[i]] = make([]float32, len(r))
			}
			for d, v := range r {
				sums[group[i]][d] += v
			}
			count[group[i]]++
		}
		for g := range sums {
			if sums[g] != nil {
				for d := range sums[g] {
					sums[g][d] /= count[g]
				}
				middles[g] = sums[g]
			}
		}
	}
	return group, loss
}

// agreement returns the adjusted Rand index of two partitions, and the V-measure.
func agreement(one, other []int) (ari, v float64) {
	both, a, b := map[[2]int]float64{}, map[int]float64{}, map[int]float64{}
	for i := range one {
		both[[2]int{one[i], other[i]}]++
		a[one[i]]++
		b[other[i]]++
	}
	n := float64(len(one))
	pairs := func(x float64) float64 { return x * (x - 1) / 2 }
	index, inA, inB, ha, hb, joint := 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
	for _, x := range both {
		index += pairs(x)
		joint -= x / n * math.Log(x/n)
	}
	for _, x := range a {
		inA += pairs(x)
		ha -= x / n * math.Log(x/n)
	}
	for _, x := range b {
		inB += pairs(x)
		hb -= x / n * math.Log(x/n)
	}
	expected := inA * inB / pairs(n)
	if most := (inA + inB) / 2; most != expected {
		ari = (index - expected) / (most - expected)
	}
	if ha+hb > 0 {
		v = 2 * (ha + hb - joint) / (ha + hb)
	}
	return ari, v
}

// WriteMarkdown writes tables.
func (r *Grouped) WriteMarkdown(w io.Writer) error {
	fmt.Fprintf(w, "%s: %d %s of %d classes\n\n| parted by | groups | adjusted Rand | V-measure |\n|---|---|---|---|\n", r.Set, r.Items, r.Of, r.Classes)
	for _, x := range r.Rows {
		fmt.Fprintf(w, "| %s | %d | %.3f | %.3f |\n", x.Way, x.Groups, x.Rand, x.V)
	}
	for _, l := range r.Labelling {
		fmt.Fprintf(w, "\nOf %d groups, %d have the name of one of their %s as the first word of their label and %d among three words (%d of %d items); labels of other groups fit in %.2f.\n%s\n",
			l.Groups, l.First, l.Of, l.Any, l.Said, l.Items, l.Chance, strings.Join(l.Wrong, "\n"))
	}
	_, err := fmt.Fprintf(w, "\nAdjusted Rand of the groups with those of four fifths: %.2f\n\n%s\n", r.Stable, strings.Join(r.Labels, "\n"))
	return err
}
