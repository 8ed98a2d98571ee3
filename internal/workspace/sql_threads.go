package workspace

// stepThreads keeps conversations in place of single questions: each kept question becomes a thread of one turn, with the citations of its
// answer. threads.kept is 0 for the thread of a question that was asked outside of workspaces and that nobody went on with; only the
// asker's latest of these stays. A number is that of the owner's thread, or of the turn in it.
const stepThreads = `
CREATE TABLE thread_numbers (
	owner TEXT PRIMARY KEY,
	last  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE threads (
	id        INTEGER PRIMARY KEY AUTOINCREMENT,
	owner     TEXT NOT NULL,
	number    INTEGER NOT NULL,
	workspace INTEGER NOT NULL,
	title     TEXT NOT NULL,
	kept      INTEGER NOT NULL,
	created   INTEGER NOT NULL,
	UNIQUE (owner, number)
) STRICT;
CREATE INDEX threads_workspace ON threads (workspace);
CREATE TABLE turns (
	id         INTEGER PRIMARY KEY AUTOINCREMENT,
	thread     INTEGER NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
	number     INTEGER NOT NULL,
	asked      INTEGER NOT NULL,
	ended      INTEGER NOT NULL,
	question   TEXT NOT NULL,
	understood TEXT NOT NULL,
	scope      TEXT NOT NULL,
	state      TEXT NOT NULL,
	mark       TEXT NOT NULL,
	answer     TEXT NOT NULL,
	citations  TEXT NOT NULL,
	uses       TEXT NOT NULL,
	settings   TEXT NOT NULL,
	coverage   TEXT NOT NULL,
	rating     TEXT NOT NULL,
	why        TEXT NOT NULL,
	UNIQUE (thread, number)
) STRICT;
CREATE TABLE turn_segments (
	segment BLOB NOT NULL,
	turn    INTEGER NOT NULL REFERENCES turns (id) ON DELETE CASCADE,
	PRIMARY KEY (segment, turn)
) STRICT, WITHOUT ROWID;
CREATE INDEX turn_segments_turn ON turn_segments (turn);
INSERT INTO threads (owner, number, workspace, title, kept, created)
	SELECT who, row_number() OVER (PARTITION BY who ORDER BY id), workspace, question, CASE WHEN workspace = 0 THEN 0 ELSE 1 END, at FROM asked ORDER BY id;
INSERT INTO thread_numbers (owner, last) SELECT owner, max(number) FROM threads GROUP BY owner;
INSERT INTO turns (thread, number, asked, ended, question, understood, scope, state, mark, answer, citations, uses, settings, coverage, rating, why)
	SELECT t.id, 1, a.at, a.at, a.question, '', '', CASE WHEN a.refused = 1 THEN 'refused' ELSE 'done' END, '', '', a.citations, '[]', '{}', a.coverage, '', ''
	FROM (SELECT asked.*, row_number() OVER (PARTITION BY who ORDER BY id) AS number FROM asked) a
	JOIN threads t ON t.owner = a.who AND t.number = a.number ORDER BY a.id;
INSERT INTO turn_segments (segment, turn)
	SELECT s.segment, n.id FROM asked_segments s
	JOIN (SELECT asked.*, row_number() OVER (PARTITION BY who ORDER BY id) AS number FROM asked) a ON a.id = s.asked
	JOIN threads t ON t.owner = a.who AND t.number = a.number JOIN turns n ON n.thread = t.id;
DROP TABLE asked_segments;
DROP TABLE asked;
`

// stepImported says of each turn that was brought from elsewhere who brought it, and when, as JSON.
const stepImported = `
ALTER TABLE turns ADD COLUMN imported TEXT NOT NULL DEFAULT '';
`

const (
	selectLast    = `SELECT coalesce(max(last), 0) FROM thread_numbers WHERE owner IN (?, ?)`
	upsertLast    = `INSERT INTO thread_numbers (owner, last) VALUES (?, ?) ON CONFLICT (owner) DO UPDATE SET last = excluded.last`
	insertThread  = `INSERT INTO threads (owner, number, workspace, title, kept, created) VALUES (?, ?, ?, ?, ?, ?) RETURNING id`
	keepThread    = `UPDATE threads SET kept = 1 WHERE id = ?`
	renameThread  = `UPDATE threads SET title = ?, kept = 1 WHERE id = ?`
	deleteThread  = `DELETE FROM threads WHERE id = ?`
	deleteEmpty   = `DELETE FROM threads WHERE id = ? AND NOT EXISTS (SELECT 1 FROM turns WHERE thread = threads.id)`
	deleteLoose   = `DELETE FROM threads WHERE kept = 0 AND owner = ? AND id <> ? AND NOT EXISTS (SELECT 1 FROM turns WHERE thread = threads.id AND state = 'running' AND asked > ?)`
	notInTrash    = `threads.workspace NOT IN (SELECT id FROM workspaces WHERE substr(name, 1, 1) = '/')`
	selectThreads = `SELECT threads.id, threads.number, threads.owner, threads.workspace, threads.title, threads.kept, threads.created,
			(SELECT count(*) FROM turns WHERE thread = threads.id), (SELECT coalesce(max(asked), 0) FROM turns WHERE thread = threads.id),
			coalesce((SELECT scope FROM turns WHERE thread = threads.id ORDER BY number DESC LIMIT 1), ''),
			coalesce((SELECT imported FROM turns WHERE thread = threads.id ORDER BY number LIMIT 1), '')
		FROM threads
		WHERE ` + notInTrash + ` AND (? = 1 OR threads.owner IN (?, ?) OR ? = 1 AND threads.workspace IN (
			SELECT id FROM workspaces WHERE owner IN (?, ?) UNION ALL SELECT workspace FROM workspace_members WHERE who IN (?, ?))
			OR ? = 1 AND threads.id IN (SELECT thread FROM thread_readers WHERE who IN (?, ?)))
		AND (? = 0 OR threads.number = ?) AND (? = '' OR threads.owner = ?)
		ORDER BY coalesce((SELECT max(id) FROM turns WHERE thread = threads.id), 0) DESC, threads.id DESC`

	selectNumber = `SELECT coalesce(max(number), 0) + 1 FROM turns WHERE thread = ?`
	insertTurn   = `INSERT INTO turns (thread, number, asked, ended, question, understood, scope, state, mark, answer, citations, uses, settings, coverage, rating, why)
		VALUES (?, ?, ?, 0, ?, ?, ?, 'running', ?, '', '[]', '[]', '{}', '{}', '', '') RETURNING id`
	endTurn     = `UPDATE turns SET ended = ?, understood = ?, state = ?, mark = '', answer = ?, citations = ?, uses = ?, settings = ?, coverage = ? WHERE id = ?`
	deleteTurn  = `DELETE FROM turns WHERE id = ?`
	breakTurn   = `UPDATE turns SET state = 'interrupted', mark = '' WHERE id = ? AND state = 'running'`
	breakTurns  = `UPDATE turns SET state = 'interrupted', mark = '' WHERE state = 'running'`
	rateTurn    = `UPDATE turns SET rating = ?, why = ? WHERE thread = ? AND number = ?`
	selectTurns = `SELECT id, number, asked, ended, question, understood, scope, state, mark, answer, citations, uses, settings, coverage, rating, why, imported
		FROM turns WHERE thread = ? ORDER BY number`
	selectSpoken = `SELECT id, thread, ended, length(answer) FROM turns ORDER BY thread, number`
	selectSaid   = `SELECT id, number, asked, ended, question, understood, scope, state, mark, answer, citations, uses, settings, coverage, rating, why, imported
		FROM turns WHERE id IN `
	markImported  = `UPDATE turns SET imported = ? WHERE id = ?`
	selectHistory = `SELECT turns.asked, threads.owner, turns.question, CASE WHEN turns.state = 'refused' THEN 1 ELSE 0 END, turns.coverage, turns.citations
		FROM turns JOIN threads ON threads.id = turns.thread
		WHERE turns.state IN ('done', 'refused') AND ` + notInTrash + ` AND (? = 0 OR threads.workspace = ?) AND (? = 1 OR threads.owner IN (?, ?))
		ORDER BY turns.id DESC LIMIT ?`
	countAsked = `SELECT count(*) FROM turns JOIN threads ON threads.id = turns.thread WHERE threads.workspace = ?`

	insertCited   = `INSERT INTO turn_segments (segment, turn) VALUES (?, ?) ON CONFLICT DO NOTHING`
	deleteCited   = `DELETE FROM turn_segments WHERE turn = ?`
	selectCited   = `SELECT DISTINCT segment FROM turn_segments ORDER BY segment`
	selectCiting  = `SELECT a.id, a.answer, a.citations, a.uses FROM turns a JOIN turn_segments s ON s.turn = a.id WHERE s.segment = ? ORDER BY a.id`
	updateCitings = `UPDATE turns SET understood = CASE WHEN ? = '' THEN '' ELSE understood END, answer = ?, citations = ?, uses = ? WHERE id = ? AND citations = ? AND uses = ?`
)
