package registers

import (
	"fmt"
	"math/rand/v2"
)

// skips are the hires of a firm that brings and fetches skips.
func skips() written {
	return written{
		name:   "skips",
		labels: []string{"Ticket", "Ordered", "Account", "Site", "Size", "Waste", "Dropped", "Due Back", "Picked Up", "Net Wt", "Permit Req'd", "Lorry", "Driver", "Hire Chg", "Extra Chg", "Contaminated", "Office Note"},
		units:  []string{"yd", "kg", "£"},
		shown: map[string]func(string) string{"Ordered": byName, "Dropped": byName, "Due Back": byName, "Picked Up": byName, "Size": with("yd"), "Net Wt": unitOf("kg"),
			"Hire Chg": led("£"), "Extra Chg": led("£")},
		asked: skipsAsked,
		lines: rowsOf("skips", 95, func(r *rand.Rand, i int) []string {
			ordered := later("2025-01-03", i*2+r.IntN(2))
			dropped, due := later(ordered, 1+r.IntN(5)), later(ordered, 14+r.IntN(10))
			picked, weight, extra := "", "", ""
			if r.IntN(6) > 0 {
				picked, weight = later(due, r.IntN(12)-6), fmt.Sprint(stepped(r, 400, 7800, 20))
			}
			if r.IntN(4) == 0 {
				extra = fmt.Sprint(stepped(r, 15, 160, 5))
			}
			size := oneOf(r, "4|6|6|8|8|12|16")
			return []string{
				fmt.Sprint(88410 + i), ordered, oneOf(r, "Harbour Homes|Harbour Homes|Gaunt & Sons|cash sale|cash sale|St Bride's School|Pell Roofing"),
				oneOf(r, "Quay Road|Mill Lane|Top Farm|Station Yard|Beacon Hill"), size, oneOf(r, "mixed|mixed|soil|hardcore|green|plasterboard"),
				dropped, due, picked, weight, oneOf(r, "Y|N|N"), oneOf(r, "MK14|MK14|RV62|XT09"), oneOf(r, "Jonno|Jonno|Big Steve|Little Steve|Aga"),
				fmt.Sprint(120 + stepped(r, 0, 160, 1)), extra, oneOf(r, "no|no|no|yes|"), oneOf(r, "blocked gate|overfilled|ring before||||||"),
			}
		}),
	}
}

func waste(kind string) test      { return is("Waste", kind) }
func hiredBy(account string) test { return is("Account", account) }
func drivenBy(name string) test   { return is("Driver", name) }

// skipsAsked asks about skips.
var skipsAsked = []asked{
	{Lookup, cell("88431", "Waste", "Size"), two("what waste was in 88431 and what size was the skip?", "88431 waste + size")},
	{Lookup, cell("88450", "Driver"), two("who drove ticket 88450?", "driver on 88450?")},
	{Lookup, span("88412", "Ordered", "Dropped"), two("how many days after it was ordered was 88412 dropped?", "88412: days from order to drop")},
	{Filter, keys(empty("Picked Up")), two("which skips are still out?", "tickets not picked up yet")},
	{Filter, keys(all(lateBy("Picked Up", "Due Back"), hiredBy("Harbour Homes"))), two("which Harbour Homes skips were picked up after they were due back?", "Harbour Homes, picked up late")},
	{Filter, keys(all(waste("soil"), has("Net Wt"), over("Net Wt", 6000))), two("soil loads heavier than 6000 kilos", "which tickets had more than 6,000 kg of soil?")},
	{Filter, keys(all(drivenBy("Aga"), during("Dropped", "2025-03-01", "2025-03-31"))), two("what did Aga drop in March 2025?", "Aga drops March 2025")},
	{Filter, keys(all(is("Permit Req'd", "Y"), is("Site", "Mill Lane"))), two("Mill Lane skips that needed a permit", "which Mill Lane tickets require a permit?")},
	{Filter, values("Account", is("Contaminated", "yes")), two("which accounts gave us contaminated loads?", "accounts with contamination, each once")},
	{Filter, keys(is("Office Note", "overfilled")), two("which skips were overfilled?", "overfilled ones, ticket nos")},
	{Count, one(number, is("Size", "8")), two("how many 8 yard skips did we hire out?", "number of 8-yarders")},
	{Count, one(number, all(not(waste("mixed")), hiredBy("cash sale"))), two("how many cash sales weren't mixed waste?", "cash sale, anything but mixed: how many")},
	{Count, one(number, has("Extra Chg")), two("how many hires had an extra charge?", "on how many tickets did we charge extra?")},
	{Count, one(number, all(is("Lorry", "RV62"), drivenBy("Big Steve"))), two("how often did Big Steve take RV62?", "Big Steve in RV62, number of tickets")},
	{Count, one(number, empty("Contaminated")), two("for how many do we not know if it was contaminated?", "contaminated left blank: count")},
	{Count, one(distinct("Site"), hiredBy("Pell Roofing")), two("at how many different sites has Pell Roofing had a skip?", "Pell Roofing: number of distinct sites")},
	{Count, one(number, all(over("Size", 8), waste("green"))), two("how many green waste skips were bigger than 8 yards?", "green, over 8 yd, how many?")},
	{Sum, one(sumKnown("Net Wt"), waste("hardcore")), two("how many kilos of hardcore have we taken away?", "hardcore weight, all together")},
	{Sum, one(sumOf("Hire Chg"), hiredBy("Gaunt & Sons")), two("what have Gaunt & Sons paid in hire charges in total?", "Gaunt & Sons total hire chg")},
	{Sum, one(sumKnown("Extra Chg"), drivenBy("Jonno")), two("extra charges on Jonno's jobs, total", "what do the extras for Jonno come to?")},
	{Average, one(known(meanOf, "Net Wt"), is("Size", "6")), two("what does a 6 yard skip weigh on average when it comes back?", "mean net wt of 6 yd")},
	{Average, one(meanOf("Hire Chg"), is("Site", "Beacon Hill")), two("average hire charge up at Beacon Hill", "Beacon Hill: what do we charge on average for hire?")},
	{Extreme, holder("Net Wt", true, all(waste("mixed"), has("Net Wt"))), two("which mixed load was the heaviest?", "heaviest mixed waste ticket")},
	{Extreme, one(known(highestOf, "Extra Chg"), hiredBy("cash sale")), two("what's the biggest extra charge on a cash sale?", "max extra chg cash sale")},
	{Extreme, dated(1, "Ordered", true, hiredBy("St Bride's School")), two("which was the last order of St Bride's School?", "St Bride's School, latest ticket by order date")},
	{Group, each(number, "Waste", everybody), two("how many skips for each kind of waste?", "tickets per waste type")},
	{Group, most(1, sumKnown("Net Wt"), "Driver", everybody), two("which driver has brought in the most weight altogether?", "driver with the highest total net weight")},
	{Group, exceeding(20, number, "Account", everybody), two("which accounts have had more than 20 skips?", "accounts with over 20 tickets")},
	{Top, among(2, "Hire Chg", false, hiredBy("Harbour Homes")), two("the two cheapest hires for Harbour Homes", "Harbour Homes: 2 lowest hire charges, which tickets")},
	{Share, part(number, is("Permit Req'd", "Y"), everybody), two("what share of hires needs a permit?", "permits required, percent of tickets")},
	{Share, part(number, waste("green"), is("Site", "Top Farm")), two("of the skips at Top Farm, what percentage was green waste?", "Top Farm: green in percent")},
	{Comparison, greater(number, "Big Steve", drivenBy("Big Steve"), "Little Steve", drivenBy("Little Steve")), two("who did more jobs, Big Steve or Little Steve?", "Big Steve vs Little Steve - more tickets?")},
	{Comparison, whetherAll(waste("plasterboard"), is("Permit Req'd", "Y")), two("did all the plasterboard skips need a permit?", "does every plasterboard hire require a permit?")},
	{Refuse, none("no column has the tipping site"), two("which tip was 88431 taken to?", "how many loads went to the Northfield tip?")},
}
