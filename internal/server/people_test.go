package server_test

import (
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/access"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/server"
	"github.com/sparsearch/spar/internal/spar"
)

// sitting is a browser of the owner, who showed who they are at a time and sits at another machine.
func (h *house) sitting(proved time.Time) (do func(method, path, body string) (int, string)) {
	return h.sittingWith(proved, "X-Forwarded-For", "192.0.2.7")
}

// sittingWith is a browser of the owner whose requests have some more headers.
func (h *house) sittingWith(proved time.Time, headers ...string) (do func(method, path, body string) (int, string)) {
	h.t.Helper()
	secret, _, err := h.engine.Access.Make(h.t.Context(), access.Key{Kind: access.Session, Owner: h.process.Owner(), Role: spar.Owner, Proved: proved}, time.Hour)
	if err != nil {
		h.t.Fatal(err)
	}
	at, err := url.Parse(h.URL)
	if err != nil {
		h.t.Fatal(err)
	}
	return func(method, path, body string) (int, string) {
		h.t.Helper()
		status, text, _ := h.do("", method, path, body, append([]string{"Cookie", "spar-" + at.Port() + "=" + secret}, headers...)...)
		return status, text
	}
}

// TestPeopleByPage: an administrator adds and invites somebody, who signs in once by the link and has a key from then on, until their time
// is over. People of the principals file are shown and not changed.
func TestPeopleByPage(t *testing.T) {
	h := open(t, files, administered)
	admin := h.sitting(time.Now())
	ok := func(method, path, body string) string {
		t.Helper()
		status, text := admin(method, path, body)
		if status != http.StatusOK {
			t.Fatalf("%s %s: %d %s", method, path, status, text)
		}
		return text
	}
	added := decode[api.Person](t, ok("POST", "/api/v1/people", `{"name": "eva", "role": "curator", "groups": ["staff"], "also": ["eva@house.example"], "expires": "30d"}`))
	if added.From != api.OfAdded || added.UID < 4_100_000_000 || added.Expires == nil || added.Role != "curator" {
		t.Errorf("added %+v", added)
	}
	for _, body := range []string{
		`{"name": "ada"}`, `{"name": "eva"}`, `{"name": "x", "also": ["ada@house.example"]}`, `{"name": "root"}`, `{"name": "1000"}`, `{"name": ""}`,
		`{"name": "uid:0"}`, `{"name": "x", "role": "owner"}`, `{"name": "x", "expires": "1999-01-01"}`, `{"name": "x", "clearance": "nolevel"}`, `{"name": "a\u0000b"}`,
	} {
		if status, text := admin("POST", "/api/v1/people", body); status != http.StatusBadRequest && status != http.StatusConflict {
			t.Errorf("%s: %d %s", body, status, text)
		}
	}
	if status, text := admin("PATCH", "/api/v1/people/ada", `{"role": "operator"}`); status == http.StatusOK {
		t.Errorf("somebody of the principals file is changed: %s", text)
	}
	first := decode[api.Invitation](t, ok("POST", "/api/v1/people/eva/invite", `{"expires": "2h"}`))
	invited := decode[api.Invitation](t, ok("POST", "/api/v1/people/eva/invite", `{}`))
	if want := h.URL + "/join#" + invited.Secret; invited.Link != want || invited.Expires.Before(time.Now().Add(6*24*time.Hour)) {
		t.Errorf("the invitation is %+v", invited)
	}
	list := ok("GET", "/api/v1/people", "")
	if !strings.Contains(list, `"invited"`) || strings.Contains(list, invited.Secret) {
		t.Errorf("the list is %s", list)
	}

	// Whoever invites is told what they will read: what everybody may, of shares whose rights are the file system's.
	sees := decode[api.PersonSees](t, ok("GET", "/api/v1/people/eva/sees", ""))
	if sees.Name != "eva" || len(sees.Shares) == 0 || sees.Files >= sees.Of || sees.Shares[0].Rights == "" {
		t.Errorf("eva sees %+v", sees)
	}
	opened := func(to string) api.PersonSees {
		for _, sh := range sees.Shares {
			ok("POST", "/api/v1/shares/"+sh.Share+"/rights", `{"rights": "`+to+`"}`)
		}
		return decode[api.PersonSees](t, ok("GET", "/api/v1/people/eva/sees", ""))
	}
	if all := opened("open"); all.Files != all.Of || all.Of != sees.Of {
		t.Errorf("of open shares eva sees %+v", all)
	}
	if again := opened(sees.Shares[0].Rights); again.Files != sees.Files {
		t.Errorf("closed again, eva sees %+v", again)
	}

	join := func(secret string) (int, string, http.Header) {
		return h.do("", "POST", "/join", fmt.Sprintf(`{"invitation": %q}`, secret))
	}
	if status, text, _ := join(first.Secret); status != http.StatusUnauthorized {
		t.Errorf("the invitation that was replaced: %d %s", status, text)
	}
	status, text, head := join(invited.Secret)
	session := decode[api.Token](t, text)
	cookie, _ := http.ParseSetCookie(head.Get("Set-Cookie"))
	if status != http.StatusOK || session.Who != "person:eva" || session.Kind != "session" || session.Secret != "" || cookie == nil {
		t.Fatalf("joining: %d %s", status, text)
	}
	// The browser stays signed in, for she has no other key.
	year := 365 * 24 * time.Hour
	if left := time.Until(session.Expires); left < year-time.Minute || left > year || cookie.MaxAge < int(left.Seconds())-60 {
		t.Errorf("eva is signed in until %v, her cookie for %d s", session.Expires, cookie.MaxAge)
	}
	if key, err := h.engine.Access.Within(time.Nanosecond).Find(t.Context(), access.Session, cookie.Value); err != nil || !key.Lasting {
		t.Errorf("without use her session ends: %+v %v", key, err)
	}
	eva := func(method, path, body string) (int, string, http.Header) {
		return h.do("", method, path, body, "Cookie", cookie.Name+"="+cookie.Value, "Origin", h.URL)
	}
	if status, text, _ := join(invited.Secret); status != http.StatusUnauthorized || !strings.Contains(text, "taken already") {
		t.Errorf("the invitation again: %d %s", status, text)
	}
	me := func() (api.Me, int) {
		status, text, _ := eva("GET", "/api/v1/me", "")
		return decode[api.Me](t, text), status
	}
	if m, status := me(); status != http.StatusOK || m.Who != "person:eva" || len(m.May) != 2 {
		t.Errorf("eva is %+v, %d", m, status)
	}
	if status, text, _ := eva("POST", "/api/v1/people", `{"name": "mallory"}`); status != http.StatusForbidden {
		t.Errorf("eva adds somebody: %d %s", status, text)
	}
	ok("PATCH", "/api/v1/people/eva", `{"role": "operator", "groups": []}`)
	if m, _ := me(); len(m.May) != 3 {
		t.Errorf("as an operator eva is %+v", m)
	}
	ok("PATCH", "/api/v1/people/eva", `{"disabled": true}`)
	if _, status := me(); status != http.StatusUnauthorized {
		t.Errorf("disabled, eva gets %d", status)
	}
	if status, text := admin("POST", "/api/v1/people/eva/invite", `{}`); status == http.StatusOK {
		t.Errorf("somebody who is disabled is invited: %s", text)
	}
	ok("PATCH", "/api/v1/people/eva", `{"disabled": false, "expires": "never"}`)
	if _, status := me(); status != http.StatusOK {
		t.Errorf("enabled, eva gets %d", status)
	}
	if _, err := h.engine.Access.ChangePerson(t.Context(), "eva", func(p *access.Person) error { p.Expires = time.Now().Add(-time.Minute); return nil }); err != nil {
		t.Fatal(err)
	}
	if _, status := me(); status != http.StatusUnauthorized {
		t.Errorf("when her time is over, eva gets %d", status)
	}
	trail := ""
	for e, err := range h.service.Audit(t.Context(), h.process, api.AuditQuery{}) {
		if err != nil {
			t.Fatal(err)
		}
		trail += fmt.Sprintln(e.Operation, e.Outcome, e.About)
	}
	for _, want := range []string{"addPerson begun", "addPerson done", "changePerson done", "invitePerson begun", "join done"} {
		if !strings.Contains(trail, want) {
			t.Errorf("the trail has no %q:\n%s", want, trail)
		}
	}
	if strings.Contains(trail, invited.Secret) {
		t.Errorf("the trail has the secret:\n%s", trail)
	}
}

// TestShowAgain: what hands out rights is done in a browser only for a while after somebody showed who they are, by each door, unless who
// started the server said otherwise.
func TestShowAgain(t *testing.T) {
	asks := [][3]string{
		{"POST", "/api/v1/people", `{"name": "eva"}`}, {"PATCH", "/api/v1/people/eva", `{"disabled": true, "role": "operator"}`}, {"PATCH", "/api/v1/people/eva", `{"disabled": false}`}, {"POST", "/api/v1/people/eva/invite", `{}`},
		{"POST", "/api/v1/tokens", `{"may": ["administer"]}`}, {"POST", "/api/v1/tokens", `{"for": "kim"}`},
		{"GET", "/api/v1/audit", ""},
	}
	h := open(t, files, nil)
	stale := h.sitting(time.Now().Add(-time.Hour))
	for _, a := range asks {
		status, text := stale(a[0], a[1], a[2])
		f := decode[api.Failure](t, text)
		if status != http.StatusForbidden || len(f.Error.Do) != 1 || f.Error.Do[0].Do != spar.ShowAgain {
			t.Errorf("%s %s: %d %s", a[0], a[1], status, text)
		}
	}
	if status, text := stale("GET", "/api/v1/audit", ""); !strings.Contains(text, `"name":"trail"`) || !strings.Contains(text, "what everybody asked") {
		t.Errorf("the trail does not say what it is about: %d %s", status, text)
	}
	if status, text := stale("GET", "/api/v1/people", ""); status != http.StatusOK {
		t.Errorf("looking at people: %d %s", status, text)
	}
	if status, text := stale("POST", "/api/v1/tokens", `{"may": ["read"]}`); status != http.StatusOK {
		t.Errorf("a token of one's own that reads: %d %s", status, text)
	}
	fresh := h.sitting(time.Now())
	if status, text := fresh(asks[0][0], asks[0][1], asks[0][2]); status != http.StatusOK {
		t.Errorf("shown again: %d %s", status, text)
	}
	if status, text := stale("PATCH", "/api/v1/people/eva", `{"disabled": true}`); status != http.StatusOK {
		t.Errorf("to disable somebody takes rights away, and asks for nothing: %d %s", status, text)
	}
	if runtime.GOOS == "linux" { // elsewhere nothing tells who has the other end of a connection
		here := h.sittingWith(time.Now().Add(-time.Hour))
		if status, text := here("GET", "/api/v1/audit", ""); status != http.StatusOK {
			t.Errorf("at the machine itself, as the one who runs the server: %d %s", status, text)
		}
	}
	if status, text := fresh("GET", "/api/v1/audit", ""); status != http.StatusOK || !strings.Contains(text, `"addPerson"`) {
		t.Errorf("the trail, shown again: %d %s", status, text)
	}
	if status, text, _ := h.do(h.token(""), "PATCH", "/api/v1/people/eva", `{"role": "curator"}`); status != http.StatusOK {
		t.Errorf("by a token, which shows itself each time: %d %s", status, text)
	}
	if status, text, _ := h.do(h.token(""), "POST", "/api/v1/people/eva/invite", `{}`); status != http.StatusBadRequest || !strings.Contains(text, "a token invites nobody") {
		t.Errorf("a token invites somebody: %d %s", status, text)
	}
	trusting := open(t, files, func(o *server.Options) { o.Admin = true })
	if status, text := trusting.sitting(time.Now().Add(-time.Hour))(asks[0][0], asks[0][1], asks[0][2]); status != http.StatusOK {
		t.Errorf("with --admin-api: %d %s", status, text)
	}
}

// TestProviderSaysWhen: a provider is asked to have somebody show again who they are, and counts for as long as it says that they did. Who
// is disabled here does not get in by a provider as a stranger.
func TestProviderSaysWhen(t *testing.T) {
	h, p := openProvided(t, nil)
	if _, err := h.service.AddPerson(t.Context(), h.process, api.NewPerson{Name: "eva"}); err != nil {
		t.Fatal(err)
	}
	ada := browser(t)
	p.says(map[string]any{"sub": "1", "login": "eva", "auth_time": time.Now().Unix()})
	if status, _ := signsIn(t, h, ada, "/"); status != http.StatusOK {
		t.Fatal(status)
	}
	if me := whoIs(t, h, ada); me.Who != "person:eva" {
		t.Fatalf("%+v", me)
	}
	keys, err := h.engine.Access.List(t.Context())
	if err != nil || time.Since(keys[len(keys)-1].Proved) > time.Minute {
		t.Errorf("the session is %+v, %v", keys, err)
	}
	yes := true
	if _, err := h.service.ChangePerson(t.Context(), h.process, api.PersonChange{Name: "eva", Disabled: &yes}); err != nil {
		t.Fatal(err)
	}
	if me := whoIs(t, h, ada); me.Who != "" {
		t.Errorf("disabled, eva is %+v", me)
	}
	if status, _ := signsIn(t, h, browser(t), "/"); status == http.StatusOK {
		t.Error("disabled, eva signs in")
	}
	jar, _ := cookiejar.New(nil)
	client := &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	reply, err := client.Get(h.URL + "/auth/login?again=1")
	if err != nil {
		t.Fatal(err)
	}
	reply.Body.Close()
	if to := reply.Header.Get("Location"); !strings.Contains(to, "prompt=login") || !strings.Contains(to, "max_age=0") {
		t.Errorf("shown again, one is led to %s", to)
	}
}
