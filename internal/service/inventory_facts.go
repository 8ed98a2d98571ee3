package service

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

// mostFacts bounds the documents of an answer if several have the same name.
const mostFacts = 5

// factKeys has the attributes that answer an inquiry about a document: the first that it has, or all of them for its standing.
var factKeys = map[question.Inquiry][]string{
	question.AuthorOf:   {"author", "from", "modified-by"},
	question.ChangeOf:   {"modified"},
	question.CreationOf: {"created", "date", "study-date"},
	question.PagesOf:    {"pages", "slides"},
	question.LanguageOf: {"language"},
	question.StandingOf: {"doc-version", "doc-status", "effective", "replaces"},
}

// documentNoun matches a word that people use for documents: "the travel policy" may be a document, "the office" is none.
var documentNoun = pattern.New(`(?i)\b(?:files?|documents?|pdfs?|pages?|guides?|polic(?:y|ies)|reports?|manuals?|handbooks?|contracts?|agreements?|letters?|memos?|minutes|e-?mails?|spreadsheets?|workbooks?|presentations?|slides|forms?|plans?|checklists?|templates?|notes?|papers?|articles?|books?|drafts?|brochures?|leaflets?|proposals?|offers?|statutes?|regulations?|rules|procedures?|guidelines?|instructions?|readme|datei|dokument|richtlinie|leitfaden|handbuch|bericht|vertrag|protokoll|brief|ordnung|satzung|fichier|document|rapport|contrat|guide|archivo|documento|informe|contrato|manual)\b`)

// carrier matches a word for a thing that has pages, a size and a language whatever it is about. "Contract" is no such word: its length
// is a time.
var carrier = pattern.New(`(?i)\b(?:files?|documents?|pdfs?|reports?|manuals?|handbooks?|guides?|books?|presentations?|slides|spreadsheets?|workbooks?|brochures?|papers?|articles?|datei|dokument|handbuch|bericht|fichier|rapport|archivo|informe)\b`)

// fileWord matches a word that looks like the name or the path of a file.
var fileWord = pattern.New(`[^\s"'“”«»]+\.[A-Za-z][A-Za-z0-9]{0,5}\b`)

// unsaid lists words that people use for a document and that its name may lack.
const unsaid = " the a an our my this that of on about for to in and file files document documents pdf page pages called named der die das dem den des von über le la les du de des el los las del version latest current newest most recent "

// A documentName holds how a question calls a document.
type documentName struct {
	file   string   // its name or path, or ""
	words  []string // of its name or title
	noun   bool     // the question calls it a document
	holder bool     // the question calls it something with pages
}

// calledBy parses the words that a question uses for a document.
func calledBy(text string) documentName {
	c := documentName{file: strings.Trim(fileWord.FindString(text), ".,;:"), noun: documentNoun.MatchString(text), holder: carrier.MatchString(text)}
	for _, w := range wordsIn(text) {
		if !strings.Contains(unsaid, " "+w+" ") {
			c.words = append(c.words, w)
		}
	}
	return c
}

// wordsIn returns the words of a text in lower case, plurals without their s.
func wordsIn(text string) []string {
	list := nameWords(text)
	for i, w := range list {
		if len(w) > 3 && !strings.HasSuffix(w, "ss") {
			list[i] = strings.TrimSuffix(w, "s")
		}
	}
	return list
}

// isCalled reports whether the name or the title of a file has all words that the question uses. Without a word for documents the
// question must say the whole name or title.
func (c documentName) isCalled(p, title string) bool {
	if c.file != "" {
		return strings.EqualFold(p, c.file) || strings.HasSuffix(strings.ToLower(p), "/"+strings.ToLower(c.file))
	}
	if len(c.words) == 0 {
		return false
	}
	base := wordsIn(strings.TrimSuffix(path.Base(p), path.Ext(p)))
	for _, name := range [][]string{base, wordsIn(title)} {
		had := func(w string) bool { return slices.Contains(name, w) }
		all := !slices.ContainsFunc(c.words, func(w string) bool { return !had(w) && !documentNoun.MatchString(w) })
		some := slices.ContainsFunc(c.words, had)
		whole := len(c.words) >= len(slices.DeleteFunc(slices.Clone(name), func(w string) bool { return strings.Contains(unsaid, " "+w+" ") }))
		if all && some && (c.noun || whole) {
			return true
		}
	}
	return false
}

// facts returns what the index knows about the document that a question asks for: the file whose name the question says, or else files
// among the hits that are called so. It returns nil if it finds none or knows nothing.
func (s *Service) facts(ctx context.Context, who spar.Principal, asked []question.Inventory, r engine.Request, found engine.Result) (out *api.Inventory, outright bool, err error) {
	list := slices.DeleteFunc(slices.Clone(asked), func(i question.Inventory) bool { return !i.OfOne() })
	if len(list) == 0 {
		return nil, false, nil
	}
	inquiry := list[0]
	doc := calledBy(inquiry.Files)
	switch inquiry.Of {
	case question.PagesOf, question.SizeOf, question.KindOf, question.OwnerOf, question.LanguageOf:
		if doc.file == "" && !doc.holder {
			return nil, false, nil
		}
	case question.PlaceOf, question.StandingOf, question.ChangeOf, question.TagsOf:
		if doc.file == "" && !doc.noun {
			return nil, false, nil
		}
	}
	v, err := s.view(ctx, who)
	if err != nil {
		return nil, false, err
	}
	out = &api.Inventory{Of: string(inquiry.Of), Scope: scope.Print(r.Scope), Listed: []api.ListedFile{}}
	files := s.namedSo(ctx, v, doc, found)
	of := 0 // versions
	if inquiry.Of == question.StandingOf && len(files) > 0 {
		if files, of, err = s.inForce(ctx, who, r, files[0]); err != nil {
			return nil, false, err
		}
	}
	for _, f := range files {
		facts := s.factsOf(v, f, inquiry.Of)
		if of > 1 {
			facts = append(facts, api.FileFact{FileName: nameOf(f), Key: "versions", Label: "Versions of it, of which this is in force", Values: []string{strconv.Itoa(of)}})
		}
		if len(facts) == 0 && untold[inquiry.Of] != "" {
			facts = []api.FileFact{{FileName: nameOf(f), Key: string(inquiry.Of), Label: untold[inquiry.Of], Values: []string{}}}
		}
		if len(facts) == 0 {
			continue
		}
		out.Facts = append(out.Facts, facts...)
		out.Files++
		out.Bytes += f.Size
		out.Listed = append(out.Listed, v.listedFile(f, 0))
	}
	if len(out.Facts) == 0 {
		return nil, false, nil
	}
	return out, doc.file != "", nil
}

// untold has the reply if the index does not know the fact that is asked.
var untold = map[question.Inquiry]string{
	question.AuthorOf:   "does not say who wrote it",
	question.CreationOf: "does not say when it was written",
	question.PagesOf:    "its number of pages is not known",
	question.LanguageOf: "its language is not known",
	question.TagsOf:     "has no tags",
}

// namedSo returns the documents that a question calls by a name: the file with the name that it says, or else files among the hits.
func (s *Service) namedSo(ctx context.Context, v view, doc documentName, found engine.Result) (list []spar.File) {
	if doc.file != "" {
		if _, f, err := s.file(ctx, v, doc.file); err == nil {
			return []spar.File{f}
		}
	}
	for _, h := range found.Hits {
		f, ok := v.File(h.File)
		if !ok || len(list) == mostFacts || slices.ContainsFunc(list, func(o spar.File) bool { return o.ID == f.ID }) {
			continue
		}
		if doc.isCalled(f.Path, v.held(f.ID, "title")) || doc.isCalled(f.Path, h.Passage.Locator.Outermost()) {
			list = append(list, f)
		}
	}
	return list
}

// inForce returns the version in force of the document that a file belongs to, and the number of versions; the file itself if that is not
// known.
func (s *Service) inForce(ctx context.Context, who spar.Principal, r engine.Request, f spar.File) (binds []spar.File, of int, err error) {
	family, err := s.engine.Family(ctx, who, r.Scope, f.ID)
	if err != nil || len(family.Members) < 2 || !family.InForce {
		return []spar.File{f}, 0, err
	}
	return []spar.File{family.Members[0].File}, len(family.Members), nil
}

// factsOf returns the known facts of one file that answer an inquiry.
func (s *Service) factsOf(v view, f spar.File, of question.Inquiry) (list []api.FileFact) {
	all := v.AttributesOf(f.ID)
	add := func(key, label string, origin spar.Origin, values ...string) {
		list = append(list, api.FileFact{FileName: nameOf(f), Key: key, Label: label, Values: values, Origin: origin})
	}
	for _, key := range factKeys[of] {
		held, _ := scope.Held(all, v.Attribute(key))
		if len(held) == 0 {
			continue
		}
		var values []string
		for _, a := range held {
			values = append(values, dayOnly(a.Value))
		}
		add(key, v.Schema().Label(key), held[0].Origin, values...)
		if of != question.StandingOf {
			break
		}
	}
	switch of {
	case question.ChangeOf:
		add("modified", "File changed", "", f.ModTime.UTC().Format(time.DateOnly))
	case question.SizeOf:
		add("size", "Size", "", Bytes(f.Size))
	case question.PlaceOf:
		add("path", "Path", "", f.Share+":"+nameOf(f).Path.Name)
	case question.KindOf:
		add("type", "Type", "", f.Format)
	case question.OwnerOf:
		add("owner", "Owner of the file", "", Called(fmt.Sprint("uid:", f.UID)))
	case question.TagsOf:
		names, values := v.names(), []string(nil)
		for _, id := range v.TagsOf(f.ID) {
			if names[id] != "" {
				values = append(values, names[id])
			}
		}
		if len(values) > 0 {
			add("tags", "Tags", "", values...)
		}
	}
	return list
}

// dayOnly writes a value as people say it: a time as its day.
func dayOnly(v spar.Value) string {
	if v.Kind == spar.Date {
		return v.Date.UTC().Format(time.DateOnly)
	}
	return v.String()
}

// aYear matches a year of the last or of this century.
var aYear = pattern.New(`\b(?:19|20)\d\d\b`)

// aName matches a text that looks like the name of somebody.
var aName = pattern.New(`\p{Lu}\p{L}*\.? \p{Lu}\p{L}+`)

// withFacts puts known facts of a document into an answer. They replace sentences from its text, unless these are sure of the author, the
// date or the version: then the sentences stand first, or alone if no fact is known. If no fact is known and the sentences are unsure,
// they stay with a note, unless the question names the file outright.
func withFacts(a spar.Answer, i api.Inventory, outright bool) spar.Answer {
	known := slices.ContainsFunc(i.Facts, func(f api.FileFact) bool { return len(f.Values) > 0 })
	sure := !a.Refused && !a.Unsure
	var t statements
	switch question.Inquiry(i.Of) {
	case question.AuthorOf:
	case question.ChangeOf, question.CreationOf:
		sure = sure && aYear.MatchString(a.Bullets[0].Text)
	default:
		sure = false
	}
	if outright && !known {
		sure = sure && aName.MatchString(a.Bullets[0].Text)
	}
	switch {
	case sure && !known, len(a.Bullets) > 0 && i.Of == string(question.StandingOf):
		return a
	case !known && a.Unsure && !outright:
		for _, f := range i.Facts {
			a.Notes = append(a.Notes, path.Base(f.Path.Name)+" "+f.Label)
		}
		return a
	case sure:
		t = statements{Answer: a, lines: []string{a.Text}}
	default:
		t.Answer = spar.Answer{Confidence: inventoried, Coverage: a.Coverage, Evidence: a.Evidence, Notes: a.Notes, Do: a.Do, Corrected: a.Corrected}
	}
	for _, l := range i.Listed {
		var parts []string
		for _, f := range i.Facts {
			switch {
			case f.FileName != l.FileName:
			case len(f.Values) == 0:
				parts = append(parts, f.Label)
			default:
				parts = append(parts, f.Label+": "+strings.Join(f.Values, ", "))
			}
		}
		text := path.Base(l.Path.Name) + ": " + strings.Join(parts, "; ")
		t.say(text, ofFile(l.FileName, text, l.Modified))
	}
	t.Text = strings.Join(t.lines, "\n")
	return t.Answer
}
