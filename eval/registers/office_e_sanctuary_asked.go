package registers

func animal(species string) test { return is("Species", species) }

// sanctuaryAsked: a terse person, a chatty one, and a helper whose mother tongue is another.
var sanctuaryAsked = []asked{
	{Lookup, cell("Rufus", "Wt"), [3]string{
		"weight rufus", "How heavy is our Rufus, do you know?", "How much weighs Rufus?"}},
	{Lookup, cell("Kipper", "Arrived"), [3]string{
		"kipper arrived when", "When did Kipper come to live with us?", "Since which date is Kipper here?"}},
	{Lookup, cell("Truffle", "Keeper", "Encl."), [3]string{
		"truffle: keeper, enclosure", "I'd like to visit Truffle. Which enclosure is he in, and who looks after him?", "Who is the keeper from Truffle and in what enclosure does he live?"}},
	{Filter, keys(all(animal("goat"), is("Temper", "nervous"))), [3]string{
		"nervous goats", "A school class is coming on Friday, so tell me which goats are nervous.", "Please the names of all goats which have a nervous temper."}},
	{Filter, keys(all(animal("pig"), empty("Last Vet Check"))), [3]string{
		"pigs without vet check", "Are there pigs with no vet check on record? Which?", "Which pigs have no date of a vet check?"}},
	{Filter, keys(all(animal("donkey"), within("Wt", 200, 999))), [3]string{
		"donkeys 200 kg or more", "Which of the donkeys weigh at least 200 kilos?", "List me the donkeys with a weight from 200 kg upwards."}},
	{Filter, keys(all(is("Status", "up for adoption"), before("Arrived", "2018-01-01"))), [3]string{
		"up for adoption, arrived before 2018", "Which animals came to us before 2018 and are still up for adoption?", "The names of the animals that one can adopt and that are here since before the year 2018?"}},
	{Filter, keys(all(is("Encl.", "Quarantine"), is("Came To Us Because", "abandoned", "owner died"))), [3]string{
		"in quarantine, abandoned or owner died", "Who's in quarantine that came to us because they'd been abandoned or because their owner died?", "Which animals in Quarantine are here because they were abandoned or because the owner is dead?"}},
	{Filter, values("Keeper", animal("barn owl")), [3]string{
		"keepers of barn owls", "Which of the keepers have a barn owl to look after?", "What keepers do care for barn owls?"}},
	{Count, one(number, all(is("Chipped", "N"), not(is("Status", "fostered out")))), [3]string{
		"not chipped, excl. fostered out: number", "Leaving aside those fostered out, how many animals haven't been chipped?", "How many animals without chip have we, when one does not count these which are fostered out?"}},
	{Count, one(number, during("Arrived", "2020-01-01", "2021-12-31")), [3]string{
		"arrivals 2020 + 2021", "How many animals arrived in the two years 2020 and 2021 taken together?", "How many animals did come between the 1 January 2020 and the 31 December 2021?"}},
	{Count, one(number, all(over("Age_yrs", 12), is("Keeper", "Tomasz"))), [3]string{
		"tomasz: animals older than 12", "How many animals over twelve years of age does Tomasz have?", "From the animals of Tomasz, how many are elder than 12 years?"}},
	{Count, one(distinct("Species"), is("Encl.", "Lower Paddock")), [3]string{
		"number of species in lower paddock", "How many different kinds of animal live together in the Lower Paddock?", "In the Lower Paddock, how many different species are there?"}},
	{Sum, one(sumOf("Upkeep/Week"), everybody), [3]string{
		"total upkeep per week", "What does it cost us to keep all the animals for a week?", "How much money makes the upkeep of all animals together in one week?"}},
	{Average, one(meanOf("Wt"), animal("donkey")), [3]string{
		"avg weight donkeys", "What does a donkey of ours weigh on average?", "How heavy are the donkeys in the average?"}},
	{Average, one(medianOf("Age_yrs"), animal("pig")), [3]string{
		"median age pigs", "What's the median age of the pigs?", "The median of the years of age, only the pigs?"}},
	{Average, one(meanOf("Upkeep/Week"), is("Keeper", "Beth")), [3]string{
		"mean upkeep per week, beth's animals", "On average, what does one of Beth's animals cost in upkeep a week?", "How high is the upkeep in a week for an animal of Beth in the average?"}},
	{Extreme, holder("Age_yrs", true, everybody), [3]string{
		"oldest animal", "Who is the grand old lady or gentleman of the place, the oldest of all?", "Which animal has the most years?"}},
	{Extreme, holder("Wt", true, animal("goat")), [3]string{
		"heaviest goat", "Which one is our heaviest goat?", "Which goat does weigh the most?"}},
	{Extreme, dated(1, "Arrived", false, animal("donkey")), [3]string{
		"donkey here longest", "Which donkey has been with us for the longest time?", "Which donkey has come as the first one?"}},
	{Group, each(number, "Species", everybody), [3]string{
		"head count by species", "How many have we got of each species?", "The number of animals for every species, please."}},
	{Group, each(meanOf("Wt"), "Species", is("Sex", "female")), [3]string{
		"avg weight of females by species", "For the females only, how heavy are they on average in each species?", "The average weight of the female animals for every species?"}},
	{Group, most(1, number, "Encl.", has("Encl.")), [3]string{
		"fullest enclosure", "Where is it most crowded, in which enclosure do the most animals live?", "Which enclosure has the biggest number of animals?"}},
	{Top, first(5, "Wt", true, everybody), [3]string{
		"5 heaviest", "Tell me the five heaviest animals we have, biggest first.", "Which are the five animals with the highest weight, begin by the heaviest?"}},
	{Top, dated(3, "Arrived", true, everybody), [3]string{
		"latest 3 arrivals", "Who are the three newest animals, the last ones to arrive, newest first?", "The three animals which have arrived the latest, the newest at the beginning?"}},
	{Share, part(number, is("Chipped", "Y"), everybody), [3]string{
		"% chipped", "What percentage of the animals has a chip?", "How many per cent from all animals are chipped?"}},
	{Share, part(number, animal("goat"), is("Status", "resident")), [3]string{
		"goats as % of residents", "Of all the animals that are residents, what per cent are goats?", "Which percentage of the residents is a goat?"}},
	{Comparison, greater(meanOf("Age_yrs"), "goat", animal("goat"), "pig", animal("pig")), [3]string{
		"goats vs pigs: older on average?", "Are the goats or the pigs older on average?", "Who has more years in the average, the goats or the pigs?"}},
	{Comparison, apart(number, is("Sex", "female"), is("Sex", "male")), [3]string{
		"difference females vs males, number", "By how many animals do the two sexes differ, females against males?", "How big is the difference between the count of the females and the count of the males?"}},
	{Refuse, none("no column says who adopted or fosters an animal"), [3]string{
		"who fosters oscar?", "Which family has Oscar gone to as a foster animal?", "What is the name from the persons where Oscar lives now?"}},
	{Refuse, none("no column has a colour"), [3]string{
		"colour of juno", "What colour is Juno's coat?", "Which colour has Juno?"}},
	{Refuse, none("no column has the cost of a vet"), [3]string{
		"vet bills 2024, total", "How much have we spent on vet's bills for the pigs?", "How much did cost the veterinary for the goats?"}},
	{Refuse, none("no column says what an animal eats"), [3]string{
		"what does gulliver eat", "How many of the animals are on a special diet?", "What gets Gulliver for food?"}},
}
