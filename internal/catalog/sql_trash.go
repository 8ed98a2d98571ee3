package catalog

// stepTrash keeps removed things that people made, until they are restored or their time is over.
const stepTrash = `
CREATE TABLE trash (
	id      INTEGER PRIMARY KEY AUTOINCREMENT,
	kind    TEXT NOT NULL,                 -- share or tag
	name    TEXT NOT NULL,
	item    TEXT NOT NULL,                 -- JSON: all of it but what hung on files
	removed INTEGER NOT NULL,              -- when
	tag     INTEGER NOT NULL,              -- its number, 0 for a share
	share   INTEGER NOT NULL DEFAULT 0     -- the share that it was restored as, whose files wait for a scan; 0 while it is removed
) STRICT;

-- Tags have no reference here: one that is in the trash itself finds its rows again.
CREATE TABLE trash_assignments (
	item       INTEGER NOT NULL REFERENCES trash ON DELETE CASCADE,
	share      INTEGER NOT NULL,
	file       INTEGER NOT NULL,           -- 0 where the file was deleted already
	path       BLOB NOT NULL,              -- its last component where the file was deleted already
	size       INTEGER NOT NULL,
	mtime      INTEGER NOT NULL,
	tag        INTEGER NOT NULL,
	origin     TEXT NOT NULL,
	confidence REAL NOT NULL,
	evidence   TEXT NOT NULL,
	review     TEXT NOT NULL,
	PRIMARY KEY (item, share, file, path, size, mtime, tag, origin)
) STRICT, WITHOUT ROWID;

-- What people said of the files of a share.
CREATE TABLE trash_attributes (
	item   INTEGER NOT NULL REFERENCES trash ON DELETE CASCADE,
	share  INTEGER NOT NULL,
	file   INTEGER NOT NULL,
	path   BLOB NOT NULL,
	size   INTEGER NOT NULL,
	mtime  INTEGER NOT NULL,
	key    TEXT NOT NULL,
	n      INTEGER NOT NULL,
	kind   TEXT NOT NULL,
	text   TEXT,
	number REAL,
	date   INTEGER,
	PRIMARY KEY (item, share, file, path, size, mtime, key, n)
) STRICT, WITHOUT ROWID;
`
