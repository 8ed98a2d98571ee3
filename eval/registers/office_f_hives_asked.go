package registers

// hivesAsked asks about the colonies: tersely, chattily, and as an old beekeeper would.
var hivesAsked = []asked{
	{Lookup, cell("K107", "Keeper"), [3]string{
		"K107 keeper",
		"Whose hive is K107, does it say?",
		"Colony K107: which beekeeper looks after it?"}},
	{Lookup, cell("K065", "Strain", "Temper"), [3]string{
		"K065 strain, temper",
		"What strain are the bees in K065, and what's their temper like?",
		"Race and temperament of colony K065, please."}},

	{Filter, keys(all(is("State", "queenless"), is("Apiary", "Allotments"))), [3]string{
		"queenless colonies, Allotments",
		"Which colonies up at the Allotments are down as queenless?",
		"At Allotments apiary, which stocks stand queenless?"}},
	{Filter, keys(all(mitesOver50, is("Treated", "N"))), [3]string{
		"mite drop above 50, treated N",
		"Which colonies dropped more than 50 mites and have an N under treated?",
		"Name the colonies with a varroa drop over 50 that were not treated (N)."}},
	{Filter, keys(all(is("Apiary", "Mill Lane"), below("Honey 2024", "Honey 2023"))), [3]string{
		"Mill Lane, honey 2024 less than honey 2023",
		"Which of the Mill Lane hives gave us less honey in 2024 than in 2023?",
		"Colonies at Mill Lane whose 2024 crop fell short of their 2023 crop?"}},

	{Count, one(number, all(is("Temper", "nasty"), is("Hive Type", "WBC", "Langstroth"))), [3]string{
		"nasty, WBC or Langstroth, count",
		"How many of the nasty colonies live in a WBC or in a Langstroth?",
		"Bad-tempered (nasty) stocks housed in either WBC or Langstroth hives: how many?"}},
	{Count, one(number, since("Last_Insp", "2024-09-01")), [3]string{
		"last inspected after 31.08.2024, number",
		"How many hives did somebody last look into on or after the 1st of September 2024?",
		"Number of colonies with their last inspection later than 31 August 2024?"}},
	{Count, one(distinct("Keeper"), is("Apiary", "Orchard Bank")), [3]string{
		"different keepers at Orchard Bank",
		"How many different people keep bees at Orchard Bank?",
		"Orchard Bank: how many beekeepers, each counted once?"}},

	{Sum, one(known(sumOf, "Honey 2024"), is("Apiary", "Quarry Top")), [3]string{
		"honey 2024 total, Quarry Top",
		"How many kilos of honey did we get at Quarry Top in 2024 altogether?",
		"Total 2024 crop of the Quarry Top apiary?"}},
	{Average, one(known(meanOf, "Honey 2023"), is("Queen", "white")), [3]string{
		"white queens, average honey 2023",
		"How much honey did the colonies with a white queen bring in 2023 on average? Leave out the blanks.",
		"Mean 2023 yield of the stocks with a white-marked queen, empty cells not counted?"}},

	{Extreme, holder("Honey 2024", true, has("Honey 2024")), [3]string{
		"best colony honey 2024",
		"Which hive was our champion for honey in 2024?",
		"Colony with the heaviest crop of 2024?"}},
	{Extreme, one(highestOf("Mite Drop"), all(has("Mite Drop"), is("Strain", "Carniolan"))), [3]string{
		"max mite drop Carniolan",
		"What's the worst mite drop we've seen in any of the Carniolan colonies?",
		"Heaviest varroa drop among the Carniolans, the figure?"}},

	{Group, each(known(sumOf, "Honey 2024"), "Keeper", everybody), [3]string{
		"honey 2024 by keeper, sum",
		"How much honey did each of the keepers get in 2024, all their hives together?",
		"Total 2024 crop per beekeeper, please."}},
	{Group, most(1, number, "Apiary", is("Swarmed", "Y")), [3]string{
		"apiary with most swarmed colonies",
		"At which apiary did the most colonies swarm on us?",
		"Which apiary lost swarms from the greatest number of stocks?"}},
	{Top, among(3, "Mite Drop", true, has("Mite Drop")), [3]string{
		"3 colonies with highest mite drop",
		"Which three hives have the most mites, going by the drop?",
		"The three stocks with the heaviest varroa drop?"}},
	{Share, part(number, is("State", "thriving"), is("Strain", "Buckfast")), [3]string{
		"% of Buckfast colonies thriving",
		"What percentage of the Buckfast colonies is thriving?",
		"Of the Buckfasts, how many per cent are down as thriving?"}},
	{Comparison, greater(known(meanOf, "Honey 2024"), "Buckfast", is("Strain", "Buckfast"), "native dark", is("Strain", "native dark")), [3]string{
		"honey 2024 average: Buckfast or native dark higher?",
		"Which gave more honey per hive on average in 2024, the Buckfast or the native dark bees?",
		"Native dark against Buckfast: whose mean 2024 crop was heavier?"}},

	{Refuse, none("no column has the honey of 2022"), [3]string{
		"honey 2022 total",
		"And how many kilos did we get in 2022, all hives together?",
		"What was the whole crop of the season 2022?"}},
	{Refuse, none("no column says what the bees were treated with"), [3]string{
		"K023 treatment, product used",
		"What stuff did they use to treat K023 with?",
		"Was K023 treated with oxalic acid or with thymol?"}},
	{Refuse, none("no column has a price"), [3]string{
		"price per jar",
		"What do we charge for a jar of the honey from K011?",
		"At what price did the honey from Mill Lane sell?"}},
}

var mitesOver50 = all(has("Mite Drop"), over("Mite Drop", 50))
