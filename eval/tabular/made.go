package tabular

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/table"
)

// Made are questions that templates make over invented tables, each with the gold of its own plan. They teach forms that
// WikiTableQuestions has few of: averages, groups, shares, flags, keys.
func Made(ctx context.Context, each int) ([]Question, error) {
	var list []Question
	for n, s := range invented {
		for style := range 3 {
			r := rand.New(rand.NewPCG(7, uint64(10*n+style)))
			m := &maker{r: r, s: s, t: s.table(r, style), style: style, ctx: ctx}
			for range each {
				q, err := m.question()
				if err != nil {
					return nil, err
				}
				if q.Gold != nil {
					q.ID, q.File, q.Table = fmt.Sprintf("made%d", len(list)), fmt.Sprintf("made%d-%d", n, style), m.t
					list = append(list, q)
				}
			}
		}
	}
	return list, nil
}

// An invention is a kind of things with a key and columns.
type invention struct {
	one, many string // names of a row
	key       string
	texts     map[string][]string // few values
	flags     map[string][]string // yes or no, with words that say yes
	numbers   map[string][2]int   // from, to
}

var invented = []invention{
	{"customer", "customers", "customer number", map[string][]string{"segment": {"Consumer", "Corporate", "Small Business"}, "home region": {"North East", "South", "West & Central", "Overseas"}, "contract type": {"Monthly", "Yearly", "Two Years"}, "account manager": {"Petra Lind", "Omar Haddad", "Jo Singh", "Ana Costa"}},
		map[string][]string{"churn": {"churned", "cancelled"}, "newsletter": {"get the newsletter"}}, map[string][2]int{"age": {18, 80}, "annual spend": {100, 9000}, "daily usage": {1, 300}, "monthly charge": {10, 120}, "support calls": {0, 12}, "years with us": {0, 25}, "monthly visits": {0, 60}}},
	{"machine", "machines", "machine id", map[string][]string{"plant": {"Ghent", "Lyon", "Porto"}, "maker": {"Arburg", "Engel", "Haitian"}, "machine type": {"Press", "Lathe", "Mill Station", "Robot Arm"}, "shift model": {"Day", "Night", "Rotating"}},
		map[string][]string{"under warranty": {"under warranty"}, "broken": {"broke down", "out of order"}}, map[string][2]int{"power rating": {5, 400}, "running hours": {0, 40000}, "hourly cost": {5, 80}, "yearly service cost": {100, 9000}, "operators": {1, 6}, "age": {0, 30}, "distance to store": {1, 90}}},
	{"student", "students", "student number", map[string][]string{"faculty": {"Law", "Medicine", "Arts & Letters", "Engineering"}, "gender": {"Female", "Male"}, "degree level": {"Bachelor", "Master", "Doctor"}, "travel to campus": {"Travel_By_Bus", "Travel_By_Bike", "On_Foot"}},
		map[string][]string{"scholarship": {"have a scholarship", "get a scholarship"}, "dropout": {"dropped out", "left"}}, map[string][2]int{"age": {17, 45}, "final grade": {1, 20}, "credits earned": {0, 180}, "tuition fee": {500, 9000}, "weekly hours": {2, 50}, "semesters enrolled": {1, 14}}},
	{"order", "orders", "order id", map[string][]string{"product": {"Lamp", "Desk", "Garden Chair", "Shelf"}, "channel": {"Web", "Store", "Phone"}, "sales person": {"Ida Berg", "Tom Reed", "Lu Chen"}, "ship mode": {"Standard", "Express", "Pick Up"}},
		map[string][]string{"returned": {"were returned", "came back"}, "gift": {"are gifts"}}, map[string][2]int{"quantity": {1, 40}, "unit price": {2, 900}, "total amount": {5, 20000}, "discount percent": {0, 40}, "shipping cost": {0, 90}, "delivery days": {1, 21}}},
	{"house", "houses", "listing no", map[string][]string{"district": {"Old Town", "Harbour", "Green Hill", "Station"}, "house type": {"Flat", "Terrace", "Villa"}, "heating": {"Gas", "Heat Pump", "District"}, "energy label": {"A", "B", "C", "D"}},
		map[string][]string{"sold": {"were sold"}, "garden": {"have a garden", "with a garden"}}, map[string][2]int{"asking price": {90000, 990000}, "living area": {30, 320}, "plot size": {0, 2000}, "rooms": {1, 9}, "building year": {1890, 2023}, "days on market": {1, 300}, "monthly rent": {300, 4000}}},
	{"nurse", "nurses", "staff number", map[string][]string{"ward": {"Surgery", "Children", "Intensive Care", "Emergency"}, "gender": {"Male", "Female"}, "marital status": {"Single", "Married", "Divorced"}, "position": {"Head Nurse", "Senior Nurse", "Trainee"}, "education": {"Diploma", "Bachelor", "Master"}},
		map[string][]string{"night shifts": {"work night shifts"}, "resigned": {"resigned", "left", "quit"}}, map[string][2]int{"age": {20, 66}, "monthly salary": {1500, 7800}, "hourly wage": {12, 45}, "years of service": {0, 40}, "years in ward": {0, 20}, "trainings last year": {0, 8}, "commute distance": {1, 70}, "overtime hours": {0, 60}}},
	{"shipment", "shipments", "tracking no", map[string][]string{"carrier": {"Blue Line", "FastGo", "Nordpost"}, "destination country": {"Germany", "Poland", "Spain", "Japan"}, "service": {"Ground", "Air", "Sea Freight"}, "status": {"Delivered", "In Transit", "Lost"}},
		map[string][]string{"insured": {"are insured"}, "late": {"arrived late", "were late"}}, map[string][2]int{"weight kg": {1, 900}, "distance km": {10, 9000}, "freight cost": {5, 4000}, "customs fee": {0, 500}, "packages": {1, 30}, "transit days": {1, 45}}},
	{"film", "films", "film id", map[string][]string{"genre": {"Drama", "Comedy", "Science Fiction", "Crime"}, "country": {"France", "India", "Sweden", "Brazil"}, "director": {"A. Varda", "S. Ray", "L. Moodysson"}, "rating class": {"General", "Parental", "Adult"}},
		map[string][]string{"award winner": {"won an award"}, "in colour": {"are in colour"}}, map[string][2]int{"release year": {1950, 2022}, "length minutes": {60, 210}, "budget": {10, 9000}, "box office": {1, 30000}, "critic score": {1, 100}, "screens": {1, 900}}},
}

// styled writes a label as files have them.
func styled(label string, style int) string {
	words := strings.Fields(label)
	for i, w := range words {
		if style != 1 {
			words[i] = strings.ToUpper(w[:1]) + w[1:]
		}
	}
	return strings.Join(words, []string{"", "_", " "}[style])
}

// table makes rows. Its columns come in a random order, the key somewhere among the first.
func (s invention) table(r *rand.Rand, style int) *table.Table {
	type column struct {
		label string
		cell  func(i int) string
	}
	var columns []column
	for _, label := range sortedKeys(s.texts) {
		values := s.texts[label]
		columns = append(columns, column{label, func(int) string { return values[min(r.IntN(len(values)), r.IntN(len(values)+1))] }})
	}
	for _, label := range sortedKeys(s.flags) {
		columns = append(columns, column{label, func(int) string { return []string{"No", "Yes", "No"}[r.IntN(3)] }})
	}
	for _, label := range sortedKeys(s.numbers) {
		b := s.numbers[label]
		columns = append(columns, column{label, func(int) string { return fmt.Sprint(b[0] + r.IntN(b[1]-b[0]+1)) }})
	}
	r.Shuffle(len(columns), func(a, b int) { columns[a], columns[b] = columns[b], columns[a] })
	at := r.IntN(4)
	columns = append(columns[:at], append([]column{{s.key, func(i int) string { return fmt.Sprint(i*3 + 1 + i%2) }}}, columns[at:]...)...)
	t := &spar.Table{}
	for _, c := range columns {
		t.Header = append(t.Header, styled(c.label, style))
	}
	for i := range 120 {
		row := spar.Row{Locator: spar.Locator{Row: i + 2}}
		for _, c := range columns {
			row.Cells = append(row.Cells, c.cell(i))
		}
		t.Rows = append(t.Rows, row)
	}
	doc := &spar.Document{State: spar.OK, Blocks: []spar.Block{{Kind: spar.TableKind, Table: t}}}
	return table.Of(doc, func(spar.Locator, int) string { return "t" })[0]
}

// A maker makes questions over one table.
type maker struct {
	r     *rand.Rand
	s     invention
	t     *table.Table
	style int
	ctx   context.Context
}

func (m *maker) pick(list ...string) string { return list[m.r.IntN(len(list))] }

// column picks one of a map by its label, and gives it as the file has it.
func pickKey[T any](m *maker, of map[string]T) (label, column string) {
	label = m.pick(sortedKeys(of)...)
	return label, styled(label, m.style)
}

func quote(s string) string { return `"` + s + `"` }

// condition makes one, as words that go behind the things and as a plan has it. The column of number is not used.
func (m *maker) condition(not string) (words, plan, column string) {
	switch m.r.IntN(6) {
	case 0:
		label, c := pickKey(m, m.s.flags)
		if m.r.IntN(2) == 0 {
			said := m.pick(m.s.flags[label]...)
			return m.pick("that ", "who ", "which ") + said, quote(c) + " = Yes", c
		}
		return m.pick("with "+label+" yes", "where "+label+" is yes", "with "+label), quote(c) + " = Yes", c
	case 1:
		label, c := pickKey(m, m.s.numbers)
		if c == not {
			return m.condition(not)
		}
		b := m.s.numbers[label]
		n := b[0] + (b[1]-b[0])*(1+m.r.IntN(3))/4
		over, op := m.pick("more than ", "over ", "above ", "greater than "), ">"
		switch m.r.IntN(4) {
		case 0:
			over, op = m.pick("less than ", "under ", "below ", "fewer than "), "<"
		case 1:
			over, op = "at least ", ">="
		}
		if label == "age" && m.r.IntN(2) == 0 {
			switch op {
			case ">":
				return m.pick("older than ", "over ") + fmt.Sprint(n), quote(c) + fmt.Sprintf(" > %d", n), c
			case "<":
				return m.pick("younger than ", "under ") + fmt.Sprint(n), quote(c) + fmt.Sprintf(" < %d", n), c
			}
		}
		said := m.pick("with "+article(label)+" "+over+fmt.Sprint(n), "with "+over+fmt.Sprint(n)+" "+label, "whose "+label+" is "+over+fmt.Sprint(n), "where "+label+" is "+over+fmt.Sprint(n))
		return said, fmt.Sprintf("%s %s %d", quote(c), op, n), c
	}
	label, c := pickKey(m, m.s.texts)
	v := m.pick(m.s.texts[label]...)
	said := strings.ReplaceAll(v, "_", " ")
	if m.r.IntN(3) == 0 {
		said = strings.ToLower(said)
	}
	if label == "gender" && m.r.IntN(2) == 0 {
		return map[string]string{"Male": "who are men", "Female": "who are women"}[v], quote(c) + " = " + quote(v), c
	}
	return m.pick("in "+said, "in the "+said+" "+label, "with "+label+" "+said, "with the "+label+" "+said, "where "+label+" is "+said, "whose "+label+" is "+said, "of the "+label+" "+said, "from "+said), quote(c) + " = " + quote(v), c
}

func article(label string) string {
	if strings.ContainsRune("aeiou", rune(label[0])) {
		return "an " + label
	}
	return "a " + label
}
