package engine

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/propose"
	spar "github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
	"github.com/sparsearch/spar/internal/vec"
)

// What grouping reads of a file.
const (
	groupedPassages = 3
	groupedText     = 3000 // bytes
)

// A Grouping is files or tags in groups.
type Grouping struct {
	Items  []propose.Item
	Groups []propose.Group
	Told   int      // files of which more is known than the name
	Notes  []string // for a person
}

// GroupOptions say how things are grouped.
type GroupOptions struct {
	Count       int // groups; 0: at which they are most distinct
	HideFolders bool
	Same        map[spar.FileID]spar.TagID   // files that stay together
	Not         map[spar.FileID][]spar.TagID // and those that stay apart from them
}

// GroupFiles groups files that the asker may read, by the vectors and texts that there are; of an unread file only its name and folder
// count. It gives no passage a vector.
func (e *Engine) GroupFiles(ctx context.Context, who spar.Principal, among *roaring.Bitmap, o GroupOptions) (g Grouping, err error) {
	snapshot, selection, err := e.sel(ctx, Selection{Who: who, doubts: newDoubts(who)})
	if err != nil {
		return g, err
	}
	p := &Proposer{e: e, snapshot: snapshot}
	if lacks, err := p.mean(ctx); err != nil {
		return g, err
	} else if lacks != nil {
		g.Notes = []string{"files are grouped by words and folders alone: " + lacks.Error()}
	}
	for f := range snapshot.In(roaring.And(among, selection.Known)) {
		it := propose.Item{ID: uint32(f.ID), Name: spokenName(f.Path), Same: int(o.Same[f.ID])}
		if !o.HideFolders {
			it.Folder = folderOf(f)
		}
		for _, t := range o.Not[f.ID] {
			it.Not = append(it.Not, int(t))
		}
		if f.State.Searchable() {
			g.Told++
		}
		g.Items = append(g.Items, it)
	}
	for _, i := range propose.Drawn(g.Items) {
		if g.Items[i].Vector, g.Items[i].Text, g.Items[i].Titles, err = p.beginning(ctx, g.Items[i].ID, groupedPassages); err != nil {
			return g, err
		}
	}
	var failed error
	g.Groups = propose.Groups(g.Items, o.Count, func(i int) []float32 {
		if failed != nil || ctx.Err() != nil {
			return nil
		}
		var vector []float32
		vector, _, _, failed = p.beginning(ctx, g.Items[i].ID, 0)
		return vector
	})
	if failed != nil {
		return g, failed
	}
	return g, ctx.Err()
}

func spokenName(file string) string {
	base := path.Base(file)
	return strings.Join(strings.FieldsFunc(strings.TrimSuffix(base, path.Ext(base)), func(r rune) bool { return strings.ContainsRune("_-.", r) }), " ")
}

// beginning returns the vector of a file, and text and headings of its first passages; nothing for a file that is not read, or whose text is lost.
func (p *Proposer) beginning(ctx context.Context, id uint32, passages int) (vector []float32, text, titles string, err error) {
	f, ok := p.snapshot.File(spar.FileID(id))
	if !ok || !f.State.Searchable() {
		return nil, "", "", nil
	}
	segment, err := p.e.store.Segment(ctx, f.Segment)
	if err != nil {
		return nil, "", "", ctx.Err()
	}
	var b, headings strings.Builder
	err = store.Guard(func() error {
		for i := range min(passages, segment.Len()) {
			one, err := segment.Passage(i)
			if err != nil {
				return err
			}
			b.WriteString(one.Ranked() + "\n")
			headings.WriteString(one.Locator.Heading + "\n")
		}
		return nil
	})
	if err == nil && p.meaning != nil {
		vector, _, err = p.vectors(segment)
	}
	text = b.String()
	return vector, strings.ToValidUTF8(text[:min(len(text), groupedText)], ""), headings.String(), err
}

// GroupTags groups the tags below which none is, by their names and notes, and by the files of the asker that have them. Tags below one
// parent stay together.
func (e *Engine) GroupTags(ctx context.Context, who spar.Principal, o GroupOptions) (g Grouping, err error) {
	p, err := e.Proposer(ctx, who, nil)
	if err != nil {
		return g, err
	}
	g.Notes = p.Notes
	files, sums := map[spar.TagID][]uint32{}, map[spar.TagID][]float32{}
	for _, f := range p.voters.Files() {
		for _, t := range f.Tags {
			files[t] = append(files[t], uint32(f.File))
			if f.Vector != nil {
				if sums[t] == nil {
					sums[t] = make([]float32, len(f.Vector))
				}
				for k, v := range f.Vector {
					sums[t][k] += v
				}
			}
		}
	}
	visible := map[spar.TagID]bool{}
	for _, t := range p.tags {
		visible[t.ID] = true
	}
	for _, t := range p.tags {
		if len(p.snapshot.ChildrenOf(t)) > 0 {
			continue
		}
		it := propose.Item{ID: uint32(t.ID), Name: strings.Join(append([]string{t.Name}, t.Synonyms...), "\n"), Text: t.Notes, Kin: files[t.ID]}
		parents := p.snapshot.ParentsOf(t)
		slices.Sort(parents)
		for _, above := range parents {
			if visible[above] && it.Same == 0 {
				it.Same = int(above)
			}
		}
		it.Vector = p.meaningOf(t, sums[t.ID])
		g.Items = append(g.Items, it)
	}
	g.Told = len(g.Items)
	g.Groups = propose.Groups(g.Items, o.Count, nil)
	return g, ctx.Err()
}

// meaningOf returns the vector of a tag, of its name and of its files together; nil: it has none.
func (p *Proposer) meaningOf(t spar.Tag, files []float32) []float32 {
	var sum []float32
	if p.texts != nil {
		if row, scale := p.e.labelsOf(p.meaning.Encoder).Row(t.Name); row != nil {
			sum = make([]float32, len(row))
			vec.Best().AddI8(sum, row, scale)
		}
	}
	return propose.Together(sum, files)
}
