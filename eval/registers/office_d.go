package registers

// officeD are registers for reporting, by the author of officeC.
var officeD = []register{
	{"trees", 400, []column{
		{"tree_id", serial("T%05d", 1)}, {"species", choice("Lime", "Lime", "Oak", "Plane", "Birch")}, {"district", choice("Harbour", "Old Town", "Westfield", "Mill Hill")}, {"planted", days(1960, 2020)}, {"height_m", between(3, 34)},
		{"trunk_cm", between(8, 120)}, {"condition", choice("good", "good", "fair", "poor", "dead")}, {"protected", choice("yes", "no", "no", "no")}, {"last_pruned", days(2015, 2024)}, {"pruning_cost", between(40, 900)},
	}},
	{"samples", 300, []column{
		{"sample", serial("W%04d", 2200)}, {"site", choice("Inlet", "Outlet", "Reservoir", "Tap")}, {"taken", days(2022, 2023)}, {"analyst", choice("Novak", "Okafor", "Silva")}, {"ph", between(5, 9)}, {"nitrate_mg_l", between(1, 60)},
		{"lead_ug_l", between(0, 14)}, {"turbidity_ntu", between(0, 9)}, {"result", choice("pass", "pass", "pass", "fail")}, {"retested", choice("no", "no", "yes")}, {"lab_cost", between(15, 240)},
	}},
}
