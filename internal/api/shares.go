package api

import (
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

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
	Root   Path   `json:"root,omitzero"`         // for operators
	Rights string `json:"rights"`                // auto, posix, acl, open, table
	FS     string `json:"file_system,omitempty"` // its type, as the last scan found it
	States States `json:"states,omitzero"`       // of its files, where they were counted

	Reachable bool           `json:"reachable"`
	Trouble   string         `json:"trouble,omitempty"` // why it cannot be reached; operators are told all of it
	Do        []spar.Remedy  `json:"do,omitempty"`      // about that; for operators
	Scanned   string         `json:"scanned,omitempty"` // when the last complete scan ended
	Failing   string         `json:"failing,omitempty"` // since when scans fail, for the reason of trouble; for operators
	Next      string         `json:"next,omitempty"`    // when the server scans the whole of it next; for operators
	Ignored   map[string]int `json:"ignored,omitempty"` // names that it left out, by rule; for operators

	Unlisted int       `json:"unlisted_folders,omitempty"` // could not be listed when they were last looked at; for operators
	Folders  []Problem `json:"unlisted,omitempty"`         // the first ten of these; for operators
}

// A NewShare is a folder to be made a share.
type NewShare struct {
	Name   string `json:"name"`
	Folder string `json:"folder"`           // a complete path, from the root of the machine on
	Nested bool   `json:"nested,omitempty"` // it may lie in another share or hold one
	Rights string `json:"rights,omitempty"` // who may read its files, as in a RightsPlan; auto if it is not there
}

// Ignore is the rules that leave out names of a share.
type Ignore struct {
	Schema string   `json:"schema"`
	Share  string   `json:"share"`
	Rules  []string `json:"rules"`

	Default []string `json:"default"` // the rules for litter, which come first
	Kept    []Path   `json:"kept"`    // files that these would leave out, and that have tags
}

// An IgnoreEdit changes the rules of a share: Clear takes all away, then Default sets the rules for litter, then Rules are
// added or, with Remove, taken away. One that says nothing changes nothing.
type IgnoreEdit struct {
	Share   string   `json:"share"`
	Rules   []string `json:"rules,omitempty"`
	Remove  bool     `json:"remove,omitempty"`
	Clear   bool     `json:"clear,omitempty"`
	Default bool     `json:"default,omitempty"`
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
	Sketches bool    `json:"sketches"`         // vectors of names and titles are kept
	Letters  string  `json:"letters"`          // exact, or any: the case of letters does not count in name: and path:
}

// A LimitsEdit changes how a share may be read. Unset limits stay; each is written as people write it.
type LimitsEdit struct {
	Share    string  `json:"share"`
	Bytes    *string `json:"bytes,omitempty"`    // a second, such as 20MB; 0 for no limit
	Opens    *string `json:"opens,omitempty"`    // files opened a second
	Names    *string `json:"names,omitempty"`    // examined a second
	Hours    *string `json:"hours,omitempty"`    // such as 19-7, or all
	Offline  *string `json:"offline,omitempty"`  // auto, blocks or never
	Interval *string `json:"interval,omitempty"` // between scans, such as 30m, or auto
	Sketches *string `json:"sketches,omitempty"` // on or off
	Letters  *string `json:"letters,omitempty"`  // exact or any
}

// A ScanRequest says what to scan: shares by name, or folders of shares by their paths; all shares if it names none.
type ScanRequest struct {
	What   []string `json:"what,omitempty"`
	NoWait bool     `json:"no_wait,omitempty"` // while somebody else scans the share
	Bare   bool     `json:"bare,omitempty"`    // leave rules and the saved index to whoever comes next
	Recall string   `json:"recall,omitempty"`  // first fetch offline files whose paths match this pattern
}

// A WatchRequest says which shares to watch, all if it names none, and what to do in idle time.
type WatchRequest struct {
	Shares   []string `json:"shares,omitempty"`
	Interval string   `json:"interval,omitempty"` // between scans, such as 10m, or auto; each share's own if not set
	Idle     []string `json:"idle,omitempty"`     // read, embed
	Once     bool     `json:"once,omitempty"`     // scan once, do what follows, and end
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
	Links     int            `json:"links"`   // symbolic links, which are not followed
	Skipped   int            `json:"skipped"` // files that cannot be read, besides links
	Unlisted  int            `json:"unlisted_folders"`
	Ignored   map[string]int `json:"ignored,omitempty"`
	Kept      int            `json:"kept,omitempty"` // files with tags that rules for litter would leave out since now
	Bytes     int64          `json:"bytes"`
	Seconds   float64        `json:"seconds"`
	Rate      float64        `json:"files_per_second"`
	Problems  []Problem      `json:"problems,omitempty"` // the first hundred
}

// FileChangeSchema is the schema of a FileChange.
const FileChangeSchema = "spar.change/1"

// A FileChange is a change of a file that a scan found.
type FileChange struct {
	Schema string `json:"schema"`
	Share  string `json:"share"`
	Path          // where it is now; of a file that is gone, where it was
	Kind   string `json:"kind"`            // new, changed, moved, gone or unreadable
	Was    string `json:"was,omitempty"`   // where a file was that moved
	At     string `json:"at"`              // when the scan found it, RFC 3339
	State  string `json:"state,omitempty"` // as it is now
	Reason string `json:"reason,omitempty" tongue:"text"`
}

// A ChangesQuery says which changes are told.
type ChangesQuery struct {
	Share string `json:"share,omitempty"` // all if not given
	Kind  string `json:"kind,omitempty"`  // new, changed, moved, gone or unreadable; all if not given
	Since string `json:"since,omitempty"` // an age such as 2h or 7d, or a day; as long as changes are kept if not given
}

// The stages of a scan, as events name them.
const (
	StageShare    = "share"    // a folder was made a share
	StageBegin    = "begin"    // a share was never scanned, and is now
	StageWaiting  = "waiting"  // somebody else scans the share
	StageScanning = "scanning" // files are found
	StageTagged   = "tagged"   // rules and sidecars were applied to the found files
	StageLate     = "late"     // the scan is not waited for any longer
	StageFailed   = "failed"   // the share, or its rules, is done without
	StageFetching = "fetching" // a file that is offline; with a reason where it cannot be
	StageFetched  = "fetched"  // all that are to be
	StageScanned  = "scanned"  // a share, as Scan says
)

// A ScanEvent is one step of a scan. Which of its other fields is set depends on the stage.
type ScanEvent struct {
	Stage   string        `json:"stage"`
	Share   string        `json:"share"`
	Root    *Path         `json:"root,omitempty"`                 // of a folder that was made a share
	Holder  string        `json:"holder,omitempty"`               // who scans the share
	Seen    int           `json:"seen,omitempty"`                 // files so far
	Rate    float64       `json:"rate,omitempty"`                 // of them a second
	Tagging *Tagging      `json:"tagging,omitempty"`              // without examples
	Path    *Path         `json:"path,omitempty"`                 // of a file that is fetched
	Scan    *Scan         `json:"scan,omitempty"`                 // of scanned
	Reason  string        `json:"reason,omitempty" tongue:"text"` // of late, failed and fetching
	Do      []spar.Remedy `json:"do,omitempty"`
}

// ScanJobSchema is the schema of a ScanJob.
const ScanJobSchema = "spar.scan.job/1"

// A ScanJob is a scan of a share that a server makes whether somebody waits for it or not.
type ScanJob struct {
	Schema string     `json:"schema"`
	Share  string     `json:"share"`
	State  JobState   `json:"state"` // running, done, stopped or failed
	Begun  time.Time  `json:"begun"`
	Ended  *time.Time `json:"ended,omitempty"`
	Stage  string     `json:"stage,omitempty"` // of its last event
	Seen   int        `json:"seen,omitempty"`  // files so far
	Rate   float64    `json:"rate,omitempty"`  // of them a second
	Reason string     `json:"reason,omitempty" tongue:"text"`
	Scan   *Scan      `json:"scan,omitempty"` // what it found, without the names of what could not be examined
	Fault  *Fault     `json:"fault,omitempty"`
}

// A Problem is a folder that could not be listed, or a name that could not be examined.
type Problem struct {
	Path
	Reason string `json:"reason" tongue:"text"`
}

// The events of a watch.
const (
	WatchBegun       = "watching"    // what the file system tells of a share
	WatchScanned     = "scanned"     // the whole share
	WatchLooked      = "looked"      // at the changed folders
	WatchUnreachable = "unreachable" // nothing is known to be gone
	WatchReachable   = "reachable"   // again
	WatchWaiting     = "waiting"     // another process watches the share
	WatchFollowed    = "followed"    // the index was brought up to date
	WatchPeeked      = "properties"  // of files, read in idle time
	WatchRead        = "read"        // in idle time
	WatchEmbedded    = "embedded"    // in idle time
	WatchProposed    = "proposed"    // tags of files, in idle time
	WatchFitted      = "fitted"      // the light encoder, in idle time
	WatchPurged      = "purged"
	WatchFailed      = "failed" // something beside the shares; it is tried again
)

// A WatchEvent is an event of a watched share, or of idle time. Counts of 0 are left out.
type WatchEvent struct {
	Schema    string        `json:"schema"`
	Time      string        `json:"time"`
	Event     string        `json:"event"`
	Share     string        `json:"share,omitempty"`
	Seen      int           `json:"seen,omitempty"`
	Added     int           `json:"added,omitempty"`
	Changed   int           `json:"changed,omitempty"`
	Moved     int           `json:"moved,omitempty"`
	Deleted   int           `json:"deleted,omitempty"`
	Unchanged int           `json:"unchanged,omitempty"`
	Unlisted  int           `json:"unlisted_folders,omitempty"`
	Folders   int           `json:"folders,omitempty"`
	Number    int           `json:"number,omitempty"`
	Seconds   float64       `json:"seconds,omitempty"`
	Detail    string        `json:"detail,omitempty" tongue:"text"`
	Do        []spar.Remedy `json:"do,omitempty"` // about it
}
