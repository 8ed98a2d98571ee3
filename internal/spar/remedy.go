package spar

import (
	"errors"
	"slices"
)

// A Remedy is an act of SPAR itself about an Error, or about a state or a symptom that somebody is told of. It is a value, so that each
// door offers it in its own way: as a command, a button or a tool. Acts of people outside of SPAR, such as mounting a folder, are told in
// words beside it.
type Remedy struct {
	Do   Action `json:"do"`
	Name string `json:"name,omitempty"` // its object, as the Action tells; "" leaves that to the person
	Path string `json:"path,omitempty"` // a folder of this machine, for actions that take one
}

// Advice is help about something: in words the acts of people outside of SPAR, or that nothing is needed, and as values SPAR's own.
type Advice struct {
	Remedy string   `json:"remedy,omitempty" tongue:"text"`
	Do     []Remedy `json:"do,omitempty"`
}

// An Action is one thing that SPAR can do.
type Action string

// The actions. The word in brackets names the meaning of Name.
const (
	AddShare      Action = "add-share"
	NestShare     Action = "nest-share"     // add it although it lies in another one or contains one
	RemoveShare   Action = "remove-share"   // [share]
	RelocateShare Action = "relocate-share" // [share] say that its folder is Path now
	ConfirmShare  Action = "confirm-share"  // [share] say that Path is its folder, whatever it holds now
	SetRights     Action = "set-rights"     // [share] say how SPAR decides who may read its files
	ExplainRights Action = "explain-rights" // [file]
	ScanShare     Action = "scan-share"     // [share]
	RecallFiles   Action = "recall-files"   // [share] fetch what lies on a tape or in another tier
	ListFiles     Action = "list-files"     // [share]
	ListSkipped   Action = "list-skipped"   // [scope] files that cannot be searched, with their reasons

	ReadOn      Action = "read-on"      // ask the same again, or with a larger budget
	ReadIdly    Action = "read-idly"    // [scope] read in idle time the files that no question has needed
	RecoverText Action = "recover-text" // read with other programs what SPAR cannot
	RereadFiles Action = "reread-files" // [scope]
	EmbedAll    Action = "embed-all"    // give every passage of the question a vector
	PurgeLost   Action = "purge-lost"   // strike text from the tables whose packs are lost for good

	AddTag      Action = "add-tag" // [tag]
	ListTags    Action = "list-tags"
	EditTag     Action = "edit-tag"     // [tag]
	RenameTag   Action = "rename-tag"   // [tag]
	RemoveTag   Action = "remove-tag"   // [tag]
	AssignTag   Action = "assign-tag"   // [tag]
	UnassignTag Action = "unassign-tag" // [tag]

	ListAttributes Action = "list-attributes"

	ListVocabularies Action = "list-vocabularies"
	ImportVocabulary Action = "import-vocabulary" // [file]
	ChooseFormat     Action = "choose-format"     // of a vocabulary

	ListRules   Action = "list-rules"
	ApplyRules  Action = "apply-rules"
	ListBatches Action = "list-batches"

	ListTrash Action = "list-trash"
	RestoreAs Action = "restore-as" // [item of the trash] under another name

	ListWorkspaces      Action = "list-workspaces"
	CreateWorkspace     Action = "create-workspace"     // [workspace]
	DeleteWorkspace     Action = "delete-workspace"     // [workspace]
	TransferWorkspace   Action = "transfer-workspace"   // [workspace] give it to somebody else
	ReactivateWorkspace Action = "reactivate-workspace" // [workspace]
	FollowMoves         Action = "follow-moves"         // [workspace] take the names that the folders of its scope have now
	ListThreads         Action = "list-threads"
	ListScopes          Action = "list-scopes"

	CreateToken Action = "create-token" // with which a program shows a server who it acts for
	SignIn      Action = "sign-in"      // a browser, where another system says who its people are
	ShowAgain   Action = "show-again"   // [rights, elsewhere or trail: what it is about] sign in once more, to show who sits at the browser

	ListModels  Action = "list-models"
	AddModel    Action = "add-model"
	NameModel   Action = "name-model"    // add it under another name
	UseModel    Action = "use-model"     // [model]
	UseModelNow Action = "use-model-now" // [model] without first embedding the passages that the old one has
	FitLight    Action = "fit-light"     // fit the light encoder again

	ListSettings  Action = "list-settings"
	ChangeSetting Action = "change-setting"  // [setting]
	ChooseDataDir Action = "choose-data-dir" // use another data directory
	MakeBackup    Action = "make-backup"
	RestoreBackup Action = "restore-backup" // from a backup
	CheckData     Action = "check-data"     // read everything that is stored
	ExamineAll    Action = "examine-all"    // the installation, the data directory and the shares
	AskModel      Action = "ask-model"      // examine the model server too
)

// RemediesOf is what can be done about err and its causes, the outermost first.
func RemediesOf(err error) (list []Remedy) {
	if err == nil {
		return nil
	}
	if e, ok := err.(*Error); ok {
		list = slices.Clone(e.Do)
	}
	causes := []error{errors.Unwrap(err)}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		causes = joined.Unwrap()
	}
	for _, cause := range causes {
		for _, r := range RemediesOf(cause) {
			if !slices.Contains(list, r) {
				list = append(list, r)
			}
		}
	}
	return list
}
