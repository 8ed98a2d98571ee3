package catalog

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/nearest"
	spar "github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/taxonomy"
)

// A VocabularyInfo says where the tags of a vocabulary came from.
type VocabularyInfo struct {
	Name     string
	Source   string // the file that it was last imported from
	Format   string
	Digest   spar.Hash // of that file
	Imported time.Time
	Concepts int // without the retired ones
	Retired  int
}

// ImportOptions say where a vocabulary comes from.
type ImportOptions struct {
	Source string
	Format string
	Digest spar.Hash
	DryRun bool   // report what would change, and change nothing
	Owner  string // who imports it: with that it is a batch of the kind Repairs, which UndoBatch takes back; "": no batch
}

// An ImportReport is what an import did, or with DryRun would do.
type ImportReport struct {
	Vocabulary string
	Concepts   int
	Unchanged  int
	Changes    []taxonomy.Change
	Batch      spar.BatchID // 0 where nothing changed, or nobody is its owner
}

// Vocabularies is all that were imported, by name.
func (c *Catalog) Vocabularies(ctx context.Context) (list []VocabularyInfo, err error) {
	err = c.db.Read(ctx, func(tx *db.Tx) error {
		list = nil
		at := map[string]int{}
		err := query(tx, func(r *sql.Rows) error {
			var v VocabularyInfo
			var digest []byte
			var imported int64
			err := r.Scan(&v.Name, &v.Source, &v.Format, &digest, &imported)
			copy(v.Digest[:], digest)
			v.Imported = time.Unix(imported, 0).UTC()
			at[v.Name] = len(list)
			list = append(list, v)
			return err
		}, "SELECT name, source, format, digest, imported FROM vocabularies ORDER BY name")
		if err != nil {
			return err
		}
		return query(tx, func(r *sql.Rows) error {
			var t spar.Tag
			err := r.Scan(&t.Key, &t.Retired)
			if i, ok := at[t.Vocabulary()]; ok && t.Retired {
				list[i].Retired++
			} else if ok {
				list[i].Concepts++
			}
			return err
		}, "SELECT key, retired FROM tags WHERE key <> ''")
	})
	return list, err
}

// Vocabulary is a vocabulary as its file defined it, in normal form, with its retired concepts and without what people
// added to its tags.
func (c *Catalog) Vocabulary(ctx context.Context, name string) (taxonomy.Vocabulary, error) {
	var v taxonomy.Vocabulary
	err := c.db.Read(ctx, func(tx *db.Tx) error {
		s, err := loadStored(tx, name)
		if err != nil {
			return err
		}
		v = s.vocabulary()
		return nil
	})
	if err == nil && len(v.Concepts) == 0 {
		return v, spar.Errorf(spar.NotFound, "%w", nearest.Unknown{Kind: "vocabulary", Name: name}).Try(spar.Remedy{Do: spar.ListVocabularies}, spar.Remedy{Do: spar.ImportVocabulary})
	}
	return v, err
}

// Import makes the tags of a vocabulary equal to v, in normal form, in one transaction. It knows concepts again by their keys, or else by
// their names. People's additions to their tags stay, and so do assignments: a concept that v does not have any more is retired and loses
// its positions, nothing else. A new concept takes over a tag made by hand that has its name. Where a tag of another vocabulary has it, the
// newcomer is called "NAME (VOCABULARY)" and has the plain name as a synonym.
func (c *Catalog) Import(ctx context.Context, v taxonomy.Vocabulary, o ImportOptions) (report ImportReport, err error) {
	if err := taxonomy.ValidName(v.Name); err != nil {
		return report, err
	}
	if len(v.Concepts) == 0 {
		return report, spar.Errorf(spar.Invalid, "there is no concept in the file: nothing is imported, so that a wrong file cannot retire a vocabulary")
	}
	if o.DryRun {
		err = c.db.Read(ctx, func(tx *db.Tx) error {
			p, err := planImport(tx, v)
			report = p.report()
			return err
		})
		return report, err
	}
	err = c.write(ctx, func(t *tx) error {
		p, err := planImport(t.Tx, v)
		if err != nil {
			return err
		}
		report = p.report()
		var before map[string][][]string
		if o.Owner != "" {
			if before, err = vocabularyRows(t); err != nil {
				return err
			}
		}
		if err := p.apply(t); err != nil {
			return err
		}
		_, err = t.exec(`INSERT INTO vocabularies (name, source, format, digest, imported) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (name) DO UPDATE SET source = excluded.source, format = excluded.format, digest = excluded.digest, imported = excluded.imported`,
			v.Name, strings.ToValidUTF8(o.Source, "\uFFFD"), o.Format, o.Digest[:], c.now().Unix())
		if err != nil || o.Owner == "" || len(report.Changes) == 0 {
			return err
		}
		after, err := vocabularyRows(t)
		if err != nil {
			return err
		}
		if report.Batch, err = beginRepair(t, o.Owner, "import of the vocabulary "+v.Name, c.now().Unix()); err != nil {
			return err
		}
		return keepRepair(t, report.Batch, difference(before, after))
	})
	return report, err
}

// vocabularyRows reads all rows that an import may change.
func vocabularyRows(t *tx) (map[string][][]string, error) {
	all := map[string][][]string{}
	for _, table := range repairTables {
		if strings.HasSuffix(table.name, "assignments") {
			continue
		}
		rows, err := rowsIn(t, "SELECT "+table.columns+" FROM "+table.name)
		if err != nil {
			return nil, err
		}
		all[table.name] = rows
	}
	return all, nil
}

// A stored tag is the catalog's side of a tag from one vocabulary.
type stored struct {
	id             spar.TagID
	name, label    string
	key            string
	retired        bool
	notes          string
	synonyms       map[string]string // those of the vocabulary: as compared, as written
	parents, links []spar.TagID
	positions      []string
}

// A store of one vocabulary: its tags, and the names of all.
type storedVocabulary struct {
	name  string
	tags  []*stored // of the vocabulary, by number
	byID  map[spar.TagID]*stored
	owner map[string]*stored // every tag, by its name as it is compared
}

func loadStored(tx *db.Tx, name string) (*storedVocabulary, error) {
	s := &storedVocabulary{name: name, byID: map[spar.TagID]*stored{}, owner: map[string]*stored{}}
	err := query(tx, func(r *sql.Rows) error {
		t := &stored{}
		var folded string
		err := r.Scan(&t.id, &t.name, &folded, &t.label, &t.key, &t.retired, &t.notes)
		s.owner[folded] = t
		if v, _, ok := strings.Cut(t.key, ":"); ok && v == name {
			s.tags = append(s.tags, t)
			s.byID[t.id] = t
		}
		return err
	}, "SELECT id, name, folded, label, key, retired, vocabulary_notes FROM tags ORDER BY id")
	if err != nil || len(s.tags) == 0 {
		return s, err
	}
	err = query(tx, func(r *sql.Rows) error {
		var id spar.TagID
		var folded, text string
		err := r.Scan(&id, &folded, &text)
		if t := s.byID[id]; t != nil {
			if t.synonyms == nil {
				t.synonyms = map[string]string{}
			}
			t.synonyms[folded] = text
		}
		return err
	}, "SELECT tag, folded, name FROM tag_synonyms WHERE vocabulary = ?", name)
	if err != nil {
		return nil, err
	}
	numbers := func(list func(*stored) *[]spar.TagID, q string, args ...any) error {
		return query(tx, func(r *sql.Rows) error {
			var id, other spar.TagID
			err := r.Scan(&id, &other)
			if t := s.byID[id]; t != nil {
				l := list(t)
				*l = append(*l, other)
			}
			return err
		}, q, args...)
	}
	if err := numbers(func(t *stored) *[]spar.TagID { return &t.parents }, "SELECT tag, parent FROM tag_parents WHERE vocabulary = ?", name); err != nil {
		return nil, err
	}
	if err := numbers(func(t *stored) *[]spar.TagID { return &t.links }, "SELECT tag, target FROM tag_links"); err != nil {
		return nil, err
	}
	err = query(tx, func(r *sql.Rows) error {
		var id spar.TagID
		var position string
		err := r.Scan(&id, &position)
		if t := s.byID[id]; t != nil {
			t.positions = append(t.positions, position)
		}
		return err
	}, "SELECT tag, position FROM tag_positions")
	return s, err
}

// concept is the identifier of a tag within its vocabulary.
func (t *stored) concept() string {
	_, id, _ := strings.Cut(t.key, ":")
	return id
}

// vocabulary gives the stored vocabulary, in normal form.
func (s *storedVocabulary) vocabulary() taxonomy.Vocabulary {
	v := taxonomy.Vocabulary{Name: s.name}
	concepts := func(list []spar.TagID) (ids []string) {
		for _, id := range list {
			if t := s.byID[id]; t != nil {
				ids = append(ids, t.concept())
			}
		}
		slices.Sort(ids)
		return ids
	}
	for _, t := range s.tags {
		c := taxonomy.Concept{ID: t.concept(), Name: t.label, Notes: t.notes, Parents: concepts(t.parents), Links: concepts(t.links), Retired: t.retired}
		plain := fold(t.label) // a synonym only where the tag has another name
		var folded []string
		for f := range t.synonyms {
			if f != plain {
				folded = append(folded, f)
			}
		}
		slices.Sort(folded)
		for _, f := range folded {
			c.Synonyms = append(c.Synonyms, t.synonyms[f])
		}
		c.Positions = slices.Sorted(slices.Values(t.positions))
		v.Concepts = append(v.Concepts, c)
	}
	slices.SortFunc(v.Concepts, func(a, b taxonomy.Concept) int { return cmp.Compare(a.ID, b.ID) })
	return v
}

// A plan is the work of an import.
type plan struct {
	*storedVocabulary
	next     taxonomy.Vocabulary
	changes  []taxonomy.Change
	tags     map[string]*stored // by identifier of concepts of next; a number of 0 is a tag to be made
	names    map[*stored]string // the new names of concepts of next
	displace []*stored          // retired tags that give up their name
	retire   []*stored
}

func planImport(tx *db.Tx, v taxonomy.Vocabulary) (*plan, error) {
	s, err := loadStored(tx, v.Name)
	p := &plan{storedVocabulary: s, next: v, tags: make(map[string]*stored, len(v.Concepts)), names: make(map[*stored]string, len(v.Concepts))}
	if err != nil {
		return p, err
	}
	old := s.vocabulary()
	p.changes = taxonomy.Diff(old, v)
	renumbered := taxonomy.Renumber(old, v)
	known := map[string]*stored{}
	for _, t := range s.tags {
		id := t.concept()
		if now, ok := renumbered[id]; ok {
			id = now
		}
		known[id] = t
	}
	for _, c := range v.Concepts {
		if t := known[c.ID]; t != nil {
			p.tags[c.ID] = t
			delete(known, c.ID)
		}
	}
	gone := map[*stored]bool{}
	for _, t := range known {
		gone[t] = true
		if !t.retired || len(t.positions) > 0 {
			p.retire = append(p.retire, t)
		}
	}
	slices.SortFunc(p.retire, func(a, b *stored) int { return cmp.Compare(a.id, b.id) })
	p.name(gone)
	taxonomy.SortChanges(p.changes)
	return p, nil
}

// name decides the name of each concept. A concept with a name and the same label keeps the name; gone are the tags whose concept is not in
// the new version.
func (p *plan) name(gone map[*stored]bool) {
	claimed := map[string]bool{}
	var rest []taxonomy.Concept
	for _, c := range p.next.Concepts {
		t := p.tags[c.ID]
		if t == nil || t.label != c.Name || t.retired && !c.Retired {
			rest = append(rest, c)
			continue
		}
		p.names[t] = t.name
		claimed[fold(t.name)] = true
	}
	displaced := map[*stored]string{}
	free := func(name string, self *stored) bool {
		folded := fold(name)
		if claimed[folded] {
			return false
		}
		t := p.owner[folded]
		if t == nil || t == self {
			return true
		}
		_, ours := p.byID[t.id]
		return ours && !gone[t] && p.names[t] == "" // it gets another name below
	}
	for _, c := range rest {
		t := p.tags[c.ID]
		folded := fold(c.Name)
		other := p.owner[folded]
		name := c.Name
		switch {
		case free(c.Name, t):
		case claimed[folded]:
			name = p.another(c, t, free, c.Name+" ("+c.ID+")")
		case other != nil && other.key == "" && t == nil:
			t = other
			p.change(taxonomy.TakenOver, c, "")
		case other != nil && gone[other]:
			displaced[other] = c.Name
		default:
			name = p.another(c, t, free, fmt.Sprintf("%s (%s)", c.Name, p.next.Name))
		}
		if t == nil {
			t = &stored{}
		}
		p.tags[c.ID] = t
		p.names[t] = name
		claimed[fold(name)] = true
		if name != c.Name {
			p.change(taxonomy.Clashed, c, "called "+name)
		}
	}
	for t := range displaced {
		p.displace = append(p.displace, t)
	}
	slices.SortFunc(p.displace, func(a, b *stored) int { return cmp.Compare(a.id, b.id) })
	for _, t := range p.displace {
		c := taxonomy.Concept{ID: t.concept(), Name: t.label}
		name := p.another(c, t, free, fmt.Sprintf("%s (retired %s)", t.label, t.concept()))
		p.names[t] = name
		claimed[fold(name)] = true
		p.change(taxonomy.Clashed, c, "called "+name)
	}
}

// another is the first name that is free.
func (p *plan) another(c taxonomy.Concept, self *stored, free func(string, *stored) bool, name string) string {
	for n := 1; ; n++ {
		if len(name) <= 1000 && free(name, self) {
			return name
		}
		name = fmt.Sprintf("%s (%s %.100s)", c.Name, p.next.Name, c.ID)
		if n > 1 {
			name += fmt.Sprintf(" %d", n)
		}
	}
}

func (p *plan) change(kind taxonomy.ChangeKind, c taxonomy.Concept, detail string) {
	p.changes = append(p.changes, taxonomy.Change{Kind: kind, ID: c.ID, Name: c.Name, Detail: detail})
}

func (p *plan) report() ImportReport {
	touched := map[string]bool{}
	for _, c := range p.changes {
		touched[c.ID] = true
	}
	r := ImportReport{Vocabulary: p.next.Name, Concepts: len(p.next.Concepts), Changes: p.changes}
	for _, c := range p.next.Concepts {
		if !touched[c.ID] {
			r.Unchanged++
		}
	}
	return r
}
