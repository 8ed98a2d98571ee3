// Package judge judges answers by the text in front of the reader: whether it has the parts of a right answer, whether the passages
// beside it have them, and how sure it sounds. It reads replies of programs' public API, so it judges old and new programs
// alike. It is pure: package door asks the programs. Only spar-eval uses it.
package judge

import (
	"bufio"
	"encoding/json"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// A Question is a line of a set: a question, with patterns that a right answer must have and must not have.
type Question struct {
	ID        string   `json:"id"`
	Text      string   `json:"question"`
	Kind      string   `json:"kind"`
	Before    []string `json:"before,omitempty"`    // asked first, in the same conversation
	Required  []string `json:"required"`            // all match a right answer; empty: nothing answers it, and SPAR should refuse
	Forbidden []string `json:"forbidden,omitempty"` // none may match the text in front
	Files     []string `json:"files,omitempty"`     // files that answer it
	Answer    string   `json:"answer,omitempty"`    // a right one, for people
}

// Miss reports whether nothing in the files answers the question.
func (q Question) Miss() bool { return len(q.Required) == 0 }

// Read reads questions, a JSON object a line. Keys that it does not know are left alone. Errors name the text and the line.
func Read(name string, r io.Reader) ([]Question, error) {
	var list []Question
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	n := 0
	fault := func(what string, err error) error {
		return spar.Errorf(spar.Invalid, "%s, line %d: %s: %w", name, n, what, err)
	}
	for lines.Scan() {
		n++
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		var q Question
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			return nil, fault("it is no question; write a JSON object with id, question and required in each line", err)
		}
		if err := q.check(); err != nil {
			return nil, fault("it cannot be asked", err)
		}
		if slices.ContainsFunc(list, func(o Question) bool { return o.ID == q.ID }) {
			return nil, spar.Errorf(spar.Invalid, "%s, line %d: another question has the id %q too: give it one of its own", name, n, q.ID)
		}
		list = append(list, q)
	}
	if err := lines.Err(); err != nil {
		n++
		return nil, fault("it cannot be read", err)
	}
	if len(list) == 0 {
		return nil, spar.Errorf(spar.Invalid, "%s has no questions: write a JSON object with id, question and required in each line", name)
	}
	return list, nil
}

func (q Question) check() error {
	switch {
	case q.ID == "":
		return spar.Errorf(spar.Invalid, "it has no id")
	case strings.TrimSpace(q.Text) == "":
		return spar.Errorf(spar.Invalid, "question is empty")
	case q.Required == nil:
		return spar.Errorf(spar.Invalid, "required is missing; say which patterns a right answer has, or [] where nothing answers the question")
	}
	for _, p := range slices.Concat(q.Required, q.Forbidden) {
		if _, err := compile(p); err != nil {
			return spar.Errorf(spar.Invalid, "%q is no pattern (RE2): %w", p, err)
		}
	}
	return nil
}

// compile compiles a pattern, which ignores the case of letters.
func compile(pattern string) (*regexp.Regexp, error) { return regexp.Compile("(?i)" + pattern) }

// A pattern is searched for in a text and, if it begins with "@", in the path of the file, too.
type pattern struct {
	text       string
	said, path *regexp.Regexp
}

// compiled compiles patterns. A pattern that does not compile matches nothing; Read refuses such patterns.
func compiled(patterns []string) []pattern {
	list := make([]pattern, len(patterns))
	for i, p := range patterns {
		list[i].text = p
		list[i].said, _ = compile(strings.TrimPrefix(p, "@"))
		if strings.Contains(p, "@") {
			list[i].path, _ = compile(strings.ReplaceAll(p, "@", ""))
		}
	}
	return list
}

// in reports whether a text, or the text with the paths of its files below it, has the pattern. Any space counts as one blank.
func (p pattern) in(t said) bool {
	if p.said == nil {
		return false
	}
	text := strings.Join(strings.Fields(t.text), " ")
	return p.said.MatchString(text) || p.path != nil && p.path.MatchString(text+"\n"+strings.Join(t.paths, "\n"))
}

// A said is a text and the files that it stands in.
type said struct {
	text  string
	paths []string
}

// lacking lists the patterns that a text lacks.
func lacking(patterns []pattern, t said) (list []string) {
	for _, p := range patterns {
		if !p.in(t) {
			list = append(list, p.text)
		}
	}
	return list
}
