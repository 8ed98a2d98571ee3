package service

import (
	"context"
	"strconv"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/spar"
)

// Limits changes how SPAR may read a share, as far as the edit says, and returns the result.
func (s *Service) Limits(ctx context.Context, who spar.Principal, edit api.LimitsEdit) (api.Limits, error) {
	sh, err := s.kept(ctx, who, edit.Share)
	if err != nil {
		return api.Limits{}, err
	}
	if edit != (api.LimitsEdit{Share: edit.Share}) {
		if err := s.catalog.ChangeSettings(ctx, sh, func(now *catalog.Settings) error { return editLimits(now, edit) }); err != nil {
			return api.Limits{}, err
		}
	}
	now, err := s.catalog.Settings(ctx, sh)
	out := api.Limits{
		Schema: api.LimitsSchema, Share: sh.Name, Bytes: now.Limits.Bytes, Opens: now.Limits.Opens, Names: now.Limits.Names,
		Hours: now.Limits.Hours.String(), Offline: string(now.Offline), Interval: now.Interval.Seconds(), Sketches: !now.NoSketches, Letters: "exact",
	}
	if now.AnyCase {
		out.Letters = "any"
	}
	if now.Offline == share.SleepAuto {
		out.Offline = "auto"
	}
	return out, err
}

func editLimits(now *catalog.Settings, edit api.LimitsEdit) (err error) {
	for _, f := range []struct {
		name string
		text *string
		to   *float64
		read func(string) (float64, error)
	}{
		{"bytes", edit.Bytes, &now.Limits.Bytes, scope.Size}, {"opens", edit.Opens, &now.Limits.Opens, number}, {"names", edit.Names, &now.Limits.Names, number},
	} {
		if f.text == nil {
			continue
		}
		n, err := f.read(*f.text)
		if err != nil || !(n >= 0 && n < 1e15) {
			return spar.Errorf(spar.Invalid, "the limit %s is %q: write a number, such as 50, or 0 for no limit", f.name, *f.text)
		}
		*f.to = n
	}
	if edit.Hours != nil {
		if now.Limits.Hours = (share.Hours{}); *edit.Hours != "all" && *edit.Hours != "" {
			if now.Limits.Hours, err = share.ParseHours(*edit.Hours); err != nil {
				return err
			}
		}
	}
	if edit.Offline != nil {
		switch now.Offline = share.Sleep(*edit.Offline); now.Offline {
		case share.SleepBlocks, share.SleepNever:
		case "auto":
			now.Offline = share.SleepAuto
		default:
			return spar.Errorf(spar.Invalid, "what tells that files are offline is %q: choose auto, blocks or never", *edit.Offline)
		}
	}
	if edit.Sketches != nil {
		if *edit.Sketches != "on" && *edit.Sketches != "off" {
			return spar.Errorf(spar.Invalid, "whether sketches of names are kept is %q: choose on or off", *edit.Sketches)
		}
		now.NoSketches = *edit.Sketches == "off"
	}
	if edit.Letters != nil {
		if *edit.Letters != "exact" && *edit.Letters != "any" {
			return spar.Errorf(spar.Invalid, "how the case of letters counts in names is %q: choose exact or any", *edit.Letters)
		}
		now.AnyCase = *edit.Letters == "any"
	}
	if edit.Interval != nil {
		now.Interval, err = interval(*edit.Interval)
	}
	return err
}

func number(text string) (float64, error) { return strconv.ParseFloat(text, 64) }

// minInterval is the shortest useful time between two scans.
const minInterval = time.Second

// interval parses the time between scans; 0 means that it adapts.
func interval(text string) (time.Duration, error) {
	if text == "auto" || text == "0" {
		return 0, nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < minInterval {
		return 0, spar.Errorf(spar.Invalid, "the interval is %q: write a time such as 30s or 10m, or auto", text)
	}
	return d, nil
}
