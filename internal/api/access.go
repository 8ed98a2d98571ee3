package api

import (
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// The schemas of keys and of the server.
const (
	TokenSchema = "spar.token/1"
	ServeSchema = "spar.serve/1"
	MeSchema    = "spar.me/1"
)

// A NewToken is asked for. Who asks gets it, unless For names somebody else.
type NewToken struct {
	For     string            `json:"for,omitempty"`     // an account of this machine, or somebody of the principals file
	May     []spar.Capability `json:"may,omitempty"`     // read where nothing is said; never more than who asks, nor than whose it is
	Expires string            `json:"expires,omitempty"` // after such as 90d or 12h; 90d where nothing is said, token-most at most
}

// A Token is a key with which a program acts as somebody, or the session of a browser. Secret is told once, when it is made.
type Token struct {
	Schema  string            `json:"schema"`
	ID      int64             `json:"id"`
	Kind    string            `json:"kind"`           // token or session
	Who     string            `json:"who"`            // as the owner of a workspace
	Name    string            `json:"name,omitempty"` // what people call them, as far as this machine knows
	May     []spar.Capability `json:"may"`
	Made    time.Time         `json:"made"`
	Expires time.Time         `json:"expires"`
	Used    *time.Time        `json:"used,omitempty"` // last, to the minute
	By      int64             `json:"by,omitempty"`   // the token that made it, with which it ends; not there where somebody made it otherwise
	Secret  string            `json:"secret,omitempty"`
}

// Serving says where a server listens, when it is ready.
type Serving struct {
	Schema string `json:"schema"`
	URL    string `json:"url"`
	Link   string `json:"link,omitempty"` // signs a browser in as the user of the process, once
}

// Me is who asks, as a server knows them.
type Me struct {
	Schema string            `json:"schema"`
	Who    string            `json:"who"` // as the owner of a workspace
	Name   string            `json:"name"`
	May    []spar.Capability `json:"may"`
	Models []string          `json:"models,omitempty"`   // that may write answers, the usual one first
	Data   string            `json:"data_dir,omitempty"` // of whoever administers: the directory that a command typed on the machine has to name
	Tries  bool              `json:"tries_questions"`    // the page tries questions to start from
}

// A Failure is the body of every reply with an error.
type Failure struct {
	Error RequestFault `json:"error"`
}

// A RequestFault is what went wrong. Request is the number under which the server's log has it.
type RequestFault struct {
	Fault
	Spot    *spar.Spot `json:"spot,omitempty"` // where it is in a text that was sent, such as a scope
	Request string     `json:"request,omitempty"`
}

// A Page is a part of a list. Next is the value of after for the next page, "" on the last.
type Page[T any] struct {
	Schema string `json:"schema"`
	Items  []T    `json:"items"`
	Next   string `json:"next,omitempty"`
}

// PageSchema is the schema of pages.
const PageSchema = "spar.page/1"

// AccountSchema is the schema of an Account.
const AccountSchema = "spar.account/1"

// An Account is somebody whom another system signs in.
type Account struct {
	Schema  string    `json:"schema"`
	ID      int64     `json:"id"`
	Issuer  string    `json:"issuer"`
	Subject string    `json:"subject"`         // its number there
	Who     string    `json:"who,omitempty"`   // to whom it is tied, as the owner of a workspace
	Claim   string    `json:"claim,omitempty"` // what the provider called them then
	Name    string    `json:"name,omitempty"`  // as the provider said last
	Groups  []string  `json:"groups"`          // the groups that it has in its sessions
	Made    time.Time `json:"made"`
	Seen    time.Time `json:"seen"` // signed in last
}
