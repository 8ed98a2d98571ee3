package registers

func shows(film string) test { return is("Film", film) }

// screeningsAsked asks about the shows: as a projectionist notes it, and as the board of the cinema asks.
var screeningsAsked = []asked{
	{Lookup, cell("S-3414", "Sold"), [3]string{
		"S-3414 tickets", "How many tickets did we sell for show S-3414?"}},
	{Lookup, cell("S-3442", "Date", "Film"), [3]string{
		"S-3442 date and film", "What film was on at show S-3442, and on which date?"}},
	{Lookup, cell("S-3401", "Trouble"), [3]string{
		"what went wrong S-3401", "What trouble was there at show S-3401?"}},
	{Lookup, cell("S-3456", "Usher"), [3]string{
		"usher S-3456", "Who was the usher for S-3456?"}},

	{Filter, keys(all(shows("Half a Hero"), over("Sold", 120))), [3]string{
		"half a hero, more than 120 sold", "Which showings of Half a Hero had over 120 tickets sold?"}},
	{Filter, keys(all(is("Talk", "yes"), is("Room", "Studio"))), [3]string{
		"studio shows w/ talk", "Which shows in the Studio had a talk with them?"}},
	{Filter, keys(all(is("Starts", "22:00"), during("Date", "2025-04-01", "2025-04-30"))), [3]string{
		"22:00 shows april 2025", "Which late shows, the 22:00 ones, did we have in April 2025?"}},
	{Filter, keys(all(is("Trouble", "projector lamp"), is("Print", "35mm"))), [3]string{
		"35mm with projector lamp trouble", "At which 35mm shows did the projector lamp give trouble?"}},
	{Filter, values("Film", is("Spoken", "French")), [3]string{
		"films in french", "Which films have we shown that are spoken in French?"}},

	{Count, one(number, is("Print", "35mm")), [3]string{
		"number of 35mm shows", "How many shows did we run from 35mm?"}},
	{Count, one(number, all(is("Genre", "documentary"), is("Room", "Attic"))), [3]string{
		"documentaries in attic, how many", "How many times did we put a documentary on in the Attic?"}},
	{Count, one(number, all(empty("Usher"), is("Room", "Big Room"))), [3]string{
		"big room without usher: count", "How many Big Room shows had no usher?"}},
	{Count, one(number, all(is("Club Night", "Y"), under("Sold", 20))), [3]string{
		"club nights under 20 sold", "On how many club nights did we sell fewer than 20 tickets?"}},
	{Count, one(number, within("Sold", 100, 150)), [3]string{
		"sold 100-150 inclusive, number of shows", "How many shows sold between 100 and 150 tickets, counting both ends?"}},
	{Count, one(distinct("Film"), is("Room", "Attic")), [3]string{
		"how many different films in the attic", "How many different titles have been on in the Attic?"}},

	{Sum, one(sumOf("Box Office"), shows("Fjord Light")), [3]string{
		"box office fjord light total", "How much did Fjord Light take at the box office altogether?"}},
	{Sum, one(sumOf("Free"), everybody), [3]string{
		"free tickets total", "How many free tickets have we given away in all?"}},
	{Sum, together(one(number, is("Usher", "Pilar")), one(sumOf("Sold"), is("Usher", "Pilar"))), [3]string{
		"pilar: no. of shows and tickets sold in all", "How many shows did Pilar usher, and how many tickets were sold for them in all?"}},
	{Average, one(known(meanOf, "Bar"), is("Room", "Studio")), [3]string{
		"avg bar takings studio (when open)", "What does the bar take on average at a Studio show, leaving out those with no entry?"}},
	{Average, one(meanOf("Sold"), is("Genre", "thriller")), [3]string{
		"mean tickets thriller", "How many tickets does a thriller sell per show on average?"}},

	{Extreme, holder("Box Office", true, everybody), [3]string{
		"best show by box office", "Which single show brought in the most at the box office?"}},
	{Extreme, one(lowestOf("Sold"), is("Starts", "15:00")), [3]string{
		"fewest tickets for a 15:00 show", "What is the smallest number of tickets we ever sold for a show at 15:00?"}},
	{Extreme, day("Date", true, shows("Otter Summer")), [3]string{
		"last date otter summer", "When did we show Otter Summer for the last time?"}},

	{Group, each(sumOf("Sold"), "Room", everybody), [3]string{
		"tickets by room", "How many tickets have been sold for each of the rooms?"}},
	{Group, most(1, meanOf("Sold"), "Film", everybody), [3]string{
		"film with best avg attendance (tickets sold)", "Which film sold the most tickets per show on average?"}},
	{Top, most(3, sumOf("Box Office"), "Film", everybody), [3]string{
		"top 3 films, total box office", "Which three films took the most at the box office in total, best first?"}},
	{Share, part(number, is("Club Night", "Y"), everybody), [3]string{
		"club nights in % of shows", "What percentage of our shows were club nights?"}},
	{Comparison, greater(meanOf("Sold"), "DCP", is("Print", "DCP"), "35mm", is("Print", "35mm")), [3]string{
		"avg tickets DCP vs 35mm - which more", "Do we sell more tickets on average when we show from DCP or from 35mm?"}},
	{Comparison, apart(sumOf("Box Office"), is("Show", "S-3436"), is("Show", "S-3460")), [3]string{
		"box office S-3436 vs S-3460, difference", "How much more did S-3436 take at the box office than S-3460?"}},
	{Whether, whether(all(is("Spoken", "Japanese"), is("Print", "35mm"), is("Club Night", "Y"))), [3]string{
		"any japanese film on 35mm at a club night?", "Have we ever had a club night with a film in Japanese on 35mm?"}},

	{Refuse, none("no column has the director of a film"), [3]string{
		"director nine lanterns", "Who directed Nine Lanterns?"}},
	{Refuse, none("no column has what a film costs to rent"), [3]string{
		"rental fee the salt road", "What did we pay the distributor for The Salt Road?"}},
	{Refuse, none("no column has what people thought of a film"), [3]string{
		"audience rating half a hero", "How did the audience rate Half a Hero, in stars?"}},
}
