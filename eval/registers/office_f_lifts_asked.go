package registers

// faulty lifts failed their inspection.
var faulty = is("Result", "failed")

// liftsAsked asks about the inspections: tersely, chattily, and as an engineer whose mother tongue is not English.
var liftsAsked = []asked{
	{Lookup, cell("LI/40225", "Remark"), [3]string{
		"LI/40225 remark",
		"What did the inspector remark on certificate LI/40225?",
		"Which remark stands by the certificate LI/40225?"}},
	{Lookup, cell("LI/40245", "Next Due"), [3]string{
		"LI/40245 next due",
		"When does the lift on LI/40245 have to be looked at again?",
		"Until when must the next inspection for LI/40245 be made?"}},
	{Lookup, found(all(is("Building", "Zentrum Nord 6"), is("City", "Olten")), "Inspector", "Insp. Date"), [3]string{
		"Zentrum Nord 6, Olten: inspector, inspection date",
		"Who inspected the lift at Zentrum Nord 6 in Olten, and when was that?",
		"By who and on what date was the lift in Zentrum Nord 6, Olten, inspected?"}},

	{Filter, keys(all(faulty, is("City", "Thun"), during("Insp. Date", "2025-01-01", "2025-12-31"))), [3]string{
		"failed, Thun, inspected 2025",
		"Which certificates are for lifts in Thun that failed when they were inspected in 2025?",
		"List me the certificate numbers of Thun from the year 2025 with result failed."}},
	{Filter, keys(all(atLeast("Defects", 8), under("Installed", 1980))), [3]string{
		"8 or more defects, installed before 1980",
		"Which inspections found at least eight defects in a lift from before 1980?",
		"Certificates with minimum 8 defects, only lifts that were installed earlier than 1980."}},
	{Filter, values("Remark", all(faulty, has("Remark"))), [3]string{
		"different remarks where result failed",
		"What different remarks do the inspectors write when a lift has failed?",
		"Which remarks exist by the failed lifts, each one only once?"}},

	{Count, one(number, all(faulty, is("City", "Thun", "Biel"))), [3]string{
		"failed in Thun or Biel, count",
		"How many lifts failed in Thun and Biel, the two towns taken together?",
		"Number of failed inspections that are in Thun or in Biel?"}},
	{Count, one(number, within("Rated Load", 450, 1000)), [3]string{
		"rated load 450 to 1000 kg inclusive, count",
		"How many of the lifts may carry at least 450 but no more than 1,000 kilos?",
		"How many have a rated load from 450 kg until 1000 kg, both included?"}},
	{Count, one(number, all(empty("Emergency Call"), is("Inspector", "Milena Zgraggen"))), [3]string{
		"Milena Zgraggen, emergency call blank, how many",
		"How often did Milena Zgraggen leave the emergency call box empty?",
		"In how many inspections of Milena Zgraggen is nothing written for the emergency call?"}},
	{Count, one(number, all(not(is("Owner Type", "private")), is("City", "Olten"))), [3]string{
		"Olten, owner not private, number",
		"How many Olten inspections were for owners that aren't private?",
		"How many in Olten where the owner type is another than private?"}},

	{Sum, one(sumOf("Fee (CHF)"), all(is("Owner Type", "housing cooperative"), during("Insp. Date", "2024-01-01", "2024-12-31"))), [3]string{
		"fees 2024, housing cooperatives, total",
		"How much did we take in fees from the housing cooperatives for inspections in 2024?",
		"Sum of the fees of housing cooperatives with inspection date in the year 2024?"}},
	{Average, one(meanOf("Duration_min"), all(faulty, is("Drive", "traction"))), [3]string{
		"avg duration, failed traction lifts",
		"How many minutes does it take on average to inspect a traction lift that ends up failing?",
		"Which is the average duration when a lift with traction drive has failed?"}},
	{Average, one(medianOf("Duration_min"), is("Inspector", "Lukas Odermatt")), [3]string{
		"median duration Lukas Odermatt",
		"What's the median time that Lukas Odermatt spends on an inspection?",
		"The median of the minutes by inspector Lukas Odermatt?"}},

	{Extreme, one(lowestOf("Installed"), is("City", "Olten")), [3]string{
		"earliest installation year in Olten",
		"From what year is the oldest lift in Olten?",
		"In which year was the most old lift of Olten installed?"}},
	{Extreme, holder("Defects", true, is("City", "Langenthal")), [3]string{
		"Langenthal, certificate(s) with most defects",
		"Which certificate or certificates in Langenthal had the most defects of all?",
		"In Langenthal, on what certificate stands the highest number of defects? If several, all of them."}},

	{Group, each(number, "Inspector", faulty), [3]string{
		"failed lifts per inspector",
		"How many lifts has each of our inspectors failed?",
		"Quantity of inspections with result failed, for each inspector."}},
	{Group, most(1, rateOf(faulty), "Drive", everybody), [3]string{
		"drive with highest failure rate",
		"Which kind of drive fails the most often, in proportion to how many there are?",
		"By which drive is the percentage of failed inspections the biggest?"}},
	{Top, most(3, number, "City", everybody), [3]string{
		"top 3 cities by number of inspections",
		"In which three cities do we inspect the most lifts, busiest first?",
		"The three cities with the most inspections, in order."}},
	{Share, part(number, faulty, is("City", "Biel")), [3]string{
		"failure rate Biel",
		"What percentage of the inspections in Biel ended in a fail?",
		"How many per cent of the lifts in Biel have failed?"}},
	{Share, part(sumOf("Fee (CHF)"), is("Owner Type", "private"), everybody), [3]string{
		"% of total fees from private owners",
		"What share of all our fee income comes from the private owners, in per cent?",
		"Which percentage of the sum of all fees is paid by owners of the type private?"}},
	{Comparison, greater(meanOf("Defects"), "Reto Amsler", is("Inspector", "Reto Amsler"), "Fabienne Corti", is("Inspector", "Fabienne Corti")), [3]string{
		"average defects, Amsler vs Corti: who higher",
		"Who finds more defects per inspection on average, Reto or Fabienne?",
		"Reto Amsler or Fabienne Corti: who has in average the more defects?"}},

	{Refuse, none("no column names the maker of a lift"), [3]string{
		"LI/40255 manufacturer",
		"Who made the lift at Zentrum Nord 6 in Olten?",
		"From which manufacturer is the lift of certificate LI/40255?"}},
	{Refuse, none("no column has the travel speed of a lift"), [3]string{
		"fastest lift, m/s",
		"How fast does our quickest lift go?",
		"Which speed in metres per second has the fastest lift?"}},
	{Refuse, none("no column says what repairs cost"), [3]string{
		"total repair costs of failed lifts",
		"What did it cost to have the failed lifts repaired, all in all?",
		"How much francs were spent for the repair of the lifts that failed?"}},
}
