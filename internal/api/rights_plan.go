package api

// The schemas of the rights of a share.
const (
	ShareRightsSchema = "spar.share.rights/1"
	RightsTrialSchema = "spar.share.rights.trial/1"
)

// ShareRights is how SPAR decides who may read the files of a share, for who administers.
type ShareRights struct {
	Schema string       `json:"schema"`
	Share  string       `json:"share"`
	Rights string       `json:"rights"` // auto, posix, acl, open or table
	Lines  []RightsLine `json:"lines"`  // of its table, which is kept while other rights count
	Names  []string     `json:"names"`  // whom a line may name: everyone, and the people and groups beyond the accounts of this machine
	Table  string       `json:"table"`  // the lines as CSV
}

// A RightsLine says whether somebody may read the files of a folder, with all below it, or one file. Of a file only the lines of the nearest
// path count.
type RightsLine struct {
	Path
	Principal string `json:"principal"` // user:NAME, group:NAME or everyone
	Right     string `json:"right"`     // allow or deny
}

// A RightsPlan is how SPAR is to decide who may read the files of a share.
type RightsPlan struct {
	Name   string        `json:"name"`
	Rights string        `json:"rights"`          // auto, posix, acl, open or table
	Lines  *[]RightsLine `json:"lines,omitempty"` // of the table; the ones there if neither these nor a table are given
	Table  string        `json:"table,omitempty"` // the lines as CSV: path, principal, right
}

// A RightsTrial is what a RightsPlan changes, or has changed.
type RightsTrial struct {
	Schema string         `json:"schema"`
	Share  string         `json:"share"`
	Rights string         `json:"rights"`
	Lines  []RightsLine   `json:"lines"`            // of the table, as they are or would be
	Files  int            `json:"files"`            // of the share
	People []PersonRights `json:"people"`           // the first thousand by name; the last is everybody else who may ask
	Of     int            `json:"of"`               // people in all
	Lose   int            `json:"lose"`             // people who could read files before, and none after
	Nobody bool           `json:"nobody,omitempty"` // could read any of the files
	Rescan bool           `json:"rescan,omitempty"` // access control lists count only after a scan
	Gives  []RightsLine   `json:"gives"`            // lines of the table that are new
	Takes  []RightsLine   `json:"takes"`            // lines of the table that go
	Idle   []IdlePath     `json:"idle,omitempty"`   // paths of the table where no file lies
}

// An IdlePath is a folder or file that a table of rights names and where no file lies.
type IdlePath struct {
	Path
	Meant *Path `json:"meant,omitempty"` // the folder or file of the share with the nearest name
}

// PersonRights is how many files of a share somebody may read now, and how many they may then.
type PersonRights struct {
	Name string `json:"name"` // "" for everybody else
	Now  int    `json:"now"`
	Then int    `json:"then"`
}
