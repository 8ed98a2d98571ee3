package structure

import (
	"context"
	"crypto/sha1"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/spar"
)

// Said counts, for one attribute, how often SPAR found what the files say.
type Said struct {
	Attribute string   `json:"attribute"`
	Files     int      `json:"files"` // files that say it
	Right     int      `json:"right"`
	Wrong     int      `json:"wrong"` // something else was found, or something where a file says nothing
	Missed    int      `json:"missed"`
	Cases     []string `json:"cases,omitempty"`
}

// eitherWay marks a cell that a person can read in two ways; it is not counted.
const eitherWay = "?"

// columns are the columns of a table filled in by a person. The last three may be missing: the state of the text, the version that it
// replaces, and the place of its period.
var columns = []string{"package", "path", "version", "date", "period", "status", "replaces", "by"}

// attributes names the attributes of the columns from the third on.
var attributes = []string{"doc-version", "effective", "period", "doc-status", "replaces"}

// Says compares the version and time attributes of files with a table filled in by a person. The file of line N is alone in folder/N. Half
// selects files: "read" (paths with an even SHA-1), "other", or "" for all. With list it also lists each wrong case.
func Says(ctx context.Context, table, folder, half string, o read.Options, list bool) ([]Said, error) {
	f, err := os.Open(table)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.LazyQuotes = '\t', true
	rows, err := r.ReadAll()
	if err != nil || len(rows) == 0 || len(rows[0]) < 5 || !slices.Equal(rows[0], columns[:min(len(rows[0]), len(columns))]) {
		return nil, spar.Errorf(spar.Invalid, "%s is no table of %s, with tabs between them", table, strings.Join(columns, ", "))
	}
	reader, done, err := readerOf(o)
	if err != nil {
		return nil, err
	}
	defer done()
	var out []Said
	for _, a := range attributes[:min(len(rows[0])-2, len(attributes))] {
		out = append(out, Said{Attribute: a})
	}
	for n, row := range rows[1:] {
		if sum := sha1.Sum([]byte(row[1])); half != "" && (half == "read") != (sum[0]%2 == 0) {
			continue
		}
		files, err := filepath.Glob(filepath.Join(folder, strconv.Itoa(n+1), "*"))
		if err != nil || len(files) != 1 {
			return nil, spar.Errorf(spar.NotFound, "%s is not in %s", row[1], filepath.Join(folder, strconv.Itoa(n+1)))
		}
		told, err := reader.Told(ctx, files[0])
		if err != nil {
			return nil, err
		}
		for i := range out {
			out[i].judge(row[1], row[2+i], row[3], told, list)
		}
	}
	return out, nil
}

// judge counts one file: want is the expected value, issued the day of issue, told the properties that SPAR found. If no period is wanted,
// periods in the year of issue do not count.
func (s *Said) judge(file, want, issued string, told []spar.Property, list bool) {
	keys := []string{s.Attribute}
	if s.Attribute == "doc-version" {
		keys = append(keys, "version", "revision")
	}
	var got []string
	for _, p := range told {
		if !slices.Contains(keys, p.Key) {
			continue
		}
		value := p.Value.String()
		if p.Value.Kind == spar.Date {
			value = p.Value.Date.Format(time.DateOnly)
		}
		if s.Attribute != "period" || want != "" || !strings.HasPrefix(issued, value[:4]) {
			got = append(got, value)
		}
	}
	if want == eitherWay || s.Attribute == "doc-status" && want == "" && slices.Equal(got, []string{"final"}) {
		return
	}
	var outcome string
	found := slices.ContainsFunc(got, func(g string) bool {
		return g == want || s.Attribute == "effective" && want != "" && strings.HasPrefix(g, want) || s.Attribute == "replaces" && want != "" && strings.Contains(g, want)
	})
	if s.Attribute == "period" {
		got = finest(got)
		found = slices.Equal(got, wanted(want))
	}
	if want != "" {
		s.Files++
	}
	switch {
	case want == "" && len(got) == 0:
		return
	case want != "" && found:
		s.Right++
		return
	case want != "" && len(got) == 0:
		s.Missed++
		outcome = "missed"
	default:
		s.Wrong++
		outcome = "wrong"
	}
	if list {
		s.Cases = append(s.Cases, fmt.Sprintf("%s: %s of %s: wanted %q, found %q", outcome, s.Attribute, file, want, strings.Join(got, ", ")))
	}
}

// finest returns the periods that contain no other one of the list.
func finest(periods []string) (list []string) {
	for _, p := range periods {
		if !slices.ContainsFunc(periods, func(q string) bool { return q != p && within(q, p) }) {
			list = append(list, p)
		}
	}
	slices.Sort(list)
	return list
}

// within reports whether a month, a quarter or a half lies in a year, or a month in a quarter.
func within(p, of string) bool {
	if len(of) == 7 && of[5] == 'Q' && len(p) == 7 && p[:5] == of[:5] && p[5] != 'Q' && p[5] != 'H' {
		month, _ := strconv.Atoi(p[5:])
		return (month+2)/3 == int(of[6]-'0')
	}
	return len(of) == 4 && strings.HasPrefix(p, of+"-")
}

// wanted returns the periods in a cell: one, several with spaces between them, or a range of years.
func wanted(text string) (list []string) {
	for _, p := range strings.Fields(text) {
		from, to, span := strings.Cut(p, "..")
		if !span {
			list = append(list, p)
			continue
		}
		first, _ := strconv.Atoi(from)
		last, _ := strconv.Atoi(to)
		for y := first; y <= last; y++ {
			list = append(list, strconv.Itoa(y))
		}
	}
	return list
}

// WriteSays prints the result of Says.
func WriteSays(w io.Writer, found []Said) error {
	_, err := fmt.Fprint(w, "| attribute | files that say it | right | wrong | missed |\n|---|---|---|---|---|\n")
	for _, s := range found {
		if err == nil {
			_, err = fmt.Fprintf(w, "| `%s` | %d | %d | %d | %d |\n", s.Attribute, s.Files, s.Right, s.Wrong, s.Missed)
		}
	}
	for _, s := range found {
		for _, c := range s.Cases {
			if err == nil {
				_, err = fmt.Fprintln(w, c)
			}
		}
	}
	return err
}
