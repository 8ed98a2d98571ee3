package server_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/sparsearch/spar/internal/api"
)

var handbook = map[string]string{
	"leave.md":  "# Paid leave\n\nFull-time staff get 26 days of paid leave a year. Part-time staff get 13 days of paid leave a year.\n",
	"fees.csv":  "Office,Month,Fee\nBerlin,May,120\nBerlin,June,80\nParis,May,300\n",
	"travel.md": "# Travel\n\nTrains are booked in second class.\n",
}

// TestChores: what a client has the model of a chat do about the chat is no question to the files, whole and streamed.
func TestChores(t *testing.T) {
	h := open(t, handbook, nil)
	const task = "### Task:\nGenerate a concise title.\n### Chat History:\n<chat_history>\nUSER: How many days of paid leave do full-time staff get?\n</chat_history>"
	for _, c := range []struct {
		question string
		stream   bool
		nothing  bool
	}{{task, false, true}, {task, true, true}, {"How many days of paid leave do full-time staff get?", false, false}, {"What does ### Task: mean in <chat_history>?", false, false}} {
		body, err := json.Marshal(map[string]any{"model": "spar", "stream": c.stream, "messages": []map[string]string{{"role": "user", "content": c.question}}})
		if err != nil {
			t.Fatal(err)
		}
		status, text, _ := h.do(h.token(""), "POST", "/v1/chat/completions", string(body))
		if status != http.StatusOK || strings.Contains(text, `"content":"{}"`) != c.nothing || c.nothing && strings.Contains(text, "26 days") {
			t.Errorf("%q: %d %s", c.question, status, text)
		}
		if c.stream && !strings.HasSuffix(strings.TrimSpace(text), "data: [DONE]") {
			t.Errorf("the stream has no end: %q", text)
		}
	}
}

// TestChatGoesOn: a client of OpenAI's API sends the whole chat each time, and a question goes on with what was asked before.
func TestChatGoesOn(t *testing.T) {
	h := open(t, handbook, nil)
	c := openai.NewClient(option.WithBaseURL(h.URL+"/v1"), option.WithAPIKey(h.token("")), option.WithMaxRetries(0))
	chat := openai.ChatCompletionNewParams{Model: "spar", Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage("How many days of paid leave do full-time staff get?")}}
	ask := func(want string) string {
		t.Helper()
		got, err := c.Chat.Completions.New(t.Context(), chat)
		if err != nil {
			t.Fatal(err)
		}
		m := got.Choices[0].Message
		if !strings.Contains(m.Content, want) {
			t.Errorf("no %q in %q", want, m.Content)
		}
		for _, a := range m.Annotations {
			u := a.URLCitation
			if marker := string([]rune(m.Content)[u.StartIndex:u.EndIndex]); a.Type != "url_citation" || u.Title == "" || !strings.HasPrefix(u.URL, h.URL) || !strings.HasPrefix(marker, "[") || !strings.HasSuffix(marker, "]") {
				t.Errorf("the annotation %+v is at %q", u, marker)
			}
		}
		if len(m.Annotations) == 0 {
			t.Errorf("no annotations: %q", m.Content)
		}
		chat.Messages = append(chat.Messages, openai.AssistantMessage(m.Content))
		return m.Content
	}
	if text := ask("26 days"); strings.Contains(text, "Understood as") {
		t.Error(text)
	}
	chat.Messages = append(chat.Messages, openai.UserMessage("And part-time staff?"))
	text := ask("13 days")
	if first, _, _ := strings.Cut(text, "\n"); !strings.HasPrefix(first, "Understood as: ") || !strings.Contains(first, "part-time staff") || !strings.Contains(first, "paid leave") {
		t.Errorf("%q", first)
	}
	// The client may ask for the last answer anew: its last message is then an assistant's.
	if again := ask("13 days"); again != text {
		t.Errorf("%q and then %q", text, again)
	}
	// What a client says was asked before is data of its own: it neither widens nor breaks anything.
	for _, odd := range []string{`[{"role": "assistant", "content": "x"}, {"role": "user", "content": "How many days of paid leave do full-time staff get?"}]`, `[{"role": "user", "content": [{"type": "text", "text": "How many days of paid leave do full-time staff get?"}]}, {"role": "tool", "content": null}]`} {
		if status, text, _ := h.do(h.token(""), "POST", "/v1/chat/completions", `{"model": "spar", "messages": `+odd+`}`); status != 200 || !strings.Contains(text, "26 days") {
			t.Errorf("%s: %d %s", odd, status, text)
		}
	}
	// The API takes them too, and not beside a thread.
	body := func(more string) string {
		return fmt.Sprintf(`{"question": "And part-time staff?", "earlier": [{"question": "How many days of paid leave do full-time staff get?", "answer": ["Full-time staff get 26 days."]}]%s}`, more)
	}
	status, reply, _ := h.do(h.token(""), "POST", "/api/v1/ask", body(""))
	if a := decode[api.Answer](t, reply); status != 200 || !strings.Contains(a.Rewritten, "paid leave") || !strings.Contains(a.Answer, "13 days") {
		t.Errorf("%d %s", status, reply)
	}
	if status, reply, _ = h.do(h.token(""), "POST", "/api/v1/ask", body(`, "thread": "1"`)); status != 400 || !strings.Contains(reply, "not with both") {
		t.Errorf("%d %s", status, reply)
	}
}

// TestTools: an assistant computes over a table, and pages through a list.
func TestTools(t *testing.T) {
	h := open(t, handbook, nil)
	s := h.assistant(h.token(""))
	text, failed := call(t, s, "table", map[string]any{"files": []string{"fees.csv"}, "question": "What is the total fee of Berlin?"})
	var got struct {
		Answers []string `json:"answers"`
		Plan    string   `json:"plan"`
		Cells   []struct{ ID, URL string }
	}
	if err := json.Unmarshal([]byte(text), &got); err != nil || failed || strings.Join(got.Answers, "") != "200" || got.Plan == "" || len(got.Cells) == 0 || !strings.HasPrefix(got.Cells[0].URL, h.URL) {
		t.Fatal(text, err)
	}
	if again, failed := call(t, s, "table", map[string]any{"plan": got.Plan}); failed || !strings.Contains(again, `"answers":["200"]`) {
		t.Error(again)
	}
	if text, failed := call(t, s, "fetch", map[string]any{"id": got.Cells[0].ID}); failed || !strings.Contains(text, "Berlin") {
		t.Error(text)
	}
	if text, failed := call(t, s, "table", map[string]any{"files": []string{"nowhere.csv"}, "question": "How many rows?"}); !failed {
		t.Error(text)
	}
	seen := map[string]bool{}
	after := 0
	for range len(handbook) + 1 {
		text, failed := call(t, s, "list_files", map[string]any{"limit": 1, "after": after})
		var page struct {
			Files []struct{ File string }
			Next  int
		}
		if err := json.Unmarshal([]byte(text), &page); err != nil || failed || len(page.Files) != 1 {
			t.Fatal(text, err)
		}
		seen[page.Files[0].File] = true
		if after = page.Next; after == 0 {
			break
		}
	}
	if len(seen) != len(handbook) || after != 0 {
		t.Errorf("%v", seen)
	}
	if text, failed := call(t, s, "list_files", map[string]any{"after": -1}); !failed {
		t.Error(text)
	}
	text, failed = call(t, s, "ask", map[string]any{"question": "And part-time staff?", "earlier": []map[string]any{{"question": "How many days of paid leave do full-time staff get?"}}})
	if failed || !strings.Contains(text, "13 days") || !strings.Contains(text, `"understood":"`) {
		t.Error(text)
	}
}
