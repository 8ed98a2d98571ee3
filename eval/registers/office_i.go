package registers

// officeI are registers of two more trades, by an author who had not seen the planner, with fifty questions each; ten of them have no
// answer. They may be read.
func officeI() ([]Register, error) { return registersOf(wagons(), noise()) }

// officeJ are two more by the same author, for reporting. They may not be read while the planner is changed.
func officeJ() ([]Register, error) { return registersOf(wells(), costumes()) }

func registersOf(of ...written) ([]Register, error) {
	var list []Register
	for _, w := range of {
		r, err := w.make()
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, nil
}
