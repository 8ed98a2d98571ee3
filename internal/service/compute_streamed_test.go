package service_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
)

// TestLargeTable computes over a file of rows that is too large to be held. Nothing of it is kept, whoever may not read it is told
// that there is none, and what changes is read as it is now.
func TestLargeTable(t *testing.T) {
	var b strings.Builder
	b.WriteString("No,Region,Remark,Quantity,Total\n")
	sum := 0
	for i := range 110_000 {
		region := []string{"North", "South", "East"}[i%3]
		if i%3 == 0 && i%20 > 10 {
			sum += i
		}
		fmt.Fprintf(&b, "%d,%s,what is said of order %06d,%d,%d\n", i+1, region, i, i%20, i)
	}
	s, h := open(t, map[string]string{"big.csv": b.String(), "cut.csv": b.String() + "9," + strings.Repeat("x", 2<<20) + ",,1,1\n", "secret/big.csv": b.String()})
	if err := os.Chmod(filepath.Join(h.Root, "secret"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := all(s.Scan(t.Context(), owner, api.ScanRequest{})); err != nil {
		t.Fatal(err)
	}
	ask := func(who spar.Principal, file string) (api.TableAnswer, error) {
		return s.Table(t.Context(), who, api.TableQuestion{Plan: fmt.Sprintf("from %q where Region = North and Quantity > 10 select sum(Total)", file)})
	}
	for _, who := range []spar.Principal{owner, reader} {
		a, err := ask(who, "docs:big.csv")
		if err != nil || len(a.Answers) != 1 || a.Answers[0] != fmt.Sprint(sum) || len(a.Notes) > 0 {
			t.Fatalf("%+v, %v; want %d", a, err, sum)
		}
		if c := a.Cells[0]; c.Open != "docs:big.csv#row=14&column=5" || c.Key != "No 13" || c.Text != "12" {
			t.Errorf("%+v", c)
		}
	}
	if a, err := ask(reader, "docs:secret/big.csv"); spar.CodeOf(err) != spar.NotFound {
		t.Errorf("%+v, %v", a, err)
	}
	if a, err := ask(owner, "docs:cut.csv"); err != nil || a.Answers[0] != fmt.Sprint(sum) || len(a.Notes) != 1 || !strings.Contains(a.Notes[0], "row 110002 is longer") {
		t.Errorf("%+v, %v", a, err)
	}
	if st, err := s.Status(t.Context(), owner); err != nil || st.Store.Segments != 0 {
		t.Errorf("%+v, %v: text was kept", st.Store, err)
	}
	if err := os.WriteFile(filepath.Join(h.Root, "big.csv"), []byte(b.String()+"7,North,late,11,1000\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if a, err := ask(owner, "docs:big.csv"); err != nil || a.Answers[0] != fmt.Sprint(sum+1000) {
		t.Errorf("%+v, %v", a.Answers, err)
	}
}
