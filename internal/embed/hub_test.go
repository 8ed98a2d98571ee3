package embed

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

const hubCommit = "0123456789abcdef0123456789abcdef01234567"

// hubOf serves the files of a folder as a hub does; edit may change what it lists and sends.
func hubOf(t *testing.T, dir string, edit func(list []map[string]any, files map[string]string) []map[string]any) (*httptest.Server, *[]string) {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, p)
		if err != nil {
			return err
		}
		data, err := os.ReadFile(p)
		files[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var list []map[string]any
	for name, text := range files {
		entry := map[string]any{"rfilename": name, "size": len(text)}
		if strings.HasSuffix(name, ".safetensors") {
			sum := sha256.Sum256([]byte(text))
			entry["lfs"] = map[string]any{"sha256": hex.EncodeToString(sum[:]), "size": len(text)}
		}
		list = append(list, entry)
	}
	if edit != nil {
		list = edit(list, files)
	}
	asked := &[]string{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*asked = append(*asked, r.URL.Path)
		if r.URL.Path == "/api/models/us/tiny/revision/main" {
			json.NewEncoder(w).Encode(map[string]any{"sha": hubCommit, "siblings": list})
			return
		}
		name, ok := strings.CutPrefix(r.URL.Path, "/us/tiny/resolve/"+hubCommit+"/")
		if text, found := files[name]; ok && found {
			if strings.HasPrefix(text, "redirect ") {
				http.Redirect(w, r, strings.TrimPrefix(text, "redirect "), http.StatusFound)
				return
			}
			fmt.Fprint(w, text)
			return
		}
		http.NotFound(w, r)
	}))
	t.Cleanup(s.Close)
	return s, asked
}

func TestPull(t *testing.T) {
	dir := tinyFolder(t, func(files map[string]string) {
		files["README.md"], files["onnx/model.onnx"], files["pytorch_model.bin"] = "of us", "large", "pickled"
	})
	s, asked := hubOf(t, dir, func(list []map[string]any, files map[string]string) []map[string]any {
		files["../../evil.json"] = "{}"
		return append(list, map[string]any{"rfilename": "../../evil.json"}, map[string]any{"rfilename": `..\evil.json`})
	})
	to := filepath.Join(t.TempDir(), "tiny")
	var last string
	commit, err := Hub{URL: s.URL, Progress: func(file string, done, total int64) { last = file }}.Pull(context.Background(), "us/tiny", to)
	if err != nil || commit != hubCommit || last == "" {
		t.Fatalf("got commit %q, last %q, %v", commit, last, err)
	}
	got, err := Open(to, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want, err := Open(dir, Options{})
	if err != nil || got.Recipe() != want.Recipe() {
		t.Errorf("what was fetched is another model: %v", err)
	}
	for _, name := range []string{"onnx/model.onnx", "pytorch_model.bin", "../../evil.json"} {
		if _, err := os.Stat(filepath.Join(to, name)); err == nil {
			t.Errorf("%s was fetched", name)
		}
	}
	for _, path := range *asked {
		if strings.Contains(path, "evil") || strings.Contains(path, "onnx") {
			t.Errorf("%s was asked for", path)
		}
	}
}

func TestPullRefuses(t *testing.T) {
	set := func(name, text string) func([]map[string]any, map[string]string) []map[string]any {
		return func(list []map[string]any, files map[string]string) []map[string]any {
			files[name] = text
			return list
		}
	}
	without := func(name string, add ...string) func([]map[string]any, map[string]string) []map[string]any {
		return func(list []map[string]any, _ map[string]string) (out []map[string]any) {
			for _, e := range list {
				if e["rfilename"] != name {
					out = append(out, e)
				}
			}
			for _, a := range add {
				out = append(out, map[string]any{"rfilename": a})
			}
			return out
		}
	}
	dir := tinyFolder(t, nil)
	weights, err := os.ReadFile(filepath.Join(dir, "model.safetensors"))
	if err != nil {
		t.Fatal(err)
	}
	other := append([]byte(nil), weights...)
	other[len(other)-1] ^= 1
	for name, c := range map[string]struct {
		hub  Hub
		edit func([]map[string]any, map[string]string) []map[string]any
		code spar.Code
		want string
	}{
		"pickled only":       {Hub{}, without("model.safetensors", "pytorch_model.bin"), spar.Invalid, "can run code"},
		"no weights":         {Hub{}, without("model.safetensors"), spar.Invalid, "no model.safetensors"},
		"too large":          {Hub{Most: 1000}, nil, spar.Invalid, "1000 are the most"},
		"other weights":      {Hub{}, set("model.safetensors", string(other)), spar.Unavailable, "SHA-256"},
		"cut off":            {Hub{}, set("config.json", "{}"), spar.Unavailable, "lists"},
		"redirected to http": {Hub{}, set("config.json", "redirect http://192.0.2.1/config.json"), spar.Unavailable, "https"},
		"gone":               {Hub{Revision: "v2"}, nil, spar.NotFound, "404"},
		"plain http":         {Hub{URL: "http://192.0.2.1"}, nil, spar.Invalid, "only https"},
	} {
		s, _ := hubOf(t, dir, c.edit)
		if c.hub.URL == "" {
			c.hub.URL = s.URL
		}
		_, err := c.hub.Pull(context.Background(), "us/tiny", filepath.Join(t.TempDir(), "to"))
		if spar.CodeOf(err) != c.code || !strings.Contains(fmt.Sprint(err), c.want) {
			t.Errorf("%s: got %v (%v), want %v with %q", name, err, spar.CodeOf(err), c.code, c.want)
		}
	}
	for _, name := range []string{"", "a/b/c", "../x", "us/..", "us tiny", "us/tiny?x", "https://x/y"} {
		if _, err := (Hub{URL: "http://localhost:1"}).Pull(context.Background(), name, t.TempDir()); spar.CodeOf(err) != spar.Invalid {
			t.Errorf("%q: got %v", name, err)
		}
	}
}
