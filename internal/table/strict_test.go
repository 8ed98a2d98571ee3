package table

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// clients is a register of its own: no question here is in a set that anything is judged by.
func clients(t *testing.T) *Table {
	var b strings.Builder
	b.WriteString("ClientId|Segment|HomeRegion|ContractType|Churn|AnnualSpend|SupportCalls|YearsAsClient|Age|Gender|AccountManager|SatisfactionScore|DeliverySatisfaction|NewsLetter\n")
	r := rand.New(rand.NewPCG(1, 1))
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	for i := range 300 {
		fmt.Fprintf(&b, "%d|%s|%s|%s|%s|%d|%d|%d|%d|%s|%s|%d|%d|%s\n", i*3+1, pick("Consumer", "Corporate", "Small Business"), pick("North East", "South", "West & Central"), pick("Month_To_Month", "Yearly", "Two_Years"),
			pick("Yes", "No", "No"), 100+i*29+r.IntN(9), r.IntN(9), r.IntN(20), 18+r.IntN(60), pick("Female", "Male"), pick("Petra Lind", "Omar Haddad", "Jo Singh"), 1+r.IntN(5), 1+r.IntN(5), pick("Yes", "No"))
	}
	return made(t, "clients", b.String())
}

func TestStrict(t *testing.T) {
	table := clients(t)
	p := NewPlanner(nil)
	for question, want := range map[string]string{
		"What does client 13 spend per year?":                                   "where ClientId = 13 select AnnualSpend",
		"client 10's age?":                                                      "where ClientId = 10 select Age",
		"does client 4 get the newsletter?":                                     "where ClientId = 4 select NewsLetter",
		"Is client 7 a woman?":                                                  "where ClientId = 7 select Gender",
		"how many of our corporate clients churned?":                            "where Segment = Corporate and Churn = Yes select count()",
		"how many clients didn't churn?":                                        "where Churn = No select count()",
		"how many clients are not in the South":                                 "where HomeRegion != South select count()",
		"how many clients are between 30 and 40 years old?":                     "where Age >= 30 and Age <= 40 select count()",
		"count everyone over 60":                                                "where Age > 60 select count()",
		"number of clients who spend less than 500 a year":                      "where AnnualSpend < 500 select count()",
		"who are the clients that called support more than 7 times?":            "where SupportCalls > 7 select ClientId",
		"How old is the typical client in the south?":                           "where HomeRegion = South select average(Age)",
		"what is the least that a corporate client spends?":                     "where Segment = Corporate select min(AnnualSpend)",
		"who's the youngest corporate client?":                                  "where Segment = Corporate select ClientId order Age limit 1",
		"what fraction of women churned":                                        "within Gender = Female where Churn = Yes select percent()",
		"What portion of the churned clients is in the South?":                  "within Churn = Yes where HomeRegion = South select percent()",
		"do women or men spend more on average?":                                "where Gender in (Female, Male) group Gender select Gender order average(AnnualSpend) desc limit 1",
		"which gender spends more on average?":                                  "group Gender select Gender order average(AnnualSpend) desc limit 1",
		"how many more clients are in the South than in the North East?":        "where HomeRegion in (South, \"North East\") select distance(count())",
		"how many clients does each account manager have?":                      "group AccountManager select AccountManager, count()",
		"for every region, give me the total annual spend":                      "group HomeRegion select HomeRegion, sum(AnnualSpend)",
		"in which region do clients spend the most in total?":                   "group HomeRegion select HomeRegion order sum(AnnualSpend) desc limit 1",
		"five biggest spenders":                                                 "select ClientId order AnnualSpend desc limit 5",
		"which contract types are there?":                                       "group ContractType select ContractType",
		"how many different account managers are there?":                        "select distinct(AccountManager)",
		"how many clients are in the South or the North East?":                  "where HomeRegion in (South, \"North East\") select count()",
		"how many clients are either Corporate or Consumer?":                    "where Segment in (Corporate, Consumer) select count()",
		"what is the total annual spend of corporate or consumer clients?":      "where Segment in (Corporate, Consumer) select sum(AnnualSpend)",
		"what is the highest annual spend in the south or the north east?":      "where HomeRegion in (South, \"North East\") select max(AnnualSpend)",
		"what is the difference between the average spend of men and of women":  "where Gender in (Male, Female) select distance(average(AnnualSpend))",
		"how many clients are female or churned?":                               "where (Gender = Female or Churn = Yes) select count()",
		"what is the average annual spend of clients with 2 or 3 support calls": "where SupportCalls in (2, 3) select average(AnnualSpend)",
	} {
		s := p.strict(question, table)
		if got := strings.TrimPrefix(s.plan.String(), "from clients "); got != want || s.reason != "" {
			t.Errorf("%s: %s (%s), want %s", question, got, s.reason, want)
		}
	}
	got, err := p.Plan(context.Background(), "what fraction of women churned", []*Table{table})
	if err != nil || Unsure(got) != "" || !got[0].Whole {
		t.Errorf("%v, %s", err, Unsure(got))
	}
}

// TestStrictRefusals says which words are not understood.
func TestStrictRefusals(t *testing.T) {
	table := clients(t)
	p := NewPlanner(nil)
	for question, want := range map[string]string{
		"what is the satisfaction of client 7?":      "DeliverySatisfaction, SatisfactionScore",
		"what is the email address of client 7?":     `"email"`,
		"how many clients pay by card?":              `"card"`,
		"how many clients live in Norway":            `"norway"`,
		"how many clients churned in 2015?":          "2015",
		"who churns more often, women or men?":       "numbers or shares",
		"what is the average in the South?":          "",
		"income of the clients in the North Harbour": `"harbour"`,

		"how many clients are younger than 30 or older than 60?": `"or"`,
		"how many clients spend more than the average?":          "the average of all",
	} {
		got, err := p.Plan(context.Background(), question, []*Table{table})
		if err != nil {
			t.Fatal(err)
		}
		if reason := Unsure(got); reason == "" || !strings.Contains(reason, want) {
			t.Errorf("%s: %q, %s", question, reason, got[0].Plan)
		}
	}
}
