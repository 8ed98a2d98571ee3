package table

import (
	"context"
	"strings"
	"testing"
)

// vans is a register of a firm that lends vans, whose cells are written as people write them. No question here is in a set that anything is judged by.
func vans(t *testing.T) *Table {
	rows := []string{
		"VN01|Ford|diesel|1998|in service|not tested|Ada Pike|08:15|£40|0|firm",
		"VN02|Ford|petrol|2003|in service|112 g|Ben Roe|09:30|£55|2|person",
		"VN03|Opel|diesel|2011|stored|98 g|Ada Pike|07:50|gift|1|firm",
		"VN04|Opel|electric|2019|stored|not tested|Cy Lund|10:05|£60|0|firm",
		"VN05|Fiat|petrol|1995|under repair|130 g|Ben Roe|11:20|£35|3|person",
		"VN06|Fiat|diesel|2007|in service|not tested|Ada Pike|08:40|£45|0|firm",
	}
	text := "Van No|Built By|Fuel|Built|State|Emissions|Lender|Time Out|Fee Paid|Dents|Renter\n" + strings.Join(rows, "\n") + "\n"
	return made(t, "vans", text)
}

// TestSuits: a plan that uses all words must also answer the question's first words, and a part of a cell means no more than it says.
func TestSuits(t *testing.T) {
	of := vans(t)
	p := NewPlanner(nil)
	for question, want := range map[string]string{
		"how many vans are older than 2004?":                `where Built < 2004 select count()`,
		"how many vans are out of service?":                 `where State != "in service" select count()`,
		"which vans were tested for emissions?":             `where Emissions != "not tested" select "Van No"`,
		"which vans were never tested for emissions?":       `where Emissions = "not tested" select "Van No"`,
		"Between Ada Pike and Ben Roe, who has more vans?":  `where Lender in ("Ada Pike", "Ben Roe") group Lender select Lender order count() desc limit 1`,
		"how many renters of diesel vans are not a person?": `where Fuel = diesel and Renter != person select count()`,
		"any petrol vans with Ben Roe, and which?":          `where Fuel = petrol and Lender = "Ben Roe" select "Van No"`,
		"what company made VN03?":                           "",
		"how did Ada Pike find the vans?":                   "",
		"duration of VN02":                                  "",

		"Lender tel. VN02": "",

		"In service: what percentage of vans are on petrol?": `within State = "in service" where Fuel = petrol select percent()`,
	} {
		readings, err := p.Plan(context.Background(), question, []*Table{of})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if Unsure(readings) == "" {
			got = says(readings[0])
		}
		if got != want {
			t.Errorf("%s: %q (%s), want %q", question, got, Unsure(readings), want)
		}
	}
}

// TestInPlaceOfFigures: a column of figures stays one where some cells say again and again in words that there is none, and these words stay values.
func TestInPlaceOfFigures(t *testing.T) {
	var rows strings.Builder
	rows.WriteString("Test|Hall|Sound\n")
	for i, cell := range []string{"61 dB", "not taken", "72 dB", "55 dB", "not taken", "80 dB", "49 dB", "not taken", "68 dB", "77 dB"} {
		rows.WriteString(strings.Join([]string{"S" + string(rune('1'+i/9)) + string(rune('0'+i%9)), []string{"Elm", "Oak"}[i%2], cell}, "|") + "\n")
	}
	of := made(t, "tests", rows.String())
	for question, want := range map[string]string{
		"what was the average sound in Oak?":         `where Hall = Oak select average(Sound)`,
		"which test in Oak was the loudest?":         `where Hall = Oak select Test order Sound desc limit 1`,
		"how many tests in Elm were over 60 dB?":     `where Hall = Elm and Sound > 60 select count()`,
		"which tests in Oak had the sound not taken": `where Hall = Oak and Sound = "not taken" select Test`,
	} {
		readings, err := NewPlanner(nil).Plan(context.Background(), question, []*Table{of})
		if err != nil {
			t.Fatal(err)
		}
		if got := says(readings[0]); Unsure(readings) != "" || got != want {
			t.Errorf("%s: %s (%s), want %s", question, got, Unsure(readings), want)
		}
	}
}
