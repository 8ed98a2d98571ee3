package api

// The schemas of models.
const (
	ModelsSchema      = "spar.models/1"
	ModelUsedSchema   = "spar.model/1"
	ModelPulledSchema = "spar.model.pulled/1"
	LightFitSchema    = "spar.light/1"
)

// Models is a list of models.
type Models struct {
	Schema string  `json:"schema"`
	Models []Model `json:"models"`
}

// A Model is one that is built in or was added.
type Model struct {
	Name    string `json:"name"`
	Kind    string `json:"kind,omitempty"`
	From    string `json:"from"` // a folder, or "built in"
	InUse   bool   `json:"in_use,omitempty"`
	Vectors *int   `json:"vectors,omitempty"` // passages that have one of it
	Problem string `json:"problem,omitempty"`
}

// A ModelUsed is the encoder that is in use now, and how many passages were embedded for it.
type ModelUsed struct {
	Schema   string `json:"schema"`
	Model    string `json:"model"`
	Embedded int    `json:"embedded"`
}

// A ModelPulled is a model that was fetched from a hub.
type ModelPulled struct {
	Schema string `json:"schema"`
	Name   string `json:"name"`
	Kind   string `json:"kind"`
	Commit string `json:"commit"`
}

// A LightFit is what fitting the light encoder gave. Agreement is with the encoder, from -1 to 1.
type LightFit struct {
	Schema  string   `json:"schema"`
	Samples int      `json:"samples"`
	Held    int      `json:"held_back"`
	Before  *float64 `json:"agreement_before,omitempty"`
	After   float64  `json:"agreement"`
	Kept    bool     `json:"kept"`
	File    string   `json:"file,omitempty"`
}
