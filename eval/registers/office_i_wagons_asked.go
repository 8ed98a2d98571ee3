package registers

var (
	running   = is("Condition", "in traffic")
	societys  = is("Owner", "Society")
	beforeWar = under("Year", 1914)
	ofMaker   = func(maker string) test { return is("Built By", maker) }
)

// wagonsAsked asks about the wagons: as on a worksheet, as a volunteer talks, and as an old railwayman or an insurer writes.
var wagonsAsked = []asked{
	{Lookup, cell("W1049", "Built By", "Year"), [3]string{
		"W1049 maker + year", "Who built W1049, and in what year did they?", "Kindly state builder and date of construction of vehicle W1049."}},
	{Lookup, cell("W1070", "Livery"), [3]string{
		"W1070 colour", "What colour is W1070 painted?", "In which livery does W1070 appear?"}},
	{Lookup, cell("W1266", "Next Exam"), [3]string{
		"next exam W1266?", "When have we got to look W1266 over again?", "On which day does the examination of W1266 fall due?"}},
	{Lookup, cell("W1091", "Price Paid"), [3]string{
		"W1091 cost", "What did we give for W1091 at the time?", "For what sum was W1091 purchased?"}},
	{Lookup, cell("W1112", "Tare", "Load"), [3]string{
		"tare and load W1112", "How heavy is W1112 when it's empty, and what's it allowed to carry?", "Empty weight of W1112 as well as its permitted load, please."}},
	{Lookup, cell("W1378", "Siding", "Condition"), [3]string{
		"W1378 where, what state", "Where's W1378 standing and what condition is it in?", "Location and condition of W1378?"}},
	{Lookup, found(all(is("Type", "hopper"), running, is("Owner", "J. Ilott")), "Siding"), [3]string{
		"siding of Ilott's hopper in traffic", "That hopper of J. Ilott's that's in traffic, which siding is it on?", "On what siding will I find the hopper in traffic belonging to J. Ilott?"}},
	{Lookup, span("W1126", "Last Exam", "Next Exam"), [3]string{
		"days last exam to next, W1126", "How many days are there from the last exam of W1126 to its next one?", "The interval in days between the last and the next examination of W1126?"}},

	{Filter, keys(all(is("Type", "tank"), is("Condition", "stored"), societys)), [3]string{
		"tank, stored, Society: numbers", "Which of the Society's tank wagons are just in store?", "Stock numbers of all tanks which the Society owns and which stand stored."}},
	{Filter, keys(all(running, before("Next Exam", "2025-01-01"))), [3]string{
		"in traffic, next exam before 1.1.2025", "Which wagons in traffic were due their exam before the start of 2025?", "Enumerate vehicles in traffic whose next examination lies earlier than 1 January 2025."}},
	{Filter, keys(all(has("Price Paid"), over("Price Paid", 4000))), [3]string{
		"paid more than £4,000", "Which ones cost us over four thousand pounds?", "Kindly list the stock for which more than £4,000 was paid."}},
	{Filter, keys(all(is("Remarks", "roof leaks"), not(running))), [3]string{
		"leaky roofs, not in traffic", "Which wagons with a leaking roof are not in traffic?", "Vehicles with the remark that the roof leaks and that are out of traffic?"}},
	{Filter, keys(during("Acquired", "1974-01-01", "1979-12-31")), [3]string{
		"acquired in the 1970s", "What came to us in the seventies? Numbers will do.", "Which stock was acquired from 1970 to 1979?"}},
	{Filter, keys(all(is("Brakes", "air"), is("Livery", "bauxite"))), [3]string{
		"air braked + bauxite", "Which bauxite ones have got air brakes?", "Air-braked vehicles in bauxite livery, by stock number."}},
	{Filter, keys(all(empty("Built By"), beforeWar)), [3]string{
		"no builder given, pre 1914", "Which wagons from before 1914 have no maker filled in?", "Those built earlier than 1914 whose builder is left blank?"}},
	{Filter, values("Owner", all(is("Type", "hopper"))), [3]string{
		"owners of hoppers, each once", "Who owns hoppers here? Name each just once.", "By whom are the hopper wagons owned, every owner mentioned once?"}},
	{Filter, keys(all(is("Type", "brake van"), is("Siding", "Works"))), [3]string{
		"brake vans @ Works", "Any brake vans up at the Works, and which?", "Which brake vans stand at the Works?"}},

	{Count, one(number, running), [3]string{
		"no. in traffic", "How many of our wagons are actually in traffic?", "The number of vehicles presently in traffic?"}},
	{Count, one(number, empty("Price Paid")), [3]string{
		"how many gifts", "How many wagons were given to us for nothing, down as a gift?", "Number of vehicles entered as gift under the price?"}},
	{Count, one(number, all(beforeWar, is("Condition", "stored"))), [3]string{
		"stored, year < 1914", "How many of the stored ones were built before 1914?", "Of the vehicles in store, how many are older than the year 1914?"}},
	{Count, one(number, is("Brakes", "vacuum", "air")), [3]string{
		"vacuum or air brakes, count", "How many wagons have vacuum or air brakes?", "How many vehicles are fitted with either vacuum or air brakes?"}},
	{Count, one(number, during("Last Exam", "2025-01-01", "2025-06-30")), [3]string{
		"last exam Jan-Jun 2025, how many", "How many did we last examine in the first half of 2025?", "For how many is the last examination dated between 1 January and 30 June 2025?"}},
	{Count, one(distinct("Built By"), societys), [3]string{
		"Society wagons: different builders", "How many different builders do the Society's wagons come from, not counting blanks?", "The number of distinct known makers among Society stock?"}},
	{Count, one(number, all(has("Run 2025"), over("Run 2025", 500))), [3]string{
		"ran > 500 mi in 2025, number", "How many wagons did more than 500 miles in 2025?", "How many vehicles covered above five hundred miles during 2025?"}},

	{Sum, one(known(sumOf, "Price Paid"), societys), [3]string{
		"Society total price paid", "How much money went on the Society's wagons altogether?", "Total purchase money for vehicles in the Society's ownership?"}},
	{Sum, one(known(sumOf, "Run 2025"), everybody), [3]string{
		"run 2025 total mi", "How many miles did all the wagons together run in 2025?", "Aggregate mileage of the year 2025?"}},
	{Sum, one(sumOf("Load"), all(is("Type", "box van"), running)), [3]string{
		"load of box vans in traffic, summed", "If I fill every box van that's in traffic, how many tonnes can we carry?", "Combined permitted load of the box vans in traffic?"}},
	{Average, one(meanOf("Tare"), is("Type", "open")), [3]string{
		"opens: mean tare", "What does an open weigh empty, on average?", "The average tare of open wagons?"}},
	{Average, one(known(meanOf, "Price Paid"), ofMaker("Swindon")), [3]string{
		"Swindon avg price paid, w/o gifts", "What did we pay on average for the wagons from Swindon, leaving out the gifts?", "Average price of Swindon-built stock, gifts disregarded?"}},
	{Average, one(meanOf("Year"), is("Brakes", "hand")), [3]string{
		"avg build year, hand brake", "On average, from what year are the hand-braked wagons?", "Mean year of construction of vehicles with hand brakes?"}},

	{Extreme, holder("Year", false, running), [3]string{
		"oldest in traffic", "Which is the oldest wagon that's still in traffic?", "The earliest built vehicle in traffic: which?"}},
	{Extreme, dated(1, "Last Exam", false, everybody), [3]string{
		"oldest last exam: which", "Which wagon has gone the longest since its last exam?", "Stock number of the vehicle whose last examination lies furthest back?"}},
	{Extreme, one(highestOf("Run 2025"), all(has("Run 2025"), societys)), [3]string{
		"max run 2025, Society", "What's the most miles any of the Society's wagons ran in 2025?", "Highest 2025 mileage of a Society vehicle?"}},
	{Extreme, holder("Tare", true, everybody), [3]string{
		"heaviest (tare)", "Which wagon is the heaviest when empty?", "Of all vehicles, the one of the greatest tare?"}},
	{Extreme, day("Acquired", true, everybody), [3]string{
		"date of latest acquisition", "When did we last get a wagon?", "On what date was the newest acquisition made?"}},

	{Group, each(number, "Condition", everybody), [3]string{
		"count by condition", "How many have we got in each condition?", "Please divide the stock by condition, with numbers."}},
	{Group, each(known(sumOf, "Run 2025"), "Owner", has("Run 2025")), [3]string{
		"2025 miles per owner", "How far did each owner's wagons run in 2025, all of theirs together?", "Total 2025 mileage, owner by owner?"}},
	{Top, most(2, number, "Type", everybody), [3]string{
		"2 commonest types", "What are the two types we've got the most of?", "The two most numerous types of vehicle?"}},
	{Share, part(number, is("Livery", "grey"), everybody), [3]string{
		"% grey", "What per cent of our wagons are painted grey?", "Percentage of the fleet in grey?"}},
	{Comparison, greater(meanOf("Tare"), "tank", is("Type", "tank"), "brake van", is("Type", "brake van")), [3]string{
		"avg tare tank vs brake van, higher?", "Which weigh more on average empty, tanks or brake vans?", "Does the tank or the brake van have the greater mean tare?"}},

	{Refuse, none("no column has a length"), [3]string{
		"W1021 length over buffers", "How long is W1021 from buffer to buffer?", "Length of vehicle W1021 in feet?"}},
	{Refuse, none("no column has a driver"), [3]string{
		"driver of the train with W1301", "Who drove when W1301 went out last?", "State the driver who last hauled W1301."}},
	{Refuse, none("no column has a mileage of 2024"), [3]string{
		"run 2024 W1035", "How far did W1035 run in 2024?", "Mileage of W1035 in the year 2024?"}},
	{Refuse, none("no column has a value of insurance"), [3]string{
		"insured value total", "What are all the wagons insured for?", "The sum insured over the fleet?"}},
	{Refuse, none("no column says who examines"), [3]string{
		"examiner W1140", "Who signed the last exam of W1140?", "By which inspector was W1140 last examined?"}},
	{Refuse, none("no column says what a wagon carried"), [3]string{
		"cargo W1161", "What did they use to carry in W1161, milk or oil?", "The commodity which W1161 conveyed?"}},
	{Refuse, none("no column has the cost of a repair"), [3]string{
		"repair costs under repair", "What is the mending of the wagons under repair going to cost us?", "Estimated cost of the repairs in hand?"}},
	{Refuse, none("no wagon has the number W2000"), [3]string{
		"W2000 livery", "What colour is W2000?", "Livery of vehicle W2000?"}},
	{Refuse, none("no column has the number of axles or wheels"), [3]string{
		"number of axles, W1182", "How many wheels has W1182 got?", "Axles of W1182?"}},
	{Refuse, none("no column has what a ride or hire brings in"), [3]string{
		"income film hire", "How much did film hire bring in?", "Receipts from hire to film companies, in total?"}},
}
