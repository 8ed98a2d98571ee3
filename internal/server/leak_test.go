package server

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// requests has a request for each operation: the rest of the address, and the body if there is one.
var requests = map[string]struct{ query, body string }{
	"me": {}, "ask": {"", `{"question": "What is the plan of the merger with Zebra?"}`}, "search": {"", `{"question": "Zebra merger"}`},
	"open": {"?at=docs:secret/plan.md", ""}, "files": {"?sort=size", ""}, "filesTable": {"?sort=size", ""}, "countFiles": {"?scope=path:secret/**", ""}, "file": {"?file=docs:secret/plan.md&scope=type:md", ""},
	"versions": {"?file=docs:secret/plan.md", ""}, "summarize": {"", `{"documents": 50, "sentences": 9}`}, "duplicates": {}, "attributes": {}, "attribute": {"author", ""}, "attributeTypes": {}, "attributeFaults": {},
	"setAttributes":   {"", `{"files": ["docs:secret/plan.md"], "set": [{"key": "client", "value": "x"}]}`},
	"unsetAttributes": {"", `{"scope": "path:secret/**", "unset": ["client"]}`}, "complete": {"?kind=scope&begin=path:", ""},
	"startAnswer": {"", `{"question": "What is the plan of the merger with Zebra?"}`}, "answers": {}, "answer": {"1", ""}, "answerEvents": {"1", ""}, "stopAnswer": {"1", ""},
	"searchFiles": {"", `{"question": "merger OR zebr*"}`}, "explainScope": {"", `{"text": "path:secret/** author:zoe* has:tag"}`}, "whyFile": {"?file=docs:secret/plan.md&scope=author:zoe", ""},
	"divideScope": {"", `{"text": "type:markdown"}`}, "folderTree": {"?in=docs:secret", ""}, "sureQuestions": {"", `{"questions": ["What is the plan of the merger with Zebra?", "How many files are in secret?"], "headings": 12}`},
	"diagnoseScope": {"", `{"text": "path:Secret/** author:zoo"}`}, "relaxScope": {"", `{"text": "author:zoo", "n": 1}`},
	"parseSentence": {"", `{"sentence": "files about Zebra by Zoe in the folder secret, from merger clients and related documents", "now": "2025-06-18", "guard": true}`}, "do": {"", `{"sentence": "make a workspace called other of the plans in secret", "now": "2025-06-18"}`},
	"printScope": {"", `{"text": "tag:Zebra author:zoe"}`}, "savedScopes": {}, "saveScope": {"", `{"name": "mine", "text": "path:secret/**"}`}, "savedScope": {"hidden", ""},
	"renameScope": {"hidden", `{"to": "other"}`}, "deleteScope": {"hidden", ""}, "shareScope": {"hidden", `{"shared": true}`},
	"workspaces": {}, "createWorkspace": {"", `{"name": "mine", "scope": "tag:Zebra"}`}, "workspace": {"hidden", ""}, "editWorkspace": {"hidden", `{"scope": "path:**"}`},
	"renameWorkspace": {"hidden", `{"to": "other"}`}, "deleteWorkspace": {"hidden", ""}, "threads": {}, "thread": {"1", ""}, "threadPage": {"1", ""}, "deleteThread": {"1", ""}, "renameThread": {"1", `{"to": "Zebra"}`}, "shareThread": {"1", `{"who": "root", "shared": true}`}, "rateTurn": {"1", `{"rating": "up"}`}, "replayTurn": {"1", `{}`},
	"updateWorkspace": {"hidden", `{"add": "path:secret/**", "in": ["docs:secret/plan.md"]}`}, "resetWorkspace": {"hidden", `{}`}, "workspaceFiles": {"hidden", ""}, "workspaceHistory": {"hidden", ""}, "forgetHistory": {"hidden", ""}, "exportWorkspace": {"hidden?text=true", ""}, "importWorkspace": {"?name=mine", "no tar"}, "importVocabulary": {"?dry_run=true", "no vocabulary"}, "keepHistory": {"hidden", `{"keep": "30d"}`}, "dwell": {"hidden", `{"open": "docs:secret/plan.md", "seconds": 9}`},
	"followMoves": {"hidden", ""}, "changes": {}, "archiveWorkspace": {"hidden", `{}`}, "expireWorkspace": {"hidden", `{"at": "2999-01-01"}`}, "shareWorkspace": {"hidden", `{"who": "root", "role": "viewer"}`}, "starWorkspace": {"hidden", `{"starred": true}`}, "transferWorkspace": {"hidden", `{"who": "root"}`},
	"reactivateWorkspace": {"hidden", ""}, "terminateWorkspace": {"hidden", ""}, "pinWorkspace": {"hidden", ""}, "followWorkspace": {"hidden", ""},
	"view": {"?at=docs:secret/plan.md%23heading=Merger&quote=zebra", ""}, "picture": {"?at=docs:secret/plan.md&mark=true", ""}, "thumbnail": {"?at=docs:secret/plan.md", ""}, "original": {"?at=docs:secret/plan.md", ""},
	"table": {"", `{"files": ["docs:secret/plan.md"], "question": "how many rows?"}`},
	"trash": {}, "restore": {"tag-1", `{}`}, "createToken": {"", `{"expires": "1d"}`}, "tokens": {}, "revokeToken": {"999", ""},
	"tags": {}, "addTag": {"", `{"name": "New"}`}, "tag": {"Zebra", ""}, "editTag": {"Zebra", `{"notes": "x"}`}, "renameTag": {"Zebra", `{"to": "Quagga"}`}, "removeTag": {"Zebra", ""}, "mergeTag": {"Zebra", `{"into": "New"}`},
	"assign": {"Zebra", `{"files": ["docs:secret/plan.md"]}`}, "unassign": {"Zebra", `{"scope": "path:**"}`}, "reviewAll": {"Zebra", `{"scope": "path:**", "review": "rejected"}`}, "pending": {"?tag=Zebra", ""},
	"suggest": {"?scope=path:**&least=0.001", ""}, "propose": {"", `{"scope": "path:**", "least": 0.001}`}, "reviewQueue": {}, "reviewSources": {}, "countPending": {"?folder=docs:secret", ""}, "judgeAll": {"", `{"tag": "Zebra", "review": "accepted"}`}, "groups": {"?all=true", ""}, "tagParents": {"?name=Zebra+crossing", ""}, "acceptGroup": {"", `{"group": "0123456789abcdef", "name": "Zebra"}`}, "auditTags": {}, "mendTags": {"", `{"do": "retire", "tag": "Zebra"}`},
	"review":       {"", `{"file": "docs:secret/plan.md", "tag": "Zebra", "review": "accepted"}`},
	"vocabularies": {}, "taxonomyProblems": {}, "rules": {}, "checkRules": {}, "applyRules": {"", `{"dry_run": true}`}, "batches": {}, "batch": {"1", ""}, "sampleBatch": {"1", ""}, "undoBatch": {"1", ""},
	"shares": {}, "share": {"docs", ""}, "renameShare": {"docs", `{"to": "other"}`}, "removeShare": {"docs", ""}, "ignore": {"", `{"share": "docs"}`}, "limits": {"", `{"share": "docs"}`},
	"scan": {"", `{"share": "docs"}`}, "startScan": {"", `{"share": "docs"}`}, "scans": {}, "stopScan": {"docs", ""}, "works": {}, "startWork": {"", `{"kind": "read"}`}, "pauseWork": {"scan:docs", `{}`}, "resumeWork": {"scan:docs", `{}`}, "stopWork": {"scan:docs", ""}, "cost": {"", `{"scope": "path:**"}`}, "reread": {"", `{"files": ["docs:secret/plan.md"]}`}, "status": {}, "doctor": {},
	"addShare": {"", `{"name": "etc", "folder": "/etc"}`}, "relocateShare": {"docs", `{"folder": "/etc"}`}, "changeSetting": {"budget", `{"value": "1m"}`}, "models": {}, "useModel": {"", `{"name": "precise", "now": true}`}, "revertModel": {"", `{}`}, "accounts": {}, "forgetAccount": {"1", ""}, "folders": {}, "allowFolder": {"", `{"folder": "/etc"}`}, "chooseBackupFolder": {"", `{"folder": "/etc"}`}, "addShareWithin": {"", `{"folder": "/etc"}`}, "configuration": {}, "directory": {},
	"backups": {}, "startBackup": {"", `{}`},
	"connect":     {"", `{"what": "model", "address": "https://models.example/v1", "model": "x"}`},
	"foundModels": {}, "useWriter": {"", `{}`}, "tryWriter": {"", `{}`}, "addPerson": {"", `{"name": "mallory"}`}, "changePerson": {"eve", `{"role": "operator"}`}, "invitePerson": {"eve", `{}`}, "personSees": {"eve", ""},
	"setRights": {"docs", `{"rights": "open"}`}, "shareRights": {"docs", ""}, "tryRights": {"docs", `{"rights": "open"}`}, "audit": {}, "check": {"", `{}`}, "purge": {"", `{}`},
}

// moving is what differs from one reply to the next whatever there is.
var moving = regexp.MustCompile(`"(created|since|pinned|asked|made|expires|used|imported|started|ended|secret|request|timing_ms|port)":("[^"]*"|[0-9.e-]+|\{[^}]*\})|"(id)":"[0-9a-f]{32}"`)

// begun is what a job that has just begun tells of itself, or does not yet.
var begun = regexp.MustCompile(`("thread":"[0-9]+",)?"events":[0-9]+`)

// TestNothingLeaks: to a person who may read nothing, every operation replies byte by byte as if there were nothing.
func TestNothingLeaks(t *testing.T) {
	for _, role := range []spar.Role{spar.Reader, spar.Curator} {
		full, fullToken := closed(t, role, true)
		empty, emptyToken := closed(t, role, false)
		for _, op := range full.operations() {
			r, ok := requests[op.id]
			if !ok {
				t.Errorf("this test does not say what to request of %s", op.id)
				continue
			}
			for _, accept := range []string{"", string(lines), string(stream)} {
				got, want := reply(full, fullToken, op, r.query, r.body, accept), reply(empty, emptyToken, op, r.query, r.body, accept)
				full.jobs.running.Wait()
				empty.jobs.running.Wait()
				if got != want {
					t.Errorf("%s tells a strange %s (%s)\n%s\nand where nothing is\n%s", op.id, role, accept, got, want)
				}
				if strings.HasPrefix(got, "500") || strings.HasPrefix(got, "401") || strings.HasPrefix(got, "429") {
					t.Errorf("%s: %s", op.id, got)
				}
			}
		}
		own, err := full.o.Service.CreateToken(t.Context(), enginetest.All, api.NewToken{})
		if err != nil {
			t.Fatal(err)
		}
		for _, op := range files {
			if op.id == "file" {
				if got := reply(full, own.Secret, op, requests[op.id].query, "", ""); !strings.Contains(got, "Zebra") {
					t.Errorf("the owner is told %s", got)
				}
			}
		}
	}
}

// closed returns a server over a share that the owner of the token may know nothing of, or over none.
func closed(t *testing.T, role spar.Role, full bool) (*Server, string) {
	t.Helper()
	ctx := t.Context()
	must := func(_ any, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	people := filepath.Join(t.TempDir(), "people.yaml")
	must(nil, os.WriteFile(people, fmt.Appendf(nil, "people:\n  - {name: eve, uid: 4000009, role: %s}\n", role), 0o600))
	files := map[string]string{"secret/plan.md": "---\nauthor: Zoe Zebra\n---\n# Merger\n\nThe plan of the merger is the zebra.\n", "secret/copy.md": "# Merger\n\nThe plan of the merger is the zebra.\n"}
	if !full {
		files = nil
	}
	h := enginetest.Open(t, files, nil)
	s := service.New(h.Opened, service.Options{People: service.PeopleOptions{File: people}})
	owner := enginetest.All
	if full {
		must(nil, os.Chmod(filepath.Join(h.Root, "secret"), 0o700))
		h.Scanned()
		must(s.AddTag(ctx, owner, api.NewTag{Name: "Zebra"}))
		must(s.Assign(ctx, owner, "Zebra", api.Target{Files: []string{"docs:secret/plan.md"}}, false))
		must(s.SetAttributes(ctx, owner, api.Target{Scope: "path:secret/**"}, []api.KeyValue{{Key: "client", Value: "Zebra"}}))
		must(s.Propose(ctx, owner, api.Suggesting{Target: api.Target{Scope: "path:secret/**"}, Least: .001}))
		must(s.CreateWorkspace(ctx, owner, api.NewWorkspace{Name: "hidden", Scope: "tag:Zebra"}, nil))
		must(s.SaveScope(ctx, owner, api.Scope{Name: "hidden", Text: "tag:Zebra"}))
		for _, err := range s.Ask(ctx, owner, api.Question{Question: "What is the plan of the merger?", Thread: api.NewThread}) {
			must(nil, err)
		}
	} else {
		must(s.RemoveShare(ctx, owner, "docs"))
	}
	made, err := s.CreateToken(ctx, owner, api.NewToken{For: "eve", May: []spar.Capability{spar.CanAdminister}})
	must(nil, err)
	return New(Options{Service: s, Base: &url.URL{Scheme: "http", Host: "spar.test"}, Admin: true}), made.Secret
}

// reply is the status, the type and the body of a reply.
func reply(s *Server, token string, op operation, query, body, accept string) string {
	path := prefix + op.path
	if names := wildcards(op.path); len(names) > 0 {
		path, query = strings.Replace(path, "{"+names[0]+"}", query, 1), ""
	}
	r := httptest.NewRequest(op.method, "http://spar.test"+path+query, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Accept", accept)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	told := begun.ReplaceAllString(moving.ReplaceAllString(w.Body.String(), `"$1$3":0`), `"events":0`)
	return fmt.Sprintf("%d %s %s %s", w.Code, w.Header().Get("Content-Type"), w.Header().Get("ETag")+w.Header().Get("Content-Disposition"), told)
}

// TestUnknownToAll: an operation without a key is refused, whatever it is.
func TestUnknownToAll(t *testing.T) {
	s, _ := closed(t, spar.Reader, false)
	for _, op := range s.operations() {
		clear(s.limiter.strange) // there are more operations than wrong keys are taken at once
		if got := reply(s, "spar_nobody", op, requests[op.id].query, requests[op.id].body, ""); !strings.HasPrefix(got, fmt.Sprint(http.StatusUnauthorized)) {
			t.Errorf("%s: %s", op.id, got)
		}
	}
}

// tools has for each tool of MCP what it is asked.
var tools = map[string]string{
	"search": `{"query": "Zebra merger"}`, "fetch": `{"id": "docs:secret/plan.md"}`, "ask": `{"question": "What is the plan of the merger with Zebra?"}`,
	"find_passages": `{"query": "Zebra merger"}`, "list_files": `{"scope": "path:secret/**"}`, "explain_file": `{"file": "docs:secret/plan.md", "scope": "author:zoe"}`,
	"versions": `{"file": "docs:secret/plan.md"}`, "table": `{"files": ["docs:secret/plan.md"], "question": "how many rows?"}`, "describe_scope": `{"scope": "tag:Zebra"}`,
	"parse_sentence": `{"sentence": "files about Zebra by Zoe", "now": "2025-06-18"}`, "list_workspaces": `{}`, "page_picture": `{"id": "docs:secret/plan.md"}`,
}

// elsewhere are requests beside the table of operations: the method, the address, the body.
func elsewhere(t *testing.T, s *Server, token string) map[string]string {
	t.Helper()
	send := func(method, path, body string) string {
		r := httptest.NewRequest(method, "http://spar.test"+path, strings.NewReader(body))
		r.Header.Set("Authorization", "Bearer "+token)
		r.Header.Set("Accept", "application/json, text/event-stream")
		if body != "" {
			r.Header.Set("Content-Type", "application/json")
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return fmt.Sprintf("%d %s %s", w.Code, w.Header().Get("Content-Type"), chatted.ReplaceAllString(moving.ReplaceAllString(strings.ReplaceAll(w.Body.String(), `\"`, `"`), `"$1$3":0`), "chatcmpl-0"))
	}
	rpc := func(method, params string) string {
		return send("POST", "/mcp", fmt.Sprintf(`{"jsonrpc": "2.0", "id": 1, "method": %q, "params": %s}`, method, params))
	}
	told := map[string]string{"tools": rpc("tools/list", `{}`)}
	listed := regexp.MustCompile(`"name":"([a-z_]+)","outputSchema"`).FindAllStringSubmatch(told["tools"], -1)
	if len(listed) != len(tools) {
		t.Errorf("this test knows %d tools, and there are %d: %v", len(tools), len(listed), listed)
	}
	for _, l := range listed {
		if tools[l[1]] == "" {
			t.Errorf("this test does not say what to ask of the tool %s", l[1])
			continue
		}
		told["tool "+l[1]] = rpc("tools/call", fmt.Sprintf(`{"name": %q, "arguments": %s}`, l[1], tools[l[1]]))
	}
	for _, streamed := range []string{"false", "true"} { // in this order: threads are numbered
		told["chat streamed "+streamed] = send("POST", "/v1/chat/completions", `{"model": "spar", "stream": `+streamed+`, "spar": {"full": true}, "messages": [{"role": "user", "content": "What is the plan of the merger with Zebra?"}]}`)
	}
	told["chat with a hidden workspace"] = send("POST", "/v1/chat/completions", `{"model": "hidden", "messages": [{"role": "user", "content": "What is the plan?"}]}`)
	for _, path := range []string{"/v1/models", "/v1/models/hidden", "/v1/models/spar", "/api/openapi.json", "/healthz", "/readyz", "/metrics"} {
		told[path] = send("GET", path, "")
	}
	return told
}

var chatted = regexp.MustCompile(`chatcmpl-[0-9a-f]+`)

// TestNothingLeaksElsewhere is TestNothingLeaks for MCP, for the endpoint that speaks OpenAI's API, and for facts about the server.
func TestNothingLeaksElsewhere(t *testing.T) {
	full, fullToken := closed(t, spar.Reader, true)
	empty, emptyToken := closed(t, spar.Reader, false)
	got, want := elsewhere(t, full, fullToken), elsewhere(t, empty, emptyToken)
	for name, text := range got {
		if text != want[name] {
			t.Errorf("%s tells a stranger\n%s\nand where nothing is\n%s", name, text, want[name])
		}
		if strings.HasPrefix(text, "5") || strings.HasPrefix(text, "401") {
			t.Errorf("%s: %s", name, text)
		}
	}
	own, err := full.o.Service.CreateToken(t.Context(), enginetest.All, api.NewToken{})
	if err != nil {
		t.Fatal(err)
	}
	mine := elsewhere(t, full, own.Secret)
	for _, name := range []string{"tool search", "tool fetch", "tool ask", "tool list_files", "tool explain_file", "tool list_workspaces", "chat streamed false", "chat streamed true", "/v1/models"} {
		if mine[name] == want[name] {
			t.Errorf("%s tells the owner nothing, so that this test shows nothing: %s", name, mine[name])
		}
	}
	// Metrics name nobody and nothing, whatever was asked.
	w := httptest.NewRecorder()
	full.Debug().ServeHTTP(w, httptest.NewRequest("GET", "http://localhost/metrics", nil))
	for _, word := range []string{"ebra", "plan.md", "secret", "docs", `"eve`, ":eve", "hidden", "merger"} {
		if w.Code != 200 || strings.Contains(w.Body.String(), word) {
			t.Errorf("%d: metrics have the word %q", w.Code, word)
		}
	}
}
