package api

import "time"

// AuditSchema is that of an entry of the audit trail.
const AuditSchema = "spar.audit/1"

// An AuditEntry says that somebody had a server do something.
type AuditEntry struct {
	Schema    string    `json:"schema,omitempty"`
	ID        int64     `json:"id,omitempty"`
	At        time.Time `json:"at,omitzero"`
	Who       string    `json:"who,omitempty"`     // as the owner of a workspace; nobody where a key was wrong
	Name      string    `json:"name,omitempty"`    // what people call them, as far as this machine knows, in words where who is not there
	Key       int64     `json:"key,omitempty"`     // number of the token or session that was shown
	Via       string    `json:"via"`               // page, api, mcp, openai, cli, server
	From      string    `json:"from,omitempty"`    // address on the network, of IPv6 the network
	Operation string    `json:"operation"`         // of the API, a tool of MCP, or what the server did
	Outcome   string    `json:"outcome"`           // begun, done, stopped (a scan, before its end), refused (the files do not say), or the code of an error
	Request   string    `json:"request,omitempty"` // number under which the log has it
	TimingMS  int64     `json:"timing_ms"`

	Question       string   `json:"question,omitempty"`        // as far as the setting audit lets it be kept
	QuestionSHA256 string   `json:"question_sha256,omitempty"` // of a question that is kept as a hash
	Workspace      string   `json:"workspace,omitempty"`
	Scope          string   `json:"scope,omitempty"`
	Thread         string   `json:"thread,omitempty"`
	About          []string `json:"about,omitempty"`   // other parts of the request, each as name=value
	Look           bool     `json:"look,omitempty"`    // the page only showed something, or it was a preview: nothing was changed, asked or taken away
	Files          []string `json:"files,omitempty"`   // addresses of cited, found, opened or meant files, at most 100
	Kind           string   `json:"kind,omitempty"`    // what it concerns: questions, conversations, files, scopes, workspaces, tags, shares, rights, people, keys, settings, models, work or server
	Says           string   `json:"says,omitempty"`    // what was done, in the reader's language; who did it stands in front
	Details        []string `json:"details,omitempty"` // the parts of the request that says does not have, in words
	Ended          string   `json:"ended,omitempty"`   // the outcome in that language, unless it is done; of a preview, that it was one
	Sum            string   `json:"sum,omitempty"`     // SHA-256 over this entry and the sum of the one before
}

// An AuditQuery says which entries are meant.
type AuditQuery struct {
	Since       string `json:"since,omitempty"` // a day, a time of RFC 3339, or how long ago, such as 7d or 12h
	Until       string `json:"until,omitempty"` // as since; a day is meant whole
	Who         string `json:"who,omitempty"`   // a name, or an owner such as uid:1000 or person:ada
	Operation   string `json:"operation,omitempty"`
	Kind        string `json:"kind,omitempty"` // what entries concern, as in one
	Find        string `json:"find,omitempty"` // words that an entry, its sentence or its person has, all of them
	File        string `json:"file,omitempty"` // share:path, as the file was called then; what it holds as an archive or a message counts as it
	OldestFirst bool   `json:"oldest_first,omitempty"`
	Deeds       bool   `json:"deeds,omitempty"`    // leave out what the page only showed; with file looks at it stay in
	Looks       bool   `json:"looks,omitempty"`    // only what the page only showed
	Language    string `json:"language,omitempty"` // of the sentences: en, de, es or fr; that of the request if it is not there
}
