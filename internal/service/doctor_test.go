package service_test

import (
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/llm"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// TestDoctorTellsReadersLittle: readers and curators are told what works, and operators with what versions, features and addresses.
func TestDoctorTellsReadersLittle(t *testing.T) {
	h := enginetest.Open(t, map[string]string{"a.md": "# A\n\nText.\n"}, nil)
	h.Scanned()
	s := service.New(h.Opened, service.Options{Settings: func() (service.Settings, error) {
		return service.Settings{Model: func() (*llm.Client, error) {
			return llm.New(llm.Options{URL: "http://inner.test:9/v1", Model: "secret-model"})
		}}, nil
	}})
	told := func(who spar.Principal) map[string]api.Symptom {
		all := map[string]api.Symptom{}
		for f, err := range s.Examine(t.Context(), who, false) {
			if err != nil {
				t.Fatal(err)
			}
			all[f.What] = f
		}
		return all
	}
	whole := told(operator)
	if !strings.Contains(whole["model"].Detail, "inner.test") || !strings.Contains(whole["reading"].Detail, ":") {
		t.Fatalf("an operator is told %+v", whole)
	}
	for _, who := range []spar.Principal{stranger, reader, curator} {
		little := told(who)
		for what, f := range whole {
			got, ok := little[what]
			if of := strings.HasPrefix(what, "program ") || what == "model" || what == "reading" || what == "PDF" ||
				what == "encoder" || what == "accounts"; !of {
				continue
			}
			if !ok || got.Level != f.Level || got.Remedy != "" || len(got.Do) > 0 ||
				got.Detail != "works" && got.Detail != "does not work as it could; whoever keeps the shares is told why" {
				t.Errorf("%s is told of %s: %+v", who.Name, what, got)
			}
		}
	}
}
