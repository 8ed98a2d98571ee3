package proposed

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/sparsearch/spar/internal/calibrate"
	"github.com/sparsearch/spar/internal/measure"
	"github.com/sparsearch/spar/internal/propose"
)

// noValue labels a file that none of the values fits.
const noValue = "none"

// A Valued says how well values of a closed list are proposed.
type Valued struct {
	Schema   string           `json:"schema"`
	Set      string           `json:"set"`
	Key      string           `json:"key"`
	Files    int              `json:"files"`    // that have a value
	First    int              `json:"first"`    // of them, with the right value first, whatever its chance
	Proposed int              `json:"proposed"` // values of .5 or more
	Right    int              `json:"right"`    // of these
	None     int              `json:"none"`     // files that no value fits
	False    int              `json:"false"`    // of them, with a value proposed
	Error    float64          `json:"ece"`      // of all chances
	Wrong    []string         `json:"wrong"`    // each file where the first value is another than its own
	Model    *calibrate.Model `json:"model,omitempty"`
}

// Values reads the share of a set whose tags are the values of an attribute, or none where none fits, and proposes values.
func Values(ctx context.Context, set *measure.Set, key string, o Options) (r *Valued, err error) {
	t, end, err := read(ctx, set, measure.TaggedOptions{Engine: o.Engine, Service: o.Service, Log: o.Log})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, end()) }()
	p, err := t.Engine.ValueProposer(ctx, t.Who, key)
	if err != nil {
		return nil, err
	}
	r = &Valued{Schema: "spar.eval.valued/1", Set: set.Name, Key: key}
	var samples []calibrate.Sample
	var stated []calibrate.Stated
	for f, err := range t.Engine.Catalog.Files(ctx) {
		if err != nil {
			return nil, err
		}
		tags := set.Tags(t.Doc(f.Path))
		if len(tags) == 0 {
			continue
		}
		list, _, err := p.ValueOf(ctx, f)
		if err != nil {
			return nil, err
		}
		for _, c := range list {
			right := p.Name(c.Tag) == tags[0]
			samples = append(samples, calibrate.Sample{Signs: c.Signs, Right: right, Group: f.Path})
			stated = append(stated, calibrate.Stated{Chance: c.Chance, Right: right})
		}
		first, sure := p.Name(list[0].Tag), list[0].Chance >= guardFrom
		if sure {
			r.Proposed++
		}
		switch {
		case tags[0] == noValue:
			if r.None++; sure {
				r.False++
				r.Wrong = append(r.Wrong, fmt.Sprintf("%s: %s %.2f, not none", f.Path, first, list[0].Chance))
			}
			continue
		case first == tags[0]:
			if r.First++; sure {
				r.Right++
			}
		default:
			r.Wrong = append(r.Wrong, fmt.Sprintf("%s: %s %.2f, not %s", f.Path, first, list[0].Chance, strings.Join(tags, ", ")))
		}
		r.Files++
	}
	r.Error = calibrate.Reliable(stated).Error
	if o.Fit {
		m := calibrate.Fit(fmt.Sprintf("%d files of %s with their %s", r.Files+r.None, set.Name, key), propose.ValueSigns, samples)
		r.Model = &m
	}
	return r, nil
}

// WriteMarkdown writes a table.
func (r *Valued) WriteMarkdown(w io.Writer) error {
	_, err := fmt.Fprintf(w, "| set | files | right first | proposed | right | no value fits | proposed all the same | calibration error |\n|---|---|---|---|---|---|---|---|\n"+
		"| %s | %d | %d | %d | %d | %d | %d | %.3f |\n\n%s\n", r.Set, r.Files, r.First, r.Proposed, r.Right, r.None, r.False, r.Error, strings.Join(r.Wrong, "\n"))
	return err
}
