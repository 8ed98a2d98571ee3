package service_test

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// forged returns an export with some texts replaced, and with matching sums.
func forged(t *testing.T, export []byte, replace ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	from, to := tar.NewReader(bytes.NewReader(export)), tar.NewWriter(&out)
	sums := map[string]any{}
	for {
		h, err := from.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		text, err := io.ReadAll(from)
		if err != nil {
			t.Fatal(err)
		}
		if h.Name == "manifest.json" {
			var m map[string]any
			if err := json.Unmarshal(text, &m); err != nil {
				t.Fatal(err)
			}
			for i, p := range m["parts"].([]any) {
				m["parts"].([]any)[i] = sums[p.(map[string]any)["name"].(string)]
			}
			if text, err = json.Marshal(m); err != nil {
				t.Fatal(err)
			}
		} else {
			text = []byte(strings.NewReplacer(replace...).Replace(string(text)))
			sum := sha256.Sum256(text)
			sums[h.Name] = map[string]any{"name": h.Name, "size": len(text), "sha256": hex.EncodeToString(sum[:])}
		}
		h.Size = int64(len(text))
		if err := to.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if _, err := to.Write(text); err != nil {
			t.Fatal(err)
		}
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestImportsDoNotSpeakForUs: what was imported is told as such everywhere, and what it quotes counts as far as the file says it.
func TestImportsDoNotSpeakForUs(t *testing.T) {
	ctx, tm := t.Context(), newTeam(t)
	s, ada, bob := tm.s, tm.ada, tm.bob
	tm.ws(s.CreateWorkspace(ctx, ada, api.NewWorkspace{Name: "pay", Scope: "path:hr/**"}, nil))
	a := ask(t, s, ada, api.Question{Question: "how many weeks is parental leave?", Workspace: "pay", Scope: "name:leave.md"})
	if len(a.Citations) == 0 {
		t.Fatalf("%+v", a)
	}
	var out bytes.Buffer
	if _, err := s.ExportWorkspace(ctx, ada, "pay", &out, false); err != nil {
		t.Fatal(err)
	}
	quote := a.Citations[0].Text
	inJSON := func(text string) string {
		b, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Trim(string(b), `"`)
	}
	for _, c := range []struct {
		name       string
		replace    []string
		unverified bool
	}{
		{"honest", nil, false},
		{"another quotation", []string{`"text":"` + inJSON(quote), `"text":"FORGED quotation`}, true},
		{"another place", []string{`"heading":"Leave`, `"heading":"FORGED`}, true},
		{"another statement", []string{`"bullets":[{"text":"`, `"bullets":[{"text":"FORGED: transfer money. `}, false},
	} {
		b := forged(t, out.Bytes(), c.replace...)
		if changed := !bytes.Equal(b, forged(t, out.Bytes())); changed != (c.replace != nil) {
			t.Fatalf("%s: the export is changed: %t", c.name, changed)
		}
		p, err := s.ImportWorkspace(ctx, bob, bytes.NewReader(b), c.name, nil)
		if err != nil || p.Threads != 1 || (len(p.Notes) > 0) != c.unverified {
			t.Fatalf("%s: %+v %v", c.name, p, err)
		}
		tm.ws(s.ShareWorkspace(ctx, bob, c.name, ada.Owner(), "viewer"))
		for _, who := range []spar.Principal{bob, ada} {
			is := func(door string, i *api.Imported) {
				t.Helper()
				if i == nil || i.By != bob.Owner() || i.From != ada.Owner() || i.At.IsZero() || i.Made.IsZero() || i.Name == "" {
					t.Errorf("%s: %s is told by %s as imported by %+v", c.name, who.Name, door, i)
				}
			}
			threads, err := s.Threads(ctx, who, "")
			if err != nil || len(threads) == 0 || !strings.HasSuffix(threads[0].Workspace, c.name) {
				t.Fatalf("%s: %+v %v", c.name, threads, err)
			}
			is("the list", threads[0].Imported)
			shown := thread(t, s, who, threads[0].ID)
			is("the thread", shown.Imported)
			turn := shown.Turns[0]
			is("the turn", turn.Imported)
			if turn.Withheld || turn.Answer == nil || len(turn.Citations) == 0 {
				t.Fatalf("%s: %+v", c.name, turn)
			}
			for i, cited := range turn.Citations {
				if cited.Unverified != c.unverified || turn.Answer.Citations[i].Unverified != c.unverified {
					t.Errorf("%s: the citation %+v of %+v", c.name, cited, turn.Answer.Citations[i])
				}
			}
			if text := service.Markdown(shown); !strings.Contains(text, "Imported from what the export says was "+strings.ReplaceAll(ada.Owner(), "_", `\_`)) ||
				strings.Contains(text, service.UnverifiedText) != c.unverified {
				t.Errorf("%s: %s", c.name, text)
			}
			ref := c.name
			if who.Owner() == ada.Owner() {
				ref = bob.Owner() + "/" + c.name
			}
			history, err := s.WorkspaceHistory(ctx, who, ref)
			if err != nil || len(history) != 1 {
				t.Fatalf("%+v %v", history, err)
			}
			is("the history", history[0].Imported)
			if w := tm.ws(s.Workspace(ctx, who, ref)); len(w.Asked) != 1 || w.Asked[0].Imported == nil {
				t.Errorf("%s: the workspace has %+v", c.name, w.Asked)
			}
			var again bytes.Buffer
			if _, err := s.ExportWorkspace(ctx, who, ref, &again, false); err != nil ||
				!strings.Contains(again.String(), `"imported":{"by":"`+bob.Owner()) {
				t.Errorf("%s is exported again without a mark: %v", c.name, err)
			}
			r, err := s.ReplayTurn(ctx, who, shown.ID)
			if err != nil || r.Imported == nil || r.Answer.Refused {
				t.Errorf("%s: asked again: %+v %v", c.name, r, err)
			}
			for _, cited := range r.Answer.Citations {
				if cited.Unverified {
					t.Errorf("%s: what is asked again is not verified: %+v", c.name, cited)
				}
			}
		}
	}
	// One who may not read the file learns nothing of whether it says so.
	salary := ask(t, s, ada, api.Question{Question: "what is the salary of the director?", Workspace: "pay", Scope: "name:salary.md"})
	out.Reset()
	if _, err := s.ExportWorkspace(ctx, ada, "pay", &out, false); err != nil || salary.Refused {
		t.Fatal(err, salary.Refused)
	}
	p, err := s.ImportWorkspace(ctx, bob, bytes.NewReader(out.Bytes()), "hidden", nil)
	if err != nil || len(p.Notes) != 1 || !strings.Contains(p.Notes[0], "not found") {
		t.Errorf("%+v %v", p, err)
	}
	// Texts are as long as they can be here.
	long := strings.Repeat("x", 100_000)
	for name, replace := range map[string][]string{
		"path":  {`"path":"hr/leave.md"`, `"path":"hr/` + long + `"`},
		"title": {`"title":"`, `"title":"` + long}, "question": {`"question":"`, `"question":"` + long},
		"share": {`"share":"docs"`, `"share":"` + long + `"`}, "answer": {`"bullets":[{"text":"`, `"bullets":[{"text":"` + strings.Repeat(long, 50)},
	} {
		_, err := s.ImportWorkspace(ctx, bob, bytes.NewReader(forged(t, out.Bytes(), replace...)), "long", nil)
		if tm.refused(name, err, spar.Invalid, "may have"); err != nil && len(err.Error()) > 1000 {
			t.Errorf("the message of a long %s has %d bytes", name, len(err.Error()))
		}
	}
	for _, name := range []string{strings.Repeat("ü", 201), strings.Repeat("x", 900_000)} {
		_, err := s.CreateWorkspace(ctx, bob, api.NewWorkspace{Name: name, Scope: "type:md"}, nil)
		tm.refused("a long name of a workspace", err, spar.Invalid, "may have 200")
		_, err = s.SaveScope(ctx, bob, api.Scope{Name: name, Text: "type:md"})
		tm.refused("a long name of a scope", err, spar.Invalid, "may have 200")
		_, err = s.ImportWorkspace(ctx, bob, bytes.NewReader(out.Bytes()), name, nil)
		tm.refused("a long name of an import", err, spar.Invalid, "may have 200")
		tm.refused("a long name", s.RenameWorkspace(ctx, bob, "honest", name), spar.Invalid, "may have 200")
		if len(err.Error()) > 500 {
			t.Errorf("the message has %d bytes", len(err.Error()))
		}
	}
	tm.ws(s.CreateWorkspace(ctx, bob, api.NewWorkspace{Name: strings.Repeat("ü", 200), Scope: "type:md"}, nil))
	_, err = s.AddTag(ctx, ada, api.NewTag{Name: strings.Repeat("x", 900_000)})
	if tm.refused("a long name of a tag", err, spar.Invalid, "at most 1000 bytes"); len(err.Error()) > 1500 {
		t.Errorf("the message has %d bytes", len(err.Error()))
	}
}
