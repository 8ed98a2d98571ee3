package service

import (
	"path"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/versions"
)

// bearing are the attributes that hold the day that a file itself bears, the surest first. When it was made or copied says less.
var bearing = []string{"date", "effective"}

// dayOf returns the day that a file bears in its name or says of itself, as 2025-09-30, or "".
func dayOf(v view, f spar.File) string {
	if day, _ := versions.DayIn(path.Base(f.Path)); !day.IsZero() {
		return day.Format(time.DateOnly)
	}
	for _, key := range bearing {
		if held, _ := scope.Held(v.AttributesOf(f.ID), v.Attribute(key)); len(held) == 1 && held[0].Value.Kind == spar.Date {
			return held[0].Value.Date.UTC().Format(time.DateOnly)
		}
	}
	return ""
}

// withDays gives what an answer shows of files the day that each of them bears.
func withDays(v view, told *api.Answer) {
	days := map[string]string{}
	of := func(share string, p api.Path) string {
		raw, err := p.Raw()
		if err != nil {
			return ""
		}
		day, known := days[share+":"+raw]
		if f, is := v.Named(share, raw); !known && is {
			day = dayOf(v, f)
		}
		days[share+":"+raw] = day
		return day
	}
	for i, c := range told.Citations {
		told.Citations[i].Bears = of(c.Share, c.Path)
	}
	for i, e := range told.Evidence {
		told.Evidence[i].Bears = of(e.Share, e.Path)
	}
}
