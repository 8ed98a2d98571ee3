package api

// The schemas of models.
const (
	ModelsSchema      = "spar.models/1"
	ModelUsedSchema   = "spar.model/1"
	ModelPulledSchema = "spar.model.pulled/1"
	LightFitSchema    = "spar.light/1"
	CoverageFitSchema = "spar.coverage.fit/1"
	FoundModelsSchema = "spar.models.found/1"
	ModelTrialSchema  = "spar.model.trial/1"
	ConnectedSchema   = "spar.connected/1"
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
	From    string `json:"from" tongue:"text"` // a folder, or "built in"
	InUse   bool   `json:"in_use,omitempty"`
	Vectors *int   `json:"vectors,omitempty"` // passages that have one of it
	Problem string `json:"problem,omitempty" tongue:"text"`
}

// A ModelUsed is the encoder that is in use now, and how many passages were embedded for it.
type ModelUsed struct {
	Schema   string `json:"schema"`
	Model    string `json:"model"`
	Embedded int    `json:"embedded"`

	Behind    []string `json:"-"` // encoders that have vectors of passages without one of this encoder
	Overruled bool     `json:"-"` // a setting names an encoder, which goes before it
}

// A ModelPulled is a model that was fetched from a hub.
type ModelPulled struct {
	Schema string `json:"schema"`
	Name   string `json:"name"`
	Kind   string `json:"kind"`
	Commit string `json:"commit"`
}

// A Fitting says how a light encoder is fitted. The zero value is the default.
type Fitting struct {
	Title  string `json:"title,omitempty"`
	Values int    `json:"values,omitempty"` // of a vector, of a table that is fitted to texts
	Rounds int    `json:"rounds,omitempty"` // how often each text is looked at
	Seed   uint64 `json:"seed,omitempty"`   // of the random order
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

	Compared int `json:"-"` // texts that the agreement is about
}

// A CoverageFit is what fitting the chance of a better passage in an unread file gave. Errors and scores of After are those of questions
// that had no part in the fit.
type CoverageFit struct {
	Schema       string       `json:"schema"`
	Questions    int          `json:"questions"`
	Files        int          `json:"files"`        // that were read, and that everybody may read
	Observations int          `json:"observations"` // of a question after a part of the files
	CameAbout    float64      `json:"came_about"`   // the part of them with the best passage in an unread file
	Constant     float64      `json:"constant"`     // the Brier score of stating that share each time
	Before       StatedChance `json:"before"`       // by the chance that is shipped
	After        StatedChance `json:"after"`
	Way          string       `json:"way"` // curve or weights: the fitted part
	Kept         bool         `json:"kept"`
}

// A StatedChance says how far a chance can be believed.
type StatedChance struct {
	Error float64 `json:"error"` // expected calibration error over ten bins of equal mass
	Brier float64 `json:"brier"`
}

// FoundModels are language models that could write answers: those that were added, and those of servers of this machine.
type FoundModels struct {
	Schema  string        `json:"schema"`
	Added   []string      `json:"added"`
	Servers []ModelServer `json:"servers"`
}

// A ModelServer answers at a usual address of this machine.
type ModelServer struct {
	Name   string   `json:"name"` // of the program whose address it is
	URL    string   `json:"url"`
	Models []string `json:"models"`
}

// A WriterChoice names a language model to write answers: one that was added, or one of a server that was found. Nothing is for none.
type WriterChoice struct {
	Name   string `json:"name,omitempty"`
	Server string `json:"server,omitempty"` // its address
}

// A ModelTrial is what a language model said, and how fast.
type ModelTrial struct {
	Schema  string  `json:"schema"`
	Model   string  `json:"model"`
	Text    string  `json:"text"`
	First   float64 `json:"first_seconds"` // until its first word
	Seconds float64 `json:"seconds"`
	Rate    float64 `json:"pieces_a_second"` // a piece is about a word; 0 where it said one
}
