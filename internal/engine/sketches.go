package engine

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/names"
	"github.com/sparsearch/spar/internal/order"
	"github.com/sparsearch/spar/internal/spar"
)

// sketchFolder is where the sketches of names lie in the data directory.
const sketchFolder = "names"

// A sketcher is an encoder with its sketches of both kinds.
type sketcher struct {
	encoder       names.Encoder
	names, titles *names.Sketches
}

func (e *encoders) sketcherOf(encoder names.Encoder) sketcher {
	return sketcher{encoder, e.sketchesOf(names.OfNames, encoder), e.sketchesOf(names.OfTitles, encoder)}
}

// sketched are the sketches that were opened, by their files: each knows how far this process has followed the journal.
type sketched struct {
	mu   sync.Mutex
	open map[string]*names.Sketches
}

func (e *encoders) sketchesOf(kind names.Kind, encoder names.Encoder) *names.Sketches {
	s := names.Open(filepath.Join(e.dir, sketchFolder), kind, encoder)
	e.sketched.mu.Lock()
	defer e.sketched.mu.Unlock()
	if known := e.sketched.open[s.Path()]; known != nil {
		return known
	}
	if e.sketched.open == nil {
		e.sketched.open = map[string]*names.Sketches{}
	}
	e.sketched.open[s.Path()] = s
	return s
}

// ofNames is the source for the sketches of names: the names of the files of all shares but those in without.
func (e *encoders) ofNames(snapshot *index.Snapshot, without map[string]bool) names.Source {
	return names.Source{Files: snapshot, Journal: e.catalog, Text: func(f spar.File) string {
		if without[f.Share] {
			return ""
		}
		return order.Name(f.Path)
	}}
}

// firstLines is what counts of the beginning of a text beside the title, in bytes.
const firstLines = 300

// ofTitles is the source for the sketches of titles: title and first lines, as far as they are known.
func (e *encoders) ofTitles(ctx context.Context, snapshot *index.Snapshot, without map[string]bool) names.Source {
	return names.Source{Files: snapshot, Journal: e.catalog, Content: true, Text: func(f spar.File) string {
		if without[f.Share] {
			return ""
		}
		text := titleOf(snapshot.AttributesOf(f.ID))
		if f.State.Searchable() {
			if segment, err := e.store.Segment(ctx, f.Segment); err == nil && segment.Len() > 0 {
				if p, err := segment.Passage(0); err == nil {
					text = strings.TrimSpace(text + "\n" + beginOf(p.Text))
				}
			}
		}
		return text
	}}
}

// beginOf is the first lines of a text.
func beginOf(text string) string {
	n := min(len(text), firstLines)
	for n > 0 && n < len(text) && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}

// unsketched says which shares keep no sketches.
func (e *encoders) unsketched(ctx context.Context) (map[string]bool, error) {
	reaches, err := e.reaches(ctx)
	if err != nil {
		return nil, err
	}
	without := map[string]bool{}
	for name, r := range reaches {
		without[name] = r.settings.NoSketches
	}
	return without, nil
}

// A Nearness is how near files are to a text by their sketches.
type Nearness struct {
	names, titles names.Scores
	Precise       bool // by the encoder of passages; else by the light one
}

// Of returns the cosine of a file's name or, if the asker may read the file and it is greater, of its title and first lines.
func (n Nearness) Of(id spar.FileID, mayRead bool) (float64, bool) {
	near, known := n.names.Of(id)
	if mayRead {
		if title, ok := n.titles.Of(id); ok {
			return max(near, title), true
		}
	}
	return near, known
}

// Near compares a text with the sketches of files, after bringing these up to date with the catalog. It takes the precise encoder's
// sketches if that has seen all names, else the light encoder's, which it makes in passing.
func (e *encoders) Near(ctx context.Context, text string, snapshot *index.Snapshot) (Nearness, error) {
	without, err := e.unsketched(ctx)
	if err != nil {
		return Nearness{}, err
	}
	light, err := e.Light()
	if err != nil {
		return Nearness{}, err
	}
	fast := e.sketcherOf(light)
	if precise, ok := e.precise(ctx, fast); ok {
		if behind, err := precise.names.Behind(ctx, e.ofNames(snapshot, without)); err == nil && !behind {
			n, err := precise.near(ctx, text)
			n.Precise = true
			return n, err
		}
	}
	if _, _, err := fast.names.FollowSoon(ctx, e.ofNames(snapshot, without), fast.encoder); err != nil {
		return Nearness{}, err
	}
	if _, _, err := fast.titles.FollowSoon(ctx, e.ofTitles(ctx, snapshot, without), fast.encoder); err != nil {
		return Nearness{}, err
	}
	return fast.near(ctx, text)
}

// precise gives the sketches by the encoder of passages, if there are some. A server's encoder makes none: no name leaves the machine for
// an order.
func (e *encoders) precise(ctx context.Context, light sketcher) (sketcher, bool) {
	there, err := names.List(filepath.Join(e.dir, sketchFolder))
	others := slices.ContainsFunc(there, func(path string) bool { return path != light.names.Path() && path != light.titles.Path() })
	if err != nil || !others || e.meanings.chosen.URL != "" {
		return sketcher{}, false
	}
	m, err := e.Meaning(ctx)
	if err != nil {
		return sketcher{}, false
	}
	return e.sketcherOf(askedOnce{m.Encoder, &e.asked}), true
}

func (s sketcher) near(ctx context.Context, text string) (n Nearness, err error) {
	encode := s.encoder.Embed
	if q, ok := s.encoder.(embed.Questioner); ok {
		encode = q.EmbedQuestions
	}
	asked, err := encode(ctx, []string{text})
	if err != nil {
		return n, err
	}
	if n.names, err = s.names.Score(ctx, asked[0]); err != nil {
		return n, err
	}
	n.titles, err = s.titles.Score(ctx, asked[0])
	return n, err
}

// follow brings the sketches of an encoder up to date, durably, and gives how many it made.
func (e *encoders) follow(ctx context.Context, s sketcher, snapshot *index.Snapshot, without map[string]bool) (made int, err error) {
	if made, _, err = s.names.Follow(ctx, e.ofNames(snapshot, without), s.encoder); err != nil {
		return made, err
	}
	n, _, err := s.titles.Follow(ctx, e.ofTitles(ctx, snapshot, without), s.encoder)
	return made + n, err
}

// Sketch makes the sketches that are due, first of the light encoder, then of the precise one, and returns how many it made. When ctx ends,
// finished sketches stay. Sketches of encoders that are not in use are removed.
func (e *encoders) Sketch(ctx context.Context) (made int, err error) {
	snapshot, err := e.Snapshot(ctx)
	if err != nil {
		return 0, err
	}
	without, err := e.unsketched(ctx)
	if err != nil {
		return 0, err
	}
	all, err := e.sketchers(ctx)
	if err != nil {
		return 0, err
	}
	var used []*names.Sketches
	for i, s := range all {
		if i == 1 { // there are fewer names of tags than of files
			if made, err = e.labelTags(ctx); err != nil || made > 0 {
				return made, err
			}
		}
		n, err := e.follow(ctx, s, snapshot, without)
		if made += n; err != nil {
			return made, err
		}
		used = append(used, s.names, s.titles)
	}
	return made, names.Keep(filepath.Join(e.dir, sketchFolder), used...)
}

// sketchers returns the sketchers that a data directory should have.
func (e *encoders) sketchers(ctx context.Context) ([]sketcher, error) {
	light, err := e.Light()
	if err != nil {
		return nil, err
	}
	all := []sketcher{e.sketcherOf(light)}
	if e.meanings.chosen.URL != "" {
		return all, nil
	}
	m, err := e.Meaning(ctx)
	switch {
	case spar.CodeOf(err) == spar.Unavailable:
		return all, nil
	case err != nil:
		return nil, err
	}
	return append(all, e.sketcherOf(m.Encoder)), nil
}

// purgeSketches takes out of the sketches what belongs to files and texts that are gone. It begins none.
func (e *encoders) purgeSketches(ctx context.Context) error {
	if err := e.keepLabels(ctx); err != nil {
		return err
	}
	there, err := names.List(filepath.Join(e.dir, sketchFolder))
	if err != nil || len(there) == 0 {
		return err
	}
	snapshot, err := e.Snapshot(ctx)
	if err != nil {
		return err
	}
	without, err := e.unsketched(ctx)
	if err != nil {
		return err
	}
	all, err := e.sketchers(ctx)
	if err != nil {
		return err
	}
	var used []*names.Sketches
	for _, s := range all {
		if head, err := s.names.Head(); err != nil || head == 0 {
			continue // unfinished sketches go, too
		}
		if _, err := e.follow(ctx, s, snapshot, without); err != nil {
			return err
		}
		used = append(used, s.names, s.titles)
	}
	return names.Keep(filepath.Join(e.dir, sketchFolder), used...)
}
