package workspace

import "github.com/sparsearch/spar/internal/db"

// Schema is the tables of this room. asked.workspace is ” for questions outside any workspace.
var Schema = db.Schema{Room: "workspace", Steps: []string{`
CREATE TABLE workspaces (
	name    TEXT PRIMARY KEY,
	scope   TEXT NOT NULL,
	owner   INTEGER NOT NULL,
	created INTEGER NOT NULL
);
CREATE TABLE asked (
	id        INTEGER PRIMARY KEY,
	workspace TEXT NOT NULL,
	at        INTEGER NOT NULL,
	who       INTEGER NOT NULL,
	question  TEXT NOT NULL,
	refused   INTEGER NOT NULL,
	coverage  TEXT NOT NULL,
	citations TEXT NOT NULL
);
CREATE INDEX asked_workspace ON asked (workspace, id);
CREATE TRIGGER workspaces_forget AFTER DELETE ON workspaces BEGIN
	DELETE FROM asked WHERE workspace = old.name;
END;
`}}

const (
	insertWorkspace  = `INSERT INTO workspaces (name, scope, owner, created) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`
	selectWorkspaces = `SELECT name, scope, owner, created FROM workspaces WHERE ?1 IN ('', name) AND (?2 OR owner = ?3) ORDER BY name`
	deleteWorkspace  = `DELETE FROM workspaces WHERE name = ? AND (? OR owner = ?)`
	deleteLoose      = `DELETE FROM asked WHERE workspace = '' AND who = ?`
	insertAsked      = `INSERT INTO asked (workspace, at, who, question, refused, coverage, citations) VALUES (?, ?, ?, ?, ?, ?, ?)`
	selectHistory    = `SELECT at, who, question, refused, coverage, citations FROM asked
		WHERE ?1 IN ('', workspace) AND (?2 OR who = ?3) ORDER BY id DESC LIMIT ?4`
)
