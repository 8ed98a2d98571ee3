package index

import (
	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

// attributesOf gives a row's attributes.
func (e *evaluation) attributesOf(row int) []spar.Attribute {
	return e.s.base.attributes(row, e.s.keys, false)
}

// attribute evaluates each value of an attribute once, for a file that may still be read and for a file that will not be. A file with
// several values that count is evaluated with all of them. any says that one value that fits is enough.
func (e *evaluation) attribute(name string, any bool, p scope.Predicate, among *roaring.Bitmap) pair {
	b := e.s.base
	key := e.names.Attribute(scope.AttributeName(name)).Key
	if !e.work.take(int64(among.GetCardinality()) * e.cost / 4) { // as if each file had a value of its own
		return pair{roaring.New(), roaring.New()}
	}
	waiting := roaring.And(among, e.s.unsettled())
	settled := roaring.AndNot(among, waiting)

	// The terms, and the files that have any: of one stored key mostly.
	alone := roaring.New()   // has one
	several := roaring.New() // has several
	mixed := roaring.New()   // has several, of several origins or stored keys
	var yes, yesWaiting, openSettled, openWaiting union
	same := true
	for i := range b.Keys {
		k := &b.Keys[i]
		if e.s.keys[i] != key {
			continue
		}
		has := b.postings.of(b.byKey[3*i])
		mixed = roaring.Or(mixed, roaring.And(alone, has))
		alone = roaring.Or(alone, has)
		several = roaring.Or(several, b.postings.of(b.byKey[3*i+1]))
		mixed = roaring.Or(mixed, b.postings.of(b.byKey[3*i+2]))
		one := make([]spar.Attribute, 1)
		read, unread := spar.File{State: spar.OK}, spar.File{State: spar.Unread}
		for i, n := range b.termOrder[k.From:k.To] {
			if i%512 == 0 && !e.work.take(0) {
				return pair{roaring.New(), roaring.New()}
			}
			t := &b.terms[n]
			one[0] = spar.Attribute{Key: key, Value: b.value(t), Origin: b.Origins[t.Origin]}
			is, may := p(scope.Facts{File: &read, Attributes: one}), p(scope.Facts{File: &unread, Attributes: one})
			if is != may {
				same = false
			}
			switch is {
			case scope.True:
				b.postings.into(&yes, b.termAt[n])
			case scope.Unknown:
				b.postings.into(&openSettled, b.termAt[n])
			}
			switch may {
			case scope.True:
				b.postings.into(&yesWaiting, b.termAt[n])
			case scope.Unknown:
				b.postings.into(&openWaiting, b.termAt[n])
			}
		}
	}
	several = roaring.Or(several, mixed)

	out := pair{roaring.New(), roaring.New()}
	is := yes.bitmap()
	may := is
	if !same {
		may = yesWaiting.bitmap()
	}
	out.add(scope.True, roaring.And(is, settled))
	out.add(scope.True, roaring.And(may, waiting))
	out.add(scope.Unknown, roaring.And(openSettled.bitmap(), settled))
	out.add(scope.Unknown, roaring.And(openWaiting.bitmap(), waiting))
	out.add(p(scope.Facts{File: &spar.File{State: spar.OK}}), roaring.AndNot(settled, alone))
	out.add(p(scope.Facts{File: &spar.File{State: spar.Unread}}), roaring.AndNot(waiting, alone))

	// One of several values that is true is enough for a file that will not be read, if one origin gave them all.
	ask := several
	if any {
		ask = roaring.Or(mixed, roaring.And(several, waiting))
	}
	if ask = roaring.And(ask, among); !ask.IsEmpty() {
		out.yes.AndNot(ask)
		out.open.AndNot(ask)
		var f spar.File
		asked := e.scan(ask, func(row int) scope.Truth {
			f.State = b.Kinds[b.kind[row]].State
			return p(scope.Facts{File: &f, Attributes: e.attributesOf(row)})
		})
		out.add(scope.True, asked.yes)
		out.add(scope.Unknown, asked.open)
	}
	out.open.AndNot(out.yes)
	return out
}

// waitingFiles gives the files of the base that reading could still find something out about, as package scope sees it.
func (b *base) waitingFiles() *roaring.Bitmap {
	list, err := scope.Compile(spar.Scope{Constraints: []spar.Constraint{{Key: "has", Values: []spar.Match{{Text: "x"}}}}}, anyAttribute{})
	if err != nil {
		panic("index: " + err.Error()) // it names nothing that there may not be
	}
	var u union
	for i, k := range b.Kinds {
		if list[0](scope.Facts{File: &spar.File{State: k.State}}) == scope.Unknown {
			b.postings.into(&u, b.kindAt[i])
		}
	}
	return owned(roaring.Or(u.bitmap(), roaring.New()))
}

// anyAttribute is a resolver for which every name stands for what reading may find.
type anyAttribute struct{ resolver }

func (anyAttribute) Attribute(name string) scope.Attribute { return scope.Attribute{Key: name} }
