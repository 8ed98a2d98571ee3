package registers

// repairsAsked asks about the jobs of the workshop: tersely, chattily, and as one whose mother tongue is not English.
var repairsAsked = []asked{
	{Lookup, cell("W-2147", "Status"), [3]string{
		"status W-2147",
		"I've a customer on the phone about W-2147, what's the status of that one?",
		"Which status has the job W-2147?"}},
	{Lookup, cell("W-2120", "Luthier", "Hrs"), [3]string{
		"W-2120 luthier + hours",
		"Who worked on W-2120, and how many hours did it take?",
		"Tell me please the luthier and the hours of W-2120."}},
	{Lookup, found(all(is("Customer", "Lorcan Bellamy"), is("Instrument", "cello")), "Fault"), [3]string{
		"Lorcan Bellamy's cello, fault?",
		"What was wrong with the cello that Lorcan Bellamy brought in, again?",
		"Which fault had the cello from Lorcan Bellamy?"}},
	{Lookup, cell("W-2133", "Finished"), [3]string{
		"W-2133 finished when",
		"Remind me, when did we get W-2133 done?",
		"On which date was the job W-2133 finished?"}},

	{Filter, keys(all(is("Rush", "yes"), is("Status", "waiting for parts"))), [3]string{
		"rush jobs waiting for parts",
		"Which of the rush jobs are stuck because they are waiting for parts?",
		"Give me please all jobs with rush that still wait for parts."}},
	{Filter, keys(all(is("Instrument", "cello"), over("Quote_EUR", 1700))), [3]string{
		"cellos quoted above 1700",
		"Which jobs are cellos where our quote came to more than 1,700 euros?",
		"Job numbers of all the cellos with a quote higher as 1700 EUR?"}},
	{Filter, keys(all(is("Instrument", "guitar"), not(is("Status", "collected")), during("Received", "2023-01-01", "2023-12-31"))), [3]string{
		"guitars received 2023, not collected",
		"Which guitars that came in during 2023 have still not been collected?",
		"Jobs of guitars from the year 2023 whose status is other than collected?"}},

	{Count, one(number, during("Received", "2024-03-01", "2024-05-31")), [3]string{
		"jobs received March to May 2024, count",
		"How many instruments came in from the 1st of March to the 31st of May 2024?",
		"Number of the jobs that have arrived in March, April or May of 2024?"}},
	{Count, one(number, all(is("Status", "collected"), empty("Stars"))), [3]string{
		"collected, no stars: how many",
		"How many of the collected jobs never got any stars from the customer?",
		"How many jobs are collected, but the stars are empty?"}},
	{Count, one(distinct("Customer"), everybody), [3]string{
		"how many different customers",
		"How many different people have brought us something to mend?",
		"How many customers do we have, when each one is counted one time only?"}},

	{Sum, one(sumOf("Hrs"), is("Luthier", "Sunniva Dahl")), [3]string{
		"total hours Sunniva Dahl",
		"How many hours has Sunniva put in altogether?",
		"What is the sum of all the hours from Sunniva Dahl?"}},
	{Sum, one(sumOf("Quote_EUR"), all(is("Status", "ready"), is("Instrument", "violin", "viola"))), [3]string{
		"sum of quotes, status ready, violin or viola",
		"What do our quotes add up to for the violins and violas that are ready?",
		"How much euros are quoted together for all ready violins and violas?"}},
	{Average, one(known(meanOf, "Stars"), is("Luthier", "Old Mr Pettigrew")), [3]string{
		"avg stars Old Mr Pettigrew",
		"How many stars does old Pettigrew get on average?",
		"In the average, how many stars for the luthier Old Mr Pettigrew?"}},
	{Average, one(meanOf("Quote_EUR"), is("Fault", "cracked top")), [3]string{
		"mean quote cracked top",
		"What do we quote on average for seeing to a cracked top?",
		"How high is in average the quote when the top is cracked?"}},

	{Extreme, holder("Quote_EUR", false, is("Instrument", "double bass")), [3]string{
		"double bass job with lowest quote",
		"Which double bass job did we quote the cheapest?",
		"What job with a double bass has the smallest quote?"}},
	{Extreme, day("Finished", true, everybody), [3]string{
		"latest finish date",
		"What's the most recent date on which we finished anything?",
		"At which day was the last job of all finished?"}},

	{Group, each(number, "Status", everybody), [3]string{
		"jobs per status",
		"How many jobs are there at each stage, you know, ready, collected and so on?",
		"The number of jobs for every status, please."}},
	{Group, most(1, meanOf("Hrs"), "Fault", everybody), [3]string{
		"fault with most hours on average",
		"Which kind of fault takes us the longest on average, in hours?",
		"With which fault are the average hours the highest?"}},
	{Top, most(2, sumOf("Quote_EUR"), "Luthier", everybody), [3]string{
		"top 2 luthiers by total of quotes",
		"Which two luthiers come out on top if you add up their quotes?",
		"The two luthiers which have the biggest sum of quotes, the bigger one first?"}},
	{Share, part(number, is("Rush", "yes"), everybody), [3]string{
		"% of jobs marked rush",
		"What percentage of all our jobs were rush jobs?",
		"How many per cent from all the jobs have rush yes?"}},
	{Comparison, difference(number, is("Instrument", "violin"), is("Instrument", "guitar")), [3]string{
		"number of violin jobs minus guitar jobs",
		"How many more violins than guitars have we had in?",
		"How big is the difference between the count of violins and the count of guitars?"}},

	{Refuse, none("no column says what has been paid"), [3]string{
		"unpaid bills, number",
		"How many customers haven't paid their bill yet?",
		"By how many jobs is the invoice still not paid?"}},
	{Refuse, none("no column has the year an instrument was made"), [3]string{
		"year W-2106 cello was made",
		"In what year was the cello on job W-2106 made, do we know?",
		"From which year is the cello of the job W-2106?"}},
}
