package registers

// officeH are registers for reporting, of four more trades, by the author of officeG. They may not be read while the planner is changed.
func officeH() ([]Register, error) {
	var list []Register
	for _, w := range []written{cheeses(), pests(), scaffolds(), screenings()} {
		made, err := w.make()
		if err != nil {
			return nil, err
		}
		list = append(list, made)
	}
	return list, nil
}
