package registers

// officeI returns registers of two more trades, by an author who had not seen the planner. Each has fifty questions, ten without an answer.
// They may be read.
func officeI() ([]Register, error) { return registersOf(wagons(), noise()) }

// officeJ returns two more by the same author, for reporting. Nobody may read them while the planner changes.
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
