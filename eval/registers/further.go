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

//go:embed hr_f.txt
var hrF string

//go:embed hr_g.txt
var hrG string

// furtherHalves are the files of wordings by half.
var furtherHalves = map[string]string{"d": hrD, "e": hrE, "f": hrF, "g": hrG}

// A Further wording asks a question of halves a and b in the words of one person more.
type Further struct {
	Who  string `json:"who"`
	Text string `json:"text"`
}

// Further returns the wordings of half "d", "e", "f" or "g", one for each of the set's questions, in their order. Halves e and g are held
// back.
func (s *Set) Further(half string) ([]Further, error) {
	text := furtherHalves[half]
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
