package service

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/table"
)

// Bounds of the tables that a question computes over besides the text that it finds.
const (
	computedHits   = 8 // hits among which rows of tables bring their files
	computedFiles  = 3
	computedNamed  = 3 // files whose names the question says
	computedTables = 12
	computedBeside = 60 // files of one form that are computed over together with one of these
	wideRow        = 6  // columns from which on one cell is a better answer than its row
)

// offered returns the readings of a table for the asker to choose from; nil without a reading.
func offered(t api.TableAnswer) []api.Also {
	if len(t.Alternatives) == 0 {
		return nil
	}
	also := api.Also{Kind: api.OfTable, Text: t.Reason}
	for _, other := range t.Alternatives {
		also.Chance = max(also.Chance, other.Confidence)
		also.Readings = append(also.Readings, api.TableReading{Text: planSpoken(other.Plan), Value: valuesOf(other), Plan: other.Plan})
	}
	return []api.Also{also}
}

// planSpoken returns a plan in words, or the text itself if it is no plan.
func planSpoken(plan string) string {
	p, err := table.Parse(plan)
	if err != nil {
		return plan
	}
	return p.Spoken()
}

// withoutFigure marks an answer of rows as unsure if the question asks for a number, and notes why nothing was computed.
func withoutFigure(a spar.Answer, asked, reason string) spar.Answer {
	if onlyRows(a) && table.AsksFigure(asked) {
		a.Unsure, a.Notes = true, append(a.Notes, "not computed: "+reason)
	}
	return a
}

// computed plans a question over the tables of its hits, and over tables that it calls by name. It returns nil if no plan is sure enough.
// It returns a refusal with alternatives if the words of the question may mean several columns of a table, and a refusal if sentences
// answer a question for a figure (said) but no plan is sure. rows says that the answer consists of rows, which do not answer a question
// for a figure over all rows, so that the readings are offered. loose says that the first reading leaves out only words that its table
// does not explain.
func (s *Service) computed(ctx context.Context, who spar.Principal, asked string, r engine.Result, said, rows bool) (told *api.TableAnswer, loose bool, err error) {
	if !mayCompute(asked) {
		return nil, false, nil
	}
	over, err := s.tablesFound(ctx, who, asked, r)
	if err != nil || over == nil {
		return nil, false, err
	}
	readings, err := planner().Plan(ctx, over.words, over.tables())
	if err != nil {
		return nil, false, err
	}
	choice := len(readings) > 0 && readings[0].Choice || rows && len(table.Offered(readings)) > 0 && readings[0].Plan.Computes()
	if !choice && !table.Sure(readings) {
		if said && len(readings) > 0 && table.AsksFigure(asked) {
			out := emptyAnswer(api.TableQuestion{Question: asked})
			out.Refused, out.Reason = true, cmp.Or(table.Unsure(readings), "it is not sure enough what is to be computed")
			return &out, len(readings) > 0 && readings[0].Loose, nil
		}
		return nil, false, nil
	}
	for i := range readings {
		readings[i].Plan = over.groups[readings[i].Table].all(readings[i].Plan)
	}
	if !choice && readings[0].Kind == "lookup" && said && len(over.groups[readings[0].Table].table.Columns) < wideRow {
		return nil, false, nil // its row says it
	}
	out, err := planned(ctx, api.TableQuestion{Question: asked}, readings, over.places)
	if err != nil || out.Refused && !choice {
		return nil, false, err
	}
	if out.Refused {
		out.Reason = "in " + over.groups[readings[0].Table].names[0] + ", " + out.Reason
	}
	if over.note != "" && len(out.Tables) > 1 {
		out.Notes = append(out.Notes, over.note)
	}
	return &out, len(readings) > 0 && readings[0].Loose, nil
}

// A foundTables has the tables that a question of a share is computed over.
type foundTables struct {
	places []tablePlace
	groups []family
	words  string // the question as the groups are asked it
	note   string // what it leaves out
}

func (f *foundTables) tables() []*table.Table {
	list := make([]*table.Table, len(f.groups))
	for i := range f.groups {
		list[i] = f.groups[i].table
	}
	return list
}

// tablesFound returns the tables among the hits and the ones called by name in the question; nil for none.
func (s *Service) tablesFound(ctx context.Context, who spar.Principal, asked string, r engine.Result) (*foundTables, error) {
	var files []sharePath
	places := map[sharePath][]spar.Locator{}
	for _, h := range r.Hits[:min(len(r.Hits), computedHits)] {
		if h.Passage.Kind == spar.TextPassage {
			continue
		}
		f := sharePath{h.Share, h.Path}
		if !slices.Contains(files, f) && len(files) < computedFiles {
			files = append(files, f)
		}
		places[f] = append(places[f], h.Passage.Locator)
	}
	whole := map[sharePath]bool{} // files whose tables all count
	for _, f := range tablesCalled(asked, r.Searched()) {
		if whole[f] = true; !slices.Contains(files, f) {
			files = append(files, f)
		}
	}
	if len(files) == 0 {
		return nil, nil
	}
	snapshot, err := s.engine.SnapshotFor(ctx, who)
	if err != nil {
		return nil, err
	}
	var list []tablePlace
	for _, f := range files {
		tables, err := s.tablesThere(ctx, who, snapshot.Named, f.share, f.path)
		if err != nil {
			return nil, err
		}
		for _, t := range tables {
			found := whole[f] || slices.ContainsFunc(places[f], func(l spar.Locator) bool { return l.Sheet == t.Locator.Sheet && l.Table == t.Locator.Table })
			if found && len(list) < computedTables {
				list = append(list, t)
			}
		}
	}
	if len(list) == 0 {
		return nil, nil
	}
	beside, note, err := s.ofOneForm(ctx, who, r, list, func(share, path string) (spar.File, bool) { return snapshot.Named(share, path) })
	if err != nil {
		return nil, err
	}
	list = append(list, beside...)
	groups, words := make([]family, len(list)), asked
	for i, t := range list {
		groups[i] = family{t.Table, []string{t.Name}}
	}
	if ofTimes(list) {
		slices.SortStableFunc(list, func(a, b tablePlace) int {
			return cmp.Or(strings.Compare(a.share, b.share), strings.Compare(a.path, b.path))
		})
		groups, words = families(asked, list)
	}
	return &foundTables{list, groups, words, note}, nil
}

// onlyRows reports whether an answer consists of rows of tables, without a sentence.
func onlyRows(a spar.Answer) bool {
	return len(a.Citations) > 0 && a.Model == "" && !slices.ContainsFunc(a.Citations, func(c spar.Citation) bool { return c.Locator.Row == 0 })
}

// A sharePath is a file by its place.
type sharePath struct{ share, path string }

// tablesCalled returns the files of tables whose names have most words of the question. The iterator's strings are valid only during each
// step.
func tablesCalled(asked string, files iter.Seq2[string, string]) []sharePath {
	var words []string
	for _, w := range nameWords(asked) {
		if w = strings.TrimSuffix(w, "s"); len(w) > 2 && unicode.IsLetter([]rune(w)[0]) {
			words = append(words, w)
		}
	}
	type called struct {
		sharePath
		words int
	}
	var list []called
	for share, name := range files {
		base := path.Base(name)
		lower := strings.ToLower(base)
		if !slices.ContainsFunc(words, func(w string) bool { return strings.Contains(lower, w) }) || !hasTables(spar.File{Path: name}) {
			continue
		}
		n := 0
		for _, w := range nameWords(strings.TrimSuffix(base, path.Ext(base))) {
			if slices.Contains(words, strings.TrimSuffix(w, "s")) {
				n++
			}
		}
		if n > 0 {
			list = append(list, called{sharePath{share, strings.Clone(name)}, n})
		}
	}
	slices.SortFunc(list, func(a, b called) int {
		return cmp.Or(b.words-a.words, strings.Compare(a.share, b.share), strings.Compare(a.path, b.path))
	})
	var out []sharePath
	for _, c := range list[:min(len(list), computedNamed)] {
		out = append(out, c.sharePath)
	}
	return out
}

// ofOneForm returns the tables of files whose names differ from those in list only by their time, such as months. It looks only at the
// files that the question was asked about.
func (s *Service) ofOneForm(ctx context.Context, who spar.Principal, r engine.Result, list []tablePlace, named func(share, path string) (spar.File, bool)) (more []tablePlace, note string, err error) {
	have := map[string]bool{}
	for _, t := range list {
		have[t.share+":"+t.path] = true
	}
	for _, t := range list {
		form := withoutTime(path.Base(t.path))
		if form == path.Base(t.path) || StreamedTable(t.path, sizeOf(named, t)) {
			continue
		}
		for _, p := range r.Beside(t.share, t.path) {
			if have[t.share+":"+p] || withoutTime(path.Base(p)) != form {
				continue
			}
			have[t.share+":"+p] = true
			if len(more) >= computedBeside {
				return more, fmt.Sprintf("more than %d files have this form; those beyond are not computed over: spar table takes all that you name", computedBeside), nil
			}
			tables, err := s.tablesThere(ctx, who, named, t.share, p)
			if err != nil {
				return nil, "", err
			}
			for _, o := range tables {
				if table.OneForm(t.Table, o.Table) {
					more = append(more, o)
				}
			}
		}
	}
	return more, "", nil
}

// ofTimes reports whether two of the files differ only by their time.
func ofTimes(list []tablePlace) bool {
	seen := map[string]string{}
	for _, t := range list {
		base := path.Base(t.path)
		form := withoutTime(base)
		if form == base {
			continue
		}
		key := t.share + ":" + path.Dir(t.path) + "/" + form
		if other, ok := seen[key]; ok && other != t.path {
			return true
		}
		seen[key] = t.path
	}
	return false
}

func sizeOf(named func(share, path string) (spar.File, bool), t tablePlace) int64 {
	f, _ := named(t.share, t.path)
	return f.Size
}

// withoutTime returns the name of a file without numbers and names of months.
func withoutTime(name string) string {
	ext := path.Ext(name)
	var kept []string
	for _, w := range nameWords(strings.TrimSuffix(name, ext)) {
		if w[0] >= '0' && w[0] <= '9' || quarter.MatchString(w) || slices.ContainsFunc(monthNames, func(m string) bool { return len(w) >= 3 && strings.HasPrefix(m, w) }) {
			kept = append(kept, "*")
			continue
		}
		kept = append(kept, w)
	}
	out := strings.Join(slices.Compact(kept), " ")
	if !strings.Contains(out, "*") {
		return name
	}
	return out + ext
}

var quarter = pattern.New(`^[qh][1-4]$`)

// shownAnswers bounds the values of a list that an answer names.
const shownAnswers = 10

// said returns a computed answer as the text of one bullet.
func said(t api.TableAnswer) string {
	values := figures(t)
	if len(t.Answers) == 1 && len(t.Cells) == 1 && t.Cells[0].Text == t.Answers[0] && t.Cells[0].Key != "" {
		return t.Cells[0].Key + ": " + t.Cells[0].Label + " " + values
	}
	words := planSpoken(t.Plan)
	rows := fmt.Sprintf("%d rows", t.Used)
	if t.Used == 1 {
		rows = "1 row"
	}
	name := t.Tables[0].Path.Name
	if n := len(t.Tables); n > 1 {
		name = fmt.Sprintf("%d files", n)
		if i := slices.IndexFunc(t.Notes, func(n string) bool { return strings.HasPrefix(n, usedOf) }); i >= 0 {
			_, each, _ := strings.Cut(t.Notes[i], ": ")
			name += ": " + each
		}
	}
	return fmt.Sprintf("%s (%s; %s of %s)", values, words, rows, name)
}

// groundOf returns the citation of a computed answer, whose first cell is at a place: that cell, or its column where the answer is made of
// the cells of all rows. Under a condition the column has cells that were not used, which nobody may take for the ground of the answer.
// The text of a column is the label of its header.
func groundOf(t api.TableAnswer, at spar.Address) spar.Citation {
	c := spar.Citation{N: 1, Share: at.Share, Path: at.Path, Locator: at.Locator}
	p, err := table.Parse(t.Plan)
	if err == nil && len(p.Where) == 0 && t.Of > 1 && t.Used > 1 && t.Cells[0].Label != "" && at.Locator.Column > 0 {
		c.Locator.Row, c.Locator.Bytes = 0, spar.Span{}
		c.Text = t.Cells[0].Label
		return c
	}
	c.Text = strings.TrimSpace(t.Cells[0].Key + ": " + t.Cells[0].Label + " " + t.Cells[0].Text)
	return c
}

// Which statement of an answer was computed, where it has others.
const (
	computedFirst = "the first statement was computed over a table; the others are sentences of the files, and may say something else"
	computedLast  = "the last statement was computed over a table; the others are sentences of the files, and may say something else"
)

// withComputed puts a computed answer before the sentences found, or after them if they are likelier right. It drops rows of the same
// table, which say less.
func withComputed(a spar.Answer, t api.TableAnswer) spar.Answer {
	if len(t.Cells) == 0 {
		return a
	}
	at, err := spar.ParseAddress(t.Cells[0].Open)
	if err != nil {
		return a
	}
	text := said(t)
	out := a
	textFirst := !a.Refused && a.Confidence > t.Confidence
	out.Refused, out.Nearest, out.Confidence = false, nil, max(a.Confidence, t.Confidence)
	if !textFirst {
		out.Unsure, out.Missing = false, nil
	}
	out.Citations = []spar.Citation{groundOf(t, at)}
	out.Bullets = []spar.Bullet{{Text: text, Citations: []int{1}}}
	lines := []string{"- " + text + " [1]"}
	number := map[int]int{}
	for _, b := range a.Bullets {
		row := false
		var cites []int
		marks := ""
		for _, n := range b.Citations {
			i := slices.IndexFunc(a.Citations, func(c spar.Citation) bool { return c.N == n })
			if i < 0 {
				continue
			}
			c := a.Citations[i]
			row = row || c.Locator.Row > 0 && slices.ContainsFunc(t.Tables, func(t api.TablePlace) bool {
				return t.Share == c.Share && t.Path.Name == c.Path || c.Share == at.Share && c.Path == at.Path
			})
			if row {
				break
			}
			if number[n] == 0 {
				number[n] = len(out.Citations) + 1
				c.N = number[n]
				out.Citations = append(out.Citations, c)
			}
			cites = append(cites, number[n])
			marks += fmt.Sprintf(" [%d]", number[n])
		}
		if !row && !a.Refused {
			b.Citations = cites
			out.Bullets = append(out.Bullets, b)
			lines = append(lines, "- "+b.Text+marks)
		}
	}
	which := computedFirst
	if n := len(out.Bullets); textFirst && n > 1 {
		which = computedLast
		out.Bullets = append(slices.Clone(out.Bullets[1:]), out.Bullets[0])
		lines = append(slices.Clone(lines[1:]), lines[0])
	}
	out.Conflicts = nil
	for _, c := range a.Conflicts {
		x, y := number[c.Citations[0]], number[c.Citations[1]]
		if x > 0 && y > 0 {
			out.Conflicts = append(out.Conflicts, spar.Contradiction{Citations: []int{x, y}, What: c.What})
			lines = append(lines, fmt.Sprintf("The files differ: %s [%d][%d]", c.What, x, y))
		}
	}
	out.Text = strings.Join(lines, "\n")
	if len(out.Bullets) > 1 {
		out.Notes = append(slices.Clone(out.Notes), which)
	}
	return out
}
