package registers

func sings(name string) test { return is("Part", name) }

// choirAsked: a terse person, a chatty one, and a member whose mother tongue is another.
var choirAsked = []asked{
	{Lookup, named("Name", cell("Wanda Abel", "Reh_Att")), [3]string{
		"wanda abel rehearsals attended", "How many rehearsals has Wanda Abel been to?", "At how many rehearsals has assisted Wanda Abel?"}},
	{Lookup, named("Name", cell("Nils Brook", "Joined")), [3]string{
		"nils brook joined?", "I'm writing a little speech for Nils Brook - when did he join us?", "The day of entry of Nils Brook in the choir, what is it?"}},
	{Lookup, cell("17", "Name"), [3]string{
		"no 17 = who", "Who is member number 17?", "How is called the person with the number 17?"}},
	{Lookup, named("Name", cell("Stig Abel", "Part", "Subs_Owed_EUR")), [3]string{
		"stig abel: part, subs owed", "Which part does Stig Abel sing, and how much does he still owe in subs?", "For Stig Abel I need the part that he sings and the subs that he has to pay yet."}},
	{Filter, named("Name", keys(all(sings("Bass"), is("Reads_Music", "no")))), [3]string{
		"basses who can't read music, names", "I'd like to put some helpers beside the basses who don't read music. Who are they?", "Who of the basses does not read the music?"}},
	{Filter, named("Name", keys(all(sings("Tenor"), is("Town", "Aston", "Marlow Green")))), [3]string{
		"tenors in aston or marlow green", "Who are the tenors living either in Aston or in Marlow Green?", "The names of tenors that live at Aston or at Marlow Green?"}},
	{Filter, named("Name", keys(all(since("Joined", "2023-01-01"), over("Subs_Owed_EUR", 0)))), [3]string{
		"joined 2023 or later, owe subs: names", "Which of the people who joined in 2023 or after still owe us some money?", "Who is entered since the 1st January 2023 and has subs to pay still?"}},
	{Filter, named("Name", keys(all(over("Subs_Owed_EUR", 50), empty("Last_Concert")))), [3]string{
		"names: owes > 50 and no last concert", "Who owes more than 50 euros and has no last concert on the list?", "Which members must pay more than 50 euro and have nothing written for the last concert?"}},
	{Filter, values("Day_Job", sings("Tenor")), [3]string{
		"distinct day job entries, tenors", "Which things stand under day job for our tenors, each of them once?", "Which different entries has the column of the day job for the tenors?"}},
	{Count, one(number, sings("Alto")), [3]string{
		"how many altos", "How many altos have we got at the moment?", "Of altos, how many are we?"}},
	{Count, one(number, all(is("Day_Job", "retired"), not(is("Town", "Fenwick")))), [3]string{
		"retired, not from fenwick: how many", "How many retired members live somewhere other than Fenwick?", "The number of members in retirement who do not live at Fenwick?"}},
	{Count, one(number, empty("Reads_Music")), [3]string{
		"reads music left blank: how many", "For how many members has nobody filled in whether they read music?", "For how many persons it is not noted if they read music, yes or no?"}},
	{Count, one(number, all(under("Reh_Att", 10), before("Joined", "2015-01-01"))), [3]string{
		"joined before 2015, under 10 rehearsals: number", "How many of those who joined before 2015 have been to fewer than ten rehearsals?", "Entered before the year 2015 and less than 10 rehearsals attended, how many members are that?"}},
	{Count, one(number, within("Age", 30, 45)), [3]string{
		"aged 30-45, how many", "How many singers are from 30 to 45 years old, both ends included?", "How many members have between 30 and 45 years, 30 and 45 included?"}},
	{Count, one(distinct("Day_Job"), sings("Bass")), [3]string{
		"number of different day job entries, basses", "How many different day jobs are there among the basses, counting whatever stands in that column?", "In the basses, how many distinct entries for the day job?"}},
	{Sum, one(sumOf("Subs_Owed_EUR"), everybody), [3]string{
		"subs owed total", "How much money in subs are we owed altogether?", "All the subs not paid yet, how much is this in total?"}},
	{Average, one(meanOf("Age"), sings("Bass")), [3]string{
		"avg age basses", "How old are our basses on average?", "What age have the basses in average?"}},
	{Average, one(meanOf("Reh_Att"), is("Soloist", "yes")), [3]string{
		"mean rehearsals attended, soloists", "Do the soloists turn up? How many rehearsals have they attended on average?", "The soloists, at how many rehearsals do they assist in the average?"}},
	{Average, one(medianOf("Hgt_cm"), sings("Alto")), [3]string{
		"median height altos", "I'm arranging the rows: what's the median height of the altos?", "What is the height median of the altos in cm?"}},
	{Extreme, named("Name", holder("Hgt_cm", true, sings("Soprano"))), [3]string{
		"tallest soprano", "Who should stand at the back among the sopranos, I mean who's the tallest of them?", "Who is the most tall soprano?"}},
	{Extreme, named("Name", holder("Age", false, sings("Bass"))), [3]string{
		"youngest bass", "Who is the youngest of our basses?", "Which bass has the least years of age?"}},
	{Extreme, named("Name", dated(1, "Joined", false, sings("Tenor"))), [3]string{
		"longest-serving tenor, name", "Which tenor has been a member longer than all the other tenors?", "Who from the tenors is member since the longest time?"}},
	{Group, each(number, "Part", everybody), [3]string{
		"members per part", "How many voices do we have in each part?", "The number of singers for each part, I beg."}},
	{Group, each(sumOf("Subs_Owed_EUR"), "Town", everybody), [3]string{
		"subs owed by town", "Town by town, how much is still owed in subs?", "For every town the total of the subs which are owed?"}},
	{Group, most(1, number, "Town", is("Offers_Lift", "yes")), [3]string{
		"town with most lift offers", "In which town do the most members offer lifts?", "Which town has the most of people who offer a lift?"}},
	{Top, named("Name", among(4, "Subs_Owed_EUR", true, everybody)), [3]string{
		"4 biggest debtors (subs), names", "Who are the four members that owe us the most?", "The four persons with the most of subs to pay, who are they?"}},
	{Top, named("Name", among(3, "Age", true, everybody)), [3]string{
		"3 oldest members", "I'd like flowers for the three oldest singers. Who are they?", "Who are the three members with the highest age?"}},
	{Share, part(number, is("Reads_Music", "yes"), everybody), [3]string{
		"reads music = yes, % of all members", "Of all our members, for what percentage is it noted that they do read music?", "How much percent of all the members have a yes by reading music?"}},
	{Comparison, greater(meanOf("Age"), "Alto", sings("Alto"), "Bass", sings("Bass")), [3]string{
		"alto vs bass: higher average age?", "Which section is older on average, alto or bass?", "Alto or bass, who has in average the more years?"}},
	{Comparison, apart(number, sings("Bass"), sings("Tenor")), [3]string{
		"basses vs tenors, difference in number", "How many more basses than tenors do we have?", "The difference between the number of the basses and of the tenors, how many?"}},
	{Refuse, none("no column has a telephone number or address"), [3]string{
		"phone wanda abel", "What is Nils Brook's email address?", "In which street does live Greta Hirst?"}},
	{Refuse, none("no column has concerts to come or pieces"), [3]string{
		"next concert: which programme?", "Which pieces are we rehearsing for the summer?", "What work do we sing in the next concert?"}},
	{Refuse, none("no column has wages"), [3]string{
		"average salary of nurses", "How much do the software testers among us earn on average?", "What gains a baker in the month?"}},
	{Refuse, none("no column names who gets a lift"), [3]string{
		"who rides with carmen jessop", "How many seats are there in the cars of those who offer lifts?", "Whose car has the most of places?"}},
}
