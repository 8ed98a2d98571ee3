package table

import (
	"context"
	"strings"
	"testing"
)

// kennels is a small register, over which the scorer of plans has a say. No question here is in a set that anything is judged by.
const kennels = `Tag|Pen|Walker|Vet|Breed|Weight 2024|Weight 2023|Chipped|Admitted|Fee
D-017|East 1|Ann Lee|Dr Mia Roth|collie|18|17|Y|3 Jan 2024|110
D-018|East 2|Bo Hart|Dr Mia Roth|terrier|9|8|N|17 Mar 2024|95
D-019|West 1|Ann Lee|Dr Jon Pike|collie|21|20|Y|1 Apr 2024|120
D-020|West 2|Cy Moss|Dr Jon Pike|beagle|13|12|Y|30 May 2023|100
D-021|West 3|Bo Hart|Dr Mia Roth|collie|19|18|N|2 Jun 2023|115
D-022|East 3|Cy Moss|Dr Jon Pike|terrier|8|8|Y|8 Jul 2024|90`

// TestGuarded answers only where the plan accounts for all words and each part of the question. The scorer is sure of something else here.
func TestGuarded(t *testing.T) {
	of := made(t, "kennels", kennels)
	p := NewPlanner(nil)
	for question, want := range map[string]string{
		"who walks D-017?":                                                   `where Tag = "D-017" select Walker`,
		"who walks D-017, and when was it admitted?":                         `where Tag = "D-017" select Walker, Admitted`,
		"by whom is D-020 walked and in which pen is it?":                    `where Tag = "D-020" select Pen, Walker`,
		"average weight 2023 of the collies":                                 `where Breed = collie select average("Weight 2023")`,
		"which kennels have an N under chipped?":                             "where Chipped = N select Tag",
		"percentage of the collie kennels chipped":                           "within Breed = collie where Chipped = Y select percent()",
		"total fee 2024 of terriers":                                         `where Breed = terrier and year(Admitted) = 2024 select sum(Fee)`,
		"who made the kennel in West 2?":                                     `! "who" is asked`,
		"race and breed of D-017":                                            `! "race"`,
		"what thing did they use to chip D-017?":                             "! and not what",
		"what is the worst fee for a collie?":                                "! whether the highest or the lowest Fee is worst",
		"total weight 2022":                                                  "! 2022",
		"which vitamin X did D-017 get?":                                     "! ",
		"how much did the owner of D-017 pay in fees, and who clipped D-017": "! ",
	} {
		readings, err := p.Plan(context.Background(), question, []*Table{of})
		if err != nil {
			t.Fatal(err)
		}
		why := Unsure(readings)
		if refused, ok := strings.CutPrefix(want, "! "); ok {
			if why == "" || !strings.Contains(why, refused) {
				t.Errorf("%s: %q, answered by %s; want %q", question, why, says(readings[0]), refused)
			}
			continue
		}
		if got := says(readings[0]); got != want || why != "" {
			t.Errorf("%s: %s (%s), want %s", question, got, why, want)
		}
	}
}

// TestCellsWithoutValue reads a column of figures where some cells say that there is none, and finds rows with a figure and rows without.
func TestCellsWithoutValue(t *testing.T) {
	of := made(t, "pumps", `Pump|Site|Flow|Battery|Tested|Passed|Crew
P-11|North|12|5 kWh|1 Feb 2024|3 Mar 2024|Ada
P-12|South|n/a|none|2 Mar 2024|4 Mar 2024|Bob
P-13|North|14|10 kWh|3 Apr 2024||Ada
P-14|South|9|none|4 May 2024|7 Jul 2024|Bob
P-15|North|n/a|5 kWh|15 Jun 2024||Ada
P-16|South|8|15 kWh|6 Jul 2024|9 Aug 2024|Cal`)
	if c := of.Columns; c[2].Kind != "number" || c[3].Kind != "number" {
		t.Fatalf("flow is %v, battery %v; want numbers", c[2].Kind, c[3].Kind)
	}
	p := NewPlanner(nil)
	for question, want := range map[string]string{
		"average flow of the pumps in the North":                      "where Site = North select average(Flow)",
		"how many pumps have no flow?":                                `where Flow = "n/a" select count()`,
		"% of pumps with a battery":                                   "where Battery != none select percent()",
		"how many pumps were tested from 2 March to 15 June 2024?":    `where Tested >= "2024-03-02" and Tested <= "2024-06-15" select count()`,
		"pumps tested feb + march 2024":                               `where Tested >= "2024-02" and Tested <= "2024-03" select Pump`,
		"how many crews do we have, not counting anybody twice?":      "select distinct(Crew)",
		"whats the flow of P-14":                                      `where Pump = "P-14" select Flow`,
		"by how much does the flow of P-13 differ from that of P-14?": `where Pump in ("P-13", "P-14") select distance(Flow)`,
		"North: how many pumps, and how much flow in total?":          "where Site = North select count(), sum(Flow)",
	} {
		got := p.strict(question, of)
		got.plan.From = nil
		if plan := says(Candidate{Plan: got.plan}); plan != want || got.reason != "" {
			t.Errorf("%s: %s (%s), want %s", question, plan, got.reason, want)
		}
	}
}
