package tagging

import (
	"cmp"
	"maps"
	"slices"

	"github.com/sparsearch/spar/internal/spar"
)

// A Report says what a run did, or would do.
type Report struct {
	Files   int     // that were looked at, because they changed
	Makers  []*Made // the sources that did something or were asked for, by kind and name
	Missing []Missing
	Trouble []Trouble
	Damaged map[spar.FileID]spar.SegmentID // files whose stored text is damaged; they are decided when they were read again
}

// Made is what one source makes of the files.
type Made struct {
	Kind      string
	Name      string
	Batch     spar.BatchID // 0 for none
	New       int          // links and attributes that files did not have
	Withdrawn int
	Kept      int
	Judged    int // links that a person accepted or rejected, and that are left alone
	Undecided int // files that must be read to tell
	Undone    bool
	Gone      bool // it is no more, and its levels of confidentiality hold

	Given, Taken []spar.FileID // examples of New and Withdrawn
}

// Missing is a name that should be a tag and is none.
type Missing struct {
	Name  string
	Kind  string // of what names it, as in Made
	Where string // the source that names it
	Files int
}

// Trouble is something that could not be applied as it stands.
type Trouble struct {
	Where  string // a sidecar and perhaps a line
	Reason string
}

const (
	maxExamples = 5
	maxTrouble  = 100
)

func (m *Made) given(id spar.FileID) {
	m.New++
	if len(m.Given) < maxExamples && !slices.Contains(m.Given, id) {
		m.Given = append(m.Given, id)
	}
}

func (m *Made) withdrawn(id spar.FileID) {
	m.Withdrawn++
	if len(m.Taken) < maxExamples && !slices.Contains(m.Taken, id) {
		m.Taken = append(m.Taken, id)
	}
}

// tidy leaves out the lines that say nothing, and sorts the others.
func (r *Report) tidy() {
	r.Makers = slices.DeleteFunc(r.Makers, func(m *Made) bool {
		idle := m.New+m.Withdrawn+m.Kept+m.Judged+m.Undecided == 0 && !m.Undone && !m.Gone
		return m.Kind == kindSidecars || m.Kind != kindRule && idle
	})
	slices.SortStableFunc(r.Makers, func(a, b *Made) int { return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name)) })
}

// of is the line of a source.
func (r *Report) of(kind, name string) *Made {
	for _, m := range r.Makers {
		if m.Kind == kind && m.Name == name {
			return m
		}
	}
	m := &Made{Kind: kind, Name: name}
	r.Makers = append(r.Makers, m)
	return m
}

// Changed reports whether anything was given or withdrawn.
func (r *Report) Changed() bool {
	return slices.ContainsFunc(r.Makers, func(m *Made) bool { return m.New+m.Withdrawn > 0 || m.Batch != 0 })
}

func (r *Report) trouble(where, reason string) {
	if len(r.Trouble) < maxTrouble {
		r.Trouble = append(r.Trouble, Trouble{where, reason})
	}
}

func sorted[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }
