package registers

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed hr_d.txt
var hrD string

//go:embed hr_e.txt
var hrE string

// A Further wording asks a question of halves a and b in the words of one person more.
type Further struct {
	Who  string `json:"who"`
	Text string `json:"text"`
}

// Further returns the wordings of half "d" or "e", one for each of the set's questions, in their order. Half e is held back.
func (s *Set) Further(half string) ([]Further, error) {
	text := map[string]string{"d": hrD, "e": hrE}[half]
	var list []Further
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		head, asked, ok := strings.Cut(line, ": ")
		id, who, named := strings.Cut(head, " ")
		if n := len(list); !ok || !named || n >= len(s.Questions) || id != s.Questions[n].ID {
			return nil, fmt.Errorf("hr: half %s: no wording of the next question: %s", half, line)
		}
		list = append(list, Further{who, asked})
	}
	if len(list) != len(s.Questions) {
		return nil, fmt.Errorf("hr: half %s has %d wordings of %d questions", half, len(list), len(s.Questions))
	}
	return list, nil
}
