package table

import (
	"strconv"
	"strings"
)

// spokenFns are the functions of items in words. Others are written as they are.
var spokenFns = map[string]string{
	"sum": "total of ", "average": "average of ", "median": "median of ", "min": "lowest ", "max": "highest ", "range": "range of ",
	"distinct": "different ", "percent": "share in % of ", "year": "year of ", "month": "month of ", "day": "day of ",
	"next": "next ", "previous": "previous ", "difference": "difference of ", "distance": "distance of ", "ratio": "ratio of ", "growth": "growth of ",
}

// spokenOps are the comparisons in words.
var spokenOps = map[string]string{
	"=": " ", "!=": " other than ", "<": " below ", "<=": " at most ", ">": " above ", ">=": " at least ", "contains": " with ", "lacks": " without ", "in": " ",
}

// Spoken is the plan as one would say it: "average of Income where Role is Clerk" is "average of Income, Role Clerk". It cannot be parsed.
func (p Plan) Spoken() string {
	var parts []string
	var items []string
	for _, i := range p.Select {
		items = append(items, i.spoken())
	}
	first := strings.Join(items, ", ")
	if p.Order != nil && p.Limit > 0 {
		which := "lowest "
		if p.Order.Desc {
			which = "highest "
		}
		if p.Limit > 1 {
			which = strconv.Itoa(p.Limit) + " " + which
		}
		if first += " with the " + which + p.Order.Item.spoken(); p.Order.Item.Fn == "row" {
			first = strings.NewReplacer("lowest ", "first ", "highest ", "last ").Replace(which) + strings.Join(items, ", ")
		}
	}
	if !p.Group.none() {
		first += " for each " + p.Group.spoken()
	}
	parts = append(parts, first)
	for _, list := range [][]Condition{p.Within, p.Where, p.Having} {
		for _, c := range list {
			parts = append(parts, c.spoken())
		}
	}
	if len(p.Either) > 0 {
		var sides []string
		for _, list := range p.Either {
			var all []string
			for _, c := range list {
				all = append(all, c.spoken())
			}
			sides = append(sides, strings.Join(all, " and "))
		}
		parts = append(parts, strings.Join(sides, " or "))
	}
	return strings.Join(parts, ", ")
}

func (i Item) spoken() string {
	list := strings.Join(i.Labels, " and ")
	if i.Less != "" {
		list += " less " + i.Less
	}
	if i.Of != nil {
		list = i.Of.spoken()
	}
	switch words, known := spokenFns[i.Fn]; {
	case i.Fn == "":
		return list
	case i.Fn == "count":
		return "number of rows"
	case known && i.Than == "":
		return words + list
	}
	return i.String()
}

func (c Condition) spoken() string {
	return c.Item.spoken() + spokenOps[c.Op] + strings.Join(c.Values, " or ")
}
