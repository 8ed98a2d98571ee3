package format

import (
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/taxonomy"
)

// columns is the columns of a table, in writing order, each with its other name.
var columns = [][2]string{
	{"id", "identifier"}, {"name", "label"}, {"parents", "parent"}, {"synonyms", "synonym"}, {"notes", "note"}, {"positions", "position"}, {"links", "link"}, {"retired", "retired"},
}

// delimiter finds the character between the cells of a header, 0 if the line is none: it must have a column "name".
func delimiter(header string) rune {
	for _, d := range ",;\t" {
		r := csv.NewReader(strings.NewReader(header))
		r.Comma = d
		cells, err := r.Read()
		if err == nil && slices.ContainsFunc(cells, func(c string) bool { return column(c) == 1 }) {
			return d
		}
	}
	return 0
}

// column is the place of a column among columns, -1 for an unknown one.
func column(title string) int {
	title = strings.ToLower(strings.TrimSpace(title))
	return slices.IndexFunc(columns, func(c [2]string) bool { return title == c[0] || title == c[1] })
}

// readCSV reads a table with a header. Cells with several values have | between them, and \| for one that is meant;
// parents and links are identifiers or names.
func readCSV(s *source) (taxonomy.Vocabulary, error) {
	var v taxonomy.Vocabulary
	header, err := s.Peek(32 << 10)
	if err != nil && !errors.Is(err, io.EOF) {
		return v, err
	}
	r := csv.NewReader(s)
	first, _, _ := strings.Cut(strings.TrimLeft(string(header), "\r\n"), "\n")
	if r.Comma = delimiter(strings.TrimRight(first, "\r")); r.Comma == 0 {
		return v, spar.Errorf(spar.Invalid, "the first line has no column %q: it must name the columns, with a comma, a semicolon or a tab between them", "name")
	}
	r.FieldsPerRecord = -1
	titles, err := r.Read()
	if err != nil {
		return v, err
	}
	for i, title := range titles {
		c := column(title)
		if c < 0 {
			s.remarks.Add("columns that mean nothing here were left out", title)
		} else if slices.IndexFunc(titles, func(t string) bool { return column(t) == c }) < i {
			return v, spar.Errorf(spar.Invalid, "there are two columns %q", title)
		}
	}
	for {
		s.begin()
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			return byNames(v), nil
		}
		if err != nil {
			return v, err
		}
		line, _ := r.FieldPos(0)
		c := taxonomy.Concept{}
		for i, cell := range cells {
			if !utf8.ValidString(cell) {
				return v, spar.Errorf(spar.Invalid, "line %d is not valid UTF-8: save the table as UTF-8", line)
			}
			if i >= len(titles) {
				if strings.TrimSpace(cell) != "" {
					return v, spar.Errorf(spar.Invalid, "line %d has more cells than there are columns: put quotes around cells with %q in them", line, r.Comma)
				}
				continue
			}
			switch column(titles[i]) {
			case 0:
				c.ID = cell
			case 1:
				c.Name = cell
			case 2:
				c.Parents = several(cell)
			case 3:
				c.Synonyms = several(cell)
			case 4:
				c.Notes = cell
			case 5:
				c.Positions = several(cell)
			case 6:
				c.Links = several(cell)
			case 7:
				if c.Retired, err = truth(cell); err != nil {
					return v, spar.Errorf(spar.Invalid, "line %d: retired is %q, and must be true or false", line, cell)
				}
			}
		}
		c.ID, c.Name = strings.TrimSpace(c.ID), strings.TrimSpace(c.Name)
		if c.ID == "" && c.Name == "" {
			s.remarks.Add("lines without a name were left out", "line "+strconv.Itoa(line))
			continue
		}
		v.Concepts = append(v.Concepts, c)
		if err := tooMany(v); err != nil {
			return v, err
		}
	}
}

func truth(s string) (bool, error) {
	switch strings.ToLower(strings.TrimSpace(s)) {
	case "", "false", "no", "0":
		return false, nil
	case "true", "yes", "1":
		return true, nil
	}
	return false, strconv.ErrSyntax
}

// several takes a cell apart.
func several(cell string) []string {
	var list []string
	var b strings.Builder
	for i := 0; i < len(cell); i++ {
		switch {
		case cell[i] == '\\' && i+1 < len(cell) && (cell[i+1] == '|' || cell[i+1] == '\\'):
			i++
			b.WriteByte(cell[i])
		case cell[i] == '|':
			list = append(list, strings.TrimSpace(b.String()))
			b.Reset()
		default:
			b.WriteByte(cell[i])
		}
	}
	if last := strings.TrimSpace(b.String()); last != "" || len(list) > 0 {
		list = append(list, last)
	}
	return slices.DeleteFunc(list, func(s string) bool { return s == "" })
}

var cellEscapes = strings.NewReplacer(`\`, `\\`, `|`, `\|`)

func cell(list []string) string {
	escaped := make([]string, len(list))
	for i, s := range list {
		escaped[i] = cellEscapes.Replace(s)
	}
	return strings.Join(escaped, "|")
}

func writeCSV(w io.Writer, v taxonomy.Vocabulary) error {
	c := csv.NewWriter(w)
	var titles []string
	for _, title := range columns {
		titles = append(titles, title[0])
	}
	if err := c.Write(titles); err != nil {
		return err
	}
	for _, x := range v.Concepts {
		retired := ""
		if x.Retired {
			retired = "true"
		}
		if err := c.Write([]string{x.ID, x.Name, cell(x.Parents), cell(x.Synonyms), x.Notes, cell(x.Positions), cell(x.Links), retired}); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}
