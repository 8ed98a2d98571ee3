package service_test

import (
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

const hiddenRules = `
rules:
  - name: mergers
    when: name:plan*
    tags: [Merger]
    create: true
`

// closed returns a service over a share whose files only the owner may know of, with tags, attributes, a rule and a workspace about them;
// or, if full is false, an empty one. Both have a vocabulary, which everybody may know.
func closed(t *testing.T, full bool) *service.Service {
	t.Helper()
	ctx := t.Context()
	must := func(_ any, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	vocabulary := func(s *service.Service) {
		must(s.Import(ctx, owner, strings.NewReader("id,name\nZ,Zebra fish\n"), service.Importing{Source: "animals"}))
	}
	if !full {
		s := service.New(enginetest.Open(t, nil, nil).Opened, service.Options{})
		must(s.RemoveShare(ctx, owner, "docs"))
		vocabulary(s)
		return s
	}
	rules := filepath.Join(t.TempDir(), "rules.yaml")
	must(nil, os.WriteFile(rules, []byte(hiddenRules), 0o600))
	h := enginetest.Open(t, map[string]string{
		"secret/plan.md": "---\nauthor: Zoe Zebra\n---\n# Merger\n\nThe plan of the merger is the zebra.\n",
		"secret/copy.md": "# Merger\n\nThe plan of the merger is the zebra.\n",
		"secret/odd.zq9": "odd",
	}, func(o *engine.Options) { o.Rules = rules })
	must(nil, os.Chmod(filepath.Join(h.Root, "secret"), 0o700))
	h.Scanned()
	s := service.New(h.Opened, service.Options{})
	must(s.AddTag(ctx, owner, api.NewTag{Name: "Zebra", Parents: []string{"Animal"}}))
	must(s.Assign(ctx, owner, "Zebra", secretive, false))
	must(s.SetAttributes(ctx, owner, secretive, []api.KeyValue{{Key: "client", Value: "Zebra Ltd"}}))
	vocabulary(s)
	must(s.Propose(ctx, owner, api.Suggesting{Target: api.Target{Scope: "path:secret/**"}, Least: .001}))
	must(s.CreateWorkspace(ctx, owner, api.NewWorkspace{Name: "mine", Scope: "path:secret/**"}, nil))
	must(s.SaveScope(ctx, owner, api.Scope{Name: "hidden", Text: "path:secret/**"}))
	must(s.AddTag(ctx, owner, api.NewTag{Name: "Gone"}))
	must(s.RemoveTag(ctx, owner, "Gone"))
	must(all(s.Ask(ctx, owner, api.Question{Question: "what is the plan of the merger?"})))
	return s
}

// moving is what differs from one call to the next. Batches are numbered as anybody makes them.
var moving = regexp.MustCompile(`"(batch|asked|created|since|pinned|made|expires|imported|started|ended|seconds|read_seconds|timing_ms)":("[^"]*"|[0-9.e-]+|\{[^}]*\})`)

// ofShares lists methods that tell operators about shares; operators know all shares.
var ofShares = []string{"Complete", "CountedShares", "Examine", "Names", "Shares", "Share", "Status", "Trash"}

// TestStrangerSeesNothing: whatever their role, a person who may read nothing gets the same replies as over an empty share.
func TestStrangerSeesNothing(t *testing.T) {
	tell := func(s *service.Service, name string, who spar.Principal) string {
		v, err := methods[name].call(s, t.Context(), who)
		text, failed := json.Marshal(v)
		if err = errors.Join(err, failed); err != nil {
			text = append(text, " "+err.Error()...)
		}
		return moving.ReplaceAllString(string(text), `"$1":0`)
	}
	for _, role := range []spar.Role{spar.Reader, spar.Curator, spar.Operator} {
		full, empty := closed(t, true), closed(t, false)
		stranger := stranger
		stranger.Role = role
		for _, name := range slices.Sorted(maps.Keys(methods)) {
			needs := methods[name].needs
			if role == spar.Operator && (needs == spar.CanOperate || slices.Contains(ofShares, name)) {
				continue
			}
			if needs == "" || stranger.May(needs) {
				if got, want := tell(full, name, stranger), tell(empty, name, stranger); got != want {
					t.Errorf("%s tells a strange %s\n%s\nand where nothing is\n%s", name, role, got, want)
				}
			}
		}
		if got := tell(full, "File", owner); !strings.Contains(got, "Zebra Ltd") {
			t.Errorf("the owner is told %s", got)
		}
	}
}
