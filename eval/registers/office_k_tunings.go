package registers

import (
	"fmt"
	"math/rand/v2"
)

// tunings are the visits of a piano tuner and her two helpers.
func tunings() written {
	return written{
		name:   "tunings",
		labels: []string{"Job No", "Visited", "Owner", "Town", "Maker", "Kind", "Pitch Off (ct)", "Hrs", "Strings Repl.", "Fee", "Paid On", "Next Due", "Tuner", "Moth?", "Remarks"},
		units:  []string{"h", "£"},
		shown:  map[string]func(string) string{"Visited": dotted, "Paid On": dotted, "Next Due": dotted, "Hrs": with("h"), "Fee": led("£")},
		blank:  map[string]string{"Strings Repl.": "-"},
		asked:  tuningsAsked,
		lines: rowsOf("tunings", 88, func(r *rand.Rand, i int) []string {
			visited := later("2024-02-05", i*3+r.IntN(3))
			strings, paid, next := "", "", ""
			if r.IntN(3) == 0 {
				strings = fmt.Sprint(stepped(r, 1, 9, 1))
			}
			if r.IntN(6) > 0 {
				paid = later(visited, r.IntN(40))
			}
			if r.IntN(5) > 0 {
				next = later(visited, stepped(r, 150, 400, 1))
			}
			return []string{
				fmt.Sprintf("T-%d", 310+i), visited, person(i), oneOf(r, "Ludlow|Ludlow|Leominster|Tenbury|Kington|Bromyard"),
				oneOf(r, "Bechstein|Yamaha|Yamaha|Kawai|Broadwood|Blüthner|Challen"), oneOf(r, "upright|upright|upright|baby grand|concert grand|square piano"),
				fmt.Sprint(stepped(r, 1, 96, 1)), oneOf(r, "1|1.5|1.5|2|2|2.5|3.5"), strings, fmt.Sprint(60 + stepped(r, 0, 130, 1)), paid, next,
				oneOf(r, "Hilda|Hilda|Marek|Sonny"), oneOf(r, "yes|no|no|no"),
				oneOf(r, "pedal squeaks|cracked soundboard|sticky keys|dog bites|||||"),
			}
		}),
	}
}

func piano(kind ...string) test  { return is("Kind", kind...) }
func tuned(by string) test       { return is("Tuner", by) }
func townIs(town string) test    { return is("Town", town) }
func makerIs(maker string) test  { return is("Maker", maker) }
func two(a, b string) [3]string  { return [3]string{a, b} }
func lateBy(a, b string) test    { return earlier(b, a) }
func unpaid(column string) test  { return empty(column) }
func sumKnown(c string) figure   { return known(sumOf, c) }
func remarked(text string) test  { return is("Remarks", text) }
func visitedIn(a, b string) test { return during("Visited", a, b) }

// tuningsAsked asks about pianos.
var tuningsAsked = []asked{
	{Lookup, cell("T-333", "Owner"), two("whose piano was job T-333?", "T-333 owner")},
	{Lookup, cell("T-347", "Fee", "Hrs"), two("T-347: what did we charge, and how many hours did it take?", "fee and hours of T-347")},
	{Lookup, cell("T-361", "Next Due"), two("when is T-361 due again?", "When should we go back to T-361?")},
	{Filter, keys(all(unpaid("Paid On"), tuned("Marek"))), two("which of Marek's jobs haven't been paid yet?", "Marek, unpaid jobs")},
	{Filter, keys(all(piano("concert grand"), over("Pitch Off (ct)", 50))), two("concert grands that were more than 50 cents off", "which concert grands were off pitch by over 50 ct?")},
	{Filter, keys(remarked("cracked soundboard")), two("which pianos have a cracked soundboard?", "jobs with a cracked soundboard, numbers please")},
	{Filter, values("Town", all(is("Moth?", "yes"), makerIs("Yamaha"))), two("in which towns did we find moth in a Yamaha?", "towns with moth-eaten Yamahas")},
	{Filter, keys(all(tuned("Sonny"), visitedIn("2024-05-01", "2024-05-31"))), two("what did Sonny do in May 2024?", "Sonny's visits in May 2024")},
	{Count, one(number, piano("upright")), two("how many uprights did we tune?", "number of upright pianos")},
	{Count, one(number, all(townIs("Kington"), is("Moth?", "yes"))), two("how many pianos in Kington have got the moth?", "Kington: with moth, how many?")},
	{Count, one(number, empty("Next Due")), two("how many jobs have no next date fixed?", "For how many visits is nothing entered under next due?")},
	{Count, one(number, has("Strings Repl.")), two("on how many jobs did we replace strings?", "how many visits needed new strings?")},
	{Count, one(distinct("Maker"), everybody), two("how many different makers do we see?", "How many makes of piano are there?")},
	{Count, one(number, all(piano("baby grand", "concert grand"), tuned("Hilda"))), two("how many baby or concert grands did Hilda do?", "Hilda: number of baby grands and concert grands together")},
	{Count, one(number, all(not(townIs("Ludlow")), makerIs("Kawai"))), two("how many Kawais were outside Ludlow?", "Kawais not in Ludlow, count")},
	{Sum, one(sumKnown("Strings Repl."), tuned("Hilda")), two("how many strings did Hilda replace altogether?", "Total of strings replaced by Hilda")},
	{Sum, one(sumOf("Fee"), unpaid("Paid On")), two("how much money is still owed to us?", "What do the fees not yet paid add up to?")},
	{Sum, one(sumOf("Hrs"), townIs("Tenbury")), two("hours spent in Tenbury in all", "how many hours have we put in at Tenbury?")},
	{Average, one(meanOf("Pitch Off (ct)"), makerIs("Broadwood")), two("how far off pitch is a Broadwood on average?", "Broadwoods, mean cents off")},
	{Average, one(meanOf("Fee"), piano("square piano")), two("what does a square piano cost on average?", "average fee for square pianos")},
	{Extreme, holder("Fee", true, townIs("Leominster")), two("which job in Leominster was the dearest?", "most expensive Leominster visit")},
	{Extreme, one(highestOf("Pitch Off (ct)"), tuned("Sonny")), two("what was the worst pitch Sonny came across, in cents?", "highest pitch off for Sonny")},
	{Extreme, day("Visited", true, makerIs("Bechstein")), two("when did we last see a Bechstein?", "date of the latest visit to a Bechstein")},
	{Group, each(number, "Tuner", everybody), two("how many visits has each tuner made?", "visits per tuner")},
	{Group, most(1, meanOf("Hrs"), "Kind", everybody), two("which kind of piano takes the longest on average?", "kind with the highest mean hrs")},
	{Group, each(meanOf("Fee"), "Town", everybody), two("what's the average fee town by town?", "avg fee per town")},
	{Top, among(3, "Fee", true, everybody), two("our three dearest jobs", "which three visits brought in the biggest fees?")},
	{Share, part(number, is("Moth?", "yes"), piano("upright")), two("what percentage of uprights had moth?", "of the uprights, what share had moths")},
	{Share, part(number, unpaid("Paid On"), everybody), two("what share of jobs is still unpaid, in percent?", "percent of visits where the payment is outstanding")},
	{Comparison, greater(meanOf("Fee"), "Yamaha", makerIs("Yamaha"), "Kawai", makerIs("Kawai")), two("which is dearer on average, a Yamaha or a Kawai?", "Yamaha vs Kawai, higher average fee?")},
	{Comparison, whether(all(piano("concert grand"), is("Moth?", "yes"))), two("are there any concert grands with moth?", "did we find moth in any concert grand?")},
	{Refuse, none("no column has the year a piano was built"), two("when was the piano of job T-333 built?", "how old is the piano in T-347?")},
	{Refuse, none("no column has telephone numbers"), two("what's the phone number of the owner of T-320?", "how many owners gave us a mobile number?")},
	{Refuse, none("no column says who complained"), two("how many owners complained about Marek?", "which customers were unhappy with Hilda?")},
}
