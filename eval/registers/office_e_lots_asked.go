package registers

var (
	sold   = has("Hammer_GBP")
	unsold = empty("Hammer_GBP")
)

func asLot(kind string) test { return is("Category", kind) }

// lotsAsked: a terse person, a chatty one, and an auctioneer.
var lotsAsked = []asked{
	{Lookup, cell("366", "Hammer_GBP"), [3]string{
		"hammer 366", "Could you look up for me what lot 366 went for in the end?", "What was lot 366 knocked down at?"}},
	{Lookup, cell("412", "Consignor", "Period"), [3]string{
		"lot 412: consignor + period", "I've got lot 412 in front of me. Who gave it to us to sell, and what period is it from?", "Consignor and period of lot 412, please"}},
	{Lookup, cell("481", "Collected_On"), [3]string{
		"481 collected when", "Do you happen to know on which day the buyer picked up lot 481?", "Collection date for lot 481?"}},
	{Filter, keys(all(asLot("Clocks"), is("Period", "Georgian"), is("Condition", "good", "excellent"))), [3]string{
		"georgian clocks, good or excellent", "A collector is asking after Georgian clocks. Which lots are those, as long as they're in good or excellent condition?", "Lot numbers of Georgian clocks catalogued as good or excellent"}},
	{Filter, keys(all(asLot("Jewellery"), within("Hammer_GBP", 1000, 99999))), [3]string{
		"jewellery that made 1000 or more", "Which pieces of jewellery did really well, with a hammer price of at least a thousand pounds?", "Jewellery lots hammered at £1,000 and up"}},
	{Filter, keys(all(sold, empty("Collected_On"), is("Bid_Channel", "telephone"))), [3]string{
		"sold by telephone, not collected yet", "Please list the lots that went to somebody on the telephone and are still waiting to be collected.", "Telephone bidders' lots with no collection date"}},
	{Count, one(number, unsold), [3]string{
		"how many unsold", "How did we do, I mean, how many lots didn't sell at all?", "Number of lots passed, that is without a hammer price"}},
	{Count, one(number, all(asLot("Ceramics"), is("Period", "Victorian"), not(is("Condition", "as found")))), [3]string{
		"victorian ceramics, not as found: count", "How many Victorian ceramics do we have if you leave out the ones catalogued as found?", "How many lots of Victorian ceramics are in a condition other than 'as found'?"}},
	{Count, one(number, within("Hammer_GBP", 200, 400)), [3]string{
		"lots with hammer 200-400", "How many lots ended up going for somewhere from 200 to 400 pounds, both included?", "Count of lots with a hammer price between £200 and £400 inclusive"}},
	{Count, one(number, all(sold, empty("Collected_On"))), [3]string{
		"sold but uncollected, how many", "How many of the things we sold are still sitting in the store because no one has collected them?", "Number of sold lots awaiting collection"}},
	{Count, one(number, below("Hammer_GBP", "Est_Low_GBP")), [3]string{
		"how many went below low estimate", "How many lots sold for less than their low estimate?", "Number of lots hammered under the low estimate"}},
	{Count, one(distinct("Consignor"), all(asLot("Clocks"), is("Period", "Edwardian"))), [3]string{
		"number of different consignors, edwardian clocks", "How many different people or houses consigned Edwardian clocks?", "Edwardian clocks: how many separate consignors?"}},
	{Sum, one(known(sumOf, "Hammer_GBP"), all(is("Consignor", "Lady Arden"), is("Sale_Date", "2024-10-11"))), [3]string{
		"lady arden, hammer total on 11 oct 2024", "Lady Arden rang. What do the hammer prices of her lots add up to for the sale day 11 October 2024?", "Sum of hammer, consignor Lady Arden, sale of 11/10/2024 (eleventh of October)"}},
	{Average, one(known(meanOf, "Hammer_GBP"), all(asLot("Jewellery"), is("Period", "Edwardian"))), [3]string{
		"avg hammer edwardian jewellery", "What does a piece of Edwardian jewellery go for on average at this sale, by hammer price?", "Mean hammer price, Edwardian jewellery"}},
	{Average, one(known(medianOf, "Hammer_GBP"), asLot("Country Furniture")), [3]string{
		"median hammer, country furniture", "I'd like the median, not the average: what is the middle hammer price for country furniture?", "Median hammer price of Country Furniture lots"}},
	{Extreme, holder("Hammer_GBP", true, sold), [3]string{
		"priciest lot by hammer", "Which lot was the star of the sale, the one with the highest hammer price of all?", "Top lot of the sale by hammer?"}},
	{Extreme, one(known(lowestOf, "Hammer_GBP"), asLot("Ceramics")), [3]string{
		"cheapest ceramics hammer price", "What was the smallest amount that any of the ceramics sold for?", "Lowest hammer among ceramics"}},
	{Extreme, day("Collected_On", true, everybody), [3]string{
		"last collection date", "On what day was the most recent collection?", "Latest date a lot was collected"}},
	{Group, each(known(sumOf, "Hammer_GBP"), "Category", sold), [3]string{
		"hammer total by category", "Can you break down for me how much each category made in hammer prices?", "Hammer totals, category by category"}},
	{Group, each(number, "Period", unsold), [3]string{
		"unsold lots per period", "For each period, how many lots found no buyer?", "Unsold count split by period"}},
	{Group, most(1, known(sumOf, "Hammer_GBP"), "Consignor", sold), [3]string{
		"consignor with highest hammer total", "Whose things made the most money altogether, going by the hammer?", "Which consignor grossed the most in hammer prices?"}},
	{Group, exceeding(6, number, "Consignor", unsold), [3]string{
		"consignors with more than 6 unsold lots", "Are there consignors for whom more than six lots failed to sell? Which ones?", "Which consignors have over 6 lots unsold?"}},
	{Top, first(3, "Hammer_GBP", true, all(sold, asLot("Silver & Plate"))), [3]string{
		"top 3 silver & plate lots, hammer", "Which three lots of silver and plate went for the most, starting with the dearest?", "The three best hammer prices in Silver & Plate: which lots?"}},
	{Share, part(number, unsold, everybody), [3]string{
		"% unsold", "What percentage of all the lots was left without a buyer?", "Unsold rate over the whole sale, in per cent of lots"}},
	{Share, part(known(sumOf, "Hammer_GBP"), is("Bid_Channel", "online"), sold), [3]string{
		"online share of hammer total, %", "How much of the total hammer money came from online bidding, in per cent?", "Percentage of the hammer total taken online"}},
	{Comparison, greater(known(meanOf, "Hammer_GBP"), "Georgian", is("Period", "Georgian"), "Victorian", is("Period", "Victorian")), [3]string{
		"avg hammer: georgian or victorian higher?", "Did Georgian pieces or Victorian pieces fetch more on average under the hammer?", "Georgian against Victorian: which has the better mean hammer price?"}},
	{Comparison, apart(known(sumOf, "Hammer_GBP"), is("Bid_Channel", "room"), is("Bid_Channel", "online")), [3]string{
		"difference hammer total room vs online", "How big is the gap between what the room spent in total and what online bidders spent in total, in hammer prices?", "Hammer total in the room and hammer total online: what is the difference?"}},
	{Refuse, none("no column names the buyer"), [3]string{
		"buyer of lot 366?", "Who bought lot 366, what's their name?", "Name of the purchaser, lot 366"}},
	{Refuse, none("no column has a commission or premium"), [3]string{
		"total buyer's premium", "How much commission did we earn on the clocks altogether?", "Vendor's commission on lot 412?"}},
	{Refuse, none("no column has an artist"), [3]string{
		"painter of lot 350?", "Which artist painted the most of our oil paintings?", "Oils by artist: how many of each?"}},
	{Refuse, none("no column has a size"), [3]string{
		"height of lot 340", "How tall is the tallest longcase clock?", "Average height of the clocks in cm?"}},
}
