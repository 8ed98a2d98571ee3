package tagging

import (
	"fmt"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/schema"
	"github.com/sparsearch/spar/internal/spar"
)

// kindPath is the kind of the schema's patterns for attributes from paths.
const kindPath = "path"

// patternSource is a pattern as it is applied: another one when it or the meaning of what it takes changes.
func patternSource(s *schema.Schema, p *schema.Pattern) catalog.Source {
	name := p.Path
	if p.Share != "" {
		name = p.Share + ":" + name
	}
	return catalog.Source{Kind: kindPath, Name: name, Version: digest(p.Share, p.Path, s.Digest()), Labels: patternLabels(s, p)}
}

// ofPatterns takes attributes out of paths, as the patterns of the schema say.
func (r *run) ofPatterns(s *stage) error {
	if s.order.dry && !s.order.all {
		return nil
	}
	var patterns []schema.Pattern // at work, in the order of their precedence
	var makers []*maker
	everything := false
	for i := range r.Schema.Patterns {
		p := &r.Schema.Patterns[i]
		detail := fmt.Sprintf("%s, line %d: %s from %s", r.Schema.File, p.Line, strings.Join(p.Keys(), ", "), p.Path)
		m, again := r.enlist(s, patternSource(r.Schema, p), spar.ByPath, detail, p.Share != "" && s.news.shares)
		everything = everything || again
		if !m.Undone {
			patterns, makers = append(patterns, *p), append(makers, m)
		}
	}
	everything = len(r.dismiss(s, kindPath)) > 0 || everything
	if !everything && (len(patterns) == 0 || s.news.files.IsEmpty()) {
		return nil
	}
	var only []spar.FileID
	if !everything {
		only = filesOf(s.news.files)
	}
	w := newWorld(s.snapshot, only, r.Segments)
	taken := make([]map[string]*roaring.Bitmap, len(patterns)) // by key the files whose paths a pattern takes it from
	for i := range taken {
		taken[i] = map[string]*roaring.Bitmap{}
		for _, key := range patterns[i].Keys() {
			taken[i][key] = roaring.New()
		}
	}
	for it := w.files.Iterator(); it.HasNext(); {
		id := it.Next()
		file, _ := s.snapshot.File(spar.FileID(id))
		for i := range patterns {
			for key := range patterns[i].Captures(file.Share, file.Path) {
				taken[i][key].Add(id)
			}
		}
	}
	var gives []give
	for i := range patterns {
		for _, key := range sorted(taken[i]) {
			gives = append(gives, give{by: makers[i], truths: truths{taken[i][key], roaring.New()}, key: key, confidence: 1,
				values: func(id spar.FileID) (values []spar.Value) {
					file, _ := s.snapshot.File(id)
					for _, a := range r.Schema.OfPath(file.Share, file.Path, patterns) {
						if a.Key == key {
							values = append(values, a.Value)
						}
					}
					return values
				}})
		}
	}
	scope := w.files
	if everything {
		scope = nil
	}
	now, err := r.there(spar.ByPath, []string{kindPath}, scope, true)
	if err != nil {
		return err
	}
	now.links = nil // tags of folder names are others' work
	return r.settle(w.files, gives, now)
}
