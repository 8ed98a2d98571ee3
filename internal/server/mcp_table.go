package server

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
)

// Bounds of the part of a table answer that an assistant gets.
const (
	mostRows      = 50
	mostCells     = 20
	longCell      = 200 // bytes
	longStatement = 1000
)

type (
	mcpTableQuestion struct {
		Files    []string `json:"files,omitempty" jsonschema:"SHARE:PATH of each, the end of a path, or the name of a file, as list_files and citations give them"`
		Question string   `json:"question,omitempty"`
		Plan     string   `json:"plan,omitempty" jsonschema:"in place of a question, such as: from TABLE where LABEL = 'VALUE' group LABEL select sum(LABEL)"`
	}
	mcpCell struct {
		ID    string `json:"id"`
		URL   string `json:"url"`
		Label string `json:"label"`
		Text  string `json:"text"`
	}
	mcpTable struct {
		Answers      []string          `json:"answers"`
		About        []string          `json:"about,omitempty" jsonschema:"what the table is, a statement each, where the question is about the table as such"`
		Refused      bool              `json:"refused"`
		Reason       string            `json:"reason,omitempty"`
		Plan         string            `json:"plan"`
		Unit         string            `json:"unit,omitempty"`
		Columns      []string          `json:"columns,omitempty"`
		Rows         [][]string        `json:"rows,omitempty"`
		RowsNotShown int               `json:"rows_not_shown,omitempty"`
		Tables       []string          `json:"tables"`
		RowsUsed     int               `json:"rows_used"`
		LeftOut      []api.LeftOut     `json:"left_out"`
		Cells        []mcpCell         `json:"cells"`
		CellsOf      int               `json:"cells_of"`
		Confidence   float64           `json:"confidence"`
		Alternatives []api.OtherAnswer `json:"alternatives,omitempty"`
		Notes        []string          `json:"notes,omitempty"`
	}
)

func (a *assistant) table(ctx context.Context, _ *mcp.CallToolRequest, in mcpTableQuestion) (mcpTable, error) {
	got, err := a.s.Table(ctx, a.who, api.TableQuestion{Files: in.Files, Question: in.Question, Plan: in.Plan})
	out := mcpTable{
		Answers: shortened(got.Answers), Refused: got.Refused, Reason: got.Reason, Plan: got.Plan, Unit: got.Unit, Columns: shortened(got.Columns), Tables: []string{},
		RowsUsed: got.Used, LeftOut: got.LeftOut, Cells: []mcpCell{}, CellsOf: got.Of, Confidence: got.Confidence, Alternatives: got.Alternatives, Notes: got.Notes,
	}
	if out.LeftOut == nil {
		out.LeftOut = []api.LeftOut{}
	}
	if got.About != nil {
		for _, s := range got.About.Said[:min(len(got.About.Said), mostRows)] {
			out.About = append(out.About, service.Shortened(s.Text, longStatement))
		}
	}
	for i, row := range got.Rows {
		if i == mostRows {
			out.RowsNotShown = len(got.Rows) - mostRows
			break
		}
		out.Rows = append(out.Rows, shortened(row))
	}
	for _, t := range got.Tables {
		out.Tables = append(out.Tables, titled(t.Share, t.Path, t.Locator))
	}
	for _, c := range got.Cells[:min(len(got.Cells), mostCells)] {
		out.Cells = append(out.Cells, mcpCell{c.Open, a.url(c.Open), service.Shortened(c.Label, longCell), service.Shortened(c.Text, longCell)})
		inquiryIn(ctx).files(c.Open)
	}
	return out, err
}

// shortened are texts of cells, at most as many as rows are shown.
func shortened(list []string) []string {
	out := []string{}
	for _, text := range list[:min(len(list), mostRows)] {
		out = append(out, service.Shortened(text, longCell))
	}
	return out
}
