package table

import (
	"testing"
)

// berths is a register with cells as people write them: units, currencies, dates in words, empty cells, labels cut short.
const berths = `Plot|Grower|Site|Len.|Yearly Rent|Soil Ph|Leased|Insp. Date|Hrs|Fence|Wt|Fruit 2023|Fruit 2024|Planted|Shed|Remark
A001|Ann Lee|North|12.5 m|£1,210|6.1|3 Jan 2019|4 Feb 2024|3 h|Yes|12 kg|20 kg|31 kg|1990|yes|
A002|Bo Hart|South|9.0 m|£980|6.4|17 Mar 2020||4.5 h|No|8 kg|11 kg|9 kg|1975||gate broken
A003|Cy Moss|North|15.5 m|£1,500|5.9|1 Apr 2021|9 Mar 2024|1 h||30 kg|40 kg|44 kg|2001|yes|
A004|Di Park|South|7.5 m|£640|7.0|30 May 2021|11 Mar 2024|2 h|Yes|5 kg|3 kg|8 kg|2010||wet
A005|Ed Ross|North|11.0 m|£1,100|6.6|2 Jun 2022||6 h|No|9 kg|15 kg|12 kg|1988||
A006|Flo Dean|South|10.5 m|£2,050|6.2|8 Jul 2023|1 May 2024|2.5 h|Yes|14 kg|22 kg|25 kg|1969|yes|`

func TestCellsAsPeopleWriteThem(t *testing.T) {
	plots := made(t, "plots", berths)
	if c := plots.Columns[0]; c.Kind != "text" || !c.Key {
		t.Errorf("the column of A001 is %v, key %v; want texts that are a key", c.Kind, c.Key)
	}
	p := NewPlanner(nil)
	for question, want := range map[string]string{
		"what is the rent of plot A004?":                                      `where Plot = A004 select "Yearly Rent"`,
		"how many hours did A002 take?":                                       `where Plot = A002 select Hrs`,
		"inspection date of A003":                                             `where Plot = A003 select "Insp. Date"`,
		"how many plots are longer than 10 metres?":                           `where "Len." > 10 select count()`,
		"how many plots cost more than £1,000?":                               `where "Yearly Rent" > 1000 select count()`,
		"how many kilos of fruit did the plots in the South bear in 2024?":    `where Site = South select sum("Fruit 2024")`,
		"how many plots have a blank inspection date?":                        `where "Insp. Date" = "" select count()`,
		"number of plots with nothing written under remark":                   `where Remark = "" select count()`,
		"how many plots have no remark?":                                      `where Remark = "" select count()`,
		"how many plots were inspected after 05.03.2024?":                     `where "Insp. Date" > "2024-03-05" select count()`,
		"how many plots were inspected from March to May 2024?":               `where "Insp. Date" >= "2024-03" and "Insp. Date" <= "2024-05" select count()`,
		"total yearly rent from March to May 2021":                            "",
		"how many plots were leased before the year 2021?":                    `where year(Leased) < 2021 select count()`,
		"how many plots have at least 8 but no more than 14 kilos of weight?": `where Wt >= 8 and Wt <= 14 select count()`,
		"North, inspected 2024":                                               `where Site = North and year("Insp. Date") = 2024 select Plot`,
		"in which year was the oldest plot planted?":                          `select min(Planted)`,
		"how many plots have a shed?":                                         `where Shed = yes select count()`,
		"total rent of the plots in the North with a fence":                   `where Site = North and Fence = Yes select sum("Yearly Rent")`,
		"how many plots have a length between 9 m and 12 m?":                  `where "Len." >= 9 and "Len." <= 12 select count()`,
		"what is the average fruit 2023 of the plots in the South?":           `where Site = South select average("Fruit 2023")`,
	} {
		got := p.strict(question, plots)
		plan := ""
		if got.reason == "" {
			got.plan.From = nil
			plan = says(Candidate{Plan: got.plan})
		}
		if plan != want {
			t.Errorf("%s: %q (%s), want %q", question, plan, got.reason, want)
		}
	}
}

func TestDatesAreNoAges(t *testing.T) {
	people := made(t, "people", "Name|Age|Gender|Joined\nAnn|31|Female|1992-04-30\nBo|45|Male|1992-05-02\nCy|27|Male|1992-06-01\n")
	got := NewPlanner(nil).strict("how many people after 1 May 1992?", people)
	got.plan.From = nil
	if plan := says(Candidate{Plan: got.plan}); plan != `where Joined > "1992-05-01" select count()` {
		t.Errorf("%q (%s), want a date of joining", plan, got.reason)
	}
}

func TestSharedStems(t *testing.T) {
	shop := made(t, "jobs", "Job|Instrument|Quote\nW-1|violin|10\nW-2|viola|20\nW-3|viola|30\nW-4|cello|40\nW-5|violin|50\n")
	p := NewPlanner(nil)
	for question, want := range map[string]string{
		"how many jobs are violins?": "where Instrument = violin select count()",
		"how many jobs are violas?":  "where Instrument = viola select count()",
	} {
		got := p.strict(question, shop)
		got.plan.From = nil
		if plan := says(Candidate{Plan: got.plan}); got.reason != "" || plan != want {
			t.Errorf("%s: %q (%s), want %q", question, plan, got.reason, want)
		}
	}
}

func TestDatesOfQuestions(t *testing.T) {
	for text, want := range map[string]string{
		"after 31.08.2024":             "after 31 August 2024",
		"before 3/17/2021":             "before 17 March 2021",
		"before 4/5/2021":              "before 4/5/2021",
		"on the 1st of September 2024": "on 1 September 2024",
		"from March to May 2024":       "between March 2024 and May 2024",
		"in the year 2012":             "in 2012",
		"version 45.13.2024":           "version 45.13.2024",
	} {
		if got := datesWritten(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if v := readAs("2024-03", noCustom); v.Day != (Day{Year: 2024, Month: 3}) {
		t.Errorf("2024-03 is %v, want a month", v.Day)
	}
	if v := readAs("2008-09", noCustom); v.Day != (Day{Year: 2008}) {
		t.Errorf("2008-09 is %v, want the span that begins in 2008", v.Day)
	}
}
