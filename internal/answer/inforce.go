package answer

import (
	"context"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/versions"
)

// An edition holds the facts about a file as a version of a document.
type edition struct {
	versions.Version
	member, inForce bool     // of a family; the one that binds
	copies          []string // share:path of files with the same bytes that were found, too
	family          int      // its number
	head            string   // its title and the beginning of its text, which tell the subject of the whole
}

func (e *edition) draft() bool { return e.Status == versions.Draft }

// A found file.
type foundFile struct{ share, path string }

func fileOf(h spar.Hit) foundFile { return foundFile{h.Share, h.Path} }

// Editions keeps the last result about the versions among a question's hits, so that an answer and its evidence share it.
type Editions struct {
	asked    string
	hits     []spar.Hit
	kept     []spar.Hit
	of       map[foundFile]*edition
	families []family
	left     []leftOut
}

// about reports whether it was told of these hits.
func (e *Editions) about(q question.Question, hits []spar.Hit) bool {
	return e.of != nil && e.asked == q.Text && slices.EqualFunc(e.hits, hits, func(a, b spar.Hit) bool {
		return a.Segment == b.Segment && a.Index == b.Index && fileOf(a) == fileOf(b) && a.Modified.Equal(b.Modified)
	})
}

// editions tells the versions of documents among the hits. It gives the hits to answer from: one of several copies, and of a family the
// version in force, unless the question asks for others. left are the others.
func editions(ctx context.Context, q question.Question, hits []spar.Hit, o Options) ([]spar.Hit, map[foundFile]*edition, []family, []leftOut) {
	e := o.Editions
	if e == nil {
		e = &Editions{}
	}
	if !e.about(q, hits) {
		*e = Editions{asked: q.Text, hits: slices.Clone(hits)}
		e.kept, e.of, e.families, e.left = editionsOf(ctx, q, hits, o)
	}
	return slices.Clone(e.kept), e.of, slices.Clone(e.families), slices.Clone(e.left)
}

func editionsOf(ctx context.Context, q question.Question, hits []spar.Hit, o Options) (kept []spar.Hit, of map[foundFile]*edition, families []family, left []leftOut) {
	of = map[foundFile]*edition{}
	var files []spar.Hit // the first hit of each
	type passage struct {
		segment spar.SegmentID
		index   int
	}
	first := map[passage]spar.Hit{}
	for _, h := range hits {
		at := passage{h.Segment, h.Index}
		if f, ok := first[at]; ok && h.Segment != (spar.SegmentID{}) {
			if e := of[fileOf(f)]; fileOf(f) != fileOf(h) && !slices.Contains(e.copies, h.Share+":"+h.Path) {
				e.copies = append(e.copies, h.Share+":"+h.Path)
			}
			continue
		}
		first[at] = h
		if of[fileOf(h)] == nil {
			of[fileOf(h)] = &edition{}
			files = append(files, h)
		}
		kept = append(kept, h)
	}
	var list []versions.File
	for _, h := range files {
		text := head(ctx, h, o)
		f := versions.File{Share: h.Share, Path: h.Path, Modified: h.Modified, Head: text, Title: versions.TitleOf(h.Passage.Locator.Heading, text)}
		f.Words = strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		slices.Sort(f.Words)
		f.Words = slices.Compact(f.Words)
		list = append(list, f)
		of[fileOf(h)].head = f.Title + "\n" + opening(text)
	}
	drop := map[foundFile]bool{}
	for _, f := range versions.Families(list, time.Now()) {
		fam := family{inForce: f.InForce}
		want := wantedOf(q, f)
		for i, m := range f.Members {
			h := files[m.Index]
			e := of[fileOf(h)]
			e.Version, e.member, e.inForce, e.family = m, true, i == 0 && f.InForce, len(families)
			fam.hits = append(fam.hits, h)
			if want != nil && !want[i] {
				drop[fileOf(h)] = true
				left = append(left, leftOut{h.Share + ":" + h.Path + " (" + m.Label() + ")", fileOf(files[f.Members[slices.Index(want, true)].Index])})
			}
		}
		families = append(families, fam)
	}
	kept = slices.DeleteFunc(kept, func(h spar.Hit) bool { return drop[fileOf(h)] })
	return ofPeriod(q, kept), of, families, left
}

// opening is what a text begins with before its first sentence: its title, the parties of a contract, the name on a form.
func opening(text string) string {
	text = text[:min(len(text), aboutWhole)]
	if at := firstEnd.FindStringIndex(text); at != nil {
		text = text[:at[0]]
		text = text[:strings.LastIndexByte(text, '\n')+1]
	}
	return text
}

// firstEnd is the end of a sentence.
var firstEnd = pattern.New(`\p{Ll}{3,}[.!?](?:\s|$)`)

// aboutWhole is how many bytes of a text's beginning may tell the subject of the whole, such as the parties of a contract.
const aboutWhole = 400

// A family is hits of the versions of one document, one of each.
type family struct {
	hits    []spar.Hit
	inForce bool
}

// leftOut is a version that was not answered from, and the file that was in its place.
type leftOut struct {
	text    string
	instead foundFile
}

func joined(list []leftOut) string {
	var texts []string
	for _, l := range list {
		texts = append(texts, l.text)
	}
	return strings.Join(texts, "; ")
}

// head is the beginning of a file, which names its subject.
func head(ctx context.Context, h spar.Hit, o Options) string {
	if o.Text == nil {
		return h.Passage.Ranked()
	}
	text, err := o.Text(ctx, h.Segment)
	if err != nil {
		return h.Passage.Ranked()
	}
	var b strings.Builder
	for i := 0; i < min(text.Len(), headPassages); i++ {
		if p, err := text.Passage(i); err == nil && p.Kind == spar.TextPassage {
			b.WriteString(p.Ranked() + "\n")
		}
	}
	return b.String()
}

// headPassages is how many passages of a file's beginning may tell its subject.
const headPassages = 3

var (
	asksOld     = pattern.New(`(?i)\b(?:previous(?:ly)?|former(?:ly)?|earlier|superseded|history of|old (?:\S+ ){0,3}\S+|older|frühere?[nrs]?|vorherige[nrs]?|alte[nrs]?|ancienne?s?|précédente?s?|antigu[oa]s?|anterior(?:es)?)\b`)
	howOld      = pattern.New(`(?i)\b(?:how|years?|wie) old\b`)
	asksNew     = pattern.New(`(?i)\b(?:new|newer|newest|latest|current|currently|present|in force|now|nowadays|today|as things stand|neue[nrsm]?|aktuelle[nrsm]?|nouve(?:au|lle|aux|lles)|nuev[oa]s?|actual(?:es)?)\b`)
	asksAll     = pattern.New(`(?i)\b(?:versions|revisions|fassungen|versiones)\b`)
	asksDraft   = pattern.New(`(?i)\b(?:drafts?|entw[uü]rfe?s?|brouillons?|borrador(?:es)?)\b`)
	versionSaid = pattern.New(`(?i)^\W*(?:status|version|revision|fassung|versión|effective|in force|valid|draft|approved|replaces|this (?:policy|document|version) (?:replaces|supersedes)|it (?:replaces|supersedes))\b`)
	yearOf      = pattern.New(`\b(?:19|20)\d\d\b`)
	codeOf      = pattern.New(`(?i)\b(?:v|ver|version|rev|revision|fassung|ausgabe|versión)\.? ?(\d+(?:\.\d+)*|[a-h])\b`)
	bareCode    = pattern.New(`\b\d{1,2}\.\d{1,3}(?:\.\d{1,3})*\b`)
)

// wantedOf tells which members of a family to answer a question from; nil: all. These are the members that it names, else the members
// before the one in force where it asks about the past, else the one in force.
func wantedOf(q question.Question, f versions.Family) []bool {
	if q.Form == question.Comparison || q.Form == question.Version && q.Wants() != question.Release || asksAll.MatchString(q.Text) {
		return nil
	}
	want := make([]bool, len(f.Members))
	any := false
	take := func(of func(i int, v versions.Version) bool) {
		for i, m := range f.Members {
			if !any || want[i] {
				want[i] = of(i, m)
			}
		}
		any = slices.Contains(want, true)
	}
	take(func(_ int, v versions.Version) bool { return named(q, v) })
	if !any && asksOld.MatchString(q.Text) && !howOld.MatchString(q.Text) {
		take(func(i int, v versions.Version) bool { return i > 0 && v.Status != versions.Draft })
	}
	if !any && f.InForce && (q.Form != question.Files || asksNew.MatchString(q.Text)) { // each is a file of its own
		take(func(i int, _ versions.Version) bool { return i == 0 })
	}
	if !any {
		return nil
	}
	return want
}

// codes are the numbers of versions in a question. Those of others than this family's members may be figures.
func codes(text string) (list []string) {
	for _, m := range codeOf.FindAllStringSubmatch(text, -1) {
		list = append(list, strings.ToUpper(m[1]))
	}
	list = append(list, versions.Issues(text)...)
	return append(list, bareCode.FindAllString(text, -1)...)
}

// named reports whether a question names a version: by its number, its year, or as a draft.
func named(q question.Question, v versions.Version) bool {
	if code := v.Code(); code != "" && slices.ContainsFunc(codes(q.Text), func(c string) bool { return c == code || strings.HasPrefix(code, c+".") || c == code+".0" }) {
		return true
	}
	return v.Status == versions.Draft && asksDraft.MatchString(q.Text) ||
		!v.Effective.IsZero() && slices.Contains(yearOf.FindAllString(q.Text, -1), v.Effective.Format("2006"))
}

// unversioned is a text without the words that name a version.
func unversioned(text string) string {
	text = codeOf.ReplaceAllString(text, " ")
	return asksDraft.ReplaceAllString(text, " ")
}

// versionsAsked answers which version is in force from the families that were found, the first that fits the question.
func versionsAsked(q question.Question, families []family, of map[foundFile]*edition) (spar.Answer, bool) {
	var a spar.Answer
	if q.Form != question.Version || q.Wants() == question.Release || len(families) == 0 {
		return a, false
	}
	var lines []string
	for i, h := range families[0].hits {
		e := of[fileOf(h)]
		text := path.Base(h.Path) + ": " + e.Label()
		switch {
		case e.inForce:
			text += "; in force"
		case e.Status == versions.Draft:
			text += "; not in force"
		case families[0].inForce:
			text += "; replaced"
		}
		if e.Replaces != "" {
			text += "; it replaces " + e.Replaces
		}
		a.Citations = append(a.Citations, citation(i+1, h, e))
		a.Bullets = append(a.Bullets, spar.Bullet{Text: text, Citations: []int{i + 1}})
		lines = append(lines, "- "+text+" "+marker(i+1))
	}
	a.Text = strings.Join(lines, "\n")
	return a, true
}

// citation cites a passage, with its file's place among the versions.
func citation(n int, h spar.Hit, e *edition) spar.Citation {
	c := spar.Citation{
		N: n, Share: h.Share, Path: h.Path, Locator: h.Passage.Locator, Text: h.Passage.Text, Lang: h.Passage.Lang,
		Segment: h.Segment, Index: h.Index, Dated: h.Modified,
	}
	if e == nil {
		return c
	}
	if c.Copies = e.copies; e.member {
		c.Version, c.InForce = e.Label(), e.inForce
	}
	return c
}
