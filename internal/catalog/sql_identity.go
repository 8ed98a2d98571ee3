package catalog

// stepIdentity lets the identity of files outlive a mount, and keeps the time when the system last saw anything of a file change. Until now
// files.dev was the system's number of a device, which may be another one after each mount.
const stepIdentity = `
CREATE TABLE devices (
	share INTEGER NOT NULL REFERENCES shares ON DELETE CASCADE,
	n     INTEGER NOT NULL,                -- as files.dev has it
	dev   INTEGER NOT NULL,                -- the number that the last scan met
	path  BLOB,                            -- the folder where it begins; NULL before a scan has looked
	PRIMARY KEY (share, n)
) STRICT, WITHOUT ROWID;
INSERT INTO devices (share, n, dev, path)
	SELECT f.share, row_number() OVER (PARTITION BY f.share ORDER BY f.dev), f.dev, CASE WHEN f.dev = s.root_dev THEN CAST('.' AS BLOB) END
	FROM (SELECT DISTINCT share, dev FROM files WHERE container = 0 AND dev <> 0) f JOIN shares s ON s.id = f.share;
UPDATE files SET dev = coalesce((SELECT d.n FROM devices d WHERE d.share = files.share AND d.dev = files.dev), 0) WHERE container = 0 AND dev <> 0;

ALTER TABLE files ADD COLUMN ctime INTEGER NOT NULL DEFAULT 0;       -- nanoseconds since 1970; 0 where it is not known
ALTER TABLE files ADD COLUMN checked INTEGER;                        -- ctime when the content was known, if it has changed since for a reason of its own
`
