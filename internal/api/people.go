package api

import "time"

// The schemas of people.
const (
	PersonSchema     = "spar.person/1"
	InvitationSchema = "spar.invitation/1"
)

// Where a Person is from.
const (
	OfFile  = "file"  // the principals file, which only its author changes
	OfAdded = "added" // an administrator has added them
)

// A Person is somebody who may ask beyond the accounts of the machine.
type Person struct {
	Schema    string     `json:"schema"`
	Name      string     `json:"name"`
	UID       uint32     `json:"uid"`
	Role      string     `json:"role"` // reader, curator or operator
	Clearance string     `json:"clearance,omitempty"`
	Groups    []string   `json:"groups,omitempty"`
	Also      []string   `json:"also,omitempty"` // other names
	From      string     `json:"from"`           // file or added
	Expires   *time.Time `json:"expires,omitempty"`
	Disabled  bool       `json:"disabled,omitempty"`
	Invited   *time.Time `json:"invited,omitempty"` // until when an invitation can be taken
	Trouble   string     `json:"trouble,omitempty"` // why they may not ask although nobody has disabled them
}

// A NewPerson is somebody to be added.
type NewPerson struct {
	Name      string   `json:"name"`
	Role      string   `json:"role,omitempty"`   // reader where nothing is said
	Groups    []string `json:"groups,omitempty"` // of the principals file, of this machine, or of those who were added alone
	Also      []string `json:"also,omitempty"`   // other names, such as what a provider calls them
	Clearance string   `json:"clearance,omitempty"`
	Expires   string   `json:"expires,omitempty"` // a day such as 2027-01-31, or after such as 90d; never where nothing is said
}

// A PersonChange changes somebody who was added. What is not there stays.
type PersonChange struct {
	Name      string   `json:"name"`
	Role      *string  `json:"role,omitempty"`
	Groups    []string `json:"groups,omitempty"` // an empty list for none
	Also      []string `json:"also,omitempty"`
	Clearance *string  `json:"clearance,omitempty"`
	Expires   *string  `json:"expires,omitempty"` // never for none
	Disabled  *bool    `json:"disabled,omitempty"`
}

// A NewInvitation asks for a link by which somebody who was added signs in for the first time.
type NewInvitation struct {
	Name    string `json:"name"`
	Expires string `json:"expires,omitempty"` // after such as 7d or 12h, 30d at most; 7d where nothing is said
}

// An Invitation lets somebody sign in once, who gets a key of their own by it. Secret is told once.
type Invitation struct {
	Schema  string    `json:"schema"`
	Name    string    `json:"name"`
	Expires time.Time `json:"expires"`
	Secret  string    `json:"secret"`
	Link    string    `json:"link,omitempty"` // with the secret, to be sent to them
}

// PersonSeesSchema names the shape of a PersonSees.
const PersonSeesSchema = "spar.person.sees/1"

// A PersonSees is how many files somebody may read now, by the rights of the shares.
type PersonSees struct {
	Schema string      `json:"schema"`
	Name   string      `json:"name"`
	Files  int         `json:"files"` // that they may read
	Of     int         `json:"of"`    // files in all
	Shares []ShareSeen `json:"shares"`
}

// A ShareSeen is how many files of one share somebody may read.
type ShareSeen struct {
	Share  string `json:"share"`
	Files  int    `json:"files"`
	Of     int    `json:"of"`
	Rights string `json:"rights"` // by what that is decided: auto, posix, acl, open or table
}
