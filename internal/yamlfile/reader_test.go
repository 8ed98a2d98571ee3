package yamlfile

import (
	"strings"
	"testing"
)

// TestReader tells of each fault where it stands.
func TestReader(t *testing.T) {
	for in, want := range map[string]string{
		"a: 1\nb: [x, y]\n":     "",
		"":                      "",
		"# nothing\n":           "",
		"a: 1\na: 2":            "f, line 2: it is not YAML",
		"1: a\n\"1\": b":        "f, line 2: it is not YAML",
		"a: 1\n---\nb: 2":       "f, line 3: a second document begins here",
		"- a":                   "f, line 1, top: here is a sequence; write lines of the form `name: value`",
		"a: 1\nb: {x: y}":       "f, line 2, top.b: here is a mapping; write a text",
		"a: 1\nb: [x, [y]]":     "f, line 2, top.b: here is a sequence; write a text",
		"a:\nb: x":              "f, line 1, top.a: a value is missing",
		"a: |\n  one\n  two":    "is not a line of text",
		"a: \"x\\0\"":           "is not a line of text",
		"a: " + "0123456789ab":  "f, line 1, top.a: the text has 12 bytes; at most 10 are read",
		"a: 1\nb: \"unfinished": "f, line 2: it is not YAML",
	} {
		r := Reader{File: "f", Most: 10}
		body, err := r.Document([]byte(in))
		if err == nil {
			err = r.Mapping(body, "top", func(key string, _, v Node) (err error) {
				if key == "a" {
					_, err = r.Text(v, Join("top", key))
				} else {
					_, err = r.Texts(v, Join("top", key))
				}
				return err
			})
		}
		switch {
		case want == "" && err != nil, want != "" && err == nil, want != "" && !strings.Contains(err.Error(), want):
			t.Errorf("%q: %v, want %q", in, err, want)
		}
	}
	lines := Reader{File: "f", Lines: true}
	body, err := lines.Document([]byte("a: |\n  one\n  two\nb: true\nc: 'true'"))
	if err != nil {
		t.Fatal(err)
	}
	if err := lines.Mapping(body, "", func(key string, k, v Node) error {
		switch key {
		case "a":
			if text, err := lines.Text(v, ""); text != "one\ntwo" || err != nil || Line(k) != 1 {
				t.Errorf("%q, %v, line %d", text, err, Line(k))
			}
		default:
			if yes, err := lines.Truth(v, key); yes != (key == "b") || err == nil != (key == "b") {
				t.Errorf("%s: %v, %v", key, yes, err)
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}
