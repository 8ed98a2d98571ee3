package service

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

const (
	spokenValues = 5000 // per attribute, the most frequent ones
	spokenPeople = 8    // askers whose vocabulary stays in memory
)

// vocabularies keeps the names that sentences may use, by asker and state of the index.
type vocabularies struct {
	mu   sync.Mutex
	kept []spoken

	naming sync.Mutex
	head   int64 // of files
	files  *question.FileNames
}

type spoken struct {
	who   string
	head  int64
	names *question.Vocabulary
}

// spokenBy returns a key for askers; askers who may know of different files have different keys.
func spokenBy(who spar.Principal) string {
	return fmt.Sprint(who.Name, who.UID, who.Groups, who.All, who.Listed, who.Served, who.Directory, who.Clearance, who.Unlabelled, who.Operator, who.Role)
}

// of returns the names that the asker of a view may know of, and collects them again when the index has changed.
func (k *vocabularies) of(v view) (*question.Vocabulary, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	who, head := spokenBy(v.who), v.Head()
	for _, s := range k.kept {
		if s.who == who && s.head == head {
			return k.asked(v, s.names), nil
		}
	}
	names, err := v.vocabulary()
	if err != nil {
		return nil, err
	}
	k.kept = slices.DeleteFunc(k.kept, func(s spoken) bool { return s.who == who })
	if len(k.kept) >= spokenPeople {
		k.kept = k.kept[1:]
	}
	k.kept = append(k.kept, spoken{who, head, names})
	return k.asked(v, names), nil
}

// asked returns a vocabulary that looks up dates and names in the files of a view.
func (k *vocabularies) asked(v view, names *question.Vocabulary) *question.Vocabulary {
	with := *names
	with.Right = embed.IsWord
	with.Spelled = func(words string, whole bool) []string {
		readable, err := v.chosen(spar.Scope{})
		if err != nil {
			return nil
		}
		return k.named(v).Spellings(words, whole, readable.known.Contains)
	}
	with.Written = func(text string) (spar.Constraint, bool) {
		sc, err := v.parse(text)
		if err != nil || len(sc.Constraints) != 1 {
			return spar.Constraint{}, false
		}
		for _, name := range attributes(sc) { // reading may still bring attributes of the schema
			if _, known := v.Schema().Attribute(name); !known && !v.attributed(name) {
				return spar.Constraint{}, false
			}
		}
		return sc.Constraints[0], true
	}
	with.Dated = func(key string, among []spar.Constraint) (have, of int) {
		all, err := v.chosen(spar.Scope{Constraints: among})
		if err != nil {
			return 0, 0
		}
		dated, err := v.chosen(spar.Scope{Constraints: append(slices.Clone(among), spar.Constraint{Key: "has", Values: []spar.Match{{Text: key}}})})
		if err != nil {
			return 0, 0
		}
		return int(dated.known.GetCardinality()), int(all.known.GetCardinality())
	}
	return &with
}

// named returns the names of all files at the state of a view, regardless of rights.
func (k *vocabularies) named(v view) *question.FileNames {
	k.naming.Lock()
	defer k.naming.Unlock()
	if k.files == nil || k.head != v.Head() {
		k.head, k.files = v.Head(), &question.FileNames{}
		for f := range v.All() {
			k.files.Add(uint32(f.ID), path.Base(f.Path))
		}
	}
	return k.files
}

// vocabulary collects the shares, folders, formats, attributes with their values and tags that the asker may know of.
func (v view) vocabulary() (*question.Vocabulary, error) {
	names := question.NewVocabulary()
	for _, s := range v.shares {
		names.Add("share", s.Name)
	}
	readable, err := v.selection(spar.Scope{})
	if err != nil {
		return nil, err
	}
	for format := range v.ByFormat(readable.Known) {
		names.AddFormat(format)
	}
	folders, last := map[string]bool{}, ""
	for f := range v.In(roaring.Or(readable.Known, readable.Unknown)) {
		dir := path.Dir(f.Path)
		if dir == last || dir == "." {
			continue
		}
		last = strings.Clone(dir)
		for d := last; d != "." && d != "/"; d = path.Dir(d) {
			base := path.Base(d)
			if folders[base] {
				continue
			}
			folders[base] = true
		}
	}
	for _, f := range slices.Sorted(maps.Keys(folders)) {
		names.Add("folder", f)
	}
	defined := v.Schema()
	synonyms := map[string][]string{}
	for _, a := range defined.Attributes {
		synonyms[a.Name] = a.Synonyms
		for _, value := range a.Values {
			names.Add(scope.AttributeKey(a.Name), value.Name, value.Synonyms...)
		}
	}
	for f, err := range v.Facets(v.ctx, v.who, spar.Scope{}, func(k string) bool { return !strings.HasPrefix(k, "entity.") }, spokenValues) {
		if err != nil {
			return nil, err
		}
		key := scope.AttributeKey(f.Key)
		texts := slices.Contains(f.Kinds, spar.Text)
		truth := texts && f.Distinct <= 2
		for _, c := range f.Values {
			truth = truth && (strings.EqualFold(c.Value.String(), "true") || strings.EqualFold(c.Value.String(), "false"))
		}
		names.AddKey(key, truth, synonyms[f.Key]...)
		names.Has(key)
		if slices.Contains(f.Kinds, spar.Date) && !strings.Contains(key, ".") {
			names.HasDate(key)
			if v.records(key) {
				names.Records(key)
			}
		}
		if !texts && slices.Contains(f.Kinds, spar.Number) && !strings.Contains(key, ".") {
			names.HasNumber(key)
		}
		if !texts || truth || f.Key == "period" {
			continue
		}
		for _, c := range f.Values {
			// An address is no word: "leave" does not mean "/leave/".
			if text := c.Value.Text; c.Value.Kind == spar.Text && len(text) <= longest && !strings.HasPrefix(text, "/") && !strings.Contains(text, "://") {
				names.Add(key, text, nameAndAddress(text)...)
			}
		}
	}
	for _, t := range v.TagsFor(v.who) {
		names.Add("tag", t.Name, t.Synonyms...)
	}
	return names, nil
}

// nameAndAddress returns the name and the address of a value that has both.
func nameAndAddress(text string) []string {
	if !strings.Contains(text, "<") {
		return nil
	}
	return scope.NamesIn(text)[:2]
}

// mostRecords bounds the files whose dates records compares.
const mostRecords = 500

// records reports whether hardly any date under a key is later than the date of its file.
func (v view) records(key string) bool {
	have, err := v.chosen(spar.Scope{Constraints: []spar.Constraint{{Key: "has", Values: []spar.Match{{Text: key}}}}})
	if err != nil {
		return false
	}
	n, before := 0, 0
	for it := have.known.Iterator(); it.HasNext() && n < mostRecords; {
		id := spar.FileID(it.Next())
		f, ok := v.File(id)
		if !ok {
			continue
		}
		for _, a := range v.AttributesOf(id) {
			if scope.AttributeKey(a.Key) == key && a.Value.Kind == spar.Date {
				if n++; !a.Value.Date.After(f.ModTime) {
					before++
				}
			}
		}
	}
	return n > 0 && 10*before >= 9*n
}
