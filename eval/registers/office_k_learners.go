package registers

import (
	"fmt"
	"math/rand/v2"
)

// learners are the learners of a driving school.
func learners() written {
	return written{
		name:   "learners",
		labels: []string{"Ref", "Learner", "Joined", "Born", "Instr.", "Gearbox", "Lessons Taken", "Lessons Booked", "Owes", "Theory", "Test Date", "Test Centre", "Outcome", "Minors", "Glasses", "Source"},
		units:  []string{"€"},
		shown:  map[string]func(string) string{"Joined": dayAs("2-Jan-06"), "Test Date": dayAs("2-Jan-06"), "Owes": led("€")},
		blank:  map[string]string{"Test Centre": "tbc"},
		asked:  learnersAsked,
		lines: rowsOf("learners", 84, func(r *rand.Rand, i int) []string {
			joined := later("2024-01-08", i*4+r.IntN(4))
			test, centre, outcome, minors := "", "", "", ""
			if r.IntN(4) > 0 {
				test, centre = later(joined, stepped(r, 60, 260, 1)), oneOf(r, "Naas|Naas|Tallaght|Raheny|Finglas")
				if r.IntN(5) > 0 {
					outcome, minors = oneOf(r, "Pass|Pass|Pass|Fail|Fail|Cancelled"), fmt.Sprint(stepped(r, 0, 19, 1))
				}
			}
			return []string{
				fmt.Sprintf("L%03d", 41+i), person(i), joined, fmt.Sprint(1968 + stepped(r, 0, 39, 1)), oneOf(r, "Noreen|Noreen|Cathal|Deirdre|Tomasz"),
				oneOf(r, "manual|manual|automatic"), fmt.Sprint(stepped(r, 2, 44, 1)), fmt.Sprint(stepped(r, 6, 40, 1)), fmt.Sprint(stepped(r, 0, 6, 1) * 45),
				oneOf(r, "passed|passed|failed|not sat"), test, centre, outcome, minors, oneOf(r, "Y|N|N"), oneOf(r, "friend|leaflet|website|website|walked in|"),
			}
		}),
	}
}

func withInstructor(name string) test { return is("Instr.", name) }
func drives(gearbox string) test      { return is("Gearbox", gearbox) }

// learnersAsked asks about the learners.
var learnersAsked = []asked{
	{Lookup, cell("L055", "Instr.", "Gearbox"), two("who teaches L055 and in what kind of gearbox?", "L055 instructor, gearbox")},
	{Lookup, cell("L060", "Theory"), two("how did L060 get on in the theory?", "theory L060")},
	{Lookup, found(is("Learner", person(20)), "Lessons Taken"), two("How many lessons has "+person(20)+" had so far?", person(20)+" lessons taken")},
	{Lookup, cell("L077", "Joined"), two("when did L077 sign up with us?", "L077 joined when")},
	{Filter, named("Learner", keys(all(withInstructor("Cathal"), is("Outcome", "Fail")))), two("who of Cathal's learners failed the test?", "Names of the people Cathal had who failed")},
	{Filter, keys(all(empty("Test Date"), is("Theory", "passed"))), two("which learners have passed the theory but have no test date yet?", "theory passed, test not booked: refs")},
	{Filter, keys(all(over("Owes", 200), drives("automatic"))), two("automatic learners owing more than 200 euro", "which refs with an automatic owe over €200?")},
	{Filter, keys(below("Lessons Booked", "Lessons Taken")), two("who has taken more lessons than they booked?", "learners with more lessons taken than booked")},
	{Filter, values("Source", all(withInstructor("Tomasz"), has("Source"))), two("how did Tomasz's learners find us?", "sources of the learners Tomasz has, each once")},
	{Count, one(number, is("Theory", "not sat")), two("how many haven't sat the theory?", "number of learners whose theory is not sat")},
	{Count, one(number, all(drives("manual"), is("Outcome", "Pass"))), two("how many passed in a manual?", "passes, manual only: count")},
	{Count, one(number, all(is("Glasses", "Y"), withInstructor("Noreen"))), two("how many of Noreen's lot wear glasses?", "Noreen: learners with glasses, how many")},
	{Count, one(number, all(has("Test Date"), empty("Outcome"))), two("how many have a test date but no outcome yet?", "Count of learners with a test date whose outcome is still blank")},
	{Count, one(number, is("Source", "friend")), two("how many came to us through a friend?", "how many heard of us from a friend?")},
	{Count, one(number, under("Born", 1980)), two("how many learners were born before 1980?", "born earlier than 1980 - count")},
	{Count, one(number, empty("Source")), two("for how many do we not know the source?", "how many learners have nothing under source?")},
	{Sum, one(sumOf("Owes"), withInstructor("Deirdre")), two("how much do Deirdre's learners owe in total?", "total owed, Deirdre")},
	{Sum, one(sumOf("Lessons Taken"), drives("automatic")), two("how many lessons have been taken in automatics?", "sum of lessons taken, automatic")},
	{Sum, one(sumOf("Owes"), all(is("Outcome", "Pass"), over("Owes", 0))), two("what is owed by those who have passed their test already?", "money outstanding from passes")},
	{Average, one(meanOf("Lessons Taken"), is("Outcome", "Pass")), two("how many lessons does someone who passes have on average?", "mean lessons taken where outcome is Pass")},
	{Average, one(known(meanOf, "Minors"), is("Test Centre", "Raheny")), two("average minors in Raheny", "at Raheny, how many minors do they get on average?")},
	{Extreme, holder("Owes", true, all(withInstructor("Noreen"), under("Owes", 9999))), two("which of Noreen's learners owes the most?", "highest debt with Noreen, ref")},
	{Extreme, one(lowestOf("Born"), drives("automatic")), two("in what year was the oldest automatic learner born?", "earliest birth year among the automatics")},
	{Extreme, day("Test Date", true, is("Test Centre", "Naas")), two("when is the last test in Naas?", "latest test date at Naas")},
	{Group, each(number, "Instr.", everybody), two("how many learners does each instructor have?", "learners by instr.")},
	{Group, most(1, number, "Source", has("Source")), two("where do most of our learners come from, which source?", "commonest source")},
	{Group, each(meanOf("Lessons Taken"), "Gearbox", everybody), two("average lessons taken, manual and automatic", "lessons on average for each gearbox")},
	{Group, least(number, "Test Centre", has("Test Centre")), two("which test centre do we use least?", "test centre with the fewest learners")},
	{Share, part(number, is("Outcome", "Fail"), withInstructor("Noreen")), two("what percentage of Noreen's learners failed?", "fail rate of Noreen in percent of her learners")},
	{Share, part(number, drives("manual"), everybody), two("what share learns on a manual?", "percentage of manual learners")},
	{Comparison, difference(number, drives("manual"), drives("automatic")), two("how many more manual learners than automatic ones are there?", "manual minus automatic, number of learners")},
	{Comparison, greater(meanOf("Owes"), "Cathal", withInstructor("Cathal"), "Deirdre", withInstructor("Deirdre")), two("whose learners owe more on average, Cathal's or Deirdre's?", "Cathal or Deirdre: higher mean owed")},
	{Refuse, none("no column has addresses"), two("where does L055 live?", "which learners live in Kildare?")},
	{Refuse, none("no column has the price of a lesson"), two("what does a lesson cost?", "how much does Noreen charge per lesson?")},
}
