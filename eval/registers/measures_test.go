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
		"together":  {together(one(number, is("Team", "red")), one(known(sumOf, "Pay"), is("Team", "red"))), "2|10", ""},
		"whether":   {whether(over("Due", 30)), "Yes", "1|6"},
		"none":      {whether(over("Due", 50)), "No", "0"},
		"every":     {whetherAll(is("Team", "blue"), has("Day")), "Yes", "0"},
		"not every": {whetherAll(is("Team", "red"), has("Day")), "No", "1|4"},
		"name":      {named("Name", cell("Dag", "Team")), "blue", "Dag|8"},
	} {
		q := Question{}
		if err := c.gold(small, &q); err != nil || strings.Join(q.Gold, "|") != c.want || strings.Join(q.Also, "|") != c.also {
			t.Errorf("%s: %q, %q, %v, want %s, %s", name, q.Gold, q.Also, err, c.want, c.also)
		}
	}
	spans, err := read(strings.NewReader("EmployeeNumber,From,To\n1,2024-02-27,2024-03-02\n"))
	if err != nil {
		t.Fatal(err)
	}
	if q := (Question{}); span("1", "From", "To")(spans, &q) != nil || strings.Join(q.Gold, "|") != "4" {
		t.Errorf("4 days of February and March are %q", q.Gold)
	}
	if err := named("Team", keys(everybody))(small, &Question{}); err == nil {
		t.Error("a team is no name")
	}
}

func TestPlain(t *testing.T) {
	q := Question{Units: []string{"kg", "£"}}
	for value, want := range map[string]string{"12.5 kg": "12.5", "£1,200": "1200", "£ 7": "7", "3 Mar 2021": "2021-03-03", "13 March 2021": "2021-03-13", "Sat 13 Mar 2021": "2021-03-13", "13/03/2021": "2021-03-13", "13-Mar-21": "2021-03-13", "13.03.2021": "2021-03-13", "Barn 2": "Barn 2", "kg": "kg", "40": "40", "": ""} {
		if got := q.Plain(value); got != want {
			t.Errorf("%q: %q, want %q", value, got, want)
		}
	}
	if got := byName("2021-03-03"); got != "3 Mar 2021" {
		t.Error(got)
	}
}

// TestBlank: a cell that has nothing is written in the words of its column, and is empty to the gold.
func TestBlank(t *testing.T) {
	w := written{name: "blank", labels: []string{"No", "Size"}, blank: map[string]string{"Size": "none"}, shown: map[string]func(string) string{"Size": unitOf("kWh")}, lines: [][]string{{"1", "1200.5"}, {"2", ""}}}
	w.asked = []asked{{Filter, keys(empty("Size")), [3]string{"a", "b", "c"}}}
	made, err := w.make()
	if err != nil {
		t.Fatal(err)
	}
	if a, b := made.Table.Rows[0].Cells[1], made.Table.Rows[1].Cells[1]; a != "1,200.5 kWh" || b != "none" {
		t.Errorf("%q and %q", a, b)
	}
	if gold := made.Questions[0].Gold; strings.Join(gold, "|") != "2" {
		t.Errorf("gold %q", gold)
	}
}
