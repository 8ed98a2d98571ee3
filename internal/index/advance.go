package index

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/schema"
	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/spar"
)

// news is the changes between two points of the journal.
type news struct {
	files   map[spar.FileID]bool // to be read anew
	tags    bool                 // what tags mean
	removed map[spar.TagID]bool  // tags
	shares  bool
	folders map[int64]map[string]bool // of shares, whose rights and those below them may have changed
	devices map[int64]bool            // shares whose files have another one
}

func newsOf(v *catalog.View, after int64, most int) (news, error) {
	n := news{files: map[spar.FileID]bool{}, removed: map[spar.TagID]bool{}, folders: map[int64]map[string]bool{}, devices: map[int64]bool{}}
	for c, err := range v.Changes(after) {
		if err != nil {
			return n, err
		}
		switch c.Kind {
		case catalog.ShareChanged, catalog.ShareRemoved:
			n.shares = true
		case catalog.DirectoriesChanged:
			if n.folders[c.Share] == nil {
				n.folders[c.Share] = map[string]bool{}
			}
			n.folders[c.Share][cmp.Or(c.Folder, share.Root)] = true
		case catalog.FilesRenumbered:
			n.devices[c.Share] = true
		case catalog.TagRemoved:
			n.removed[c.Tag] = true
			n.tags = true
		default:
			if c.File == 0 {
				n.tags = true
				continue
			}
			if n.files[c.File] = true; len(n.files) > most {
				return n, errLarge
			}
		}
	}
	return n, nil
}

// add takes in files of the base that have not changed yet.
func (n *news) add(files, gone *roaring.Bitmap) {
	for it := files.Iterator(); it.HasNext(); {
		if id := it.Next(); !gone.Contains(id) {
			n.files[spar.FileID(id)] = true
		}
	}
}

// advance makes the snapshot at head, which is where v is, of the last one or, if there is none, of the saved index.
func (x *Index) advance(v *catalog.View, head int64, large bool) (*Snapshot, error) {
	most := x.limit(x.saved)
	if large {
		most = 1 << 32
	}
	last := x.last.Load()
	var n news
	switch {
	case last == nil && x.saved == nil:
		return x.whole(v, head, most)
	case last == nil:
		tags, err := x.saved.tags()
		if err != nil {
			return nil, err
		}
		last = &Snapshot{head: x.saved.Head, base: x.saved, gone: roaring.New(), lexicon: newLexicon(tags, x.o.Schema)}
	}
	n, err := newsOf(v, last.head, most)
	if err != nil {
		return nil, err
	}
	s := &Snapshot{head: head, base: x.saved, lexicon: last.lexicon, removed: last.removed, dirty: last.dirty, thorough: x.o.Thorough}
	if s.waiting, err = waitingOf(v); err != nil {
		return nil, err
	}
	if n.tags {
		tags, err := v.Tags()
		if err != nil {
			return nil, err
		}
		s.lexicon = newLexicon(tags, x.o.Schema)
	}
	if len(n.removed) > 0 {
		s.removed = maps.Clone(n.removed)
		maps.Copy(s.removed, last.removed)
	}
	if s.rules, err = rulesOf(v); err != nil {
		return nil, err
	}
	s.nameShares(v.Shares())
	s.nameKeys(x.o.Schema)
	s.folders = last.folders
	if n.shares { // cached files and folders name their share
		for i := range last.changed {
			n.files[last.changed[i].ID] = true
		}
	}
	if !x.plain && (len(n.folders) > 0 || n.shares && len(last.dirty) > 0) {
		s.dirty = map[int64]bool{}
		maps.Copy(s.dirty, last.dirty)
		for id := range n.folders {
			s.dirty[id] = true
		}
		below, err := s.compareNews(v, n)
		if err != nil {
			return nil, err
		}
		n.add(below, last.gone)
	}
	if n.shares && !x.plain {
		n.add(s.compareRules(v.Shares()), last.gone)
	}
	if len(n.devices) > 0 {
		for i := range last.changed {
			n.files[last.changed[i].ID] = true
		}
	}
	if s.base != nil {
		for i, r := range s.base.Shares {
			if n.devices[r.ID] {
				n.add(s.base.below(i, "."), last.gone)
			}
		}
	}
	if len(n.files)+len(last.changed) > most {
		return nil, errLarge
	}
	ids := slices.Sorted(maps.Keys(n.files))
	s.gone = last.gone.Clone()
	for _, id := range ids {
		if s.base != nil && s.base.has(uint32(id)) {
			s.gone.Add(uint32(id))
		}
	}
	found, err := factsOf(v, ids, x.o.Schema)
	if err != nil {
		return nil, err
	}
	s.merge(last.changed, n, found)
	if len(n.folders) > 0 || n.shares {
		s.classify(s.changed)
	}
	s.prepare()
	return s, nil
}

// whole makes a snapshot of everything, without a saved index.
func (x *Index) whole(v *catalog.View, head int64, most int) (*Snapshot, error) {
	count, err := v.CountFiles()
	if err != nil {
		return nil, err
	}
	if count > most {
		return nil, errLarge
	}
	tags, err := v.Tags()
	if err != nil {
		return nil, err
	}
	s := &Snapshot{head: head, lexicon: newLexicon(tags, x.o.Schema), gone: roaring.New(), dirty: map[int64]bool{}, thorough: x.o.Thorough, any: anyCaseOf(v.Shares())}
	if s.waiting, err = waitingOf(v); err != nil {
		return nil, err
	}
	if s.rules, err = rulesOf(v); err != nil {
		return nil, err
	}
	for _, sh := range v.Shares() {
		s.dirty[sh.ID] = true
	}
	s.folders = map[place]*entry{}
	for _, sh := range v.Shares() {
		if err := s.compareFolders(v, sh, share.Root, nil); err != nil {
			return nil, err
		}
	}
	var ids []spar.FileID
	for f, err := range v.Files() {
		if err != nil {
			return nil, err
		}
		ids = append(ids, f.ID)
	}
	found, err := factsOf(v, ids, x.o.Schema)
	if err != nil {
		return nil, err
	}
	s.merge(nil, news{}, found)
	if s.weight() > most { // few files, but books: the next process shall not read their attributes again
		return nil, errLarge
	}
	s.prepare()
	return s, nil
}

// nameShares sets the present names of the base's shares.
func (s *Snapshot) nameShares(shares []spar.Share) {
	s.named, s.any = shares, anyCaseOf(shares)
	if s.base == nil {
		return
	}
	names := map[int64]string{}
	for _, sh := range shares {
		names[sh.ID] = sh.Name
	}
	for i, r := range s.base.Shares {
		s.shares = append(s.shares, names[r.ID])
		s.order = append(s.order, i)
	}
	slices.SortFunc(s.order, func(a, b int) int { return comparePlaces(s.shares[a], "", s.shares[b], "") })
}

func (s *Snapshot) nameKeys(names *schema.Schema) {
	if s.base != nil {
		for _, k := range s.base.Keys {
			s.keys = append(s.keys, names.Key(k.Key))
		}
	}
}

// compareRules finds the files of the base whose classes are others by the rules of now.
func (s *Snapshot) compareRules(shares []spar.Share) *roaring.Bitmap {
	differs := roaring.New()
	if s.base == nil {
		return differs
	}
	for i, r := range s.base.Shares {
		at := slices.IndexFunc(shares, func(sh spar.Share) bool { return sh.ID == r.ID })
		switch {
		case at < 0:
		case shares[at].FileSystem != r.FileSystem:
			differs.Or(s.base.below(i, "."))
		default:
			now := s.rules.of(shares[at].Name).paths()
			has := func(paths []string, p string) bool { _, ok := slices.BinarySearch(paths, p); return ok } // both are in order
			for _, p := range append(slices.Clone(r.Table), now...) {
				if has(r.Table, p) != has(now, p) {
					if p == share.Root {
						p = ""
					}
					differs.Or(s.base.at(s.base.beginning(i, p))) // these and, with them, members of containers
				}
			}
		}
	}
	return differs
}

// compareNews looks at the folders in the news, and finds the files below folders whose rights in the base are out of date. New names of
// shares make it look at all folders that have ever changed.
func (s *Snapshot) compareNews(v *catalog.View, n news) (*roaring.Bitmap, error) {
	below := roaring.New()
	known := s.folders
	s.folders = map[place]*entry{}
	if !n.shares {
		maps.Copy(s.folders, known)
	}
	for _, sh := range v.Shares() {
		folders := n.folders[sh.ID]
		if n.shares && s.dirty[sh.ID] || folders[share.Root] {
			folders = map[string]bool{share.Root: true}
		}
		for folder := range folders {
			if aboveIn(folders, folder) {
				continue
			}
			maps.DeleteFunc(s.folders, func(at place, _ *entry) bool { return at.share == sh.Name && isIn(at.path, folder) })
			if err := s.compareFolders(v, sh, folder, below); err != nil {
				return nil, err
			}
		}
	}
	return below, nil
}

// isIn reports whether a path is a folder or lies below it.
func isIn(path, folder string) bool {
	return folder == share.Root || path == folder || strings.HasPrefix(path, folder) && path[len(folder)] == '/'
}

// aboveIn reports whether a folder above one is in the set.
func aboveIn(set map[string]bool, folder string) bool {
	for i := strings.LastIndexByte(folder, '/'); i > 0; i = strings.LastIndexByte(folder[:i], '/') {
		if set[folder[:i]] {
			return true
		}
	}
	return false
}

// compareFolders finds, in a folder and all below it, the folders whose rights the base does not know as they are, and adds
// the files of the base below them.
func (s *Snapshot) compareFolders(v *catalog.View, sh spar.Share, folder string, below *roaring.Bitmap) error {
	based := map[string]entry{}
	at := -1
	if s.base != nil {
		at = slices.IndexFunc(s.base.Shares, func(r shareRecord) bool { return r.ID == sh.ID })
	}
	if at >= 0 {
		s.base.entries(at, folder, func(path []byte, e *entry) { based[string(path)] = *e })
	}
	differs := func(path string, e *entry) {
		s.folders[place{sh.Name, path}] = e
		if at >= 0 {
			below.Or(s.base.below(at, path))
		}
	}
	for d, err := range v.DirectoriesIn(sh, folder) {
		if err != nil {
			return err
		}
		now := entryOf(d)
		if was, ok := based[d.Path]; !ok || was != now {
			differs(d.Path, &now)
		}
		delete(based, d.Path)
	}
	for path := range based {
		differs(path, nil)
	}
	return nil
}

// folder gives the rights of a folder as they are.
func (s *Snapshot) folder(at place) (entry, bool) {
	if e, ok := s.folders[at]; ok {
		if e == nil {
			return entry{}, false
		}
		return *e, true
	}
	if i := slices.Index(s.shares, at.share); i >= 0 {
		return s.base.entryAt(i, at.path)
	}
	return entry{}, false
}

// factsOf reads files with all that is known of them.
func factsOf(v *catalog.View, ids []spar.FileID, names *schema.Schema) ([]fact, error) {
	at := make(map[spar.FileID]int, len(ids))
	var facts []fact
	for f, err := range v.FilesByID(ids) {
		if err != nil {
			return nil, err
		}
		at[f.ID] = len(facts)
		facts = append(facts, fact{File: f})
	}
	for l, err := range v.LinksOf(ids) {
		if err != nil {
			return nil, err
		}
		if i, ok := at[l.File]; ok {
			if tags := facts[i].tags; len(tags) == 0 || tags[len(tags)-1] != l.Tag {
				facts[i].tags = append(tags, l.Tag)
			}
		}
	}
	differs := map[int]bool{} // facts whose attributes have other names
	for a, err := range v.AttributesOf(ids) {
		if err != nil {
			return nil, err
		}
		if i, ok := at[a.File]; ok {
			f := &facts[i]
			key := names.Key(a.Key)
			if key != a.Key && !differs[i] {
				f.stored = slices.Clone(f.attributes)
				differs[i] = true
			}
			if differs[i] {
				f.stored = append(f.stored, a)
			}
			a.Key = key
			facts[i].attributes = append(facts[i].attributes, a)
		}
	}
	slices.SortFunc(facts, func(a, b fact) int { return compareFacts(&a, &b) })
	return facts, nil
}

// merge sets the changed files: the ones before, without files of the news and without removed tags, and the found ones. A tag that was
// removed before may have been restored since.
func (s *Snapshot) merge(before []fact, n news, found []fact) {
	s.classify(found)
	s.changed = make([]fact, 0, len(before)+len(found))
	for i := range before {
		if f := &before[i]; !n.files[f.ID] {
			for len(found) > 0 && compareFacts(&found[0], f) < 0 {
				s.changed, found = append(s.changed, found[0]), found[1:]
			}
			s.changed = append(s.changed, *f)
			if len(n.removed) > 0 {
				last := &s.changed[len(s.changed)-1]
				last.tags = slices.DeleteFunc(slices.Clone(f.tags), func(t spar.TagID) bool { return n.removed[t] })
			}
		}
	}
	s.changed = append(s.changed, found...)
	s.at = make(map[spar.FileID]int, len(s.changed))
	for i := range s.changed {
		s.at[s.changed[i].ID] = i
	}
}

// classify finds the classes of files.
func (s *Snapshot) classify(facts []fact) {
	ways := newWays(s.folder, s.rules)
	for i := range facts {
		f := &facts[i]
		f.class = classOf(&f.File, ways.all[ways.of(placeOf(&f.File))], s.rules.of(f.Share), f.attributes)
	}
}

func (s *Snapshot) prepare() {
	s.known = &knownRights{}
	s.live = sync.OnceValue(func() *roaring.Bitmap {
		if s.base == nil {
			return roaring.New()
		}
		return roaring.AndNot(roaring.FromDense(s.base.words, true), s.gone)
	})
	s.states = sync.OnceValue(func() map[spar.State]*roaring.Bitmap {
		return by(s, s.all(), func(_, _ string, state spar.State) spar.State { return state })
	})
	s.unsettled = sync.OnceValue(func() *roaring.Bitmap { return s.base.waitingFiles() })
}
