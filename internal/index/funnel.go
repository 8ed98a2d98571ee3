package index

import "github.com/RoaringBitmap/roaring/v2"

// A Stage is one part of a conjunction: how many files are left after it and those before it, and of how many more only reading
// can tell; and how
// many there would be without it.
type Stage struct{ Known, Unknown, Without int }

// Funnel gives the stages of parts as Combined combines them, each part looked at a few times however many there are.
func Funnel(all *roaring.Bitmap, parts ...Part) []Stage {
	// Files that exactly one wall keeps out, and files that any wall keeps out; files that exactly one addition adds, and files that any adds.
	var walls, adds once
	for _, p := range parts {
		if p.Constraint.Add {
			adds.take(p.Yes)
		} else {
			walls.take(roaring.AndNot(all, p.Yes))
		}
	}
	within, added := roaring.AndNot(all, walls.any()), adds.any()
	stages := make([]Stage, len(parts))
	known, unknown, n := all, roaring.New(), 0
	for i, p := range parts {
		if !p.Constraint.Add {
			n++
			unknown = roaring.Or(roaring.And(known, p.Open), roaring.And(unknown, roaring.Or(p.Yes, p.Open)))
			known = roaring.And(known, p.Yes)
		} else {
			if i == 0 {
				known = roaring.New()
			}
			known, unknown = roaring.Or(known, p.Yes), roaring.AndNot(unknown, p.Yes)
		}
		stages[i].Known, stages[i].Unknown = int(known.GetCardinality()), int(unknown.GetCardinality())
	}
	for i, p := range parts {
		var without *roaring.Bitmap
		switch others := len(parts) - 1; {
		case others == 0:
			without = all
		case p.Constraint.Add && n == 0:
			without = adds.without(p.Yes)
		case p.Constraint.Add:
			without = roaring.Or(within, adds.without(p.Yes))
		case n == 1: // only the additions remain
			without = added
		default:
			without = roaring.Or(roaring.AndNot(all, walls.without(roaring.AndNot(all, p.Yes))), added)
		}
		stages[i].Without = int(without.GetCardinality())
	}
	return stages
}

// once says which files some of several sets have, and which exactly one of them has.
type once struct{ one, more *roaring.Bitmap }

func (o *once) take(set *roaring.Bitmap) {
	o.fill()
	o.more.Or(roaring.And(set, o.one))
	o.one.Or(set)
}

func (o *once) fill() {
	if o.one == nil {
		o.one, o.more = roaring.New(), roaring.New()
	}
}

// any is the files that one or more of the sets have.
func (o *once) any() *roaring.Bitmap {
	o.fill()
	return o.one
}

// without is any without one of the sets.
func (o *once) without(set *roaring.Bitmap) *roaring.Bitmap {
	return roaring.Or(roaring.AndNot(o.one, set), roaring.And(o.more, set))
}
