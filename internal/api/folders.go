package api

// FoldersSchema is what Folders are called.
const FoldersSchema = "spar.folders/1"

// Folders are the folders of the server's machine that may become shares: the ones in the setting share-roots, or the ones inside one of
// these.
type Folders struct {
	Schema  string   `json:"schema"`
	In      string   `json:"in,omitempty"` // the folder that was asked about, as it really lies
	Up      string   `json:"up,omitempty"` // the folder above, where it may become a share too
	Share   string   `json:"share,omitempty"`
	Name    string   `json:"name,omitempty"` // that a share of it would get
	Files   int      `json:"files"`          // in the folder itself
	Folders []Folder `json:"folders"`
	More    bool     `json:"more,omitempty"` // there are more than are told
	FS      string   `json:"file_system,omitempty"`
	Readers string   `json:"readers,omitempty"` // who could read a share of it by its own rights: see the constants

	Roots  string `json:"roots,omitempty"`  // of the outermost ones: the folders that the setting share-roots names, joined as it joins them
	Joint  string `json:"joint,omitempty"`  // the sign that joins them
	Allows bool   `json:"allows,omitempty"` // whoever asks may name one more, by the operation allowFolder
}

// Who could read the files of a folder by the rights that it has on its file system.
const (
	ReadersAll     = "all"     // its mode lets everybody look into it
	ReadersSome    = "some"    // its owner, its group, or whom a list names
	ReadersUnknown = "unknown" // its file system says nothing of the people of this machine: nobody
)

// A NewRoot is a folder that is to become a share, or one below it.
type NewRoot struct {
	Folder string `json:"folder"`
}

// A Folder is one of them. Folders whose names are no UTF-8 are left out: JSON could not name them.
type Folder struct {
	Folder string `json:"folder"`
	Name   string `json:"name"`
	Share  string `json:"share,omitempty"` // that has it already
}
