package api

import (
	"time"

	"github.com/sparsearch/spar/internal/entity"
	"github.com/sparsearch/spar/internal/spar"
)

// The schemas of questions and their answers.
const (
	AnswerSchema      = "spar.ask/1"
	AnswerEventSchema = "spar.ask.event/1"
	HitsSchema        = "spar.search/1"
	HitsEventSchema   = "spar.search.event/1"
	PlaceSchema       = "spar.open/1"
)

// The stages of an answer, as events name them.
const (
	StageScope   = "scope"   // the scope of the question
	StageReading = "reading" // files are read that were not read yet
	StageInterim = "interim" // an answer from the files read so far, which replaces earlier ones
	StageWords   = "words"   // hits in the order of words, before anything is embedded
	StageSteps   = "steps"   // a step of a model that searches
	StageDraft   = "draft"   // a piece of what a model writes, unchecked
	StageFinal   = "final"   // the result, which replaces all that came before
	StageError   = "error"   // there is no result, and why; as final it comes once, last
)

// How much is embedded for a question before it is answered.
const (
	EmbedLazy = "lazy" // the passages that the question needs
	EmbedAll  = "all"  // every passage in scope
)

// The lengths of an answer, besides the usual one.
const (
	LengthShort = "short"
	LengthLong  = "long"
)

// A Question is the input of `spar ask` and `spar search`. Without workspace, folder and scope all files are in scope that the asker may
// read; a scope narrows the workspace or the folder.
type Question struct {
	Question  string `json:"question"`
	Workspace string `json:"workspace,omitempty"`
	Folder    string `json:"folder,omitempty"`   // of the machine that answers; not beside a workspace
	Scope     string `json:"scope,omitempty"`    // in the query language
	Count     *int   `json:"count,omitempty"`    // passages, to see or to answer from
	Embed     string `json:"embed,omitempty"`    // lazy, the default, or all
	Extract   bool   `json:"extract,omitempty"`  // answer with sentences of the files even where there is a model
	Model     string `json:"model,omitempty"`    // that writes the answer; "" is the usual one
	Agent     bool   `json:"agent,omitempty"`    // a model may search for more, step by step, before it answers
	Steps     int    `json:"steps,omitempty"`    // that it may take at most; 0: 4
	Tokens    int    `json:"tokens,omitempty"`   // that it may be told for them; 0: 8,000
	Length    string `json:"length,omitempty"`   // of the answer: short, long; "" is the usual one
	Entities  bool   `json:"entities,omitempty"` // say what each passage names
	Stream    bool   `json:"stream,omitempty"`   // tell of hits by words and of what a model writes as they come

	// A conversation is gone on with by its ID, or as the asker's last one of the workspace or the scope; "new" begins one that
	// stays. Its last question's workspace and scope hold where none is stated.
	Thread   string `json:"thread,omitempty"`
	Continue bool   `json:"continue,omitempty"`
	// Earlier are the turns of a conversation that the asker's own program keeps, not beside a thread.
	Earlier []Said `json:"earlier,omitempty"`
	// Again asks for another answer to a turn that was rated down, the one that Thread names as THREAD/NUMBER or the last such one.
	// Then the question may be left out.
	Again bool `json:"again,omitempty"`

	// The question's words about files are a guess that orders them, unless they are to filter or to be left alone.
	Strict  bool `json:"strict,omitempty"`
	NoParse bool `json:"no_parse,omitempty"`

	Budget string   `json:"budget,omitempty"` // of the reading, as the setting; "" is the setting
	Until  *float64 `json:"until,omitempty"`  // from 0 to 1: no more is read for an answer that is the best there is with this chance; none is the setting
	Cut    *float64 `json:"cut,omitempty"`    // a search lists no passage whose score is below this part of the best one's; none is the setting
}

// TriedSchema is the schema of Tried.
const TriedSchema = "spar.ask.sure/1"

// A Trying is questions of which somebody wants to know whether they have a sure answer.
type Trying struct {
	Questions []string `json:"questions"`
	Workspace string   `json:"workspace,omitempty"`
	Scope     string   `json:"scope,omitempty"`    // in the query language
	Enough    int      `json:"enough,omitempty"`   // after so many sure ones no more are tried
	Headings  int      `json:"headings,omitempty"` // so many headings of the files are told, to make questions of
	Figures   int      `json:"figures,omitempty"`  // and so many figures of tables
}

// Tried are those of them that have.
type Tried struct {
	Schema string         `json:"schema"`
	Sure   []SureQuestion `json:"sure"`

	Headings []FileHeading `json:"headings,omitempty"` // one a file
	Figures  []FileFigure  `json:"figures,omitempty"`  // one a table
}

// A FileFigure is a column of figures in a table, and a column of names by which the figures can be grouped.
type FileFigure struct {
	Share string `json:"share"`
	Path
	Of string `json:"of"`
	By string `json:"by"`
}

// A FileHeading is a heading of a file.
type FileHeading struct {
	Share string `json:"share"`
	Path
	Heading string `json:"heading"`
}

// A SureQuestion has a sure answer for whoever asked.
type SureQuestion struct {
	Question   string  `json:"question"`
	Confidence float64 `json:"confidence"`
}

// A Said is an earlier question as it was asked, and the statements of its answer.
type Said struct {
	Question string   `json:"question"`
	Answer   []string `json:"answer,omitempty"`
}

// NewThread is a Question's Thread that is not there yet.
const NewThread = "new"

// An Embedded is what embedding all passages in scope did.
type Embedded struct {
	Passages int    // in scope
	Made     int    // of them, the ones embedded now
	Light    string // the result of fitting the light encoder to them; "" where that was not due
}

// A Reading is how far the reading has come that a question waits for.
type Reading struct {
	Read        int    `json:"read"`
	ToRead      int    `json:"to_read"`
	Unreadable  int    `json:"unreadable"` // of those read: without text
	Bytes       int64  `json:"bytes"`      // of those read
	BytesToRead int64  `json:"bytes_to_read"`
	Path        string `json:"path,omitempty"` // of the file that was read last
}

// A ScopeRead is the scope of a question.
type ScopeRead struct {
	Scope  string `json:"scope"` // in the query language
	Funnel []Step `json:"funnel,omitempty"`
}

// An Answer is the output of `spar ask`.
type Answer struct {
	Schema    string     `json:"schema"`
	Intent    string     `json:"intent"` // the kind of answer that the question asks for, as it was understood
	Answer    string     `json:"answer"`
	Bullets   []Bullet   `json:"bullets"`
	Citations []Citation `json:"citations"`
	Evidence  []Evidence `json:"evidence"` // whole pieces of the files, the best first; of refusals too
	Also      []Also     `json:"also,omitempty"`
	Refused   bool       `json:"refused"`

	Confidence float64 `json:"confidence"`       // the chance that it is right, from 0 to 1; 0 of a refusal
	Unsure     bool    `json:"unsure,omitempty"` // it may well be wrong, and is told as the nearest find

	Conflict []spar.Contradiction `json:"conflict,omitempty"` // cited passages that say the same with figures that differ

	Rewritten string            `json:"rewritten,omitempty"` // the question that was answered, where it rests on earlier ones
	Again     *Again            `json:"again,omitempty"`     // what the new answer did without, after one was rated down
	Thread    string            `json:"thread,omitempty"`    // the conversation that the question is kept in
	Turn      int               `json:"turn,omitempty"`      // its number there
	Corrected []spar.Correction `json:"corrected,omitempty"` // words that no file has, and the words taken for them
	Missing   []string          `json:"missing,omitempty"`   // names in the question that nothing that was found says
	Nearest   []string          `json:"nearest,omitempty"`   // of a refusal: the nearest finds instead
	Taken     *Taken            `json:"taken,omitempty"`     // the question's words about files, which brought them forward
	Computed  *TableAnswer      `json:"computed,omitempty"`  // the result of a plan over a table, which the first bullet tells
	Inventory *Inventory        `json:"inventory,omitempty"` // the facts about files that a question about files asked for
	Steps     []AgentStep       `json:"steps,omitempty"`     // that a model took to look for it
	Model     string            `json:"model,omitempty"`     // that wrote it; "" for sentences of the files
	Checked   string            `json:"checked,omitempty"`   // the model that said whether the evidence answers
	Notes     []string          `json:"notes,omitempty" tongue:"text"`
	Do        []spar.Remedy     `json:"do,omitempty"` // about the notes
	Coverage  spar.Coverage     `json:"coverage"`
	Timing    Timing            `json:"timing_ms"`
}

// An Again says how another answer to a question was looked for.
type Again struct {
	Turn     int      `json:"turn"`               // whose answer was rated down
	LeftOut  int      `json:"left_out"`           // passages that it cited
	Expanded []string `json:"expanded,omitempty"` // words that were searched for besides
}

// A Bullet is one statement of an answer, and the numbers of the citations that carry it.
type Bullet struct {
	Text      string `json:"text"`
	Citations []int  `json:"citations"`
	Code      bool   `json:"code,omitempty"`  // the text is code that a file shows, its lines as they stand there
	Shown     int    `json:"shown,omitempty"` // items of the list that it introduces that follow
	Of        int    `json:"of,omitempty"`    // all items of that list, where not all are shown
	Under     string `json:"under,omitempty"` // what it is about where it does not say so: the line that introduces its list, or its heading
}

// Whole is the text of a bullet behind what it is about.
func (b Bullet) Whole() string {
	if b.Under == "" {
		return b.Text
	}
	return b.Under + ": " + b.Text
}

// A Citation is a passage that an answer rests on.
type Citation struct {
	N     int    `json:"n"`
	Share string `json:"share"`
	Path
	Locator spar.Locator `json:"locator"`
	Text    string       `json:"text"`
	Lang    string       `json:"lang,omitempty"`
	Open    string       `json:"open"` // what `spar open` takes

	Unverified bool `json:"unverified,omitempty"` // of an imported answer: its text was not found at that place of the file

	Dated   *time.Time `json:"dated,omitempty"`       // when the file was changed
	Bears   string     `json:"bears,omitempty"`       // the day in its name, or that it says of itself: 2025-09-30
	Version string     `json:"doc_version,omitempty"` // which version of a document the file is
	InForce bool       `json:"in_force,omitempty"`    // of the versions that were found
	Copies  []string   `json:"copies,omitempty"`      // files with the same text that were found, too, as share:path

	Entities []entity.Entity `json:"entities,omitempty"` // what the passage names
}

// Evidence is a passage that was found, widened to what belongs together in its file.
type Evidence struct {
	N     int    `json:"n"`                   // of the citation that it carries; of no citation where it is greater than all of these
	Cited []int  `json:"citations,omitempty"` // all citations whose passages it has
	Share string `json:"share"`
	Path
	Open    string         `json:"open"` // what `spar open` takes
	Locator spar.Locator   `json:"locator"`
	Heading string         `json:"heading,omitempty"` // those above it, outermost first
	Kind    spar.UnitKind  `json:"kind"`
	Text    string         `json:"text"`
	Marks   []spar.Span    `json:"marks,omitempty"` // bytes of the text: what answers
	Columns []string       `json:"columns,omitempty"`
	Cells   []EvidenceCell `json:"cells,omitempty"` // of rows: row by row, as many as there are columns in each
	Lang    string         `json:"lang,omitempty"`

	Dated   *time.Time `json:"dated,omitempty"`       // when the file was changed
	Bears   string     `json:"bears,omitempty"`       // the day in its name, or that it says of itself: 2025-09-30
	Version string     `json:"doc_version,omitempty"` // which version of a document the file is
	InForce *bool      `json:"in_force,omitempty"`    // of a version: whether it is the one in force
	Copies  []string   `json:"copies,omitempty"`      // files with the same text that were found, too, as share:path

	At *EvidencePlace `json:"at,omitempty"` // the place in a kept turn, instead of the texts
}

// An EvidencePlace says from which stored text evidence is made again, see spar.UnitPlace.
type EvidencePlace struct {
	Segment string `json:"segment"`
	From    int    `json:"from"`
	To      int    `json:"to"`
	Start   int    `json:"start"`
	End     int    `json:"end"`
}

// An EvidenceCell is one cell of evidence that is rows of a table.
type EvidenceCell struct {
	Open string `json:"open,omitempty"` // what `spar open` takes; "" of a cell that the row does not have
	Text string `json:"text"`
}

// Also is another answer than the one in front: what else the question may mean, or what else answers it.
type Also struct {
	Kind     string         `json:"kind"` // its kind, such as OfTable
	Text     string         `json:"text"`
	Chance   float64        `json:"chance"`             // that it is right, from 0 to 1
	Evidence []int          `json:"evidence,omitempty"` // numbers of what bears it out
	Readings []TableReading `json:"readings,omitempty"`
}

// OfTable is the kind of what a table may answer.
const OfTable = "table"

// OfModel is the kind of what a model wrote where something likelier leads.
const OfModel = "model"

// A TableReading is one way to understand a question to a table, with what it gives.
type TableReading struct {
	Text  string `json:"text" tongue:"plan"` // the reading in words
	Value string `json:"value"`
	Plan  string `json:"plan"` // for `spar table --run`
}

// Leads reports whether the bullets stand in front of the evidence: they are likely right, were computed, or a model wrote them. Else the
// evidence speaks, with its marks.
func (a Answer) Leads() bool {
	return !a.Refused && len(a.Bullets) > 0 &&
		(len(a.Evidence) == 0 || a.Confidence >= Short || a.Computed != nil && !a.Computed.Refused || a.Inventory != nil || a.Model != "")
}

// Short is the chance from which on an answer stands in front of its evidence.
const Short = .8

// Timing is the wall time of each stage in milliseconds.
type Timing struct {
	Scope    float64 `json:"scope"`
	Read     float64 `json:"read"`
	Retrieve float64 `json:"retrieve"`
	Answer   float64 `json:"answer"`
	Total    float64 `json:"total"`
}

// An AnswerEvent is one step of an answer while it is made. Which of its other fields is set depends on the stage.
type AnswerEvent struct {
	Schema string `json:"schema"`
	Stage  string `json:"stage"`
	*ScopeRead
	Thread string `json:"thread,omitempty"` // with the scope: the conversation that the question is kept in
	Turn   int    `json:"turn,omitempty"`   // its number there
	*Reading
	Hits    []Hit      `json:"hits,omitempty"`
	Model   string     `json:"model,omitempty"`   // that writes
	Waiting *Waiting   `json:"waiting,omitempty"` // for that model
	Step    *AgentStep `json:"step,omitempty"`    // that the model took
	Text    string     `json:"text,omitempty"`
	Answer  *Answer    `json:"answer,omitempty"`
	Changed []int      `json:"changed,omitempty"` // numbers of the bullets of an interim answer, from 1, that the one before did not have
	*Fault
	Request string `json:"request,omitempty"` // of an error that a server tells: the number that its log has
}

// Waiting is why a model keeps waiting: it is loading, busy with others, or reading its prompt, as many tokens of so many.
type Waiting struct {
	For  string `json:"for"`
	Read int    `json:"read,omitempty"`
	Of   int    `json:"of,omitempty"`
}

// An AgentStep is one that a model took to look for an answer.
type AgentStep struct {
	N      int       `json:"n"`
	Tool   string    `json:"tool"` // search, open, table, files, scope, answer; "" where its reply was no step
	Args   AgentArgs `json:"args"`
	Found  int       `json:"found"`            // passages, rows or files
	Failed string    `json:"failed,omitempty"` // why it gave nothing
}

// AgentArgs are a model's arguments for a tool.
type AgentArgs struct {
	Input   string `json:"input,omitempty"`
	Passage int    `json:"passage,omitempty"` // the number of evidence that it was shown
}

// A Hit is a passage that was found, with its score explained.
type Hit struct {
	Share string `json:"share"`
	Path
	Locator spar.Locator       `json:"locator"`
	Score   float64            `json:"score"`
	Parts   map[string]float64 `json:"parts"` // the summands of Score by name
	Text    string             `json:"text"`
	Lang    string             `json:"lang,omitempty"`
	Open    string             `json:"open"`

	Entities []entity.Entity `json:"entities,omitempty"`
}

// Hits is what `spar search` found, best first.
type Hits struct {
	Schema    string            `json:"schema"`
	Hits      []Hit             `json:"hits"`
	Weaker    int               `json:"weaker,omitempty"`    // passages that were found and left out, because their scores are far below the best one's
	Corrected []spar.Correction `json:"corrected,omitempty"` // as of an Answer
	Coverage  spar.Coverage     `json:"coverage"`
	Notes     []string          `json:"notes,omitempty" tongue:"text"`
	Do        []spar.Remedy     `json:"do,omitempty"`
}

// A FileHits is the files for whose text an expression holds.
type FileHits struct {
	Schema     string        `json:"schema"`
	Expression string        `json:"expression"` // as it was understood
	Files      []FileHit     `json:"files"`      // those with the most passages first
	Of         int           `json:"of"`         // how many there are
	Coverage   spar.Coverage `json:"coverage"`
	Notes      []string      `json:"notes,omitempty" tongue:"text"`
	Do         []spar.Remedy `json:"do,omitempty"`
}

// FileHitsSchema is the schema of FileHits.
const FileHitsSchema = "spar.search.files/1"

// A FileHit is a file and in how many of its passages something stands that the expression asks for.
type FileHit struct {
	FileName
	Passages int `json:"passages"`
}

// A HitsEvent is one step of a search.
type HitsEvent struct {
	Schema string `json:"schema"`
	Stage  string `json:"stage"`
	*Reading
	Hits      []Hit             `json:"hits,omitzero"` // nil while files are read
	Weaker    int               `json:"weaker,omitempty"`
	Corrected []spar.Correction `json:"corrected,omitempty"`
	Coverage  *spar.Coverage    `json:"coverage,omitempty"`
	Notes     []string          `json:"notes,omitempty" tongue:"text"`
	Do        []spar.Remedy     `json:"do,omitempty"` // about the notes, or the fault
	*Fault
	Request string `json:"request,omitempty"` // of an error that a server tells: the number that its log has
}

// A Place is what a citation names, in its surroundings: lists of texts in reading order.
type Place struct {
	Schema string `json:"schema"`
	Share  string `json:"share"`
	Path
	Locator spar.Locator `json:"locator"`
	Open    string       `json:"open,omitempty"` // its address, where words were looked for
	Cell    string       `json:"cell,omitempty"` // with its label, where the place is a cell; Text is then its row
	Before  []string     `json:"before"`
	Text    []string     `json:"text"`
	After   []string     `json:"after"`
	LeftOut int          `json:"left_out,omitempty"` // lines of the place that are not shown, because it is long
}

// AnswerJobSchema is the schema of an AnswerJob.
const AnswerJobSchema = "spar.answer.job/1"

// A JobState says how far a job is.
type JobState string

// The states of a job.
const (
	JobRunning JobState = "running"
	JobDone    JobState = "done"
	JobStopped JobState = "stopped" // before it was done: by its owner, at its deadline, or because the server ended
	JobFailed  JobState = "failed"
)

// An AnswerJob is an answer that a server makes whether somebody waits for it or not.
type AnswerJob struct {
	Schema    string    `json:"schema"`
	ID        string    `json:"id"`
	State     JobState  `json:"state"` // running, done, stopped or failed
	Asked     time.Time `json:"asked"`
	Question  string    `json:"question"`
	Workspace string    `json:"workspace,omitempty"`
	Scope     string    `json:"scope,omitempty"`
	Thread    string    `json:"thread,omitempty"`   // that it is kept in; until that is known, the one that the question named
	Events    int       `json:"events"`             // number of the last event so far
	Answer    *Answer   `json:"answer,omitempty"`   // the best one so far
	Withheld  bool      `json:"withheld,omitempty"` // it rests on a file that you may not read now, or that is no more
}
