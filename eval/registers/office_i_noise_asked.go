package registers

var (
	stillOpen = empty("Closed")
	atNight   = func(r row) bool { return r.text("Hour") >= "23:00" || r.text("Hour") < "06:00" }
	measured  = has("Level")
	fined     = has("Fine")
)

// noiseAsked asks about the complaints: in the words of an officer's notes, of a councillor on the telephone, and of a resident who is cross or learns English.
var noiseAsked = []asked{
	{Lookup, cell("NC-4527", "Level"), [3]string{
		"NC-4527 level", "How loud was it in case NC-4527?", "In the case NC-4527, which decibels did you measure?"}},
	{Lookup, cell("NC-4556", "Officer", "Outcome"), [3]string{
		"4556: officer, outcome", "Who dealt with NC-4556, and what came of it?", "Which officer had NC-4556 and with which outcome?"}},
	{Lookup, cell("NC-4570", "Fine", "Fine Paid"), [3]string{
		"fine NC-4570, paid?", "What was the fine in NC-4570, and has it been paid?", "How high is the fine of NC-4570 and was it payed?"}},
	{Lookup, cell("NC-4539", "Received"), [3]string{
		"date in, NC-4539", "When did NC-4539 come in?", "At which date did you receive my complaint, number NC-4539?"}},
	{Lookup, cell("NC-4588", "Street", "Ward"), [3]string{
		"NC-4588 street/ward", "Where was that, NC-4588? Street and ward.", "NC-4588 is in which street and which ward, please?"}},
	{Lookup, cell("NC-4600", "Visits"), [3]string{
		"visits NC-4600", "How often did somebody go out to look at NC-4600?", "How many times have you visited for NC-4600?"}},
	{Lookup, span("NC-4508", "Received", "Closed"), [3]string{
		"days open NC-4508", "How many days from receipt to closing, NC-4508?", "The case NC-4508, it took how many days from received until closed?"}},
	{Lookup, found(all(is("Source", "fireworks"), is("Ward", "St. Anne's"), measured), "Officer"), [3]string{
		"officer, fireworks St. Anne's measured", "Those fireworks in St. Anne's where a level was measured, whose case was that?", "Which officer took the fireworks case of St. Anne's in which the level has been measured?"}},

	{Filter, keys(all(is("Source", "building site"), stillOpen)), [3]string{
		"building sites, not closed", "Which building site cases are still open?", "Which cases about a building site you did not close until today?"}},
	{Filter, keys(all(measured, atLeast("Level", 94))), [3]string{
		"level >= 94", "Which cases measured 94 decibels or more?", "Give me the cases where it was minimum 94 dB."}},
	{Filter, keys(all(is("Ward", "Riverside"), is("Fine Paid", "Y"))), [3]string{
		"Riverside, fine paid", "In Riverside ward, which cases had a fine that's been paid?", "Cases of Riverside in which somebody payed the fine?"}},
	{Filter, keys(all(is("Caller", "business"), is("Outcome", "abatement notice"))), [3]string{
		"caller = business, abatement notice", "Which complaints from businesses ended in an abatement notice?", "When a business called, which cases had an abatement notice for result?"}},
	{Filter, keys(during("Received", "2025-06-01", "2025-06-15")), [3]string{
		"received 1-15 June 2025", "What came in during the first fortnight of June, the 1st to the 15th?", "Which cases have been received between 1st and 15th June 2025, both days with?"}},
	{Filter, keys(all(is("Source", "dog"), is("Via", "web form"))), [3]string{
		"dogs via web form", "Which dog complaints came by the web form?", "The barking dogs that one has reported over the web form: which cases?"}},
	{Filter, keys(all(empty("Officer"), stillOpen)), [3]string{
		"no officer + open", "Which open cases has nobody been put on?", "Are there cases not closed where no officer is responsible? Which?"}},
	{Filter, keys(all(fined, atLeast("Fine", 1200))), [3]string{
		"fine 1200+", "Which fines were £1,200 or above? Case numbers.", "In what cases one had to pay 1200 pounds or more of fine?"}},
	{Filter, values("Street", all(is("Source", "pub garden"), is("Ward", "Northgate"))), [3]string{
		"streets, pub gardens, Northgate", "In which streets of Northgate have we had trouble with pub gardens? Each street once.", "The pub gardens of Northgate, they are in what streets?"}},

	{Count, one(number, is("Source", "music")), [3]string{
		"music cases, n", "How many complaints were about music?", "How many persons have complained because of music, I mean how many cases?"}},
	{Count, one(number, stillOpen), [3]string{
		"open cases: number", "How many are still open?", "How many cases are not closed yet?"}},
	{Count, one(number, atNight), [3]string{
		"23:00 to before 06:00, count", "How many complaints were about noise between eleven at night and six in the morning, six itself not counted?", "In the night, from 23:00 until before 06:00, there were how many cases?"}},
	{Count, one(number, all(is("Officer", "Kirsch"), over("Visits", 2))), [3]string{
		"Kirsch, more than 2 visits", "How many of Kirsch's cases needed more than two visits?", "How many cases has Kirsch with three visits or more?"}},
	{Count, one(number, not(measured)), [3]string{
		"not measured: how many", "In how many cases was the level never measured?", "How many times nobody has measured the level?"}},
	{Count, one(number, all(over("Prev.", 0), is("Outcome", "no action"))), [3]string{
		"prev > 0 and no action", "How many had complained before and got no action this time either?", "How many cases with at least one previous complaint have ended in no action?"}},
	{Count, one(distinct("Street"), is("Ward", "Riverside")), [3]string{
		"Riverside: no. of different streets", "How many different streets in Riverside have we had complaints from?", "From how many streets, each counted one time, came the cases of Riverside?"}},
	{Count, one(number, all(is("Ward", "Hilltop"), not(is("Caller", "anonymous")))), [3]string{
		"Hilltop w/o anonymous", "How many callers from Hilltop were not anonymous?", "Without the anonymous ones, how many cases has Hilltop?"}},

	{Sum, one(known(sumOf, "Fine"), everybody), [3]string{
		"fines total", "What do all the fines come to?", "All the fines together make how much money?"}},
	{Sum, one(known(sumOf, "Fine"), is("Fine Paid", "N")), [3]string{
		"unpaid fines £", "How much in fines is still owed to us?", "How much money of fines was not payed (N)?"}},
	{Sum, one(sumOf("Visits"), is("Officer", "Novak")), [3]string{
		"Novak visits, sum", "How many visits did Novak make in all?", "Novak has made how many visits altogether?"}},
	{Average, one(known(meanOf, "Level"), is("Source", "alarm")), [3]string{
		"alarms mean dB", "How loud is an alarm on average, of those measured?", "The average level of the alarms where it was measured?"}},
	{Average, one(known(meanOf, "Fine"), is("Ward", "Northgate")), [3]string{
		"avg fine Northgate", "What's the average fine in Northgate?", "In Northgate a fine is how high in the middle, I mean on average?"}},
	{Average, one(meanOf("Visits"), is("Outcome", "mediation")), [3]string{
		"visits per mediation case", "How many visits does a case that ends in mediation take, on average?", "For mediation, what is the mean number of visits?"}},

	{Extreme, holder("Fine", true, fined), [3]string{
		"biggest fine: case", "Which case had the highest fine?", "Who got the most high fine, which case number?"}},
	{Extreme, one(highestOf("Level"), all(measured, is("Source", "dog"))), [3]string{
		"dog max dB", "How loud did a dog get, at worst?", "The most loud dog had how many decibels?"}},
	{Extreme, day("Received", false, is("Officer", "Kirsch")), [3]string{
		"Kirsch first case received on", "When did the first of Kirsch's cases come in?", "On what date was received the earliest case of Kirsch?"}},
	{Extreme, holder("Level", false, measured), [3]string{
		"quietest measured: case", "Which was the quietest one that we measured?", "Which case has the lowest level in dB?"}},

	{Group, each(number, "Via", everybody), [3]string{
		"n per channel", "How do people reach us, by phone and so on, with the number of each?", "How many cases came over every way (via)?"}},
	{Group, each(known(sumOf, "Fine"), "Source", fined), [3]string{
		"fines by source, sum", "What have we taken in fines for each sort of noise, paid or not?", "For each source of noise, the sum of the fines please."}},
	{Group, most(1, number, "Ward", is("Source", "dog")), [3]string{
		"ward w/ most dog cases", "Which ward has the most trouble with dogs?", "In which ward one complains most of dogs?"}},
	{Share, part(number, stillOpen, is("Source", "music")), [3]string{
		"% of music cases open", "What per cent of the music cases is still open?", "From the music cases, how many percents are not closed?"}},
	{Comparison, greater(number, "Kirsch", is("Officer", "Kirsch"), "Adeyemi", is("Officer", "Adeyemi")), [3]string{
		"more cases: Kirsch or Adeyemi", "Who has more on the plate, Adeyemi or Kirsch, by number of cases?", "Between Kirsch and Adeyemi, who has had more cases?"}},

	{Refuse, none("no column names the person who makes the noise"), [3]string{
		"offender NC-4561", "Who was it that made the noise in NC-4561?", "What is the name of the neighbour of NC-4561?"}},
	{Refuse, none("no column has a telephone number"), [3]string{
		"caller tel. NC-4524", "What's the phone number of whoever rang about NC-4524?", "Give me the telephone of the caller in NC-4524."}},
	{Refuse, none("no column has inhabitants"), [3]string{
		"cases per 1000 inhabitants Northgate", "How many complaints for every thousand people who live there does Northgate have?", "Northgate has how many inhabitants for one case?"}},
	{Refuse, none("no column has how long the noise lasted"), [3]string{
		"duration of noise NC-4510", "How long did the noise go on in NC-4510?", "How many hours has the music of NC-4510 lasted?"}},
	{Refuse, none("no column has the house number"), [3]string{
		"house no. NC-4516", "What number in Station Road was NC-4516?", "The house number for NC-4516 is which?"}},
	{Refuse, none("no column has the cost of a visit"), [3]string{
		"cost of visits total", "What did all those visits cost the council?", "How much money cost the visits of the officers?"}},
	{Refuse, none("no column says when an officer was there"), [3]string{
		"date of 1st visit NC-4553", "On what day did the officer first go out for NC-4553?", "The first visit of NC-4553 was at which date?"}},
	{Refuse, none("no case has this number"), [3]string{
		"NC-4799 outcome", "What came of NC-4799?", "Which outcome has had NC-4799?"}},
	{Refuse, none("no column says how satisfied a caller is"), [3]string{
		"satisfaction avg", "How satisfied are people with what we did, on average?", "What mark gave the callers to you?"}},
	{Refuse, none("no column has the breed of a dog"), [3]string{
		"breed NC-4575", "What sort of dog was it in NC-4575?", "NC-4575: is it a terrier or which breed?"}},
}
