package workspace

// stepLife gives workspaces a state, an end, members beside their owner, and the list of files that an archived or pinned one keeps.
// workspaces.since is when it came into its state, expires when it is archived and pinned when its files were fixed, each 0 for never.
// holder is the person for whom its files were listed; only they learn the names of deleted ones.
const stepLife = `
ALTER TABLE workspaces ADD COLUMN state TEXT NOT NULL DEFAULT 'open';
ALTER TABLE workspaces ADD COLUMN since INTEGER NOT NULL DEFAULT 0;
ALTER TABLE workspaces ADD COLUMN expires INTEGER NOT NULL DEFAULT 0;
ALTER TABLE workspaces ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE workspaces ADD COLUMN holder TEXT NOT NULL DEFAULT '';
CREATE TABLE workspace_members (
	workspace INTEGER NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
	who       TEXT NOT NULL,
	role      TEXT NOT NULL,
	since     INTEGER NOT NULL,
	PRIMARY KEY (workspace, who)
) STRICT, WITHOUT ROWID;
CREATE TABLE workspace_held (
	workspace INTEGER NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
	file      INTEGER NOT NULL,
	share     TEXT NOT NULL,
	path      BLOB NOT NULL,
	size      INTEGER NOT NULL,
	modified  INTEGER NOT NULL, -- in nanoseconds
	hash      BLOB NOT NULL,    -- empty where it was not read
	segment   BLOB NOT NULL,    -- empty where it has no text
	PRIMARY KEY (workspace, file)
) STRICT, WITHOUT ROWID;
CREATE INDEX workspace_held_segment ON workspace_held (segment);
CREATE TABLE opened (
	id        INTEGER PRIMARY KEY AUTOINCREMENT,
	workspace INTEGER NOT NULL,
	who       TEXT NOT NULL,
	at        INTEGER NOT NULL,
	file      INTEGER NOT NULL,
	place     TEXT NOT NULL -- an address without words of the file
) STRICT;
CREATE INDEX opened_workspace ON opened (workspace, id);
`

const (
	moveWorkspace   = `UPDATE workspaces SET state = ?, since = ?, expires = 0 WHERE id = ? AND state = ?`
	expireWorkspace = `UPDATE workspaces SET expires = ? WHERE id = ?`
	pinWorkspace    = `UPDATE workspaces SET pinned = ?, holder = ? WHERE id = ?`
	giveWorkspace   = `UPDATE workspaces SET owner = ?, name = ? WHERE id = ? AND owner = ?`

	selectMembers = `SELECT who, role, since FROM workspace_members WHERE workspace = ? ORDER BY who`
	selectRoles   = `SELECT workspace, role FROM workspace_members WHERE who IN (?, ?)`
	upsertMember  = `INSERT INTO workspace_members (workspace, who, role, since) VALUES (?, ?, ?, ?) ON CONFLICT (workspace, who) DO UPDATE SET role = excluded.role`
	deleteMember  = `DELETE FROM workspace_members WHERE workspace = ? AND who IN (?, ?)`

	insertHeld    = `INSERT INTO workspace_held (workspace, file, share, path, size, modified, hash, segment) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`
	deleteHeld    = `DELETE FROM workspace_held WHERE workspace = ?`
	selectHeld    = `SELECT file, share, path, size, modified, hash, segment FROM workspace_held WHERE workspace = ? ORDER BY file`
	selectHolds   = `SELECT file, hash FROM workspace_held WHERE segment = ?`
	insertOpened  = `INSERT INTO opened (workspace, who, at, file, place) VALUES (?, ?, ?, ?, ?)`
	selectOpened  = `SELECT who, at, file, place, dwelt FROM opened WHERE workspace = ? ORDER BY id DESC LIMIT ?`
	deleteOpened  = `DELETE FROM opened WHERE workspace = ? AND who IN (?, ?)`
	forgetOpened  = `DELETE FROM opened WHERE workspace IN (SELECT id FROM workspaces WHERE name = ?)`
	deleteOwnIn   = `DELETE FROM threads WHERE workspace = ? AND owner IN (?, ?)`
	selectAskedIn = `SELECT threads.id, threads.number, threads.owner, turns.number FROM turns JOIN threads ON threads.id = turns.thread
		WHERE threads.workspace = ? ORDER BY turns.id DESC LIMIT ?`

	selectDue = `SELECT id FROM workspaces WHERE state = 'open' AND expires > 0 AND expires <= ? AND substr(name, 1, 1) <> '/'`
)
