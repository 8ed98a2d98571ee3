package catalog

import "github.com/sparsearch/spar/internal/db"

// Schema is the catalog's tables. Paths and roots are BLOBs: bytes in binary order. Times are integers: nanoseconds
// since 1970 for files, seconds for the catalog's own.
var Schema = db.Schema{Room: "catalog", Steps: []string{step1}}

const step1 = `
CREATE TABLE shares (
	id        INTEGER PRIMARY KEY AUTOINCREMENT,
	name      TEXT NOT NULL UNIQUE,
	root      BLOB NOT NULL,
	root_dev  INTEGER,                     -- the root as the last scan found it, NULL before the first
	root_ino  INTEGER,
	relocated INTEGER NOT NULL DEFAULT 0,  -- 1 from a relocation until the next complete scan
	scans     INTEGER NOT NULL DEFAULT 0,  -- complete ones
	scanned   INTEGER                      -- when the last one ended
) STRICT;

CREATE TABLE files (
	id      INTEGER PRIMARY KEY AUTOINCREMENT,
	share   INTEGER NOT NULL REFERENCES shares,
	path    BLOB NOT NULL,
	size    INTEGER NOT NULL,
	mtime   INTEGER NOT NULL,
	dev     INTEGER NOT NULL,
	ino     INTEGER NOT NULL,
	mode    INTEGER NOT NULL,
	uid     INTEGER NOT NULL,
	gid     INTEGER NOT NULL,
	format  TEXT NOT NULL,
	state   TEXT NOT NULL,
	reason  TEXT NOT NULL,
	hash    BLOB,
	segment BLOB,
	born    INTEGER NOT NULL,              -- shares.scans when it was found: the scan under way when equal
	UNIQUE (share, path)
) STRICT;
CREATE INDEX files_segment ON files (segment) WHERE segment IS NOT NULL;

CREATE TABLE directories (
	share  INTEGER NOT NULL REFERENCES shares,
	path   BLOB NOT NULL,
	mode   INTEGER NOT NULL,
	uid    INTEGER NOT NULL,
	gid    INTEGER NOT NULL,
	reason TEXT NOT NULL,                  -- why it could not be listed, '' when it could
	PRIMARY KEY (share, path)
) STRICT, WITHOUT ROWID;

CREATE TABLE tags (
	id     INTEGER PRIMARY KEY AUTOINCREMENT,
	name   TEXT NOT NULL,
	folded TEXT NOT NULL UNIQUE,           -- the name without case
	notes  TEXT NOT NULL
) STRICT;

CREATE TABLE tag_synonyms (
	tag    INTEGER NOT NULL REFERENCES tags ON DELETE CASCADE,
	folded TEXT NOT NULL,
	name   TEXT NOT NULL,
	PRIMARY KEY (tag, folded)
) STRICT, WITHOUT ROWID;
CREATE INDEX tag_synonyms_folded ON tag_synonyms (folded);

CREATE TABLE tag_parents (
	tag    INTEGER NOT NULL REFERENCES tags ON DELETE CASCADE,
	parent INTEGER NOT NULL REFERENCES tags ON DELETE CASCADE,
	PRIMARY KEY (tag, parent)
) STRICT, WITHOUT ROWID;
CREATE INDEX tag_parents_parent ON tag_parents (parent);

CREATE TABLE assignments (
	file       INTEGER NOT NULL REFERENCES files ON DELETE CASCADE,
	tag        INTEGER NOT NULL REFERENCES tags ON DELETE CASCADE,
	origin     TEXT NOT NULL,
	confidence REAL NOT NULL,
	evidence   TEXT NOT NULL,
	PRIMARY KEY (file, tag, origin)
) STRICT, WITHOUT ROWID;
CREATE INDEX assignments_tag ON assignments (tag);

-- Assignments of deleted files, for files that come back under another path.
CREATE TABLE lost_assignments (
	share      INTEGER NOT NULL REFERENCES shares ON DELETE CASCADE,
	name       BLOB NOT NULL,              -- the last component of the path
	size       INTEGER NOT NULL,
	mtime      INTEGER NOT NULL,
	tag        INTEGER NOT NULL REFERENCES tags ON DELETE CASCADE,
	origin     TEXT NOT NULL,
	confidence REAL NOT NULL,
	evidence   TEXT NOT NULL,
	lost       INTEGER NOT NULL,           -- when
	PRIMARY KEY (share, name, size, mtime, tag, origin)
) STRICT, WITHOUT ROWID;
CREATE INDEX lost_assignments_tag ON lost_assignments (tag);

CREATE TABLE attributes (
	file   INTEGER NOT NULL REFERENCES files ON DELETE CASCADE,
	key    TEXT NOT NULL,
	origin TEXT NOT NULL,
	n      INTEGER NOT NULL,               -- a key may come several times
	kind   TEXT NOT NULL,
	value  ANY NOT NULL,                   -- a text, a real number, or milliseconds since 1970
	PRIMARY KEY (file, key, origin, n)
) STRICT, WITHOUT ROWID;

-- The journal: one row a change, in the order of commits, written with the change.
CREATE TABLE changes (
	seq   INTEGER PRIMARY KEY AUTOINCREMENT,
	kind  TEXT NOT NULL,
	file  INTEGER NOT NULL DEFAULT 0,
	tag   INTEGER NOT NULL DEFAULT 0,
	share INTEGER NOT NULL DEFAULT 0
) STRICT;
`
