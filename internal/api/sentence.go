package api

import "github.com/sparsearch/spar/internal/spar"

// SentenceSchema is the schema of Sentence.
const SentenceSchema = "spar.sentence/1"

// A Saying is a sentence that chooses files and says what to do with them.
type Saying struct {
	Sentence string `json:"sentence"`
	Now      string `json:"now,omitempty"`     // the day from which "last month" counts, as 2025-06-18; today if not set
	Guess    bool   `json:"guess,omitempty"`   // it is a question: all that it says of files is guessed
	Guard    bool   `json:"guard,omitempty"`   // look for files that the scope leaves out and that look relevant
	Include  []int  `json:"include,omitempty"` // numbers of left-out files to include
	Rules    bool   `json:"rules,omitempty"`   // leave the model out, where one is configured
	Sure     bool   `json:"sure,omitempty"`    // confirm a loss, and take the best reading of unclear parts

	Accept []string `json:"accept,omitempty"` // numbers of topics that are to narrow, or names of tags that are shown for them
	Strict bool     `json:"strict,omitempty"` // all topics that have tags are to narrow
	Whole  bool     `json:"whole,omitempty"`  // make a workspace of a topic that does not narrow all the same
}

// A Sentence is the parsed form of a Saying.
type Sentence struct {
	Schema   string `json:"schema"`
	Sentence string `json:"sentence"`
	Command  string `json:"command"`         // query, build, update, reset, archive, reactivate, delete, rename, share or list
	Paper    string `json:"paper,omitempty"` // the command's name in the paper: queryDtb, buildUpdateDtb, resetDtb
	Name     string `json:"name,omitempty"`  // of the workspace
	To       string `json:"to,omitempty"`    // its new name, or whom it is shared with
	Loses    bool   `json:"loses,omitempty"` // it has to be confirmed, as something is lost

	Scope    string         `json:"scope"` // stated parts filter; guessed ones have a ~
	Spans    []SentenceSpan `json:"spans"`
	Keywords []Words        `json:"keywords"`        // the remaining words, to be searched for
	Aside    []Words        `json:"aside,omitempty"` // what tells of the asker and not of files: nothing in it is a constraint

	Corrected []spar.Correction `json:"corrected,omitempty"` // unknown words, and stems of the words taken for them
	Model     string            `json:"model,omitempty"`     // that read the sentence too; its parts are guesses
	Declined  string            `json:"declined,omitempty"`  // why nothing that it said was taken

	Files   int `json:"files"`             // in scope
	Unknown int `json:"unknown"`           // files that must be read to tell
	Guessed int `json:"guessed,omitempty"` // of both, the files that fit the guesses too

	Topics []Topic    `json:"topics,omitempty"` // what it searches for, with the tags that would narrow it
	Whole  bool       `json:"whole,omitempty"`  // a topic does not narrow: it is done with whole alone, or with topics accepted
	Listed []FileName `json:"listed,omitempty"` // the first files of a query that is done

	Questions  []SentenceQuestion `json:"questions,omitempty"` // that have to be answered
	Associated *Associated        `json:"associated,omitempty"`
	Outside    []OutsideFile      `json:"outside,omitempty"` // files that the scope leaves out and that look relevant
	Lacking    []Lacking          `json:"lacking,omitempty"` // files that are out because nothing is known of them

	Notes []string `json:"notes,omitempty" tongue:"text"` // attributes in it, as the query language writes them, that no file has

	Workspace *Workspace `json:"workspace,omitempty"` // the workspace made, where the command was carried out
	Done      bool       `json:"done,omitempty"`
}

// Words are a piece of a sentence, in bytes.
type Words struct {
	Start int    `json:"start"`
	End   int    `json:"end"`
	Text  string `json:"text"`
}

// A SentenceSpan is a piece of a sentence with the constraint that it led to.
type SentenceSpan struct {
	Words
	Constraint string `json:"constraint"`
	Guess      bool   `json:"guess,omitempty"`
	How        string `json:"how,omitempty"`   // exact, synonym, part, near, meaning or model
	Doubt      string `json:"doubt,omitempty"` // why it is a guess though it was said: noun, name, attached, which-date, unread, added, named, told or unmet; one of the questions is about it
}

// A Topic is a piece of a sentence about the files' subject, with the tags that fit. Accepted, it keeps only files with one of them.
type Topic struct {
	N int `json:"n"` // what accepts it
	Words
	Tags     []TopicTag       `json:"tags,omitempty"`
	Files    int              `json:"files"`           // that it leaves, accepted; 0 where it has no tag to accept
	Scope    string           `json:"scope,omitempty"` // of the whole sentence with it accepted
	Accepted bool             `json:"accepted,omitempty"`
	Instead  []SentenceChoice `json:"instead,omitempty"` // what would narrow where no tag does: words of the text, names of files
}

// A TopicTag is a tag that fits a topic.
type TopicTag struct {
	Tag        string `json:"tag"`
	Constraint string `json:"constraint"`
	How        string `json:"how"`            // exact, synonym, part, note or meaning
	Files      int    `json:"files"`          // of the files that the rest of the sentence selects, the ones with it
	Near       bool   `json:"near,omitempty"` // it is only near: accepted by its name, and not with the topic
}

// Taken is the part of a question about files, as it was understood. It excludes nothing unless that was requested.
type Taken struct {
	Scope  string         `json:"scope"`
	Spans  []SentenceSpan `json:"spans"`
	Strict bool           `json:"strict,omitempty"` // it was made to filter
	Files  int            `json:"files"`            // that it holds for
}

// A SentenceQuestion asks what a piece of a sentence means. Without choices nobody knows.
type SentenceQuestion struct {
	Words
	Question string           `json:"question"`
	Choices  []SentenceChoice `json:"choices"`
}

// A SentenceChoice is what a piece of a sentence may mean.
type SentenceChoice struct {
	Constraint string `json:"constraint"`
	Scope      string `json:"scope"` // of the whole sentence with it
	Files      int    `json:"files"`
}

// Associated are the files that belong to those in scope.
type Associated struct {
	Words
	Files int               `json:"files"`
	By    []AssociatedGroup `json:"by"`
}

// An AssociatedGroup is files that belong to others in one way. A file may be in several groups.
type AssociatedGroup struct {
	By    string   `json:"by"` // the attribute that they share, or folder
	Scope string   `json:"scope"`
	Files int      `json:"files"`
	First []string `json:"first"` // the first of them, as SHARE:PATH
}

// An OutsideFile is a file that a scope leaves out and that looks relevant.
type OutsideFile struct {
	N          int     `json:"n"` // what includes it
	Share      string  `json:"share"`
	Path               // path and perhaps path_bytes
	Constraint string  `json:"constraint"` // that keeps it out
	Has        string  `json:"has,omitempty"`
	Lacks      bool    `json:"lacks,omitempty"` // nothing is known of it there: a tag or a value may be missing
	Chance     float64 `json:"chance"`          // that it belongs into the scope
	Included   bool    `json:"included,omitempty"`
}

// Lacking counts files that have no value of an attribute that the scope asks for, and that all else holds for.
type Lacking struct {
	Constraint string `json:"constraint"`
	Attribute  string `json:"attribute"`
	Files      int    `json:"files"`
	Scope      string `json:"scope"` // of these files
}
