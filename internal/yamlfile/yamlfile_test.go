package yamlfile_test

import (
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/sparsearch/spar/internal/yamlfile"
)

type settings struct {
	Names []string       `yaml:"names"`
	Of    map[string]any `yaml:"of"`
	More  []settings     `yaml:"more"`
}

func TestDecode(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"plain", "names: [a, b]\nof: {c: 1}\nmore:\n- names: [d]\n", ""},
		{"a list where the library panics", "more:\n  - names: !00\n", "not YAML"},
		{"unknown key", "nmaes: [a]", "unknown field"},
		{"brackets", "names: " + strings.Repeat("[", 100_000), "nested"},
		{"lists", strings.Repeat("- ", 10_000), "nested"},
		{"mappings", strings.Repeat("{a: ", 100_000), "nested"},
		{"keys", strings.Repeat("? ", 10_000), "nested"},
		{"many, none in another", "names: [" + strings.Repeat("[], ", 1000) + "[]]", "cannot unmarshal"},
	} {
		var s settings
		err := yamlfile.Decode([]byte(c.text), &s, yaml.Strict())
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
		if _, err := yamlfile.Parse([]byte(c.text)); (err != nil) != (c.want == "nested") {
			t.Errorf("%s: parsed with %v", c.name, err)
		}
	}
}

// FuzzDecode: any text is YAML or an error, and the two ways of reading agree on it.
func FuzzDecode(f *testing.F) {
	f.Add([]byte("names: [a, \"b\"]\nof: &x {c: 1, d: ~}\nmore:\n- of: {<<: *x}\n"))
	f.Add([]byte("--- |\n a\n...\n---\n? !!str k\n: >-\n  folded\n  text # no\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 10_000 {
			return
		}
		_, parsed := yamlfile.Parse(text)
		var s settings
		var v any
		for _, err := range []error{yamlfile.Decode(text, &s, yaml.Strict()), yamlfile.Decode(text, &v)} {
			if err == nil && parsed != nil {
				t.Fatalf("%q is decoded, and parsed with %v", text, parsed)
			}
		}
	})
}
