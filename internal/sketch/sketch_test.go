package sketch

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/embed"
)

func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "",
		" — ":                     "",
		"The GATE, opens at 6:30": "the gate opens at 6 30",
		"Ärger-Ünit":              "ärger ünit",
		"第1章 is here":             "第 1 章 is here",
		"e\u0301t\xffa":           "e\u0301t a",
	} {
		if got := strings.Join(wordsOf(text), " "); got != want {
			t.Errorf("words of %q are %q, want %q", text, got, want)
		}
	}
}

func TestResemblance(t *testing.T) {
	for _, c := range []struct {
		a, b []string
		want float64
	}{
		{[]string{"one two three four"}, []string{"One, two: three four!"}, 1},
		{[]string{"one two three four"}, []string{"one two three five"}, 1. / 3},
		{[]string{"one two three", "four five six"}, []string{"one two three four five six"}, 2. / 4},
		{[]string{"one two three", "one two three"}, []string{"one two three"}, 1},
		{[]string{"one two"}, []string{"one two"}, 1},
		{[]string{"one two"}, []string{"two one"}, 0},
		{[]string{""}, []string{""}, 0},
		{nil, []string{"one two three"}, 0},
	} {
		a, b := ShinglesOf(c.a), ShinglesOf(c.b)
		if got := a.Resemblance(b); got != c.want || b.Resemblance(a) != got {
			t.Errorf("%q and %q resemble each other by %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

// texts are some documents of random words, each in versions with some words changed.
func texts(t *testing.T, documents int) (list []string, sketches []Sketch) {
	light, err := embed.BuiltInLight(embed.Options{})
	if err != nil {
		t.Fatal(err)
	}
	words := strings.Fields(`the contract ends when both sides sign and the lawyer of the bank has read every page about money
		water plants grow in warm light while cells divide heart lungs blood pressure patients were treated with new drugs
		engine wheels brakes motor road car train ticket station travel costs are paid after thirty days by the office`)
	r := rand.New(rand.NewPCG(1, 2))
	for range documents {
		var doc []string
		part := words[r.IntN(len(words)/2):]
		for range 80 + r.IntN(80) {
			doc = append(doc, part[r.IntN(len(part)/2)])
		}
		for range 1 + r.IntN(4) {
			version := slices.Clone(doc)
			for range r.IntN(20) {
				version[r.IntN(len(version))] = "changed"
			}
			list = append(list, strings.Join(version, " "))
		}
	}
	for _, text := range list {
		vectors, err := light.Embed(context.Background(), []string{text})
		if err != nil {
			t.Fatal(err)
		}
		var s Sum
		s.Add(vectors[0], len(text))
		sketches = append(sketches, s.Sketch())
	}
	return list, sketches
}

// Groups are the same as from comparing the words of all pairs.
func TestGroups(t *testing.T) {
	list, sketches := texts(t, 60)
	var shingles []Shingles
	for _, text := range list {
		shingles = append(shingles, ShinglesOf([]string{text}))
	}
	compared := 0
	got, err := Groups(context.Background(), sketches, .6, func(i int) (Shingles, error) { compared++; return shingles[i], nil })
	if err != nil {
		t.Fatal(err)
	}
	var all []Group
	for i := range list {
		best, joined := 0., -1
		for g := range all {
			if r := shingles[i].Resemblance(shingles[all[g].First]); r >= .6 && r > best {
				best, joined = r, g
			}
		}
		if joined < 0 {
			all = append(all, Group{First: i})
		} else {
			all[joined].Like = append(all[joined].Like, Alike{i, best})
		}
	}
	show := func(groups []Group) (lines []string) {
		for _, g := range groups {
			var like []string
			for _, a := range g.Like {
				like = append(like, fmt.Sprintf("%d %.3f", a.Text, a.Resemblance))
			}
			slices.Sort(like)
			if len(like) > 0 {
				lines = append(lines, fmt.Sprint(g.First, like))
			}
		}
		return lines
	}
	if d := cmp.Diff(show(all), show(got)); d != "" || len(got) < 20 {
		t.Errorf("%d groups, -by words alone +by sketches first\n%s", len(got), d)
	}
	for _, g := range got {
		if !slices.IsSortedFunc(g.Like, func(a, b Alike) int { return -cmpFloat(a.Resemblance, b.Resemblance) }) {
			t.Errorf("%v is not in order", g)
		}
	}
}

func cmpFloat(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func TestGroupsFail(t *testing.T) {
	if got, err := Groups(context.Background(), nil, .5, nil); got != nil || err != nil {
		t.Errorf("groups of nothing are %v, %v", got, err)
	}
	_, sketches := texts(t, 3)
	sketches = append(sketches, sketches...)
	broken := errors.New("broken")
	if _, err := Groups(context.Background(), sketches, .5, func(int) (Shingles, error) { return nil, broken }); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Groups(ctx, sketches, .5, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
