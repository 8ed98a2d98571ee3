package registers

import (
	"strings"
	"testing"
)

// TestMeasures: what can be known of a small table by looking at it.
func TestMeasures(t *testing.T) {
	small, err := read(strings.NewReader("EmployeeNumber,Name,Team,Pay,Due,Day\n1,Ann,red,10,15,2020-01-05\n4,Bob,red,,20,\n6,Cem,blue,50,50,2021-03-01\n8,Dag,blue,30,20,2019-12-31\n"))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		gold       func(*table, *Question) error
		want, also string
	}{
		"empty":     {keys(empty("Pay")), "4", ""},
		"within":    {keys(within("Pay", 10, 30)), "1|8", ""},
		"during":    {keys(during("Day", "2019-12-31", "2020-12-31")), "1|8", ""},
		"below":     {keys(below("Pay", "Due")), "1", ""},
		"known":     {one(known(meanOf, "Pay"), everybody), "30", ""},
		"distinct":  {one(distinct("Day"), everybody), "3", ""},
		"values":    {values("Team", is("Team", "red")), "red", "1|4"},
		"dated":     {dated(2, "Day", false, everybody), "8|1", "2019-12-31|2020-01-05"},
		"latest":    {dated(1, "Day", true, everybody), "6", "2021-03-01"},
		"day":       {day("Day", true, is("Team", "red")), "2020-01-05", "1"},
		"exceeding": {exceeding(35, known(sumOf, "Pay"), "Team", everybody), "blue", "80"},
		"named":     {named("Name", holder("Pay", true, has("Pay"))), "Cem", "50|6"},
		"name":      {named("Name", cell("Dag", "Team")), "blue", "Dag|8"},
	} {
		q := Question{}
		if err := c.gold(small, &q); err != nil || strings.Join(q.Gold, "|") != c.want || strings.Join(q.Also, "|") != c.also {
			t.Errorf("%s: %q, %q, %v, want %s, %s", name, q.Gold, q.Also, err, c.want, c.also)
		}
	}
	if err := named("Team", keys(everybody))(small, &Question{}); err == nil {
		t.Error("a team is no name")
	}
}

func TestPlain(t *testing.T) {
	q := Question{Units: []string{"kg", "£"}}
	for value, want := range map[string]string{"12.5 kg": "12.5", "£1,200": "1200", "£ 7": "7", "3 Mar 2021": "2021-03-03", "Barn 2": "Barn 2", "kg": "kg", "40": "40", "": ""} {
		if got := q.Plain(value); got != want {
			t.Errorf("%q: %q, want %q", value, got, want)
		}
	}
	if got := byName("2021-03-03"); got != "3 Mar 2021" {
		t.Error(got)
	}
}
