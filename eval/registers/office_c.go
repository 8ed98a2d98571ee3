package registers

// officeC are registers of other trades than those of halves a and b, by another author, who had not seen the planner. They may be read.
var officeC = []register{
	{"webshop", 320, []column{
		{"Order No", serial("SO-%d", 5001)}, {"Channel", choice("Web", "Web", "Phone", "Shop")}, {"Country", choice("Norway", "Sweden", "Denmark", "Finland")}, {"Product Line", choice("Tents", "Backpacks", "Boots", "Stoves")},
		{"Quantity", between(1, 40)}, {"Net Value", between(20, 9800)}, {"Discount %", choice("0", "0", "5", "10", "15")}, {"Ordered On", days(2022, 2024)}, {"Delivered", choice("Yes", "Yes", "Yes", "No")}, {"Returned", choice("No", "No", "No", "Yes")}, {"Sales Rep", choice("Ida Holm", "Per Lund", "Aino Salo")},
	}, []asked{
		{Count, one(number, is("Country", "Sweden")), [3]string{"How many orders came from Sweden?", "Swedish orders, how many?", "What is the number of orders where the country is Sweden?"}},
		{Sum, one(sumOf("Net Value"), is("Product Line", "Tents")), [3]string{"How much did we sell in tents, net?", "What is the total net value of tent orders?", "Net value of everything in the Tents line, summed up?"}},
		{Average, one(meanOf("Net Value"), is("Channel", "Phone")), [3]string{"What is a phone order worth on average?", "Average net value of orders taken by phone?", "Mean net value, channel Phone?"}},
		{Count, one(number, all(is("Returned", "Yes"), is("Product Line", "Boots"))), [3]string{"How many boots orders were sent back?", "How many orders of boots have been returned?", "Count the returned orders in the boots line."}},
		{Count, one(number, is("Delivered", "No")), [3]string{"How many orders have not been delivered yet?", "How many orders are still undelivered?", "Number of orders we have yet to deliver?"}},
		{Extreme, holder("Net Value", true, is("Country", "Finland")), [3]string{"Which Finnish order has the highest net value?", "What was the biggest order from Finland by net value?", "Order number of the most valuable order in Finland?"}},
		{Group, each(sumOf("Quantity"), "Product Line", everybody), [3]string{"How many pieces did we sell of each product line?", "Total quantity by product line?", "For every product line, give the sum of the quantities."}},
		{Group, most(1, sumOf("Net Value"), "Sales Rep", everybody), [3]string{"Which sales rep brought in the most net value?", "Who sold the most, by net value?", "Sales rep with the largest total net value?"}},
		{Share, part(number, is("Channel", "Web"), everybody), [3]string{"What percentage of our orders comes in through the web?", "What share of orders is placed on the web?", "How many percent of the orders are web orders?"}},
		{Comparison, greater(number, "Norway", is("Country", "Norway"), "Denmark", is("Country", "Denmark")), [3]string{"Do we get more orders from Norway or from Denmark?", "Which country places more orders, Norway or Denmark?", "Norway versus Denmark: where is the number of orders higher?"}},
		{Count, one(number, all(since("Ordered On", "2024"), is("Discount %", "15"))), [3]string{"How many orders since the start of 2024 had a 15 % discount?", "Number of orders placed in 2024 or later with a discount of 15?", "In 2024, how many orders got 15 percent off?"}},
		{Lookup, cell("SO-5040", "Sales Rep"), [3]string{"Who was the sales rep on order SO-5040?", "Sales rep of SO-5040?", "Which rep handled SO-5040?"}},
		{Refuse, none("no column says it"), [3]string{"What is the average delivery time?", "How many orders were paid by card?", "How many orders came from Iceland?"}},
	}},
	{"courses", 260, []column{
		{"Booking", serial("B%04d", 100)}, {"Course", choice("First Aid", "Welding", "Bookkeeping", "Forklift")}, {"Level", choice("Beginner", "Beginner", "Advanced")}, {"Site", choice("Leeds", "Hull", "York")}, {"Trainer", choice("R. Shah", "M. Byrne", "L. Cole")},
		{"Start", days(2021, 2024)}, {"Fee", between(60, 1400)}, {"Score", between(20, 100)}, {"Passed", choice("Yes", "Yes", "No")}, {"Paid", choice("Yes", "Yes", "Yes", "No")}, {"Hours Attended", between(0, 60)},
	}, []asked{
		{Count, one(number, is("Passed", "No")), [3]string{"How many participants failed?", "How many people did not pass?", "Number of bookings where the course was not passed?"}},
		{Count, one(number, all(is("Course", "Forklift"), is("Site", "Hull"))), [3]string{"How many people took the forklift course in Hull?", "How many forklift bookings does Hull have?", "Forklift at Hull: number of bookings?"}},
		{Average, one(meanOf("Score"), is("Trainer", "M. Byrne")), [3]string{"What score do M. Byrne's participants get on average?", "Average score under trainer M. Byrne?", "Mean score where the trainer is M. Byrne?"}},
		{Sum, one(sumOf("Fee"), is("Paid", "No")), [3]string{"How much in fees is still unpaid?", "What is the total of the fees that have not been paid?", "Sum of outstanding fees, that is where paid is no?"}},
		{Sum, one(sumOf("Hours Attended"), is("Course", "Welding")), [3]string{"How many hours of welding were attended in total?", "Total hours attended in the welding course?", "Add up the hours attended for Welding."}},
		{Share, part(number, is("Passed", "Yes"), is("Level", "Advanced")), [3]string{"What is the pass rate in the advanced courses?", "What percentage of advanced participants passed?", "At level Advanced, what share passed?"}},
		{Group, each(meanOf("Fee"), "Course", everybody), [3]string{"What does each course cost on average?", "Average fee per course?", "Give me the mean fee course by course."}},
		{Group, most(1, number, "Site", is("Course", "First Aid")), [3]string{"At which site do most people take first aid?", "Which site has the most first aid bookings?", "Site with the highest number of bookings for First Aid?"}},
		{Extreme, holder("Score", true, is("Course", "Bookkeeping")), [3]string{"Which booking has the best bookkeeping score?", "Who scored highest in bookkeeping?", "Booking with the top score in the Bookkeeping course?"}},
		{Comparison, difference(meanOf("Score"), is("Site", "Leeds"), is("Site", "York")), [3]string{"By how much is the average score in Leeds above that in York?", "What is the difference between the mean scores of Leeds and York?", "Average score in Leeds minus average score in York?"}},
		{Count, one(number, atLeast("Score", 90)), [3]string{"How many scored 90 or better?", "How many bookings have a score of at least 90?", "Number of people with 90 points or more?"}},
		{Lookup, cell("B0150", "Course", "Score"), [3]string{"Which course was booking B0150 for, and what was the score?", "Course and score of B0150?", "What do we have under B0150 for course and score?"}},
		{Refuse, none("no column says it"), [3]string{"How many participants were women?", "What is the average travel distance?", "How many people took the plumbing course?"}},
	}},
}
