package catalog

import "github.com/sparsearch/spar/internal/db"

// Schema is the catalog's tables. Paths and roots are BLOBs: bytes in binary order. Times are integers: nanoseconds
// since 1970 for files, seconds for the catalog's own.
var Schema = db.Schema{Room: "catalog", Steps: []string{step1, step2, step3, step4, stepIdentity, stepLabels, stepTrash, stepMakers, stepRead, stepReaders, stepFinds, stepFindKinds, stepRepairs, stepValues}}

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

// Step 2 completes the Metadata Index: vocabularies, batches, access control lists, rights by table, settings of shares,
// and typed columns for the values of attributes.
const step2 = `
ALTER TABLE tags ADD COLUMN key TEXT NOT NULL DEFAULT '';            -- vocabulary:identifier, '' for a tag made by hand
ALTER TABLE tags ADD COLUMN retired INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tags ADD COLUMN label TEXT NOT NULL DEFAULT '';          -- its name in the vocabulary; name differs where that was taken
ALTER TABLE tags ADD COLUMN vocabulary_notes TEXT NOT NULL DEFAULT ''; -- those of the vocabulary; notes are people's own
CREATE UNIQUE INDEX tags_key ON tags (key) WHERE key <> '';

-- Synonyms and parents say where they came from, so that a new version of a vocabulary replaces its own only.
CREATE TABLE tag_synonyms_2 (
	tag        INTEGER NOT NULL REFERENCES tags ON DELETE CASCADE,
	folded     TEXT NOT NULL,
	vocabulary TEXT NOT NULL,              -- '' for people's own
	name       TEXT NOT NULL,
	PRIMARY KEY (tag, folded, vocabulary)
) STRICT, WITHOUT ROWID;
INSERT INTO tag_synonyms_2 (tag, folded, vocabulary, name) SELECT tag, folded, '', name FROM tag_synonyms;
DROP TABLE tag_synonyms;
ALTER TABLE tag_synonyms_2 RENAME TO tag_synonyms;
CREATE INDEX tag_synonyms_folded ON tag_synonyms (folded);

CREATE TABLE tag_parents_2 (
	tag        INTEGER NOT NULL REFERENCES tags ON DELETE CASCADE,
	parent     INTEGER NOT NULL REFERENCES tags ON DELETE CASCADE,
	vocabulary TEXT NOT NULL,              -- '' for people's own
	PRIMARY KEY (tag, parent, vocabulary)
) STRICT, WITHOUT ROWID;
INSERT INTO tag_parents_2 (tag, parent, vocabulary) SELECT tag, parent, '' FROM tag_parents;
DROP TABLE tag_parents;
ALTER TABLE tag_parents_2 RENAME TO tag_parents;
CREATE INDEX tag_parents_parent ON tag_parents (parent);

CREATE TABLE tag_positions (
	tag      INTEGER NOT NULL REFERENCES tags ON DELETE CASCADE,
	position TEXT NOT NULL,
	PRIMARY KEY (tag, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE tag_links (
	tag    INTEGER NOT NULL REFERENCES tags ON DELETE CASCADE,
	target INTEGER NOT NULL REFERENCES tags ON DELETE CASCADE,
	PRIMARY KEY (tag, target)
) STRICT, WITHOUT ROWID;
CREATE INDEX tag_links_target ON tag_links (target);

CREATE TABLE vocabularies (
	name     TEXT NOT NULL PRIMARY KEY,
	source   TEXT NOT NULL,                -- the file that it was last imported from
	format   TEXT NOT NULL,
	digest   BLOB NOT NULL,                -- SHA-256 of that file
	imported INTEGER NOT NULL              -- when
) STRICT, WITHOUT ROWID;

CREATE TABLE batches (
	id      INTEGER PRIMARY KEY AUTOINCREMENT,
	kind    TEXT NOT NULL,                 -- rule, sidecar, path
	name    TEXT NOT NULL,                 -- of the rule or the sidecar
	detail  TEXT NOT NULL,                 -- what was applied, for a person
	started INTEGER NOT NULL,
	ended   INTEGER,                       -- NULL while it runs, or when it was cut off
	undone  INTEGER                        -- when, NULL if it holds
) STRICT;
CREATE INDEX batches_name ON batches (kind, name);

ALTER TABLE assignments ADD COLUMN review TEXT NOT NULL DEFAULT '';
ALTER TABLE assignments ADD COLUMN batch INTEGER NOT NULL DEFAULT 0;
CREATE INDEX assignments_batch ON assignments (batch) WHERE batch <> 0;
CREATE INDEX assignments_rejected ON assignments (file, tag) WHERE review = 'rejected';
ALTER TABLE lost_assignments ADD COLUMN review TEXT NOT NULL DEFAULT '';

CREATE TABLE attributes_2 (
	file   INTEGER NOT NULL REFERENCES files ON DELETE CASCADE,
	key    TEXT NOT NULL,
	origin TEXT NOT NULL,
	n      INTEGER NOT NULL,               -- a key may come several times
	kind   TEXT NOT NULL,                  -- says which of the next three is not NULL
	text   TEXT,
	number REAL,
	date   INTEGER,                        -- milliseconds since 1970
	batch  INTEGER NOT NULL DEFAULT 0,
	PRIMARY KEY (file, key, origin, n)
) STRICT, WITHOUT ROWID;
INSERT INTO attributes_2 (file, key, origin, n, kind, text, number, date) SELECT file, key, origin, n, kind,
	CASE kind WHEN 'text' THEN value END, CASE kind WHEN 'number' THEN CAST(value AS REAL) END, CASE kind WHEN 'date' THEN CAST(value AS INTEGER) END FROM attributes;
DROP TABLE attributes;
ALTER TABLE attributes_2 RENAME TO attributes;
CREATE INDEX attributes_batch ON attributes (batch) WHERE batch <> 0;

-- What people said of deleted files, as of lost_assignments.
CREATE TABLE lost_attributes (
	share  INTEGER NOT NULL REFERENCES shares ON DELETE CASCADE,
	name   BLOB NOT NULL,
	size   INTEGER NOT NULL,
	mtime  INTEGER NOT NULL,
	key    TEXT NOT NULL,
	n      INTEGER NOT NULL,
	kind   TEXT NOT NULL,
	text   TEXT,
	number REAL,
	date   INTEGER,
	lost   INTEGER NOT NULL,               -- when
	PRIMARY KEY (share, name, size, mtime, key, n)
) STRICT, WITHOUT ROWID;

-- Access control lists, each kept once and for good. Number 0 is none.
CREATE TABLE acls (
	id     INTEGER PRIMARY KEY,
	digest BLOB NOT NULL UNIQUE,           -- SHA-256 of the value, which may be too long for an index
	value  BLOB NOT NULL
) STRICT;
ALTER TABLE files ADD COLUMN acl INTEGER NOT NULL DEFAULT 0;
ALTER TABLE files ADD COLUMN container INTEGER NOT NULL DEFAULT 0;   -- the file that it is a member of
ALTER TABLE files ADD COLUMN outermost INTEGER NOT NULL DEFAULT 0;   -- bytes of the path of the outermost container
ALTER TABLE files ADD COLUMN named INTEGER NOT NULL DEFAULT 0;       -- bytes of the path before its name in its container
ALTER TABLE files ADD COLUMN at INTEGER NOT NULL DEFAULT 0;          -- where it lies in its container
CREATE INDEX files_container ON files (container) WHERE container <> 0;
ALTER TABLE directories ADD COLUMN acl INTEGER NOT NULL DEFAULT 0;

ALTER TABLE shares ADD COLUMN rights TEXT NOT NULL DEFAULT '';       -- how they are found: posix, acl, open, table; '' by the file system
ALTER TABLE shares ADD COLUMN filesystem TEXT NOT NULL DEFAULT '';   -- its type as the last scan found it
ALTER TABLE shares ADD COLUMN settings TEXT NOT NULL DEFAULT '{}';   -- JSON: limits, hours, what is ignored

ALTER TABLE shares ADD COLUMN newest INTEGER NOT NULL DEFAULT 0;     -- the newest file when the last complete scan ended
ALTER TABLE shares ADD COLUMN trouble TEXT NOT NULL DEFAULT '';      -- why it could not be scanned, '' when it could
ALTER TABLE shares ADD COLUMN troubled INTEGER;                      -- since when
ALTER TABLE shares ADD COLUMN ignored TEXT NOT NULL DEFAULT '{}';    -- JSON: names left out by the last complete scan, by rule
ALTER TABLE directories ADD COLUMN digest BLOB;                      -- of its listing when the catalog said the same; NULL when it may not
ALTER TABLE changes ADD COLUMN through INTEGER NOT NULL DEFAULT 0;   -- the last of a range of files that begins with file; 0 for one

-- Rights given by a table instead of by the file system: to a folder with all below it, or to a file.
CREATE TABLE grants (
	share     INTEGER NOT NULL REFERENCES shares ON DELETE CASCADE,
	path      BLOB NOT NULL,
	principal TEXT NOT NULL,               -- user:NAME, group:NAME or everyone
	allow     INTEGER NOT NULL,
	PRIMARY KEY (share, path, principal)
) STRICT, WITHOUT ROWID;

-- What makes assignments and attributes automatically, as it was last applied to all files.
CREATE TABLE sources (
	kind    TEXT NOT NULL,                 -- as of its batches
	name    TEXT NOT NULL,
	version BLOB NOT NULL,                 -- a digest of what it says
	undone  INTEGER NOT NULL DEFAULT 0,    -- 1: this version makes nothing until it changes or somebody asks for it
	PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;

-- How far those who follow the journal have come, committed with what they made of it.
CREATE TABLE cursors (
	follower TEXT NOT NULL PRIMARY KEY,
	seq      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`

// Step 3 lets an entry of the journal name its folder.
const step3 = `
ALTER TABLE changes ADD COLUMN folder BLOB;                          -- that changed, with what is below it; NULL for any of the share
`

// Step 4 keeps contents that cost readers their lives, and files with only their properties read.
const step4 = `
CREATE TABLE losses (
	key    BLOB PRIMARY KEY,               -- of a content and a version of its reader, as package read makes it
	file   INTEGER NOT NULL,               -- that had the content when it was last tried; it may be gone
	reader TEXT NOT NULL,                  -- format/version
	n      INTEGER NOT NULL,               -- readers that were lost
	ends   INTEGER NOT NULL,               -- brief attempts that ended with SPAR itself
	reason TEXT NOT NULL,                  -- of the last loss
	lost   INTEGER NOT NULL                -- when that was
) STRICT;

ALTER TABLE files ADD COLUMN peeked INTEGER;   -- the mtime at which its properties were read without its text; NULL before
`
