package registers

// ownBar is an event whose host sees to the drinks.
var ownBar = is("Own Bar", "Yes", "yes")

func occasion(kind string) test { return is("Occasion", kind) }

// cateringsAsked asks about the events: in notes, as one talks in the kitchen, and as a polite colleague writes.
var cateringsAsked = []asked{
	{Lookup, cell("EV355", "Veg."), [3]string{
		"EV355 no. of vegetarians", "how many veggies were there at EV355", "How many vegetarians did we have at event EV355?"}},
	{Lookup, cell("EV342", "Host", "Venue"), [3]string{
		"EV342 host + venue", "whose event was EV342 and where was it held?", "Please tell me the host and the venue of EV342."}},
	{Lookup, found(is("Host", "Tamsin Yilmaz"), "Day"), [3]string{
		"date of tamsin yilmaz wedding", "on what day did Tamsin Yilmaz have her wedding?", "When was the wedding of Tamsin Yilmaz?"}},
	{Lookup, cell("EV330", "Menu", "Per Head"), [3]string{
		"menu and price p.p. EV330", "what did they eat at EV330 and what was it per person", "Which menu did EV330 have, and at what price per head?"}},

	{Filter, keys(all(occasion("wedding"), is("Venue", "Boathouse"))), [3]string{
		"weddings at the boathouse", "which of our weddings were at the Boathouse?", "Please list the event codes of all weddings in the Boathouse."}},
	{Filter, keys(all(is("Deposit", "open"), over("Total", 5000))), [3]string{
		"deposit open & total above 5000", "events over 5,000 dollars where the deposit is still open?", "For which events with a total of more than $5,000 is the deposit open?"}},
	{Filter, keys(during("Day", "2024-09-01", "2024-10-15")), [3]string{
		"events 1 sept - 15 oct 2024", "what did we cater from the 1st of September to the 15th of October 2024?", "Which events took place between 1 September and 15 October 2024, both days included?"}},
	{Filter, named("Host", keys(all(is("Menu", "Barbecue"), ownBar))), [3]string{
		"hosts: barbecue + own bar", "who had a barbecue and ran their own bar? names pls", "Which hosts chose the barbecue and had a bar of their own?"}},
	{Filter, named("Host", keys(all(over("Bal. Due", 1500)))), [3]string{
		"who owes > 1500, names", "Which hosts still owe us more than 1,500 dollars?", "Please name the hosts whose balance due is higher than $1,500."}},
	{Filter, values("Menu", is("Venue", "Town Hall")), [3]string{
		"different menus served at town hall", "what menus have we done at the Town Hall, each just once", "Which menus have been served in the Town Hall? Name each of them once."}},

	{Count, one(number, atLeast("Guests", 150)), [3]string{
		"events with 150+ guests, count", "how many of our events had at least 150 guests?", "What is the number of events with 150 guests or more?"}},
	{Count, one(number, all(occasion("birthday"), not(is("Venue", "host's home")))), [3]string{
		"birthdays not at host's home, how many", "how many birthdays were somewhere other than at the host's home?", "How many birthdays did we cater that were not held in the host's home?"}},
	{Count, one(number, all(empty("Score /10"), before("Day", "2024-11-01"))), [3]string{
		"no score, before nov 2024: number", "how many events before November 2024 never got a score?", "For how many events before 1 November 2024 has no score been given?"}},
	{Count, one(number, all(occasion("company party"), ownBar)), [3]string{
		"company parties w own bar - how many", "how many firms' parties brought their own bar", "How many company parties had their own bar?"}},

	{Sum, one(sumOf("Guests"), occasion("funeral tea")), [3]string{
		"total guests funeral teas", "how many people have we fed at funeral teas altogether?", "What is the number of guests of all funeral teas taken together?"}},
	{Sum, one(sumOf("Bal. Due"), everybody), [3]string{
		"sum of balances due", "how much money are we still owed, all events together?", "What do the balances that are due amount to in total?"}},
	{Sum, together(one(number, is("Chef", "Priya")), one(sumOf("Guests"), is("Chef", "Priya"))), [3]string{
		"priya: number of events + total guests", "How many events did Priya cook for, and how many guests was that in all?", "What is the number of events with Priya as the chef, and the total number of their guests?"}},
	{Average, one(known(meanOf, "Score /10"), is("Chef", "Luca")), [3]string{
		"avg score luca", "what score does Luca get on average?", "What is the mean score of the events for which Luca was the chef?"}},
	{Average, one(meanOf("Guests"), occasion("wedding")), [3]string{
		"average guests wedding", "how many guests come to a wedding on average", "What is the average number of guests at our weddings?"}},

	{Extreme, holder("Guests", false, everybody), [3]string{
		"smallest event (guests)", "which event had the fewest guests of all?", "Which event code belongs to the smallest event by number of guests?"}},
	{Extreme, one(highestOf("Per Head"), is("Menu", "Menu B")), [3]string{
		"max per head price menu B", "whats the most we charged per head for menu B?", "What was the highest price per head for which Menu B was sold?"}},
	{Extreme, dated(1, "Day", true, is("Venue", "Boathouse")), [3]string{
		"last event at boathouse", "which event at the Boathouse is the most recent one?", "Which event in the Boathouse has the latest date?"}},

	{Group, each(meanOf("Guests"), "Venue", everybody), [3]string{
		"avg guests per venue", "how many guests do we get on average at each venue", "Please give me the average number of guests for each venue."}},
	{Group, most(1, sumOf("Total"), "Occasion", everybody), [3]string{
		"occasion w/ highest total turnover", "which kind of occasion earns us the most in total?", "For which occasion do the totals add up to the largest amount?"}},
	{Top, first(3, "Total", true, everybody), [3]string{
		"top 3 events by total", "what were our three biggest events in money, biggest first?", "Which three events have the highest total, in descending order?"}},
	{Share, part(number, is("Crockery", "ours"), everybody), [3]string{
		"% of events with our crockery", "in what percentage of all events did we use our own crockery?", "In how many per cent of the events was the crockery ours?"}},
	{Comparison, greater(known(meanOf, "Score /10"), "wedding", occasion("wedding"), "birthday", occasion("birthday")), [3]string{
		"avg score weddings vs birthdays, which higher", "do we score better on average at weddings or at birthdays?", "Which has the higher mean score, a wedding or a birthday?"}},
	{Comparison, apart(sumOf("Guests"), is("Event", "EV326"), is("Event", "EV340")), [3]string{
		"EV326 vs EV340 guests difference", "how many more guests did EV326 have than EV340", "By how many guests do the events EV326 and EV340 differ?"}},
	{Whether, whether(all(is("Venue", "Boathouse"), over("Guests", 200))), [3]string{
		"any boathouse event over 200 guests?", "did we ever have more than 200 people at the Boathouse?", "Has there been an event with more than 200 guests in the Boathouse?"}},

	{Refuse, none("no column has allergies"), [3]string{
		"nut allergies EV364", "does anyone at EV364 have a nut allergy?", "How many guests with allergies are expected at EV364?"}},
	{Refuse, none("no column has what the food cost to buy"), [3]string{
		"cost of ingredients per menu", "how much do we spend on ingredients for a barbecue?", "What was the cost of the food that we bought for Menu A?"}},
	{Refuse, none("no column says who drives"), [3]string{
		"van driver EV366", "who drives the van for EV366?", "Which colleague will bring the food for EV366 to the venue by car?"}},
}
