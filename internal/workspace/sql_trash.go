package workspace

// stepTrash numbers the workspaces that were deleted and can be restored. Such a one keeps its rows, with its history,
// under its number after a slash, which no name has.
const stepTrash = `
CREATE TABLE workspace_trash (
	id      INTEGER PRIMARY KEY AUTOINCREMENT,
	name    TEXT NOT NULL,
	removed INTEGER NOT NULL               -- when
) STRICT;
`

const (
	insertTrash = `INSERT INTO workspace_trash (name, removed) VALUES (?, ?) RETURNING id`
	deleteTrash = `DELETE FROM workspace_trash WHERE id = ?`
	selectTrash = `SELECT t.id, t.name, t.removed, w.scope, w.owner, (SELECT count(*) FROM turns JOIN threads h ON h.id = turns.thread WHERE h.workspace = w.id)
		FROM workspace_trash t JOIN workspaces w ON w.name = '/' || t.id WHERE (? = 0 OR t.id = ?) AND (? = 1 OR w.owner IN (?, ?)) ORDER BY t.id`
	selectOld       = `SELECT id FROM workspace_trash WHERE removed <= ? ORDER BY id`
	forgetHistory   = `DELETE FROM threads WHERE workspace IN (SELECT id FROM workspaces WHERE name = ?)`
	forgetWorkspace = `DELETE FROM workspaces WHERE name = ?`

	renameWorkspace  = `UPDATE workspaces SET name = ? WHERE id = ? AND name = ?`
	restoreWorkspace = `UPDATE workspaces SET name = ? WHERE name = ?`
	countNamed       = `SELECT count(*) FROM workspaces WHERE owner IN (?, ?) AND name = ?`
	updateWorkspace  = `UPDATE workspaces SET scope = ?, encoder = ? WHERE id = ?`
	selectScopes     = `SELECT id, name, scope, owner FROM workspaces ORDER BY name, owner`
	updateScope      = `UPDATE workspaces SET scope = ? WHERE id = ?`
)
