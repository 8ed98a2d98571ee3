package catalog

// stepMakers says for whom a tag exists because they made it.
const stepMakers = `
CREATE TABLE tag_makers (
	tag   INTEGER NOT NULL REFERENCES tags ON DELETE CASCADE,
	owner TEXT NOT NULL,                   -- as spar.Principal.Owner gives it
	PRIMARY KEY (tag, owner)
) STRICT, WITHOUT ROWID;
`
