package proposed

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/measure"
	spar "github.com/sparsearch/spar/internal/spar"
)

// A Parented says how well the parents of a new tag are ranked.
type Parented struct {
	Schema string       `json:"schema"`
	Set    string       `json:"set"`
	Tags   int          `json:"tags"` // without any below them, that were taken to be new
	Rows   []ParentRank `json:"rows"`
	Wrong  []string     `json:"wrong"` // tags whose parent is not among the first three, with what came first
}

// A ParentRank is how often one way of ranking has a true parent first, and among the first three.
type ParentRank struct {
	Way   string `json:"way"`
	First int    `json:"first"`
	Three int    `json:"three"`
	None  int    `json:"none"` // nothing is offered
}

// Parents draws tags below which none is and that lie below others, takes each to be new, and ranks what it could be below.
func Parents(ctx context.Context, set *measure.Set, o Options, draw int, seed uint64) (r *Parented, err error) {
	t, end, err := read(ctx, set, measure.TaggedOptions{Vocabulary: o.Vocabulary, Engine: o.Engine, Service: o.Service, Log: o.Log})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, end()) }()
	snapshot, err := t.Engine.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	tags := slices.DeleteFunc(snapshot.TagsFor(t.Who), func(t spar.Tag) bool { return t.Retired })
	names := map[spar.TagID]string{}
	var leaves []spar.Tag
	for _, tag := range tags {
		if names[tag.ID] = tag.Name; len(snapshot.ParentsOf(tag)) > 0 && len(snapshot.ChildrenOf(tag)) == 0 {
			leaves = append(leaves, tag)
		}
	}
	slices.SortFunc(leaves, func(a, b spar.Tag) int { return cmp.Compare(a.ID, b.ID) })
	random := rand.New(rand.NewPCG(seed, 179))
	random.Shuffle(len(leaves), func(a, b int) { leaves[a], leaves[b] = leaves[b], leaves[a] })
	r = &Parented{Schema: "spar.eval.parented/1", Set: set.Name, Rows: []ParentRank{{Way: "ranked"}, {Way: "nearest name"}}}
	for _, tag := range leaves[:min(draw, len(leaves))] {
		var right []string
		for _, above := range snapshot.ParentsOf(tag) {
			right = append(right, names[above])
		}
		r.Tags++
		list, err := t.Service.TagParents(ctx, t.Who, api.ParentQuery{Name: tag.Name, Most: 3})
		if err != nil {
			return nil, err
		}
		var ranked []string
		for _, p := range list {
			ranked = append(ranked, p.Tag)
		}
		r.Rows[0].add(ranked, right)
		if !slices.ContainsFunc(ranked, func(n string) bool { return slices.Contains(right, n) }) {
			r.Wrong = append(r.Wrong, fmt.Sprintf("%s: %q, not %q", tag.Name, ranked, right))
		}
		others := slices.DeleteFunc(slices.Clone(tags), func(o spar.Tag) bool { return o.ID == tag.ID })
		order, err := t.Nearest(ctx, tag.Name, others, 0)
		if err != nil {
			return nil, err
		}
		var near []string
		for _, i := range order[:min(3, len(order))] {
			near = append(near, others[i].Name)
		}
		r.Rows[1].add(near, right)
	}
	return r, nil
}

func (p *ParentRank) add(ranked, right []string) {
	at := slices.IndexFunc(ranked, func(n string) bool { return slices.Contains(right, n) })
	switch {
	case len(ranked) == 0:
		p.None++
	case at == 0:
		p.First, p.Three = p.First+1, p.Three+1
	case at > 0:
		p.Three++
	}
}

// WriteMarkdown writes a table.
func (r *Parented) WriteMarkdown(w io.Writer) error {
	fmt.Fprintf(w, "%s: %d tags taken to be new\n\n| ranked by | a true parent first | among three | none offered |\n|---|---|---|---|\n", r.Set, r.Tags)
	for _, x := range r.Rows {
		fmt.Fprintf(w, "| %s | %d | %d | %d |\n", x.Way, x.First, x.Three, x.None)
	}
	for _, x := range r.Wrong {
		if _, err := fmt.Fprintln(w, x); err != nil {
			return err
		}
	}
	return nil
}
