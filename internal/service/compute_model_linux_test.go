package service_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/llm"
	"github.com/sparsearch/spar/internal/service"
)

// TestPlanOfModel has a scripted model write plans where the planner refuses; what it may be told is of files that the asker may read.
func TestPlanOfModel(t *testing.T) {
	said, asked := "", []string{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		asked = append(asked, string(body))
		if said == "" {
			http.Error(w, "out of order", http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		line, _ := json.Marshal(said)
		fmt.Fprintf(w, "data: {\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,\"delta\":{\"content\":%s},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n", line)
	}))
	defer server.Close()
	client, err := llm.New(llm.Options{URL: server.URL + "/v1", Model: "scribe"})
	if err != nil {
		t.Fatal(err)
	}
	h := enginetest.Open(t, map[string]string{"staff.csv": "No,Gender,Team,Income\n1,Female,North,5000\n2,Male,North,7000\n3,Female,East,9000\n4,Male,East,100\n"}, func(*engine.Options) {})
	s := service.New(h.Engine, service.Options{Settings: func() (service.Settings, error) {
		return service.Settings{Model: func() (*llm.Client, error) { return client, nil }}, nil
	}})
	if _, err := all(s.Scan(t.Context(), owner, api.ScanRequest{})); err != nil {
		t.Fatal(err)
	}
	ask := func(question string) api.TableAnswer {
		t.Helper()
		a, err := s.Table(t.Context(), owner, api.TableQuestion{Question: question, Files: []string{"docs:staff.csv"}})
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	if a := ask("what is the total income of North?"); a.Answers[0] != "12000" || len(asked) != 0 {
		t.Errorf("%+v, and the model was asked %d times", a.Answers, len(asked))
	}
	const ladies = "what is the mean pelf of the lasses?"
	plan := func(value string) string {
		return `{"answerable":true,"table":"docs:staff.csv","where":[{"part":"","column":"Gender","op":"=","values":["` + value + `"]}],"group":"","select":[{"fn":"average","columns":["Income"]}],"order":{"fn":"","columns":[],"desc":false},"limit":0}`
	}
	said = plan("Female")
	a := ask(ladies)
	if a.Refused || len(a.Answers) != 1 || a.Answers[0] != "7000" || a.Used != 2 || a.Confidence < .5 || !strings.Contains(strings.Join(a.Notes, " "), "the model scribe wrote the plan") {
		t.Errorf("%+v", a)
	}
	if len(asked) != 1 || !strings.Contains(asked[0], "json_schema") || !strings.Contains(asked[0], "Income") {
		t.Errorf("%q", asked)
	}
	for _, said = range []string{"", plan("Ladies"), "no idea", `{"answerable":false}`, plan("Female")[:60]} {
		if a := ask(ladies); !a.Refused || len(a.Answers) > 0 || !strings.Contains(strings.Join(a.Notes, " "), "a plan of the model scribe was not taken") {
			t.Errorf("%q: %+v", said, a)
		}
	}
}
