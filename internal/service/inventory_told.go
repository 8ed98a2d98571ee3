package service

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/spar"
)

// statements is an answer in the making: statements with the files that they are about.
type statements struct {
	spar.Answer
	lines []string
}

// say adds a statement, and cites files for it if any are given.
func (t *statements) say(text string, of ...spar.Citation) {
	b := spar.Bullet{Text: text, Citations: []int{}}
	line := "- " + text
	for _, c := range of {
		c.N = len(t.Citations) + 1
		t.Citations = append(t.Citations, c)
		b.Citations = append(b.Citations, c.N)
		line += fmt.Sprintf(" [%d]", c.N)
	}
	t.Bullets = append(t.Bullets, b)
	t.lines = append(t.lines, line)
}

// toldInventory returns an inventory in sentences.
func toldInventory(i api.Inventory, coverage spar.Coverage) spar.Answer {
	t := statements{Answer: spar.Answer{Confidence: inventoried, Coverage: coverage}}
	of := question.Inquiry(i.Of)
	all := Plural(i.Files, "file", "files")
	if i.Scope != "" {
		all += " (" + i.Scope + ")"
	}
	if i.ByNames {
		all += ", by their names"
	}
	switch of {
	case question.FileCount, question.FileSpace, question.FileKinds, question.FileFolders, question.Overview:
		text := all + ", " + Bytes(i.Bytes)
		if len(i.Kinds) > 0 && of != question.FileKinds {
			text += ": " + groups(i.Kinds, ", ", func(g api.FileGroup) string { return Thousands(g.Files) + " " + g.Name })
		}
		t.say(text)
	case question.FileList:
		if len(i.Listed) < i.Files {
			which := "were changed last"
			if len(i.Listed) > 0 && i.Listed[0].Passages > 0 {
				which = "say it in most passages"
			}
			all += fmt.Sprintf(", of which these %d %s", len(i.Listed), which)
		}
		t.say(all)
	default:
		t.tellGroups(i, all)
	}
	if of == question.FileKinds {
		for _, g := range i.Kinds[:min(len(i.Kinds), listedGroups)] {
			t.say(fmt.Sprintf("%s: %s, %s", g.Name, Plural(g.Files, "file", "files"), Bytes(g.Bytes)))
		}
		if more := len(i.Kinds) - listedGroups; more > 0 {
			t.say(fmt.Sprintf("and %d rarer kinds", more))
		}
	}
	if len(i.Folders) > 0 && (of == question.FileFolders || of == question.Overview) {
		t.say("Most are in " + groups(i.Folders, ", ", func(g api.FileGroup) string {
			return fmt.Sprintf("%s (%s)", folderSaid(g), Thousands(g.Files))
		}))
	}
	if i.From != nil && i.To != nil && i.Files > 0 {
		if from, to := i.From.Format(time.DateOnly), i.To.Format(time.DateOnly); from == to {
			t.say("All were last changed on " + to)
		} else {
			t.say("Last changed from " + from + " to " + to)
		}
	}
	for _, f := range i.Listed {
		if of == question.FileAuthors || of == question.UnreadFiles || of == question.Copies {
			break // they were listed
		}
		text := f.Path.Name
		if of != question.FileList && of != question.FileCount {
			text = path.Base(f.Path.Name)
		}
		if f.Title != "" {
			text += ": " + abridged(f.Title, longTitle)
		}
		if f.Passages > 0 {
			text += ", " + Plural(f.Passages, "passage", "passages")
		}
		text += fmt.Sprintf(", changed %s, %s", f.Modified.Format(time.DateOnly), Bytes(f.Size))
		t.say(text, ofFile(f.FileName, text, f.Modified))
	}
	if i.Ties > 0 {
		t.Notes = append(t.Notes, Plural(i.Ties, "other file was changed at the same time", "other files were changed at the same time"))
	}
	if i.Unknown > 0 {
		t.Notes = append(t.Notes, "of "+Plural(i.Unknown, "file this is not known before it is read", "files this is not known before they are read"))
	}
	if i.Undecided > 0 {
		t.Notes = append(t.Notes, "of "+Plural(i.Undecided, "more file only reading can tell", "more files only reading can tell"))
	}
	if i.Closed > 0 {
		t.Notes = append(t.Notes, Plural(i.Closed, "more file is there that you may not read", "more files are there that you may not read"))
	}
	t.Text = strings.Join(t.lines, "\n")
	return t.Answer
}

// ofFile cites a file as a whole.
func ofFile(f api.FileName, text string, changed time.Time) spar.Citation {
	raw, err := f.Path.Raw()
	if err != nil {
		raw = f.Path.Name
	}
	return spar.Citation{Share: f.Share, Path: raw, Text: text, Dated: changed}
}

// longTitle bounds the characters of a title or a quote.
const longTitle = 200

func abridged(text string, most int) string {
	text = strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most]) + "…"
}

// groups writes the first groups, and the number of files in the others.
func groups(list []api.FileGroup, between string, write func(api.FileGroup) string) string {
	var parts []string
	for _, g := range list[:min(len(list), listedGroups)] {
		parts = append(parts, write(g))
	}
	rest := 0
	for _, g := range list[min(len(list), listedGroups):] {
		rest += g.Files
	}
	if rest > 0 {
		parts = append(parts, Thousands(rest)+" others")
	}
	return strings.Join(parts, between)
}

// introductions lists the names of files, without ending, that say what a folder is about.
var introductions = []string{"readme", "liesmich", "lisezmoi", "leeme", "about", "index", "overview", "introduction", "contents"}

// introduced adds to an overview the beginning of the file that introduces the others, if there is one and the asker may read it.
func (s *Service) introduced(ctx context.Context, who spar.Principal, v view, files *roaring.Bitmap, a *spar.Answer) error {
	var best spar.File
	rank := func(p string) (int, int) {
		name := strings.ToLower(strings.TrimSuffix(path.Base(p), path.Ext(p)))
		return slices.Index(introductions, name), strings.Count(p, "/")
	}
	for f := range v.Names(files) {
		n, depth := rank(f.Path)
		if n < 0 {
			continue
		}
		if m, d := rank(best.Path); best.ID == 0 || cmp.Or(depth-d, n-m) < 0 {
			best = *f
			best.Share, best.Path = strings.Clone(f.Share), strings.Clone(f.Path)
		}
	}
	if best.ID == 0 {
		return nil
	}
	place, err := s.engine.Place(ctx, who, best.Share, best.Path, spar.Locator{})
	if err != nil {
		return ctx.Err() // an unreadable file introduces nothing
	}
	for _, line := range slices.Concat(place.Text, place.After) {
		if len(strings.Fields(line)) < 8 || strings.ContainsAny(line[:1], "#|<[!{-*+>=") {
			continue
		}
		t := statements{Answer: *a, lines: []string{a.Text}}
		t.say(abridged(line, longTitle), spar.Citation{Share: best.Share, Path: best.Path, Text: line, Dated: best.ModTime.UTC()})
		t.Text = strings.Join(t.lines, "\n")
		*a = t.Answer
		break
	}
	return nil
}
