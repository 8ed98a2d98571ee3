package tagging

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/bmatcuk/doublestar/v4"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/spar"
)

// A sidecar is a table of a share that describes its neighbours.
type sidecar struct {
	*maker
	file    spar.File
	setting Sidecars
	table   *table // once read
	tried   bool
	changed bool
	files   map[int]spar.FileID // by row, of the rows whose file is there
}

// folder is where the files lie that the sidecar may speak of.
func (c *sidecar) folder() string { return path.Dir(c.file.Path) }

// sidecarName is the name that a sidecar is kept under. Paths that are no text are quoted.
func sidecarName(f spar.File) string {
	p := f.Path
	if !utf8.ValidString(p) || strings.HasPrefix(p, `"`) {
		p = strconv.Quote(p)
	}
	return f.Share + ":" + p
}

func sidecarPlace(name string) (share, path string) {
	share, path, _ = strings.Cut(name, ":")
	if p, err := strconv.Unquote(path); err == nil && strings.HasPrefix(path, `"`) {
		path = p
	}
	return share, path
}

func (s Sidecars) match(f spar.File) bool {
	return (s.Share == "" || s.Share == f.Share) && doublestar.MatchUnvalidated(s.Files, f.Path) && f.State != spar.Special
}

// ofShares applies the shares' own data: sidecars and front matter, and a table that somebody asks for.
func (r *run) ofShares(s *stage) error {
	if s.order.dry && !s.order.all && s.order.table == nil {
		return nil
	}
	cars, files, err := r.findSidecars(s)
	if err != nil {
		return err
	}
	fronts, everything := r.findFrontMatter(s)
	if everything {
		for f := range s.snapshot.All() {
			files.Add(uint32(f.ID))
		}
	}
	hand, err := r.byHand(s)
	if err != nil {
		return err
	}
	roots, err := r.Roots(r.ctx)
	if err != nil {
		return err
	}
	for _, c := range append(slices.Clone(cars), hand...) {
		if !c.changed {
			continue
		}
		if err := r.readSidecar(s, c, roots, true); err != nil {
			return err
		}
		for _, id := range c.files {
			files.Add(uint32(id))
		}
		if err := r.addMade(files, c.Source); err != nil {
			return err
		}
	}
	for _, c := range cars {
		files.Or(c.waiting)
	}
	if files.IsEmpty() || len(cars)+len(fronts)+len(hand) == 0 && files.Equals(s.news.files) && !r.everMade(kindSidecar, kindFront) {
		for _, c := range cars {
			r.settleSidecar(s, c, files)
		}
		return nil
	}
	w := newWorld(s.snapshot, filesOf(files), r.Segments)

	// The first value of an attribute holds: of the requested table, then of the file itself, then of the nearest sidecar.
	var gives []give
	for _, c := range hand {
		if gives, err = r.givesOf(gives, c, w.files); err != nil {
			return err
		}
	}
	for _, f := range fronts {
		if gives, err = r.givesOfFront(gives, f, w, everything); err != nil {
			return err
		}
	}
	for _, c := range r.about(s, cars, w.files) {
		if err := r.readSidecar(s, c, roots, false); err != nil {
			return err
		}
		if gives, err = r.givesOf(gives, c, w.files); err != nil {
			return err
		}
	}
	for _, c := range cars {
		r.settleSidecar(s, c, w.files)
	}
	now, err := r.there(spar.BySidecar, []string{kindSidecar, kindFront, kindTable}, w.files, true)
	if err != nil {
		return err
	}
	return r.settle(w.files, gives, now)
}

func (r *run) everMade(kinds ...string) bool {
	for _, s := range r.sources {
		if slices.Contains(kinds, s.Kind) {
			return true
		}
	}
	return false
}

func (r *run) addMade(files *roaring.Bitmap, s catalog.Source) error {
	made, err := r.Catalog.Made(r.ctx, s.Kind, s.Name)
	for _, id := range made {
		files.Add(uint32(id))
	}
	return err
}

// findSidecars lists the existing sidecars. files are the changed files, and files that a vanished sidecar spoke of.
func (r *run) findSidecars(s *stage) (list []*sidecar, files *roaring.Bitmap, err error) {
	files = s.news.files.Clone()
	relist := s.news.shares
	for _, set := range s.rules.Sidecars {
		set.Line = 0
		_, changed := r.enlist(s, sidecarsSource(r.Schema, set), spar.BySidecar, "", false)
		relist = relist || changed
	}
	relist = len(r.dismiss(s, kindSidecars)) > 0 || relist
	met := map[spar.FileID]bool{}
	add := func(f spar.File) {
		i := slices.IndexFunc(s.rules.Sidecars, func(set Sidecars) bool { return set.match(f) })
		if i < 0 || met[f.ID] {
			return
		}
		met[f.ID] = true
		set := s.rules.Sidecars[i]
		set.Line = 0
		version := digest(set, r.Schema.Digest(), f.ID, f.Path, f.Size, f.ModTime.UnixNano())
		m, changed := r.enlist(s, catalog.Source{Kind: kindSidecar, Name: sidecarName(f), Version: version}, spar.BySidecar,
			fmt.Sprintf("%s of %s", strings.ToValidUTF8(f.Path, "\uFFFD"), f.ModTime.UTC().Format("2006-01-02 15:04:05")), s.news.tags && !set.Create)
		list = append(list, &sidecar{maker: m, file: f, setting: set, changed: changed})
	}
	switch {
	case len(s.rules.Sidecars) == 0:
	case relist:
		for f := range s.snapshot.All() {
			add(f)
		}
	default:
		for k := range s.applied {
			if k.kind != kindSidecar {
				continue
			}
			f, err := r.Catalog.File(r.ctx, first(sidecarPlace(k.name)), second(sidecarPlace(k.name)))
			switch {
			case err == nil:
				add(f)
			case spar.CodeOf(err) != spar.NotFound:
				return nil, nil, err
			}
		}
		for it := s.news.files.Iterator(); it.HasNext(); {
			if f, ok := s.snapshot.File(spar.FileID(it.Next())); ok {
				add(f)
			}
		}
	}
	for _, gone := range r.dismiss(s, kindSidecar) {
		if err := r.addMade(files, gone); err != nil {
			return nil, nil, err
		}
	}
	return list, files, nil
}

func first(a, _ string) string  { return a }
func second(_, b string) string { return b }

// byHand is the table that somebody applies, if any.
func (r *run) byHand(s *stage) ([]*sidecar, error) {
	t := s.order.table
	if t == nil {
		return nil, nil
	}
	name := sidecarName(spar.File{Share: t.share, Path: t.place})
	source := catalog.Source{Kind: kindTable, Name: name, Version: digest(t.share, t.place)}
	m := &maker{Source: source, origin: spar.BySidecar, detail: fmt.Sprintf("%s, %d rows, applied by hand", t.place, t.size), report: r.report.of(kindTable, name)}
	r.makers[keyOf(source)] = m
	s.done = append(s.done, source)
	return []*sidecar{{maker: m, setting: Sidecars{Create: s.order.create}, table: t, changed: true, file: spar.File{Share: t.share, Path: t.place}}}, nil
}

// readSidecar reads a sidecar, once, and finds the files of its rows. What it gave stays when it cannot be read.
func (r *run) readSidecar(s *stage, c *sidecar, roots map[string]string, complain bool) error {
	if c.tried || c.Undone {
		return nil
	}
	c.tried = true
	trouble := func(line int, reason string) {
		if complain {
			r.report.trouble(evidenceOf(c.Name, line), reason)
		}
	}
	if c.table == nil {
		t := &table{share: c.file.Share, base: c.folder(), place: c.file.Path}
		f, err := r.openSidecar(roots, c.file)
		if err == nil {
			err = readTable(r.ctx, t, f, r.Schema, trouble)
			f.Close()
		}
		switch {
		case r.ctx.Err() != nil:
			return r.ctx.Err()
		case errors.Is(err, errUnreachable) || spar.CodeOf(err) == spar.Unavailable:
			c.unread = true
			s.done = slices.DeleteFunc(s.done, func(d catalog.Source) bool { return keyOf(d) == keyOf(c.Source) }) // try again
			trouble(0, errUnreachable.Error()+"; what it gave stays")
			return nil
		case err != nil:
			c.unread, c.broken = true, errors.Is(err, errTable)
			if complain {
				r.report.trouble(evidenceOf(c.Name, 0), strings.TrimPrefix(err.Error(), errTable.Error()+": ")+"; what it gave before stays")
			}
			return nil
		}
		c.table = t
	}
	var paths []string
	for _, row := range c.table.rows {
		paths = append(paths, row.paths...)
	}
	at, err := r.Catalog.FilesAt(r.ctx, c.table.share, paths)
	if err != nil {
		return err
	}
	c.files = map[int]spar.FileID{}
	for i, row := range c.table.rows {
		found := false
		for _, p := range row.paths {
			if id, ok := at[p]; ok {
				c.files[i], found = id, true
				break
			}
		}
		if !found {
			trouble(row.line, fmt.Sprintf("there is no file %q", cut(strings.ToValidUTF8(row.paths[0], "\uFFFD"), 200)))
		}
	}
	return nil
}

// about is the sidecars that may speak of some files, the nearest first.
func (r *run) about(s *stage, cars []*sidecar, files *roaring.Bitmap) (list []*sidecar) {
	if len(cars) == 0 {
		return nil
	}
	type place struct{ share, folder string }
	above := map[place]bool{}
	for it := files.Iterator(); it.HasNext(); {
		f, ok := s.snapshot.File(spar.FileID(it.Next()))
		for at := f.Path; ok && at != share.Root; {
			at = path.Dir(at)
			if p := (place{f.Share, at}); above[p] {
				break
			} else {
				above[p] = true
			}
		}
	}
	for _, c := range cars {
		if above[place{c.file.Share, c.folder()}] {
			list = append(list, c)
		}
	}
	depth := func(c *sidecar) int { return strings.Count(c.file.Path, "/") }
	slices.SortFunc(list, func(a, b *sidecar) int {
		return cmp.Or(cmp.Compare(depth(b), depth(a)), strings.Compare(a.Name, b.Name))
	})
	return list
}

// givesOf adds what a sidecar gives to some files. Several rows of one file add up.
func (r *run) givesOf(gives []give, c *sidecar, files *roaring.Bitmap) ([]give, error) {
	if c.Undone || c.table == nil {
		return gives, nil
	}
	lines := map[spar.TagID]map[spar.FileID]int{}
	values := map[string]map[spar.FileID][]spar.Value{}
	for i, row := range c.table.rows {
		id, ok := c.files[i]
		if !ok || !files.Contains(uint32(id)) {
			continue
		}
		for _, name := range row.tags {
			tag, err := r.names.ofShare(name, c.setting.Parent, c.setting.Create, Missing{Kind: c.Kind, Where: c.Name}, 1)
			if err != nil {
				return nil, err
			}
			if tag == 0 {
				continue
			}
			if lines[tag] == nil {
				lines[tag] = map[spar.FileID]int{}
			}
			if lines[tag][id] == 0 {
				lines[tag][id] = row.line
			}
		}
		for _, v := range row.values {
			if values[v.Key] == nil {
				values[v.Key] = map[spar.FileID][]spar.Value{}
			}
			if !slices.ContainsFunc(values[v.Key][id], func(w spar.Value) bool { return sameValue(v.Value, w) }) {
				values[v.Key][id] = append(values[v.Key][id], v.Value)
			}
		}
	}
	for _, tag := range sorted(lines) {
		gives = append(gives, give{by: c.maker, truths: truths{keysOf(lines[tag]), roaring.New()}, tag: tag, confidence: 1,
			evidence: func(id spar.FileID) string { return evidenceOf(c.table.place, lines[tag][id]) }})
	}
	for _, key := range sorted(values) {
		gives = append(gives, give{by: c.maker, truths: truths{keysOf(values[key]), roaring.New()}, key: key,
			values: func(id spar.FileID) []spar.Value { return values[key][id] }})
	}
	return gives, nil
}

func keysOf[V any](m map[spar.FileID]V) *roaring.Bitmap {
	b := roaring.New()
	for id := range maps.Keys(m) {
		b.Add(uint32(id))
	}
	return b
}

// A front is front matter at work.
type front struct {
	*maker
	FrontMatter
}

func (r *run) findFrontMatter(s *stage) (list []front, everything bool) {
	for _, f := range s.rules.FrontMatter {
		line := f.Line
		f.Line = 0
		detail := fmt.Sprintf("%s, line %d: tags from %s", filepath.Base(s.rules.File), line, f)
		m, changed := r.enlist(s, catalog.Source{Kind: kindFront, Name: f.String(), Version: digest(f)}, spar.BySidecar, detail, s.news.tags && !f.Create)
		list = append(list, front{m, f})
		everything = everything || changed
	}
	return list, len(r.dismiss(s, kindFront)) > 0 || everything
}

// givesOfFront adds the gives of files' front matter.
func (r *run) givesOfFront(gives []give, f front, w *world, everything bool) ([]give, error) {
	if f.Undone {
		return gives, nil
	}
	f.open = w.unread
	f.report.Undecided = int(w.unread.GetCardinality())
	var only []spar.FileID
	if !everything && w.files.GetCardinality() <= r.few() {
		only = filesOf(w.files)
	}
	byTag := map[spar.TagID]*roaring.Bitmap{}
	n := map[spar.FileID]int{}
	for a, err := range r.Catalog.ValuesBy(r.ctx, spar.ByReading, f.Tags, only) {
		if err != nil {
			return nil, err
		}
		if !w.files.Contains(uint32(a.File)) {
			continue
		}
		for _, name := range splitTags(a.Value.String(), ",;") {
			if n[a.File]++; n[a.File] > maxTags {
				break
			}
			tag, err := r.names.ofShare(name, f.Parent, f.Create, Missing{Kind: kindFront, Where: f.Name}, 1)
			if err != nil {
				return nil, err
			}
			if tag == 0 {
				continue
			}
			if byTag[tag] == nil {
				byTag[tag] = roaring.New()
			}
			byTag[tag].Add(uint32(a.File))
		}
	}
	for _, tag := range sorted(byTag) {
		gives = append(gives, give{by: f.maker, truths: truths{byTag[tag], roaring.New()}, tag: tag, confidence: 1,
			evidence: func(spar.FileID) string { return "front matter: " + f.Name }})
	}
	return gives, nil
}
