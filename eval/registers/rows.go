package registers

// rows asks for cells and for rows.
var rows = []asked{
	{Lookup, cell("1", "MonthlyIncome"), [3]string{
		"What is the monthly income of employee number 1?", "salary of employee 1", "how much does staff member no. 1 earn a month"}},
	{Lookup, cell("7", "Age"), [3]string{
		"How old is employee 7?", "age of employee number 7", "Tell me the age of the person with personnel number 7."}},
	{Lookup, cell("20", "JobRole"), [3]string{
		"What is the job role of employee number 20?", "which position does employee 20 hold", "What does no. 20 work as?"}},
	{Lookup, cell("100", "Department"), [3]string{
		"Which department is employee 100 in?", "department of employee number 100", "where does employee no 100 work, which dept"}},
	{Lookup, cell("253", "DistanceFromHome"), [3]string{
		"How far from home does employee 253 work?", "distance from home for employee number 253", "What is the commute of employee 253?"}},
	{Lookup, cell("500", "YearsAtCompany"), [3]string{
		"How many years has employee 500 been at the company?", "years at company of employee number 500", "Since how many years is no. 500 with us?"}},
	{Lookup, cell("1024", "Attrition"), [3]string{
		"Has employee 1024 left?", "attrition of employee number 1024", "did the employee with the number 1024 quit?"}},
	{Lookup, cell("1999", "EducationField"), [3]string{
		"What is the education field of employee 1999?", "field of study of employee number 1999", "what did employee 1999 study"}},
	{Lookup, cell("2068", "MaritalStatus"), [3]string{
		"What is the marital status of employee 2068?", "is employee number 2068 married, single or divorced", "Family status of no. 2068?"}},
	{Lookup, cell("412", "PercentSalaryHike"), [3]string{
		"What percent salary hike did employee 412 get?", "salary hike of employee number 412 in percent", "How large was the last pay rise of employee no. 412?"}},
	{Lookup, cell("1307", "YearsSinceLastPromotion"), [3]string{
		"How many years since the last promotion of employee 1307?", "years since last promotion, employee number 1307", "When was 1307 last promoted, how many years back?"}},
	{Lookup, cell("58", "NumCompaniesWorked"), [3]string{
		"For how many companies has employee 58 worked?", "number of companies worked for by employee number 58", "how many former employers does no. 58 have"}},
	{Lookup, cell("305", "JobRole", "JobLevel"), [3]string{
		"What are the job role and the job level of employee 305?", "job level and job role of employee number 305", "Position and grade of employee no. 305, please"}},

	{Filter, keys(over("YearsAtCompany", 35)), [3]string{
		"Which employees have been at the company for more than 35 years?", "list employee numbers with over 35 years at company", "Who has been with us longer than 35 years? Give me their numbers."}},
	{Filter, keys(is("Age", "60")), [3]string{
		"Which employees are 60 years old?", "list the employees aged 60", "Give me the numbers of all 60-year-olds."}},
	{Filter, keys(all(is("JobRole", "Manager"), is("Attrition", "Yes"))), [3]string{
		"Which employees with the job role Manager have left?", "list all managers with attrition yes", "What are the employee numbers of the managers who quit?"}},
	{Filter, keys(over("MonthlyIncome", 19800)), [3]string{
		"Which employees have a monthly income above 19,800?", "employees who earn more than 19800 a month", "show me everybody whose salary is higher than 19800"}},
	{Filter, keys(all(is("Department", "Human Resources"), is("BusinessTravel", "Travel_Frequently"))), [3]string{
		"Which employees of the Human Resources department travel frequently?", "list the frequent travellers in the department human resources", "Who in the HR department is often on business trips?"}},
	{Filter, keys(all(is("JobRole", "Research Director"), is("Attrition", "Yes"))), [3]string{
		"Which research directors have left the company?", "employee numbers of research directors with attrition yes", "list former research directors, i.e. those who are gone"}},
	{Filter, keys(all(under("Age", 20), is("OverTime", "Yes"))), [3]string{
		"Which employees under 20 work overtime?", "list everyone younger than 20 who does overtime", "Give me all people below the age of twenty with overtime yes."}},
	{Filter, keys(all(is("Education", "5"), is("Department", "Human Resources"))), [3]string{
		"Which employees in the Human Resources department have education 5?", "employees of department human resources with education level 5", "who in the HR department has the education grade 5?"}},
}
