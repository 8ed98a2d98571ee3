package entity

// location gives the end of a place's name that begins at i: one of the dictionary.
func (f *Finder) location(list []token, i int) int {
	w := &list[i]
	what, n := f.longest(list, i)
	if n == 1 && what&place != 0 {
		what = dictionary()[w.text] // VISTA is no place
	}
	if what&place == 0 {
		return i
	}
	if n > 1 && list[i+n-1].capital {
		return i + n
	}
	// A word alone is a place when it is nobody's name and no other word, or when something says so.
	behind := i > 0 && list[i-1].is(locative) && !apart(&list[i-1], w)
	country := w.comma && i+1 < len(list) && list[i+1].is(place) && dictionary()[list[i+1].text]&place != 0
	alone := i+1 >= len(list) || !list[i+1].capital || apart(w, &list[i+1])
	if w.is(common) && !(behind && alone) || !alone && !country {
		return i
	}
	if what&(given|rare|surname) == 0 || behind || country {
		return i + 1
	}
	return i
}

// longest gives the most words from i on that are a place, and their class; the class of one word if none are.
func (f *Finder) longest(list []token, i int) (what class, n int) {
	if w := &list[i]; w.is(opening) {
		for n = 1; n < maxWords && i+n < len(list) && !apart(&list[i+n-1], &list[i+n]); n++ {
		}
		for ; n > 1; n-- {
			f.key = f.key[:0]
			for j := i; j < i+n; j++ {
				if j > i {
					f.key = append(f.key, ' ')
				}
				f.key = append(f.key, list[j].text...)
			}
			if what = dictionary()[string(f.key)]; what&place != 0 {
				return what, n
			}
		}
	}
	return list[i].class, 1
}
