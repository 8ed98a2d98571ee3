package answer

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// TestChances: the model that is built in takes the signs that there are, and states chances.
func TestChances(t *testing.T) {
	c, err := Stated()
	if err != nil {
		t.Fatal(err)
	}
	if c.Right.About == "" || c.Least == 0 {
		t.Errorf("the model was fitted to %q, and refuses below %v", c.Right.About, c.Least)
	}
	if none := c.Right.Chance(make([]float64, len(SignNames))); !(none > 0 && none < .5) {
		t.Errorf("without any sign the chance is %v", none)
	}
}

// ranked hits: the first has the question's words in one phrase and is far ahead of the others; flat ones are rivals of each other.
func hitsOf(n int, margin float64) (hits []spar.Hit) {
	for i := range n {
		text := "The parental leave is 25 days. It is paid in full."
		if margin == 0 {
			text = fmt.Sprintf("There is leave of some kind for parents on page %d. Some days are paid.", i)
		}
		score := .9
		if i > 0 {
			score -= margin
		}
		hits = append(hits, spar.Hit{
			Share: "docs", Path: fmt.Sprintf("file%d.md", i), Score: score, Cosine: score, Parts: map[string]float64{"words": .4 * score, "meaning": .6 * score},
			Passage: spar.Passage{Text: text, Lang: "en"}, Segment: spar.SegmentID{byte(i)},
		})
	}
	return hits
}

func sign(name string, signs []float64) float64 { return signs[slices.Index(SignNames, name)] }

// TestSigns: a hit that is alone in front is a better sign than one among equals, and no sign depends on the scale of scores.
func TestSigns(t *testing.T) {
	const asked = "How many days is the parental leave?"
	answered := func(hits []spar.Hit) []float64 {
		a := composed(context.Background(), asked, hits, weights{}, Options{})
		if a.Refused {
			t.Fatal("it is refused")
		}
		return Signs(t.Context(), asked, hits, weights{}, a, Options{})
	}
	ahead, level := answered(hitsOf(6, .3)), answered(hitsOf(6, 0))
	for _, name := range []string{"pairs", "lead_words", "ahead"} {
		if sign(name, ahead) <= sign(name, level) {
			t.Errorf("%s is %v ahead and %v among equals", name, sign(name, ahead), sign(name, level))
		}
	}
	if sign("rivals", ahead) != 0 || sign("rivals", level) == 0 || sign("compared", ahead) != 1 {
		t.Errorf("rivals %v and %v", sign("rivals", ahead), sign("rivals", level))
	}
	scaled := hitsOf(6, .3)
	for i := range scaled {
		scaled[i].Score *= 7
		scaled[i].Parts = map[string]float64{"words": 7 * scaled[i].Parts["words"], "meaning": 7 * scaled[i].Parts["meaning"]}
	}
	for i, v := range answered(scaled) {
		if d := v - ahead[i]; d > 1e-9 || d < -1e-9 {
			t.Errorf("%s changes with the scale, from %v to %v", SignNames[i], ahead[i], v)
		}
	}
}

// TestBelieved: an answer states its chance, a refusal none; a bold one is never refused for the sake of signs.
func TestBelieved(t *testing.T) {
	const asked = "How many days is the parental leave?"
	ahead := Extractive(context.Background(), asked, hitsOf(6, .3), weights{}, Options{})
	level := Extractive(context.Background(), asked, hitsOf(6, 0), weights{}, Options{Bold: true})
	if ahead.Refused || level.Refused || ahead.Confidence <= level.Confidence || ahead.Confidence > 1 || level.Confidence <= 0 {
		t.Errorf("confidence %v ahead, %v among equals", ahead.Confidence, level.Confidence)
	}
	for _, a := range []spar.Answer{ahead, level} {
		if a.Unsure != (a.Confidence < Sure) {
			t.Errorf("unsure is %v at a chance of %v", a.Unsure, a.Confidence)
		}
	}
	if !level.Unsure || ahead.Unsure {
		t.Errorf("unsure among equals: %v, ahead: %v", level.Unsure, ahead.Unsure)
	}
	if a := Extractive(context.Background(), "boiling point of tungsten", hitsOf(6, .3), weights{}, Options{}); !a.Refused || a.Confidence != 0 {
		t.Errorf("a refusal has the confidence %v", a.Confidence)
	}
}
