package structure

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/spar"
)

// A YearReport counts the drawn cells of TAT-QA's tables whose label has the year or period that the page gives.
type YearReport struct {
	Seed   uint64 `json:"seed"`
	Labels Count  `json:"labels"`
	Cells  []struct {
		Table string `json:"table"`
		Row   int    `json:"row"`
		Text  string `json:"text"`
		Year  string `json:"year"`
		Label string `json:"label"`
		Holds bool   `json:"holds"`
	} `json:"cells"`
}

var aYear = regexp.MustCompile(`(?i)\b(?:19|20)\d\d\b|\b(?:FY|F)\d\d\b|\b(?:19|20)\d\d(?:[^\d]|$)`)

// Years draws n cells with figures whose year the page gives, reads each page as a Markdown file, and checks whether the labels
// of the cells have the year: the caption, the group of rows, the column. It finds the year in the page by a rule of its own: in the
// column above the cell, else in a row above that has only a name, else in a cell alone above all columns or nearest to the left.
func Years(data string, seed uint64, n int, document func(name string, markdown []byte) (*spar.Document, error)) (YearReport, error) {
	report := YearReport{Seed: seed}
	path := filepath.Join(data, "tatqa_dev", "tatqa_dataset_dev.json")
	text, err := os.ReadFile(path)
	if err != nil {
		return report, spar.Errorf(spar.NotFound, "the pages of TAT-QA are not there: %w", err)
	}
	var pages []struct {
		Table struct {
			UID   string     `json:"uid"`
			Table [][]string `json:"table"`
		} `json:"table"`
	}
	if err := json.Unmarshal(text, &pages); err != nil {
		return report, spar.Errorf(spar.Invalid, "%s: %w", path, err)
	}
	type place struct{ page, row, column int }
	var places []place
	for p := range pages {
		grid := pages[p].Table.Table
		for r := range grid {
			for c := 1; c < len(grid[r]); c++ {
				if isFigure(grid[r][c]) && yearAbove(grid, r, c) != "" {
					places = append(places, place{p, r, c})
				}
			}
		}
	}
	random := rand.New(rand.NewPCG(seed, 0))
	random.Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })
	tables := map[int][]chunk.Table{}
	for _, at := range places[:min(n, len(places))] {
		grid := pages[at.page].Table.Table
		if _, ok := tables[at.page]; !ok {
			doc, err := document(pages[at.page].Table.UID+".md", pipeTable(grid))
			if err != nil {
				return report, err
			}
			tables[at.page] = chunk.Tables(doc)
		}
		year, label := yearAbove(grid, at.row, at.column), ""
		for _, table := range tables[at.page] {
			for _, row := range table.Rows {
				if row.Locator.Row == at.row+1 && at.column < len(table.Columns) {
					label = strings.Join([]string{table.Caption, row.Group, table.Columns[at.column].Label}, " | ")
				}
			}
		}
		holds := strings.Contains(strings.ToLower(label), strings.ToLower(year))
		report.Labels.add(holds)
		report.Cells = append(report.Cells, struct {
			Table string `json:"table"`
			Row   int    `json:"row"`
			Text  string `json:"text"`
			Year  string `json:"year"`
			Label string `json:"label"`
			Holds bool   `json:"holds"`
		}{pages[at.page].Table.UID, at.row, grid[at.row][at.column], year, label, holds})
	}
	return report, nil
}

// isFigure reports whether a cell holds a number and is no year.
func isFigure(s string) bool {
	v, _ := chunk.Typed(s)
	return v.Kind == spar.Number && !(v.Number >= 1900 && v.Number < 2100 && len(strings.TrimSpace(s)) == 4)
}

// noYear matches years within a cell that hold for no other cell: days of a term, the figure of another year in a remark, changes.
var noYear = regexp.MustCompile(`(?i)\d/\d+/\d|\((?:19|20)\d\d:`)

func year(s string) string {
	if noYear.MatchString(s) {
		return ""
	}
	return strings.TrimFunc(aYear.FindString(s), func(r rune) bool { return strings.ContainsRune(" ,.()’'", r) })
}

var aChange = regexp.MustCompile(`(?i)change|varia|increase|growth`)

// yearAbove finds the year of a cell. It looks in each row above, from the nearest on: in the cell's column, in the row's only name, or
// nearest to the left of the column. It returns "" if there is none.
func yearAbove(grid [][]string, r, c int) string {
	for i := r - 1; i >= 0; i-- {
		row := grid[i]
		filled, alone := 0, ""
		for _, cell := range row {
			if strings.TrimSpace(cell) != "" {
				filled, alone = filled+1, cell
			}
		}
		if c < len(row) && !isFigure(row[c]) && year(row[c]) != "" {
			return year(row[c])
		}
		if filled == 1 && year(alone) != "" {
			return year(alone)
		}
		if c < len(row) && aChange.MatchString(row[c]) {
			return "" // between two years
		}
		values := false
		for _, cell := range row {
			values = values || isFigure(cell)
		}
		if filled > 1 && !values && c < len(row) && strings.TrimSpace(row[c]) == "" {
			for k := c; k >= 1; k-- {
				if y := year(row[k]); y != "" {
					return y
				}
				if strings.TrimSpace(row[k]) != "" {
					break
				}
			}
		}
	}
	return ""
}

// pipeTable writes the rows as a table of Markdown whose first row is the header.
func pipeTable(grid [][]string) []byte {
	var b strings.Builder
	escape := strings.NewReplacer("|", `\|`, `\`, `\\`, "*", `\*`, "_", `\_`, "`", "\\`", "<", `\<`, "[", `\[`, "~", `\~`)
	for i, row := range grid {
		for _, c := range row {
			b.WriteString("| " + escape.Replace(strings.Join(strings.Fields(c), " ")) + " ")
		}
		b.WriteString("|\n")
		if i == 0 {
			b.WriteString(strings.Repeat("| --- ", len(row)) + "|\n")
		}
	}
	return []byte(b.String())
}

// WriteMarkdown writes the figure, and the cells whose labels miss their year.
func (r YearReport) WriteMarkdown(w io.Writer) error {
	fmt.Fprintf(w, "labels that hold the year of their cell: %v, seed %d\n", r.Labels, r.Seed)
	for _, c := range r.Cells {
		if !c.Holds {
			fmt.Fprintf(w, "\n%s, row %d, %q: %s is not in %q", c.Table, c.Row, c.Text, c.Year, c.Label)
		}
	}
	_, err := io.WriteString(w, "\n")
	return err
}
