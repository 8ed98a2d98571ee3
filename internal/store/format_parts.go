package store

import (
	"encoding/binary"
	"fmt"
	"slices"

	spar "github.com/sparsearch/spar/internal/spar"
)

func appendParts(b []byte, p spar.Passage) ([]byte, error) {
	b = binary.AppendUvarint(b, uint64(len(p.Parts)))
	end := 0
	for _, part := range p.Parts {
		kind := slices.Index(partKinds, part.Kind)
		if kind < 0 || part.Start < end || part.End < part.Start || part.End > len(p.Text) {
			return nil, fmt.Errorf("impossible part %+v", part)
		}
		for _, v := range []int{kind, part.Start - end, part.End - part.Start} {
			b = binary.AppendUvarint(b, uint64(v))
		}
		end = part.End
	}
	return b, nil
}

// parts reads what appendParts wrote.
func (r *reader) parts() []spar.Part {
	n := r.uvarint()
	if n > uint64(len(r.b)) {
		r.short, r.b = true, nil
		return nil
	}
	var list []spar.Part
	end := 0
	for range n {
		kind := r.uvarint()
		if kind >= uint64(len(partKinds)) {
			r.short, r.b = true, nil
			return nil
		}
		p := spar.Part{Kind: partKinds[kind], Start: end + int(r.uvarint())}
		p.End = p.Start + int(r.uvarint())
		list, end = append(list, p), p.End
	}
	return list
}
