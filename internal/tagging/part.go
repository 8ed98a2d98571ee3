package tagging

import (
	"bytes"
	"context"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/durable"
	"github.com/sparsearch/spar/internal/spar"
)

// ApplyTo applies rules again to some files alone: the named rules or, without names, all, undone ones too. A new or changed rule counts as
// applied only once a run has applied it to all files. Until then, unless it is named, it gives these files nothing, and its earlier tags
// stay. Folders, sidecars and patterns are left alone.
func (t *Tagger) ApplyTo(ctx context.Context, names []string, files *roaring.Bitmap, dry bool) (report Report, err error) {
	rules, err := t.rulesWith(names)
	if err != nil {
		return report, err
	}
	if !dry {
		held, err := durable.Lock(ctx, t.Lock, nil)
		if err != nil {
			return report, err
		}
		defer held.Unlock()
	}
	r, s, err := t.start(ctx, rules, order{names: names, all: len(names) == 0, dry: dry}, &report)
	if err != nil {
		return report, err
	}
	work, makers := r.partly(s)
	w := newWorld(s.snapshot, filesOf(files), r.Segments)
	report.Files = int(w.files.GetCardinality())
	gives, err := r.evaluate(w, work, makers)
	if err != nil {
		return report, err
	}
	now, err := r.there(spar.ByRule, []string{kindRule}, w.files, true)
	if err != nil {
		return report, err
	}
	if err := r.settle(w.files, gives, now); err != nil {
		return report, err
	}
	report.Missing = r.names.list()
	report.tidy()
	if dry {
		return report, nil
	}
	if err := r.flush(); err != nil {
		return report, err
	}
	var ended []spar.BatchID
	for _, m := range r.makers {
		if m.batch != 0 {
			ended = append(ended, m.batch)
		}
	}
	_, err = r.Catalog.Edit(ctx, catalog.Edit{Ended: ended})
	return report, err
}

// partly gives the rules to bring some files to: the requested rules, and the rules that hold for all files, since two rules that give the
// same tag have an order. Values of other sources stay.
func (r *run) partly(s *stage) (work []*Rule, makers map[*Rule]*maker) {
	makers = map[*Rule]*maker{}
	for i := range s.rules.Rules {
		rule, source := &s.rules.Rules[i], s.rules.source(i)
		was, known := s.applied[keyOf(source)]
		m, _ := r.enlist(s, source, spar.ByRule, s.rules.detail(rule), false)
		makers[rule] = m
		switch {
		case s.order.all || slices.Contains(s.order.names, rule.Name), known && !was.Undone && bytes.Equal(was.Version, source.Version):
			work = append(work, rule)
		default:
			m.unread = true
		}
	}
	for k, was := range s.applied {
		if k.kind == kindRule && r.makers[k] == nil {
			r.makers[k] = &maker{Source: was, origin: spar.ByRule, unread: true, kept: was.Labels, report: &Made{}}
		}
	}
	return work, makers
}
