package service

import (
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

const (
	mostLooked   = 20_000 // files whose values are looked at
	mostSiblings = 12     // sibling tags that are tried together
)

// nearValues returns the values nearest to one that no file has. It looks first at the files that the rest of the scope selects, then at
// all.
func (d *diagnosis) nearValues(i int, key, text string) []string {
	for _, among := range []*roaring.Bitmap{d.rest[i], d.all} {
		var names []string
		switch {
		case key == "path":
			return d.nearPaths(i, text)
		case key == "folder":
			for f := range d.some(among) {
				names = append(names, strings.Split(path.Dir(f.Path), "/")...)
			}
		case key == "name" && !strings.ContainsAny(text, "*?[{"):
			for f := range d.some(among) {
				names = append(names, path.Base(f.Path))
			}
		case scope.IsFileKey(key):
			return nil
		default:
			definition := d.Attribute(scope.AttributeName(key))
			for f := range d.some(among) {
				held, _ := scope.Held(d.AttributesOf(f.ID), definition)
				for _, b := range held {
					if b.Value.Kind == spar.Text {
						names = append(names, b.Value.Text)
					}
				}
			}
			if len(names) == 0 && among == d.all {
				return nil
			}
		}
		slices.Sort(names)
		if list := closest(text, slices.Compact(names)); len(list) > 0 {
			return list
		}
	}
	return nil
}

// some yields files of a set, at most mostLooked.
func (d *diagnosis) some(set *roaring.Bitmap) func(yield func(spar.File) bool) {
	return func(yield func(spar.File) bool) {
		n := 0
		for f := range d.In(set) {
			if n++; n > mostLooked || !yield(f) {
				return
			}
		}
	}
}

// nearPaths returns the globs that replace the first missing folder of a path by the nearest folder that exists.
func (d *diagnosis) nearPaths(i int, glob string) (list []string) {
	parts := strings.Split(glob, "/")
	for at, part := range parts {
		if strings.ContainsAny(part, "*?[{\\") {
			break
		}
		above := strings.Join(parts[:at], "/")
		var names []string
		there := false
		for f := range d.some(d.all) {
			below, ok := strings.CutPrefix(f.Path, above+"/")
			if above == "" {
				below, ok = f.Path, true
			}
			name, _, deeper := strings.Cut(below, "/")
			if !ok || !deeper && at < len(parts)-1 {
				continue
			}
			there = there || name == part
			names = append(names, name)
		}
		if there {
			continue
		}
		slices.Sort(names)
		for _, near := range closest(part, slices.Compact(names)) {
			now := slices.Clone(parts)
			now[at] = scope.EscapeGlob(near)
			list = append(list, strings.Join(now, "/"))
		}
		if len(list) == 0 { // perhaps only the letter case differs
			for _, name := range slices.Compact(names) {
				if strings.EqualFold(name, part) {
					list = append(list, strings.Join(slices.Replace(slices.Clone(parts), at, at+1, scope.EscapeGlob(name)), "/"))
				}
			}
		}
		return list
	}
	return nil
}

// wider returns wider constraints: a range up to the nearest value in the rest of the scope, or without an end; or the folder above.
func (d *diagnosis) wider(i int) (list []spar.Constraint) {
	c := d.parts[i].Constraint
	if len(c.Values) != 1 {
		return nil
	}
	m := c.Values[0]
	one := func(m spar.Match) { list = append(list, spar.Constraint{Key: c.Key, Values: []spar.Match{m}}) }
	if c.Key == "path" && !m.Range {
		if above, ok := folderAbove(m.Text); ok {
			one(spar.Match{Text: above})
		}
		return list
	}
	from, to, ok := rangeOf(m)
	if _, number := scope.Number(c.Key, &spar.File{}); !ok || scope.IsFileKey(c.Key) && !number {
		return nil
	}
	below, above := d.nearestValues(i, c.Key, m)
	if below != "" {
		one(spar.Match{Range: true, From: below, To: to})
	}
	if above != "" {
		one(spar.Match{Range: true, From: from, To: above})
	}
	if below != "" && from != "" && to != "" {
		one(spar.Match{Range: true, To: to})
	}
	if above != "" && from != "" && to != "" {
		one(spar.Match{Range: true, From: from})
	}
	return list
}

// folderAbove returns the glob of everything below the parent of the folder of a glob.
func folderAbove(glob string) (string, bool) {
	folder, ok := strings.CutSuffix(glob, "/**")
	if !ok {
		folder = path.Dir(glob)
		return folder + "/**", folder != "." && !strings.ContainsAny(folder, "*?[{")
	}
	up := path.Dir(folder)
	return up + "/**", up != "." && !strings.ContainsAny(up, "*?[{")
}

// rangeOf returns the ends of a range; a single number or date is a range of one.
func rangeOf(m spar.Match) (from, to string, ok bool) {
	if m.Range {
		return m.From, m.To, true
	}
	text := m.Text
	for _, sign := range []string{">=", "<=", ">", "<"} {
		if rest, found := strings.CutPrefix(text, sign); found {
			if sign[0] == '>' {
				return rest, "", true
			}
			return "", rest, true
		}
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return text, text, true
	}
	_, err := time.Parse("2006-01-02", text)
	return text, text, err == nil
}

// nearestValues returns the nearest values below and above a range among the files of the rest of the scope; "" for none.
func (d *diagnosis) nearestValues(i int, key string, m spar.Match) (below, above string) {
	type end struct {
		at   float64
		text string
	}
	var values []end
	add := func(at float64, text string) { values = append(values, end{at, text}) }
	definition := d.Attribute(scope.AttributeName(key))
	for f := range d.some(d.rest[i]) {
		n, ok := scope.Number(key, &f)
		switch {
		case key == "modified":
			add(n, f.ModTime.UTC().Format(time.DateOnly))
		case ok:
			add(n, strconv.FormatFloat(n, 'f', -1, 64))
		default:
			held, _ := scope.Held(d.AttributesOf(f.ID), definition)
			for _, b := range held {
				switch b.Value.Kind {
				case spar.Number:
					add(b.Value.Number, strconv.FormatFloat(b.Value.Number, 'f', -1, 64))
				case spar.Date:
					add(float64(b.Value.Date.Unix()), b.Value.Date.UTC().Format("2006-01-02"))
				default:
					if n, err := strconv.ParseFloat(b.Value.Text, 64); err == nil {
						add(n, b.Value.Text)
					}
				}
			}
		}
	}
	low, high, ok := bounds(key, m, len(values) > 0 && strings.Count(values[0].text, "-") == 2)
	if !ok {
		return "", ""
	}
	var under, over *end
	for _, v := range values {
		if v.at < low && (under == nil || v.at > under.at) {
			under = &v
		}
		if v.at > high && (over == nil || v.at < over.at) {
			over = &v
		}
	}
	if under != nil {
		below = under.text
	}
	if over != nil {
		above = over.text
	}
	return below, above
}

// bounds returns the ends of a range as numbers; dates in seconds.
func bounds(key string, m spar.Match, dated bool) (low, high float64, ok bool) {
	from, to, ok := rangeOf(m)
	number := func(text string, last bool, open float64) float64 {
		if text == "" {
			return open
		}
		if dated || key == "modified" {
			for _, layout := range []string{"2006-01-02", "2006-01", "2006"} {
				if t, err := time.Parse(layout, text); err == nil {
					if last {
						switch layout {
						case "2006":
							t = t.AddDate(1, 0, 0).Add(-time.Second)
						case "2006-01":
							t = t.AddDate(0, 1, 0).Add(-time.Second)
						default:
							t = t.AddDate(0, 0, 1).Add(-time.Second)
						}
					}
					return float64(t.Unix())
				}
			}
			ok = false
			return 0
		}
		n, err := strconv.ParseFloat(text, 64)
		if err != nil && key == "size" {
			n, err = scope.Size(text)
		}
		ok = ok && err == nil
		return n
	}
	const far = 1e300
	low, high = number(from, false, -far), number(to, true, far)
	return low, high, ok
}

// aroundTag returns constraints on the parents of the tags of a constraint, and on the siblings of these tags.
func (d *diagnosis) aroundTag(c spar.Constraint) (parents, siblings []spar.Constraint) {
	tags := d.TagsFor(d.who)
	names, above := map[spar.TagID]string{}, map[spar.TagID]bool{}
	for _, t := range tags {
		names[t.ID] = t.Name
	}
	own := map[spar.TagID]bool{}
	for _, m := range c.Values {
		t, err := d.FindTag(d.who, m.Text)
		if err != nil {
			continue
		}
		own[t.ID] = true
		for _, p := range d.ParentsOf(t) {
			if names[p] != "" {
				above[p] = true
			}
		}
	}
	of := func(names ...string) spar.Constraint {
		now := spar.Constraint{Key: c.Key}
		for _, name := range names {
			now.Values = append(now.Values, spar.Match{Text: name})
		}
		return now
	}
	var beside []string
	for _, p := range slices.Sorted(maps.Keys(above)) {
		parents = append(parents, of(names[p]))
		for _, t := range tags {
			if !own[t.ID] && len(beside) < mostSiblings && slices.Contains(d.ParentsOf(t), p) && !slices.Contains(beside, t.Name) {
				beside = append(beside, t.Name)
			}
		}
	}
	for _, name := range beside {
		siblings = append(siblings, of(name))
	}
	return parents, siblings
}
