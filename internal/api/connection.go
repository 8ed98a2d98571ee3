package api

import (
	"encoding/json"

	"github.com/sparsearch/spar/internal/redact"
)

// What a server may be connected with elsewhere.
const (
	ConnectSignIn = "sign-in" // an OpenID provider, whose people sign in
	ConnectModel  = "model"   // a server of language models, which writes answers
)

// A Connection says of a server elsewhere how it is used, whole: what it does not say is not set, but for the secret.
type Connection struct {
	What    string  `json:"what"`              // sign-in or model
	Address Address `json:"address,omitempty"` // none: it is used no more
	Secret  *Hidden `json:"secret,omitempty"`  // of the client, or the key of a model; without it the one that is set stays, if the address does

	Client  string `json:"client,omitempty"`  // how a provider calls this server
	Person  string `json:"person,omitempty"`  // the claim that names people
	Domains string `json:"domains,omitempty"` // that count where the claim is email, joined by commas
	Groups  string `json:"groups,omitempty"`  // the claim with groups

	Model string `json:"model,omitempty"` // of a server of models

	Try bool `json:"try,omitempty"` // only try it
}

// Connected is what a trial of a server elsewhere found, and whether it is used from now on.
type Connected struct {
	Schema string            `json:"schema"`
	What   string            `json:"what"`
	Kept   bool              `json:"kept"`
	Checks []ConnectionCheck `json:"checks"` // in their order, up to the first that failed
}

// A ConnectionCheck is one thing that was tried.
type ConnectionCheck struct {
	Check  string `json:"check"` // description, issuer, addresses, keys, or reply
	OK     bool   `json:"ok"`
	Detail string `json:"detail,omitempty" tongue:"text"`
}

// Hidden is a secret that somebody sends. It is never told again, in no reply and in no trail.
type Hidden string

// MarshalJSON tells only that there is one.
func (Hidden) MarshalJSON() ([]byte, error) { return []byte(`"(hidden)"`), nil }

// String is for who prints it by mistake.
func (Hidden) String() string { return "(hidden)" }

// Address is one that may hold a password or a key, which are never told again.
type Address string

// MarshalJSON leaves passwords and keys out.
func (a Address) MarshalJSON() ([]byte, error) { return json.Marshal(redact.Text(string(a))) }
