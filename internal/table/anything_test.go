package table

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestAsksAnything: words of tables, numbers, dates and common words of questions, in any order, get plans or none, and no fault. No reader
// may rely on the grammar of typed questions.
func TestAsksAnything(t *testing.T) {
	const seed, longest = 3, 12
	questions := 80
	if os.Getenv("SPAR_LONG") != "" {
		questions = 200
	}
	tables := []*Table{deliveries(t), helpers(t), fleet(t), clients(t)}
	words := strings.Fields(`how many what which who is are was were the a of in on by per each for with without and or but not no than more less least most at between to from since before after
		total sum average highest lowest first last top share difference number count list all rows euros kg % 2024 2025 1 2 3 10 450 1,000 3.5 -7 N A May February 2024-05-01 31.12.2024 ? , . : "`)
	r := rand.New(rand.NewPCG(seed, seed))
	p := NewPlanner(nil)
	for range questions {
		of := tables[r.IntN(len(tables))]
		own := slices.Clone(words)
		for i, c := range of.Columns {
			own = append(own, c.Label, c.Label, of.Rows[r.IntN(len(of.Rows))].Cells[i].Text)
		}
		asked := make([]string, 1+r.IntN(longest))
		for i := range asked {
			asked[i] = own[r.IntN(len(own))]
		}
		question := strings.Join(asked, " ")
		func() {
			defer func() {
				if fault := recover(); fault != nil {
					t.Fatalf("%q of %s: %v", question, of.Name, fault)
				}
			}()
			if _, err := p.Plan(context.Background(), question, []*Table{of}); err != nil {
				t.Fatalf("%q of %s: %v", question, of.Name, err)
			}
		}()
	}
}
