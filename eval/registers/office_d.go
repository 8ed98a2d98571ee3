package registers

// officeD are registers for reporting, by the author of officeC.
var officeD = []register{
	{"trees", 400, []column{
		{"tree_id", serial("T%05d", 1)}, {"species", choice("Lime", "Lime", "Oak", "Plane", "Birch")}, {"district", choice("Harbour", "Old Town", "Westfield", "Mill Hill")}, {"planted", days(1960, 2020)}, {"height_m", between(3, 34)},
		{"trunk_cm", between(8, 120)}, {"condition", choice("good", "good", "fair", "poor", "dead")}, {"protected", choice("yes", "no", "no", "no")}, {"last_pruned", days(2015, 2024)}, {"pruning_cost", between(40, 900)},
	}, []asked{
		{Count, one(number, is("species", "Oak")), [3]string{"How many oaks do we have?", "How many of the trees are oaks?", "Number of oak trees in the list?"}},
		{Count, one(number, all(is("condition", "dead"), is("district", "Harbour"))), [3]string{"How many dead trees are there in the Harbour district?", "How many trees in Harbour are dead?", "Dead trees in the district Harbour: how many?"}},
		{Average, one(meanOf("height_m"), is("species", "Plane")), [3]string{"How tall are plane trees on average?", "Average height of the planes?", "Mean height in metres of trees of the species Plane?"}},
		{Extreme, holder("height_m", true, is("species", "Birch")), [3]string{"Which is the tallest birch?", "Which birch tree is the highest?", "Id of the birch with the greatest height?"}},
		{Extreme, one(highestOf("trunk_cm"), is("district", "Old Town")), [3]string{"How thick is the thickest trunk in the Old Town?", "What is the largest trunk in Old Town, in cm?", "Maximum trunk size in the old town?"}},
		{Sum, one(sumOf("pruning_cost"), is("district", "Westfield")), [3]string{"How much did pruning in Westfield cost altogether?", "Total pruning cost in Westfield?", "What did we spend on pruning in the Westfield district?"}},
		{Count, one(number, before("planted", "1980-01-01")), [3]string{"How many trees were planted before 1980?", "How many of our trees date from before 1980?", "Number of trees with a planting date earlier than 1 January 1980?"}},
		{Group, each(number, "condition", everybody), [3]string{"How many trees are there in each condition?", "Trees by condition?", "Split the tree count up by condition."}},
		{Group, most(1, meanOf("trunk_cm"), "species", everybody), [3]string{"Which species has the thickest trunks on average?", "Species with the largest mean trunk?", "On average, which species is thickest in the trunk?"}},
		{Group, least(number, "district", is("protected", "yes")), [3]string{"Which district has the fewest protected trees?", "Where are there the fewest protected trees, by district?", "District with the smallest number of trees under protection?"}},
		{Share, part(number, is("protected", "yes"), is("species", "Lime")), [3]string{"What percentage of the limes is protected?", "What share of lime trees is protected?", "Of all lime trees, how many per cent are protected?"}},
		{Count, one(number, all(over("height_m", 25), not(is("condition", "good")))), [3]string{"How many trees taller than 25 m are not in good condition?", "How many trees over 25 metres high are in a condition other than good?", "Number of trees above 25 m whose condition isn't good?"}},
		{Refuse, none("no column says it"), [3]string{"How many trees were felled last year?", "What is the average age of the gardeners?", "How many maples do we have?"}},
	}},
	{"samples", 300, []column{
		{"sample", serial("W%04d", 2200)}, {"site", choice("Inlet", "Outlet", "Reservoir", "Tap")}, {"taken", days(2022, 2023)}, {"analyst", choice("Novak", "Okafor", "Silva")}, {"ph", between(5, 9)}, {"nitrate_mg_l", between(1, 60)},
		{"lead_ug_l", between(0, 14)}, {"turbidity_ntu", between(0, 9)}, {"result", choice("pass", "pass", "pass", "fail")}, {"retested", choice("no", "no", "yes")}, {"lab_cost", between(15, 240)},
	}, []asked{
		{Count, one(number, is("result", "fail")), [3]string{"How many samples failed?", "How many failed samples are there?", "Number of samples with the result fail?"}},
		{Count, one(number, over("nitrate_mg_l", 50)), [3]string{"How many samples have more than 50 mg/l of nitrate?", "In how many samples is nitrate above 50?", "Number of samples exceeding 50 mg/l nitrate?"}},
		{Average, one(meanOf("lead_ug_l"), is("site", "Tap")), [3]string{"What is the average lead content at the tap?", "How much lead is in tap samples on average?", "Mean lead level for the site Tap?"}},
		{Extreme, holder("nitrate_mg_l", true, is("site", "Inlet")), [3]string{"Which inlet sample has the most nitrate?", "Which sample from the inlet is highest in nitrate?", "Inlet sample with the maximum nitrate?"}},
		{Extreme, one(lowestOf("ph"), is("site", "Reservoir")), [3]string{"What is the lowest pH in the reservoir?", "How low did the pH get in the reservoir?", "Minimum ph at the site Reservoir?"}},
		{Sum, one(sumOf("lab_cost"), is("analyst", "Okafor")), [3]string{"What did Okafor's samples cost in the lab altogether?", "Total lab cost of the samples Okafor analysed?", "Sum of lab costs, analyst Okafor?"}},
		{Group, each(number, "site", is("result", "fail")), [3]string{"How many samples failed at each site?", "Failed samples per site?", "Number of fails, site by site?"}},
		{Group, most(1, meanOf("turbidity_ntu"), "site", everybody), [3]string{"Which site is the most turbid on average?", "Where is the mean turbidity highest?", "Site with the highest average turbidity?"}},
		{Share, part(number, is("retested", "yes"), is("result", "fail")), [3]string{"What percentage of the failed samples was tested again?", "What share of failed samples was retested?", "Of the samples that failed, how many per cent were retested?"}},
		{Comparison, greater(number, "Novak", is("analyst", "Novak"), "Silva", is("analyst", "Silva")), [3]string{"Who analysed more samples, Novak or Silva?", "Did Novak or Silva do more samples?", "Novak or Silva: whose number of samples is greater?"}},
		{Count, one(number, all(since("taken", "2023"), is("site", "Outlet"))), [3]string{"How many outlet samples have been taken since the beginning of 2023?", "How many samples were taken at the outlet in 2023 or later?", "Number of Outlet samples from 1 January 2023 on?"}},
		{Count, one(number, all(is("site", "Tap"), not(is("analyst", "Silva")))), [3]string{"How many tap samples were analysed by somebody other than Silva?", "How many tap samples did not go to Silva?", "Number of samples at the tap whose analyst isn't Silva?"}},
		{Refuse, none("no column says it"), [3]string{"How many samples contained coliforms?", "What is the average temperature of the water?", "How many samples were taken at the well?"}},
	}},
}
