package server_test

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestFailed: an address that a browser opens shows what failed as a page, in the language of whoever looks. A program gets JSON.
func TestFailed(t *testing.T) {
	h := open(t, files, nil)
	shows := []string{"Sec-Fetch-Mode", "navigate", "Accept-Language", "de"}
	for _, c := range []struct {
		path, says string
		status     int
		headers    []string
	}{
		{"/login?key=used", "dieser Link wurde benutzt", http.StatusUnauthorized, shows},
		{"/login?key=used", "this link was used", http.StatusUnauthorized, []string{"Accept", "text/html,application/xhtml+xml"}}, // an old browser
		{"/auth/callback?state=x", "kein Anbieter", http.StatusNotFound, shows},
		{"/api/v1/original?at=docs:nowhere.md", "dieser Server antwortet nur denen, die er kennt", http.StatusUnauthorized, shows},
		{"/api/v1/<script>alert(1)</script>", "&lt;script&gt;", http.StatusNotFound, shows},
	} {
		status, text, header := h.do("", "GET", c.path, "", c.headers...)
		if status != c.status || !strings.HasPrefix(header.Get("Content-Type"), "text/html") || !strings.Contains(text, c.says) || !strings.Contains(text, `href="/"`) {
			t.Errorf("%s: %d %s %s", c.path, status, header.Get("Content-Type"), text)
		}
		if strings.Contains(text, "<script>") || !strings.Contains(header.Get("Content-Security-Policy"), "default-src 'none'") {
			t.Errorf("%s: a script could run: %s", c.path, text)
		}
		for _, headers := range [][]string{{"Sec-Fetch-Mode", "cors", "Accept", "text/html"}, {"Accept", "*/*"}, nil} {
			if _, text, header := h.do("", "GET", c.path, "", headers...); !strings.HasPrefix(header.Get("Content-Type"), "application/json") || !strings.Contains(text, `"error"`) {
				t.Errorf("%s of a program: %s", c.path, text)
			}
		}
	}
}

// TestLooks: what a page only shows is marked in the trail, and left out where deeds are asked for, unless it is asked who saw a file.
func TestLooks(t *testing.T) {
	h := open(t, files, administered)
	ask := h.sitting(time.Now())
	for _, c := range []struct {
		method, path, body, is string
		look                   bool
	}{
		{"GET", "/tags", "", "tags done", true},
		{"GET", "/files/count", "", "countFiles done", true},
		{"POST", "/scope/divide", `{"text": "type:markdown"}`, "divideScope done", true},
		{"POST", "/ask/sure", `{"questions": [], "headings": 12}`, "sureQuestions done", true},
		{"POST", "/search", `{"question": "leave"}`, "search done", false},
		{"GET", "/open?at=docs:policies/leave.md", "", "open done", true},
		{"GET", "/view?at=docs:policies/leave.md", "", "view done", true},
		{"GET", "/file?file=docs:policies/leave.md", "", "file done", true},
		{"GET", "/original?at=docs:policies/leave.md", "", "original done", false},
		{"POST", "/tags", `{"name": "Seen"}`, "addTag done", false},
		{"GET", "/tags/nowhere", "", "tag not-found", true},
		{"POST", "/shares/limits", `{"share": "docs"}`, "limits done", true},
		{"POST", "/shares/limits", `{"share": "docs"}`, "limits begun", true},
		{"POST", "/shares/limits", `{"share": "docs", "opens": "50"}`, "limits done", false},
		{"POST", "/shares/limits", `{"share": "docs", "opens": "50"}`, "limits begun", false},
		{"POST", "/shares/limits?opens=60", `{"share": "docs"}`, "limits done", false},
		{"POST", "/shares/limits", `{"share": "docs", "more": 1}`, "limits invalid", false},
		{"POST", "/shares/ignore", `{"share": "docs"}`, "ignore done", true},
		{"POST", "/shares/ignore", `{"share": "docs", "rules": ["*.tmp"]}`, "ignore done", false},
		{"POST", "/shares/ignore", `{"share": "docs", "default": true}`, "ignore done", false},
		{"POST", "/shares/ignore", `{"share": "docs", "clear": true}`, "ignore done", false},
		{"GET", "/doctor?model=1", "", "doctor done", false},
		{"GET", "/doctor", "", "doctor done", true},
	} {
		var last int64
		for _, e := range h.traced() {
			last = e.ID
		}
		status, text := ask(c.method, "/api/v1"+c.path, c.body)
		if status >= 500 {
			t.Fatalf("%s: %d %s", c.path, status, text)
		}
		var met []string
		found := false
		for _, e := range h.traced() {
			if is := e.Operation + " " + e.Outcome; e.ID > last && e.Via == "page" {
				if met = append(met, is); is == c.is {
					if found = true; e.Look != c.look {
						t.Errorf("%s %s %s: %s is a look: %t", c.method, c.path, c.body, is, e.Look)
					}
				}
			}
		}
		if !found {
			t.Errorf("%s %s %s: %q, without %s: %d %s", c.method, c.path, c.body, met, c.is, status, text)
		}
	}
	_, all := ask("GET", "/api/v1/audit?limit=1000", "")
	_, deeds := ask("GET", "/api/v1/audit?limit=1000&deeds=true", "")
	if !strings.Contains(all, `"countFiles"`) || strings.Contains(deeds, `"countFiles"`) || !strings.Contains(deeds, `"addTag"`) || strings.Contains(deeds, `"open"`) {
		t.Errorf("all: %s\ndeeds: %s", all, deeds)
	}
	if _, of := ask("GET", "/api/v1/audit?limit=1000&deeds=true&file=docs:policies/leave.md", ""); !strings.Contains(of, `"open"`) || !strings.Contains(of, `"original"`) || strings.Contains(of, `"countFiles"`) {
		t.Errorf("who saw a file: %s", of)
	}
}
