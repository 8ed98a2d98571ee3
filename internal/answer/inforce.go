package answer

import (
	"context"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/versions"
)

// An edition is what is known of a file as a version of a document.
type edition struct {
	versions.Version
	member, inForce bool     // of a family; the one that binds
	copies          []string // share:path of files with the same bytes that were found, too
}

// A found file.
type foundFile struct{ share, path string }

func fileOf(h spar.Hit) foundFile { return foundFile{h.Share, h.Path} }

// editions tells the versions of documents among the hits. It gives the hits to answer from: one of several copies, and of
// a family the version in force, unless the question asks for others. left says what was left out.
func editions(ctx context.Context, q question.Question, hits []spar.Hit, o Options) (kept []spar.Hit, of map[foundFile]*edition, families []family, left []leftOut) {
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
		list = append(list, versions.File{Share: h.Share, Path: h.Path, Modified: h.Modified, Head: head(ctx, h, o)})
	}
	drop := map[foundFile]bool{}
	for _, f := range versions.Families(list) {
		fam := family{inForce: f.InForce}
		instead := fileOf(files[f.Members[0].Index])
		if i := slices.IndexFunc(f.Members, func(m versions.Version) bool { return named(q, m) }); i >= 0 {
			instead = fileOf(files[f.Members[i].Index])
		}
		for i, m := range f.Members {
			h := files[m.Index]
			e := of[fileOf(h)]
			e.Version, e.member, e.inForce = m, true, i == 0 && f.InForce
			fam.hits = append(fam.hits, h)
			if f.InForce && i > 0 && !asksFor(q, m) {
				drop[fileOf(h)] = true
				left = append(left, leftOut{h.Share + ":" + h.Path + " (" + m.Label() + ")", instead})
			}
		}
		if slices.ContainsFunc(f.Members, func(m versions.Version) bool { return named(q, m) }) {
			for _, m := range f.Members { // the year or the drafts that are asked for, and no others
				if h := files[m.Index]; !named(q, m) && !drop[fileOf(h)] {
					drop[fileOf(h)] = true
					left = append(left, leftOut{h.Share + ":" + h.Path + " (" + m.Label() + ")", instead})
				}
			}
		}
		families = append(families, fam)
	}
	kept = slices.DeleteFunc(kept, func(h spar.Hit) bool { return drop[fileOf(h)] })
	return kept, of, families, left
}

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

// head is the begin of a file, where it says what it is.
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

// headPassages is how far into a file it says what it is.
const headPassages = 3

var (
	asksOld   = regexp.MustCompile(`(?i)\b(?:drafts?|previous(?:ly)?|former(?:ly)?|earlier|superseded|history of|old|older|versions|revisions|entwurf|frühere?[nrs]?|alte[nrs]? (?:fassung|version|regel\S*)|fassungen|brouillon|ancienne?s?|précédente?s?|borrador|anterior(?:es)?)\b`)
	asksNew   = regexp.MustCompile(`(?i)\b(?:new|newer|newest|latest|current|present|in force|neue[nrsm]?|aktuelle[nrsm]?|nouve(?:au|lle|aux|lles)|nuev[oa]s?|actual(?:es)?)\b`)
	asksDraft = regexp.MustCompile(`(?i)\b(?:drafts?|entw[uü]rfe?|brouillons?|borrador(?:es)?)\b`)
	yearOf    = regexp.MustCompile(`\b(?:19|20)\d\d\b`)
	numberOf  = regexp.MustCompile(`(?i)\bv(?:ersion)? ?(\d+)`)
)

// asksFor reports whether a question may be about versions that are not in force.
func asksFor(q question.Question, v versions.Version) bool {
	return q.Form == question.Comparison || asksOld.MatchString(q.Text) || numberOf.MatchString(q.Text) || named(q, v)
}

// named reports whether a question names a version, by its year or as a draft. A comparison may name one side so.
func named(q question.Question, v versions.Version) bool {
	if q.Form == question.Comparison {
		return false
	}
	if m := numberOf.FindStringSubmatch(q.Text); m != nil && len(v.Number) > 0 {
		return m[1] == strconv.Itoa(v.Number[0])
	}
	return v.Status == versions.Draft && asksDraft.MatchString(q.Text) ||
		!v.Effective.IsZero() && slices.Contains(yearOf.FindAllString(q.Text, -1), v.Effective.Format("2006"))
}

// versionsAsked answers which version is in force from the families that were found, the first that fits the question.
func versionsAsked(q question.Question, families []family, of map[foundFile]*edition) (spar.Answer, bool) {
	var a spar.Answer
	if q.Form != question.Version || len(families) == 0 {
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

// citation cites a passage, with what is known of its file as a version.
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
