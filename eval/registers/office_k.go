package registers

// officeK returns the registers of a piano tuner, a driving school and a firm that hires out skips. Who changed the planner wrote
// them before the changes, and read only half k. Half k has every other question, half l the rest.
func officeK(rest int) ([]Register, error) {
	list := []written{tunings(), learners(), skips()}
	for i := range list {
		all, err := readAsked(list[i].name)
		if err != nil {
			return nil, err
		}
		for n, a := range all {
			if n%2 == rest {
				list[i].asked = append(list[i].asked, a)
			}
		}
	}
	return registersOf(list...)
}

// earlier fits rows that have both dates, the first before the other.
func earlier(column, other string) test {
	return all(has(column), has(other), func(r row) bool { return r.text(column) < r.text(other) })
}
