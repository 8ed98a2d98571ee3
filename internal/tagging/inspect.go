package tagging

import (
	"bytes"
	"context"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

// A State says what became of a source.
type State string

// The states.
const (
	Applied State = "applied" // to all files, and to every one that comes
	Waiting State = "waiting" // it is new or changed, and is applied at the next scan
	Undone  State = "undone"  // it makes nothing until it changes or is applied by name
	Gone    State = "gone"    // no longer in the rules file; withdrawn at the next scan, but for levels of confidentiality
	Kept    State = "kept"    // no longer in the rules file; its levels hold until `spar rule apply` or `spar tag batch undo`
)

// A Status is a source with what became of it.
type Status struct {
	catalog.Source
	Rule  *Rule // nil for other kinds
	State State
}

// List gives all sources: first the ones in the rules file, in its order, then applied ones that are no longer in it.
func (t *Tagger) List(ctx context.Context) ([]Status, error) {
	rules, err := t.Rules()
	if err != nil {
		return nil, err
	}
	applied, err := t.applied(ctx)
	if err != nil {
		return nil, err
	}
	var list []Status
	for _, s := range rules.sources(t.Schema) {
		was, ok := applied[keyOf(s)]
		delete(applied, keyOf(s))
		st := Status{Source: s, State: Applied}
		switch {
		case !ok || !bytes.Equal(was.Version, s.Version):
			st.State = Waiting
		case was.Undone:
			st.State = Undone
		}
		if i := slices.IndexFunc(rules.Rules, func(r Rule) bool { return r.Name == s.Name }); s.Kind == kindRule && i >= 0 {
			st.Rule = &rules.Rules[i]
		}
		list = append(list, st)
	}
	var rest []Status
	for k, s := range applied {
		st := Status{Source: s, State: Gone}
		if k.kind == kindSidecar || k.kind == kindTable {
			st.State = Applied
		}
		if kept(s) {
			st.State = Kept
		}
		if s.Undone {
			st.State = Undone
		}
		rest = append(rest, st)
	}
	slices.SortFunc(rest, func(a, b Status) int {
		return slices.Compare([]string{a.Kind, a.Name}, []string{b.Kind, b.Name})
	})
	return append(list, rest...), nil
}

// Check reads the rules file and compares it with the vocabulary and the schema.
func (t *Tagger) Check(ctx context.Context) (Rules, error) {
	rules, err := t.Rules()
	if err != nil {
		return rules, err
	}
	snapshot, err := t.Snapshot(ctx)
	if err != nil {
		return rules, err
	}
	return rules, rules.check(ctx, snapshot)
}

// A Verdict is the result of a rule for a file.
type Verdict struct {
	Rule     string
	File     spar.FileID
	Truth    scope.Truth
	Evidence string // what the text condition found, "" without one
}

// Test gives the results of rules, all of them if none is named, for files, and changes nothing. Verdicts come by rule, then by file.
func (t *Tagger) Test(ctx context.Context, names []string, files *roaring.Bitmap) ([]Verdict, error) {
	rules, err := t.rulesWith(names)
	if err != nil {
		return nil, err
	}
	snapshot, err := t.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	if err := rules.check(ctx, snapshot); err != nil {
		return nil, err
	}
	var list []*Rule
	for i := range rules.Rules {
		if len(names) == 0 || slices.Contains(names, rules.Rules[i].Name) {
			list = append(list, &rules.Rules[i])
		}
	}
	w := newWorld(snapshot, filesOf(files), t.Segments)
	found, err := w.match(ctx, list)
	if err != nil {
		return nil, err
	}
	var out []Verdict
	for i, r := range list {
		for it := w.files.Iterator(); it.HasNext(); {
			id := spar.FileID(it.Next())
			out = append(out, Verdict{r.Name, id, found[i].at(id), found[i].evidence[id]})
		}
	}
	return out, nil
}
