package store

// columnTables is the tables of vector columns. finish is the end of the last block of a column's file.
const columnTables = `
CREATE TABLE columns (
	id     INTEGER PRIMARY KEY,
	recipe TEXT NOT NULL UNIQUE,
	dim    INTEGER NOT NULL,
	finish INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE blocks (
	of      INTEGER NOT NULL REFERENCES columns (id),
	segment BLOB NOT NULL,
	"offset"  INTEGER NOT NULL,
	slots   INTEGER NOT NULL,
	PRIMARY KEY (of, segment)
) STRICT, WITHOUT ROWID;
`

// stepSums says where a block's checksums lie; 0 is that it has none yet.
const stepSums = `
ALTER TABLE blocks ADD COLUMN sums INTEGER NOT NULL DEFAULT 0;
`

const (
	insertColumn    = `INSERT INTO columns (recipe, dim) VALUES (?, ?) ON CONFLICT DO NOTHING`
	selectColumn    = `SELECT id, dim FROM columns WHERE recipe = ?`
	selectFinish    = `SELECT finish FROM columns WHERE id = ?`
	updateFinish    = `UPDATE columns SET finish = ? WHERE id = ?`
	selectBlocks    = `SELECT segment, "offset", slots, sums FROM blocks WHERE of = ?`
	selectBlock     = `SELECT "offset", slots, sums FROM blocks WHERE of = ? AND segment = ?`
	insertBlock     = `INSERT INTO blocks (of, segment, "offset", slots, sums) VALUES (?, ?, ?, ?, ?)`
	moveBlock       = `UPDATE blocks SET "offset" = ?, sums = ? WHERE of = ? AND segment = ?`
	sealBlock       = `UPDATE blocks SET sums = ? WHERE of = ? AND segment = ? AND "offset" = ? AND sums = 0`
	deleteBlock     = `DELETE FROM blocks WHERE of = ? AND segment = ?`
	selectAllBlocks = `SELECT c.id, c.recipe, c.dim, b.segment, b."offset", b.slots, b.sums FROM blocks b JOIN columns c ON c.id = b.of ORDER BY c.id, b."offset"`
	selectUnsealed  = `SELECT c.id, c.recipe, c.dim, b.segment, b."offset", b.slots, b.sums FROM blocks b JOIN columns c ON c.id = b.of WHERE b.sums = 0 ORDER BY c.id, b."offset"`
)
