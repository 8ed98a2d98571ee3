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

const (
	insertColumn    = `INSERT INTO columns (recipe, dim) VALUES (?, ?) ON CONFLICT DO NOTHING`
	selectColumn    = `SELECT id, dim FROM columns WHERE recipe = ?`
	selectFinish    = `SELECT finish FROM columns WHERE id = ?`
	updateFinish    = `UPDATE columns SET finish = ? WHERE id = ?`
	selectBlocks    = `SELECT segment, "offset", slots FROM blocks WHERE of = ?`
	selectBlock     = `SELECT "offset", slots FROM blocks WHERE of = ? AND segment = ?`
	insertBlock     = `INSERT INTO blocks (of, segment, "offset", slots) VALUES (?, ?, ?, ?)`
	moveBlock       = `UPDATE blocks SET "offset" = ? WHERE of = ? AND segment = ?`
	deleteBlock     = `DELETE FROM blocks WHERE of = ? AND segment = ?`
	selectAllBlocks = `SELECT c.id, c.recipe, c.dim, b.segment, b."offset", b.slots FROM blocks b JOIN columns c ON c.id = b.of ORDER BY c.id, b."offset"`
)
