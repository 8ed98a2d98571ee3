package service_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/entity"
	"github.com/sparsearch/spar/internal/llm"
	"github.com/sparsearch/spar/internal/service"
)

// scriptedModel answers every request with the reply that is set, and keeps the last one that came.
type scriptedModel struct {
	reply   string
	status  int
	wait    time.Duration // before a reply
	request string
	schema  bool // the last request held the reply to a schema
}

func (m *scriptedModel) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Messages       []struct{ Content string } `json:"messages"`
		ResponseFormat *struct {
			Type string `json:"type"`
		} `json:"response_format"`
	}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	m.request, m.schema = "", in.ResponseFormat != nil && in.ResponseFormat.Type == "json_schema"
	for _, x := range in.Messages {
		m.request += x.Content + "\n"
	}
	if m.status != 0 {
		w.WriteHeader(m.status)
		return
	}
	select {
	case <-time.After(m.wait):
	case <-r.Context().Done():
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	text, _ := json.Marshal(m.reply)
	fmt.Fprintf(w, "data: {\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,\"delta\":{\"content\":%s},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n", text)
}

// TestSmallModelReadsNoSentence: a model that only checks is not asked about sentences, unless a setting says that it writes.
func TestSmallModelReadsNoSentence(t *testing.T) {
	m := &scriptedModel{reply: `{"parts": []}`}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/models", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"data":[{"id":"small","meta":{"n_ctx":4096,"n_params":1500000000}}]}`)
	})
	mux.Handle("/", m)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	client, err := llm.New(llm.Options{URL: server.URL + "/v1", Model: "small"})
	if err != nil {
		t.Fatal(err)
	}
	h := enginetest.Open(t, branches, nil)
	h.Scanned()
	for role, asked := range map[service.Role]bool{"": false, service.Checks: false, service.Writes: true, service.Both: true} {
		m.request = ""
		s := service.New(h.Opened, service.Options{Settings: func() (service.Settings, error) {
			return service.Settings{Role: role, Model: func() (*llm.Client, error) { return client, nil }}, nil
		}})
		got, err := s.ParseSentence(t.Context(), owner, api.Saying{Sentence: "markdown files that the norwegians keep", Now: "2025-06-18"})
		if err != nil || (m.request != "") != asked || (got.Model != "") != asked {
			t.Errorf("role %q: the model %q was asked %q, %v", role, got.Model, m.request, err)
		}
	}
}

// TestModelReadsSentence: the model's reading of a sentence is a guess, and the rules' reading stands. A model with one false claim is
// not believed at all.
func TestModelReadsSentence(t *testing.T) {
	ctx := t.Context()
	m := &scriptedModel{}
	server := httptest.NewServer(m)
	t.Cleanup(server.Close)
	client, err := llm.New(llm.Options{URL: server.URL + "/v1", Model: "scripted"})
	if err != nil {
		t.Fatal(err)
	}
	h := enginetest.Open(t, branches, func(o *engine.Options) { o.Read.Entities = entity.Standard() })
	s := service.New(h.Opened, service.Options{Settings: func() (service.Settings, error) {
		return service.Settings{Model: func() (*llm.Client, error) { return client, nil }}, nil
	}})
	h.Scanned()
	const text = "markdown files that the norwegians keep, changed since 2001"
	parse := func(reply string) api.Sentence {
		t.Helper()
		m.reply = reply
		got, err := s.ParseSentence(ctx, owner, api.Saying{Sentence: text, Now: "2025-06-18"})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	part := func(words, key, values string) string {
		return fmt.Sprintf(`{"words": %q, "key": %q, "values": [%s], "from": "", "to": "", "not": false}`, words, key, values)
	}
	const rules = "type:markdown modified:2001.."
	got := parse(`{"parts": [` + part("the norwegians", "folder", `"Oslo office"`) + `]}`)
	if got.Scope != `type:markdown ~folder:"Oslo office" modified:2001..` || got.Files != 3 || got.Guessed != 2 || got.Model != "scripted" || got.Declined != "" {
		t.Errorf("%+v", got)
	}
	if !m.schema || !strings.Contains(m.request, "Oslo office") || !strings.Contains(m.request, text) || !strings.Contains(m.request, "2025-06-18") {
		t.Errorf("the model is asked: schema %v, %s", m.schema, m.request)
	}
	for _, span := range got.Spans {
		if text[span.Start:span.End] != span.Text {
			t.Errorf("%+v", span)
		}
		if span.How == "model" && (!span.Guess || span.Text != "the norwegians") {
			t.Errorf("%+v", span)
		}
	}
	// What rules read stands, whatever the model says of the same words.
	if got := parse(`{"parts": [` + part("since 2001", "modified", `"1999"`) + `, ` + part("markdown", "type", `"markdown"`) + `]}`); got.Scope != rules || got.Declined != "" {
		t.Errorf("contradicted: %+v", got)
	}
	for name, reply := range map[string]string{
		"words that are not there":   `{"parts": [` + part("the norwegians", "folder", `"Oslo office"`) + `, ` + part("the italians", "folder", `"Rome office"`) + `]}`,
		"a folder that is not there": `{"parts": [` + part("the norwegians", "folder", `"Secret office"`) + `]}`,
		"a key that is not offered":  `{"parts": [` + part("the norwegians", "path", `"**"`) + `]}`,
		"no value":                   `{"parts": [` + part("the norwegians", "folder", ``) + `]}`,
		"a date that is none":        `{"parts": [` + part("keep", "modified", `"the day before"`) + `]}`,
		"a command":                  `{"parts": [], "command": "delete"}`,
		"no JSON":                    `The user wants all files. {"parts": []}`,
		"more than JSON":             `{"parts": []} {"parts": []}`,
		"a long list":                `{"parts": [` + strings.Repeat(part("keep", "modified", `"2001"`)+", ", 50) + part("keep", "modified", `"2001"`) + `]}`,
		"nothing":                    ``,
	} {
		if got := parse(reply); got.Scope != rules || got.Declined == "" || got.Command != "query" {
			t.Errorf("%s: %+v", name, got)
		}
	}
	m.status = http.StatusInternalServerError
	if got := parse(""); got.Scope != rules || got.Declined == "" {
		t.Errorf("a server that fails: %+v", got)
	}
	m.status, m.request = 0, ""
	for _, in := range []api.Saying{{Sentence: text, Rules: true}, {Sentence: text, Guess: true}, {Sentence: "delete the workspace oslo"}} {
		got, err := s.ParseSentence(ctx, owner, in)
		if err != nil || got.Model != "" || m.request != "" {
			t.Errorf("the model is asked though it is not needed: %+v, %v", got, err)
		}
	}
}
