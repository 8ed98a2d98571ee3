package registers

// officeC are registers of other trades than those of halves a and b, by another author, who had not seen the planner. They may be read.
var officeC = []register{
	{"webshop", 320, []column{
		{"Order No", serial("SO-%d", 5001)}, {"Channel", choice("Web", "Web", "Phone", "Shop")}, {"Country", choice("Norway", "Sweden", "Denmark", "Finland")}, {"Product Line", choice("Tents", "Backpacks", "Boots", "Stoves")},
		{"Quantity", between(1, 40)}, {"Net Value", between(20, 9800)}, {"Discount %", choice("0", "0", "5", "10", "15")}, {"Ordered On", days(2022, 2024)}, {"Delivered", choice("Yes", "Yes", "Yes", "No")}, {"Returned", choice("No", "No", "No", "Yes")}, {"Sales Rep", choice("Ida Holm", "Per Lund", "Aino Salo")},
	}},
	{"courses", 260, []column{
		{"Booking", serial("B%04d", 100)}, {"Course", choice("First Aid", "Welding", "Bookkeeping", "Forklift")}, {"Level", choice("Beginner", "Beginner", "Advanced")}, {"Site", choice("Leeds", "Hull", "York")}, {"Trainer", choice("R. Shah", "M. Byrne", "L. Cole")},
		{"Start", days(2021, 2024)}, {"Fee", between(60, 1400)}, {"Score", between(20, 100)}, {"Passed", choice("Yes", "Yes", "No")}, {"Paid", choice("Yes", "Yes", "Yes", "No")}, {"Hours Attended", between(0, 60)},
	}},
}
