package service

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

// Bounds of an answer about files as such.
const (
	listedFiles  = 10 // in a list
	listedFirst  = 5  // below a number of files
	listedGroups = 12 // kinds of files, and folders
)

// inventoried is the chance that a question which looks like one about files as such is one. The facts of the answer themselves are
// certain.
const inventoried = .9

// inventoryAnswer answers a question about files as such, such as how many there are or which is the newest. It uses the index and reads
// no file, except for a topic (saying). It returns nil if the question asks something else, or if its words describe the files beyond
// what the index knows. Texts may also speak of such documents as contracts: those count only if a tag or attribute says so, and by their
// names once the texts gave no answer.
func (s *Service) inventoryAnswer(ctx context.Context, who spar.Principal, asked []question.Inventory, r engine.Request, unanswered bool) (out *api.Inventory, a spar.Answer, err error) {
	for _, inquiry := range asked {
		if inquiry.OfOne() {
			continue
		}
		if out, a, err = s.inventoryOf(ctx, who, inquiry, r, unanswered); out != nil || err != nil {
			return out, a, err
		}
	}
	return nil, a, nil
}

func (s *Service) inventoryOf(ctx context.Context, who spar.Principal, inquiry question.Inventory, r engine.Request, unanswered bool) (out *api.Inventory, a spar.Answer, err error) {
	v, err := s.view(ctx, who)
	if err != nil {
		return nil, a, err
	}
	sc := r.Scope
	which, topic, outright := question.Topic(inquiry.Files)
	if topic != "" && (inquiry.Of == question.FileList && !outright && !everyOne.MatchString(r.Question) || len(wordsIn(topic)) > mostTopic || inAnyForm(topic, false) == "") {
		return nil, a, nil // a search lists these files by how much they say of the topic
	}
	var meant filesSaid
	if question.Unspecific(which) != "" {
		if meant, err = s.whichFiles(ctx, who, which); err != nil || !meant.ok || meant.papers && !meant.typed && !unanswered {
			return nil, a, err
		}
		if with := v.saidWith(which, meant.scope, sc); topic == "" && with != "" {
			topic = with
		} else {
			sc = scope.And(sc, meant.scope)
		}
	}
	if unanswered && !meant.papers {
		return nil, a, nil // it was tried before
	}
	var holding []engine.Holding
	if topic != "" {
		if sc, holding, err = s.saying(ctx, r, sc, topic); err != nil {
			return nil, a, err
		}
		if len(holding) == 0 && inquiry.Of == question.FileList && !outright {
			return nil, a, nil
		}
		if v, err = s.view(ctx, who); err != nil {
			return nil, a, err
		}
	}
	selected, err := v.selection(sc)
	if err != nil {
		return nil, a, err
	}
	if r.Only != nil {
		selected.Known, selected.Unknown, selected.Denied = roaring.And(selected.Known, r.Only), roaring.And(selected.Unknown, r.Only), roaring.And(selected.Denied, r.Only)
	}
	if selected.Known.IsEmpty() && (meant.papers || meant.perhaps && inquiry.Of != question.FileSpace) {
		return nil, a, nil // the words may name something else
	}
	covered, err := s.engine.Covered(ctx, engine.Selection{Who: who, Scope: sc, Only: r.Only})
	if err != nil {
		return nil, a, err
	}
	out = census{v}.inventory(inquiry, sc, selected)
	out.ByNames = meant.papers && !meant.typed
	if inquiry.Of == question.FileList && topic != "" {
		out.Listed = out.Listed[:0]
		for _, h := range holding[:min(len(holding), cmp.Or(inquiry.Most, listedFiles), listedFiles)] {
			out.Listed = append(out.Listed, v.listedFile(h.File, h.Passages))
		}
	}
	a = toldInventory(*out, covered.Coverage)
	if inquiry.Of == question.Overview {
		err = s.introduced(ctx, who, v, selected.Known, &a)
	}
	return out, a, err
}

// everyOne matches words that ask for all files, not for the best ones.
var everyOne = pattern.New(`(?i)\b(?:all|every|alle|tous|toutes|todos|todas)\b`)

// withName matches a name after "with".
var withName = pattern.New(`\b(?:with|mit|avec|con) (\p{Lu}[\pL\d&'’-]*(?: \p{Lu}[\pL\d&'’-]*)*)$`)

// saidWith returns the name in "documents with Acme" if files are to contain it. It is such a name if the place called Acme holds the
// whole scope, so that as a place it would exclude nothing.
func (v view) saidWith(which string, meant, whole spar.Scope) string {
	m := withName.FindStringSubmatch(which)
	if m == nil || slices.ContainsFunc(meant.Constraints, func(c spar.Constraint) bool { return c.Key != "share" && c.Key != "folder" }) {
		return ""
	}
	part, err := v.selection(scope.And(whole, meant))
	if err != nil {
		return ""
	}
	all, err := v.selection(whole)
	if err != nil || !part.Known.Equals(all.Known) {
		return ""
	}
	return m[1]
}

// mostTopic bounds the words of a topic whose files are counted.
const mostTopic = 4

// saying reads the files of a scope that promise to speak of a topic, within the budget of the request. It returns the scope narrowed to
// the files whose text has the topic, and these files, the ones with the most passages first. It looks for a name as a whole word first:
// Concur is not concurrent.
func (s *Service) saying(ctx context.Context, r engine.Request, sc spar.Scope, topic string) (spar.Scope, []engine.Holding, error) {
	whole := inAnyForm(topic, question.Parse(r.Question).Lang != "de")
	for _, words := range []string{whole, inAnyForm(topic, false)} {
		r.Scope = sc
		if _, err := s.expression(&r, words); err != nil {
			return sc, nil, err
		}
		found, _, err := s.engine.Holding(ctx, r)
		if err != nil || len(found) > 0 || words == inAnyForm(topic, false) {
			return r.Scope, found, err
		}
	}
	return r.Scope, nil, nil
}

// inAnyForm returns the words of a text for an expression, each also with an ending: hotel* for hotels. names says that a word with a
// capital is a name, which takes no ending.
func inAnyForm(text string, names bool) string {
	var list []string
	for _, w := range nameWords(text) {
		if len(w) < 3 || slices.Contains([]string{"and", "not", "the", "near"}, w) {
			continue
		}
		if len(w) > 3 && !(names && withCapital(text, w)) {
			if w[len(w)-2:] != "ss" {
				w = strings.TrimSuffix(w, "s")
			}
			w += "*"
		}
		list = append(list, w)
	}
	return strings.Join(list, " ")
}

// withCapital reports whether a word stands in a text with a capital.
func withCapital(text, word string) bool {
	apart := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	return slices.ContainsFunc(strings.FieldsFunc(text, apart), func(f string) bool {
		return strings.EqualFold(f, word) && unicode.IsUpper([]rune(f)[0])
	})
}

// statable lists the properties that a question may state to count files. A guess of any other property is too often wrong: the words
// mean something else.
var statable = []string{"type", "ext", "modified", "size", "share", "folder", "path", "name", "tag", "author", "owner", "language", "period", "doc-status", "from", "to", "created", "date", "state", "has", typeKey}

// typeKey is the attribute that says what a document is for.
const typeKey = "document-type"

// A filesSaid holds what words for files state.
type filesSaid struct {
	scope   spar.Scope
	ok      bool // the index explains all words
	papers  bool // the words name a kind of document, such as contracts, and texts may speak of these too
	typed   bool // an attribute or a tag has that kind
	perhaps bool // the words may mean something else if there is no such file
}

// lacking matches the name of an attribute that files are to lack, and the words before it.
var lacking = pattern.New(`(?i)\s(?:without|with no|lacking|that (?:have|has) no|that lacks?)(?: an?| any| the)? ([\pL -]+)$`)

// whichFiles returns the scope that words for files state.
func (s *Service) whichFiles(ctx context.Context, who spar.Principal, words string) (out filesSaid, err error) {
	if len(words) > mostSaid {
		return out, nil
	}
	v, err := s.view(ctx, who)
	if err != nil {
		return out, err
	}
	if sides := strings.Split(joining.ReplaceAllString(words, "\n"), "\n"); len(sides) > 1 && slices.ContainsFunc(sides, saysEnding) {
		return s.anyOfKinds(ctx, who, sides)
	}
	one := func(c spar.Constraint) {
		out.scope = scope.And(out.scope, spar.Scope{Constraints: []spar.Constraint{c}})
	}
	if m := lacking.FindStringSubmatchIndex(words); m != nil {
		if a, known := v.Schema().Attribute(strings.TrimSuffix(words[m[2]:m[3]], "s")); known {
			words = words[:m[0]]
			one(spar.Constraint{Key: "has", Not: true, Values: []spar.Match{{Text: a.Name}}})
		}
	}
	rest, endings, outright := question.ByEnding(words)
	if len(endings) > 0 {
		one(spar.Constraint{Key: "ext", Values: anyOf(endings)})
		words, out.perhaps = rest, !outright
	}
	if rest, noun := question.Papers(words); len(noun) > 0 {
		out.papers = true
		by, ok, err := s.statedBy(ctx, who, words)
		if err != nil {
			return out, err
		}
		if out.typed = ok && saysType(by); out.typed {
			out.scope, out.ok = scope.And(out.scope, by), true
			return out, nil
		}
		for i, n := range noun {
			noun[i] = "*" + n + "*"
		}
		words = rest
		one(spar.Constraint{Key: "name", Values: anyOf(noun)})
	}
	if question.Unspecific(words) == "" {
		out.ok = true
		return out, nil
	}
	by, ok, err := s.statedBy(ctx, who, words)
	out.scope, out.ok = scope.And(out.scope, by), ok
	return out, err
}

// joining matches what stands between alternative kinds of files.
var joining = pattern.New(`(?i)(?:\s*,)?\s+(?:and|or)\s+|\s*,\s+`)

func saysEnding(words string) bool {
	_, endings, _ := question.ByEnding(words)
	return len(endings) > 0
}

// anyOfKinds returns the scope of files of any of several kinds. Each must be a kind and nothing more: further words could describe one
// kind or all.
func (s *Service) anyOfKinds(ctx context.Context, who spar.Principal, kinds []string) (out filesSaid, err error) {
	any := spar.Constraint{}
	for _, k := range kinds {
		of, err := s.whichFiles(ctx, who, k)
		if err != nil || !of.ok || of.papers || len(of.scope.Constraints) != 1 {
			return filesSaid{}, err
		}
		any.Any = append(any.Any, of.scope)
	}
	return filesSaid{scope: spar.Scope{Constraints: []spar.Constraint{any}}, ok: true}, nil
}

func anyOf(values []string) (list []spar.Match) {
	for _, value := range values {
		list = append(list, spar.Match{Text: value})
	}
	return list
}

// saysType reports whether a scope states the kind of documents, by an attribute or a tag.
func saysType(sc spar.Scope) bool {
	return slices.ContainsFunc(sc.Constraints, func(c spar.Constraint) bool {
		return strings.TrimPrefix(c.Key, "attr.") == typeKey || c.Key == "tag"
	})
}

// statedBy returns the scope that words for files state, read like a sentence. ok is false if words are left that the index does not
// explain.
func (s *Service) statedBy(ctx context.Context, who spar.Principal, words string) (sc spar.Scope, ok bool, err error) {
	v, got, err := s.sentence(ctx, who, api.Saying{Sentence: words, Rules: true})
	if err != nil {
		return sc, false, err
	}
	for _, k := range got.Keywords {
		if question.Unspecific(k.Of(got.Text)) != "" {
			return sc, false, nil
		}
	}
	for _, p := range got.Parts {
		if p.Guess || !slices.Contains(statable, strings.TrimPrefix(p.Constraint.Key, "attr.")) {
			return sc, false, nil
		}
	}
	if got.Command != question.Query || got.Associated != nil || len(got.Unclear) > 0 || len(got.Parts) == 0 {
		return sc, false, nil
	}
	sc = got.Scope(false)
	if _, err := v.parse(scope.Print(sc)); err != nil {
		return sc, false, nil
	}
	return sc, true, nil
}

// inventory answers an inquiry about the files of a selection.
func (v census) inventory(inquiry question.Inventory, sc spar.Scope, selected index.Selection) *api.Inventory {
	files := selected.Known
	out := &api.Inventory{
		Of: string(inquiry.Of), Scope: scope.Print(sc), Files: int(files.GetCardinality()), Bytes: v.Size(files),
		Undecided: int(selected.Unknown.GetCardinality()), Closed: int(selected.Denied.GetCardinality()), Listed: []api.ListedFile{},
	}
	list := func(by index.Order, turned bool, most int) {
		for f := range v.Ordered(files, by, turned, index.Window{Most: most}) {
			out.Listed = append(out.Listed, v.listedFile(f, 0))
		}
	}
	switch inquiry.Of {
	case question.FileList:
		list(index.ByTime, true, cmp.Or(min(inquiry.Most, listedFiles), listedFiles))
	case question.NewestFiles:
		list(index.ByTime, true, cmp.Or(min(inquiry.Most, listedFiles), 1))
	case question.OldestFiles:
		list(index.ByTime, false, cmp.Or(min(inquiry.Most, listedFiles), 1))
	case question.LargestFiles:
		list(index.BySize, true, cmp.Or(min(inquiry.Most, listedFiles), 1))
	case question.LeastFiles:
		list(index.BySize, false, cmp.Or(min(inquiry.Most, listedFiles), 1))
	case question.FileKinds, question.FileSpace:
		out.Kinds = v.kinds(files)
	case question.FileFolders:
		out.Folders = v.filled(files)
	case question.BigFolders:
		out.Folders = v.filled(files)
		slices.SortStableFunc(out.Folders, func(a, b api.FileGroup) int { return cmp.Compare(b.Bytes, a.Bytes) })
	case question.FolderList:
		out.Folders, out.Groups = v.filled(files), len(v.folderNames(files))
	case question.FileAuthors:
		var newest []api.ListedFile
		out.Authors, newest, out.Unknown = v.authors(files)
		out.Listed = append(out.Listed, newest...)
	case question.FilePages:
		v.pages(files, out)
	case question.UnreadFiles:
		files, out.Kinds, out.Unknown = v.unread(files)
		out.Files, out.Bytes = int(files.GetCardinality()), v.Size(files)
		list(index.ByPath, false, listedFiles)
		for i, f := range out.Listed {
			if file, ok := v.Named(f.Share, f.Path.Name); ok {
				out.Listed[i].State = string(file.State)
			}
		}
	case question.Copies:
		var copies []api.ListedFile
		out.Copies, copies, out.Groups, out.Unknown = v.copies(files)
		out.Listed = append(out.Listed, copies...)
	case question.Overview:
		out.Kinds, out.Folders = v.kinds(files), v.filled(files)
		out.From, out.To = v.span(files)
		if out.Files <= listedFirst {
			list(index.ByPath, false, listedFirst)
		}
	case question.FileCount:
		if out.Files <= listedFirst {
			list(index.ByPath, false, listedFirst)
		} else if kinds := v.kinds(files); len(kinds) > 1 {
			out.Kinds = kinds
		}
	}
	if len(out.Listed) == 1 && (inquiry.Of == question.NewestFiles || inquiry.Of == question.OldestFiles) {
		out.Ties = v.changedAt(files, out.Listed[0].Modified) - 1
	}
	return out
}

func (v view) listedFile(f spar.File, passages int) api.ListedFile {
	return api.ListedFile{FileName: nameOf(f), Title: v.held(f.ID, "title"), Size: f.Size, Modified: f.ModTime.UTC(), Passages: passages}
}

// held returns the effective value of an attribute of a file, or "".
func (v view) held(f spar.FileID, key string) string {
	if held, _ := scope.Held(v.AttributesOf(f), v.Attribute(key)); len(held) > 0 {
		return held[0].Value.String()
	}
	return ""
}

// span returns the earliest and the latest change of files.
func (v census) span(files *roaring.Bitmap) (from, to *time.Time) {
	end := func(turned bool) *time.Time {
		for f := range v.Ordered(files, index.ByTime, turned, index.Window{Most: 1}) {
			t := f.ModTime.UTC()
			return &t
		}
		return nil
	}
	return end(false), end(true)
}

// changedAt counts the files that were last changed in the same second.
func (v census) changedAt(files *roaring.Bitmap, t time.Time) (n int) {
	for f := range v.Names(files) {
		if f.ModTime.Truncate(time.Second).Equal(t.Truncate(time.Second)) {
			n++
		}
	}
	return n
}
