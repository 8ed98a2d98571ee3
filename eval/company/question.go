package company

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
)

// Refuse is the form of questions whose right answer is a refusal.
const Refuse = "refuse"

// A Question has an answer that can be checked. Patterns are regular expressions that ignore case; one that begins with
// "@" is also looked for in the path of the file that the first bullet cites.
type Question struct {
	ID      string   `json:"id"`
	Text    string   `json:"text"`
	Form    string   `json:"form"`
	Require []string `json:"require,omitempty"` // all of them match a right answer
	Forbid  []string `json:"forbid,omitempty"`  // none matches an answer that is right or partly right
	Partly  []string `json:"partly,omitempty"`  // of those required; one alone makes an answer partly right
	Model   string   `json:"model,omitempty"`   // a right answer; empty: a refusal

	In     []string `json:"in,omitempty"`     // files with the required parts
	There  string   `json:"there,omitempty"`  // of a refusal: a pattern that some file matches
	Absent string   `json:"absent,omitempty"` // of a refusal: a pattern that no file matches
}

// readQuestions reads records: "? form | text", then lines of "in: path", ": model", "+ required", "~ required, and
// enough to be partly right", "- forbidden", "there: pattern" and "absent: pattern".
func (c *Company) readQuestions(text string) error {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		mark, rest, ok := strings.Cut(line, " ")
		if line == "" || mark == "#" {
			continue
		}
		if !ok || mark != "?" && len(c.Questions) == 0 {
			return fmt.Errorf("no line of a question: %q", line)
		}
		if mark == "?" {
			form, asked, ok := strings.Cut(rest, " | ")
			if !ok {
				return fmt.Errorf("no form and text: %q", line)
			}
			c.Questions = append(c.Questions, Question{ID: fmt.Sprintf("%s%03d", c.Half, len(c.Questions)+1), Form: form, Text: asked})
			continue
		}
		q := &c.Questions[len(c.Questions)-1]
		if strings.ContainsAny(mark, "+~-") || mark == "there:" || mark == "absent:" {
			if _, err := compile(rest); err != nil {
				return fmt.Errorf("%s: %w", q.Text, err)
			}
		}
		switch mark {
		case ":":
			q.Model = rest
		case "in:":
			q.In = append(q.In, rest)
		case "+":
			q.Require = append(q.Require, rest)
		case "~":
			q.Require, q.Partly = append(q.Require, rest), append(q.Partly, rest)
		case "-":
			q.Forbid = append(q.Forbid, rest)
		case "there:":
			q.There = rest
		case "absent:":
			q.Absent = rest
		default:
			return fmt.Errorf("no line of a question: %q", line)
		}
	}
	return nil
}

// Strangers returns the questions of a half for asking another company: the right answer is a refusal. Companies have some things in
// common, such as rules for holidays, so a few of the questions are answered rightly all the same. Use them to compare two versions of the
// program.
func Strangers(half string, seed uint64) ([]Question, error) {
	c, err := Make(half, seed)
	if err != nil {
		return nil, err
	}
	list := make([]Question, len(c.Questions))
	for i, q := range c.Questions {
		list[i] = Question{ID: q.ID, Text: q.Text, Form: Refuse}
	}
	return list, nil
}

func compile(pattern string) (*regexp.Regexp, error) {
	return regexp.Compile("(?i)" + strings.TrimPrefix(pattern, "@"))
}

// matches reports whether a pattern, which compiles, is found in a text with single spaces.
func matches(pattern, text string) bool {
	r, err := compile(pattern)
	return err == nil && r.MatchString(strings.Join(strings.Fields(text), " "))
}

// Sum returns the SHA-256 of the questions as JSON.
func (c *Company) Sum() string {
	b, err := json.Marshal(c.Questions)
	if err != nil {
		return err.Error()
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
