package catalog

import (
	"context"
	"strings"

	spar "github.com/sparsearch/spar/internal/spar"
)

// A Proposal names what waits for judgement: the tag that an origin proposed for a file or, with a Key, a value.
type Proposal struct {
	File       spar.FileID
	Tag        spar.TagID
	By         spar.Origin
	Key, Value string
}

// judgedValues is where a repair keeps the values that were judged with it: file, key, value and judgement.
const judgedValues = "proposed_values"

// Judge keeps one judgement, spar.Accepted or spar.Rejected, of all proposals that still wait, as a batch of the kind Repairs, which
// UndoBatch takes back. It gives how many waited; where none did there is no batch. A tag that a person put on a file stays.
func (c *Catalog) Judge(ctx context.Context, owner, detail string, list []Proposal, review spar.Review) (id spar.BatchID, n int, err error) {
	if review != spar.Accepted && review != spar.Rejected {
		return 0, 0, spar.Errorf(spar.Invalid, "proposals are accepted or rejected, not %q", review)
	}
	err = c.write(ctx, func(t *tx) (err error) {
		if id, err = beginRepair(t, owner, detail, c.now().Unix()); err != nil {
			return err
		}
		changed, err := judge(t, list, review)
		if err != nil {
			return err
		}
		if n = len(changed["assignments"].New) + len(changed[judgedValues].New); n == 0 {
			doomed := id
			id = 0
			return t.run("DELETE FROM batches WHERE id = ?", doomed)
		}
		if err := keepRepair(t, id, changed); err != nil {
			return err
		}
		return mending{t}.logRepair(changed)
	})
	return id, n, err
}

// judge changes the rows of proposals that wait, and returns them as they were and as they are.
func judge(t *tx, list []Proposal, review spar.Review) (repaired, error) {
	links, values := repaired{}["assignments"], repaired{}[judgedValues]
	const columns = "file, tag, origin, confidence, evidence, review, batch" // as in repairTables
	const waits = ` FROM assignments WHERE file = ? AND tag = ? AND origin = ? AND review = 'pending' AND NOT EXISTS
		(SELECT 1 FROM assignments a WHERE a.file = assignments.file AND a.tag = assignments.tag AND a.origin = 'person')`
	touched := map[spar.FileID]bool{}
	for _, p := range list {
		if p.Key != "" {
			is, err := reviewValue(t, p.File, strings.ToLower(p.Key), p.Value, review)
			if err != nil {
				return nil, err
			}
			if touched[p.File] = is || touched[p.File]; is {
				values.New = append(values.New, []string{cellText(int64(p.File)), cellText(strings.ToLower(p.Key)), cellText(p.Value), cellText(string(review))})
			}
			continue
		}
		rows, err := rowsIn(t, "SELECT "+columns+waits, p.File, p.Tag, p.By)
		if err != nil {
			return nil, err
		}
		if len(rows) == 0 {
			continue
		}
		if err := t.run("UPDATE assignments SET review = ? WHERE file = ? AND tag = ? AND origin = ?", review, p.File, p.Tag, p.By); err != nil {
			return nil, err
		}
		after, err := rowsIn(t, "SELECT "+columns+" FROM assignments WHERE file = ? AND tag = ? AND origin = ?", p.File, p.Tag, p.By)
		if err != nil {
			return nil, err
		}
		links.Gone, links.New = append(links.Gone, rows...), append(links.New, after...)
	}
	return repaired{"assignments": links, judgedValues: values}, t.logRead(touched)
}

// unjudge has the values of a repair wait again, as far as nobody judged them otherwise since.
func unjudge(t *tx, rows [][]string) (n int, err error) {
	touched := map[spar.FileID]bool{}
	for _, row := range rows {
		args, err := cells(row)
		if err != nil {
			return n, err
		}
		file := spar.FileID(args[0].(int64))
		var still int
		if err := t.QueryRow("SELECT count(*) FROM proposed_values WHERE file = ? AND key = ? AND value = ? AND review = ?", args...).Scan(&still); err != nil {
			return n, err
		}
		if still == 0 {
			continue
		}
		is, err := reviewValue(t, file, args[1].(string), args[2].(string), spar.Pending)
		if err != nil {
			return n, err
		}
		if is {
			n++
			touched[file] = true
		}
	}
	return n, t.logRead(touched)
}
