package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
)

// Code that no statement introduces stands below the name of its file, and below a statement from the same place as it is.
func TestPrintCodeAlone(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	a := &app{out: &out, err: &bytes.Buffer{}, env: func(string) (string, bool) { return "", false }}
	a.printAnswer(api.Answer{
		Bullets:   []api.Bullet{{Text: "crane lift 12", Code: true, Citations: []int{1}}, {Text: "It lifts:", Citations: []int{2}}, {Text: "crane up", Code: true, Citations: []int{2}}},
		Citations: []api.Citation{{N: 1, Share: "docs", Path: api.PathOf("sh/crane.sh")}, {N: 2, Share: "docs", Path: api.PathOf("crane.md"), Locator: spar.Locator{Heading: "Up"}}},
	})
	if got := out.String(); !strings.HasPrefix(got, "- crane.sh [1]\n\n    crane lift 12\n\n- It lifts: [2]\n\n    crane up\n") {
		t.Errorf("printed:\n%s", got)
	}
}

func TestChanceText(t *testing.T) {
	t.Parallel()
	for p, want := range map[float64]string{.002: "less than 1 %", .01: "1 %", .426: "43 %", .99: "99 %", .996: "more than 99 %"} {
		if got := chanceText(p); got != want {
			t.Errorf("%v: %s, want %s", p, got, want)
		}
	}
}
