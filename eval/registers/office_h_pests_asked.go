package registers

func against(pest string) test { return is("Pest", pest) }

// pestsAsked asks about the calls: as a dispatcher types, and as the manager asks.
var pestsAsked = []asked{
	{Lookup, cell("24/0171", "Fee"), [3]string{
		"fee on 24/0171", "What did we charge for call 24/0171?"}},
	{Lookup, cell("24/0169", "Follow-Up"), [3]string{
		"24/0169 follow up date", "When are we due back for call 24/0169?"}},
	{Lookup, cell("24/0208", "Pest", "Tech"), [3]string{
		"24/0208 what pest, which tech", "Who dealt with call 24/0208, and what was the pest?"}},
	{Lookup, found(is("Client", "Wanda Fenwick"), "Status"), [3]string{
		"wanda fenwick status", "Mrs Wanda Fenwick is on the line, what is the status of her call?"}},
	{Lookup, cell("24/0183", "Bait Used"), [3]string{
		"bait on 24/0183?", "How many grams of bait went down on call 24/0183?"}},

	{Filter, keys(all(against("rats"), is("Status", "open"))), [3]string{
		"open rat calls", "Which of the calls about rats are still open?"}},
	{Filter, keys(all(is("Premises", "restaurant"), against("cockroaches"), is("District", "Eastfield"))), [3]string{
		"cockroaches in eastfield restaurants", "Which calls were for cockroaches in a restaurant in Eastfield?"}},
	{Filter, keys(all(is("Prio", "P1"), during("Logged", "2024-05-01", "2024-05-31"))), [3]string{
		"P1 calls logged may 2024", "What came in as priority one (P1) during May 2024?"}},
	{Filter, keys(all(is("Tech", "Colleen"), over("Fee", 300))), [3]string{
		"colleen, fee over 300", "Which of Colleen's calls cost the customer more than 300 pounds?"}},
	{Filter, keys(all(is("Guarantee", "none"), is("Premises", "warehouse"))), [3]string{
		"warehouses w/o guarantee", "Which warehouse calls came without any guarantee?"}},
	{Filter, values("Method", against("wasps")), [3]string{
		"methods used on wasps", "What methods have we used against wasps? Each just once."}},

	{Count, one(number, against("mice")), [3]string{
		"number of mice calls", "How often were we called out for mice?"}},
	{Count, one(number, all(is("Premises", "school"), empty("Follow-Up"))), [3]string{
		"schools, no follow-up needed: how many", "At how many of the school calls is a follow-up not needed?"}},
	{Count, one(number, all(not(is("Status", "closed")), is("District", "Northgate"))), [3]string{
		"northgate calls not closed, count", "How many calls in Northgate haven't been closed?"}},
	{Count, one(number, empty("Key Held")), [3]string{
		"key held blank - how many", "For how many calls did nobody fill in whether we hold a key?"}},
	{Count, one(number, all(atLeast("Visits", 4), is("Tech", "Nadia"))), [3]string{
		"nadia calls with 4+ visits", "How many of Nadia's calls took at least four visits?"}},

	{Sum, one(known(sumOf, "Bait Used"), is("Tech", "Dev")), [3]string{
		"total bait dev", "How many grams of bait has Dev laid in all?"}},
	{Sum, together(one(number, against("bed bugs")), one(sumOf("Fee"), against("bed bugs"))), [3]string{
		"bed bugs: no. of calls + fees total", "How many bed bug calls did we have, and how much did they bring in altogether?"}},
	{Average, one(meanOf("Fee"), is("Premises", "office block")), [3]string{
		"avg fee office block", "What does an office block pay us per call on average?"}},
	{Average, one(known(meanOf, "Bait Used"), against("rats")), [3]string{
		"mean bait rats, where used", "When bait is used for rats, how many grams is it on average?"}},
	{Average, one(medianOf("On Site"), against("pigeons")), [3]string{
		"median minutes on site pigeons", "What is the median time on site for pigeons, in minutes?"}},

	{Extreme, holder("Fee", true, everybody), [3]string{
		"call with highest fee", "Which call was the most expensive one for the client?"}},
	{Extreme, day("Logged", true, is("Premises", "warehouse")), [3]string{
		"last warehouse call - date", "When did a warehouse last call us?"}},

	{Group, each(number, "District", everybody), [3]string{
		"calls per district", "How do the calls split up by district, in numbers?"}},
	{Group, each(meanOf("Visits"), "Pest", everybody), [3]string{
		"avg visits by pest", "How many visits does each sort of pest take on average?"}},
	{Group, exceeding(8000, sumOf("Fee"), "Tech", everybody), [3]string{
		"techs with fees over 8000 in total", "Which technicians have brought in more than 8,000 pounds altogether?"}},
	{Top, most(2, number, "Pest", everybody), [3]string{
		"2 most common pests", "Which two pests do we get called for most, the commonest first?"}},
	{Share, part(number, is("Status", "called off"), everybody), [3]string{
		"% called off", "What percentage of all calls was called off?"}},
	{Comparison, greater(meanOf("On Site"), "restaurant", is("Premises", "restaurant"), "private house", is("Premises", "private house")), [3]string{
		"avg minutes restaurant vs private house, longer?", "Do we spend more time on average in a restaurant or in a private house?"}},
	{Comparison, apart(number, is("Tech", "Dev"), is("Tech", "Arturo")), [3]string{
		"calls dev minus arturo", "How many more calls has Dev done than Arturo?"}},
	{Comparison, span("24/0118", "Logged", "Follow-Up"), [3]string{
		"24/0118 days logged to follow-up", "How many days lie between the logging of 24/0118 and its follow-up?"}},
	{Whether, whetherAll(is("Method", "heat"), against("bed bugs")), [3]string{
		"heat only used for bed bugs?", "Was every call treated with heat a bed bug call?"}},

	{Refuse, none("no column has the maker or name of a poison"), [3]string{
		"active ingredient 24/0122", "Which poison did we put down on 24/0122?"}},
	{Refuse, none("no column has an address"), [3]string{
		"address stellan fenwick", "What street does Stellan Fenwick live in?"}},
	{Refuse, none("no column says what was caught"), [3]string{
		"rats caught old quay", "How many rats did we actually catch in Old Quay?"}},
}
