package llm

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// answers is a server that gives one answer to everything.
type answers string

func (a answers) RoundTrip(r *http.Request) (*http.Response, error) {
	h := http.Header{"Content-Type": {"text/event-stream"}}
	return &http.Response{StatusCode: 200, Header: h, Body: io.NopCloser(strings.NewReader(string(a))), Request: r, ContentLength: -1}, nil
}

// FuzzReply lets a server send anything as a stream, and as its list of models: a reply has no more bytes than were
// allowed, ends, and no error tells the key.
func FuzzReply(f *testing.F) {
	f.Add(chunkLine("- Yes [1].", "") + chunkLine("", "stop") + "data: [DONE]\n\n")
	f.Add(chunkLine(strings.Repeat("x", 100), "length"))
	f.Add("event: error\ndata: {\"error\":{\"message\":\"m\"}}\n\n: comment\nretry: 5\nid: 7\n")
	f.Add(`{"data":[{"id":"m:latest"},{"id":"n"}]}`)
	f.Fuzz(func(t *testing.T, body string) {
		c, err := New(Options{URL: "http://model.test/v1", Model: "m", Key: "sesame", Limit: 64, Timeout: time.Minute, Silence: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		c.http.Transport = answers(body)
		told := func(err error) {
			if err != nil && !strings.Contains(body, "sesame") && strings.Contains(fmt.Sprint(err), "sesame") {
				t.Fatalf("an error tells the key: %v", err)
			}
		}
		n, failed := 0, false
		for piece, err := range c.Reply(t.Context(), "be brief", "hello?") {
			if failed || piece == "" && err == nil {
				t.Fatalf("%q and %v after the end", piece, err)
			}
			n += len(piece)
			failed = err != nil
			told(err)
		}
		if n > c.o.Limit {
			t.Fatalf("%d bytes", n)
		}
		told(c.Check(t.Context()))
	})
}
