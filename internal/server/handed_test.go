package server

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// A shower shows a key: a token, or the cookie of a session that it opened.
type shower struct {
	t             *testing.T
	s             *Server
	token, cookie string
}

func (b shower) do(method, path, body string) (int, string) {
	b.t.Helper()
	r := httptest.NewRequest(method, "http://spar.test"+path, strings.NewReader(body))
	if b.cookie != "" {
		r.Header.Set("Cookie", b.cookie)
	} else {
		r.Header.Set("Authorization", "Bearer "+b.token)
	}
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	b.s.ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

// session is one that the token opens.
func (b shower) session() shower {
	b.t.Helper()
	r := httptest.NewRequest("POST", "http://spar.test/login", strings.NewReader(fmt.Sprintf(`{"token": %q}`, b.token)))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	b.s.ServeHTTP(w, r)
	b.cookie, _, _ = strings.Cut(w.Header().Get("Set-Cookie"), ";")
	if w.Code != 200 || b.cookie == "" {
		b.t.Fatalf("signing in: %d %s", w.Code, w.Body)
	}
	return b
}

func tokenFor(t *testing.T, b shower, body string) (api.Token, int, string) {
	t.Helper()
	status, text := b.do("POST", "/api/v1/tokens", body)
	var made api.Token
	if status == 200 {
		if err := json.Unmarshal([]byte(text), &made); err != nil {
			t.Fatal(err)
		}
	}
	return made, status, text
}

// TestNothingIsHandedOut tries, with tokens of each role of the owner and of somebody else and with the sessions that these open, every
// operation that needs more than they may, and every way to come to more: none succeeds.
func TestNothingIsHandedOut(t *testing.T) {
	s, _ := closed(t, spar.Operator, true)
	owner := enginetest.All
	process, err := s.o.Service.Process()
	if err != nil {
		t.Fatal(err)
	}
	all := []spar.Capability{spar.CanRead, spar.CanCurate, spar.CanOperate, spar.CanAdminister}
	for _, of := range []string{"", "eve"} {
		for level, may := range all {
			made, err := s.o.Service.CreateToken(t.Context(), process, api.NewToken{For: of, May: []spar.Capability{may}, Expires: "2h"})
			if err != nil {
				t.Fatal(err)
			}
			if of == "eve" && level > 2 {
				level = 2 // a token gives nobody a role
			}
			token := shower{t: t, s: s, token: made.Secret}
			for kind, b := range map[string]shower{"token": token, "session": token.session()} {
				name := fmt.Sprintf("%s of %q that may %s", kind, of, may)
				for _, op := range s.operations() {
					if slices.Index(all, op.needs) <= level {
						continue
					}
					path, query := prefix+op.path, requests[op.id].query
					if names := wildcards(op.path); len(names) > 0 {
						path, query = strings.Replace(path, "{"+names[0]+"}", query, 1), ""
					}
					if status, text := b.do(op.method, path+query, requests[op.id].body); status != 403 {
						t.Errorf("%s is not refused %s: %d %s", name, op.id, status, text)
					}
				}
				for want, asked := range all {
					got, status, text := tokenFor(t, b, fmt.Sprintf(`{"may": [%q], "expires": "1h"}`, asked))
					if (status == 200) != (want <= level) || len(got.May) > level+1 || status == 200 && got.By != made.ID {
						t.Errorf("%s asks for a token that may %s: %d %s", name, asked, status, text)
					}
				}
				if got, status, text := tokenFor(t, b, `{}`); status != 200 || got.Expires.After(made.Expires) {
					t.Errorf("%s makes a token that ends after it: %d %s", name, status, text)
				}
				for _, body := range []string{`{"expires": "3h"}`, `{"expires": "3650d"}`, `{"expires": "99999d"}`, `{"for": "eve"}`,
					`{"for": "root"}`, `{"for": "nobody"}`} {
					if _, status, text := tokenFor(t, b, body); status != 400 {
						t.Errorf("%s makes a token of %s: %d %s", name, body, status, text)
					}
				}
			}
		}
	}
	// What others made is theirs, whoever's token asks that may not administer.
	reading, err := s.o.Service.CreateToken(t.Context(), process, api.NewToken{})
	if err != nil {
		t.Fatal(err)
	}
	eve, err := s.o.Service.Served(t.Context(), "eve")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.o.Service.CreateWorkspace(t.Context(), eve, api.NewWorkspace{Name: "hers", Scope: "type:md"}, nil); err != nil {
		t.Fatal(err)
	}
	b := shower{t: t, s: s, token: reading.Secret}
	for op, body := range map[string]string{
		"share": `{"who": "root", "role": "owner"}`, "transfer": `{"who": "root"}`, "rename": `{"to": "mine"}`,
		"keep": `{"keep": "all"}`, "terminate": `{}`,
	} {
		if status, text := b.do("POST", "/api/v1/workspaces/"+eve.Owner()+"%2Fhers/"+op, body); status != 404 {
			t.Errorf("a token that reads has done %s with another's workspace: %d %s", op, status, text)
		}
	}
	if list, err := s.o.Service.Workspaces(t.Context(), owner); err != nil || len(list) == 0 {
		t.Errorf("%v %v", list, err)
	}
	// A provider makes nobody more than the principals file does.
	for person, want := range map[string]int{"": 1, "root": 1, "eve": 3, "0": 1, "uid:0": 1, "nobody": 1} {
		who, secret, err := s.o.Service.Arrive(t.Context(), service.Arrival{
			Issuer: "there", Subject: "number of " + person, Person: person, Name: "root",
			Groups: []string{"owner", "operator", "root", "wheel"}, SIDs: []string{"S-1-5-32-544"}})
		if err != nil || len(service.May(who)) != want || who.All {
			t.Errorf("%q arrives as %+v, %v", person, who, err)
		}
		if again, _, err := s.o.Service.Session(t.Context(), secret); err != nil || len(service.May(again)) != want {
			t.Errorf("the session of %q may %v, %v", person, service.May(again), err)
		}
	}
}

// TestTokensEnd: what a token opened or made ends with it, and a token ends nothing else.
func TestTokensEnd(t *testing.T) {
	s, _ := closed(t, spar.Reader, false)
	process, err := s.o.Service.Process()
	if err != nil {
		t.Fatal(err)
	}
	token := func(may spar.Capability) (shower, api.Token) {
		made, err := s.o.Service.CreateToken(t.Context(), process, api.NewToken{May: []spar.Capability{may}})
		if err != nil {
			t.Fatal(err)
		}
		return shower{t: t, s: s, token: made.Secret}, made
	}
	reading, read := token(spar.CanRead)
	other, beside := token(spar.CanRead)
	administering, above := token(spar.CanAdminister)
	session := reading.session()
	made, _, _ := tokenFor(t, session, `{}`)
	child := shower{t: t, s: s, token: made.Secret}
	for _, id := range []int64{beside.ID, above.ID} {
		for _, b := range []shower{reading, session, child} {
			if status, text := b.do("DELETE", fmt.Sprint("/api/v1/tokens/", id), ""); status != 400 || !strings.Contains(text, "ends itself") {
				t.Errorf("a token ends another one: %d %s", status, text)
			}
		}
	}
	if status, text := child.do("DELETE", fmt.Sprint("/api/v1/tokens/", read.ID), ""); status != 400 {
		t.Errorf("a token ends the one that made it: %d %s", status, text)
	}
	for _, b := range []shower{reading, session, child, other, administering} {
		if status, text := b.do("GET", "/api/v1/me", ""); status != 200 {
			t.Fatalf("%d %s", status, text)
		}
	}
	if status, text := administering.do("DELETE", fmt.Sprint("/api/v1/tokens/", read.ID), ""); status != 200 {
		t.Fatalf("%d %s", status, text)
	}
	for name, b := range map[string]shower{"token": reading, "session": session, "token of the session": child} {
		if status, text := b.do("GET", "/api/v1/me", ""); status != 401 {
			t.Errorf("the %s goes on: %d %s", name, status, text)
		}
	}
	if status, text := other.do("GET", "/api/v1/me", ""); status != 200 {
		t.Errorf("another token ended: %d %s", status, text)
	}
	if status, text := other.do("DELETE", fmt.Sprint("/api/v1/tokens/", beside.ID), ""); status != 200 {
		t.Errorf("a token does not end itself: %d %s", status, text)
	}
	// The trail shows which key made which.
	s.trail.flush()
	about := map[string][]string{}
	for e, err := range s.o.Service.Audit(t.Context(), enginetest.All, api.AuditQuery{}) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Outcome == "done" && (e.Operation == "loginByToken" || e.Operation == "createToken") {
			about[fmt.Sprint(e.Operation, " ", e.Key)] = e.About
		}
	}
	by := about[fmt.Sprint("loginByToken ", read.ID)]
	if len(by) != 1 || !strings.HasPrefix(by[0], "made=") {
		t.Fatalf("the trail says %v", about)
	}
	if of := about["createToken "+strings.TrimPrefix(by[0], "made=")]; !slices.Contains(of, fmt.Sprint("made=", made.ID)) {
		t.Errorf("the trail says %v", about)
	}
}

// TestTokenMost: the setting bounds how long any token lasts.
func TestTokenMost(t *testing.T) {
	h := enginetest.Open(t, nil, nil)
	s := service.New(h.Opened, service.Options{TokenMost: func() (time.Duration, error) { return 48 * time.Hour, nil }})
	for expires, may := range map[string]bool{"": true, "2d": true, "48h": true, "3d": false, "49h": false,
		"0d": false, "-1d": false, "d": false, "1w": false} {
		made, err := s.CreateToken(t.Context(), enginetest.All, api.NewToken{Expires: expires})
		if (err == nil) != may || err == nil && made.Expires.After(time.Now().Add(48*time.Hour+time.Second)) {
			t.Errorf("a token for %q: %+v %v", expires, made, err)
		}
	}
}

// TestForeignPages: who is refused because another site's page asks is told so as by every other error.
func TestForeignPages(t *testing.T) {
	s, secret := closed(t, spar.Reader, false)
	for header, value := range map[string]string{"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.test"} {
		r := httptest.NewRequest("POST", "http://spar.test/api/v1/ask", strings.NewReader(`{}`))
		r.Header.Set("Authorization", "Bearer "+secret)
		r.Header.Set(header, value)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		var f api.Failure
		if err := json.Unmarshal(w.Body.Bytes(), &f); err != nil || w.Code != 403 || f.Error.Code != "forbidden" || f.Error.Message == "" ||
			f.Error.Request != w.Header().Get("X-Request-Id") || w.Header().Get("Content-Type") != "application/json" {
			t.Errorf("%s: %d %v %s", header, w.Code, w.Header(), w.Body)
		}
	}
}

// TestExactKeys: a key of a body is there once, and in the letters of the description.
func TestExactKeys(t *testing.T) {
	s, secret := closed(t, spar.Curator, false)
	b := shower{t: t, s: s, token: secret}
	for _, c := range []struct{ path, body, says string }{
		{"/api/v1/ask", `{"question": "a", "question": "b"}`, `\"question\" twice`},
		{"/api/v1/ask", `{"question": "a", "Question": "b"}`, `\"Question\", which is written \"question\"`},
		{"/api/v1/ask", `{"QUESTION": "a"}`, `\"QUESTION\", which is written \"question\"`},
		{"/api/v1/ask", `{"question": "a", "earlier": [{"question": "b"}, {"question": "c", "question": "d"}]}`, `\"earlier.question\" twice`},
		{"/api/v1/ask", `{"question": "a", "earlier": [{"Question": "b"}]}`, `\"earlier.Question\", which is written \"question\"`},
		{"/api/v1/tags/x/assign", `{"scope": "type:md", "Scope": "path:**"}`, `\"Scope\", which is written \"scope\"`},
		{"/login", `{"token": "spar_a", "token": "spar_b"}`, `\"token\" twice`},
		{"/v1/chat/completions", `{"model": "spar", "messages": [{"role": "user", "content": "a", "content": "b"}]}`, `\"messages.content\" twice`},
		{"/v1/chat/completions", `{"model": "spar", "Model": "other", "messages": []}`, `\"Model\", which is written \"model\"`},
	} {
		if status, text := b.do("POST", c.path, c.body); status != 400 || !strings.Contains(text, c.says) {
			t.Errorf("%s: %d %s", c.body, status, text)
		}
	}
}
