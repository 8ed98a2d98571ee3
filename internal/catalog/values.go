package catalog

import (
	"context"
	"database/sql"
	"iter"
	"strings"

	spar "github.com/sparsearch/spar/internal/spar"
)

// stepValues keeps values of attributes that SPAR proposes. One that is accepted becomes a person's value beside it.
const stepValues = `
CREATE TABLE proposed_values (
	file       INTEGER NOT NULL REFERENCES files ON DELETE CASCADE,
	key        TEXT NOT NULL,
	value      TEXT NOT NULL,
	confidence REAL NOT NULL,
	evidence   TEXT NOT NULL,
	review     TEXT NOT NULL,
	batch      INTEGER NOT NULL,
	PRIMARY KEY (file, key, value)
) STRICT, WITHOUT ROWID;
CREATE INDEX proposed_values_batch ON proposed_values (batch);
`

// A ProposedValue is a value that a file may have. Its Tag is 0.
type ProposedValue struct {
	spar.Assignment
	Key, Value string
}

// ProposedValues yields the proposed values of all files, whatever became of them, ordered by key, value and file.
func (c *Catalog) ProposedValues(ctx context.Context) iter.Seq2[ProposedValue, error] {
	return each(ctx, c.db, scanProposedValue, "SELECT file, key, value, confidence, evidence, review, batch FROM proposed_values ORDER BY key, value, file")
}

func scanProposedValue(r *sql.Rows) (p ProposedValue, err error) {
	p.Origin = spar.ByEncoder
	return p, r.Scan(&p.File, &p.Key, &p.Value, &p.Confidence, &p.Evidence, &p.Review, &p.Batch)
}

// ProposeValues keeps proposals, and says how many are new or have another chance. It leaves alone what people judged and files that are
// gone, and takes back what else waits of the same file and key.
func (c *Catalog) ProposeValues(ctx context.Context, list []ProposedValue, ended ...spar.BatchID) (n int, err error) {
	err = c.write(ctx, func(t *tx) error {
		n = 0
		for _, p := range list {
			if err := t.run("DELETE FROM proposed_values WHERE file = ? AND key = ? AND value <> ? AND review = ?", p.File, p.Key, p.Value, spar.Pending); err != nil {
				return err
			}
			made, err := t.exec(`INSERT INTO proposed_values (file, key, value, confidence, evidence, review, batch) SELECT id, ?, ?, ?, ?, ?, ? FROM files WHERE id = ?
				ON CONFLICT (file, key, value) DO UPDATE SET confidence = excluded.confidence, evidence = excluded.evidence, batch = excluded.batch
				WHERE proposed_values.review = excluded.review AND proposed_values.confidence <> excluded.confidence`,
				p.Key, p.Value, p.Confidence, p.Evidence, spar.Pending, p.Batch, p.File)
			if err != nil {
				return err
			}
			n += int(made)
		}
		for _, id := range ended {
			if err := t.endBatch(id, c.now()); err != nil {
				return err
			}
		}
		return nil
	})
	return n, err
}

// ReviewValues keeps one judgement of a proposed value on files, and returns those of them where it changed. An accepted value becomes one
// that a person states, unless a person stated another; judged otherwise later, it goes again.
func (c *Catalog) ReviewValues(ctx context.Context, files []spar.FileID, key, value string, review spar.Review) (changed []spar.FileID, err error) {
	switch review {
	case spar.Accepted, spar.Rejected, spar.Pending:
	default:
		return nil, spar.Errorf(spar.Invalid, "a value is accepted, rejected or pending, not %q", review)
	}
	key = strings.ToLower(key)
	err = c.write(ctx, func(t *tx) error {
		changed = nil
		touched := map[spar.FileID]bool{}
		for _, file := range files {
			is, err := reviewValue(t, file, key, value, review)
			if err != nil {
				return err
			}
			if is {
				changed = append(changed, file)
				touched[file] = true
			}
		}
		return t.logRead(touched)
	})
	return changed, err
}

// reviewValue keeps a judgement of a proposed value on one file, and reports whether it is another one than before.
func reviewValue(t *tx, file spar.FileID, key, value string, review spar.Review) (changed bool, err error) {
	// What was not accepted put no value on the file: one that is there is of a person.
	if review != spar.Accepted {
		const accepted = "EXISTS (SELECT 1 FROM proposed_values p WHERE p.file = attributes.file AND p.key = attributes.key AND p.value = attributes.text AND p.review = ?)"
		if err := t.run("DELETE FROM attributes WHERE file = ? AND key = ? AND origin = ? AND text = ? AND "+accepted, file, key, spar.ByPerson, value, spar.Accepted); err != nil {
			return false, err
		}
	}
	n, err := t.exec("UPDATE proposed_values SET review = ? WHERE file = ? AND key = ? AND value = ? AND review <> ?", review, file, key, value, review)
	if err != nil || n == 0 || review != spar.Accepted {
		return n > 0, err
	}
	var stated int
	if err := t.QueryRow("SELECT count(*) FROM attributes WHERE file = ? AND key = ? AND origin = ?", file, key, spar.ByPerson).Scan(&stated); err != nil || stated > 0 {
		return true, err
	}
	return true, t.addAttribute(spar.Attribute{File: file, Key: key, Value: spar.Value{Kind: spar.Text, Text: value}, Origin: spar.ByPerson}, 0)
}
