package registers

var (
	fitted   = has("Fitted")
	unfitted = empty("Fitted")
)

func inTown(municipality string) test { return is("Municipality", municipality) }

// solarAsked asks about the plants: in notes, as a customer's adviser talks, and as one whose mother tongue is not English.
var solarAsked = []asked{
	{Lookup, cell("PV-1251", "Peak", "Battery"), [3]string{
		"PV-1251 peak and battery", "how big is the system on PV-1251 and what battery does it have", "Which peak power and which battery has the PV-1251?"}},
	{Lookup, cell("PV-1293", "Owner"), [3]string{
		"PV-1293 owner", "who does PV-1293 belong to?", "To whom belongs the plant PV-1293?"}},
	{Lookup, found(is("Owner", "Rosa Gallo"), "Yield Yr 1"), [3]string{
		"rosa gallo yield first yr", "how much power did Rosa Gallo's roof produce in its first year?", "How much was the yield of the first year by Rosa Gallo?"}},
	{Lookup, cell("PV-1281", "Fitted"), [3]string{
		"PV-1281 fitted on?", "when did we fit PV-1281", "On which day was PV-1281 mounted, so fitted?"}},

	{Filter, keys(all(unfitted, before("Signed", "2024-12-01"))), [3]string{
		"signed before dec 2024, not fitted", "which contracts were signed before December 2024 and still haven't been fitted?", "Which plants have a signature from before the 1 December 2024 but no date of fitting?"}},
	{Filter, keys(all(inTown("Herisau"), is("Roof", "flat"), empty("Battery"))), [3]string{
		"herisau flat roof no battery", "which flat roofs in Herisau are without a battery", "Give me the plants in Herisau with flat roof and with battery none."}},
	{Filter, keys(all(is("Grid OK", "pending"), is("Crew", "Crew 3"))), [3]string{
		"crew 3, grid ok pending", "for which of Crew 3's jobs is the grid approval still pending?", "Which plants from Crew 3 have the OK of the grid yet pending?"}},
	{Filter, keys(all(has("Yield Yr 1"), over("Yield Yr 1", 21000))), [3]string{
		"yield yr 1 > 21000 kWh", "which systems made more than 21,000 kWh in their first year?", "Plants with a yield in the first year higher as 21'000 kWh?"}},
	{Filter, keys(all(inTown("Uzwil"), is("Snags", "3", "5"))), [3]string{
		"uzwil with 3 or 5 snags", "which jobs in Uzwil have three or five snags", "List please the plants of Uzwil where the number of snags is 3 or 5."}},
	{Filter, values("Comment", all(is("Roof", "slate"), has("Comment"))), [3]string{
		"distinct comments slate roofs", "what different comments are there on the slate roofs?", "Which comments exist by the slate roofs? Every one only once."}},

	{Count, one(number, all(is("Grant", "KS-55"), is("Roof", "flat"))), [3]string{
		"KS-55 on flat roofs, how many", "how many flat roofs get the KS-55 grant?", "How many plants are with grant KS-55 and with a flat roof?"}},
	{Count, one(number, empty("Grant")), [3]string{
		"count: no grant", "how many owners went without any grant?", "By how many plants is no grant written?"}},
	{Count, one(number, all(is("Roof", "metal"), not(is("Inverter", "Solvax")))), [3]string{
		"metal roofs w/o solvax inverter - number", "on how many metal roofs is the inverter not a Solvax?", "How many metal roofs have another inverter than Solvax?"}},
	{Count, one(number, within("Price", 20000, 25000)), [3]string{
		"price 20000-25000 inclusive, count", "how many systems cost between 20,000 and 25,000 francs, both included?", "How many plants have a price from CHF 20'000 until CHF 25'000, the limits included?"}},
	{Count, one(number, during("Fitted", "2024-01-01", "2024-06-30")), [3]string{
		"fitted jan-jun 2024, number", "how many did we fit in the first half of 2024?", "How many plants were fitted from 1 January until 30 June 2024?"}},
	{Count, one(number, all(is("Crew", "Crew 2"), has("Battery"))), [3]string{
		"crew 2 jobs with battery - how many", "how many of Crew 2's systems come with a battery?", "How many plants of Crew 2 have a battery?"}},

	{Sum, one(sumOf("Modules"), is("Roof", "flat")), [3]string{
		"total modules flat roofs", "how many panels go on flat roofs altogether?", "What is the sum of all the modules on the flat roofs?"}},
	{Sum, together(one(number, all(inTown("Flawil"), fitted)), one(sumOf("Peak"), all(inTown("Flawil"), fitted))), [3]string{
		"flawil fitted: count and total kWp", "How many systems in Flawil have been fitted, and how many kWp are they in all?", "How many plants are fitted in Flawil, and what is the peak of all these together?"}},
	{Average, one(known(meanOf, "Battery"), inTown("Wil")), [3]string{
		"avg battery size in Wil, those that have one", "those in Wil that have a battery, how large is it on average", "How many kWh has in average a battery in Wil, without the plants that have none?"}},
	{Average, one(meanOf("Price"), is("Roof", "slate")), [3]string{
		"mean price slate", "what does a system on a slate roof cost on average?", "How high is the average price when the roof is slate?"}},
	{Average, one(meanOf("Snags"), is("Crew", "Crew 3")), [3]string{
		"average snags crew 3", "how many snags does Crew 3 leave per job on average?", "What is for Crew 3 the mean of the snags?"}},

	{Extreme, holder("Price", false, everybody), [3]string{
		"cheapest system", "which one was the cheapest of all the systems we sold?", "Which plant has the smallest price?"}},
	{Extreme, day("Fitted", true, is("Crew", "Crew 2")), [3]string{
		"latest fitting date crew 2", "when did Crew 2 last fit a system?", "Which is the last date on that Crew 2 has fitted a plant?"}},
	{Extreme, one(lowestOf("Yield Yr 1"), all(has("Yield Yr 1"), inTown("Gossau"))), [3]string{
		"lowest yr 1 yield gossau", "whats the poorest first-year yield we've seen in Gossau", "How much is the lowest yield of a first year in Gossau?"}},

	{Group, each(number, "Inverter", everybody), [3]string{
		"count by inverter", "how many systems do we have with each make of inverter?", "The number of the plants for each inverter, please."}},
	{Group, most(1, meanOf("Snags"), "Crew", everybody), [3]string{
		"crew with most snags on average", "which crew leaves the most snags per job on average?", "By which crew is the average of the snags the highest?"}},
	{Top, first(3, "Yield Yr 1", true, has("Yield Yr 1")), [3]string{
		"top 3 by yield yr 1", "which three systems produced the most in their first year, best first?", "The three plants with the biggest yield in the first year, ordered from the biggest on."}},
	{Share, part(number, has("Battery"), everybody), [3]string{
		"% with battery", "what percentage of all our systems has a battery?", "How many per cent of all plants have a battery?"}},
	{Share, part(sumOf("Peak"), inTown("Wil"), everybody), [3]string{
		"Wil share of total peak in %", "how much of all the kWp we sold is in Wil, in per cent", "Which part of the whole peak power, in per cent, falls on the municipality Wil?"}},
	{Comparison, greater(known(meanOf, "Yield Yr 1"), "flat", is("Roof", "flat"), "slate", is("Roof", "slate")), [3]string{
		"avg yr 1 yield flat vs slate - which is more", "do flat roofs or slate roofs yield more on average in the first year?", "Flat roof or slate roof, which has in average the higher yield of the first year?"}},
	{Comparison, apart(sumOf("Price"), is("Ref", "PV-1290"), is("Ref", "PV-1291")), [3]string{
		"price difference PV-1290 / PV-1291", "how much dearer is PV-1291 than PV-1290?", "How big is the difference of price between PV-1290 and PV-1291?"}},
	{Comparison, span("PV-1234", "Signed", "Fitted"), [3]string{
		"PV-1234 days from signed to fitted", "how many days did PV-1234 have to wait from signing until it was fitted?", "How many days are between the signature and the fitting by PV-1234?"}},
	{Whether, whether(all(inTown("Gossau"), is("Roof", "slate"), is("Inverter", "Hevo"))), [3]string{
		"any Hevo on slate in gossau?", "have we got any slate roof in Gossau with a Hevo inverter", "Exists there a plant in Gossau with slate roof and with a Hevo inverter?"}},
	{Whether, whetherAll(is("Crew", "Crew 2"), fitted), [3]string{
		"crew 2 all fitted?", "have all of Crew 2's systems been fitted?", "Are all the plants of Crew 2 already fitted?"}},

	{Refuse, none("no column names who sold a plant"), [3]string{
		"PV-1260 salesperson", "who sold PV-1260 to the customer?", "Which seller of our firm has made the contract of PV-1260?"}},
	{Refuse, none("no column has the power that goes to the grid, or money for it"), [3]string{
		"feed-in tariff income PV-1208", "how much did PV-1208 earn by selling power to the grid?", "How many francs has the owner of PV-1208 got from the utility for the electricity?"}},
	{Refuse, none("no column has the maker of the modules"), [3]string{
		"make of modules PV-1300", "which manufacturer are the panels on PV-1300 from?", "From what company are the modules of PV-1300 made?"}},
	{Refuse, none("no plant has this number"), [3]string{
		"PV-1777 price?", "what was the price of PV-1777", "How much has cost the plant PV-1777?"}},
}
