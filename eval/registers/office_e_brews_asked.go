package registers

func inStyle(style string) test { return is("style", style) }

// brewsAsked: a terse person, a chatty one, and a brewer.
var brewsAsked = []asked{
	{Lookup, cell("B143", "tasting_score"), [3]string{
		"B143 score", "How did batch B143 do at the tasting?", "Panel score on B143?"}},
	{Lookup, cell("B088", "packaged_on"), [3]string{
		"B088 packaged when", "When did we get batch B088 into packages?", "Packaging date of B088?"}},
	{Lookup, cell("B204", "brewer", "tank"), [3]string{
		"B204: brewer, tank", "Who brewed B204, and which tank did it go into?", "B204 - which fermenter, and who was on the brew?"}},
	{Filter, keys(is("status", "conditioning")), [3]string{
		"batches conditioning", "Which batches are conditioning right now?", "What have we got in conditioning? Batch numbers."}},
	{Filter, keys(all(is("organic", "yes"), inStyle("oatmeal stout"), over("abv_pct", 7))), [3]string{
		"organic oatmeal stout, abv > 7", "Someone wants a strong organic oatmeal stout, stronger than 7 per cent. Which batches would that be?", "Organic oatmeal stouts above 7 % ABV"}},
	{Filter, keys(all(is("pkg_type", "bottle"), within("tasting_score", 4.8, 5))), [3]string{
		"bottled, score 4.8 or more", "Which bottled batches were really loved, scoring at least 4.8 at the tasting?", "Bottle batches with a panel score of 4.8 and up"}},
	{Filter, keys(all(is("brewer", "Mirko"), during("brewed_on", "2023-12-01", "2023-12-31"))), [3]string{
		"mirko, brewed dec 2023", "Which batches did Mirko brew in December 2023?", "Mirko's brews with a brew date in 12/2023"}},
	{Filter, keys(all(is("status", "dumped"), is("tank", "FV1", "FV2"))), [3]string{
		"dumped from FV1 or FV2", "Which batches in the tanks FV1 or FV2 ended up being dumped?", "Dumpers in FV1 and FV2 alike, batch numbers"}},
	{Count, one(number, is("status", "fermenting")), [3]string{
		"still fermenting, how many", "How many batches are still bubbling away, I mean fermenting?", "Number of batches in fermentation"}},
	{Count, one(number, all(is("status", "packaged"), empty("tasting_score"))), [3]string{
		"packaged w/o tasting score: count", "How many of the packaged batches has nobody given a tasting score?", "Packaged batches lacking a panel score: how many?"}},
	{Count, one(number, all(inStyle("pale ale"), over("ibu", 60), during("brewed_on", "2023-01-01", "2023-12-31"))), [3]string{
		"pale ales brewed 2023 with ibu > 60, number", "In 2023, how many pale ales did we brew that were quite bitter, over 60 IBU?", "2023 pale ale brews north of 60 IBU: count"}},
	{Count, one(number, all(is("organic", "yes"), is("status", "packaged"), not(is("pkg_type", "keg")))), [3]string{
		"organic, packaged, not keg: number", "How many organic batches have been packaged in something other than kegs?", "Organic batches packaged in small pack, so anything but keg: how many?"}},
	{Count, one(number, before("brewed_on", "2022-07-01")), [3]string{
		"batches brewed before july 2022", "How many batches had we brewed before the 1st of July 2022?", "Number of brews with a brew date earlier than July 2022"}},
	{Sum, one(sumOf("vol_hl"), inStyle("pale ale")), [3]string{
		"total hl pale ale", "How many hectolitres of pale ale have we brewed altogether, whatever became of it?", "Pale ale volume, all batches, sum in hl"}},
	{Sum, one(sumOf("cost_eur"), is("status", "dumped")), [3]string{
		"total cost of dumped batches", "How much money went down the drain with the batches we dumped, going by their cost?", "What did the dumped brews cost us in sum?"}},
	{Average, one(meanOf("abv_pct"), inStyle("wheat beer")), [3]string{
		"avg abv wheat beer", "How strong is our wheat beer on average, in per cent alcohol?", "Mean ABV across the wheat beers"}},
	{Average, one(known(meanOf, "tasting_score"), is("brewer", "Sunniva")), [3]string{
		"sunniva avg tasting score", "What tasting score do Sunniva's beers get on average?", "Mean panel score, brewer Sunniva, scored batches only"}},
	{Average, one(medianOf("cost_eur"), inStyle("sour")), [3]string{
		"median cost sour", "What's the median cost of a batch of sour?", "Median batch cost for the sours"}},
	{Extreme, holder("cost_eur", true, everybody), [3]string{
		"most expensive batch", "Which batch was the costliest of them all?", "Batch number with the highest cost"}},
	{Extreme, one(known(lowestOf, "tasting_score"), is("beer", "Rhubarb Riot")), [3]string{
		"worst tasting score rhubarb riot", "How bad was the worst tasting score that Rhubarb Riot ever got?", "Lowest panel score on Rhubarb Riot"}},
	{Extreme, dated(1, "brewed_on", true, is("beer", "Ember")), [3]string{
		"latest ember batch", "Which batch of Ember is the newest?", "Most recent brew of Ember, by brew date: which batch?"}},
	{Extreme, day("packaged_on", true, is("pkg_type", "can")), [3]string{
		"last canning date", "When did we last package something in cans?", "Most recent packaging date for can"}},
	{Group, each(known(meanOf, "tasting_score"), "beer", everybody), [3]string{
		"avg tasting score per beer", "Which average tasting score does each of our beers have?", "Mean panel score by beer"}},
	{Group, most(1, sumOf("vol_hl"), "tank", is("organic", "yes")), [3]string{
		"tank with most organic hl", "Which tank has held the most organic beer in total, by hectolitres?", "Which FV has the biggest organic volume in sum?"}},
	{Group, least(known(meanOf, "tasting_score"), "style", everybody), [3]string{
		"style with lowest avg tasting score", "Which style do tasters like least, judging by the average tasting score?", "Weakest style on mean panel score?"}},
	{Group, exceeding(45, number, "beer", everybody), [3]string{
		"beers with more than 45 batches", "Which beers have we brewed more than 45 times?", "Which brands have over 45 brews to their name?"}},
	{Top, first(3, "cost_eur", true, inStyle("smoked lager")), [3]string{
		"top 3 smoked lager batches by cost", "Which three batches of smoked lager cost the most, dearest first?", "The three costliest smoked lagers, batch numbers in order"}},
	{Share, part(number, is("status", "dumped"), everybody), [3]string{
		"dumped, % of batches", "What percentage of all batches did we have to dump?", "Dump rate in per cent of batches brewed"}},
	{Share, part(sumOf("vol_hl"), is("organic", "yes"), everybody), [3]string{
		"organic share of volume, %", "How much of the total volume is organic, in per cent of the hectolitres?", "Organic hl as a percentage of all hl"}},
	{Share, part(number, is("pkg_type", "keg"), all(is("beer", "Slack Tide"), is("status", "packaged"))), [3]string{
		"packaged slack tide: % of batches in keg", "Of the Slack Tide batches that have been packaged, what percentage is in kegs?", "Keg share among packaged Slack Tide batches, per cent"}},
	{Comparison, greater(meanOf("cost_eur"), "FV1", is("tank", "FV1"), "FV5", is("tank", "FV5")), [3]string{
		"avg batch cost: FV1 or FV5 higher?", "Are the batches in FV1 or those in FV5 more expensive on average?", "FV1 versus FV5, which has the dearer brews on average?"}},
	{Comparison, apart(known(meanOf, "tasting_score"), inStyle("sour"), inStyle("oatmeal stout")), [3]string{
		"avg tasting score sour vs oatmeal stout, difference", "How far apart are the average tasting scores of the sours and the oatmeal stouts?", "Difference of mean panel score between sour and oatmeal stout"}},
	{Refuse, none("no column has a yeast or hops"), [3]string{
		"yeast in B143?", "Which hops did we put into Slack Tide?", "Which yeast strain did we pitch most often?"}},
	{Refuse, none("no column has sales"), [3]string{
		"revenue lantern 2023", "How much money did we make selling Coal Hole?", "Best customer for Ember by hl taken?"}},
	{Refuse, none("no column says why a batch was dumped"), [3]string{
		"reason for dumping, each batch", "Why did we have to dump the sours?", "How many batches were dumped for infection?"}},
	{Refuse, none("no column has a temperature"), [3]string{
		"fermentation temp B017", "How warm does FV3 run on average?", "Mash temperature on the last Ember brew?"}},
}
