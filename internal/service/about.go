package service

import (
	"context"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/table"
)

// aboutTables answers a question about tables as such, such as which columns there are. It returns false if the question is about the
// contents of their rows.
func aboutTables(ctx context.Context, q api.TableQuestion, places []tablePlace) (api.TableAnswer, bool, error) {
	tables := make([]*table.Table, len(places))
	for i := range places {
		tables[i] = places[i].Table
	}
	a, ok, err := planner().About(ctx, q.Question, tables)
	if err != nil || !ok {
		return api.TableAnswer{}, false, err
	}
	out, err := tellOf(ctx, q, a, places)
	return out, err == nil, err
}

// tellOf answers a question about tables as such, such as which columns they have.
func tellOf(ctx context.Context, q api.TableQuestion, a table.About, places []tablePlace) (api.TableAnswer, error) {
	out := emptyAnswer(q)
	tables := make([]*table.Table, len(places))
	for i := range places {
		tables[i] = places[i].Table
	}
	told, err := table.Tell(ctx, a, tables, func(i int) []string {
		if places[i].sheets == nil {
			return nil
		}
		return places[i].sheets()
	})
	if err != nil {
		return out, err
	}
	about := &api.TableAbout{Asks: string(a.Aspect), Said: []api.TableSaid{}, Cards: []api.TableCard{}}
	out.About, out.Confidence, out.Plan = about, sureAbout, told.Plan
	out.Answers, out.Columns, out.Rows, out.Value = append(out.Answers, told.Answers...), told.Labels, told.Rows, told.Value
	if told.Refused != "" {
		out.Refused, out.Reason, out.Confidence = true, told.Refused, 0
	}
	for i, c := range told.Cards {
		if c == nil {
			continue
		}
		card := cardOf(c, places[i])
		about.Cards = append(about.Cards, card)
		out.Tables = append(out.Tables, card.TablePlace)
		if out.Used += c.Rows; c.Cut != "" {
			out.Notes = append(out.Notes, "not all rows are in: "+c.Cut)
		}
	}
	if len(out.Tables) == 0 {
		for _, i := range a.Tables[:min(len(a.Tables), table.MostCards)] {
			out.Tables = append(out.Tables, placeOf(places[i]))
		}
	}
	for _, s := range told.Statements {
		said := api.TableSaid{Text: s.Text, Open: []string{}}
		for _, c := range s.Cites {
			open := places[s.Table].address(c.At)
			said.Open = append(said.Open, open)
			if out.Of++; len(out.Cells) < table.MaxCells {
				out.Cells = append(out.Cells, api.CitedCell{Open: open, Label: labelAt(places[s.Table].Table, c.At), Text: c.Text})
			}
		}
		if len(said.Open) == 0 {
			said.Open = append(said.Open, places[s.Table].address(spar.Locator{}))
		}
		about.Said = append(about.Said, said)
	}
	return out, nil
}

// sureAbout is the confidence of a count of a table itself, such as its rows.
const sureAbout = 0.95

func labelAt(t *table.Table, at spar.Locator) string {
	if at.Column < 1 || at.Column > len(t.Columns) {
		return ""
	}
	return t.Columns[at.Column-1].Label
}

// address returns the address of a place in a table; the zero locator opens the table.
func (p tablePlace) address(at spar.Locator) string {
	if at == (spar.Locator{}) {
		at = spar.Locator{Page: p.Locator.Page, Sheet: p.Locator.Sheet, Table: p.Locator.Table}
	}
	at.Heading = ""
	if p.share != "" {
		return spar.Address{Share: p.share, Path: p.path, Locator: at}.String()
	}
	if at == (spar.Locator{}) {
		return p.path
	}
	return p.path + "#" + at.String()
}

func placeOf(p tablePlace) api.TablePlace {
	at := p.Locator
	at.Row, at.Column, at.Heading = 0, 0, ""
	return api.TablePlace{Share: p.share, Path: api.PathOf(p.path), Locator: at}
}

// cardValues bounds the values of a column on a card.
const cardValues = 10

func cardOf(c *table.Card, p tablePlace) api.TableCard {
	out := api.TableCard{TablePlace: placeOf(p), Caption: c.Table.Caption, Rows: c.Rows, Totals: c.Totals, Duplicates: c.Duplicates, Columns: []api.CardColumn{}, Cut: c.Cut}
	for _, i := range c.Key {
		out.Key = append(out.Key, c.Columns[i].Label)
	}
	for i := range c.Columns {
		col := &c.Columns[i]
		told := api.CardColumn{Label: col.Label, Unit: col.Unit, Kind: col.Kind, Filled: col.Filled, Empty: col.Empty, Strays: col.StrayRows, Distinct: col.Distinct, Least: col.Least.Text, Most: col.Most.Text}
		if col.Kind == spar.Number {
			mean := col.Mean()
			told.Mean = &mean
		}
		for _, v := range col.Values[:min(len(col.Values), cardValues)] {
			told.Values = append(told.Values, api.ValueCells{Text: Shortened(v.Text, longValue), Rows: v.Rows})
		}
		out.Columns = append(out.Columns, told)
	}
	return out
}

// longValue is the length to which a value of a card is cut.
const longValue = 200

// sheetsIn returns the names of the sheets that hold text in a document, in document order.
func sheetsIn(locators func(yield func(spar.Locator) bool)) (list []string) {
	for l := range locators {
		if s := strings.TrimSpace(l.Sheet); s != "" && (len(list) == 0 || list[len(list)-1] != l.Sheet) && !slices.Contains(list, l.Sheet) {
			list = append(list, l.Sheet)
		}
	}
	return list
}
