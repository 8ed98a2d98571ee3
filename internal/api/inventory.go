package api

import (
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// An Inventory holds facts about files themselves, which answer a question about them.
type Inventory struct {
	Of    string `json:"of"`    // count, list, kinds, space, newest, oldest, largest, smallest, folders, space-of-folders, list-of-folders, authors, pages-of-all, not-read, duplicates, overview; of one document author, modified, created, pages, size, place, language, type, owner, tags, standing
	Scope string `json:"scope"` // of the files
	Files int    `json:"files"` // that the asker may read
	Bytes int64  `json:"bytes"` // of these

	Undecided int `json:"undecided,omitempty"` // files that must be read to tell whether they are in scope
	Closed    int `json:"closed,omitempty"`    // that the asker may list and not read

	Kinds   []FileGroup `json:"kinds,omitempty"`    // by format, the commonest first
	Folders []FileGroup `json:"folders,omitempty"`  // as share:folder, the fullest first
	Authors []FileGroup `json:"authors,omitempty"`  // those of most files first
	Copies  []FileGroup `json:"copies,omitempty"`   // files with the same bytes, by the path of one of them
	ByNames bool        `json:"by_names,omitempty"` // the files were chosen by their names, as nothing else is known of their kind

	Pages   int        `json:"pages,omitempty"`   // of all files whose number of pages is known
	Paged   int        `json:"paged,omitempty"`   // these files
	Groups  int        `json:"groups,omitempty"`  // folders that there are, or files that are copies of each other
	Unknown int        `json:"unknown,omitempty"` // files that must be read first to tell the requested fact
	From    *time.Time `json:"from,omitempty"`    // the first and the last change of any of them
	To      *time.Time `json:"to,omitempty"`

	Listed []ListedFile `json:"listed"`
	Ties   int          `json:"ties,omitempty"` // others that were changed at the same time as the one that is listed

	Facts []FileFact `json:"facts,omitempty"` // about one document
}

// A FileGroup is how many files have something in common.
type FileGroup struct {
	Name  string `json:"name"`
	Files int    `json:"files"`
	Bytes int64  `json:"bytes"`
}

// A ListedFile is a file that an answer names.
type ListedFile struct {
	FileName
	Title    string    `json:"title,omitempty"` // as it says itself
	Size     int64     `json:"size"`
	Modified time.Time `json:"modified"`
	State    string    `json:"state,omitempty"`    // of a file that could not be read
	Passages int       `json:"passages,omitempty"` // with the requested word, where there is one
}

// A FileFact is a fact about a document: the values of an attribute, or a property of its file.
type FileFact struct {
	FileName
	Key    string      `json:"key"`                 // of the attribute, or "modified", "size", "path", "type", "owner", "tags" of the file
	Label  string      `json:"label" tongue:"name"` // of the key, for people
	Values []string    `json:"values"`
	Origin spar.Origin `json:"origin,omitempty"` // of the values; none of a property of the file
}
