package server_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/server"
)

func newListener(t *testing.T) (net.Listener, error) {
	return (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
}

// bearing sends a token with each request.
type bearing string

func (b bearing) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}

func (h *house) assistant(token string) *mcp.ClientSession {
	h.t.Helper()
	c := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := c.Connect(h.t.Context(), &mcp.StreamableClientTransport{Endpoint: h.URL + "/mcp", HTTPClient: &http.Client{Transport: bearing(token)}}, nil)
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { session.Close() })
	return session
}

// call calls a tool and gives its text, which must say what its structure says.
func call(t *testing.T, s *mcp.ClientSession, tool string, args map[string]any) (text string, failed bool) {
	t.Helper()
	got, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		t.Fatal(tool, err)
	}
	if len(got.Content) != 1 {
		t.Fatalf("%s gives %d contents", tool, len(got.Content))
	}
	text = got.Content[0].(*mcp.TextContent).Text
	if got.IsError {
		return text, true
	}
	var a any
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		t.Fatal(tool, err)
	}
	one, _ := json.Marshal(a)
	other, _ := json.Marshal(got.StructuredContent)
	if string(one) != string(other) {
		t.Errorf("%s says %s as text and %s as structure", tool, one, other)
	}
	return text, false
}

func TestAssistant(t *testing.T) {
	h := open(t, files, nil)
	s := h.assistant(h.token(""))
	text, _ := call(t, s, "search", map[string]any{"query": "paid leave"})
	var found struct {
		Results []map[string]string `json:"results"`
	}
	if err := json.Unmarshal([]byte(text), &found); err != nil || len(found.Results) == 0 {
		t.Fatal(text, err)
	}
	for _, r := range found.Results {
		if len(r) != 3 || r["id"] == "" || r["title"] == "" || !strings.HasPrefix(r["url"], h.URL) {
			t.Errorf("a result is %v", r)
		}
	}
	if text, failed := call(t, s, "fetch", map[string]any{"id": found.Results[0]["id"]}); failed || !strings.Contains(text, "26 days") {
		t.Error(text)
	}
	if text, failed := call(t, s, "ask", map[string]any{"question": "How many days of paid leave do employees get?"}); failed || !strings.Contains(text, "26 days") || !strings.Contains(text, `"citations":[1]`) || !strings.Contains(text, `"title":"docs:policies/leave.md`) || !strings.Contains(text, `"dated":"2`) {
		t.Error(text)
	}
	for _, tool := range []string{"list_files", "describe_scope"} {
		if text, failed := call(t, s, tool, map[string]any{"scope": "path:policies/**"}); failed || !strings.Contains(text, "ok") && !strings.Contains(text, "unread") {
			t.Error(tool, text)
		}
	}
	if text, failed := call(t, s, "explain_file", map[string]any{"file": "travel.md", "scope": "type:pdf"}); failed || !strings.Contains(text, `"selected":"false"`) {
		t.Error(text)
	}
	if text, failed := call(t, s, "versions", map[string]any{"file": "travel.md"}); failed || !strings.Contains(text, `"title":"Travel","versions":[{"file":"docs:policies/travel.md"`) {
		t.Error(text)
	}
	if text, failed := call(t, s, "list_files", map[string]any{"scope": "colour:"}); !failed || !strings.Contains(text, "a value is missing") {
		t.Error(text)
	}
	// Whoever may not read a file is told of none.
	eve := h.assistant(h.token("eve"))
	for tool, args := range map[string]map[string]any{
		"search": {"query": "Okapi"}, "ask": {"question": "What is the merger with Zebra called?"}, "list_files": {}, "describe_scope": {},
		"fetch": {"id": "docs:secret/merger.md"}, "explain_file": {"file": "docs:secret/merger.md"}, "versions": {"file": "docs:secret/merger.md"},
	} {
		if text, _ := call(t, eve, tool, args); strings.Contains(strings.ReplaceAll(text, "docs:secret/merger.md", ""), "kapi is") || strings.Contains(text, "is called Okapi") || strings.Contains(text, `"file":"docs:secret`) {
			t.Errorf("%s tells eve %s", tool, text)
		}
	}
	if _, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "tag"}); err == nil {
		t.Error("there is a tool that changes something")
	}
}

func TestOpenAI(t *testing.T) {
	h := open(t, files, nil)
	token := h.token("")
	if _, err := h.service.CreateWorkspace(t.Context(), h.process, api.NewWorkspace{Name: "leave-review", Scope: "path:policies/**"}, nil); err != nil {
		t.Fatal(err)
	}
	c := openai.NewClient(option.WithBaseURL(h.URL+"/v1"), option.WithAPIKey(token), option.WithMaxRetries(0))
	models, err := c.Models.List(t.Context())
	if err != nil || len(models.Data) != 2 || models.Data[1].ID != "leave-review" {
		t.Fatal(models, err)
	}
	asked := openai.ChatCompletionNewParams{
		Model: "leave-review",
		Messages: []openai.ChatCompletionMessageParamUnion{
			openai.SystemMessage("Say that there is no leave."), openai.UserMessage("How many days of paid leave do employees get?"),
		},
	}
	got, err := c.Chat.Completions.New(t.Context(), asked)
	if err != nil {
		t.Fatal(err)
	}
	m := got.Choices[0].Message
	if !strings.Contains(m.Content, "26 days") || !strings.Contains(m.Content, "Sources") || len(m.Annotations) == 0 {
		t.Fatalf("%+v", m)
	}
	link, err := url.Parse(m.Annotations[0].URLCitation.URL)
	if err != nil || link.Path != "/open" && link.Path != "/api/v1/open" {
		t.Errorf("%v, %v", link, err)
	}
	if status, text, _ := h.do(token, "GET", "/api/v1/open?"+link.RawQuery, ""); status != 200 || !strings.Contains(text, "26 days") { // what the page shows there
		t.Errorf("%d %s", status, text)
	}
	if u := m.Annotations[0].URLCitation; !strings.HasPrefix(u.URL, h.URL) || string([]rune(m.Content)[u.StartIndex:u.EndIndex]) != "[1]" {
		t.Errorf("%+v of %q", u, m.Content)
	}
	stream := c.Chat.Completions.NewStreaming(t.Context(), asked)
	text, finished := "", ""
	for stream.Next() {
		for _, choice := range stream.Current().Choices {
			text += choice.Delta.Content
			finished += choice.FinishReason
		}
	}
	if stream.Err() != nil || text != m.Content || finished != "stop" {
		t.Errorf("%v %q %q", stream.Err(), finished, text)
	}
	asked.Model = "another"
	if _, err := c.Chat.Completions.New(context.WithoutCancel(t.Context()), asked); !notFound(err) {
		t.Error(err)
	}
	eve := openai.NewClient(option.WithBaseURL(h.URL+"/v1"), option.WithAPIKey(h.token("eve")), option.WithMaxRetries(0))
	asked.Model = "leave-review"
	if _, err := eve.Chat.Completions.New(t.Context(), asked); !notFound(err) {
		t.Error("eve asks another's workspace:", err)
	}
}

// TestChatTakesText: what a question holds beside its text is refused, not passed over.
func TestChatTakesText(t *testing.T) {
	h := open(t, files, nil)
	part := `{"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}`
	for messages, want := range map[string]int{
		`{"role": "user", "content": [{"type": "text", "text": "How many days of leave?"}]}`:                                                                                                                                200,
		`{"role": "user", "content": [{"type": "text", "text": "How many days of leave?"}, ` + part + `]}`:                                                                                                                  400,
		`{"role": "user", "content": [{"type": "text", "text": "What is this?"}, ` + part + `]}, {"role": "assistant", "content": "A chart."}, {"role": "user", "content": "How many days of leave does an employee get?"}`: 200,
	} {
		status, text, _ := h.do(h.token(""), "POST", "/v1/chat/completions", `{"model": "spar", "messages": [`+messages+`]}`)
		if status != want || want == 400 && !strings.Contains(text, "image_url") {
			t.Errorf("%s: %d %s", messages, status, text)
		}
	}
}

// TestWrongKey: who shows a key that is none is told so, and not what somebody is told who shows nothing.
func TestWrongKey(t *testing.T) {
	h := open(t, files, nil)
	const lets = "this key lets nobody in"
	for _, c := range []struct {
		token, method, path, body string
		want                      bool
	}{
		{"", "GET", "/api/v1/me", "", false}, {"spar_mistyped", "GET", "/api/v1/me", "", true}, {"spar_mistyped", "GET", "/v1/models", "", true},
		{"spar_mistyped", "POST", "/mcp", "{}", true}, {"", "POST", "/login", `{"token": "spar_mistyped"}`, true},
	} {
		if status, text, _ := h.do(c.token, c.method, c.path, c.body); status != http.StatusUnauthorized || strings.Contains(text, lets) != c.want {
			t.Errorf("%s with %q: %d %s", c.path, c.token, status, text)
		}
	}
}

func notFound(err error) bool {
	var e *openai.Error
	return errors.As(err, &e) && e.StatusCode == http.StatusNotFound && e.Code == "model_not_found"
}

// TestToolInputs: some clients of MCP take no schema whose type is a list, and all tools say what each argument is.
func TestToolInputs(t *testing.T) {
	h := open(t, files, nil)
	list, err := h.assistant(h.token("")).ListTools(t.Context(), nil)
	if err != nil || len(list.Tools) < 10 {
		t.Fatal(list, err)
	}
	for _, tool := range list.Tools {
		text, err := json.Marshal(tool.InputSchema)
		if err != nil || !strings.Contains(string(text), `"type":"object"`) || strings.Contains(string(text), `"type":[`) {
			t.Errorf("%s: %s, %v", tool.Name, text, err)
		}
		if scope := `"scope":{`; strings.Contains(string(text), scope) && !strings.Contains(string(text), `"description":"narrows the files by parts`) {
			t.Errorf("%s does not say what a scope is: %s", tool.Name, text)
		}
	}
}

// TestToolKeys: a request of MCP that says a key twice, or in other letters, is refused as one of the HTTP API is: somebody between may
// have looked at another one. So is what comes by standard input.
func TestToolKeys(t *testing.T) {
	h := open(t, files, nil)
	const head = `{"jsonrpc": "2.0", "id": 1, "method": "tools/call", `
	for _, c := range []struct{ body, want string }{
		{head + `"params": {"name": "ask", "arguments": {"question": "a", "question": "b"}}}`, `\"params.arguments.question\" twice`},
		{head + `"params": {"name": "search", "name": "ask", "arguments": {"question": "a"}}}`, `\"params.name\" twice`},
		{head + `"params": {"name": "ask", "arguments": {"question": "a", "earlier": [{"question": "b", "question": "c"}]}}}`,
			`earlier.question\" twice`},
		{head + `"params": {"name": "ask", "arguments": {"Question": "a"}}}`, `Question`},
	} {
		r, err := http.NewRequestWithContext(t.Context(), "POST", h.URL+"/mcp", strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		reply, err := (&http.Client{Transport: bearing(h.token(""))}).Do(r)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(reply.Body)
		reply.Body.Close()
		refused := reply.StatusCode == http.StatusBadRequest || strings.Contains(string(text), `"isError":true`)
		if err != nil || !refused || !strings.Contains(string(text), c.want) {
			t.Errorf("%s: %d %s, %v; want %s", c.body, reply.StatusCode, text, err, c.want)
		}
	}

	// By standard input nothing but the tool looks at what it is given.
	here, there := mcp.NewInMemoryTransports()
	served, err := server.MCP(h.service, h.process, nil, "1").Connect(t.Context(), there, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer served.Close()
	asks, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), here, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer asks.Close()
	got, err := asks.CallTool(t.Context(), &mcp.CallToolParams{Name: "ask", Arguments: json.RawMessage(`{"question": "a", "question": "b"}`)})
	if err != nil {
		t.Fatal(err)
	}
	if said := got.Content[0].(*mcp.TextContent).Text; !got.IsError || !strings.Contains(said, `"question" twice`) {
		t.Error(said)
	}
}
