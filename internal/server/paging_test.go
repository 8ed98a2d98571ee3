package server

import (
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

type entry struct {
	ID    int `json:"id"`
	Count int `json:"count"` // what changes of an item
}

func itemsOf(ids []int, count int) iter.Seq2[entry, error] {
	return func(yield func(entry, error) bool) {
		for _, id := range ids {
			if !yield(entry{id, count}, nil) {
				return
			}
		}
	}
}

func windowAfter(t interface{ Fatal(...any) }, after string, limit int) window {
	w, err := windowOf(&http.Request{URL: &url.URL{RawQuery: url.Values{"after": {after}, "limit": {fmt.Sprint(limit)}}.Encode()}})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TestPagesOfAListThatChanges walks through a list page by page while items come and go. Items that were there the whole time are told
// once, and in their order.
func TestPagesOfAListThatChanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(5, 40).Draw(t, "size")
		here := make([]int, rapid.IntRange(0, 300).Draw(t, "items"))
		for i := range here {
			here[i] = (i + 1) * 1000
		}
		always := slices.Clone(here)
		var told []int
		after := ""
		for page := 0; ; page++ {
			p, err := pageOf(windowsOf(itemsOf(here, page)), windowAfter(t, after, size))
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range p.Items {
				told = append(told, v.ID)
			}
			if after = p.Next; after == "" {
				break
			}
			if page > 2000 {
				t.Fatal("the pages do not end")
			}
			// At most marks-1 of the last items go, so that one of them is still there.
			for range rapid.IntRange(0, marks-1).Draw(t, "gone") {
				i := rapid.IntRange(0, len(here)-1).Draw(t, "at")
				always = slices.DeleteFunc(always, func(id int) bool { return id == here[i] })
				here = slices.Delete(here, i, i+1)
			}
			for range rapid.IntRange(0, 5).Draw(t, "come") {
				id := rapid.IntRange(1, 300_000).Draw(t, "new")
				if i, there := slices.BinarySearch(here, id); !there {
					here = slices.Insert(here, i, id)
				}
			}
		}
		if !slices.IsSorted(told) || len(slices.Compact(slices.Clone(told))) != len(told) {
			t.Fatalf("told twice or out of order: %v", told)
		}
		for _, id := range always {
			if !slices.Contains(told, id) {
				t.Fatalf("%d was there the whole time and is not told: %v", id, told)
			}
		}
	})
}

// TestPagesByNumber takes a place alone, as older clients send it.
func TestPagesByNumber(t *testing.T) {
	ids := []int{1, 2, 3, 4, 5}
	for after, want := range map[string][]int{"": {1, 2}, "0": {1, 2}, "2": {3, 4}, "4": {5}, "5": nil, "900": nil} {
		p, err := pageOf(windowsOf(itemsOf(ids, 0)), windowAfter(t, after, 2))
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		for _, v := range p.Items {
			got = append(got, v.ID)
		}
		if !slices.Equal(got, want) || (p.Next != "") != (after != "4" && after != "5" && after != "900") {
			t.Errorf("after %q: %v, next %q; want %v", after, got, p.Next, want)
		}
	}
	if _, err := windowOf(&http.Request{URL: &url.URL{RawQuery: "after=2.a.b.c.d.e"}}); err == nil {
		t.Error("a page with too many marks is taken")
	}
}

// TestLimitOfAPage: a limit that is none says what one may be.
func TestLimitOfAPage(t *testing.T) {
	for _, limit := range []string{"0", "-1", "many"} {
		_, err := windowOf(&http.Request{URL: &url.URL{RawQuery: "limit=" + limit}})
		if want := fmt.Sprintf("limit is %q and must be a number from 1 to 1000, the items of a page", limit); err == nil || err.Error() != want {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}
