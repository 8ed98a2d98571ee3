package service_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/service"
)

// TestViewOfLateRows shows rows of a large file that are not kept as text, around a place and page by page, up to the last row.
func TestViewOfLateRows(t *testing.T) {
	var b strings.Builder
	b.WriteString("Number,Name,Remark\n")
	const rows = 150_000
	filler := strings.Repeat("nothing to say of this one ", 5)
	for i := 1; i <= rows; i++ {
		fmt.Fprintf(&b, "%d,Carla Ito,%s\n", i, filler)
	}
	h := enginetest.Open(t, map[string]string{"staff.csv": b.String()}, func(*engine.Options) {})
	s := service.New(h.Opened, service.Options{})
	if _, err := all(s.Scan(t.Context(), owner, api.ScanRequest{})); err != nil {
		t.Fatal(err)
	}
	from := func(n int) *int { return &n }
	for _, tc := range []struct {
		name              string
		look              service.Look
		first, last, rows int // numbers in the file
		marked, about     bool
	}{
		{"kept", service.Look{At: "docs:staff.csv#row=500&column=2"}, 480, 539, 60, true, true},
		{"late", service.Look{At: "docs:staff.csv#row=140002&column=2"}, 139982, 140041, 60, true, true},
		{"on", service.Look{At: "docs:staff.csv#row=140002", From: from(140040)}, 140042, 140101, 60, false, true},
		{"end", service.Look{At: "docs:staff.csv#row=140002", From: from(149970)}, 149972, 150001, 30, false, false},
	} {
		v, err := s.View(t.Context(), owner, tc.look)
		if err != nil || v.Grid == nil || len(v.Grid.Rows) != tc.rows {
			t.Fatalf("%s: %+v, %v", tc.name, v, err)
		}
		g := v.Grid
		marked := false
		for _, r := range g.Rows {
			marked = marked || r.Marked
		}
		if g.Rows[0].Row != tc.first || g.Rows[len(g.Rows)-1].Row != tc.last || g.From != tc.first-2 || marked != tc.marked || g.About != tc.about ||
			g.Columns[1].Label != "Name" || g.Rows[0].Cells[1].Text != "Carla Ito" || v.Unknown != "" {
			t.Errorf("%s: rows %d to %d, from %d of %d, about %v, columns %+v, %q", tc.name, g.Rows[0].Row, g.Rows[len(g.Rows)-1].Row, g.From, g.Of, g.About, g.Columns, v.Unknown)
		}
		if g.Of < rows*95/100 || g.Of > rows*105/100 || !g.About && g.Of != rows {
			t.Errorf("%s: of %d rows", tc.name, g.Of)
		}
	}
	if v, err := s.View(t.Context(), owner, service.Look{At: "docs:staff.csv#row=150002"}); err != nil || v.Unknown == "" {
		t.Errorf("a row that is not there: %+v, %v", v, err)
	}
}
