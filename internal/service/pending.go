package service

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"maps"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/catalog"
	spar "github.com/sparsearch/spar/internal/spar"
)

// mostPendingCounts bounds the tags and the folders by which what waits is counted.
const mostPendingCounts = 100

// A waitingTag is what waits for judgement, as it is told and as the catalog has it.
type waitingTag struct {
	api.Pending
	catalog.Proposal
}

// pendingOrders are the orders of proposals.
var pendingOrders = map[string]func(a, b waitingTag) int{
	"":          func(a, b waitingTag) int { return 0 },
	"teaches":   func(a, b waitingTag) int { return cmp.Compare(math.Abs(a.Confidence-.5), math.Abs(b.Confidence-.5)) },
	"likeliest": func(a, b waitingTag) int { return cmp.Compare(b.Confidence, a.Confidence) },
	"newest":    func(a, b waitingTag) int { return cmp.Compare(b.Batch, a.Batch) },
	"path": func(a, b waitingTag) int {
		return cmp.Or(cmp.Compare(a.Share, b.Share), cmp.Compare(a.Path.Name, b.Path.Name), cmp.Compare(a.Pending.Tag, b.Pending.Tag))
	},
}

// Pending lists the automatic tags and values that wait for judgement and that a query means, on files that the asker may read.
func (s *Service) Pending(ctx context.Context, who spar.Principal, q api.PendingQuery) iter.Seq2[api.Pending, error] {
	return events(ctx, func(ctx context.Context, out *stream[api.Pending]) error {
		list, _, err := s.waiting(ctx, who, q)
		for _, p := range list {
			out.send(p.Pending)
		}
		return err
	})
}

// CountPending counts the proposals that a query means, and by what it could be narrowed.
func (s *Service) CountPending(ctx context.Context, who spar.Principal, q api.PendingQuery) (api.PendingCounts, error) {
	out := api.PendingCounts{Schema: api.PendingCountsSchema}
	wide := q
	wide.Tag, wide.Source, wide.Folder = "", "", ""
	all, v, err := s.waiting(ctx, who, wide)
	if err != nil {
		return out, err
	}
	match, err := matchPending(v, q)
	if err != nil {
		return out, err
	}
	out.Known = len(v.TagsFor(who))
	tags, sources, meant, values := map[string]int{}, map[string]int{}, []api.FileName{}, map[string]api.Valued{}
	for _, p := range all {
		tag, source, folder := match.tag(p), match.source(p), match.folder(p)
		if tag && source && folder {
			meant = append(meant, p.FileName)
		}
		if source && folder {
			tags[p.Pending.Tag]++
			values[p.Pending.Tag] = p.Pending.Valued
		}
		if tag && folder {
			sources[p.Origin]++
		}
	}
	out.Total, out.Tags, out.Sources, out.Folders = len(meant), pendingCounts(tags), pendingCounts(sources), foldersOf(q.Folder, meant)
	for i, t := range out.Tags {
		out.Tags[i].Valued = values[t.Name]
	}
	return out, nil
}

// foldersOf counts files by the folders below one, "" for the shares. It goes down as long as there is one folder that has them all.
func foldersOf(folder string, files []api.FileName) []api.PendingCount {
	last := []api.PendingCount{}
	for {
		counts := map[string]int{}
		for _, f := range files {
			if at, deeper := below(folder, f); deeper {
				counts[at]++
			}
		}
		list := pendingCounts(counts)
		if len(list) == 0 {
			return last
		}
		if last = list; len(list) > 1 || list[0].Count < len(files) {
			return list
		}
		folder = list[0].Name
	}
}

// JudgeAll keeps one judgement of all proposals that a query means, as a batch that can be undone.
func (s *Service) JudgeAll(ctx context.Context, who spar.Principal, in api.Judging) (api.Judged, error) {
	out := api.Judged{Schema: api.JudgedSchema, Review: string(in.Review)}
	if in.Review != spar.Accepted && in.Review != spar.Rejected {
		return out, spar.Errorf(spar.Invalid, "proposals are accepted or rejected, not %q", in.Review)
	}
	list, _, err := s.waiting(ctx, who, in.PendingQuery)
	if err != nil || len(list) == 0 {
		return out, err
	}
	of := make([]catalog.Proposal, len(list))
	for i, p := range list {
		of[i] = p.Proposal
	}
	detail := fmt.Sprintf("%s %s", in.Review, Plural(len(list), "proposal", "proposals"))
	for _, part := range [][2]string{{"of the tag", in.Tag}, {"made by", in.Source}, {"in", in.Folder}, {"of", in.Scope}} {
		if part[1] != "" {
			detail += " " + part[0] + " " + part[1]
		}
	}
	id, n, err := s.catalog.Judge(ctx, who.Owner(), detail, of, in.Review)
	out.Changed, out.Batch = n, uint32(id)
	return out, err
}

// waiting returns the proposals that a query means and that the asker may know of, in its order.
func (s *Service) waiting(ctx context.Context, who spar.Principal, q api.PendingQuery) (list []waitingTag, v view, err error) {
	if v, err = s.curating(ctx, who); err != nil {
		return nil, v, err
	}
	order, ok := pendingOrders[q.Sort]
	if !ok {
		return nil, v, spar.Errorf(spar.Invalid, "proposals cannot be sorted by %q; choose teaches, likeliest, newest or path", q.Sort)
	}
	sc, err := v.parse(q.Scope)
	if err != nil {
		return nil, v, err
	}
	selected, err := v.selection(sc)
	if err != nil {
		return nil, v, err
	}
	match, err := matchPending(v, q)
	if err != nil {
		return nil, v, err
	}
	foreign, err := s.foreign(ctx, v)
	if err != nil {
		return nil, v, err
	}
	names := v.names()
	add := func(a spar.Assignment, name string, of catalog.Proposal) {
		f, ok := v.File(a.File)
		if !ok || name == "" || !selected.Known.Contains(uint32(a.File)) {
			return
		}
		f.Share, f.Path = strings.Clone(f.Share), strings.Clone(f.Path)
		of.File, of.By = a.File, a.Origin
		p := waitingTag{Proposal: of, Pending: api.Pending{
			Schema: api.PendingSchema, Tag: name, FileName: nameOf(f), Origin: string(a.Origin), Confidence: a.Confidence, Evidence: a.Evidence, Batch: uint32(a.Batch),
			Speaks: speaksFor(a), Valued: valueInWords(v, of.Key, of.Value),
		}}
		if match.tag(p) && match.source(p) && match.folder(p) {
			list = append(list, p)
		}
	}
	for a, err := range s.catalog.Pending(ctx) {
		if err != nil {
			return nil, v, err
		}
		if !foreign(a) {
			add(a, names[a.Tag], catalog.Proposal{Tag: a.Tag})
		}
	}
	for p, err := range s.proposedValues(ctx, v) {
		if err != nil {
			return nil, v, err
		}
		if p.Review == spar.Pending {
			add(p.Assignment, valued{p.Key, p.Value}.String(), catalog.Proposal{Key: p.Key, Value: p.Value})
		}
	}
	slices.SortStableFunc(list, order)
	return list, v, nil
}

// A pendingMatch decides of each condition of a query whether a proposal meets it.
type pendingMatch struct{ tag, source, folder func(waitingTag) bool }

// matchPending reads the conditions of a query. A name that no tag has is that of a value, and one that neither has is an error.
func matchPending(v view, q api.PendingQuery) (m pendingMatch, err error) {
	any := func(waitingTag) bool { return true }
	m = pendingMatch{any, any, any}
	if q.Tag != "" {
		only, unknown := v.FindTag(v.who, q.Tag)
		value, ok := v.valueNamed(q.Tag)
		switch {
		case unknown == nil:
			m.tag = func(p waitingTag) bool { return p.Key == "" && p.Proposal.Tag == only.ID }
		case ok:
			m.tag = func(p waitingTag) bool { return p.Key == value.key && (value.value == "" || p.Value == value.value) }
		default:
			return m, unknown
		}
	}
	if q.Source != "" {
		m.source = func(p waitingTag) bool { return p.Origin == q.Source }
	}
	if q.Folder != "" {
		share, folder, ok := strings.Cut(q.Folder, ":")
		if !ok {
			return m, spar.Errorf(spar.Invalid, "the folder is %q and must be share:folder; \"share:\" is a whole share", q.Folder)
		}
		folder = strings.Trim(folder, "/")
		m.folder = func(p waitingTag) bool {
			return p.Share == share && (folder == "" || strings.HasPrefix(p.Path.Name, folder+"/"))
		}
	}
	return m, nil
}

// below returns the folder of a file right below another, "" for all shares. It returns false for a file that lies in that folder itself.
func below(folder string, f api.FileName) (string, bool) {
	if folder == "" {
		return f.Share + ":", true
	}
	_, in, _ := strings.Cut(folder, ":")
	in = strings.Trim(in, "/")
	rest := f.Path.Name
	if in != "" {
		rest = strings.TrimPrefix(rest, in+"/")
	}
	next, _, deeper := strings.Cut(rest, "/")
	return f.Share + ":" + path.Join(in, next), deeper
}

// pendingCounts lists counts, the greatest first.
func pendingCounts(counts map[string]int) []api.PendingCount {
	list := make([]api.PendingCount, 0, len(counts))
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		list = append(list, api.PendingCount{Name: name, Count: counts[name]})
	}
	slices.SortStableFunc(list, func(a, b api.PendingCount) int { return cmp.Compare(b.Count, a.Count) })
	return list[:min(len(list), mostPendingCounts)]
}
