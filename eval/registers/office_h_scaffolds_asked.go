package registers

var stillUp = empty("Struck")

func ofBuilder(name string) test { return is("Builder", name) }

// scaffoldsAsked asks about the hires: as the yard texts the office, and as the office asks.
var scaffoldsAsked = []asked{
	{Lookup, cell("SC478", "Rate/Wk"), [3]string{
		"SC478 weekly rate", "What do we charge a week for hire SC478?"}},
	{Lookup, cell("SC486", "Struck"), [3]string{
		"SC486 taken down when?", "On what date did SC486 come down?"}},
	{Lookup, found(is("Address", "54 Weir Lane"), "Builder"), [3]string{
		"54 Weir Lane which builder", "Who is the builder at 54 Weir Lane?"}},
	{Lookup, cell("SC469", "Top Lift", "Bays"), [3]string{
		"SC469 height + bays", "How high does SC469 go, and how many bays is it?"}},

	{Filter, keys(all(stillUp, is("Tag", "red"))), [3]string{
		"red tags still standing", "Which scaffolds that are still up carry a red tag?"}},
	{Filter, keys(all(ofBuilder("J. Redfern"), stillUp)), [3]string{
		"redfern jobs not struck", "What have we got standing for J. Redfern that hasn't been struck?"}},
	{Filter, keys(all(is("Use", "chimney"), over("Top Lift", 12))), [3]string{
		"chimney jobs over 12 m", "Which chimney scaffolds reach higher than twelve metres?"}},
	{Filter, keys(all(during("Erected", "2025-01-01", "2025-02-15"), is("Town", "Otley"))), [3]string{
		"put up in otley 1 jan - 15 feb 2025", "Which scaffolds did we put up in Otley from 1 January to 15 February 2025?"}},
	{Filter, keys(all(is("Damage", "ledger bent"), is("Chargehand", "Kev"))), [3]string{
		"kev's with bent ledger", "On which of Kev's jobs was a ledger bent?"}},
	{Filter, values("Chargehand", is("Town", "Ilkley")), [3]string{
		"chargehands in ilkley", "Which chargehands have worked in Ilkley, each named once?"}},

	{Count, one(number, stillUp), [3]string{
		"how many still standing", "How many scaffolds are up at the moment?"}},
	{Count, one(number, all(is("Netted", "yes"), is("Use", "roof"))), [3]string{
		"roof jobs with netting, number", "How many roof scaffolds have got a net?"}},
	{Count, one(number, all(empty("Extras"), ofBuilder("Cawley Bros"))), [3]string{
		"cawley, no extras: count", "How many of Cawley Bros' hires came without extras?"}},
	{Count, one(number, within("Bays", 5, 8)), [3]string{
		"5 to 8 bays incl - how many", "How many scaffolds have at least five bays but no more than eight?"}},
	{Count, one(number, all(has("Damage"), not(is("Town", "Otley")))), [3]string{
		"damage outside otley, how many", "How many hires in towns other than Otley have some damage noted?"}},

	{Sum, one(sumOf("Rate/Wk"), stillUp), [3]string{
		"total weekly rate of what's standing", "What do all the scaffolds that are still up bring us per week together?"}},
	{Sum, one(known(sumOf, "Extras"), is("Use", "painting")), [3]string{
		"extras painting total", "How much did the extras come to on the painting jobs in all?"}},
	{Sum, together(one(number, is("Chargehand", "Shaz")), one(sumOf("Face Area"), is("Chargehand", "Shaz"))), [3]string{
		"shaz: how many scaffolds, how many sqm in all", "How many scaffolds has Shaz been in charge of, and how many square metres were they in all?"}},
	{Average, one(meanOf("Wks"), ofBuilder("Homestead Ltd")), [3]string{
		"avg weeks homestead", "For how many weeks does Homestead Ltd hire on average?"}},
	{Average, one(known(meanOf, "Extras"), everybody), [3]string{
		"avg extras where there are any", "When extras are charged, how much are they on average?"}},

	{Extreme, holder("Face Area", true, everybody), [3]string{
		"biggest scaffold by area", "Which hire has the largest face area of all?"}},
	{Extreme, one(lowestOf("Rate/Wk"), is("Town", "Skipton")), [3]string{
		"lowest weekly rate skipton", "What is the least that anyone pays a week in Skipton?"}},
	{Extreme, dated(1, "Erected", false, stillUp), [3]string{
		"oldest one still standing", "Which of the scaffolds that are still up has been standing longest?"}},

	{Group, each(number, "Tag", stillUp), [3]string{
		"standing scaffolds by tag colour", "Of those still up, how many are tagged green, amber and red?"}},
	{Group, least(meanOf("Top Lift"), "Use", everybody), [3]string{
		"use with lowest avg height", "What sort of work needs the lowest scaffolds on average?"}},
	{Top, most(2, sumOf("Face Area"), "Builder", everybody), [3]string{
		"top 2 builders by total sqm", "Which two builders have had the most square metres from us, the bigger first?"}},
	{Share, part(number, is("Tag", "green"), everybody), [3]string{
		"% green tags", "What share of all hires has a green tag, in per cent?"}},
	{Comparison, greater(meanOf("Rate/Wk"), "Otley", is("Town", "Otley"), "Ilkley", is("Town", "Ilkley")), [3]string{
		"avg weekly rate otley or ilkley higher", "Where is the weekly rate higher on average, in Ilkley or in Otley?"}},
	{Comparison, span("SC485", "Erected", "Struck"), [3]string{
		"SC485 days from erected to struck", "For how many days was SC485 up, from when it was erected to when it was struck?"}},
	{Comparison, apart(sumOf("Bays"), is("Hire", "SC490"), is("Hire", "SC491")), [3]string{
		"bays SC490 vs SC491 difference", "How many bays more than SC491 has SC490 got?"}},
	{Whether, whether(all(stillUp, is("Tag", "red"), is("Netted", "yes"))), [3]string{
		"any netted red tag still up?", "Is there a scaffold still up with a red tag that is netted?"}},

	{Refuse, none("no column has a deposit"), [3]string{
		"deposit SC500", "Has J. Redfern paid the deposit on SC500?"}},
	{Refuse, none("no column has the permit of the council"), [3]string{
		"pavement licence no. SC471", "What is the number of the council's pavement licence for SC471?"}},
	{Refuse, none("no hire has this number"), [3]string{
		"SC612 tag?", "What colour is the tag on SC612?"}},
}
