package registers

// mooringsAsked asks about the berths: tersely, chattily, and as a harbour master would.
var mooringsAsked = []asked{
	{Lookup, cell("G-07", "Owner"), [3]string{
		"owner of G-07",
		"Hi, I've got some post here for berth G-07, what's the owner's name please?",
		"Who lies on G-07? Name of the owner, please."}},
	{Lookup, found(is("Boat", "Silver Otter"), "Annual Fee"), [3]string{
		"fee Silver Otter",
		"Could you tell me what the Silver Otter pays us a year?",
		"Berthing dues of Silver Otter?"}},
	{Lookup, found(is("Owner", "Ursula Quigley"), "Ins. Expiry"), [3]string{
		"Ursula Quigley, insurance expiry date?",
		"When does Ursula Quigley's insurance run out, do you know?",
		"Until what date is the boat of Ursula Quigley insured?"}},
	{Lookup, found(is("Boat", "Windy Otter"), "Berth", "LOA"), [3]string{
		"Windy Otter: berth and length",
		"Which berth is the Windy Otter on, and how long is she?",
		"Berth and LOA of Windy Otter, please."}},

	{Filter, named("Boat", keys(all(is("Condition", "neglected"), is("Type", "narrowboat")))), [3]string{
		"names of neglected narrowboats",
		"What are the narrowboats called that have been let go, I mean the neglected ones?",
		"Which narrowboats are in neglected condition? Boat names only."}},
	{Filter, named("Owner", keys(all(is("Paid", "no"), over("Annual Fee", 2500)))), [3]string{
		"owners, paid no, fee above 2500",
		"Who is marked as not having paid, out of those whose yearly fee is more than £2,500?",
		"Name the owners with dues over 2,500 pounds where Paid says no."}},
	{Filter, named("Boat", keys(all(is("Pontoon", "Tern"), empty("Last Lift-Out")))), [3]string{
		"Tern boats with no lift-out date",
		"Which boats on the Tern pontoon have never been lifted out, as far as our list goes?",
		"Tern pontoon: boats whose last lift-out is blank?"}},

	{Count, one(number, all(is("Type", "sailing yacht"), over("LOA", 15))), [3]string{
		"sailing yachts over 15 m, count",
		"How many of the sailing yachts we have here are longer than 15 metres?",
		"Number of sailing yachts with an LOA exceeding 15 m?"}},
	{Count, one(number, all(is("Contract", "annual"), before("Here Since", "2012-01-01"))), [3]string{
		"annual contracts, here since before 2012, number",
		"How many people on an annual contract had already come to us before the year 2012?",
		"Berth holders with an annual contract who arrived earlier than 1 Jan 2012: how many?"}},
	{Count, one(number, empty("Shore Power")), [3]string{
		"shore power blank, how many",
		"For how many berths has nobody filled in whether there is shore power?",
		"How many berths have no entry under shore power?"}},
	{Count, one(distinct("Home_Town"), everybody), [3]string{
		"number of different home towns",
		"How many different towns do our owners come from, all in all?",
		"Distinct home towns on the berth list: how many?"}},

	{Sum, one(sumOf("Annual Fee"), all(is("Home_Town", "Truro"), is("Paid", "no"))), [3]string{
		"sum of fees, Truro, paid no",
		"How much do the Truro people with a no under Paid owe us in annual fees, all together?",
		"Total annual dues of the owners from Truro who are down as not paid?"}},
	{Average, one(medianOf("Annual Fee"), is("Type", "catamaran")), [3]string{
		"median fee catamarans",
		"What's the median of what catamarans pay us per year?",
		"Median annual dues, catamarans only?"}},

	{Extreme, named("Boat", holder("LOA", false, everybody)), [3]string{
		"shortest boat",
		"Which is the tiniest boat we've got, going by length?",
		"Smallest LOA in the marina: which boat is it?"}},
	{Extreme, named("Owner", dated(1, "Here Since", false, everybody)), [3]string{
		"owner here the longest",
		"Who has been with us for the longest time of all the owners?",
		"Our longest-standing berth holder, what name?"}},

	{Group, each(meanOf("LOA"), "Type", everybody), [3]string{
		"average LOA per type",
		"How long are the boats on average for each type of boat?",
		"Mean length overall by boat type, please."}},
	{Top, named("Boat", first(3, "Annual Fee", true, everybody)), [3]string{
		"3 boats with highest fee",
		"What are the names of the three boats that pay us the most a year?",
		"Top three boats by annual dues, dearest first."}},
	{Share, part(number, is("Shore Power", "Yes"), is("Pontoon", "Gull")), [3]string{
		"% of Gull berths with shore power",
		"What percentage of all the berths on the Gull pontoon has shore power, would you say?",
		"Gull pontoon: in how many per cent of the berths is shore power Yes?"}},
	{Comparison, greater(meanOf("Annual Fee"), "Penryn", is("Home_Town", "Penryn"), "Plymouth", is("Home_Town", "Plymouth")), [3]string{
		"average fee Penryn vs Plymouth, which is higher",
		"Who pays more a year on average, the Penryn lot or the Plymouth lot?",
		"Owners from Plymouth or from Penryn: whose mean annual dues are greater?"}},

	{Refuse, none("no column has the year a boat was built"), [3]string{
		"build year of Salty Skua",
		"When was the Salty Skua built, roughly? She looks ancient.",
		"In what year did Salty Skua leave the boatyard new?"}},
	{Refuse, none("no column has telephone numbers"), [3]string{
		"phone number Greta Lovell",
		"I need to ring Greta Lovell, what's her number?",
		"On which telephone can the owner of H-07 be reached?"}},
}
