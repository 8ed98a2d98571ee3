package judge

import (
	"regexp"
	"strings"
)

// A Written is the reply of a language model to one prompt, with its times.
type Written struct {
	Key    string   `json:"key"`            // of all that it was told
	Told   string   `json:"told,omitempty"` // its excerpts and the question, for people
	Pieces []string `json:"pieces"`
	Finish string   `json:"finish"`

	First     float64 `json:"first"` // seconds to the first word
	Took      float64 `json:"took"`  // seconds to the end
	Prompt    int     `json:"prompt"`
	Cached    int     `json:"cached"` // tokens of the prompt that the server had read before
	Said      int     `json:"said"`   // tokens
	ReadSpeed float64 `json:"read_speed"`
	Speed     float64 `json:"speed"` // tokens a second
}

// Alone returns the reply of a model as it came, unchecked, with nothing beside it. It is refused where the model says so. Where the model
// was not asked the answer is the program's.
func (r Reply) Alone() Reply {
	if r.Written == nil {
		return r
	}
	text := strings.Join(r.Written.Pieces, "")
	refused := strings.TrimSpace(text) == "" || saysNothing.MatchString(text)
	alone := Answer{Text: text, Bullets: []Bullet{{Text: text}}, Evidence: []Unit{}, Model: "alone", Confidence: 1, Refused: refused}
	return Reply{Found: r.Found, Answer: alone}
}

// saysNothing matches phrases of a model that finds no answer in the excerpts.
var saysNothing = regexp.MustCompile(`(?i)\bnot in these files\b|\b(?:do(?:es)? not|don't|doesn't) ` +
	`(?:say|state|mention|contain|provide|specify|include|give|directly|explicitly)|` +
	`\b(?:is|are|was) (?:not|no|nowhere) (?:\pL+ )?(?:mentioned|stated|provided|specified|given|said|found|included|information)|` +
	`\bno (?:information|mention|excerpt)\b|\bcannot (?:be )?(?:determine|answer|find)`)

// A Speed has the median times of a model's replies. A reply whose prompt the server had read before does not count for the first word.
type Speed struct {
	Of        int     `json:"of"` // questions
	Asked     int     `json:"asked"`
	First     float64 `json:"first"`
	Took      float64 `json:"took"`
	Prompt    int     `json:"prompt"`
	Said      int     `json:"said"`
	ReadSpeed float64 `json:"read_speed"`
	Speed     float64 `json:"speed"`
}

// SpeedOf sums up the times of replies; nil entries do not count. It returns nil if there are no replies.
func SpeedOf(list []*Written) *Speed {
	if len(list) == 0 {
		return nil
	}
	s := &Speed{Of: len(list)}
	var first, took, read, speed []float64
	var prompt, said []int
	for _, w := range list {
		if w == nil {
			continue
		}
		s.Asked++
		took, prompt, said = append(took, w.Took), append(prompt, w.Prompt), append(said, w.Said)
		if 2*w.Cached < w.Prompt {
			first, read = append(first, w.First), append(read, w.ReadSpeed)
		}
		if w.Said > 1 {
			speed = append(speed, w.Speed)
		}
	}
	s.First, s.Took, s.ReadSpeed, s.Speed = percentile(first, .5), percentile(took, .5), percentile(read, .5), percentile(speed, .5)
	s.Prompt, s.Said = percentile(prompt, .5), percentile(said, .5)
	return s
}
