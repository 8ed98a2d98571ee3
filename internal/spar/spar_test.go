package spar

import (
	"encoding/json"
	"errors"
	"io/fs"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestLocatorRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom([]string{"", "Leave", "a & b = c#d", "Büro > Übersicht", "100%"})
		want := Locator{
			Page: rapid.IntRange(0, 9).Draw(t, "page"), Row: rapid.IntRange(0, 9).Draw(t, "row"),
			Table: rapid.IntRange(0, 9).Draw(t, "table"), Column: rapid.IntRange(0, 20_000).Draw(t, "column"),
			Sheet: text.Draw(t, "sheet"), Heading: text.Draw(t, "heading"),
		}
		want.Bytes.Start = rapid.Int64Range(0, 1<<40).Draw(t, "start")
		want.Bytes.End = want.Bytes.Start + rapid.Int64Range(0, 1<<40).Draw(t, "length")
		got, err := ParseLocator(want.String())
		if err != nil || got != want {
			t.Fatalf("ParseLocator(%q) = %+v, %v, want %+v", want.String(), got, err, want)
		}
		raw, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var read Locator
		if err := json.Unmarshal(raw, &read); err != nil || read != want {
			t.Fatalf("JSON %s reads as %+v, %v, want %+v", raw, read, err, want)
		}
	})
}

func TestParseLocatorErrors(t *testing.T) {
	for _, in := range []string{"page=x", "line=3", "bytes=1", "bytes=1-2x", "sheet=%zz", "page", "cell=7", "cell=B", "cell=B0", "cell=ABCDE1", "row=3&cell=B7", "cell=B7&row=3"} {
		if l, err := ParseLocator(in); CodeOf(err) != Invalid || err == nil {
			t.Errorf("ParseLocator(%q) = %+v, %v, want an invalid-error", in, l, err)
		}
	}
}

func TestLocatorOfCells(t *testing.T) {
	for in, want := range map[string]Locator{
		"sheet=Q3&row=7&cell=B7":        {Sheet: "Q3", Row: 7, Column: 2},
		"sheet=Q3&cell=b7":              {Sheet: "Q3", Row: 7, Column: 2},
		"cell=AA10":                     {Row: 10, Column: 27},
		"sheet=Q3&cell=XFD1":            {Sheet: "Q3", Row: 1, Column: 16384},
		"page=2&table=3&row=4&column=5": {Page: 2, Table: 3, Row: 4, Column: 5},
	} {
		if got, err := ParseLocator(in); err != nil || got != want {
			t.Errorf("ParseLocator(%q) = %+v, %v, want %+v", in, got, err, want)
		}
	}
	if got := (Locator{Sheet: "Q3", Row: 7, Column: 2}).String(); got != "sheet=Q3&row=7&cell=B7" {
		t.Errorf("the cell is written %q", got)
	}
}

func TestValueJSON(t *testing.T) {
	for _, want := range []Value{
		{Kind: Text, Text: `a "b"`},
		{Kind: Number, Number: 12.5},
		{Kind: Date, Date: time.Date(2020, 2, 29, 0, 0, 0, 0, time.UTC)},
	} {
		raw, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got Value
		if err := json.Unmarshal(raw, &got); err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", raw, diff)
		}
	}
}

func TestErrorf(t *testing.T) {
	err := Errorf(Unavailable, "the share: %w", fs.ErrNotExist)
	if CodeOf(err) != Unavailable || !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "file does not exist") {
		t.Errorf("Errorf = %v with code %q: code, cause or text is lost", err, CodeOf(err))
	}
	if CodeOf(errors.New("x")) != Internal {
		t.Error("an error of no code is not internal")
	}
}

func TestRemediesOf(t *testing.T) {
	list, add := Remedy{Do: ListTags}, Remedy{Do: AddTag, Name: "x"}
	inner := Errorf(NotFound, "no tag").Try(list, add)
	for _, tt := range []struct {
		err  error
		want []Remedy
	}{
		{nil, nil},
		{errors.New("x"), nil},
		{Errorf(Invalid, "the rule: %w", inner), []Remedy{list, add}},
		{Errorf(Invalid, "the rule: %w", inner).Try(add), []Remedy{add, list}}, // the outermost first, each once
		{errors.Join(errors.New("x"), inner), []Remedy{list, add}},
	} {
		if got := RemediesOf(tt.err); !cmp.Equal(got, tt.want) {
			t.Errorf("RemediesOf(%v) = %v, want %v", tt.err, got, tt.want)
		}
	}
}

func TestSegmentIDKeepsPartsApart(t *testing.T) {
	if NewSegmentID(Hash{}, "a", "bc") == NewSegmentID(Hash{}, "ab", "c") {
		t.Error("format and recipe run together")
	}
}

func TestWords(t *testing.T) {
	for want, l := range map[string]Locator{
		"":                          {},
		"page 3, Leave > Days":      {Page: 3, Heading: "Leave > Days"},
		"sheet Q3, cell B7":         {Sheet: "Q3", Row: 7, Column: 2},
		"table 2, row 4, column 28": {Table: 2, Row: 4, Column: 28},
		"row 5":                     {Row: 5},
	} {
		if got := l.Words(); got != want {
			t.Errorf("%v is %q in words, want %q", l, got, want)
		}
	}
}
