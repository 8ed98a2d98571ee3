package registers

var (
	lentOut  = has("Lent To")
	lentTo   = func(whom string) test { return is("Lent To", whom) }
	ofPlay   = func(play string) test { return is("Play", play) }
	isPiece  = func(piece string) test { return is("Piece", piece) }
	isDamage = is("State", "torn", "moth holes")
)

// costumesAsked asks about the wardrobe: as on a slip, as the wardrobe mistress chats, and as a student on placement or a company that hires would write.
var costumesAsked = []asked{
	{Lookup, cell("C-1157", "Cloth"), [3]string{
		"C-1157 fabric", "What's C-1157 made of, love?", "Could you tell me the material of C-1157?"}},
	{Lookup, cell("C-1292", "Made For", "Play"), [3]string{
		"C-1292 role, play", "Who was C-1292 made for, and in what show?", "For which character and which production was C-1292 made?"}},
	{Lookup, cell("C-1364", "Lent To", "Due"), [3]string{
		"C-1364 with whom, back when", "Who's got C-1364, and when does it have to come back?", "To whom has C-1364 been lent, and on what date is it due?"}},
	{Lookup, cell("C-1427", "Deposit"), [3]string{
		"deposit C-1427", "How much do they leave with us for C-1427, the deposit?", "What deposit is required for C-1427?"}},
	{Lookup, cell("C-1562", "Yr Made", "Maker"), [3]string{
		"C-1562 year + maker", "Who ran up C-1562, and what year was that?", "When was C-1562 made and who made it?"}},
	{Lookup, cell("C-1715", "Last Clean"), [3]string{
		"last clean C-1715", "When did C-1715 last go to be cleaned?", "On which date was C-1715 most recently cleaned?"}},
	{Lookup, found(all(isPiece("cloak"), is("Era", "Tudor")), "Rail"), [3]string{
		"rail, Tudor cloak", "The Tudor cloak, what rail's it on?", "On which rail can I find the cloak from the Tudor era?"}},
	{Lookup, span("C-1490", "Since", "Due"), [3]string{
		"C-1490 days lent to due", "How many days have they got C-1490 for, from when it went out to when it's due?", "For how many days is C-1490 on loan, from the first day to the due date?"}},

	{Filter, keys(all(lentTo("Wexley Players"), before("Due", "2025-11-01"))), [3]string{
		"Wexley, due before 1 Nov 2025", "What have the Wexley Players got that was due before November 2025?", "Which items on loan to the Wexley Players have a due date earlier than 1 November 2025?"}},
	{Filter, keys(all(is("State", "moth holes"), is("Cloth", "wool"), empty("Lent To"))), [3]string{
		"wool, moth holes, in house", "Which woollen things that are in house have the moth in them?", "Please list the wool items with moth holes that are not lent to anyone."}},
	{Filter, keys(all(is("Rail", "B2"), isPiece("gown"))), [3]string{
		"gowns on B2", "What gowns are hanging on rail B2?", "Which gowns are kept on rail B2?"}},
	{Filter, keys(all(ofPlay("Hamlet"), empty("Last Clean"))), [3]string{
		"Hamlet, last clean = ?", "Which of the Hamlet things have just a question mark for the cleaning?", "For which pieces from Hamlet is the date of the last cleaning unknown?"}},
	{Filter, keys(atLeast("Hire p. Day", 24)), [3]string{
		"hire 24 or more a day", "What do we ask £24 a day or more for?", "Which costumes cost at least £24 per day to hire?"}},
	{Filter, keys(atLeast("Worn", 60)), [3]string{
		"worn 60x+", "Which ones have been on stage sixty times or more?", "Which items have been worn at least 60 times?"}},
	{Filter, keys(under("Yr Made", 1980)), [3]string{
		"made before 1980", "What have we got from before 1980?", "Which costumes were made earlier than the year 1980?"}},
	{Filter, keys(all(is("Cloth", "velvet"), is("Size", "S"))), [3]string{
		"velvet size S", "I need something in velvet for a small girl, size S: which tags?", "Which velvet pieces do you have in size S?"}},
	{Filter, values("Made For", all(ofPlay("Hamlet"), lentOut)), [3]string{
		"roles of Hamlet stuff that is lent", "Whose costumes from Hamlet are out on loan, which roles, each once?", "For which characters of Hamlet were the pieces made that are lent out? Each only once, please."}},

	{Count, one(number, lentOut), [3]string{
		"lent out, total no.", "How many things are out of the house just now?", "How many items are currently on loan to somebody?"}},
	{Count, one(number, all(isPiece("gown"), is("Size", "S"))), [3]string{
		"S gowns: how many", "How many gowns have we got in a small, in S?", "What is the number of gowns of size S?"}},
	{Count, one(number, all(is("Colour", "black"), is("Cloth", "velvet", "silk"))), [3]string{
		"black, velvet or silk, count", "How many black ones are there in velvet or silk?", "How many black items consist of either silk or velvet?"}},
	{Count, one(number, isDamage), [3]string{
		"torn/moth holes: n", "How many are torn or have moth holes?", "How many costumes are in a state of torn or moth holes?"}},
	{Count, one(number, during("Last Clean", "2025-01-01", "2025-12-31")), [3]string{
		"cleaned 2025, number", "How many had their last clean in 2025?", "How many items were last cleaned during 2025?"}},
	{Count, one(number, empty("Play")), [3]string{
		"no play given, how many", "How many things don't belong to any play?", "For how many items is no play recorded?"}},
	{Count, one(distinct("Rail"), isPiece("hat")), [3]string{
		"hats: on how many different rails", "How many rails have I got hats on?", "On how many different rails are hats stored?"}},
	{Count, one(number, during("Since", "2025-10-01", "2025-10-31")), [3]string{
		"lent since Oct 2025 (1-31), n", "How many went out in October 2025?", "How many of the current loans began in October 2025?"}},

	{Sum, one(sumOf("Deposit"), lentOut), [3]string{
		"deposits on loans, total", "How much deposit money are we holding for what's lent out?", "What do the deposits of all lent items add up to?"}},
	{Sum, one(sumOf("Worn"), ofPlay("Cabaret")), [3]string{
		"Cabaret: sum worn", "All the Cabaret things together, how often have they been worn?", "What is the total number of wearings for the pieces from Cabaret?"}},
	{Sum, one(sumOf("Hire p. Day"), lentTo("Opera Group")), [3]string{
		"Opera Group hire/day total", "What do we get a day from the Opera Group for everything they've got?", "How much does the Opera Group pay per day for all its loans together?"}},
	{Average, one(meanOf("Hire p. Day"), isPiece("gown")), [3]string{
		"avg hire p. day gowns", "What does a gown go out for by the day, on average?", "What is the mean hire charge per day of a gown?"}},
	{Average, one(meanOf("Worn"), is("Maker", "D. Osei")), [3]string{
		"D. Osei pieces: mean worn", "How often have D. Osei's things been worn, on average?", "On average, how many times was a piece by D. Osei worn?"}},
	{Whether, whether(all(is("Colour", "gold"), is("Cloth", "velvet"))), [3]string{
		"gold velvet y/n", "Have we got anything in gold velvet?", "Is there any costume of gold velvet?"}},
	{Whether, whetherAll(lentTo("St. Bride's School"), is("State", "good")), [3]string{
		"St. Bride's loans all good?", "Is everything that St. Bride's School has got in a good state?", "Are all pieces lent to St. Bride's School in good state?"}},

	{Extreme, holder("Yr Made", true, everybody), [3]string{
		"newest piece", "Which is the newest thing in the wardrobe?", "Which costume was made most recently?"}},
	{Extreme, day("Due", true, lentOut), [3]string{
		"latest due date", "When's the very last of it due back?", "What is the latest due date of any loan?"}},
	{Extreme, one(lowestOf("Worn"), is("Era", "1920s")), [3]string{
		"1920s min worn", "The least worn of the twenties things, how often has it been on?", "What is the smallest number of times that an item of the 1920s has been worn?"}},
	{Group, each(number, "Size", everybody), [3]string{
		"n by size", "How many have we got of each size?", "Please give the number of costumes in every size."}},
	{Group, most(1, sumOf("Hire p. Day"), "Lent To", lentOut), [3]string{
		"borrower w/ highest hire/day total", "Who pays us the most by the day for all that they've got?", "Which borrower has the highest sum of hire per day?"}},
	{Top, first(2, "Yr Made", true, everybody), [3]string{
		"2 newest, newest first", "What are our two newest, the newest one first?", "Which two costumes have the latest year of making, in descending order?"}},
	{Share, part(number, is("State", "good"), isPiece("gown")), [3]string{
		"gowns: % good", "What per cent of the gowns are in good nick, state good?", "Which percentage of gowns is in a good state?"}},
	{Comparison, greater(meanOf("Hire p. Day"), "silk", is("Cloth", "silk"), "wool", is("Cloth", "wool")), [3]string{
		"hire avg: silk or wool higher", "Is it the silk or the wool that's dearer to hire, on average?", "Which cloth has the higher average hire per day, wool or silk?"}},

	{Refuse, none("no column names an actor"), [3]string{
		"actor C-1391", "Who wore C-1391 on stage, which actress?", "What is the name of the actor who wore C-1391?"}},
	{Refuse, none("no column has measures"), [3]string{
		"chest cm C-1283", "What's C-1283 round the chest, in inches or centimetres?", "What are the chest and waist measurements of C-1283?"}},
	{Refuse, none("no column says how to wash"), [3]string{
		"wash temp C-1499", "How hot can I wash C-1499?", "At what temperature may C-1499 be washed?"}},
	{Refuse, none("no column has the cost of making"), [3]string{
		"cost to make C-1553", "What did it cost us to make C-1553?", "How expensive was the production of C-1553?"}},
	{Refuse, none("no column has a contact"), [3]string{
		"contact Film Unit 7", "Who do I ring at Film Unit 7?", "What is the e-mail address of Film Unit 7?"}},
	{Refuse, none("no column has the number of buttons"), [3]string{
		"buttons C-1193", "How many buttons are on C-1193?", "How many buttons does the waistcoat C-1193 have?"}},
	{Refuse, none("no column has a value for insurance"), [3]string{
		"insured value gowns", "What are the gowns insured for?", "What is the total insured value of all gowns?"}},
	{Refuse, none("no costume has this tag"), [3]string{
		"C-9001 size", "What size is C-9001?", "Which size has the costume tagged C-9001?"}},
	{Refuse, none("no column has wigs or what goes with a piece"), [3]string{
		"wig for C-1616", "Which wig goes with C-1616?", "Which wig belongs to the costume C-1616?"}},
	{Refuse, none("no column has a weight"), [3]string{
		"weight C-1913", "How heavy is C-1913 on the shoulders?", "What does C-1913 weigh in kilograms?"}},
}
