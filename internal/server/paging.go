package server

import (
	"encoding/base64"
	"encoding/json"
	"hash/fnv"
	"iter"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
)

// pageSize is the default number of items on a page, and mostItems the greatest.
const (
	pageSize  = 100
	mostItems = 1000
)

// A page names the place where it ends and the marks of its last items. The list may change before the next page. That page begins after
// the first mark that is found at most strayed places from its old place, so that no item is skipped or repeated.
const (
	marks   = 4
	strayed = 200
)

// list sends a list in the requested form: one page, or everything as lines.
func list[O any](s *Server, c *call, seq iter.Seq2[O, error]) error {
	return listWindow(s, c, windowsOf(seq))
}

// A windowedList returns the items after the first skip ones, at least most of them; all if most is 0.
type windowedList[O any] func(skip, most int) iter.Seq2[O, error]

// windowsOf returns a windowedList that reads a list from its beginning.
func windowsOf[O any](seq iter.Seq2[O, error]) windowedList[O] {
	return func(skip, most int) iter.Seq2[O, error] {
		return func(yield func(O, error) bool) {
			n := 0
			for v, err := range seq {
				if n++; (n > skip || err != nil) && !yield(v, err) || most > 0 && n >= skip+most {
					return
				}
			}
		}
	}
}

// listWindow is list for a list that can produce only the wanted part.
func listWindow[O any](s *Server, c *call, all windowedList[O]) error {
	w, err := windowOf(c.r)
	if err != nil {
		return err
	}
	if formOf(c.r) == lines {
		return listLines(s, c, all(0, 0))
	}
	page, err := pageOf(all, w)
	if err != nil {
		return err
	}
	writeJSON(c.w, c.r, http.StatusOK, page)
	return nil
}

// pageOf returns the page of a list that a window shows.
func pageOf[O any](all windowedList[O], w window) (page api.Page[O], err error) {
	page = api.Page[O]{Schema: api.PageSchema, Items: []O{}}
	first := max(0, w.from-strayed) // the place of seen[0] in the list
	var seen []O
	begin := -1 // of the page in seen, when it is known
	if w.from == 0 {
		begin = 0
	}
	n := first
	for v, err := range all(first, w.from-first+strayed+w.size+1) {
		if err != nil {
			return page, err
		}
		n++
		seen = append(seen, v)
		switch {
		case begin < 0 && n == w.from && (len(w.marks) == 0 || markOf(v) == w.marks[0]):
			begin = w.from - first
		case begin < 0 && n == w.from+strayed:
			begin = found(w, seen, first)
		}
		if begin >= 0 && len(seen)-begin > w.size {
			break
		}
	}
	if begin < 0 {
		begin = found(w, seen, first)
	}
	begin = min(begin, len(seen))
	end := min(begin+w.size, len(seen))
	page.Items = append(page.Items, seen[begin:end]...)
	if end < len(seen) {
		page.Next = next(first+end, seen[:end])
	}
	return page, nil
}

// next returns the token for the page after place from; last has the items up to that place.
func next[O any](from int, last []O) string {
	out := strconv.Itoa(from)
	for i := len(last) - 1; i >= max(0, len(last)-marks); i-- {
		out += "." + markOf(last[i])
	}
	return out
}

// markOf returns a short sum of the stable part of an item: its id, or its name and place, or all of it.
func markOf(item any) string {
	text, err := json.Marshal(item)
	if err != nil {
		return ""
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(text, &fields) == nil {
		for _, identity := range [][]string{{"id"}, {"share", "path"}, {"name"}} {
			if !slices.ContainsFunc(identity, func(f string) bool { return fields[f] == nil }) {
				text = text[:0]
				for _, f := range identity {
					text = append(append(text, fields[f]...), 0)
				}
				break
			}
		}
	}
	h := fnv.New64a()
	_, _ = h.Write(text)
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:6])
}

// listLines sends a list whole. An error before the first item still has a status of its own.
func listLines[O any](s *Server, c *call, seq iter.Seq2[O, error]) error {
	var out *sender
	for v, err := range seq {
		if err != nil && out == nil {
			return err
		}
		if out == nil {
			out = s.send(c.r.Context(), c.w, lines)
			defer out.stop()
		}
		if err != nil {
			return out.piece("", api.Failure{Error: s.faultOf(c.r, err).of(c.r)})
		}
		if err := out.piece("", v); err != nil {
			return nil // nobody reads any more
		}
	}
	if out == nil {
		s.send(c.r.Context(), c.w, lines).stop()
	}
	return nil
}

// A window is the part of a list that a page shows: size items after place from, or after the item with the first mark that is
// found near it.
type window struct {
	from, size int
	marks      []string
}

func windowOf(r *http.Request) (w window, err error) {
	q := r.URL.Query()
	w.size = pageSize
	after, sums, _ := strings.Cut(q.Get("after"), ".")
	for _, p := range []struct {
		name, text string
		to         *int
		least      int
	}{{"after", after, &w.from, 0}, {"limit", q.Get("limit"), &w.size, 1}} {
		if p.text == "" {
			continue
		}
		*p.to, err = strconv.Atoi(p.text)
		switch bad := err != nil || *p.to < p.least; {
		case bad && p.name == "limit":
			return w, spar.Errorf(spar.Invalid, "limit is %q and must be a number from 1 to %d, the items of a page", p.text, mostItems)
		case bad:
			return w, spar.Errorf(spar.Invalid, "after is %q and must be what the page before gave as next; leave it out for the first page", q.Get("after"))
		}
	}
	if sums != "" {
		if w.marks = strings.Split(sums, "."); len(w.marks) > marks {
			return w, spar.Errorf(spar.Invalid, "after is %q and must be what the page before gave as next; leave it out for the first page", q.Get("after"))
		}
	}
	w.size = min(w.size, mostItems)
	return w, nil
}

// found is where in seen the window begins: after the item with its first mark that is there
// (of several the one nearest to where it was), or where it would without marks.
func found[O any](w window, seen []O, first int) int {
	was := w.from - first - 1
	for _, m := range w.marks {
		for off := range strayed {
			for _, i := range [2]int{was - off, was + off} {
				if i >= 0 && i < len(seen) && markOf(seen[i]) == m {
					return i + 1
				}
			}
		}
		was--
	}
	return w.from - first
}
