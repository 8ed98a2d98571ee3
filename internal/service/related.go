package service

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/versions"
)

const (
	mostMatches  = 5000 // files whose identifiers are looked up
	mostShared   = 200  // values of an identifier
	fullFolder   = 50   // files of a folder that still belong together
	firstShown   = 5    // files of a group
	fewMatches   = 20   // files whose names are looked for in texts, and whose versions are looked for
	mostVersions = 5000 // files of a folder among which versions are looked for
)

// identifying lists the attributes that tie files of one matter together.
var identifying = []string{
	"patient", "patient-id", "patient-name", "case", "case-number", "project", "invoice", "order", "contract", "study", "accession", "client", "customer", "thread", "in-reply-to", "references",
	"entity.patient", "entity.case", "entity.project", "entity.invoice", "entity.order", "entity.contract",
}

// A tie is a property that files share with others, and the files that have it.
type tie struct {
	by string // an attribute, folder, versions or reference
	c  spar.Constraint
}

// relatives finds files that belong together.
type relatives struct{ view }

// ties returns what connects other files with the matches: a shared identifier, a mail thread, a small folder, versions of one document,
// and files that replace or mention one. mentions says whether to search texts, which works for read files only.
func (v relatives) ties(matches *roaring.Bitmap, mentions bool) (list []tie) {
	values, folders := map[string]map[string]bool{}, map[string]bool{}
	var few []spar.File
	n := 0
	for f := range v.In(matches) {
		if n++; n > mostMatches {
			break
		}
		if len(few) <= fewMatches {
			f.Path = strings.Clone(f.Path)
			few = append(few, f)
		}
		folders[f.Share+":"+path.Dir(f.Path)] = true
		for _, a := range v.AttributesOf(f.ID) {
			if !slices.Contains(identifying, a.Key) || a.Value.Kind == spar.Date {
				continue
			}
			if values[a.Key] == nil {
				values[a.Key] = map[string]bool{}
			}
			if len(values[a.Key]) < mostShared {
				values[a.Key][strings.Clone(a.Value.String())] = true
			}
		}
	}
	for _, key := range slices.SortedFunc(maps.Keys(values), func(a, b string) int {
		return cmp.Compare(slices.Index(identifying, a), slices.Index(identifying, b))
	}) {
		c := spar.Constraint{Key: scope.AttributeKey(key)}
		for _, value := range slices.Sorted(maps.Keys(values[key])) {
			c.Values = append(c.Values, spar.Match{Text: value})
		}
		list = append(list, tie{key, c})
	}
	list = append(list, v.threads(values)...)
	if len(folders) <= fullFolder {
		near := spar.Constraint{}
		for _, at := range slices.Sorted(maps.Keys(folders)) {
			share, dir, _ := strings.Cut(at, ":")
			if dir == "." {
				continue
			}
			one := inFolder(share, dir)
			if in, err := v.selection(one); err == nil && in.Known.GetCardinality() <= fullFolder {
				near.Any = append(near.Any, one)
			}
		}
		if len(near.Any) > 0 {
			list = append(list, tie{"folder", near})
		}
	}
	if len(few) > fewMatches {
		return list
	}
	if c := v.sameDocument(few); len(c.Values) > 0 {
		list = append(list, tie{"versions", c})
	}
	if c := v.referring(few, mentions); len(c.Any) > 0 {
		list = append(list, tie{"reference", c})
	}
	return list
}

// threads ties mails to the mails that they answer: the in-reply-to or references of one mail is the message-id of the other.
func (v relatives) threads(values map[string]map[string]bool) (list []tie) {
	answered := map[string]bool{}
	for _, key := range []string{"in-reply-to", "references"} {
		for value := range values[key] {
			for id := range strings.FieldsSeq(value) {
				answered[id] = true
			}
		}
	}
	if len(answered) == 0 || len(answered) > mostShared {
		return nil
	}
	c := spar.Constraint{Key: "message-id"}
	for _, id := range slices.Sorted(maps.Keys(answered)) {
		c.Values = append(c.Values, spar.Match{Text: id})
	}
	return []tie{{"message-id", c}}
}

// inFolder returns the scope of the files right in a folder.
func inFolder(share, dir string) spar.Scope {
	glob := "*"
	if dir != "." {
		glob = scope.EscapeGlob(dir) + "/*"
	}
	return spar.Scope{Constraints: []spar.Constraint{inShare(share), {Key: "path", Values: []spar.Match{{Text: glob}}}}}
}

// sameDocument selects files whose names look like other versions of a document among few.
func (v relatives) sameDocument(few []spar.File) spar.Constraint {
	c := spar.Constraint{Key: "file"}
	for _, f := range few {
		key := versions.Key(f.Share, f.Path)
		if key == "" {
			continue
		}
		in, err := v.selection(inFolder(f.Share, path.Dir(f.Path)))
		if err != nil || in.Known.GetCardinality() > mostVersions {
			continue
		}
		for other := range v.In(in.Known) {
			if m := (spar.Match{Text: other.Share + ":" + strings.Clone(other.Path)}); versions.Key(other.Share, other.Path) == key && !slices.Contains(c.Values, m) {
				c.Values = append(c.Values, m)
			}
		}
	}
	return c
}

// referring selects the files that some of few replace, the files that replace one of few, and the files whose text has the name of one.
func (v relatives) referring(few []spar.File, mentions bool) (c spar.Constraint) {
	alone := func(key, text string) spar.Scope {
		return spar.Scope{Constraints: []spar.Constraint{{Key: key, Values: []spar.Match{{Text: text}}}}}
	}
	for _, f := range few {
		base := path.Base(f.Path)
		stem := strings.TrimSuffix(base, path.Ext(base))
		c.Any = append(c.Any, alone("replaces", scope.EscapeGlob(base)), alone("replaces", scope.EscapeGlob(stem)))
		for _, a := range v.AttributesOf(f.ID) {
			if a.Key == "replaces" && a.Value.Kind == spar.Text && a.Value.Text != "" {
				c.Any = append(c.Any, alone("name", scope.EscapeGlob(a.Value.Text)), alone("name", scope.EscapeGlob(a.Value.Text)+".*"))
			}
		}
		if mentions && len(base) >= 5 && !strings.Contains(base, `"`) && strings.Contains(base, ".") {
			c.Any = append(c.Any, alone("text", `"`+base+`"`))
		}
	}
	// Leave out only the alternatives that cannot be evaluated, such as invalid words of a text.
	nothing := spar.Constraint{Key: "share", Values: []spar.Match{{Text: ""}}} // so that no file is evaluated
	c.Any = slices.DeleteFunc(c.Any, func(sc spar.Scope) bool {
		_, err := v.selection(spar.Scope{Constraints: append([]spar.Constraint{nothing}, sc.Constraints...)})
		return err != nil
	})
	return c
}

// associated finds the files that belong to the files of a scope. It also excludes what the sentence excludes, such as drafts.
func (v relatives) associated(got question.Sentence, sc spar.Scope, matches *roaring.Bitmap) (*api.Associated, error) {
	out := &api.Associated{Words: wordsOf(got.Text, *got.Associated), By: []api.AssociatedGroup{}}
	if matches.IsEmpty() {
		return out, nil
	}
	var without []spar.Constraint
	for _, c := range sc.Constraints {
		if c.Not && !c.Guess {
			without = append(without, c)
		}
	}
	all := roaring.New()
	for _, t := range v.ties(matches, true) {
		group := spar.Scope{Constraints: append([]spar.Constraint{t.c}, without...)}
		selected, err := v.selection(group)
		if err != nil {
			return nil, err
		}
		files := roaring.AndNot(selected.Known, matches)
		if files.IsEmpty() {
			continue
		}
		all.Or(files)
		g := api.AssociatedGroup{By: t.by, Scope: scope.Print(group), Files: int(files.GetCardinality()), First: []string{}}
		for f := range v.In(files) {
			if g.First = append(g.First, f.Share+":"+f.Path); len(g.First) == firstShown {
				break
			}
		}
		out.By = append(out.By, g)
	}
	out.Files = int(all.GetCardinality())
	return out, nil
}

// expandRelated resolves the key related in a scope to the files that belong with the named ones, in its saved scopes too. A file that
// the asker may not know of does not exist.
func (v relatives) expandRelated(text string, sc spar.Scope) error {
	n := 0
	for c := range scope.Leaves(sc) {
		switch c.Key {
		case spar.Saved:
			for _, in := range c.Any {
				if err := v.expandRelated(scope.Print(in), in); err != nil {
					return spar.Errorf(spar.CodeOf(err), "in %s: %w", scope.PrintConstraint(*c), err)
				}
			}
		case spar.Related:
			c.Any = nil
			for _, m := range c.Values {
				any, err := v.relatedTo(m.Text)
				if err != nil {
					return scope.Fault(text, n, err)
				}
				c.Any = append(c.Any, any...)
			}
		}
		n++
	}
	return nil
}

// relatedTo returns scopes of a file and of the files that belong with it.
func (v relatives) relatedTo(name string) ([]spar.Scope, error) {
	if _, err := scope.FileOf(name); err != nil {
		return nil, err
	}
	self := spar.Scope{Constraints: []spar.Constraint{{Key: "file", Values: []spar.Match{{Text: name}}}}}
	selected, err := v.selection(self)
	if err != nil {
		return nil, err
	}
	files := roaring.Or(selected.Known, selected.Unknown)
	if files.IsEmpty() {
		return nil, spar.Errorf(spar.NotFound, "there is no file %q", name)
	}
	out := []spar.Scope{self}
	for _, t := range v.ties(files, false) {
		if _, err := v.selection(spar.Scope{Constraints: []spar.Constraint{t.c}}); err != nil {
			return nil, err
		}
		out = append(out, spar.Scope{Constraints: []spar.Constraint{t.c}})
	}
	return out, nil
}
