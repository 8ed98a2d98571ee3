package table

import "testing"

const yardOfVans = "Plate|Depot|Kind|Fuel|Bought|Mileage|Lease per month|Seats|Crashes|Condition|Sold\n" +
	"A-01|North|Van|Diesel|2012|81000|410|3|0|2|No\nA-02|North|Truck|Diesel|2015|120500|980|2|2|4|No\nA-03|South|Van|Electric|2021|9000|620|3|1|5|No\n" +
	"A-04|South|Car|Petrol|2010|150300|210|5|0|1|Yes\nA-05|Harbour|Van|Electric|2022|4000|640|2|0|5|No\nA-06|Harbour|Truck|Diesel|2009|201000|870|3|3|1|Yes\n" +
	"A-07|North|Car|Petrol|2018|60400|330|5|0|3|No\nA-08|South|Truck|Diesel|2011|175000|905|2|1|2|Yes\n"

// Phrases around a question leave its plan as it is.
func TestAsides(t *testing.T) {
	vehicles, p := made(t, "vehicles", yardOfVans), NewPlanner(nil)
	for question, want := range map[string]string{
		"Yeah, hi, quick one, how many trucks are there in the South?":                  "where Kind = Truck and Depot = South select count()",
		"How many vans are electric, if I may ask?":                                     "where Kind = Van and Fuel = Electric select count()",
		"What I would like to hear from you is the average mileage of the trucks.":      "where Kind = Truck select average(Mileage)",
		"The workshop asks for the total crashes of the vans.":                          "where Kind = Van select sum(Crashes)",
		"average mileage, depot by depot, please":                                       "group Depot select Depot, average(Mileage)",
		"Given that a vehicle runs on Diesel, what is the probability that it is sold?": "within Fuel = Diesel where Sold = Yes select percent()",
		"What is the chance, in percent, that a truck is sold?":                         "within Kind = Truck where Sold = Yes select percent()",
		"For the insurance form: how many petrol cars do we have?":                      "where Fuel = Petrol and Kind = Car select count()",
		"Mileage of the vans, averaged?":                                                "where Kind = Van select average(Mileage)",
		"how many vehicles were rated 5 for condition":                                  "where Condition = 5 select count()",
	} {
		got := p.strict(question, vehicles)
		got.plan.From = nil
		if plan := says(Candidate{Plan: got.plan}); plan != want || got.reason != "" {
			t.Errorf("%s: %q (%s), want %q", question, plan, got.reason, want)
		}
	}
	// A phrase that limits the question is no aside.
	for _, question := range []string{"How many trucks have we got, for the night shift?", "For the Leeds branch: how many vans?", "how many vehicles, as the crow flies, are in Kiel?"} {
		if got := p.strict(question, vehicles); got.reason == "" {
			t.Errorf("%s: %q, and nothing was expected", question, says(Candidate{Plan: got.plan}))
		}
	}
}
