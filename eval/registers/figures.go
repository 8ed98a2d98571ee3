package registers

// Sides of questions.
var (
	left     = is("Attrition", "Yes")
	overtime = is("OverTime", "Yes")
	women    = is("Gender", "Female")
	men      = is("Gender", "Male")
	sales    = is("Department", "Sales")
	research = is("Department", "Research & Development")
	people   = is("Department", "Human Resources")
)

// figures asks for single figures.
var figures = []asked{
	{Count, one(number, everybody), [3]string{
		"How many employees are there?", "total number of employees", "What is our headcount?"}},
	{Count, one(number, left), [3]string{
		"How many employees have left the company?", "number of employees with attrition yes", "How many people quit?"}},
	{Count, one(number, sales), [3]string{
		"How many employees work in Sales?", "number of employees in the sales department", "What is the size of the Sales dept?"}},
	{Count, one(number, all(women, research)), [3]string{
		"How many women work in Research & Development?", "number of female employees in research & development", "count the ladies in R&D"}},
	{Count, one(number, overtime), [3]string{
		"How many employees work overtime?", "number of employees with overtime", "how many of our people are putting in extra hours"}},
	{Count, one(number, over("Age", 50)), [3]string{
		"How many employees are older than 50?", "number of employees with age above 50", "How many colleagues are past fifty, that is over 50 years of age?"}},
	{Count, one(number, all(is("MaritalStatus", "Single"), left)), [3]string{
		"How many single employees have left?", "number of leavers with marital status single", "How many of the people who quit are unmarried (single)?"}},
	{Count, one(number, is("JobRole", "Sales Executive")), [3]string{
		"How many sales executives are there?", "count of employees with job role sales executive", "How many people do we have in the position Sales Executive?"}},
	{Count, one(number, all(is("BusinessTravel", "Travel_Frequently"), men)), [3]string{
		"How many men travel frequently?", "number of male employees with business travel frequently", "how many male staff are often away on business"}},
	{Count, one(number, all(atLeast("DistanceFromHome", 20), overtime)), [3]string{
		"How many employees who live at least 20 from work do overtime?", "number of employees with distance from home of 20 or more and overtime", "Of those with a commute of 20 or longer, how many work overtime?"}},
	{Count, one(number, all(under("MonthlyIncome", 2000), left)), [3]string{
		"How many employees with a monthly income below 2,000 have left?", "leavers earning less than 2000 a month, how many", "How many people with a salary under 2000 quit?"}},
	{Count, one(number, is("YearsSinceLastPromotion", "0")), [3]string{
		"For how many employees are the years since the last promotion 0?", "number of employees with years since last promotion equal to 0", "How many people got promoted within the last year (zero years ago)?"}},
	{Count, one(number, all(is("EducationField", "Medical"), is("PerformanceRating", "4"))), [3]string{
		"How many employees from the education field Medical have a performance rating of 4?", "count employees with education field medical and performance rating 4", "How many of those who studied in the medical field are rated 4 for performance?"}},

	{Sum, one(sumOf("MonthlyIncome"), everybody), [3]string{
		"What is the sum of the monthly income of all employees?", "total monthly income", "How much do we pay in salaries per month altogether?"}},
	{Sum, one(sumOf("MonthlyIncome"), sales), [3]string{
		"What is the total monthly income in the Sales department?", "sum of monthly income, department sales", "what do the salaries of Sales add up to per month"}},
	{Sum, one(sumOf("YearsAtCompany"), is("JobRole", "Manager")), [3]string{
		"What is the sum of the years at the company of all managers?", "total years at company for job role manager", "Add up the years of service with us of everybody who is Manager."}},
	{Sum, one(sumOf("TrainingTimesLastYear"), people), [3]string{
		"How many trainings did the Human Resources department have last year in total?", "sum of training times last year for the department human resources", "total number of training sessions of the HR department last year"}},
	{Sum, one(sumOf("MonthlyIncome"), left), [3]string{
		"What is the total monthly income of employees who left?", "sum of monthly incomes where attrition is yes", "How much salary per month did the leavers get together?"}},
	{Sum, one(sumOf("NumCompaniesWorked"), is("JobRole", "Research Director")), [3]string{
		"What is the sum of the companies that research directors have worked for?", "total number of companies worked, research directors", "Number of employers our research directors have had, all added together?"}},
	{Sum, one(sumOf("TotalWorkingYears"), all(women, sales)), [3]string{
		"How many total working years do the women in Sales have together?", "sum of total working years of female employees in sales", "Combined work experience in years of all women in the sales department?"}},

	{Average, one(meanOf("Age"), everybody), [3]string{
		"What is the average age of the employees?", "mean age", "How old are our people on average?"}},
	{Average, one(meanOf("MonthlyIncome"), everybody), [3]string{
		"What is the average monthly income?", "average salary", "What does an employee earn per month on average?"}},
	{Average, one(meanOf("MonthlyIncome"), all(women, research)), [3]string{
		"What is the average monthly income of women in Research & Development?", "average salary of female employees in research & development", "mean pay per month for women in R&D"}},
	{Average, one(meanOf("YearsAtCompany"), left), [3]string{
		"What are the average years at the company of employees who left?", "mean years at company where attrition is yes", "How long had those who quit been with us on average?"}},
	{Average, one(meanOf("DistanceFromHome"), sales), [3]string{
		"What is the average distance from home in Sales?", "mean distance from home, sales department", "how long is the typical (average) commute of the Sales people"}},
	{Average, one(meanOf("MonthlyIncome"), is("JobRole", "Laboratory Technician")), [3]string{
		"What is the average monthly income of laboratory technicians?", "average salary of job role laboratory technician", "What do lab technicians make on average each month?"}},
	{Average, one(meanOf("PercentSalaryHike"), is("PerformanceRating", "4")), [3]string{
		"What is the average percent salary hike for a performance rating of 4?", "mean percent salary hike with performance rating 4", "What raise in percent do people rated 4 in performance get on average?"}},
	{Average, one(meanOf("JobSatisfaction"), people), [3]string{
		"What is the average job satisfaction in the Human Resources department?", "mean job satisfaction, department human resources", "On average, how satisfied with their job are the people of the HR department?"}},
	{Average, one(meanOf("TotalWorkingYears"), is("JobRole", "Manager")), [3]string{
		"What are the average total working years of managers?", "mean total working years for the job role manager", "How many years of work experience does a manager have on average?"}},
	{Average, one(meanOf("TrainingTimesLastYear"), research), [3]string{
		"What is the average number of trainings last year in Research & Development?", "mean training times last year for research & development", "how often were R&D staff trained last year on average"}},
	{Average, one(meanOf("HourlyRate"), all(is("MaritalStatus", "Divorced"), men)), [3]string{
		"What is the average hourly rate of divorced men?", "mean hourly rate, male and divorced", "Average rate per hour of male employees who are divorced?"}},

	{Extreme, one(highestOf("MonthlyIncome"), everybody), [3]string{
		"What is the highest monthly income?", "maximum monthly income", "how much does our best paid employee get per month"}},
	{Extreme, holder("MonthlyIncome", true, everybody), [3]string{
		"Which employee has the highest monthly income?", "employee number with the maximum monthly income", "Who earns the most?"}},
	{Extreme, holder("MonthlyIncome", false, everybody), [3]string{
		"Which employee has the lowest monthly income?", "employee with the smallest salary", "Who is paid the least per month?"}},
	{Extreme, one(lowestOf("Age"), left), [3]string{
		"What is the lowest age among employees who left?", "minimum age where attrition is yes", "How young was the youngest leaver?"}},
	{Extreme, holder("YearsAtCompany", true, everybody), [3]string{
		"Who has the most years at the company?", "employee with the longest time at the company", "Which number belongs to our longest-serving employee?"}},
	{Extreme, holder("MonthlyIncome", true, all(is("JobRole", "Laboratory Technician"))), [3]string{
		"Which laboratory technician has the highest monthly income?", "best paid laboratory technician", "who among the lab technicians gets the top salary"}},
	{Extreme, holder("YearsAtCompany", true, people), [3]string{
		"Who in the Human Resources department has been at the company longest?", "employee of department human resources with the most years at company", "Which person of the HR department has the longest tenure here?"}},
	{Extreme, one(highestOf("DistanceFromHome"), is("JobRole", "Research Scientist")), [3]string{
		"What is the greatest distance from home of a research scientist?", "maximum distance from home, research scientists", "How long is the longest commute of any research scientist?"}},
	{Extreme, one(lowestOf("MonthlyIncome"), is("JobRole", "Manager")), [3]string{
		"What is the lowest monthly income of a manager?", "minimum monthly income, job role manager", "What does the worst paid manager earn?"}},

	{Share, part(number, left, everybody), [3]string{
		"What percentage of employees has left?", "share of attrition yes in percent", "What is our attrition rate?"}},
	{Share, part(number, women, everybody), [3]string{
		"What percentage of the employees are women?", "share of female employees", "what is the proportion of women in the workforce"}},
	{Share, part(number, left, sales), [3]string{
		"What percentage of the Sales department has left?", "share of leavers among the employees in sales", "How high is attrition in Sales, in percent?"}},
	{Share, part(number, overtime, is("JobRole", "Laboratory Technician")), [3]string{
		"What percentage of laboratory technicians works overtime?", "share of laboratory technicians with overtime", "how many percent of the lab technicians do extra hours"}},
	{Share, part(number, left, overtime), [3]string{
		"Of the employees who work overtime, what percentage has left?", "attrition in percent among employees with overtime", "How many per cent of the people doing overtime quit?"}},
	{Share, part(sumOf("MonthlyIncome"), sales, everybody), [3]string{
		"What share of the total monthly income goes to the Sales department?", "percentage of the sum of monthly incomes that belongs to sales", "How much of our monthly salary bill falls to Sales, in percent?"}},
	{Share, part(number, is("MaritalStatus", "Married"), is("JobRole", "Manager")), [3]string{
		"What percentage of managers is married?", "share of married employees among the job role manager", "How many managers in a hundred are married, as a percentage?"}},
	{Share, part(number, is("BusinessTravel", "Non-Travel"), everybody), [3]string{
		"What percentage of employees does not travel on business?", "share of employees with business travel Non-Travel", "what part of the staff never goes on business trips, in percent"}},

	{Comparison, greater(meanOf("MonthlyIncome"), "Female", women, "Male", men), [3]string{
		"Who has the higher average monthly income, women or men?", "average monthly income male vs female, which is higher", "Do men or women earn more on average?"}},
	{Comparison, greater(number, "Sales", sales, "Research & Development", research), [3]string{
		"Are there more employees in Sales or in Research & Development?", "which is larger by number of employees, sales or research & development", "Which dept has more people: R&D or Sales?"}},
	{Comparison, greater(rateOf(left), "Sales", sales, "Human Resources", people), [3]string{
		"Is the percentage of leavers higher in the Sales department or in the Human Resources department?", "compare the attrition rate of the departments sales and human resources, which is higher", "Where do relatively more people quit, in the Sales department or in the HR department?"}},
	{Comparison, greater(meanOf("Age"), "Yes", left, "No", not(left)), [3]string{
		"Is the average age higher with attrition Yes or with attrition No?", "compare mean age for attrition yes and no: which one is higher", "Attrition Yes against No: which group is older on average?"}},
	{Comparison, difference(meanOf("MonthlyIncome"), is("JobRole", "Manager"), is("JobRole", "Research Scientist")), [3]string{
		"What is the difference in average monthly income between managers and research scientists?", "average salary of managers minus average salary of research scientists", "By how much is a manager's mean pay per month above a research scientist's?"}},
	{Comparison, difference(number, men, women), [3]string{
		"How many more men than women are there?", "difference between the number of male and female employees", "by how many do the men outnumber the women"}},
	{Comparison, greater(meanOf("YearsAtCompany"), "Married", is("MaritalStatus", "Married"), "Single", is("MaritalStatus", "Single")), [3]string{
		"Who has more years at the company on average, married or single employees?", "average years at company, married vs single, which is more", "Do single or married people stay with us longer on average (years of service)?"}},
	{Comparison, difference(sumOf("MonthlyIncome"), sales, people), [3]string{
		"By how much does the total monthly income of the Sales department exceed that of the Human Resources department?", "sum of monthly income in sales minus that in the department human resources", "How much more do we spend on salaries a month in the Sales department than in the HR department?"}},
}
