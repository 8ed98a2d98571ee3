package asked

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/eval/registers"
	"github.com/sparsearch/spar/eval/tabular"
	"github.com/sparsearch/spar/internal/extract"
)

// TestShares: every half has its questions and the required parts of their answers. The files have the answers from texts; answers from
// rows are computed again.
func TestShares(t *testing.T) {
	texts := map[string]bool{}
	for _, of := range [][2]string{{"mixed", "a"}, {"mixed", "b"}, {"files", "a"}, {"files", "b"}} {
		list, err := Make(of[0], of[1])
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range list {
			if held := strings.Contains(s.Name, "-b"); held != HeldBack(of[1]) {
				t.Errorf("%s: held back %v", s.Name, held)
			}
			s.check(t, texts)
		}
		sum, err := Sum(of[0], of[1])
		t.Logf("%s, half %s: SHA-256 %s, %v", of[0], of[1], sum, err)
	}
	if _, err := Make("mixed", "c"); err == nil {
		t.Error("there is no half c")
	}
}

func (s Share) check(t *testing.T, texts map[string]bool) {
	t.Helper()
	said := ""
	paths := map[string]bool{}
	for _, f := range s.Files {
		content, err := f.bytes()
		if err != nil || paths[f.Path] || f.Date.IsZero() || len(f.Body) < 60 {
			t.Errorf("%s: %s: is there twice, or lacks a date or text: %v", s.Name, f.Path, err)
		}
		paths[f.Path] = true
		doc := extract.Document(t.Context(), extract.Input{Name: f.Path, R: bytes.NewReader(content), Size: int64(len(content))})
		words := ""
		for _, b := range doc.Blocks {
			words += b.Text + "\n"
			if b.Table != nil {
				for _, r := range b.Table.Rows {
					words += strings.Join(r.Cells, " ") + "\n"
				}
			}
		}
		if len(words) < len(f.Body)/2 {
			t.Errorf("%s: %s is read as %d bytes of %d", s.Name, f.Path, len(words), len(f.Body))
		}
		said += f.Body + "\n"
	}
	kinds := map[string]int{}
	for i, q := range s.Questions {
		kinds[q.Kind]++
		none := q.Kind == None || q.Kind == Near
		if texts[q.Text] || q.Text == "" || none != (len(q.Must) == 0) || i > 0 && q.ID <= s.Questions[i-1].ID {
			t.Errorf("%s, %s: is asked twice, is out of order, or has no text or gold", s.Name, q.ID)
		}
		texts[q.Text] = true
		if q.Kind == "text" {
			if missing := tabular.Lacks(registers.AboutQuestion{Must: q.Must}, strings.Join(strings.Fields(said), " ")); len(missing) > 0 {
				t.Errorf("%s, %s: no file says what the answer must say", s.Name, q.ID)
			}
		}
		if q.Rows == "" {
			continue
		}
		want, err := s.compute(q.Rows)
		if err != nil || len(want) != len(q.Must) {
			t.Errorf("%s, %s: %d values are computed, %d are there: %v", s.Name, q.ID, len(want), len(q.Must), err)
			continue
		}
		for n, w := range want {
			if !slices.Contains(q.Must[n], w) {
				t.Errorf("%s, %s: value %d is not what the rows give", s.Name, q.ID, n+1)
			}
		}
	}
	t.Logf("%s: %d files, questions %v", s.Name, len(s.Files), kinds)
}

// compute returns the result of a line "rows:": "count", "sum COLUMN", "mean", "max", "min", "list", "top COLUMN by FIGURE" or "least
// COLUMN by FIGURE".
func (s Share) compute(line string) ([]string, error) {
	parts := append(strings.Split(line, "|"), "", "")
	rows, err := s.rows(strings.TrimSpace(parts[0]))
	if err != nil {
		return nil, err
	}
	for c := range strings.SplitSeq(parts[2], ";") {
		if c = strings.TrimSpace(c); c == "" {
			continue
		}
		at := strings.IndexAny(c, "!<>=~")
		mark := c[at : at+1]
		if strings.HasPrefix(c[at+1:], "=") {
			mark = c[at : at+2]
		}
		column, value := strings.TrimSpace(c[:at]), strings.TrimSpace(c[at+len(mark):])
		rows = slices.DeleteFunc(rows, func(r map[string]string) bool { return !holds(r[column], mark, value) })
	}
	op := strings.TrimSpace(parts[1])
	first, column, _ := strings.Cut(op, " ")
	switch first {
	case "list":
		var out []string
		for _, r := range rows {
			out = append(out, r[column])
		}
		return out, nil
	case "top", "least":
		label, of, _ := strings.Cut(column, " by ")
		groups := map[string][]map[string]string{}
		for _, r := range rows {
			groups[r[label]] = append(groups[r[label]], r)
		}
		type group struct{ name, value string }
		var list []group
		for name, in := range groups {
			if v := figure(of, in); v != "" {
				list = append(list, group{name, v})
			}
		}
		slices.SortFunc(list, func(a, b group) int {
			if first == "top" {
				a, b = b, a
			}
			return compare(a.value, b.value)
		})
		if len(list) < 2 || list[0].value == list[1].value {
			return nil, fmt.Errorf("places are shared")
		}
		return []string{list[0].name}, nil
	}
	return []string{figure(op, rows)}, nil
}

// rows returns the rows of a file, or of a sheet as FILE#SHEET; for "files" it returns a row of facts about each file.
func (s Share) rows(name string) (rows []map[string]string, err error) {
	if name == "files" {
		for _, f := range s.Files {
			content, err := f.bytes()
			if err != nil {
				return nil, err
			}
			base, ext := path.Base(f.Path), path.Ext(f.Path)
			rows = append(rows, map[string]string{
				"path": f.Path, "name": strings.TrimSuffix(base, ext), "folder": strings.Trim(path.Dir(f.Path), "."), "ext": ext[1:], "author": f.Author,
				"date": f.Date.Format(time.DateOnly), "size": strconv.Itoa(len(content)), "text": strings.Join(strings.Fields(f.Body), " "),
			})
		}
		return rows, nil
	}
	file, sheet, _ := strings.Cut(name, "#")
	i := slices.IndexFunc(s.Files, func(f File) bool { return f.Path == file })
	if i < 0 {
		return nil, fmt.Errorf("there is no %s", file)
	}
	body := s.Files[i].Body
	for _, is := range s.Files[i].sheets() {
		if is[0] == sheet {
			body = is[1]
		}
	}
	all, err := csv.NewReader(strings.NewReader(body)).ReadAll()
	if err != nil {
		return nil, err
	}
	for _, r := range all[1:] {
		row := map[string]string{}
		for n, label := range all[0] {
			row[label] = r[n]
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func holds(cell, mark, value string) bool {
	switch mark {
	case "=":
		return slices.Contains(strings.Split(value, "/"), cell)
	case "!=":
		return cell != value
	case "~": // one of some words, where no folder is meant
		return strings.Contains(cell, value) || slices.ContainsFunc(strings.Split(value, "/"), func(v string) bool { return len(v) > 4 && strings.Contains(cell, v) && len(cell) > 60 })
	}
	c := compare(cell, value)
	return cell != "" && (mark == ">" && c > 0 || mark == "<" && c < 0 || mark == ">=" && c >= 0 || mark == "<=" && c <= 0)
}

// compare compares numbers as numbers, others as texts.
func compare(a, b string) int {
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	if errX != nil || errY != nil {
		return strings.Compare(a, b)
	}
	return cmp.Compare(x, y)
}

// figure returns a figure of rows with at most two decimals; "" where no row has a value.
func figure(of string, rows []map[string]string) string {
	first, column, _ := strings.Cut(of, " ")
	if first == "count" {
		return strconv.Itoa(len(rows))
	}
	var cells []string
	sum := 0.
	for _, r := range rows {
		if r[column] != "" {
			cells = append(cells, r[column])
			n, _ := strconv.ParseFloat(r[column], 64)
			sum += n
		}
	}
	if len(cells) == 0 {
		return ""
	}
	slices.SortFunc(cells, compare)
	switch first {
	case "max":
		return plain(cells[len(cells)-1])
	case "min":
		return plain(cells[0])
	case "mean":
		sum /= float64(len(cells))
	}
	return plain(strconv.FormatFloat(sum, 'f', 2, 64))
}

func plain(n string) string {
	if strings.Contains(n, ".") {
		return strings.TrimRight(strings.TrimRight(n, "0"), ".")
	}
	return n
}

// TestJudge: it is right to refuse a question without an answer, and wrong to refuse one with an answer. An answer that says everything is
// not right either.
func TestJudge(t *testing.T) {
	asked := registers.AboutQuestion{Kind: "text", Must: [][]string{{"two hours", "2 hours"}}, Not: []string{"24 hours"}}
	none := registers.AboutQuestion{Kind: None}
	says := func(text string) spar.Answer { return spar.Answer{Statements: []spar.Statement{{Text: text}}} }
	for _, c := range []struct {
		q    registers.AboutQuestion
		a    spar.Answer
		want string
	}{
		{asked, says("Until 2 hours before."), "right"}, {asked, says("Until two hours before, no longer 24 hours."), "wrong"}, {asked, says("Until noon."), "wrong"},
		{asked, spar.Answer{Refused: true}, "refused"}, {asked, says("two hours" + strings.Repeat(" word", 200)), "wrong"},
		{registers.AboutQuestion{Must: [][]string{{"12.8", "12.76"}}}, says("12.7636363636 (average)"), "right"},
		{none, spar.Answer{Refused: true}, "right"}, {none, says("Until noon."), "wrong"},
	} {
		if got := judge(c.q, c.a); got.Verdict != c.want {
			t.Errorf("%v: %s, want %s", c.a.Statements, got.Verdict, c.want)
		}
	}
}

// TestHeldBack: the report of a half that is held back has only totals.
func TestHeldBack(t *testing.T) {
	for half, want := range map[string]int{"a": 1, "b": 0} {
		r := &Report{Set: "files", Half: half}
		r.add(Share{Language: "fr"}, Answered{Kind: "who", Text: "Who?", Verdict: "refused"})
		if len(r.Questions) != want || !slices.Equal(r.Lines, []Line{{"who", 1, 0, 0, 1}, {"in fr", 1, 0, 0, 1}}) {
			t.Errorf("half %s: %+v", half, r)
		}
	}
}
