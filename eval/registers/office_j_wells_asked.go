package registers

var (
	dryBore  = is("Yield", "0")
	gives    = all(has("Yield"), over("Yield", 0))
	inParish = func(parish string) test { return is("Parish", parish) }
	boreDone = has("Done")
)

// wellsAsked asks about the boreholes: as the office jots it down, as the foreman talks, and as a geologist or somebody of another mother tongue writes.
var wellsAsked = []asked{
	{Lookup, cell("B119", "Depth"), [3]string{
		"B119 depth", "How deep did we go at B119?", "To how many metres does the bore B119 descend?"}},
	{Lookup, cell("B126", "Water At", "Yield"), [3]string{
		"B126 water at, yield", "Where did we strike water in B126, and how much does it give?", "For B126: level of the water strike and output per minute?"}},
	{Lookup, cell("B142", "Driller", "Rig"), [3]string{
		"B142 who + which rig", "Who drilled B142, and with what rig?", "Name the driller and the rig of B142."}},
	{Lookup, cell("B158", "Paid"), [3]string{
		"B158 paid on?", "When did the money for B158 come in?", "At what date was the bore B158 settled by the client?"}},
	{Lookup, cell("B137", "Pump"), [3]string{
		"pump B137", "What sort of pump went down B137?", "With which pump has been equipped B137?"}},
	{Lookup, cell("B151", "Permit"), [3]string{
		"permit no. B151", "What's the number of the permit for B151?", "Under which permit was B151 carried out?"}},
	{Lookup, span("B145", "Begun", "Done"), [3]string{
		"days begun-done B145", "How many days were there from starting B145 to having it done?", "The work on B145 extended over how many days, from begin to end?"}},
	{Lookup, found(all(is("Use", "golf course"), inParish("Killane")), "Client"), [3]string{
		"client golf course Killane", "Who had us drill for the golf course in Killane?", "For which client was made the golf course bore of Killane?"}},

	{Filter, keys(all(dryBore, inParish("Ballyroe"))), [3]string{
		"Ballyroe, yield 0", "Which holes in Ballyroe came up dry, with a yield of nought?", "The bores of Ballyroe that yield zero, please."}},
	{Filter, keys(all(empty("Paid"), boreDone, inParish("Aghern"))), [3]string{
		"Aghern: done, not paid", "Which jobs in Aghern are finished but haven't been paid for?", "In Aghern, the bores with a date of completion and none of payment?"}},
	{Filter, keys(atLeast("Depth", 170)), [3]string{
		"depth 170+", "Which ones went down 170 metres or further?", "Bores whose depth equals or exceeds 170 m?"}},
	{Filter, keys(all(is("Pump", "hand pump"), inParish("Clonbeg"))), [3]string{
		"Clonbeg hand pumps", "Where in Clonbeg did we put hand pumps? Bore numbers, I mean.", "Which bores of Clonbeg possess a hand pump?"}},
	{Filter, keys(during("Begun", "2024-11-01", "2024-12-31")), [3]string{
		"begun Nov + Dec 2024", "What did we start in November and December 2024?", "Bores commenced within the last two months of 2024?"}},
	{Filter, keys(all(empty("Permit"), is("Use", "dairy"))), [3]string{
		"dairy, none yet for permit", "Which dairy jobs have got no permit yet?", "For which bores with dairy as use is a permit still lacking?"}},
	{Filter, keys(within("Yield", 1, 12)), [3]string{
		"yield 1 to 12 l/min", "Which ones give some water but no more than 12 litres a minute?", "Bores of a yield above zero and up to 12 l/min inclusive?"}},
	{Filter, values("Rock", is("Use", "golf course")), [3]string{
		"rocks under golf courses, each once", "What kinds of rock did we go through for the golf courses? Once each.", "Which rocks, each named one time, were met on golf courses?"}},
	{Filter, keys(all(is("Bore Dia.", "250"), is("Rock", "slate"))), [3]string{
		"250 mm in slate", "Which of the 250s are in slate?", "Bores of 250 mm diameter that stand in slate?"}},

	{Count, one(number, is("Use", "house")), [3]string{
		"houses: n", "How many holes have we drilled for houses?", "The number of bores whose use is a house?"}},
	{Count, one(number, dryBore), [3]string{
		"yield 0, how many", "How many came up dry, nought on the yield?", "How many bores have given zero yield?"}},
	{Count, one(number, within("Depth", 50, 100)), [3]string{
		"depth 50-100 m incl., count", "How many are between 50 and 100 metres deep, both counted in?", "How many bores have a depth from 50 m to 100 m, limits comprised?"}},
	{Count, one(number, all(is("Driller", "Cullen", "Sheehy"), is("Rig", "Rig 3"))), [3]string{
		"Rig 3, Cullen or Sheehy", "How many did Cullen or Sheehy do on Rig 3?", "With Rig 3, Cullen and Sheehy taken together have made how many bores?"}},
	{Count, one(number, all(gives, empty("Pump"))), [3]string{
		"yield > 0 but no pump, count", "How many give water but have no pump entered?", "How many productive bores are without any pump in the list?"}},
	{Count, one(number, during("Done", "2025-01-01", "2025-12-31")), [3]string{
		"done in 2025", "How many did we finish in 2025?", "The number of completions of the year 2025?"}},
	{Count, one(distinct("Client"), everybody), [3]string{
		"clients, each once: n", "How many different clients have we had?", "How many distinct clients figure in the register?"}},
	{Count, one(number, empty("Done")), [3]string{
		"not done yet, no.", "How many have we started and not got done?", "How many bores are without a date of completion?"}},

	{Sum, one(sumOf("Price"), inParish("Clonbeg")), [3]string{
		"price total Clonbeg", "How much did all the holes in Clonbeg bring us?", "The sum of the prices for the parish of Clonbeg?"}},
	{Sum, one(sumOf("Depth"), is("Driller", "Wozniak")), [3]string{
		"metres drilled, Wozniak", "How many metres has Wozniak drilled all told?", "The cumulative depth of the bores by Wozniak?"}},
	{Sum, one(sumOf("Price"), all(boreDone, empty("Paid"))), [3]string{
		"outstanding: done + unpaid, €", "How much is still owed to us for jobs that are done?", "Which amount remains unpaid on the completed bores?"}},
	{Average, one(meanOf("Depth"), is("Rock", "limestone")), [3]string{
		"limestone mean depth", "How deep do we have to go in limestone, on average?", "Average depth of the bores in limestone?"}},
	{Average, one(meanOf("Yield"), all(gives, is("Rock", "sandstone"))), [3]string{
		"avg yield sandstone w/o zeros", "What does a hole in sandstone give on average, leaving out the dry ones with nought?", "Mean yield in sandstone, bores of zero yield not considered?"}},
	{Whether, whetherAll(is("Use", "golf course"), gives), [3]string{
		"golf courses: yield > 0 in all?", "Have all the golf course holes given more than nought?", "Is the yield above zero in every bore made for a golf course?"}},
	{Whether, whetherAll(is("Rig", "Rig 3"), is("Bore Dia.", "150")), [3]string{
		"Rig 3 always 150 mm?", "Are all the holes of Rig 3 150 across?", "Have all bores made by Rig 3 the diameter 150 mm?"}},

	{Extreme, holder("Price", true, everybody), [3]string{
		"dearest bore", "Which hole cost the most?", "The bore with the highest price?"}},
	{Extreme, one(highestOf("Yield"), all(gives, is("Rock", "slate"))), [3]string{
		"slate max yield", "What's the best yield we ever had in slate?", "The maximal output in slate, in litres per minute?"}},
	{Extreme, holder("Depth", false, everybody), [3]string{
		"shallowest", "Which one's the shallowest?", "Which bore has the least depth?"}},
	{Group, each(number, "Parish", everybody), [3]string{
		"n per parish", "How many have we drilled in each parish?", "The number of bores, parish by parish?"}},
	{Group, most(1, sumOf("Depth"), "Rig", everybody), [3]string{
		"rig with most metres", "Which rig has done the most metres?", "By which rig has been drilled the greatest total depth?"}},
	{Top, among(4, "Yield", true, has("Yield")), [3]string{
		"4 best by yield", "Which four holes give the most water?", "The four bores of the largest yield?"}},
	{Share, part(number, is("Use", "dairy"), inParish("Killane")), [3]string{
		"Killane: % dairy", "In Killane, what per cent of the holes were for dairies?", "Of the bores of Killane, the percentage for dairy use?"}},
	{Comparison, greater(meanOf("Price"), "house", is("Use", "house"), "dairy", is("Use", "dairy")), [3]string{
		"avg price house vs dairy: higher", "What costs more on average, a hole for a house or for a dairy?", "Which use has the higher mean price, dairy or house?"}},

	{Refuse, none("no column has the quality of the water"), [3]string{
		"B121 nitrate", "Is the water of B121 fit to drink, how much nitrate?", "The nitrate content of B121?"}},
	{Refuse, none("no column has wages"), [3]string{
		"Cullen wage", "What do we pay Cullen by the hour?", "The salary of the driller Cullen?"}},
	{Refuse, none("no column has a telephone number"), [3]string{
		"client B103 phone", "What number do I ring for the client of B103?", "Telephone of the client at B103?"}},
	{Refuse, none("no column has the length of the casing"), [3]string{
		"casing length B130", "How much casing did we put into B130?", "Over how many metres is B130 cased?"}},
	{Refuse, none("no column has fuel"), [3]string{
		"diesel used Rig 2", "How much diesel did Rig 2 burn?", "Consumption of fuel of Rig 2, in litres?"}},
	{Refuse, none("no bore has this number"), [3]string{
		"B299 depth", "How deep is B299?", "What depth reaches the bore B299?"}},
	{Refuse, none("no column says when a pump was fitted"), [3]string{
		"pump fitted on, B133", "On what day did we fit the pump at B133?", "The date of installation of the pump of B133?"}},
	{Refuse, none("no column has the distance to anything"), [3]string{
		"distance B117 to septic tank", "How far is B117 from the septic tank?", "How many metres separate B117 from the nearest road?"}},
	{Refuse, none("no column has the price of a pump"), [3]string{
		"price of solar pump", "What do we charge for a solar pump by itself?", "How much costs one submersible pump?"}},
	{Refuse, none("no column has the elevation"), [3]string{
		"elevation B140", "How high above the sea is the top of B140?", "Altitude of the head of B140?"}},
}
