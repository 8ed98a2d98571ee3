package judge

import (
	"cmp"
	"math"
	"slices"

	"github.com/sparsearch/spar/internal/calibrate"
)

// Figures sums up the verdicts on a set for one program.
type Figures struct {
	Answerable int   `json:"answerable"`
	Said       Share `json:"said"` // of answerable questions, as the next figures
	Led        Share `json:"led"`
	Shown      Share `json:"shown"`
	Found      Share `json:"found"`
	Denied     Share `json:"denied"`
	Refused    Share `json:"refused"`
	SureWrong  Share `json:"sure_and_wrong"`

	Misses      int   `json:"near_misses"`
	MissSure    Share `json:"near_misses_sure"`
	MissRefused Share `json:"near_misses_refused"`

	Words     int      `json:"words_p50"` // words shown before anything is unfolded
	WordsMost int      `json:"words_p90"`
	Marked    *float64 `json:"marked_p50,omitempty"` // marked part of a unit with more than 40 words; nil if there is no such unit

	Chance Chance `json:"chance"`
	Bands  []Band `json:"bands"`
}

// A Share counts some of the questions, with the 95 % interval of their share.
type Share struct {
	Hits int        `json:"hits"`
	Of   int        `json:"of"`
	In95 [2]float64 `json:"in_95"`
}

// Part returns the share from 0 to 1.
func (s Share) Part() float64 {
	if s.Of == 0 {
		return 0
	}
	return float64(s.Hits) / float64(s.Of)
}

// A Chance has the calibration of the stated chances, over all answered questions, near misses among them.
type Chance struct {
	Answers  int     `json:"answers"`
	Mean     float64 `json:"mean"`     // of the chances
	Right    float64 `json:"right"`    // share
	Half     float64 `json:"right_96"` // 1.96 standard errors of that
	Error    float64 `json:"ece"`
	Brier    float64 `json:"brier"`
	Constant float64 `json:"brier_constant"` // of the best constant
}

// A Band has the answers whose chance lies between two bounds.
type Band struct {
	From  float64 `json:"from"`
	Below float64 `json:"below"`
	Right int     `json:"right"`
	Of    int     `json:"of"`
}

// figures names the figures to compare between programs, in the order of the report.
var figures = []struct {
	name string
	miss bool // of near misses
	is   func(Verdict) bool
}{
	{"said", false, func(v Verdict) bool { return v.Said }},
	{"led", false, func(v Verdict) bool { return v.Led }},
	{"shown", false, func(v Verdict) bool { return v.Shown }},
	{"found", false, func(v Verdict) bool { return v.Found }},
	{"denied", false, func(v Verdict) bool { return v.Denied }},
	{"refused", false, func(v Verdict) bool { return v.Refused }},
	{"sure and wrong", false, Verdict.SureAndWrong},
	{"near misses told as sure", true, Verdict.Sure},
	{"near misses refused", true, func(v Verdict) bool { return v.Refused }},
}

// Measure counts verdicts.
func Measure(list []Verdict) (f Figures) {
	shares := []*Share{&f.Said, &f.Led, &f.Shown, &f.Found, &f.Denied, &f.Refused, &f.SureWrong, &f.MissSure, &f.MissRefused}
	for i, figure := range figures {
		s := shares[i]
		for _, v := range list {
			if v.Miss != figure.miss {
				continue
			}
			s.Of++
			if figure.is(v) {
				s.Hits++
			}
		}
		s.In95[0], s.In95[1] = Wilson(s.Hits, s.Of)
	}
	f.Answerable, f.Misses = f.Said.Of, f.MissSure.Of
	var shown []int
	var marked []float64
	for _, v := range list {
		shown = append(shown, v.Words)
		marked = append(marked, v.Marked...)
	}
	f.Words, f.WordsMost = percentile(shown, .5), percentile(shown, .9)
	if len(marked) > 0 {
		m := percentile(marked, .5)
		f.Marked = &m
	}
	f.Chance, f.Bands = chances(list)
	return f
}

// percentile returns the value at such a part of the sorted values (nearest rank).
func percentile[T cmp.Ordered](list []T, part float64) (none T) {
	if len(list) == 0 {
		return none
	}
	list = slices.Sorted(slices.Values(list))
	return list[min(max(int(math.Ceil(part*float64(len(list)))), 1), len(list))-1]
}

func chances(list []Verdict) (c Chance, bands []Band) {
	bands = []Band{{From: shortFrom, Below: 1}, {From: sureFrom, Below: shortFrom}, {From: 0, Below: sureFrom}}
	var stated []calibrate.Stated
	for _, v := range list {
		if v.Refused {
			continue
		}
		stated = append(stated, calibrate.Stated{Chance: v.Confidence, Right: v.Said})
		c.Mean += v.Confidence
		b := &bands[slices.IndexFunc(bands, func(b Band) bool { return v.Confidence >= b.From })]
		b.Of++
		if v.Said {
			b.Right++
		}
	}
	if c.Answers = len(stated); c.Answers == 0 {
		return c, bands
	}
	r := calibrate.Reliable(stated)
	n := float64(c.Answers)
	c.Mean /= n
	c.Right, c.Error, c.Brier, c.Constant = r.Right, r.Error, r.Brier, r.Constant
	c.Half = 1.96 * math.Sqrt(c.Right*(1-c.Right)/n)
	return c, bands
}

// Wilson returns the 95 % interval of a share (Wilson 1927).
func Wilson(hits, of int) (low, high float64) {
	if of == 0 {
		return 0, 1
	}
	const z = 1.959964
	n := float64(of)
	p := float64(hits) / n
	middle, half := p+z*z/(2*n), z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return max(0, (middle-half)/(1+z*z/n)), min(1, (middle+half)/(1+z*z/n))
}

// A Difference is a figure of a second program less that of a first one, on the same questions.
type Difference struct {
	Figure string     `json:"figure"`
	Of     int        `json:"of"`
	Gained int        `json:"gained"` // questions where it holds only for the second program
	Lost   int        `json:"lost"`   // questions where it holds only for the first
	Mean   float64    `json:"mean"`
	In95   [2]float64 `json:"in_95"`
}

// Compare compares the verdicts on the same questions in the same order. It panics when they are not.
func Compare(first, second []Verdict) (list []Difference) {
	if len(first) != len(second) {
		panic("judge: verdicts on different questions")
	}
	for _, figure := range figures {
		d := Difference{Figure: figure.name}
		for i, a := range first {
			b := second[i]
			if a.ID != b.ID {
				panic("judge: verdicts on different questions")
			}
			if a.Miss != figure.miss {
				continue
			}
			d.Of++
			switch was, is := figure.is(a), figure.is(b); {
			case is && !was:
				d.Gained++
			case was && !is:
				d.Lost++
			}
		}
		if d.Of > 0 {
			d.Mean = float64(d.Gained-d.Lost) / float64(d.Of)
			d.In95[0], d.In95[1] = paired(d.Gained, d.Lost, d.Of)
		}
		list = append(list, d)
	}
	return list
}

// paired returns the 95 % interval of a difference of shares on the same questions, by the questions that differ, with one half added to
// each of the four counts (Agresti and Min 2005).
func paired(gained, lost, of int) (low, high float64) {
	const z = 1.959964
	g, l, n := float64(gained)+.5, float64(lost)+.5, float64(of)+2
	mean := (g - l) / n
	half := z * math.Sqrt((g+l)-(g-l)*(g-l)/n) / n
	return max(-1, mean-half), min(1, mean+half)
}
