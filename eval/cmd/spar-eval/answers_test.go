package main

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/sparsearch/spar/eval/company"
	"github.com/sparsearch/spar/internal/spar"
)

func TestAnswers(t *testing.T) {
	t.Setenv("SPAR_CONFIG", "")
	ask := func(args ...string) (r company.Report, err error) {
		var out bytes.Buffer
		c := command(&out)
		c.SetArgs(append([]string{"answers", "--json"}, args...))
		if err = c.ExecuteContext(t.Context()); err == nil {
			err = json.Unmarshal(out.Bytes(), &r)
		}
		return r, err
	}
	if _, err := ask("--half", "z"); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("a half that is not there: %v", err)
	}
	if os.Getenv("SPAR_LONG") == "" {
		t.Skip("set SPAR_LONG=1 to ask the questions of half a")
	}
	r, err := ask("--half", "a")
	if err != nil {
		t.Fatal(err)
	}
	all, misses := r.Forms[len(r.Forms)-2], r.Forms[len(r.Forms)-1]
	if r.Files < 60 || all.Questions+misses.Questions != len(r.Questions) || all.Right == 0 || misses.Right == 0 {
		t.Errorf("%d files, %+v, %+v", r.Files, all, misses)
	}
}
