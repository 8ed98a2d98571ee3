package service

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/table"
	"github.com/sparsearch/spar/internal/workspace"
)

// aboutNamed bounds the files whose tables a question may be about.
const aboutNamed = 6

// An asksAbout holds what a question asks about tables as such. It is known before SPAR reads anything for the question.
type asksAbout struct {
	asked string      // the question as asked, without what it continues
	files []spar.File // the files it is about: the ones it names, the ones of the last answer, or the only file there is
	named bool        // the question names them, or the last answer was about them
}

// pointed returns the question, with the name of the file in front if the question does not say it.
func (a *asksAbout) pointed() string {
	if name := path.Base(a.files[0].Path); !saidWhole(strings.ToLower(a.asked), strings.ToLower(name)) {
		return name + ": " + a.asked
	}
	return a.asked
}

// ofFiles tells questions about files as such, which their sizes and times answer.
var ofFiles = pattern.New(`(?i)^(?:how (?:big|large|old|recent|current|up to date) (?:is|are)|what is the size of)\b`)

// asksTables recognises a question about the parts of a table, such as which columns or how many rows it has, and finds the files that
// the question is about. It returns nil for all other questions. It lists no files where only the answer can tell which are meant.
func (s *Service) asksTables(ctx context.Context, r engine.Request, asked string, c conversation) (*asksAbout, error) {
	if ofFiles.MatchString(asked) {
		return nil, nil
	}
	asking, may := table.AsksAbout(asked)
	if !may && !strings.Contains(asked, ".") && !lastAbout(c) {
		return nil, nil // it names no file
	}
	a := &asksAbout{asked: asked}
	known, err := s.engine.Known(ctx, r.Who, r.Scope, mostNamed)
	if err != nil {
		return nil, err
	}
	said := strings.ToLower(asked)
	for _, f := range known {
		if base := strings.ToLower(path.Base(f.Path)); (hasTables(f) || may && mayHaveTables(f)) && strings.Contains(base, ".") && saidWhole(said, base) {
			a.files = append(a.files, f)
		}
	}
	if len(a.files) > 0 {
		a.named = true
		a.files = longestNames(a.files)
		if name := path.Base(a.files[0].Path); lastAbout(c) && onlyNames(said, strings.ToLower(name)) {
			a.asked = sameOf(c.turns[len(c.turns)-1].Sought(), name) // and orders.csv?
		}
		return a, nil
	}
	if !may && !lastAbout(c) {
		return nil, nil
	}
	if lastAbout(c) || len(asking.Unknown) == 0 {
		if a.files = s.citedTables(ctx, r, c); len(a.files) > 0 {
			a.named = true
			return a, nil
		}
	}
	var tables []spar.File
	most := 1
	for _, f := range known {
		if !hasTables(f) {
			continue
		}
		tables = append(tables, f)
		if n := asking.Calls(f.Path); n >= most {
			if n > most {
				a.files = nil
			}
			most, a.files, a.named = n, append(a.files, f), true
		}
	}
	if len(tables) == 1 && len(known) == 1 {
		a.files = tables
	}
	return a, nil
}

// onlyNames reports whether a question names a file and says nothing else.
func onlyNames(text, name string) bool {
	rest := strings.Fields(strings.NewReplacer(name, " ", "?", " ", ",", " ").Replace(text))
	return !slices.ContainsFunc(rest, func(w string) bool {
		return !slices.Contains([]string{"and", "what", "about", "how", "in", "of", "for", "the", "same", "file", "table", "now", "also"}, w)
	})
}

// sameOf returns the question of the last turn, asked about another file.
func sameOf(last, name string) string {
	if head, rest, ok := strings.Cut(last, ": "); ok && !strings.ContainsAny(head, " ?") {
		return rest // it only pointed at the file
	}
	for _, w := range strings.Fields(last) {
		if w = strings.Trim(w, "?,;:'\""); strings.Contains(w, ".") && extract.ByExtension(w) != "" {
			return strings.Replace(last, w, name, 1)
		}
	}
	return last
}

// lastAbout reports whether the last answer was about a table as such.
func lastAbout(c conversation) bool {
	return len(c.turns) > 0 && c.turns[len(c.turns)-1].Answer != nil && aboutOf(c) != nil
}

func aboutOf(c conversation) *api.TableAbout {
	if t := c.turns[len(c.turns)-1].Answer.Computed; t != nil {
		return t.About
	}
	return nil
}

// citedTables returns the first file with tables that the last answer rests on.
func (s *Service) citedTables(ctx context.Context, r engine.Request, c conversation) (list []spar.File) {
	if len(c.turns) == 0 {
		return nil
	}
	snapshot, err := s.engine.SnapshotFor(ctx, r.Who)
	if err != nil {
		return nil
	}
	_, cited := citedBy(c.turns[len(c.turns)-1])
	for _, id := range cited {
		if f, ok := snapshot.File(id); ok && hasTables(f) {
			list = append(list, f)
		}
	}
	return list[:min(len(list), 1)]
}

// hasTables reports whether a file has a format of tables and little else.
func hasTables(f spar.File) bool {
	return slices.Contains([]string{"csv", "xlsx", "xls", "xlsb", "ods"}, extract.ByExtension(f.Path)) || slices.Contains([]string{"csv", "xlsx", "xls", "xlsb", "ods"}, f.Format)
}

// mayHaveTables reports whether a file has a format that can hold tables beside its text.
func mayHaveTables(f spar.File) bool {
	return slices.Contains([]string{"markdown", "html", "docx", "odt", "pdf", "rtf", "pptx", "text", "json", "xml"}, f.Format)
}

// mostlyTables reports whether rows of tables make up more of a file than text.
func (s *Service) mostlyTables(ctx context.Context, who spar.Principal, share, path string) (bool, error) {
	passages, err := s.engine.Passages(ctx, who, share, path)
	if err != nil {
		return false, err
	}
	text, rows := 0, 0
	for _, p := range passages {
		switch p.Kind {
		case spar.TextPassage:
			text += len(p.Text)
		case spar.RowPassage:
			rows += len(p.Text)
		}
	}
	return rows > text, nil
}

// saidWhole reports whether a text contains a name with no letter or digit beside it.
func saidWhole(text, name string) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], name)
		if i < 0 {
			return false
		}
		i += at
		end := i + len(name)
		part := func(b byte) bool { return b >= 'a' && b <= 'z' || b >= '0' && b <= '9' || b >= 0x80 }
		if (i == 0 || !part(text[i-1])) && (end == len(text) || !part(text[end])) {
			return true
		}
		at = i + 1
	}
}

// longestNames keeps the files with the longest name: a question that says old-orders.csv contains orders.csv as well.
func longestNames(list []spar.File) []spar.File {
	most := 0
	for _, f := range list {
		most = max(most, len(path.Base(f.Path)))
	}
	return slices.DeleteFunc(list, func(f spar.File) bool { return len(path.Base(f.Path)) < most })
}

// aboutAsked answers a question about the parts of a table; nil if it is no such question. It looks at the files that the question is
// about, or else at the files of the first hits that come from tables.
func (s *Service) aboutAsked(ctx context.Context, who spar.Principal, a *asksAbout, r engine.Result) (*api.TableAnswer, []workspace.Use, error) {
	if a == nil || len(a.files) == 0 && len(r.Hits) == 0 {
		return nil, nil, nil
	}
	snapshot, err := s.engine.SnapshotFor(ctx, who)
	if err != nil {
		return nil, nil, err
	}
	files := a.files
	if len(files) == 0 {
		for _, h := range r.Hits[:min(len(r.Hits), computedHits)] {
			f, ok := snapshot.Named(h.Share, h.Path)
			if !ok || h.Passage.Kind == spar.TextPassage || slices.ContainsFunc(files, func(o spar.File) bool { return o.ID == f.ID }) {
				continue
			}
			files = append(files, f)
		}
	}
	var list []tablePlace
	for _, f := range files[:min(len(files), aboutNamed)] {
		tables, err := s.tablesThere(ctx, who, snapshot.Named, f.Share, f.Path)
		if err != nil {
			return nil, nil, err
		}
		list = append(list, tables...)
	}
	if len(list) == 0 {
		return nil, nil, nil
	}
	tables := make([]*table.Table, len(list))
	for i := range list {
		tables[i] = list[i].Table
	}
	about, ok, err := planner().About(ctx, a.asked, tables)
	if err != nil || !ok {
		return nil, nil, err
	}
	if len(a.files) == 0 && !s.surely(about, list, r) {
		return nil, nil, nil
	}
	if about.Aspect == table.OfTable {
		for _, f := range files[:min(len(files), aboutNamed)] {
			if hasTables(f) {
				continue
			}
			if mostly, err := s.mostlyTables(ctx, who, f.Share, f.Path); err != nil || !mostly {
				return nil, nil, err
			}
		}
	}
	told, err := tellOf(ctx, api.TableQuestion{Question: a.asked}, about, list)
	if err != nil || told.Refused {
		return nil, nil, err
	}
	var uses []workspace.Use
	for _, t := range told.Tables {
		raw, err := t.Raw()
		if err != nil {
			return nil, nil, err
		}
		if f, ok := snapshot.Named(t.Share, raw); ok {
			uses = append(uses, useOf(f))
		}
	}
	return &told, uses, nil
}

// surely reports whether a question that names no file is about the tables of its hits. It must name a column or a value that only one of
// them has, or that the table of the first hit has.
func (s *Service) surely(a table.About, list []tablePlace, r engine.Result) bool {
	if a.Columns == nil || len(r.Hits) == 0 || a.Aspect == table.OfTable {
		return false
	}
	return len(a.Tables) == 1 || slices.ContainsFunc(a.Tables, func(i int) bool {
		return list[i].share == r.Hits[0].Share && list[i].path == r.Hits[0].Path && r.Hits[0].Passage.Kind != spar.TextPassage
	})
}

// withAbout replaces an answer by the facts about a table.
func withAbout(a spar.Answer, t api.TableAnswer) spar.Answer {
	out := a
	out.Refused, out.Unsure, out.Missing, out.Nearest, out.Conflicts, out.Corrected = false, false, nil, nil, nil, nil
	out.Confidence, out.Citations, out.Bullets = t.Confidence, nil, nil
	number := map[string]int{}
	texts := map[string]string{}
	for _, c := range t.Cells {
		texts[c.Open] = strings.TrimSpace(c.Label + ": " + c.Text)
	}
	var lines []string
	for _, s := range t.About.Said {
		b := spar.Bullet{Text: s.Text}
		marks := ""
		for _, open := range s.Open {
			if number[open] == 0 {
				at, err := spar.ParseAddress(open)
				if err != nil {
					continue
				}
				number[open] = len(out.Citations) + 1
				text := texts[open]
				if text == "" {
					text = s.Text
				}
				out.Citations = append(out.Citations, spar.Citation{N: number[open], Share: at.Share, Path: at.Path, Locator: at.Locator, Text: text})
			}
			b.Citations = append(b.Citations, number[open])
			marks += fmt.Sprintf(" [%d]", number[open])
		}
		out.Bullets = append(out.Bullets, b)
		lines = append(lines, "- "+s.Text+marks)
	}
	out.Text = strings.Join(lines, "\n")
	out.Notes = append(slices.Clone(t.Notes), out.Notes...)
	return out
}
