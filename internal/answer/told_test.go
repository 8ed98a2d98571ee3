package answer

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/question"
)

// byLetters is an encoder that takes the letters of a word for its meaning.
type byLetters struct {
	embed.Encoder
	name string
	err  error
}

func (l byLetters) Name() string { return l.name }

func (l byLetters) Read(_ context.Context, words []string) (text []float32, each [][]float32, err error) {
	text = make([]float32, 26)
	for _, w := range words {
		v := make([]float32, 26)
		for _, r := range w {
			if 'a' <= r && r <= 'z' {
				v[r-'a'], text[r-'a'] = 1, 1
			}
		}
		each = append(each, unit(v))
	}
	return unit(text), each, l.err
}

func unit(v []float32) []float32 {
	n := 0
	for _, x := range v {
		n += int(x)
	}
	for i := range v {
		if n > 0 {
			v[i] /= float32(math.Sqrt(float64(n)))
		}
	}
	return v
}

func TestTold(t *testing.T) {
	q := question.Parse("How heavy is the pump of Kessler?")
	o := Options{Encoder: byLetters{name: toldBy}}
	says := func(above, said string) float64 {
		least, _ := o.told(t.Context(), q, above, said)
		return least
	}
	if far, near := says("", "The pump is to go."), says("", "The pump is yvahe."); near <= far || near < .99 {
		t.Errorf("a word that is told is %v near, one that is not %v", near, far)
	}
	if got := says("", "pump yvahe"); got < .99 {
		t.Errorf("a name counts: %v", got)
	}
	if got := says("heavy things", "The pump."); got < .99 {
		t.Errorf("a word that stands above counts: %v", got)
	}
	for _, o := range []Options{{}, {Encoder: byLetters{name: "another"}}, {Encoder: byLetters{name: toldBy, err: errors.New("broken")}}} {
		if least, close := o.told(t.Context(), q, "", "The pump."); least != usualTold || close != usualClose {
			t.Errorf("told of nothing: %v, %v", least, close)
		}
	}
}

func TestWordsOf(t *testing.T) {
	if got, want := wordsOf(`He (of "A.B.") weighs 3.5 kg – about.`), []string{"He", "(", "of", `"`, "A.B", `.")`, "weighs", "3.5", "kg", "–", "about", "."}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
