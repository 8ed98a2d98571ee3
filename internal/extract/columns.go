package extract

// columns are the wanted columns of a table, counted from 0. Nil stands for all.
type columns []bool

// wanted makes columns of their numbers; nil stands for all.
func wanted(list []int) columns {
	if list == nil {
		return nil
	}
	c := columns{}
	for _, n := range list {
		for len(c) <= n {
			c = append(c, false)
		}
		if n >= 0 {
			c[n] = true
		}
	}
	return c
}

// has reports whether a column is asked for.
func (c columns) has(n int) bool { return c == nil || n < len(c) && c[n] }

// only empties the cells of a row that are not asked for. The first cell with a text stays, since it tells a row that sums up
// others. The row ends behind the last cell that is left.
func (c columns) only(cells []string) []string {
	out, last, led := make([]string, len(cells)), 0, false
	for i, text := range cells {
		if text == "" || led && !c.has(i) {
			continue
		}
		if !led {
			led = hasText(cells[i : i+1])
		}
		if led || c.has(i) {
			out[i], last = text, i+1
		}
	}
	return out[:last]
}
