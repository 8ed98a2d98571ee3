package workspace

// stepCited lists the segments whose words, such as headings and the names of sheets, questions in the history keep. Citations of older
// versions do not name their segment; they are listed under the empty one.
const stepCited = `
CREATE TABLE asked_segments (
	segment BLOB NOT NULL,
	asked   INTEGER NOT NULL REFERENCES asked (id) ON DELETE CASCADE,
	PRIMARY KEY (segment, asked)
) STRICT, WITHOUT ROWID;
CREATE INDEX asked_segments_asked ON asked_segments (asked);
INSERT INTO asked_segments (segment, asked)
	SELECT CAST('' AS BLOB), id FROM asked WHERE citations LIKE '%"heading":%' OR citations LIKE '%"sheet":%';
`
