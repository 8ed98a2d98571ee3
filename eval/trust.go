package eval

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/sparsearch/spar/internal/calibrate"
	"github.com/sparsearch/spar/internal/spar"
)

// A Trust has the calibration of the chance that an unread file holds something better, and the results of stopping by it.
type Trust struct {
	Schema  string      `json:"schema"`
	Commit  string      `json:"commit"`
	Machine string      `json:"machine"`
	Fitted  string      `json:"fitted"` // to what
	Parts   []TrustPart `json:"parts"`  // a set each; the last is all of them
}

// A TrustPart is the trust of one set, read in shares of its files, with the results of stopping after turns.
type TrustPart struct {
	Set   string                `json:"set"`
	Trust calibrate.Reliability `json:"trust"`
	Stops []ReplayStop          `json:"stops"`
}

// A ReplayStop has the results of stopping once the chance of something better is low enough. A question that never stops reads all.
type ReplayStop struct {
	Until   float64 `json:"until"`
	Asked   int     `json:"asked"`
	Stopped int     `json:"stopped"` // questions that stopped
	Read    float64 `json:"read"`    // mean share of the files read
	Right   float64 `json:"right"`   // share of stopped questions whose best passage is the best of all files
	All     float64 `json:"all"`     // the same share over all questions
}

// replayUntil lists the chances to stop at.
var replayUntil = []float64{.8, .9, .95, .99}

// allSets names the sum over all sets in a Trust.
const allSets = "all"

// NewTrust judges a model of the chance by the observations in rows.
func NewTrust(rows []ReplayRow, by calibrate.Model) Trust {
	t := Trust{Schema: "spar.bench.trust/1", Commit: Commit(), Machine: Machine(), Fitted: by.About}
	var sets []string
	for _, row := range rows {
		if !slices.Contains(sets, row.Set) {
			sets = append(sets, row.Set)
		}
	}
	for _, set := range append(sets, allSets) {
		var stated []calibrate.Stated
		var turns []ReplayRow
		for _, row := range rows {
			if set != allSets && set != row.Set {
				continue
			}
			if row.Turn {
				turns = append(turns, row)
			} else if judges(row) {
				stated = append(stated, calibrate.Stated{Chance: row.BetterBy(by), Right: row.Better})
			}
		}
		part := TrustPart{Set: set, Trust: calibrate.Reliable(stated)}
		for _, until := range replayUntil {
			part.Stops = append(part.Stops, stopping(turns, by, until))
		}
		t.Parts = append(t.Parts, part)
	}
	return t
}

// judges reports whether a row has a chance to judge.
func judges(row ReplayRow) bool { return row.Read < row.Files && row.Read >= leastJudged }

// stopping replays the stops of questions by their turns, which follow each other.
func stopping(turns []ReplayRow, by calibrate.Model, until float64) ReplayStop {
	out := ReplayStop{Until: until}
	right, last, done := 0, "", false
	for _, row := range turns {
		if key := row.Set + "\x00" + row.Query; key != last {
			last, done = key, false
			out.Asked++
			out.Read++ // all of it, unless it stops
		}
		if done || row.Since == row.Read || row.BetterBy(by) > 1-until {
			continue
		}
		done = true
		out.Stopped++
		out.Read -= 1 - float64(row.Read)/float64(row.Files)
		if !row.Better {
			right++
		}
	}
	if out.Asked > 0 {
		out.Read /= float64(out.Asked)
		out.All = float64(out.Asked-out.Stopped+right) / float64(out.Asked)
	}
	if out.Stopped > 0 {
		out.Right = float64(right) / float64(out.Stopped)
	}
	return out
}

// FitBetter fits a model of the chance to observations. It never separates rows of one question.
func FitBetter(rows []ReplayRow) calibrate.Model {
	var samples []calibrate.Sample
	var sets []string
	for _, row := range rows {
		if row.Turn || !judges(row) {
			continue
		}
		if !slices.Contains(sets, row.Set) {
			sets = append(sets, row.Set)
		}
		set, _, _ := strings.Cut(row.Set, ":")
		samples = append(samples, calibrate.Sample{Signs: row.Signs(), Right: row.Better, Group: set + row.Query})
	}
	return calibrate.Fit(fmt.Sprintf("%d observations of %s", len(samples), strings.Join(sets, ", ")), calibrate.BetterSigns, samples)
}

// WriteRows writes observations, one object a line, for ReadRows.
func WriteRows(w io.Writer, rows []ReplayRow) error {
	e := json.NewEncoder(w)
	for _, row := range rows {
		if err := e.Encode(row); err != nil {
			return err
		}
	}
	return nil
}

// ReadRows reads the observations of WriteRows.
func ReadRows(file string) (rows []ReplayRow, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	d := json.NewDecoder(bufio.NewReader(f))
	for {
		var row ReplayRow
		err := d.Decode(&row)
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return nil, spar.Errorf(spar.Invalid, "%s has no observations that were kept: %w", file, err)
		}
		rows = append(rows, row)
	}
}

// WriteText writes the report for people.
func (t Trust) WriteText(w io.Writer) error {
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tab, "\nthe chance of something better\tobservations\tcame about\terror\tBrier\tof a constant\tgain\tAUC")
	for _, p := range t.Parts {
		r := p.Trust
		fmt.Fprintf(tab, "%s\t%d\t%.3f\t%.3f\t%.3f\t%.3f\t%.2f\t%.3f\n", p.Set, r.Questions, r.Right, r.Error, r.Brier, r.Constant, r.Gain(), r.Area)
	}
	if err := tab.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(tab, "\nstopping\tuntil\tquestions\tstop\tread, mean\tof those right\tof all right")
	for _, p := range t.Parts {
		for _, s := range p.Stops {
			fmt.Fprintf(tab, "%s\t%.2f\t%d\t%d\t%.3f\t%.3f\t%.3f\n", p.Set, s.Until, s.Asked, s.Stopped, s.Read, s.Right, s.All)
		}
	}
	return tab.Flush()
}

// WriteSVG draws the calibration of the chances.
func (t Trust) WriteSVG(w io.Writer) error {
	var names []string
	var of []calibrate.Reliability
	for _, p := range t.Parts {
		names, of = append(names, p.Set), append(of, p.Trust)
	}
	return calibrate.WriteSVG(w, "How often an unread file holds something better", names, of)
}
