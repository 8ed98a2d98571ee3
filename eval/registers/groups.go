package registers

// groups asks for figures by the values of a column, and for the first of a ranking.
var groups = []asked{
	{Group, each(number, "Department", everybody), [3]string{
		"How many employees are there in each department?", "number of employees by department", "Break the headcount down per department."}},
	{Group, each(meanOf("MonthlyIncome"), "JobLevel", everybody), [3]string{
		"What is the average monthly income for each job level?", "average salary by job level", "mean pay per month per grade (job level)"}},
	{Group, each(number, "Department", left), [3]string{
		"How many employees have left in each department?", "attrition yes by department, number", "per department, how many people quit?"}},
	{Group, each(meanOf("Age"), "JobRole", everybody), [3]string{
		"What is the average age by job role?", "mean age per job role", "How old are people on average in each position?"}},
	{Group, each(highestOf("MonthlyIncome"), "Gender", everybody), [3]string{
		"What is the highest monthly income for each gender?", "maximum monthly income by gender", "What is the top salary among men and among women?"}},
	{Group, each(number, "MaritalStatus", overtime), [3]string{
		"How many employees work overtime, by marital status?", "overtime yes, count per marital status", "split the people who do overtime into married, single and divorced"}},
	{Group, most(1, meanOf("MonthlyIncome"), "Department", everybody), [3]string{
		"Which department has the highest average monthly income?", "department with the highest mean salary", "In which dept do people earn the most on average?"}},
	{Group, most(1, rateOf(left), "JobRole", everybody), [3]string{
		"Which job role has the highest percentage of leavers?", "job role with the highest attrition rate", "From which position do relatively the most people quit?"}},
	{Group, least(number, "EducationField", everybody), [3]string{
		"Which education field has the fewest employees?", "education field with the smallest number of employees", "What is the rarest field of study among our staff?"}},

	{Top, first(5, "MonthlyIncome", true, everybody), [3]string{
		"Which five employees have the highest monthly income?", "top 5 employees by monthly income", "list our five best earners"}},
	{Top, first(3, "MonthlyIncome", true, sales), [3]string{
		"Which three employees in Sales have the highest monthly income?", "top 3 by monthly income in the sales department", "Who are the 3 best paid people in Sales?"}},
	{Top, first(3, "MonthlyIncome", false, everybody), [3]string{
		"Which three employees have the lowest monthly income?", "bottom 3 employees by monthly income", "name the 3 people with the smallest salaries"}},
	{Top, first(2, "YearsAtCompany", true, everybody), [3]string{
		"Which two employees have been at the company longest?", "top 2 by years at company", "Who are the two people with the longest service with us?"}},
	{Top, most(3, number, "JobRole", everybody), [3]string{
		"What are the three most frequent job roles?", "top 3 job roles by number of employees", "Which 3 positions do most of our people hold?"}},
	{Top, most(2, number, "EducationField", left), [3]string{
		"From which two education fields have the most employees left?", "top 2 education fields by number of leavers", "The two fields of study that lost the most people?"}},
}

// refusals asks what the columns do not say, or say in more than one way.
var refusals = []asked{
	{Refuse, none("three columns may be meant: DailyRate, HourlyRate, MonthlyRate"), [3]string{
		"What is the average rate?", "mean rate of the employees", "how high is the rate on average"}},
	{Refuse, none("three columns may be meant: EnvironmentSatisfaction, JobSatisfaction, RelationshipSatisfaction"), [3]string{
		"What is the satisfaction of employee 10?", "satisfaction of employee number 10", "How satisfied is no. 10?"}},
	{Refuse, none("no column has names of persons"), [3]string{
		"What is the first name of employee 5?", "name of employee number 5", "What is no. 5 called?"}},
	{Refuse, none("no column has dates, only years of service"), [3]string{
		"How many employees left in 2015?", "number of leavers in the year 2015", "How many people quit in 2015?"}},
	{Refuse, none("no column names the manager of a person, only the years with them"), [3]string{
		"Who is the manager of employee 7?", "name of the boss of employee number 7", "To whom does no. 7 report?"}},
	{Refuse, none("no column has a place of work"), [3]string{
		"How many employees work in Berlin?", "number of employees at the Berlin office", "Headcount of our Berlin site?"}},
	{Refuse, none("overtime is Yes or No, without hours"), [3]string{
		"How many overtime hours did employee 1 work?", "overtime hours of employee number 1", "how many hours of overtime has no. 1 put in"}},
	{Refuse, none("no column has days of sickness"), [3]string{
		"What is the average number of sick days in Sales?", "mean sick days, sales department", "How many days are the Sales people off sick on average?"}},
}
