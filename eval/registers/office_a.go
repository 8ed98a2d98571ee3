package registers

// officeA are the registers for choosing.
var officeA = []register{
	{"assets", 260, []column{
		{"AssetTag", serial("AS-%04d", 1)}, {"Category", choice("Laptop", "Laptop", "Monitor", "Printer", "Phone", "Docking Station")},
		{"Manufacturer", choice("Dell", "HP", "Lenovo", "Apple")}, {"Site", choice("Leeds", "Bristol", "Cardiff")},
		{"AssignedDepartment", choice("Finance", "Legal", "IT", "Marketing", "Operations")}, {"PurchaseDate", days(2016, 2023)},
		{"PurchasePrice", between(80, 3200)}, {"BookValue", between(10, 2400)}, {"UnderWarranty", choice("Yes", "No", "No")},
		{"Condition", choice("New", "Good", "Good", "Worn", "Broken")},
	}},
	{"orders", 320, []column{
		{"order_id", serial("%d", 50001)}, {"order_date", days(2022, 2023)}, {"customer_segment", choice("Retail", "Wholesale", "Public Sector")},
		{"product_group", choice("Stationery", "Furniture", "Lighting", "Kitchen Supplies")}, {"country", choice("France", "Germany", "Italy", "Spain")},
		{"sales_rep", choice("Nina Kowalski", "Paul Ortega", "Sven Madsen")}, {"quantity", between(1, 60)}, {"net_amount_eur", between(20, 9000)},
		{"discount_pct", between(0, 30)}, {"delivery_days", between(1, 24)}, {"returned", choice("Y", "N", "N", "N")}, {"payment_status", choice("Paid", "Paid", "Open", "Overdue")},
	}},
	{"grants", 150, []column{
		{"Grant No", serial("G%03d", 101)}, {"Applicant Type", choice("University", "Charity", "Company", "Municipality")}, {"Programme", choice("Health", "Climate", "Digital", "Culture")},
		{"Region", choice("North", "South", "East", "West")}, {"Decision", choice("Approved", "Approved", "Rejected", "Pending")}, {"Amount Requested", between(5000, 400000)},
		{"Duration Months", between(6, 60)}, {"Team Size", between(1, 25)}, {"Review Score", between(20, 100)}, {"Submission Date", days(2020, 2022)}, {"Resubmission", choice("Yes", "No", "No")},
	}},
	{"loans", 300, []column{
		{"Loan Number", serial("%d", 900)}, {"Branch", choice("Central", "Riverside", "Oak Street")}, {"Item Type", choice("Book", "Book", "DVD", "Magazine", "Audiobook")},
		{"Genre", choice("Crime", "Travel", "Cooking", "Romance", "Science")}, {"Borrower Age", between(6, 88)}, {"Membership", choice("Adult", "Student", "Senior", "Child")},
		{"Loan Date", days(2023, 2023)}, {"Days Kept", between(1, 60)}, {"Renewals", between(0, 4)}, {"Late Fee", between(0, 25)}, {"Overdue", choice("yes", "no", "no")}, {"Reserved", choice("yes", "no")},
	}},
}
