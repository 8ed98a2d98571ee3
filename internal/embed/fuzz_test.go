package embed

import (
	"context"
	"io"
	"math"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// FuzzModelFolder reads anything as the descriptions in a model's folder. It gives an error that names the folder, or sizes that a network
// can have.
func FuzzModelFolder(f *testing.F) {
	names := []string{"config.json", "sentence_bert_config.json", "modules.json", "1_Pooling/config.json", "config_sentence_transformers.json"}
	seed := func(edit func(map[string]string)) {
		var text []string
		for _, name := range names {
			b, _ := os.ReadFile(filepath.Join(tinyFolder(f, edit), filepath.FromSlash(name)))
			text = append(text, string(b))
		}
		f.Add(text[0], text[1], text[2], text[3], text[4])
	}
	seed(nil)
	seed(func(files map[string]string) {
		files["config.json"] = strings.Replace(files["config.json"], "{", `{"architectures":["BertForTokenClassification"],"id2label":{"0":"O","1":"B"},`, 1)
		files["1_Pooling/config.json"] = `{"pooling_mode":"cls"}`
		files["config_sentence_transformers.json"] = `{"prompts":{"query":"q: ","document":"d: "},"default_prompt_name":"query","similarity_fn_name":"cosine"}`
	})
	dir := tinyFolder(f, nil)
	f.Fuzz(func(t *testing.T, config, length, modules, pooling, prompt string) {
		for i, text := range []string{config, length, modules, pooling, prompt} {
			path := filepath.Join(dir, filepath.FromSlash(names[i]))
			if text == "" {
				_ = os.Remove(path)
			} else if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		c, err := readConfig(dir)
		var p prompts
		if err == nil {
			err = readModules(dir, &c.shape, &p)
		}
		if err != nil {
			if spar.CodeOf(err) != spar.Invalid || !strings.Contains(err.Error(), dir) {
				t.Fatalf("%v of code %s", err, spar.CodeOf(err))
			}
			return
		}
		if s := c.shape; s.Hidden <= 0 || s.Hidden > 1<<16 || s.Heads <= 0 || s.Hidden%s.Heads != 0 || s.Layers <= 0 || s.Inner <= 0 || s.Inner > 1<<18 ||
			s.MaxTokens < 2 || s.MaxTokens > 1<<16 || !(s.Eps > 0 && s.Eps < 1) || s.Pooling != "mean" && s.Pooling != "cls" {
			t.Fatalf("%+v", s)
		}
		for i, l := range c.labels {
			if l == "" {
				t.Fatalf("label %d of %q is none", i, c.labels)
			}
		}
	})
}

// answers is a server that gives one answer to everything.
type answers struct {
	status int
	header http.Header
	body   string
}

func (a answers) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: a.status, Status: http.StatusText(a.status), Header: a.header, Body: io.NopCloser(strings.NewReader(a.body)), Request: r, ContentLength: -1}, nil
}

// FuzzRemote lets a server for vectors and scores answer anything: it is an error that names the server, or as many
// vectors of length 1, or finite scores, as there are texts.
func FuzzRemote(f *testing.F) {
	f.Add(200, "", `{"data":[{"index":1,"embedding":[1e-3,2]},{"index":0,"embedding":[3,-4.5]}]}`)
	f.Add(200, "", `{"results":[{"index":1,"relevance_score":0.5},{"index":0,"score":-1e9}]}`)
	f.Add(200, "", `[{"index":0,"score":1},{"index":1,"score":2}]`)
	f.Add(200, "", `{"data":[{"embedding":[1e-30,1e-30]},{"embedding":[1e300,-1e300]}]}`)
	f.Add(429, "120", "slow down")
	f.Add(503, "Wed, 21 Oct 2015 07:28:00 GMT", "")
	f.Add(302, "0", `{"data":null}`)
	texts := []string{"a", "b"}
	f.Fuzz(func(t *testing.T, status int, after, body string) {
		if status < 100 || status > 999 {
			t.Skip("no status")
		}
		for _, tei := range []bool{false, true} {
			s, err := newServer(Remote{URL: "http://model.test/v1", Model: "m", TEI: tei, Retries: 1, wait: func(_ context.Context, d time.Duration) error {
				if d < 0 || d > remotePause {
					t.Fatalf("a pause of %s", d)
				}
				return nil
			}})
			if err != nil {
				t.Fatal(err)
			}
			s.client.Transport = answers{status, http.Header{"Retry-After": {after}}, body}
			fault := func(err error) {
				if spar.CodeOf(err) != spar.Unavailable || !strings.Contains(err.Error(), "model.test") {
					t.Fatalf("%v of code %s", err, spar.CodeOf(err))
				}
			}
			scores, err := (&remoteScorer{s, ""}).Score(t.Context(), "q", texts)
			if err != nil {
				fault(err)
			} else if len(scores) != len(texts) {
				t.Fatalf("%d scores", len(scores))
			}
			for _, x := range scores {
				if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
					t.Fatalf("the score %v", x)
				}
			}
			vectors, err := (&remoteEncoder{s, ""}).Embed(t.Context(), texts)
			if err != nil {
				fault(err)
			} else if len(vectors) != len(texts) {
				t.Fatalf("%d vectors", len(vectors))
			}
			for _, v := range vectors {
				var sum float64
				for _, x := range v {
					sum += float64(x) * float64(x)
				}
				if len(v) != len(vectors[0]) || !(math.Abs(sum-1) < 1e-3) {
					t.Fatalf("a vector of %d values and the length %v", len(v), math.Sqrt(sum))
				}
			}
		}
	})
}

// FuzzHubList lets a hub list anything: only files of a model below its folder are fetched, and no more bytes together than allowed.
func FuzzHubList(f *testing.F) {
	const commit = `"sha":"0123456789012345678901234567890123456789"`
	f.Add(`{` + commit + `,"siblings":[{"rfilename":"config.json","size":9},{"rfilename":"model.safetensors","size":1,"lfs":{"sha256":"x","size":1000}},{"rfilename":"1_Pooling/config.json"}]}`)
	f.Add(`{` + commit + `,"siblings":[{"rfilename":"pytorch_model.bin"},{"rfilename":"../config.json"},{"rfilename":"README.md","size":-1}]}`)
	f.Add(`{` + commit + `,"siblings":[{"rfilename":"config.json","size":9223372036854775807},{"rfilename":"model.safetensors","size":9223372036854775807}]}`)
	base := &url.URL{Scheme: "https", Host: "hub.test"}
	f.Fuzz(func(t *testing.T, body string) {
		h := Hub{Revision: "main", Most: 1 << 20}
		list, got, err := h.list(t.Context(), &http.Client{Transport: answers{200, nil, body}}, base, "a/b")
		if err != nil {
			if code := spar.CodeOf(err); code != spar.Invalid && code != spar.Unavailable {
				t.Fatalf("%v of code %s", err, code)
			}
			return
		}
		left := h.Most
		for _, file := range list {
			if !filepath.IsLocal(file.Name) || !isModelFile(file.Name) || file.Size < 0 || file.Size > left {
				t.Fatalf("%+v, with %d bytes left", file, left)
			}
			left -= file.Size
		}
		if len(got) != 40 || len(list) > hubFiles {
			t.Fatalf("%d files of %q", len(list), got)
		}
	})
}
