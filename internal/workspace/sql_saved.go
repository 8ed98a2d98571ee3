package workspace

// stepSaved keeps scopes under names that other scopes use.
const stepSaved = `
CREATE TABLE saved_scopes (
	owner   TEXT NOT NULL,
	name    TEXT NOT NULL,
	scope   TEXT NOT NULL,
	shared  INTEGER NOT NULL, -- others may use it
	created INTEGER NOT NULL, -- when
	PRIMARY KEY (owner, name)
) STRICT;
`

const (
	upsertSaved = `INSERT INTO saved_scopes (owner, name, scope, shared, created) VALUES (?, ?, ?, 0, ?)
		ON CONFLICT (owner, name) DO UPDATE SET scope = excluded.scope`
	selectSaved = `SELECT owner, name, scope, shared, created FROM saved_scopes ORDER BY name, owner`
	renameSaved = `UPDATE saved_scopes SET name = ? WHERE owner = ? AND name = ?`
	updateSaved = `UPDATE saved_scopes SET scope = ? WHERE owner = ? AND name = ?`
	shareSaved  = `UPDATE saved_scopes SET shared = ? WHERE owner = ? AND name = ?`
	deleteSaved = `DELETE FROM saved_scopes WHERE owner = ? AND name = ?`
)
