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

// TestGuarded answers only what accounts for all words and each part of the question, also over a table in which the scorer is sure of
// something else.
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
