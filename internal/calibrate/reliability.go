package calibrate

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// Bins is how many bins of equal mass a Reliability has.
const Bins = 10

// A Stated chance, and what came of it.
type Stated struct {
	Chance float64
	Right  bool
}

// A Reliability says how far stated chances can be believed.
type Reliability struct {
	Questions int     `json:"questions"`
	Right     float64 `json:"right"`    // share
	Error     float64 `json:"ece"`      // expected calibration error over the bins
	Brier     float64 `json:"brier"`    // mean square of chance less outcome
	Constant  float64 `json:"constant"` // the Brier score of the best constant, which is the share of right ones
	Area      float64 `json:"auc"`      // the chance that a right one has the greater chance of a right and a wrong one
	Bins      []Bin   `json:"bins"`
}

// A Bin is those whose chances lie side by side.
type Bin struct {
	Questions int     `json:"questions"`
	Stated    float64 `json:"stated"` // chance, in the mean
	Right     float64 `json:"right"`  // share
}

// Reliable measures stated chances.
func Reliable(list []Stated) Reliability {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b Stated) int { return cmp.Compare(a.Chance, b.Chance) })
	r := Reliability{Questions: len(list)}
	n := float64(len(list))
	for _, s := range list {
		r.Right += outcome(s) / n
		r.Brier += (s.Chance - outcome(s)) * (s.Chance - outcome(s)) / n
	}
	r.Constant = r.Right * (1 - r.Right)
	r.Area = area(list)
	for i := range Bins {
		part := list[i*len(list)/Bins : (i+1)*len(list)/Bins]
		if len(part) == 0 {
			continue
		}
		b := Bin{Questions: len(part)}
		for _, s := range part {
			b.Stated += s.Chance / float64(len(part))
			b.Right += outcome(s) / float64(len(part))
		}
		r.Error += math.Abs(b.Stated-b.Right) * float64(len(part)) / n
		r.Bins = append(r.Bins, b)
	}
	return r
}

func outcome(s Stated) float64 {
	if s.Right {
		return 1
	}
	return 0
}

// area of a list in the order of chances; equal chances count a half.
func area(list []Stated) float64 {
	wins, below, wrong, right := 0., 0., 0., 0.
	for i := 0; i < len(list); {
		same, good := 0., 0.
		for j := i; i < len(list) && list[i].Chance == list[j].Chance; i++ {
			same++
			good += outcome(list[i])
		}
		wins += good * (below + (same-good)/2)
		below, wrong, right = below+same-good, wrong+same-good, right+good
	}
	if wrong == 0 || right == 0 {
		return .5
	}
	return wins / wrong / right
}

// Gain is how far the Brier score lies below the best constant's, as a part of that.
func (r Reliability) Gain() float64 {
	if r.Constant == 0 {
		return 0
	}
	return 1 - r.Brier/r.Constant
}

// The diagram's size and margins, in points.
const (
	side   = 320.
	margin = 48.
)

// WriteSVG draws a reliability diagram: a line for each of several measurements, with a dot a bin as large as the bin has questions.
func WriteSVG(w io.Writer, title string, names []string, of []Reliability) error {
	colours := []string{"#1b6ca8", "#c8553d", "#588157", "#7b4b94", "#b8860b", "#444444"}
	at := func(x, y float64) (float64, float64) { return margin + x*side, margin + (1-y)*side }
	var b strings.Builder
	height := side + 2*margin + 18*float64(len(names))
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" font-family="sans-serif" font-size="12">`+"\n", side+2*margin, height)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" fill="white"/><text x="%.0f" y="20" font-size="14">%s</text>`+"\n", margin, escaped(title))
	fmt.Fprintf(&b, `<rect x="%.0f" y="%.0f" width="%.0f" height="%.0f" fill="none" stroke="#999"/>`+"\n", margin, margin, side, side)
	x0, y0 := at(0, 0)
	x1, y1 := at(1, 1)
	fmt.Fprintf(&b, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="#999" stroke-dasharray="4"/>`+"\n", x0, y0, x1, y1)
	for _, v := range []float64{0, .5, 1} {
		x, y := at(v, v)
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="middle">%g</text><text x="%.1f" y="%.1f" text-anchor="end">%g</text>`+"\n", x, margin+side+16, v, margin-6, y+4, v)
	}
	fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="middle">stated chance</text>`+"\n", margin+side/2, margin+side+32)
	fmt.Fprintf(&b, `<text transform="translate(14 %.1f) rotate(-90)" text-anchor="middle">right</text>`+"\n", margin+side/2)
	for i, r := range of {
		colour := colours[i%len(colours)]
		var line []string
		for _, bin := range r.Bins {
			x, y := at(bin.Stated, bin.Right)
			line = append(line, fmt.Sprintf("%.1f,%.1f", x, y))
			fmt.Fprintf(&b, `<circle cx="%.1f" cy="%.1f" r="%.1f" fill="%s"/>`+"\n", x, y, 1.5+math.Sqrt(float64(bin.Questions))/6, colour)
		}
		fmt.Fprintf(&b, `<polyline points="%s" fill="none" stroke="%s" stroke-width="1.5"/>`+"\n", strings.Join(line, " "), colour)
		y := side + 2*margin + 18*float64(i)
		fmt.Fprintf(&b, `<circle cx="%.0f" cy="%.1f" r="4" fill="%s"/><text x="%.0f" y="%.1f">%s: %d `+
			`questions, error %.3f</text>`+"\n", margin, y-4, colour, margin+10, y, escaped(names[i]), r.Questions, r.Error)
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func escaped(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
}
