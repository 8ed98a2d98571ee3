package api

import "github.com/sparsearch/spar"

// The schemas of shares and their scans.
const (
	ShareSchema  = "spar.share/1"
	IgnoreSchema = "spar.ignore/1"
	LimitsSchema = "spar.limits/1"
	ScanSchema   = "spar.scan/1"
	WatchSchema  = "spar.watch/1"
)

// A Share is a named folder that is only ever read, and how it is doing.
type Share struct {
	Schema string `json:"schema"`
	Name   string `json:"name"`
	Root   Path   `json:"root"`
	Rights string `json:"rights"`                // auto, posix, acl, open, table
	FS     string `json:"file_system,omitempty"` // its type, as the last scan found it
	States States `json:"states,omitempty"`

	Reachable bool           `json:"reachable"`
	Trouble   string         `json:"trouble,omitempty"` // why it cannot be reached
	Scanned   string         `json:"scanned,omitempty"` // when the last complete scan ended
	Ignored   map[string]int `json:"ignored,omitempty"` // names that it left out, by rule
}

// Ignore is the rules by which names of a share are left out.
type Ignore struct {
	Schema string   `json:"schema"`
	Share  string   `json:"share"`
	Rules  []string `json:"rules"`
}

// Limits is how a share may be read. Rates of 0 are without limit.
type Limits struct {
	Schema   string  `json:"schema"`
	Share    string  `json:"share"`
	Bytes    float64 `json:"bytes_per_second"`
	Opens    float64 `json:"opens_per_second"`
	Names    float64 `json:"names_per_second"`
	Hours    string  `json:"hours"` // "" for the whole day
	Offline  string  `json:"offline"`
	Interval float64 `json:"interval_seconds"` // between scans; 0 when it adapts
}

// A Scan is what a scan of a share found.
type Scan struct {
	Schema    string         `json:"schema"`
	Share     string         `json:"share"`
	Seen      int            `json:"seen"`
	Added     int            `json:"added"`
	Changed   int            `json:"changed"`
	Moved     int            `json:"moved"`
	Deleted   int            `json:"deleted"`
	Unchanged int            `json:"unchanged"`
	Skipped   int            `json:"skipped"` // files that cannot be read
	Unlisted  int            `json:"unlisted_folders"`
	Ignored   map[string]int `json:"ignored,omitempty"`
	Bytes     int64          `json:"bytes"`
	Seconds   float64        `json:"seconds"`
	Rate      float64        `json:"files_per_second"`
	Problems  []Problem      `json:"problems,omitempty"` // the first hundred
}

// The stages of a scan, as events name them.
const (
	StageShare    = "share"    // a folder was made a share
	StageBegin    = "begin"    // a share was never scanned, and is now
	StageWaiting  = "waiting"  // somebody else scans the share
	StageScanning = "scanning" // files are found
	StageTagged   = "tagged"   // rules and sidecars were applied to what was found
	StageLate     = "late"     // the scan is not waited for any longer
	StageFailed   = "failed"   // the share, or its rules, is done without
)

// A ScanEvent is one step of a scan. Which of its other fields is set depends on the stage.
type ScanEvent struct {
	Stage   string        `json:"stage"`
	Share   string        `json:"share"`
	Root    *Path         `json:"root,omitempty"`    // of a folder that was made a share
	Holder  string        `json:"holder,omitempty"`  // who scans the share
	Seen    int           `json:"seen,omitempty"`    // files so far
	Rate    float64       `json:"rate,omitempty"`    // of them a second
	Tagging *Tagging      `json:"tagging,omitempty"` // without examples
	Reason  string        `json:"reason,omitempty"`  // of late and failed
	Do      []spar.Remedy `json:"do,omitempty"`
}

// A Problem is a folder that could not be listed, or a name that could not be examined.
type Problem struct {
	Path
	Reason string `json:"reason"`
}

// A WatchEvent is what happened to a share that is watched, or in idle time. Counts of 0 are left out.
type WatchEvent struct {
	Schema    string        `json:"schema"`
	Time      string        `json:"time"`
	Event     string        `json:"event"`
	Share     string        `json:"share,omitempty"`
	Added     int           `json:"added,omitempty"`
	Changed   int           `json:"changed,omitempty"`
	Moved     int           `json:"moved,omitempty"`
	Deleted   int           `json:"deleted,omitempty"`
	Unchanged int           `json:"unchanged,omitempty"`
	Unlisted  int           `json:"unlisted_folders,omitempty"`
	Folders   int           `json:"folders,omitempty"`
	Number    int           `json:"number,omitempty"`
	Seconds   float64       `json:"seconds,omitempty"`
	Detail    string        `json:"detail,omitempty"`
	Do        []spar.Remedy `json:"do,omitempty"` // about it
}
