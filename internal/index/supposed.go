package index

import (
	"runtime"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/spar"
)

// A Supposed counts the files of a share that people could read if it had other rights, before it has them.
type Supposed struct {
	s     *Snapshot
	rules *rules
	piles map[pile]*roaring.Bitmap
	facts []class // of the share's files beside the saved index, by the place in the next list
	ids   []uint32
}

// A pile is files of the base that the supposed rights cannot tell apart.
type pile struct {
	class uint32
	table string // the nearest path that the supposed table names
}

// Suppose gives the share the rights that sh has and the lines of grants, for counting alone. It looks at each file of the share once, and
// only where a table of rights decides; counting is then a decision a pile of files.
func Suppose(s *Snapshot, sh spar.Share, grants []spar.Grant) *Supposed {
	defer runtime.KeepAlive(s)
	p := &Supposed{s: s, rules: newRules([]spar.Share{sh}, grants), piles: map[pile]*roaring.Bitmap{}}
	r := p.rules.of(sh.Name)
	if s.base != nil {
		for i, c := range s.base.Classes {
			if s.shares[c.Share] != sh.Name {
				continue
			}
			files := roaring.AndNot(s.base.postings.of(s.base.classAt[i]), s.gone)
			if sh.Rights != spar.ByTable {
				p.piles[pile{class: uint32(i)}] = files
				continue
			}
			for it := files.Iterator(); it.HasNext(); {
				id := it.Next()
				row, ok := s.base.row(id)
				if !ok {
					continue
				}
				f := s.base.file(row, s.shares)
				at := pile{uint32(i), r.nearest(f.OnDisk())}
				if p.piles[at] == nil {
					p.piles[at] = roaring.New()
				}
				p.piles[at].Add(id)
			}
		}
	}
	for i := range s.changed {
		if f := &s.changed[i]; f.Share == sh.Name {
			c := f.class
			c.Table = r.nearest(f.OnDisk())
			p.facts, p.ids = append(p.facts, c), append(p.ids, uint32(f.ID))
		}
	}
	return p
}

// Readable is how many files of the share somebody could read.
func (p *Supposed) Readable(who spar.Principal) (n int) {
	defer runtime.KeepAlive(p.s)
	j := newJudge(who, p.rules, p.s.lexicon.schema)
	hidden := p.s.hidden(j)
	for at, files := range p.piles {
		c := p.s.baseClass(at.class)
		if c.Table = at.table; j.unlabelled(&c) == open {
			n += int(files.GetCardinality() - files.AndCardinality(hidden))
		}
	}
	for i := range p.facts {
		if !hidden.Contains(p.ids[i]) && j.unlabelled(&p.facts[i]) == open {
			n++
		}
	}
	return n
}
