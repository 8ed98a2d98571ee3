package index

import (
	"github.com/sparsearch/spar/internal/spar"
)

// grants are the lines of a share's table of rights.
func (h *house) grants(name string) (list []spar.Grant) {
	for g, err := range h.Grants(h.t.Context()) {
		if h.must(err); g.Share == name {
			list = append(list, g)
		}
	}
	return list
}

// supposed counts what people could read of a share under other rights. What it gives compares that with what they can read once these hold.
func (h *house) supposed(name string, rights spar.Rights, grants []spar.Grant) func(fataler) {
	people := []spar.Principal{{Name: "root", All: true}, {Name: "1", UID: 1, Served: true, Is: func(name string) (bool, bool) { return name == "user:ann", true }}, {Name: "2", UID: 2, Groups: []uint32{1}, Served: true}, {Name: "3", UID: 3, Served: true, Clearance: "secret"}}
	sh := h.share(name)
	sh.Rights = rights
	before, err := h.index.Snapshot(h.t.Context())
	h.must(err)
	could := Suppose(before, sh, grants)
	return func(t fataler) {
		after, err := h.index.Snapshot(h.t.Context())
		h.must(err)
		if after.waiting.all != before.waiting.all || !after.waiting.files.Equals(before.waiting.files) {
			return // a change of a share has all files wait for rules
		}
		for _, who := range people {
			selection, err := after.Eval(h.t.Context(), who, spar.Scope{})
			h.must(err)
			want := 0
			if files := after.ByShare(selection.Known)[name]; files != nil {
				want = int(files.GetCardinality())
			}
			if got := could.Readable(who); got != want {
				t.Fatalf("%s could read %d files of %s under %s, and reads %d", who.Name, got, name, rights, want)
			}
		}
	}
}
