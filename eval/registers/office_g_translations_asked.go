package registers

// tooLate is a job that went out after its due date.
func tooLate(r row) bool { return r.text("Delivered") > r.text("Due") }

func ofTranslator(name string) test { return is("Translator", name) }

// translationsAsked asks about the jobs of the agency: in notes, as one types to a colleague, and in full sentences.
var translationsAsked = []asked{
	{Lookup, cell("T24-052", "Translator"), [3]string{
		"T24-052 translator?", "hi, who translated job T24-052", "Please tell me who the translator of T24-052 was."}},
	{Lookup, cell("T24-087", "Due", "Delivered"), [3]string{
		"T24-087 deadline and delivery date", "when was T24-087 due and when did it actually go out", "For T24-087, I need the date it was due and the date we delivered it."}},
	{Lookup, cell("T24-109", "Rate/Word"), [3]string{
		"rate per word T24-109", "what price per word did we agree on for T24-109?", "At what rate was T24-109 charged?"}},
	{Lookup, found(all(is("Client", "Lumen Legal LLP"), is("Lang Pair", "IT>EN"), is("Subject", "marketing")), "Reviser"), [3]string{
		"reviser, Lumen Legal IT>EN marketing", "who revised the Italian marketing text for Lumen Legal?", "Who was the reviser on the IT>EN marketing job of Lumen Legal LLP?"}},

	{Filter, keys(all(is("Client", "Osei Clinic"), is("Invoice", "overdue"))), [3]string{
		"Osei Clinic overdue invoices - job nos", "which jobs for the Osei Clinic have an overdue invoice", "Give me the numbers of all Osei Clinic jobs where the invoice is overdue."}},
	{Filter, keys(all(is("Lang Pair", "EN>FR"), is("Rush", "yes"))), [3]string{
		"EN>FR rush jobs", "which EN>FR jobs were marked as a rush?", "Please list every rush job from English into French (EN>FR)."}},
	{Filter, keys(all(is("Subject", "legal"), empty("Reviser"))), [3]string{
		"legal w/o reviser", "which of the legal jobs have no reviser entered", "List the legal translations for which no reviser has been named."}},
	{Filter, keys(all(during("Ordered", "2024-03-01", "2024-03-31"), over("Words", 5000))), [3]string{
		"ordered march 2024, more than 5000 words", "what big jobs came in during March 2024, I mean over 5,000 words", "Which jobs that were ordered in March 2024 have more than 5,000 words?"}},
	{Filter, values("Client", all(is("Subject", "legal"), is("Rush", "yes"))), [3]string{
		"clients with legal rush jobs", "which clients sent us legal stuff as a rush?", "Name the clients for whom we had rush jobs on the subject legal, each once."}},

	{Count, one(number, within("Words", 1000, 2000)), [3]string{
		"jobs with 1000 to 2000 words (incl.), count", "how many jobs are between 1,000 and 2,000 words long, both included?", "What is the number of jobs of at least 1,000 and at most 2,000 words?"}},
	{Count, one(number, tooLate), [3]string{
		"how many delivered after the due date", "how many jobs did we deliver late, so later than they were due", "What is the number of jobs whose delivery date lies after their due date?"}},
	{Count, one(number, all(is("Client", "Hartmann Pumps"), not(is("Status", "delivered")))), [3]string{
		"hartmann jobs, status not delivered, how many", "How many of the Hartmann Pumps jobs are not delivered?", "For Hartmann Pumps, how many jobs have any status other than delivered?"}},
	{Count, one(number, is("Remark", "sworn copy")), [3]string{
		"number of jobs w/ sworn copy", "how many jobs have sworn copy as a remark", "In how many cases does the remark ask for a sworn copy?"}},
	{Count, one(distinct("Translator"), is("Lang Pair", "IT>EN")), [3]string{
		"how many different translators on IT>EN", "how many people have translated from Italian to English for us, each counted once?", "How many distinct translators have we used for IT>EN?"}},

	{Sum, one(sumOf("Words"), all(ofTranslator("Ian Callow"), is("Status", "delivered"))), [3]string{
		"words total ian callow, delivered only", "how many words has Ian Callow translated in the jobs that are delivered?", "What do the words of Ian Callow's delivered jobs add up to?"}},
	{Sum, together(one(number, is("Status", "on hold")), one(sumOf("Words"), is("Status", "on hold"))), [3]string{
		"on hold: how many jobs and how many words in total", "How many jobs are on hold, and how many words is that in all?", "What is the number of jobs on hold, and what is their total number of words?"}},
	{Average, one(meanOf("Rate/Word"), is("Lang Pair", "DE>EN")), [3]string{
		"avg rate DE>EN", "whats our average rate for German into English", "What is the mean rate per word for the language pair DE>EN?"}},
	{Average, one(medianOf("Words"), is("Subject", "certificates")), [3]string{
		"median word count certificates", "whats the median length in words of a certificates job?", "Please give me the median number of words for the subject certificates."}},

	{Extreme, holder("Net Total", true, is("Status", "cancelled")), [3]string{
		"biggest cancelled job (net total)", "which cancelled job would have been worth the most to us, by net total?", "Which of the cancelled jobs has the highest net total?"}},
	{Extreme, day("Ordered", false, is("Client", "Lumen Legal LLP")), [3]string{
		"first order from lumen legal - date", "when did Lumen Legal order from us for the first time?", "On what date did Lumen Legal LLP place its earliest order?"}},

	{Group, each(number, "Status", everybody), [3]string{
		"nr of jobs per status", "how many jobs do we have in each status", "Please break the jobs down by status."}},
	{Group, each(sumOf("Net Total"), "Client", is("Invoice", "overdue")), [3]string{
		"overdue net total by client", "how much money is overdue from each of the clients (net)?", "For every client, what is the sum of the net totals with an overdue invoice?"}},
	{Top, most(3, sumOf("Words"), "Translator", everybody), [3]string{
		"top 3 translators by words", "who are our three busiest translators, in number of words, busiest first", "Which three translators have the most words in total? In order, please."}},
	{Share, part(number, is("Invoice", "paid"), is("Status", "delivered")), [3]string{
		"% of delivered jobs that are paid", "of the jobs we've delivered, what percentage has been paid?", "What share of the delivered jobs has an invoice that is paid, in per cent?"}},
	{Comparison, greater(meanOf("Words"), "legal", is("Subject", "legal"), "technical", is("Subject", "technical")), [3]string{
		"avg words legal vs technical - which longer", "are legal or technical jobs longer on average, in words?", "Which subject has more words per job on average, legal or technical?"}},
	{Comparison, apart(sumOf("Net Total"), is("Job No", "T24-064"), is("Job No", "T24-107")), [3]string{
		"net total T24-107 minus T24-064", "how much more did T24-107 bring in than T24-064, net?", "What is the difference between the net totals of T24-064 and T24-107?"}},
	{Whether, whether(all(is("Lang Pair", "EN>NL"), is("Status", "in translation"))), [3]string{
		"any EN>NL in translation?", "is there anything EN>NL in translation at the moment?", "Are there any jobs from English into Dutch (EN>NL) with the status in translation?"}},

	{Refuse, none("no column says what a translator is paid"), [3]string{
		"fee paid to petra vos, total", "how much did we pay Petra Vos for her work last year?", "What is the total of the fees that the translators received from us?"}},
	{Refuse, none("no column has the contact at a client"), [3]string{
		"contact person nordkai shipping", "who is our contact at Nordkai Shipping?", "What is the e-mail address of the project manager at Nordkai Shipping?"}},
	{Refuse, none("no job has this number"), [3]string{
		"T24-288 status", "whats the status of job T24-288", "Could you tell me the status of T24-288, please?"}},
}
