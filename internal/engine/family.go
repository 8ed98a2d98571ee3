package engine

import (
	"context"
	"errors"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/sketch"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
	"github.com/sparsearch/spar/internal/versions"
)

// A Family is the versions of a file's document that the asker may know of.
type Family struct {
	Title    string
	Members  []Member // the one in force first, if there is one, then from new to old
	InForce  bool     // the first is in force
	Doubtful string   // why that is in doubt; "" if it is not
	Maybe    []Member // files that may belong to it
	Coverage spar.Coverage
}

// A Member is a file of a family.
type Member struct {
	File spar.File
	versions.Version
	Why    string // it belongs to the family; "" of the file that was asked about
	Copies []spar.File
}

// Bounds of the search for the relatives of a file.
const (
	kinNamed    = 200 // files of its name, which are read if they were not
	kinQueries  = 3   // pieces of its text that others are found by
	kinFound    = 30  // passages for each
	kinPassages = 400 // of each file that are compared
)

// Family finds the other versions of a document among the files of a scope that the asker may read. It goes by name, title and text, and by
// what files say they replace. It keeps nothing. It first reads unread files of the same name. It compares the texts only of files that
// were read before.
func (e *questions) Family(ctx context.Context, who spar.Principal, in spar.Scope, id spar.FileID) (Family, error) {
	q := Request{Selection: Selection{Who: who, Scope: in, doubts: newDoubts(who)}, Retrieve: retrieve.Options{Rank: retrieve.Words}}
	for range refreshes {
		snapshot, selection, err := e.sel(ctx, q.Selection)
		if err != nil {
			return Family{}, err
		}
		file, ok := snapshot.File(id)
		if !ok || !selection.Known.Contains(uint32(id)) {
			return Family{}, spar.Errorf(spar.NotFound, "the file is no more there, or not in scope")
		}
		named := namesakes(snapshot, selection.Known, file)
		n, err := e.readUnread(ctx, q, snapshot, roaring.And(selection.Known, named))
		if err != nil {
			return Family{}, err
		}
		if n > 0 {
			if err := e.tagRead(ctx, who); err != nil {
				e.log.Debug("tags of what was read", "err", err)
			}
			continue
		}
		f, kin, err := e.family(ctx, q, snapshot, selection, named, file)
		if err != nil {
			return f, err
		}
		stale, err := e.stale(ctx, q.doubts, snapshot, kin)
		if err != nil || !stale {
			return f, err
		}
	}
	return Family{}, spar.Errorf(spar.Unavailable, "the files that are compared change faster than they can be looked at; ask again")
}

// FamilyRead is Family without reading anything: files that were not read yet are compared by name alone.
func (e *questions) FamilyRead(ctx context.Context, who spar.Principal, in spar.Scope, id spar.FileID) (Family, error) {
	q := Request{Selection: Selection{Who: who, Scope: in, doubts: newDoubts(who)}, Retrieve: retrieve.Options{Rank: retrieve.Words}}
	snapshot, selection, err := e.sel(ctx, q.Selection)
	if err != nil {
		return Family{}, err
	}
	file, ok := snapshot.File(id)
	if !ok || !selection.Known.Contains(uint32(id)) {
		return Family{}, spar.Errorf(spar.NotFound, "the file is no more there, or not in scope")
	}
	f, _, err := e.family(ctx, q, snapshot, selection, namesakes(snapshot, selection.Known, file), file)
	return f, err
}

// Known are the files of a scope that an asker may read, in order; none where there are more than so many.
func (e *shares) Known(ctx context.Context, who spar.Principal, in spar.Scope, most int) (list []spar.File, err error) {
	snapshot, selection, err := e.sel(ctx, Selection{Who: who, Scope: in, doubts: newDoubts(who)})
	if err != nil || selection.Known.GetCardinality() > uint64(most) {
		return nil, err
	}
	for f := range snapshot.In(selection.Known) {
		list = append(list, f)
	}
	return list, nil
}

// namesakes are a file and the files whose names differ from its name only in the part that tells versions apart.
func namesakes(snapshot *index.Snapshot, among *roaring.Bitmap, file spar.File) *roaring.Bitmap {
	named := roaring.BitmapOf(uint32(file.ID))
	key := versions.Key(file.Share, file.Path)
	if key == "" {
		return named
	}
	word := longest(key)
	for f := range snapshot.In(among) {
		if f.Share == file.Share && strings.Contains(strings.ToLower(path.Base(f.Path)), word) && versions.Key(f.Share, f.Path) == key {
			if named.Add(uint32(f.ID)); named.GetCardinality() == kinNamed {
				break
			}
		}
	}
	return named
}

// family is Family as the catalog knows the files. kin has the files that it tells of.
func (e *questions) family(ctx context.Context, q Request, snapshot *index.Snapshot, selection index.Selection, named *roaring.Bitmap, file spar.File) (Family, []spar.Hit, error) {
	runs, coverage, _, err := e.sources(ctx, snapshot, selection)
	if err != nil {
		return Family{}, nil, err
	}
	segments := map[spar.FileID]*store.Segment{}
	for _, r := range runs {
		segments[r.File] = r.Segment
	}
	k := &kin{engine: e, snapshot: snapshot, segments: segments, at: map[spar.FileID]int{}}
	if err := k.add(ctx, file); err != nil {
		return Family{}, nil, err
	}
	for f := range snapshot.In(named) {
		if err := k.add(ctx, f); err != nil {
			return Family{}, nil, err
		}
	}
	for _, text := range k.queries() {
		q.Question, q.Retrieve.Limit = text, kinFound
		hits, _, _, err := e.retrieve(ctx, runs, q)
		if err != nil {
			return Family{}, nil, err
		}
		for _, h := range hits {
			if f, ok := snapshot.File(h.File); ok {
				if err := k.add(ctx, f); err != nil {
					return Family{}, nil, err
				}
			}
		}
	}
	f := k.family()
	f.Coverage = coverage
	var told []spar.Hit
	for _, m := range slices.Concat(f.Members, f.Maybe) {
		for _, of := range append([]spar.File{m.File}, m.Copies...) {
			told = append(told, spar.Hit{File: of.ID})
		}
	}
	return f, told, nil
}

// kin is the files that may be relatives of the first, with the parts of them that are compared.
type kin struct {
	engine   *questions
	snapshot *index.Snapshot
	segments map[spar.FileID]*store.Segment

	at       map[spar.FileID]int
	files    []spar.File
	seen     []versions.File
	shingles []sketch.Shingles
	texts    [][]string // passages
}

func (k *kin) add(ctx context.Context, f spar.File) error {
	if _, known := k.at[f.ID]; known {
		return nil
	}
	v := versions.File{Share: f.Share, Path: f.Path, Modified: f.ModTime, Declared: declared(k.snapshot, f.ID)}
	var texts []string
	tabular := false // it begins with a row
	if s := k.segments[f.ID]; s != nil {
		err := store.Guard(func() error {
			for i := range min(s.Len(), kinPassages) {
				p, err := s.Passage(i)
				if err != nil {
					return err
				}
				if p.Kind == spar.CardPassage {
					continue
				}
				tabular = tabular || len(texts) == 0 && p.Kind != spar.TextPassage
				texts = append(texts, p.Text)
				if len(v.Head) < 4000 {
					v.Head += p.Text + "\n"
				}
				if h := p.Locator.Heading; h != "" && !slices.Contains(v.Outline, h) {
					v.Outline = append(v.Outline, h)
				}
			}
			return nil
		})
		if errors.Is(err, store.ErrDamaged) || errors.Is(err, store.ErrAway) {
			texts, err = nil, nil // its name is compared
		}
		if err != nil {
			return err
		}
	}
	title := v
	if tabular {
		title.Head = ""
	}
	v.Title = called(title, k.snapshot.AttributesOf(f.ID))
	for _, t := range texts {
		v.Words = append(v.Words, strings.FieldsFunc(strings.ToLower(t), notInWord)...)
	}
	slices.Sort(v.Words)
	v.Words = slices.Compact(v.Words)
	k.at[f.ID] = len(k.files)
	k.files, k.seen, k.texts = append(k.files, f), append(k.seen, v), append(k.texts, texts)
	k.shingles = append(k.shingles, sketch.ShinglesOf(texts))
	return ctx.Err()
}

// queries returns the texts to find relatives of the first file by: its title, the document it replaces, and its longest passages.
func (k *kin) queries() (list []string) {
	for _, text := range append([]string{k.seen[0].Title, versions.Of(k.seen[:1], time.Time{}).Members[0].Replaces}, longestOf(k.texts[0], kinQueries)...) {
		words := strings.Fields(text)
		if text = strings.Join(words[:min(len(words), 40)], " "); text != "" {
			list = append(list, text)
		}
	}
	return list
}

func longestOf(texts []string, n int) []string {
	texts = slices.Clone(texts)
	slices.SortStableFunc(texts, func(a, b string) int { return len(b) - len(a) })
	return texts[:min(n, len(texts))]
}

func (k *kin) family() Family {
	list := versions.Kin(k.seen, 0,
		func(i, j int) float64 { return k.shingles[i].Resemblance(k.shingles[j]) },
		func(i, j int) bool {
			a, b := k.files[i], k.files[j]
			return a.Hash != (spar.Hash{}) && a.Hash == b.Hash || a.Segment != (spar.SegmentID{}) && a.Segment == b.Segment && len(k.texts[i]) > 0
		})
	var f Family
	var members []versions.File
	var relations []versions.Relation
	for _, r := range list {
		if r.Copy >= 0 {
			continue
		}
		if !r.Certain {
			one := versions.Of(k.seen[r.Index:r.Index+1], time.Now()).Members[0]
			f.Maybe = append(f.Maybe, Member{File: k.files[r.Index], Version: one, Why: r.Why})
			continue
		}
		members, relations = append(members, k.seen[r.Index]), append(relations, r)
	}
	ordered := versions.Of(members, time.Now())
	for _, v := range ordered.Members {
		r := relations[v.Index]
		m := Member{File: k.files[r.Index], Version: v, Why: r.Why}
		for _, c := range list {
			if c.Copy == r.Index {
				m.Copies = append(m.Copies, k.files[c.Index])
			}
		}
		f.Members = append(f.Members, m)
	}
	alone := len(f.Members) == 1 && f.Members[0].By == versions.ByTime // nothing says so
	f.InForce, f.Doubtful = ordered.InForce && !alone, ordered.Doubtful()
	if f.Title = k.seen[k.at[f.Members[0].File.ID]].Title; f.Title == "" {
		f.Title = k.seen[0].Title
	}
	return f
}

// declared returns what the held attributes of a file say of its version.
func declared(snapshot *index.Snapshot, id spar.FileID) (list []spar.Property) {
	all := snapshot.AttributesOf(id)
	for _, key := range []string{"doc-version", "doc-status", "effective", "replaces"} {
		held, _ := scope.Held(all, snapshot.Attribute(key))
		for _, a := range held[:min(1, len(held))] {
			list = append(list, spar.Property{Key: key, Value: a.Value})
		}
	}
	return list
}

// called is the title that a file declares, or that its text begins with.
func called(f versions.File, list []spar.Attribute) string {
	if title := strings.TrimSpace(titleOf(list)); title != "" {
		return title
	}
	heading := ""
	if len(f.Outline) > 0 {
		heading = f.Outline[0]
	}
	return versions.TitleOf(heading, f.Head)
}

func notInWord(r rune) bool { return !('a' <= r && r <= 'z' || '0' <= r && r <= '9' || r > 127) }
