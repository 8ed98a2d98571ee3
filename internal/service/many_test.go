package service_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// teams are folders of a share; each file of one says its name, which stands nowhere else.
var teams = []string{"quillon", "brevard", "oxmoor", "tarnwick", "zelgate"}

// A member may read the folders of some teams.
type member struct {
	spar.Principal
	may map[string]bool
}

// members is one person for each set of teams.
func members() (list []member) {
	for set := range 1 << len(teams) {
		m := member{spar.Principal{Name: fmt.Sprintf("member%02d", set), UID: uint32(4_000_000 + set), Served: true, Directory: "many"}, map[string]bool{}}
		m.Role = spar.Roles()[set%3]
		m.Is = func(name string) (mine, known bool) { return name == "user:"+m.Name, true }
		for i, team := range teams {
			m.may[team] = set>>i&1 == 1
		}
		list = append(list, m)
	}
	return list
}

// sees refuses what tells a member of a team whose folder they may not read.
func (m member) sees(told any) error {
	text, err := json.Marshal(told)
	if err != nil {
		return err
	}
	for team, may := range m.may {
		if !may && strings.Contains(strings.ToLower(string(text)), team) {
			return fmt.Errorf("%s is told of %s: %s", m.Name, team, text)
		}
	}
	return nil
}

const lasting = 3 // files of each team that nobody changes

func lastingFile(team string, n int) string { return fmt.Sprintf("%s/lasting-%d.md", team, n) }

// shelves is the files of all teams.
func shelves() map[string]string {
	files := map[string]string{}
	for _, team := range teams {
		for n := range lasting {
			files[lastingFile(team, n)] = fmt.Sprintf("# Project\n\nThe project %d of %s is led by Ada %s. Its budget is %d euro.\n", n, team, team, 1000+n)
		}
	}
	return files
}

// do has a member ask one thing, drawn at random, and reports what is wrong with the reply.
func (m member) do(t *testing.T, s *service.Service, draw *rand.Rand) error {
	ctx := t.Context()
	questions := []string{"who leads the project?", "what is the budget of the project?", "which drafts changed?", "how many projects are there?"}
	q := api.Question{Question: questions[draw.IntN(len(questions))], Stream: draw.IntN(2) == 0}
	switch draw.IntN(6) {
	case 0, 1:
		told, err := all(s.Ask(ctx, m.Principal, q))
		if err != nil {
			return err
		}
		a := told[len(told)-1].Answer
		if none := !slices.Contains(slices.Collect(maps.Values(m.may)), true); none != (a.Coverage.InScope == 0) {
			return fmt.Errorf("%s has %d files in scope", m.Name, a.Coverage.InScope)
		}
		return m.sees(told)
	case 2:
		told, err := all(s.Search(ctx, m.Principal, q))
		if err != nil {
			return err
		}
		return m.sees(told)
	case 3:
		told, err := all(s.Files(ctx, m.Principal, api.Listing{Scope: "name:lasting*"}))
		if err != nil {
			return err
		}
		var got, want []string
		for _, f := range told {
			got = append(got, f.Path.Name)
		}
		for _, team := range teams {
			for n := range lasting {
				if m.may[team] {
					want = append(want, lastingFile(team, n))
				}
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			return fmt.Errorf("%s is told of the files %s, not of %s", m.Name, got, want)
		}
		return m.sees(told)
	case 4:
		told, err := all(s.Attributes(ctx, m.Principal, ""))
		if err != nil {
			return err
		}
		return m.sees(told)
	default:
		team := teams[draw.IntN(len(teams))]
		place, err := s.Open(ctx, m.Principal, "docs:"+lastingFile(team, draw.IntN(lasting)), "")
		if !m.may[team] {
			if spar.CodeOf(err) != spar.NotFound {
				return fmt.Errorf("%s opens a file of %s: %v", m.Name, team, err)
			}
			return nil
		}
		if err == nil && !strings.Contains(strings.Join(place.Text, "\n"), "led by Ada "+team) {
			return fmt.Errorf("%s opens %+v", m.Name, place)
		}
		return err
	}
}

// change writes, changes or deletes a file of the share.
func change(root string, draw *rand.Rand) error {
	team := teams[draw.IntN(len(teams))]
	file := filepath.Join(root, team, fmt.Sprintf("draft-%d.md", draw.IntN(8)))
	if draw.IntN(4) == 0 {
		return os.RemoveAll(file)
	}
	text := fmt.Sprintf("# Draft\n\nThe draft of %s changed %d times; its budget is %d euro.\n", team, draw.IntN(1000), draw.IntN(100_000))
	return os.WriteFile(file, []byte(text), 0o600)
}

// TestMany has 32 people, each with other rights, ask one service while its share changes and is scanned. No question fails,
// and nobody is told of what they may not read. SPAR_LONG=1 asks 2,000 questions.
func TestMany(t *testing.T) {
	const seed = 1
	questions := 192
	if os.Getenv("SPAR_LONG") == "1" {
		questions = 2000
	}
	h := enginetest.Open(t, shelves(), func(o *engine.Options) {
		o.Schema = filepath.Join(t.TempDir(), "schema.yaml")
		if err := os.WriteFile(o.Schema, []byte("patterns:\n  - \"{client}/**\"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	})
	ctx := t.Context()
	people := members()
	var grants []spar.Grant
	for _, m := range people {
		for team, may := range m.may {
			if may {
				grants = append(grants, spar.Grant{Share: "docs", Path: team, Principal: "user:" + m.Name, Allow: true})
			}
		}
	}
	if err := h.Catalog.SetGrants(ctx, "docs", grants); err != nil {
		t.Fatal(err)
	}
	s := service.New(h.Scanned().Opened, service.Options{})

	over := make(chan struct{})
	var beside, asking sync.WaitGroup
	during := func(do func() error) {
		beside.Go(func() {
			for {
				select {
				case <-over:
					return
				default:
				}
				if err := do(); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	scans, changes := 0, 0
	during(func() error {
		scans++
		_, err := all(s.Scan(ctx, owner, api.ScanRequest{What: []string{"docs"}}))
		return err
	})
	pen := rand.New(rand.NewPCG(seed, 0))
	turn := make(chan struct{}, questions) // a file changes with each question
	during(func() error {
		select {
		case <-turn:
			changes++
			return change(h.Root, pen)
		case <-over:
			return nil
		}
	})
	for i, m := range people {
		asking.Go(func() {
			for n := i; n < questions; n += len(people) {
				turn <- struct{}{}
				if err := m.do(t, s, rand.New(rand.NewPCG(seed, uint64(n+1)))); err != nil {
					t.Errorf("question %d: %v", n, err)
				}
			}
		})
	}
	asking.Wait()
	close(over)
	beside.Wait()
	t.Logf("%d questions, %d changes, %d scans", questions, changes, scans)
}
