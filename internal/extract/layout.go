package extract

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// LayoutRecipe names how the reply of a layout service becomes blocks.
const LayoutRecipe = "layout/2"

// A layoutReply is the part that SPAR uses of a service's answer in the form of Docling Serve.
type layoutReply struct {
	Document struct {
		JSON *layoutDocument `json:"json_content"`
	} `json:"document"`
	Status string `json:"status"`
	Errors []struct {
		Message string `json:"error_message"`
	} `json:"errors"`
}

// A layoutDocument is a document whose items name each other by references such as #/texts/3.
type layoutDocument struct {
	Body     layoutGroup   `json:"body"`
	Groups   []layoutGroup `json:"groups"`
	Texts    []layoutText  `json:"texts"`
	Tables   []layoutTable `json:"tables"`
	Pictures []layoutText  `json:"pictures"`
}

type layoutRef struct {
	Ref string `json:"$ref"`
}

type layoutGroup struct {
	Children []layoutRef `json:"children"`
}

type layoutText struct {
	Label    string       `json:"label"`
	Text     string       `json:"text"`
	Marker   string       `json:"marker"`
	Level    int          `json:"level"`
	Layer    string       `json:"content_layer"`
	Children []layoutRef  `json:"children"`
	Captions []layoutRef  `json:"captions"`
	Prov     []layoutProv `json:"prov"`
}

type layoutProv struct {
	Page int `json:"page_no"`
}

type layoutTable struct {
	Captions  []layoutRef  `json:"captions"`
	Footnotes []layoutRef  `json:"footnotes"`
	Prov      []layoutProv `json:"prov"`
	Data      struct {
		Cells []layoutCell `json:"table_cells"`
		Rows  int          `json:"num_rows"`
	} `json:"data"`
}

type layoutCell struct {
	Row    int    `json:"start_row_offset_idx"`
	RowEnd int    `json:"end_row_offset_idx"`
	Col    int    `json:"start_col_offset_idx"`
	ColEnd int    `json:"end_col_offset_idx"`
	Text   string `json:"text"`
	Header bool   `json:"column_header"`
}

// maxLayoutRows bounds the rows of one table of a reply.
const maxLayoutRows = 100_000

// Layout reads the reply of a layout service: the text of another file, which nobody here has read. It is as hostile as a file.
func Layout(ctx context.Context, in Input, emit func(Item) error) Result {
	in.Limits = in.Limits.withDefaults()
	src := &source{r: in.R, size: in.Size}
	in.R = src
	out := &sink{ctx: ctx, limits: in.Limits, emit: emit}
	err := guard(func() error {
		var reply layoutReply
		if err := json.NewDecoder(in.reader()).Decode(&reply); err != nil {
			return refuse(ErrCorrupt, "the layout service gave no JSON that can be read: %v", err)
		}
		var said []string
		for _, e := range reply.Errors {
			if e.Message != "" && len(said) < 3 {
				said = append(said, cut(e.Message, 200))
			}
		}
		doc := reply.Document.JSON
		switch {
		case reply.Status != "success" && reply.Status != "partial_success":
			return refuse(ErrCorrupt, "the layout service says %q: %s", cut(reply.Status, 40), strings.Join(said, "; "))
		case doc == nil:
			return refuse(ErrCorrupt, "the layout service gave no document")
		}
		w := &layoutWalk{doc: doc, out: out, seen: map[string]bool{}}
		if err := w.children(doc.Body.Children, 0); err != nil {
			return err
		}
		if reply.Status == "partial_success" {
			return refuse(ErrPartial, "the layout service could not read all of it: %s", strings.Join(said, "; "))
		}
		return out.finish()
	})
	if src.err != nil {
		err = src.err
	}
	if out.err != nil {
		err = out.err
	}
	res := Result{}
	res.State, res.Reason = conclude(err, out.handed, in.Size == 0)
	return res
}

// layoutWalk hands on the items of a document in its order, each once.
type layoutWalk struct {
	doc  *layoutDocument
	out  *sink
	seen map[string]bool
	page int // of the item before
}

func (w *layoutWalk) children(list []layoutRef, depth int) error {
	if depth > w.out.limits.Depth {
		return refuse(ErrCorrupt, "the reply of the layout service is nested too deeply")
	}
	for _, c := range list {
		if err := w.item(c.Ref, depth); err != nil {
			return err
		}
	}
	return nil
}

// layoutItem gives the list and the number that a reference names.
func layoutItem(ref string) (list string, n int, ok bool) {
	rest, ok := strings.CutPrefix(ref, "#/")
	list, number, cut := strings.Cut(rest, "/")
	if !ok || !cut || number == "" || len(number) > 8 || strings.Trim(number, "0123456789") != "" {
		return "", 0, false
	}
	_, err := fmt.Sscanf(number, "%d", &n)
	return list, n, err == nil
}

func (w *layoutWalk) item(ref string, depth int) error {
	list, n, ok := layoutItem(ref)
	if !ok || w.seen[ref] {
		return nil
	}
	w.seen[ref] = true
	switch {
	case list == "groups" && n < len(w.doc.Groups):
		return w.children(w.doc.Groups[n].Children, depth+1)
	case list == "texts" && n < len(w.doc.Texts):
		return w.text(&w.doc.Texts[n], depth)
	case list == "tables" && n < len(w.doc.Tables):
		return w.table(&w.doc.Tables[n], depth)
	case list == "pictures" && n < len(w.doc.Pictures):
		p := &w.doc.Pictures[n]
		return w.children(slices.Concat(p.Captions, p.Children), depth+1)
	}
	return nil
}

// at is the place of an item. If its page is impossible, it is the page of the item before.
func (w *layoutWalk) at(prov []layoutProv) spar.Locator {
	if len(prov) > 0 && prov[0].Page > 0 && prov[0].Page < 1<<20 {
		w.page = prov[0].Page
	}
	return spar.Locator{Page: w.page}
}

func (w *layoutWalk) text(t *layoutText, depth int) error {
	at := w.at(t.Prov)
	text := strings.TrimSpace(t.Text)
	b := spar.Block{Kind: spar.Paragraph, Text: text, Locator: at}
	switch t.Label {
	case "title":
		b.Kind, b.Level = spar.Heading, 1
	case "section_header":
		b.Kind, b.Level = spar.Heading, min(max(t.Level, 1)+1, 9)
	case "list_item":
		b.Kind = spar.ListItem
	case "code":
		b.Kind = spar.CodeBlock
	case "page_header":
		b.Kind = spar.RunningHeader
	case "page_footer":
		b.Kind = spar.RunningFooter
	case "footnote":
		b.Kind = spar.Note
	case "document_index":
		b.Kind = spar.Contents
	case "reference":
		b.Kind = spar.Reference
	}
	if b.Kind == spar.ListItem && len(t.Marker) < 20 && strings.Trim(t.Marker, "-*•· ") != "" {
		b.Text = strings.TrimSpace(t.Marker + " " + text)
	}
	if text != "" {
		if err := w.out.block(b); err != nil {
			return err
		}
	}
	return w.children(t.Children, depth+1)
}

// table hands on a table. Its cells say where they stand; spans that lead out of the table are cut.
func (w *layoutWalk) table(t *layoutTable, depth int) error {
	at := w.at(t.Prov)
	var caption []string
	for _, c := range t.Captions {
		if list, n, ok := layoutItem(c.Ref); ok && list == "texts" && n < len(w.doc.Texts) {
			w.seen[c.Ref] = true
			caption = append(caption, strings.TrimSpace(w.doc.Texts[n].Text))
		}
	}
	rows := map[int][]layoutCell{}
	last := -1
	for _, c := range t.Data.Cells {
		if c.Row < 0 || c.Col < 0 || c.Row >= maxLayoutRows || c.Col >= w.out.limits.Columns {
			continue
		}
		rows[c.Row] = append(rows[c.Row], c)
		last = max(last, c.Row)
	}
	g := grid{out: w.out, at: at, caption: strings.Join(caption, "\n"), guess: true}
	for n := range last + 1 {
		cells := rows[n]
		slices.SortStableFunc(cells, func(a, b layoutCell) int { return a.Col - b.Col })
		var line []cell
		col := 0
		for _, c := range cells {
			for ; col < c.Col; col++ {
				if !w.covered(rows, n, col) {
					line = append(line, cell{})
				}
			}
			if c.Col < col {
				continue // it lies upon another
			}
			cols := min(max(c.ColEnd-c.Col, 1), w.out.limits.Columns-c.Col)
			line = append(line, cell{text: c.Text, cols: cols, rows: min(max(c.RowEnd-c.Row, 1), last+1-n), header: c.Header})
			col += cols
		}
		if err := g.add(line, spar.Locator{Page: at.Page}); err != nil {
			return err
		}
	}
	if err := g.close(); err != nil {
		return err
	}
	return w.children(t.Footnotes, depth+1)
}

// covered reports whether a cell above spans a place of a table. The grid has such a place already.
func (w *layoutWalk) covered(rows map[int][]layoutCell, row, col int) bool {
	for up := 1; up <= 50 && up <= row; up++ {
		for _, c := range rows[row-up] {
			if c.Col <= col && col < max(c.ColEnd, c.Col+1) && c.RowEnd > row {
				return true
			}
		}
	}
	return false
}

// LayoutVersion returns the version of a layout service, from its reply to GET /version or /health.
func LayoutVersion(r io.Reader) (string, error) {
	var said map[string]any
	if err := json.NewDecoder(io.LimitReader(r, 64<<10)).Decode(&said); err != nil {
		return "", errors.New("it gives no JSON")
	}
	for _, key := range []string{"docling-serve", "version"} {
		if v, ok := said[key].(string); ok && v != "" && len(v) < 60 {
			return "layout service " + v, nil
		}
	}
	return "layout service", nil
}
