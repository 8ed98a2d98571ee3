package registers

// inCellar is a wheel that nobody has bought yet.
var inCellar = empty("Sold To")

func ofKind(kind string) test { return is("Kind", kind) }

// lostOver is a wheel that has lost more than so many kilograms.
func lostOver(kg float64) test {
	return all(has("Wt Now"), func(r row) bool { return r.number("Start Wt")-r.number("Wt Now") > kg+1e-9 })
}

// cheesesAsked asks about the wheels: as one jots it down, and as one asks across the counter.
var cheesesAsked = []asked{
	{Lookup, cell("W2376", "Wt Now"), [3]string{
		"current weight W2376", "how heavy is wheel W2376 these days?"}},
	{Lookup, cell("W2338", "Sold To"), [3]string{
		"who bought W2338", "Which customer did W2338 go to?"}},
	{Lookup, cell("W2403", "Ready From"), [3]string{
		"W2403 ripe when", "From what date can we sell W2403, when is it ready?"}},
	{Lookup, cell("W2364", "Grade", "Shelf"), [3]string{
		"W2364 grade, shelf", "What grade did W2364 get, and which shelf is it lying on?"}},

	{Filter, keys(all(inCellar, is("Rind", "cracked"))), [3]string{
		"unsold wheels w cracked rind", "Which wheels that aren't sold yet have a cracked rind?"}},
	{Filter, keys(all(ofKind("blue"), is("Milk", "sheep"), inCellar)), [3]string{
		"blue from sheep's milk, not sold", "Which blue cheeses made from sheep's milk has nobody bought so far?"}},
	{Filter, keys(all(during("Made", "2024-10-01", "2024-10-31"), is("Org.", "y"))), [3]string{
		"organic, made oct 2024", "Which organic wheels date from October 2024, going by the day they were made?"}},
	{Filter, keys(all(is("Sold To", "Market stall"), is("Tasting", "fruity"))), [3]string{
		"fruity ones sold to the market stall", "Which wheels that went to the market stall tasted fruity?"}},
	{Filter, values("Dairy", all(ofKind("smoked"), inCellar)), [3]string{
		"dairies with unsold smoked cheese", "From which dairies do we have smoked cheese left that is not sold?"}},

	{Count, one(number, empty("Grade")), [3]string{
		"how many not graded yet", "How many wheels are still waiting for their grade?"}},
	{Count, one(number, all(is("Grade", "III"), is("Dairy", "Steinalp"))), [3]string{
		"steinalp grade III, count", "How many third-grade (III) wheels did Steinalp send us?"}},
	{Count, one(number, lostOver(1)), [3]string{
		"wheels that lost > 1 kg", "How many wheels weigh over a kilo less now than at the start?"}},
	{Count, one(number, within("€/kg", 20, 25)), [3]string{
		"price 20 to 25 per kg incl., number", "How many wheels are priced from 20 up to and including 25 euros a kilo?"}},
	{Count, one(number, all(not(is("Milk", "cow")), not(inCellar))), [3]string{
		"sold, not cow's milk: how many", "How many of the wheels we have sold were made of something other than cow's milk?"}},

	{Sum, one(sumOf("Wt Now"), all(inCellar, is("Shelf", "C1"))), [3]string{
		"kg on shelf C1 now", "What do the unsold wheels on shelf C1 weigh altogether today?"}},
	{Sum, together(one(number, is("Sold To", "Hotel Krone")), one(sumOf("Start Wt"), is("Sold To", "Hotel Krone"))), [3]string{
		"hotel krone: no of wheels and total start weight", "How many wheels has Hotel Krone bought, and how many kilos did they weigh at the start in all?"}},
	{Average, one(meanOf("Start Wt"), ofKind("tomme")), [3]string{
		"avg start weight tomme", "What does a tomme weigh on average when it comes in?"}},
	{Average, one(meanOf("€/kg"), all(is("Grade", "I"), is("Org.", "n"))), [3]string{
		"mean price per kg, grade I, not organic", "What's the average kilo price of the first-grade (I) wheels that are not organic?"}},

	{Extreme, holder("Wt Now", true, has("Wt Now")), [3]string{
		"heaviest wheel now", "Which wheel is the heaviest of all at present?"}},
	{Extreme, one(highestOf("€/kg"), is("Sold To", "Delikat GmbH")), [3]string{
		"top kilo price delikat", "What was the most per kilo that Delikat GmbH had to pay?"}},
	{Extreme, day("Ready From", false, inCellar), [3]string{
		"earliest ready date of the unsold", "Of what we haven't sold, what is the earliest date on which something was ready?"}},

	{Group, each(number, "Kind", inCellar), [3]string{
		"unsold per kind", "How many wheels of each kind are still for sale, that is not sold to anybody?"}},
	{Group, most(1, meanOf("Turns"), "Rind", everybody), [3]string{
		"rind with most turns on avg", "Wheels with which sort of rind were turned the most on average?"}},
	{Top, first(3, "€/kg", true, everybody), [3]string{
		"3 dearest per kg", "Which three wheels have the highest price per kilo, starting with the dearest?"}},
	{Share, part(number, is("Org.", "y"), everybody), [3]string{
		"% organic", "What percentage of all the wheels is organic?"}},
	{Comparison, greater(meanOf("€/kg"), "goat", is("Milk", "goat"), "sheep", is("Milk", "sheep")), [3]string{
		"avg €/kg goat vs sheep, higher?", "Is goat cheese or sheep cheese dearer per kilo on average?"}},
	{Comparison, apart(sumOf("Start Wt"), is("Wheel", "W2357"), is("Wheel", "W2374")), [3]string{
		"start weight W2357 - W2374", "By how many kilos was W2357 heavier than W2374 at the start?"}},
	{Whether, whether(all(inCellar, ofKind("washed rind"), is("Dairy", "Hof Brunner"))), [3]string{
		"any washed rind from hof brunner left unsold?", "Do we still have a washed rind from Hof Brunner that is not sold?"}},

	{Refuse, none("no column has the fat of a cheese"), [3]string{
		"fat content W2310", "What per cent of fat does W2310 have?"}},
	{Refuse, none("no column says when a wheel was delivered to its buyer"), [3]string{
		"delivery date W2307 to hotel krone", "On what day was W2307 delivered to the hotel?"}},
	{Refuse, none("no column has the temperature of the cellar"), [3]string{
		"cellar temp shelf B2", "How cold is it on shelf B2?"}},
}
