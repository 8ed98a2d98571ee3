package api

import (
	"time"

	"github.com/sparsearch/spar"
)

// ThreadSchema is the schema of conversations.
const ThreadSchema = "spar.thread/1"

// A Thread is a conversation. Lists leave out its turns.
type Thread struct {
	Schema    string    `json:"schema"`
	ID        string    `json:"id"`    // what `spar ask --thread` takes
	Owner     string    `json:"owner"` // as of a workspace
	Workspace string    `json:"workspace,omitempty"`
	Title     string    `json:"title"` // its first question
	Created   time.Time `json:"created"`
	Asked     time.Time `json:"asked"` // its last question
	Questions int       `json:"questions"`
	Turns     []Turn    `json:"turns,omitempty"`
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
