package catalog

// stepLabels marks the sources that give levels of confidentiality, and the files whose level they cannot tell yet.
const stepLabels = `
ALTER TABLE sources ADD COLUMN labels INTEGER NOT NULL DEFAULT 0;    -- 1: it may give levels of confidentiality
ALTER TABLE sources ADD COLUMN waiting BLOB;                         -- a set of files as the source's maker writes it; NULL for none
`
