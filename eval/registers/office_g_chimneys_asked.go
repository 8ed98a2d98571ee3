package registers

func swept(appliance string) test { return is("Appliance", appliance) }

// chimneysAsked asks about the visits of the sweeps: in notes, as one talks in the office, and as a sweep would.
var chimneysAsked = []asked{
	{Lookup, cell("V541", "Date"), [3]string{
		"date of V541", "which day was visit V541?", "When were we out on V541?"}},
	{Lookup, cell("V553", "Notes"), [3]string{
		"notes V553", "is there a note on visit V553, what does it say", "What did the sweep jot down on V553?"}},
	{Lookup, found(all(is("Customer", "Katya Iqbal"), is("Village", "Tregoch")), "Charge", "Paid By"), [3]string{
		"katya iqbal tregoch: charge, paid by", "what did we charge Katya Iqbal in Tregoch and how did she pay", "Katya Iqbal at Tregoch - what was the charge, and how was it paid?"}},
	{Lookup, cell("V568", "Appliance", "Sweep"), [3]string{
		"V568: appliance, sweep", "what kind of appliance was V568 and who went", "V568 - which sweep was on it, and what appliance is it?"}},

	{Filter, keys(all(is("Paid By", "unpaid"), is("Village", "Llanfair"))), [3]string{
		"unpaid visits llanfair", "which visits in Llanfair are still unpaid?", "Llanfair jobs nobody has paid for yet?"}},
	{Filter, keys(all(has("CO (ppm)"), over("CO (ppm)", 100), is("Cert?", "Y"))), [3]string{
		"CO above 100 but cert Y", "which visits had a CO reading over 100 and still got a certificate?", "Carbon monoxide more than 100 ppm and certificate given (Y): which visits?"}},
	{Filter, keys(all(swept("wood stove"), is("Nest Found", "yes"))), [3]string{
		"wood stoves with a nest", "in which wood stove visits did they find a nest?", "Wood stoves where there was a nest, visit numbers please"}},
	{Filter, keys(all(is("Sweep", "Mair"), during("Date", "2025-05-01", "2025-05-31"))), [3]string{
		"mair visits may 2025", "what visits did Mair do in May 2025?", "All of Mair's calls in the month of May 2025"}},
	{Filter, values("Village", is("Notes", "cowl loose")), [3]string{
		"villages with cowl loose", "In which villages did we note a loose cowl?", "Which villages have got loose cowls, each the once?"}},

	{Count, one(number, swept("pellet boiler")), [3]string{
		"how many pellet boilers", "how many visits were for a pellet boiler?", "Number of pellet boiler jobs?"}},
	{Count, one(number, all(is("Cert?", "N"), swept("open fire"))), [3]string{
		"open fires w/o cert, count", "how many open fires didnt get a certificate", "Open fires that went without a certificate: how many?"}},
	{Count, one(number, empty("CO (ppm)")), [3]string{
		"no CO reading - how many", "in how many visits was the CO not measured?", "How many jobs have no carbon monoxide reading?"}},
	{Count, one(number, all(is("Call Again", "3 mths", "6 mths"), is("Sweep", "Gethin"))), [3]string{
		"gethin: call again 3 or 6 mths, count", "how many of Gethin's visits are marked to call again in 3 or 6 months?", "Gethin's jobs that want another call after three or six months: how many?"}},
	{Count, one(distinct("Customer"), everybody), [3]string{
		"number of different customers", "how many customers do we have here, not counting anybody twice?", "How many separate customers have we swept for?"}},

	{Sum, one(sumOf("Charge"), during("Date", "2025-02-01", "2025-03-31")), [3]string{
		"charges feb + march 2025 total", "how much did we charge altogether in February and March 2025?", "What do the charges come to for visits from 1 February to 31 March 2025?"}},
	{Sum, together(one(number, is("Sweep", "Osian")), one(sumOf("Time Spent"), is("Sweep", "Osian"))), [3]string{
		"osian no. of visits + total minutes", "How many visits did Osian make, and how many minutes did he spend in all?", "Osian's number of jobs, and the minutes for all of them together?"}},
	{Sum, one(sumOf("Soot"), is("Fuel", "coal")), [3]string{
		"total soot from coal", "how many kilos of soot came out of the coal ones altogether?", "All the soot off coal, what weight is that in total?"}},
	{Average, one(meanOf("Time Spent"), swept("range cooker")), [3]string{
		"avg time range cooker", "how long does a range cooker take us on average?", "Mean minutes on a range cooker?"}},
	{Average, one(known(meanOf, "CO (ppm)"), is("Fuel", "logs")), [3]string{
		"mean CO for logs", "whats the average CO reading where they burn logs", "Where it's logs they burn: the average carbon monoxide, of those measured?"}},

	{Extreme, holder("Charge", true, is("Paid By", "cash")), [3]string{
		"dearest visit paid cash", "what's the most expensive visit that was paid in cash, which number?", "Which cash job had the biggest charge?"}},
	{Extreme, one(highestOf("Soot"), swept("wood stove")), [3]string{
		"max soot wood stove", "What's the most soot we ever took out of a wood stove?", "Heaviest soot from a wood stove, in kilos?"}},

	{Group, each(number, "Paid By", everybody), [3]string{
		"visits by how paid", "how many visits were paid by card, by cash and so on, and how many are unpaid?", "Count of jobs for each way of paying"}},
	{Group, most(1, meanOf("Time Spent"), "Appliance", everybody), [3]string{
		"appliance w/ longest avg time", "which kind of appliance takes the longest on average?", "What sort of appliance keeps us longest, by mean minutes?"}},
	{Top, among(3, "Soot", true, is("Village", "Penmaen")), [3]string{
		"3 penmaen visits with most soot", "which three visits in Penmaen gave us the most soot?", "Penmaen: what three jobs had the heaviest soot?"}},
	{Share, part(number, is("Nest Found", "yes"), everybody), [3]string{
		"% of visits with nest", "in what percentage of the visits was a nest found?", "How many per cent of our jobs had a nest in the flue?"}},
	{Comparison, greater(sumOf("Charge"), "Mair", is("Sweep", "Mair"), "Osian", is("Sweep", "Osian")), [3]string{
		"total charges mair vs osian, who more", "who charged more in total, Mair or Osian?", "Osian or Mair: whose charges come to more altogether?"}},
	{Comparison, apart(sumOf("Time Spent"), is("Visit", "V547"), is("Visit", "V561")), [3]string{
		"difference in minutes V547 / V561", "how many minutes longer did V547 take than V561?", "V547 against V561, by how many minutes do they differ?"}},
	{Whether, whetherAll(swept("oil boiler"), is("Cert?", "Y")), [3]string{
		"all oil boilers certified?", "did every oil boiler get a certificate?", "Have all the oil boilers got their certificate (Y)?"}},

	{Refuse, none("no column has the age of an appliance"), [3]string{
		"age of stove V550", "how old is the stove on visit V550?", "In what year was the stove of V550 put in?"}},
	{Refuse, none("no column has a telephone number"), [3]string{
		"tel no. agnes drummond", "whats Agnes Drummond's phone number, I need to move her appointment", "On what number can I ring Agnes Drummond?"}},
	{Refuse, none("no column has the miles driven"), [3]string{
		"mileage gethin june", "how many miles did Gethin drive in June?", "Gethin's miles to Tregoch and back, all told?"}},
}
