package agree

import "testing"

// TestFree: what somebody writes in other words than the passage, over sentences of it and with lists, is borne out.
func TestFree(t *testing.T) {
	p1 := "Guests can check in from 3 p.m. and must leave their room by 11 a.m. on the day of departure. Breakfast is served between 7 and 10 o'clock and is not included in the room rate. Children under 6 stay free of charge, and an extra bed costs €25 a night. Pets are only allowed in ground-floor rooms and for a fee of €12 per day. A booking can be cancelled free of charge until 48 hours before arrival; after that, 80% of the price is due."
	p2 := "Revenue increased by 12 percent to $4.2 billion in 2023, compared with $3.75 billion in 2022. The increase was mainly due to higher demand in Asia, partly offset by lower prices in Europe. Operating costs fell from $1.1 billion to $0.9 billion. The company employed 8,400 people at the end of 2023, 600 fewer than a year before. The Board proposes a dividend of $1.50 per share, unchanged from the previous year."
	p3 := "- Employees must submit travel expenses within 30 days of the trip.\n- Claims over $500 need the approval of a director; smaller ones are approved by the line manager.\n- First class tickets are not reimbursed.\n- Mileage is paid at $0.65 per mile for the first 1,000 miles a year and at $0.45 after that.\n- Receipts are not required for amounts below $25."
	p4 := "## Returns\nUnopened items can be returned within 30 days of delivery for a full refund. Opened items are exchanged only if they are defective. The customer bears the cost of return shipping, except for defective goods. Refunds are made to the original payment method and take five to seven business days. Gift cards cannot be returned. For orders under £20 we charge a handling fee of £2.50."
	p5 := "The trial enrolled 240 patients aged 40 to 75 at 12 hospitals. Half of them received the drug, the other half a placebo, for 16 weeks. Blood pressure fell by 11 mmHg in the treated group and by 3 mmHg in the placebo group. No serious adverse events were observed. Headache was more common with the drug than with placebo (9% versus 4%). Two patients died of causes unrelated to the treatment. The study was funded by the Marrow Foundation, which had no influence on its design."
	p6 := "Permanent staff are entitled to 28 days of annual leave plus public holidays. Up to five days may be carried over and must be taken by 31 March. Requests need at least two weeks' notice and are approved by the team lead. Leave cannot be paid out, except when employment ends. During the first three months, no leave is granted. Part-time staff receive leave in proportion to their hours."
	for p, list := range map[string][]string{
		p1: {
			"Rooms are available from 15:00.", "Guests have to be out of their room no later than eleven in the morning on the last day.", "Breakfast costs extra.",
			"The room rate does not cover breakfast.", "Breakfast is available from seven to ten.", "Children younger than six do not pay.",
			"An additional bed is 25 euros per night.", "Pets may stay on the ground floor only, for twelve euros a day.", "Pets are not allowed on upper floors.",
			"You can cancel without paying up to two days before you arrive.", "Cancelling less than two days before arrival costs 80 per cent of the price.",
			"Four fifths of the price are due for late cancellations.", "No charge is made for children under six.", "Checking in is possible from three in the afternoon.",
			"There is a daily fee of 12 euros for pets.", "Guests who cancel later than 48 hours before arrival pay 80 % of the price."},
		p2: {
			"In 2023 revenue rose by twelve per cent to 4.2 billion dollars.", "Revenue was lower in 2022 than in 2023.", "Revenue amounted to 3,750 million dollars in 2022.",
			"Demand in Asia was the main reason for the growth in revenue.", "Lower prices in Europe reduced the increase.", "Operating costs went down by $0.2 billion.",
			"Operating costs were cut to 900 million dollars.", "There were 8,400 employees at the end of 2023.", "The workforce shrank by six hundred people within a year.",
			"Shareholders are to receive one dollar fifty per share.", "The proposed dividend does not differ from that of the previous year.", "The dividend stays the same at $1.50.",
			"A year earlier the company had 600 more employees.", "Europe's prices declined.", "2023 was a better year than 2022 for revenue.", "Costs used to be 1.1 billion dollars."},
		p3: {
			"Travel expenses have to be handed in no later than 30 days after the trip.", "A director has to approve claims of more than 500 dollars.",
			"The company does not pay for first class tickets.", "First class is never reimbursed.", "For each of the first thousand miles in a year 65 cents are paid.",
			"Beyond 1,000 miles, the rate drops to 45 cents a mile.", "No receipt is needed for less than 25 dollars.", "Employees have thirty days to submit their expenses.", "Small amounts, below $25, can be claimed without a receipt.", "After the first 1,000 miles the mileage rate is lower."},
		p4: {"Opened items that work are not exchanged.", "You pay for return shipping unless the goods are defective.",
			"Customers do not pay for sending back defective goods.", "It takes between 5 and 7 business days until a refund arrives.", "There is no way to return a gift card.",
			"Orders of less than 20 pounds cost £2.50 more.", "A handling fee of two pounds fifty is charged for orders below 20 pounds.", "Orders of £20 or more have no handling fee.", "Returns are accepted for a month, that is, 30 days after delivery.", "Defective goods can be exchanged even when opened."},
		p5: {
			"There were 240 participants from a dozen hospitals.", "The patients were between forty and seventy-five years old.", "Treatment lasted sixteen weeks.",
			"In the placebo group, blood pressure went down by only 3 mmHg.", "The drug lowered blood pressure more than placebo did.", "Nothing serious happened to the patients because of the drug.",
			"There were no serious adverse events.", "Fewer patients had headaches with placebo than with the drug.", "Headaches occurred in nine per cent of those who got the drug.",
			"The two deaths had nothing to do with the treatment.", "The Marrow Foundation paid for the study but did not influence its design.", "The funder had no say in the design of the study."},
		p6: {
			"Permanent employees have twenty-eight days of leave a year.", "Public holidays come on top of the 28 days.", "No more than five days can be carried over.", "Days carried over have to be used before April.",
			"The team lead approves requests.", "Leave has to be requested no less than 14 days in advance.", "Unused leave is not paid out unless employment ends.", "New staff cannot take leave in their first three months.",
			"Leave is only paid out when employment ends.", "Those who work part-time get less leave.", "Carried-over days lapse after 31 March.", "Staff have to wait for three months before they get leave."},
	} {
		for _, s := range list {
			if found := Check(s, "en", Evidence{Passages: []string{p}, Lang: "en"}); len(found) > 0 {
				t.Errorf("%q: %v", s, found)
			}
		}
	}
}
