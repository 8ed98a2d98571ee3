package server_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// unreadShelves are more files than a question reads at a time. The name of one of them says what it is about.
func unreadShelves() map[string]string {
	list := map[string]string{"boilers/boiler 7 weight.md": "# Boiler 7\n\nBoiler 7 weighs 70 kilograms without its stand.\n"}
	for i := range 250 {
		list[fmt.Sprintf("misc/%03d.md", i)] = fmt.Sprintf("# Note %d\n\nShelf %d holds paper of the year %d.\n", i, i, 1900+i)
	}
	return list
}

// TestAssistantMeanwhile asks by MCP of files that nobody read: the answer so far comes with the progress, a budget bounds the reading, and
// the answer says how much is left and how likely that holds something better.
func TestAssistantMeanwhile(t *testing.T) {
	h := open(t, unreadShelves(), nil)
	var mu sync.Mutex
	var told []string
	c := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
			mu.Lock()
			defer mu.Unlock()
			told = append(told, r.Params.Message)
		},
	})
	s, err := c.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: h.URL + "/mcp", HTTPClient: &http.Client{Transport: bearing(h.token(""))}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const question = "how much does boiler 7 weigh?"
	var got struct {
		Read    int      `json:"files_read"`
		InScope int      `json:"files_in_scope"`
		Waiting int      `json:"files_waiting"`
		Better  *float64 `json:"better"`
	}
	text, failed := call(t, s, "ask", map[string]any{"question": question, "budget": "files=70", "until": 1})
	if err := json.Unmarshal([]byte(text), &got); failed || err != nil || !strings.Contains(text, "70 kilograms") {
		t.Fatal(text, err)
	}
	if got.Read != 70 || got.InScope != 251 || got.Waiting != 181 || got.Better == nil || *got.Better <= 0 || *got.Better >= 1 {
		t.Errorf("a budget of 70 files: %s", text)
	}
	if text, failed := call(t, s, "ask", map[string]any{"question": question, "budget": "soon"}); !failed || !strings.Contains(text, "is no budget") {
		t.Errorf("a wrong budget: %s", text)
	}
	if text, failed := call(t, s, "search", map[string]any{"query": question, "budget": "files=0"}); !failed || !strings.Contains(text, "is no budget") {
		t.Errorf("a wrong budget of a search: %s", text)
	}
	params := &mcp.CallToolParams{Name: "ask", Arguments: map[string]any{"question": question, "budget": "0", "until": 1}}
	params.SetProgressToken("p")
	if _, err := s.CallTool(t.Context(), params); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	if all := strings.Join(told, "\n"); !strings.Contains(all, "so far: ") || !strings.Contains(all, "70 kilograms") {
		t.Errorf("told meanwhile: %s", all)
	}
}

// TestChatBudget bounds what a client of OpenAI's API has read.
func TestChatBudget(t *testing.T) {
	h := open(t, unreadShelves(), nil)
	ask := func(budget string) (int, string) {
		body := fmt.Sprintf(`{"model": "spar", "messages": [{"role": "user", "content": "how much does boiler 7 weigh?"}], "spar": {"full": true, "budget": %q, "until": 1}}`, budget)
		r, err := http.NewRequestWithContext(t.Context(), "POST", h.URL+"/v1/chat/completions", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		got, err := (&http.Client{Transport: bearing(h.token(""))}).Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer got.Body.Close()
		text, err := io.ReadAll(got.Body)
		if err != nil {
			t.Fatal(err)
		}
		return got.StatusCode, string(text)
	}
	code, text := ask("files=70")
	var got struct {
		Spar struct {
			Coverage struct {
				Read    int `json:"read"`
				Waiting int `json:"waiting"`
			} `json:"coverage"`
		} `json:"spar"`
	}
	if err := json.Unmarshal([]byte(text), &got); code != http.StatusOK || err != nil || !strings.Contains(text, "70 kilograms") {
		t.Fatal(code, text, err)
	}
	if c := got.Spar.Coverage; c.Read != 70 || c.Waiting != 181 {
		t.Errorf("a budget of 70 files: %+v", c)
	}
	if code, text := ask("soon"); code != http.StatusBadRequest || !strings.Contains(text, "is no budget") {
		t.Errorf("a wrong budget: %d, %s", code, text)
	}
}
