package registers

// officeB are the registers for reporting.
var officeB = []register{
	{"patients", 280, []column{
		{"Patient ID", serial("P%04d", 1)}, {"Sex", choice("Female", "Male")}, {"Age", between(1, 97)}, {"Ward", choice("Cardiology", "Surgery", "Oncology", "Maternity")},
		{"Admission Type", choice("Emergency", "Emergency", "Planned", "Transfer")}, {"Admission Date", days(2022, 2023)}, {"Length of Stay", between(1, 45)},
		{"Insurance", choice("Public", "Public", "Private")}, {"Treatment Cost", between(300, 42000)}, {"Smoker", choice("Yes", "No", "No")}, {"Readmitted", choice("Yes", "No", "No", "No")}, {"BMI", between(16, 44)},
	}},
	{"staff", 210, []column{
		{"StaffNo", serial("%d", 301)}, {"JobGrade", choice("Junior", "Intermediate", "Senior", "Principal")}, {"Team", choice("Payments", "Data", "Support", "Design")}, {"Office", choice("Dublin", "Vienna", "Porto")},
		{"AnnualSalary", between(28000, 120000)}, {"BonusAmount", between(0, 15000)}, {"Age", between(21, 64)}, {"StartDate", days(2008, 2023)}, {"WeeklyHours", between(16, 40)}, {"RemoteWorker", choice("Yes", "No")}, {"LeftCompany", choice("Yes", "No", "No", "No")},
	}},
	{"fleet", 180, []column{
		{"reg_no", serial("KX%03d", 100)}, {"vehicle_type", choice("Van", "Van", "Truck", "Car")}, {"fuel", choice("Diesel", "Petrol", "Electric")}, {"depot", choice("Gent", "Antwerp", "Brussels")},
		{"driver_name", choice("Eva Claes", "Tim Maes", "Luc Peeters", "Mia Jacobs")}, {"mileage_km", between(1000, 290000)}, {"fuel_cost_eur", between(100, 9000)}, {"repair_cost_eur", between(0, 7000)},
		{"last_service", days(2021, 2023)}, {"leased", choice("yes", "no")}, {"accidents", between(0, 5)},
	}},
	{"incidents", 240, []column{
		{"Ticket", serial("INC%d", 7001)}, {"Severity", choice("Critical", "High", "Medium", "Low", "Low")}, {"Service", choice("Email", "Network", "Payroll", "Website")}, {"Status", choice("Closed", "Closed", "Open", "On Hold")},
		{"Opened", days(2023, 2023)}, {"Resolution Hours", between(1, 400)}, {"Affected Users", between(1, 900)}, {"Assigned Group", choice("Service Desk", "Infrastructure", "Applications")}, {"SLA Breached", choice("Yes", "No", "No")}, {"Reopened", choice("Yes", "No", "No", "No", "No")},
	}},
}
