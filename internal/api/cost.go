package api

// CostSchema is the schema of what preparing files costs.
const CostSchema = "spar.cost/1"

// A CostRequest says what to compare: a scope, or without one the workspaces of the asker.
type CostRequest struct {
	Scope     string `json:"scope,omitempty"`
	Sample    int    `json:"sample,omitempty"`    // files that are read for it; 0: 50
	Questions int    `json:"questions,omitempty"` // that are asked in each workspace; 0: 20
}

// A Cost compares preparing all files beforehand with preparing those of workspaces, and with this program's way, by times measured here.
// Seconds are wall time with all processors at work. The symbols are those of section 4 of the paper (arXiv 2512.12938).
type Cost struct {
	Schema     string          `json:"schema"`
	Files      int             `json:"files"` // N
	Bytes      int64           `json:"bytes"`
	Workspaces []CostWorkspace `json:"workspaces"`
	Unique     int             `json:"unique_files"` // of all workspaces together
	Duplicates float64         `json:"duplication"`  // delta: how many workspaces have a file of them, on the average

	Sampled     int     `json:"sampled"`           // files
	Passages    float64 `json:"passages_per_file"` // of the sample
	ReadSeconds float64 `json:"read_seconds"`      // for a file
	Embed       float64 `json:"embed_seconds"`     // for a passage; 0 where there is no model
	Process     float64 `json:"process_seconds"`   // T_proc: reading a file and embedding all of it
	Select      float64 `json:"select_seconds"`    // for a scope
	Compare     float64 `json:"compare_seconds"`   // of two vectors
	Dim         int     `json:"dim"`               // numbers of a vector

	Lines []CostLine `json:"lines"`
}

// A CostWorkspace is one that is compared.
type CostWorkspace struct {
	Name        string  `json:"name"`
	Files       int     `json:"files"`
	Selectivity float64 `json:"selectivity"` // p
}

// A CostLine is a formula with its numbers put in, for one index of all files, an index for each workspace, and this program.
type CostLine struct {
	What     string  `json:"what"`
	Unit     string  `json:"unit"` // seconds, bytes, workspaces or questions
	Ordinary float64 `json:"ordinary"`
	Paper    float64 `json:"paper"`
	Here     float64 `json:"here"`
	Formula  string  `json:"formula"`
}
