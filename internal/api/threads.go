package api

import (
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// The schemas of conversations, and of questions that are asked again.
const (
	ThreadSchema = "spar.thread/1"
	ReplaySchema = "spar.replay/1"
)

// A Thread is a conversation. Lists leave out its turns.
type Thread struct {
	Schema    string    `json:"schema"`
	ID        string    `json:"id"`                   // what `spar ask --thread` takes
	Owner     string    `json:"owner"`                // as of a workspace
	Called    string    `json:"owner_name,omitempty"` // what people call them, as far as this machine knows
	Workspace string    `json:"workspace,omitempty"`
	Title     string    `json:"title"`           // its first question, or what its owner calls it
	Found     string    `json:"found,omitempty"` // what a question or an answer has around the words which were looked for, where the title lacks some
	Created   time.Time `json:"created"`
	Asked     time.Time `json:"asked"` // its last question
	Questions int       `json:"questions"`
	Yours     bool      `json:"yours"`              // who looks may change it
	Readers   []Member  `json:"readers,omitempty"`  // who else may look at it, told to those who may change it
	Imported  *Imported `json:"imported,omitempty"` // of its first question
	Turns     []Turn    `json:"turns,omitempty"`
}

// Imported says that something was not asked and answered here: it was in the export of a workspace that somebody brought. Its content,
// including the times here, is the word of the export's maker.
type Imported struct {
	By   string    `json:"by"`             // who brought it, as the owner of a workspace
	Name string    `json:"name,omitempty"` // what people call them, as far as this machine knows
	At   time.Time `json:"at"`             // when
	From string    `json:"from,omitempty"` // whose the workspace was, as the export says
	Made time.Time `json:"made"`           // when it was exported, as the export says
}

// A Turn is a question of a conversation with its answer. Of one that is withheld nothing is told but that it was asked: its answer
// rests on a file that who looks may not read now, or that is no more.
type Turn struct {
	Turn       int            `json:"turn"`
	State      string         `json:"state"` // running, done, interrupted or refused
	Asked      time.Time      `json:"asked"`
	Ended      *time.Time     `json:"ended,omitempty"`
	Question   string         `json:"question"`
	Understood string         `json:"understood,omitempty"` // the question that was answered, where it is another
	Scope      string         `json:"scope,omitempty"`      // in the query language, beside that of the workspace
	Withheld   bool           `json:"withheld,omitempty"`
	Answer     *Answer        `json:"answer,omitempty"` // none where text that it quotes is gone
	Citations  []TurnCitation `json:"citations,omitempty"`
	Files      []TurnFile     `json:"files,omitempty"` // that it rests on
	Settings   *TurnSettings  `json:"settings,omitempty"`
	Coverage   *spar.Coverage `json:"coverage,omitempty"`
	Imported   *Imported      `json:"imported,omitempty"`
	Rating     string         `json:"rating,omitempty"` // up or down
	Why        string         `json:"why,omitempty"`
}

// A TurnCitation is a place that an answer cites.
type TurnCitation struct {
	N     int    `json:"n"`
	Share string `json:"share"`
	Path
	Locator spar.Locator `json:"locator"`
	Segment string       `json:"segment,omitempty"` // the text that has it
	Open    string       `json:"open,omitempty"`    // what `spar open` takes
	Gone    bool         `json:"gone,omitempty"`    // the text is gone

	Unverified bool `json:"unverified,omitempty"` // it was imported, and the answer's quotations were not found there
}

// A TurnFile is the version of a file.
type TurnFile struct {
	Share string `json:"share"`
	Path
	Hash    string `json:"sha256,omitempty"`
	Segment string `json:"segment,omitempty"` // its text as it was read then
}

// TurnSettings made an answer.
type TurnSettings struct {
	Rank    string  `json:"rank,omitempty"`
	Encoder string  `json:"encoder,omitempty"`
	Model   string  `json:"model,omitempty"`
	Meaning float64 `json:"meaning_weight,omitempty"`
	Count   int     `json:"count,omitempty"`
}

// A Replay is a question of a conversation asked again with what made its answer then.
type Replay struct {
	Schema   string         `json:"schema"`
	Thread   string         `json:"thread"`
	Turn     int            `json:"turn"`
	Question string         `json:"question"` // as it was understood
	Same     bool           `json:"same"`     // statements and citations are those of then
	Differs  []string       `json:"differs"`
	Why      []ReplayReason `json:"why"`           // the causes of differences
	Was      *Answer        `json:"was,omitempty"` // none where it is not kept any more, or withheld
	Answer   Answer         `json:"answer"`
	Imported *Imported      `json:"imported,omitempty"` // of the turn, whose answer was not made here
}

// A ReplayReason is something that is not as it was: a file (file-gone, file-changed, file-moved, file-new, read-anew), a setting, or the
// coverage.
type ReplayReason struct {
	Kind    string    `json:"kind"`
	File    *FileName `json:"file,omitempty"`
	Setting string    `json:"setting,omitempty"`
	Was     string    `json:"was,omitempty"`
	Now     string    `json:"now,omitempty"`
}
