package service

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/table"
)

// run runs a plan over the tables that it names.
func run(ctx context.Context, out api.TableAnswer, p table.Plan, places []tablePlace) (api.TableAnswer, error) {
	list, err := runAll(ctx, out, []table.Plan{p}, places)
	if err != nil {
		return out, err
	}
	return list[0], nil
}

// runAll runs plans, each over the tables that it names. It reads tables from files once for all plans that name the same ones.
func runAll(ctx context.Context, out api.TableAnswer, plans []table.Plan, places []tablePlace) ([]api.TableAnswer, error) {
	list := make([]api.TableAnswer, len(plans))
	done := make([]bool, len(plans))
	for i := range plans {
		if done[i] {
			continue
		}
		from, err := namedBy(plans[i], places)
		if err != nil {
			return nil, err
		}
		tables := make([]*table.Table, len(from))
		for n := range from {
			tables[n] = from[n].Table
		}
		var alike []table.Plan
		var which []int
		for j := i; j < len(plans); j++ {
			if !done[j] && slices.Equal(plans[i].From, plans[j].From) {
				alike, which, done[j] = append(alike, plans[j]), append(which, j), true
			}
		}
		results, err := table.RunAll(ctx, alike, tables)
		if err != nil {
			return nil, err
		}
		for k, r := range results {
			list[which[k]] = computedOf(out, alike[k], r, from)
		}
	}
	return list, nil
}

// namedBy returns the tables that a plan names, in the order of the plan.
func namedBy(p table.Plan, places []tablePlace) (from []tablePlace, err error) {
	for _, name := range p.From {
		i := slices.IndexFunc(places, func(t tablePlace) bool { return t.Name == name })
		if i < 0 {
			i = slices.IndexFunc(places, func(t tablePlace) bool { return fileOfTable(t.Name) == name || t.path == name })
		}
		if i < 0 {
			names := make([]string, len(places))
			for i, t := range places {
				names[i] = t.Name
			}
			return nil, spar.Errorf(spar.Invalid, "there is no table %q; there are %s", name, strings.Join(names[:min(len(names), 10)], ", "))
		}
		from = append(from, places[i])
	}
	return from, nil
}

// computedOf returns the result of a plan over some tables as an answer.
func computedOf(out api.TableAnswer, p table.Plan, r *table.Result, from []tablePlace) api.TableAnswer {
	out.Plan, out.Answers, out.Value, out.Unit, out.Used, out.Of, out.Rest = p.String(), r.Answers, r.Value, r.Unit, r.Used, r.Of, r.Rest
	out.Spoken = planSpoken(out.Plan)
	out.Answers = append([]string{}, r.Answers...)
	out.Beside = r.Beside
	if len(r.Rows) > 1 || len(r.Labels) > 1 {
		out.Columns, out.Rows = r.Labels, r.Rows
	}
	out.Tables, out.LeftOut, out.Cells, out.Notes = []api.TablePlace{}, []api.LeftOut{}, []api.CitedCell{}, nil
	for _, t := range from {
		at := t.Locator
		at.Row, at.Column, at.Heading = 0, 0, ""
		out.Tables = append(out.Tables, api.TablePlace{Share: t.share, Path: api.PathOf(t.path), Locator: at})
	}
	for _, l := range r.LeftOut {
		out.LeftOut = append(out.LeftOut, api.LeftOut(l))
	}
	for _, c := range r.Cells {
		at := c.At
		at.Heading = ""
		open := spar.Address{Share: from[c.Table].share, Path: from[c.Table].path, Locator: at}.String()
		if from[c.Table].share == "" {
			open = from[c.Table].path + "#" + at.String()
		}
		out.Cells = append(out.Cells, api.CitedCell{Open: open, Key: c.Key, Label: c.Label, Text: c.Text})
	}
	if len(from) > 1 && r.Refused == "" {
		out.Notes = append(out.Notes, byFile(from, r.By))
	}
	if r.Note != "" {
		out.Notes = append(out.Notes, r.Note)
	}
	if r.Cut != "" {
		out.Notes = append(out.Notes, "not all rows are in: "+r.Cut)
	}
	if r.Rest > 0 {
		out.Tied = r.Tied
		out.Notes = append(out.Notes, fmt.Sprintf("%d more rows have the same value as the last one that is shown", r.Rest))
	}
	if r.Refused != "" {
		out.Refused, out.Reason, out.Answers, out.Beside, out.Value = true, r.Refused, []string{}, nil, nil
	}
	return out
}

// shownFiles bounds the files in a note that counts rows by file.
const shownFiles = 12

// usedOf begins the note of the rows by file.
const usedOf = "rows used, of"

// byFile says how many rows of each table an answer uses.
func byFile(from []tablePlace, by []int) string {
	var parts []string
	for i, t := range from[:min(len(from), shownFiles)] {
		n := 0
		if i < len(by) {
			n = by[i]
		}
		name := path.Base(strings.ReplaceAll(t.path, `\`, "/"))
		if t.Locator.Sheet != "" {
			name += " " + t.Locator.Sheet
		}
		parts = append(parts, fmt.Sprintf("%s %d", name, n))
	}
	more := ""
	if len(from) > shownFiles {
		more = fmt.Sprintf(", and %d more", len(from)-shownFiles)
	}
	return fmt.Sprintf(usedOf+" %d tables: %s%s", len(from), strings.Join(parts, ", "), more)
}
