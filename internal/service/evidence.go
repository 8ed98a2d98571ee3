package service

import (
	"context"
	"slices"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
)

// numbered gives units the numbers of the citations of their passages. Other units keep the number under which they were shown, or get
// the next free one.
func numbered(units []spar.Unit, citations []spar.Citation) []spar.Unit {
	units = slices.Clone(units)
	next := 1
	for _, c := range citations {
		next = max(next, c.N+1)
	}
	taken := map[int]bool{}
	for _, u := range units {
		next = max(next, u.N+1)
	}
	for i := range units {
		u := &units[i]
		u.Cited = nil
		for _, c := range citations {
			if c.Share == u.Share && c.Path == u.Path && !taken[c.N] && holdsCitation(*u, c) {
				u.Cited, taken[c.N] = append(u.Cited, c.N), true
			}
		}
		if len(u.Cited) > 0 {
			u.N = u.Cited[0]
		} else if u.N == 0 || taken[u.N] || slices.ContainsFunc(citations, func(c spar.Citation) bool { return c.N == u.N }) {
			u.N, next = next, next+1
		}
	}
	return units
}

// holdsCitation reports whether a unit contains the passage of a citation or, if it was computed, its cell.
func holdsCitation(u spar.Unit, c spar.Citation) bool {
	if c.Segment != (spar.SegmentID{}) {
		return c.Segment == u.At.Segment && c.Index >= u.First && c.Index <= u.Last
	}
	at := c.Locator
	return slices.ContainsFunc(u.Cells, func(cell spar.UnitCell) bool {
		return cell.Column > 0 && cell.Open.Sheet == at.Sheet && cell.Open.Table == at.Table && cell.Row == at.Row && at.Row > 0
	})
}

func evidenceOf(units []spar.Unit) []api.Evidence {
	list := make([]api.Evidence, len(units))
	for i, u := range units {
		e := api.Evidence{
			N: u.N, Cited: u.Cited, Share: u.Share, Path: api.PathOf(u.Path), Locator: u.Locator, Heading: u.Locator.Heading, Kind: u.Kind, Text: u.Text,
			Marks: u.Marks, Columns: u.Columns, Lang: u.Lang, Version: u.Version, Copies: u.Copies,
			Open: spar.Address{Share: u.Share, Path: u.Path, Locator: u.Locator}.String(),
		}
		for _, c := range u.Cells {
			cell := api.EvidenceCell{Text: c.Text}
			if c.Column > 0 {
				cell.Open = spar.Address{Share: u.Share, Path: u.Path, Locator: c.Open}.String()
			}
			e.Cells = append(e.Cells, cell)
		}
		if !u.Dated.IsZero() {
			dated := u.Dated.UTC()
			e.Dated = &dated
		}
		if u.Version != "" {
			inForce := u.InForce
			e.InForce = &inForce
		}
		list[i] = e
	}
	return list
}

// addressed returns evidence as a turn stores it: the places of its text without a word of it.
func addressed(list []api.Evidence, units []spar.Unit) []api.Evidence {
	kept := make([]api.Evidence, len(list))
	for i, e := range list {
		at := units[i].At
		kept[i] = api.Evidence{
			N: e.N, Cited: e.Cited, Share: e.Share, Path: e.Path, Kind: e.Kind, Marks: e.Marks, Dated: e.Dated, Bears: e.Bears, Version: e.Version, InForce: e.InForce,
			At: &api.EvidencePlace{Segment: at.Segment.String(), From: at.From, To: at.To, Start: at.Start, End: at.End},
		}
	}
	return kept
}

// withEvidence returns the stored answer of a turn with the text of its evidence read again. It leaves out evidence from files that the
// reader may not read now, and evidence whose text is gone or has changed.
func (s *Service) withEvidence(ctx context.Context, v view, kept *api.Answer) *api.Answer {
	if kept == nil {
		return nil
	}
	a := *kept
	a.Evidence = []api.Evidence{}
	for _, e := range kept.Evidence {
		raw, err := e.Path.Raw()
		if err != nil || e.At == nil {
			continue
		}
		f, ok := v.Named(e.Share, raw)
		if !ok || f.Segment.String() != e.At.Segment {
			continue
		}
		u, err := s.engine.Unit(ctx, e.Kind, spar.UnitPlace{Segment: f.Segment, From: e.At.From, To: e.At.To, Start: e.At.Start, End: e.At.End})
		if err != nil || u.Text == "" {
			continue
		}
		u.N, u.Cited, u.Share, u.Path, u.Marks, u.Version = e.N, e.Cited, e.Share, raw, e.Marks, e.Version
		shown := evidenceOf([]spar.Unit{u})[0]
		shown.Dated, shown.Bears, shown.InForce = e.Dated, e.Bears, e.InForce
		shown.Marks = slices.DeleteFunc(slices.Clone(e.Marks), func(m spar.Span) bool { return m.Start < 0 || m.Start >= m.End || m.End > int64(len(u.Text)) })
		a.Evidence = append(a.Evidence, shown)
	}
	return &a
}
