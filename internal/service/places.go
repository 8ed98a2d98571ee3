package service

import (
	"context"
	"math"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/spar"
)

// A Look is a place that somebody wants to see.
type Look struct {
	At    string // an address, or the number of a citation of the last answer
	In    string // the workspace of that answer; "" for the last of all
	Quote string // what was cited there; "" is all that stands there
	From  *int   // the number of passages, rows or members to skip; nil begins a little before the place
	Count int    // how many to show; 0 for a page
	Have  string // the tag of a picture that is there already; "" for none
}

// The bounds of one view.
const (
	viewPassages = 20
	viewRows     = 60
	viewMembers  = 200
	mostViewed   = 1000
	before       = 3 // passages or a third of the rows that are shown before the place
)

// located returns the full address of a place in a file that the asker may read.
func (s *Service) located(ctx context.Context, v view, look Look) (spar.Address, error) {
	a, err := s.cited(ctx, v.who, look.At, look.In)
	if err != nil {
		return a, err
	}
	readable, err := v.readable()
	if err != nil {
		return a, err
	}
	if a.Share == "" {
		f, err := readable.find(a.Path)
		a.Share, a.Path = f.Share, f.Path
		return a, err
	}
	for _, path := range spellings(a.Path) {
		if f, ok := v.Named(a.Share, path); ok && readable.may.Contains(uint32(f.ID)) {
			a.Path = path
			return a, nil
		}
	}
	return a, readable.suggest(a, engine.Missing(a.Share, a.Path))
}

// View shows a file around a place as its own readers would see it: the page of a PDF with boxes, rows of a sheet, the texts of a
// slide, the head of a message, the files of an archive, or passages.
func (s *Service) View(ctx context.Context, who spar.Principal, look Look) (api.View, error) {
	v, err := s.view(ctx, who)
	if err != nil {
		return api.View{}, err
	}
	a, err := s.located(ctx, v, look)
	if err != nil {
		return api.View{}, err
	}
	f, text, why, err := s.engine.Whole(ctx, who, a.Share, a.Path)
	if err != nil {
		return api.View{}, err
	}
	here, err := engine.At(text, a.Locator, look.Quote)
	if err != nil {
		return api.View{}, err
	}
	out := api.View{
		Schema: api.ViewSchema, Share: a.Share, Path: api.PathOf(a.Path), Locator: a.Locator, Format: f.Format, Open: a.String(),
		Text: []api.TextView{}, Marked: engine.MarkedNone, Unknown: why,
	}
	switch {
	case why != "" || len(here) > 0:
	case a.Locator != (spar.Locator{}) && look.Quote != "":
		out.Unknown = "the file does not say this in that place now: it may have changed since it was cited"
	case a.Locator != (spar.Locator{}):
		out.Unknown = "the file has no such place now: it may have changed since it was cited"
	case look.Quote != "":
		out.Unknown = "the file does not say this now: it may have changed since it was cited"
	}
	err = s.viewAs(ctx, who, f, &out, text, here, why, look)
	if out.Marked == engine.MarkedWhole { // such as rows that were not stored, or words of another wording
		out.Unknown = ""
	}
	return out, err
}

// viewAs shows a file according to its format and to the kind of the place.
func (s *Service) viewAs(
	ctx context.Context, who spar.Principal, f spar.File, out *api.View, text engine.Text, here []int, why string, look Look,
) (err error) {
	a := spar.Address{Share: f.Share, Path: f.Path, Locator: out.Locator}
	marks := a.Locator != (spar.Locator{}) || look.Quote != ""
	l := a.Locator
	switch {
	case f.Format == "pdf":
		return s.viewPage(ctx, who, a, out, text, here, look)
	case extract.Drawn(f.Format):
		return s.viewImage(ctx, who, a, out, text, here, look)
	case f.State == spar.Container && why != "":
		out.Kind, out.Unknown = api.ViewMembers, ""
		out.Members, err = s.viewMembers(ctx, who, f, look)
		return err
	case l.Sheet != "" || l.Table > 0 || l.Row > 0 || l.Column > 0:
		out.Kind = api.ViewGrid
		return s.viewRows(ctx, who, f, out, text, l, look)
	case slices.Contains([]string{"eml", "msg"}, f.Format):
		out.Kind = api.ViewMail
		if out.Mail, err = s.viewMail(ctx, who, f); err != nil {
			return err
		}
	case l.Page > 0 && slices.Contains([]string{"pptx", "ppt", "odp"}, f.Format):
		out.Kind = api.ViewSlide
		return viewSlide(out, text, here, look, l.Page)
	default:
		out.Kind = api.ViewText
	}
	if !marks {
		here = nil
	}
	return viewText(out, text, here, look)
}

// window returns the part of n items to show; first is the first cited one.
func (l Look) window(n, first, lead, usual int) (from, to int) {
	count := l.Count
	if count <= 0 {
		count = usual
	}
	from = max(0, first-lead)
	if l.From != nil {
		from = max(0, *l.From)
	}
	from = min(from, n)
	return from, min(n, from+min(count, mostViewed))
}

// viewText shows passages around the cited ones, or else the first passages.
func viewText(out *api.View, text engine.Text, here []int, look Look) error {
	first := 0
	if len(here) > 0 {
		first = here[0]
	}
	from, to := look.window(text.Len(), first, before, viewPassages)
	out.From, out.Of = from, text.Len()
	passages, err := engine.Range(text, from, to)
	for i, p := range passages {
		out.Text = append(out.Text, api.TextView{Text: p.Text, Kind: p.Kind, Locator: p.Locator, Marked: slices.Contains(here, from+i)})
	}
	if len(here) > 0 {
		out.Marked = engine.MarkedWhole
	}
	return err
}

// viewSlide shows the passages of a slide.
func viewSlide(out *api.View, text engine.Text, here []int, look Look, page int) error {
	all, err := engine.At(text, spar.Locator{Page: page}, "")
	if err != nil {
		return err
	}
	all = append(all, here...) // a table that was cited whole
	slices.Sort(all)
	all = slices.Compact(all)
	from, to := look.window(len(all), 0, before, max(viewPassages, len(all)))
	out.From, out.Of = from, len(all)
	for _, i := range all[from:to] {
		p, err := text.Passage(i)
		if err != nil {
			return err
		}
		out.Text = append(out.Text, api.TextView{Text: p.Text, Kind: p.Kind, Locator: p.Locator, Marked: slices.Contains(here, i)})
	}
	if len(here) > 0 {
		out.Marked = engine.MarkedWhole
	}
	return nil
}

// viewRows shows rows of a sheet or a table. It reads rows of a large file that were not stored from the file.
func (s *Service) viewRows(ctx context.Context, who spar.Principal, f spar.File, out *api.View, text engine.Text, l spar.Locator, look Look) error {
	kept := func(of, first int) (from, to int) { return look.window(of, first, viewRows/3, viewRows) }
	if !engine.Rowed(f) {
		return viewGrid(out, text, l, look, kept)
	}
	first, last, err := engine.RowsKept(text, l)
	if err != nil {
		return err
	}
	first = max(first, 1)
	from, to := look.window(math.MaxInt32, max(0, l.Row-first), viewRows/3, viewRows)
	if first+to-1 <= last {
		if err := viewGrid(out, text, l, look, kept); err != nil {
			return err
		}
	} else {
		rows, err := s.engine.RowsAround(ctx, who, f, l, first+from, first+to-1)
		if err != nil {
			return err
		}
		here, err := engine.At(rows, l, look.Quote)
		if (err != nil || len(here) == 0) && look.From != nil { // the place is elsewhere, and these rows are wanted
			l.Row, l.Column, out.Unknown = 0, 0, ""
		}
		if err := viewGrid(out, rows, l, look, func(of, _ int) (int, int) { return 0, of }); err != nil {
			return err
		}
		out.Grid.From = from
	}
	g := out.Grid
	if n := len(g.Rows); n == 0 || g.Rows[n-1].Row < first+to-1 {
		g.Of = g.From + n
		return nil
	}
	g.Of, g.About = g.From+len(g.Rows)+1, true
	if at, err := engine.At(text, spar.Locator{Sheet: l.Sheet, Table: l.Table, Row: last}, ""); err == nil && len(at) > 0 {
		p, err := text.Passage(at[len(at)-1])
		if err != nil {
			return err
		}
		if end := p.Locator.Bytes.End; end > 0 {
			g.Of = max(g.Of, int(float64(f.Size)/float64(end)*float64(last)))
		}
	}
	return nil
}

func viewGrid(out *api.View, text engine.Text, l spar.Locator, look Look, window func(of, first int) (from, to int)) error {
	g, err := engine.GridOf(text, l, window)
	if err != nil {
		return err
	}
	here, err := engine.At(text, l, look.Quote)
	if err != nil {
		return err
	}
	v := &api.GridView{Sheet: l.Sheet, Sheets: lines(g.Sheets), Table: l.Table, Columns: []api.GridColumn{}, Rows: []api.GridRow{}, From: g.From, Of: g.Of}
	width := len(g.Labels)
	for _, r := range g.Rows {
		width = max(width, len(r.Cells))
		row := api.GridRow{Row: r.Row, Cells: []api.GridCell{}, Text: r.Text}
		at := l.Row > 0 && r.Row == l.Row
		whole := l.Row == 0 && l.Column > 0 // the column, which is cited with the label of its header
		for i, text := range r.Cells {
			if text != "" {
				marked := i+1 == l.Column && (whole && len(here) > 0 || at && (len(here) > 0 || engine.Says(text, look.Quote)))
				row.Cells = append(row.Cells, api.GridCell{Column: i + 1, Text: text, Marked: marked})
				row.Marked = row.Marked || marked && at
				if marked {
					out.Marked = engine.MarkedWhole
				}
			}
		}
		if at && l.Column == 0 && len(here) > 0 {
			row.Marked = true
		}
		if row.Marked {
			out.Marked = engine.MarkedWhole
		}
		v.Rows = append(v.Rows, row)
	}
	for i := range width {
		c := api.GridColumn{Column: i + 1, Name: spar.ColumnName(i + 1)}
		if i < len(g.Labels) {
			c.Label = g.Labels[i]
		}
		v.Columns = append(v.Columns, c)
	}
	out.Grid = v
	if l.Row > 0 && out.Marked == engine.MarkedNone && out.Unknown == "" && look.From == nil {
		out.Unknown = "the row has no such cell now, or belongs to no table"
	}
	return nil
}

// viewImage shows a picture, and the text that was recognised in it below. The words have no places in it.
func (s *Service) viewImage(ctx context.Context, who spar.Principal, a spar.Address, out *api.View, text engine.Text, here []int, look Look) error {
	if a.Locator == (spar.Locator{}) && look.Quote == "" {
		here = nil
	}
	d, err := s.engine.Draw(ctx, who, a.Share, a.Path, 1, 0)
	switch {
	case err == nil:
		out.Kind, out.Unknown = api.ViewPage, ""
		out.Page = &api.PageView{Number: d.Page, Pages: d.Pages, Width: tenth(d.Width), Height: tenth(d.Height), Words: []api.Word{}, Marks: [][]float64{}, Recognised: text.Len() > 0}
	case spar.CodeOf(err) != spar.NotFound:
		return err
	default:
		out.Kind = api.ViewText
		if text.Len() == 0 {
			out.Unknown = err.Error()
		}
	}
	return viewText(out, text, here, look)
}

// viewPage shows the page of a PDF with a place, or the first page if that is unknown.
func (s *Service) viewPage(ctx context.Context, who spar.Principal, a spar.Address, out *api.View, text engine.Text, here []int, look Look) error {
	out.Kind = api.ViewPage
	page := a.Locator.Page
	var cited []spar.Passage
	marks := a.Locator.Heading != "" || a.Locator.Row > 0 || a.Locator.Table > 0 || look.Quote != ""
	if marks {
		for _, i := range here {
			p, err := text.Passage(i)
			if err != nil {
				return err
			}
			cited = append(cited, p)
		}
	}
	if page == 0 {
		page = 1
		if marks && len(cited) > 0 && cited[0].Locator.Page > 0 {
			page = cited[0].Locator.Page
		} else if marks && out.Unknown == "" {
			out.Unknown = "on which page it stands is not known"
		}
	}
	d, err := s.engine.Draw(ctx, who, a.Share, a.Path, page, 0)
	if err != nil {
		if spar.CodeOf(err) != spar.NotFound || text.Len() == 0 {
			return err
		}
		out.Kind, out.Unknown = api.ViewText, err.Error()
		return viewText(out, text, here, look)
	}
	v := &api.PageView{Number: d.Page, Pages: d.Pages, Width: tenth(d.Width), Height: tenth(d.Height), Words: []api.Word{}, More: d.More, Marks: [][]float64{}}
	out.Page = v
	for _, w := range d.Words {
		v.Words = append(v.Words, api.Word{Text: w.Text, Box: box(w.Box)})
	}
	if !marks || len(cited) == 0 {
		return nil
	}
	boxes, found := engine.Mark(d.Words, quoted(cited, look.Quote))
	if found == engine.MarkedNone {
		boxes, found = engine.Mark(d.Words, cited)
	}
	out.Marked = found
	for _, b := range boxes {
		v.Marks = append(v.Marks, box(b))
	}
	switch {
	case found != engine.MarkedNone:
	case d.Scan:
		out.Unknown = "the page is a picture, and where its words stand is not known"
	default:
		out.Unknown = "where on the page it stands is not known"
	}
	if found == engine.MarkedPart {
		out.Unknown = "a part of it is not on this page, or is set there in another way"
	}
	return nil
}

// quoted returns the passages to look for on the page: the quote instead of the cited passages if it is none of them.
func quoted(cited []spar.Passage, quote string) []spar.Passage {
	if quote == "" {
		return cited
	}
	for _, p := range cited {
		if strings.TrimSpace(p.Text) == strings.TrimSpace(quote) {
			return []spar.Passage{p}
		}
	}
	return []spar.Passage{{Kind: spar.TextPassage, Text: quote}}
}

func tenth(points float64) float64 { return math.Round(points*10) / 10 }

func box(b [4]float32) []float64 {
	list := make([]float64, len(b))
	for i, p := range b {
		list[i] = tenth(float64(p))
	}
	return list
}

// viewMail returns the head of a message, as the message states it.
func (s *Service) viewMail(ctx context.Context, who spar.Principal, f spar.File) (*api.MailView, error) {
	v, err := s.view(ctx, who)
	if err != nil {
		return nil, err
	}
	m := &api.MailView{From: []string{}, To: []string{}, Copies: []string{}, Attachments: []api.Inner{}}
	var names []string
	for _, a := range v.AttributesOf(f.ID) {
		if a.Origin != spar.ByReading && a.Origin != spar.ByProperties {
			continue
		}
		switch a.Key {
		case "from":
			m.From = append(m.From, a.Value.Text)
		case "to":
			m.To = append(m.To, a.Value.Text)
		case "cc":
			m.Copies = append(m.Copies, a.Value.Text)
		case "subject":
			m.Subject = a.Value.Text
		case "date":
			if a.Value.Kind == spar.Date {
				at := a.Value.Date.UTC()
				m.Date = &at
			}
		case "attachment":
			names = append(names, a.Value.Text)
		}
	}
	if m.Attachments, err = v.members(f); err != nil {
		return nil, err
	}
	for _, name := range names {
		if !slices.ContainsFunc(m.Attachments, func(a api.Inner) bool { return a.Name == name }) {
			m.Attachments = append(m.Attachments, api.Inner{Name: name})
		}
	}
	return m, nil
}

func (s *Service) viewMembers(ctx context.Context, who spar.Principal, f spar.File, look Look) (*api.MembersView, error) {
	v, err := s.view(ctx, who)
	if err != nil {
		return nil, err
	}
	all, err := v.members(f)
	if err != nil {
		return nil, err
	}
	from, to := look.window(len(all), 0, 0, viewMembers)
	return &api.MembersView{Members: all[from:to], From: from, Of: len(all)}, nil
}

// members returns the files inside a file, such as an archive, that the asker may read.
func (v view) members(f spar.File) ([]api.Inner, error) {
	readable, err := v.readable()
	if err != nil {
		return nil, err
	}
	set := v.Members(f.ID)
	set.And(readable.may)
	list := []api.Inner{}
	for m := range v.In(set) {
		name := strings.TrimLeft(strings.TrimPrefix(m.Path, f.Path), "/!")
		list = append(list, api.Inner{Name: name, Open: spar.Address{Share: m.Share, Path: m.Path}.String(), Size: m.Size, File: true})
	}
	slices.SortFunc(list, func(a, b api.Inner) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}
