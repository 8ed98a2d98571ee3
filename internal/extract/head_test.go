package extract

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Headers of several rows whose cells say nothing of their span, as Markdown, CSV and PDF have them.
func TestReadHead(t *testing.T) {
	for _, c := range []struct {
		name   string
		known  int
		rows   string
		titles string
		header string
		n      int
	}{
		{"one row", 1, "Name|Age|Since;Ann|33|2019;Bob|44|2020", "", "Name|Age|Since", 1},
		{"one row of words above words", 1, "Name|Room|Note;Ann|A|;Bob|B|late", "", "Name|Room|Note", 1},
		{"a period in the middle of its years", 1, "||Year ended June 30,|;|2019|2018|2017;Sales|1,2|3|4;Costs|1|2|3", "", "|Year ended June 30, / 2019|Year ended June 30, / 2018|Year ended June 30, / 2017", 2},
		{"a period above words", 1, "||As of May 1, 2019|;|Cost|Gains|Value;Bonds|1|2|3;Shares|1|2|3", "", "|As of May 1, 2019 / Cost|As of May 1, 2019 / Gains|As of May 1, 2019 / Value", 2},
		{"not above what is no period", 1, "||December 31|;|Useful life|2019|2018;Desks|3-5|1|2;Cars|5-7|3|4", "", "|Useful life|December 31 / 2019|December 31 / 2018", 2},
		{"groups and units", 1, "|2019||2018|;|Number|$m|Number|$m;Sold|1|2|3|4;Kept|5|6|7|8", "", "|2019 / Number|2019 / $m|2018 / Number|2018 / $m", 2},
		{"groups before columns of their own", 1, "|Years ended||Change|;|2019|2018|$|%;Loss|1|2|3|4;Gain|4|3|2|1", "", "|Years ended / 2019|Years ended / 2018|Change / $|Change / %", 2},
		{"the last group is no larger", 1, "|F19|F18||;|53 weeks|52 weeks|Change|Adjusted;Sales|1|2|3|4;Costs|1|2|3|4", "", "|F19 / 53 weeks|F18 / 52 weeks|Change|Adjusted", 2},
		{"a phrase that goes on below", 1, "|Balance at start of||;|Period|Increase|Balance at end;Debts|1|2|3;Tax|1|2|3", "", "|Balance at start of / Period|Increase|Balance at end", 2},
		{"a unit of all, and one of each column", 1, "|2019|2018;||(in thousands);Cash|1|2;Debt|3|4", "(in thousands)", "|2019|2018", 2},
		{"units by column", 1, "|2019|2018;|€m|€m;Cash|1|2;Debt|3|4", "", "|2019 / €m|2018 / €m", 2},
		{"a title above", 1, "Income tax|||;|2019|2018|2017;Paid|1|2|3;Due|1|2|3", "Income tax", "|2019|2018|2017", 2},
		{"a group of rows is no header", 1, "|2019|2018;Assets:||;Cash|1|2;Debt|3|4", "", "|2019|2018", 1},
		{"a group in the wrong column is none either", 1, "(in millions)|2019|2018;|Operations:|;Cash|1|2;Debt|3|4", "", "(in millions)|2019|2018", 1},
		{"years with marks, not known", 0, "|2019 (1)|FY18*|Q4 2017;Cash|1|2|3;Debt|3|4|5", "", "|2019 (1)|FY18*|Q4 2017", 1},
		{"numbers only", 0, "1|2|3;4|5|6", "", "", 0},
		{"texts only", 0, "a|b|c;d|e|f", "", "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			var rows [][]string
			for r := range strings.SplitSeq(c.rows, ";") {
				rows = append(rows, strings.Split(r, "|"))
			}
			h := readHead(rows, c.known)
			var header []string
			for _, l := range h.levels {
				header = joinHeader(header, l, len(rows[0]))
			}
			if d := cmp.Diff([]any{c.titles, c.header, c.n}, []any{strings.Join(h.titles, "/"), strings.Join(header, "|"), h.rows}); d != "" {
				t.Errorf("-want +got\n%s", d)
			}
		})
	}
}
