package api

import "time"

// WorkSchema is the schema of a Work.
const WorkSchema = "spar.work/1"

// The kinds of long work. Scans and imports are begun by operations of their own.
const (
	WorkScan    = "scan"    // looks at the files of a share
	WorkRead    = "read"    // reads unread files
	WorkEmbed   = "embed"   // reads, and gives passages vectors
	WorkPropose = "propose" // proposes tags for review
	WorkImport  = "import"  // brings in a workspace

	WorkRecognise = "recognise" // has other programs read what SPAR cannot, such as scans
)

// JobPaused is the state of long work that somebody holds up. It goes on from where it was.
const JobPaused JobState = "paused"

// JobInterrupted is the state of long work that ended with its server. It goes on from where it was when somebody says so.
const JobInterrupted JobState = "interrupted"

// A NewWork is long work to begin, over the files of a scope.
type NewWork struct {
	Kind  string `json:"kind"` // read, recognise, embed or propose
	Scope string `json:"scope,omitempty"`
}

// A Work is long work that a server does whether somebody waits for it or not.
type Work struct {
	Schema string     `json:"schema"`
	ID     string     `json:"id"`
	Kind   string     `json:"kind"`
	Share  string     `json:"share,omitempty"` // of a scan
	Scope  string     `json:"scope,omitempty"`
	State  JobState   `json:"state"` // running, paused, interrupted, done, stopped or failed
	Begun  time.Time  `json:"begun"`
	Ended  *time.Time `json:"ended,omitempty"`
	Done   int        `json:"done"`            // files or passages so far
	Total  int        `json:"total,omitempty"` // of them, where that is known
	Rate   float64    `json:"rate,omitempty"`  // of them a second
	Rest   float64    `json:"rest,omitempty"`  // seconds that the rest takes at this rate
	Pauses bool       `json:"pauses"`          // it can be paused
	Fault  *Fault     `json:"fault,omitempty"`
}
