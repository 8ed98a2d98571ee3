package service

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/table"
)

// The bounds of a reading that leaves words of the question open: its least chance, the part of it that the next reading may have, and
// the greatest chance to state.
const (
	leastLead  = 0.3
	mostRival  = 0.5
	mostUnsure = 0.55
)

// leads reports whether the first of several readings is worth an unsure answer.
func leads(list []api.OtherAnswer) bool {
	if len(list) == 0 || list[0].Confidence < leastLead || len(list) > 1 && list[1].Confidence > mostRival*list[0].Confidence {
		return false
	}
	first := planSpoken(list[0].Plan)
	return !slices.ContainsFunc(list[1:], func(o api.OtherAnswer) bool { return planSpoken(o.Plan) == first }) // the same plan over another table
}

// again runs the plan of a reading again, for the cells that it uses.
func (s *Service) again(ctx context.Context, who spar.Principal, t api.TableAnswer) (api.TableAnswer, error) {
	got, err := s.Table(ctx, who, api.TableQuestion{Plan: t.Plan})
	if err != nil {
		return t, err
	}
	got.Question, got.Confidence = t.Question, t.Confidence
	return got, nil
}

// figures returns the result of a plan in one line. It lists the first values, each with the figure that makes it the most or the least,
// or with its row; then the number of values, and their unit unless the values say it.
func figures(t api.TableAnswer) string {
	shown := slices.Clone(t.Answers[:min(len(t.Answers), shownAnswers)])
	p, _ := table.Parse(t.Plan)
	if t.Value != nil && len(shown) == 1 && len(p.Select) == 1 && divides(p.Select[0]) {
		shown[0] = roundedTo(shown[0], t.Cells)
	}
	if t.Unit != "" && t.Value != nil && len(shown) == 1 && !strings.Contains(shown[0], t.Unit) {
		shown[0] += " " + t.Unit
	}
	if t.Value == nil && slices.ContainsFunc(p.Select, divides) { // the last of each row
		for i, text := range shown {
			if at := strings.LastIndex(text, ", "); at >= 0 {
				shown[i] = text[:at+2] + roundedTo(text[at+2:], t.Cells)
			}
		}
	}
	for i := range shown {
		if i < len(t.Beside) && t.Beside[i] != "" && t.Beside[i] != shown[i] {
			by := t.Beside[i]
			if p.Order != nil && divides(p.Order.Item) {
				by = roundedTo(by, t.Cells)
			}
			shown[i] += ", " + by
		}
	}
	values := strings.Join(shown, "; ")
	if len(t.Answers) > shownAnswers {
		values += fmt.Sprintf("; ... (%d of %d)", shownAnswers, len(t.Answers))
	}
	return values
}

// valuesOf returns the values of another reading in one line, with their number.
func valuesOf(o api.OtherAnswer) string {
	values := figures(api.TableAnswer{Plan: o.Plan, Answers: o.Answers, Beside: o.Beside})
	if o.Of > len(o.Answers) {
		values += fmt.Sprintf("; ... (%d of %d)", len(o.Answers), o.Of)
	}
	if o.Unit != "" && !strings.Contains(values, o.Unit) {
		values += " " + o.Unit
	}
	return values
}

// divides reports whether an item of a plan is a quotient, which may have any number of digits.
func divides(i table.Item) bool {
	return slices.Contains([]string{"average", "median", "percent", "ratio", "growth"}, i.Fn)
}

// leastPlaces is the number of decimals that a quotient may have even if its cells have fewer.
const leastPlaces = 2

// roundedTo rounds a quotient to as many decimals as its cells show, at least leastPlaces. It keeps a text that is no plain number, or
// that would lose all digits.
func roundedTo(text string, cells []api.CitedCell) string {
	number, unit, _ := strings.Cut(text, " ")
	value, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return text
	}
	shown := 0
	for _, c := range cells {
		if _, behind, ok := strings.Cut(c.Text, "."); ok && strings.Trim(behind, "0123456789") == "" {
			shown = max(shown, len(behind))
		}
	}
	scale := math.Pow(10, float64(min(max(shown, leastPlaces), 9)))
	n := math.Round(value*scale) / scale
	if n == 0 && value != 0 || math.IsInf(n, 0) || math.IsNaN(n) {
		return text
	}
	return strings.TrimSpace(strconv.FormatFloat(n, 'f', -1, 64) + " " + unit)
}
