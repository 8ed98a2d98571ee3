package engine

import (
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sparsearch/spar/internal/audit"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/store"
	"github.com/sparsearch/spar/internal/workspace"
)

// The parts of an engine stand on each other. Each has the methods of the one below it and cannot call the one above:
//
//	base       the data directory and its stores
//	removals   what was removed and can be restored
//	shares     what SPAR knows of files without opening them: names, tags, rights, what changed
//	encoders   vectors of names, texts and tags, and what they say of files that nobody has read
//	texts      reads files and gives their text, rows and pictures
//	questions  searches and answers
//
// The Engine on top of them has the work that looks after them all: checks, purges, watching.

type base struct {
	catalog    *catalog.Catalog
	workspaces *workspace.Workspaces
	audit      *audit.Trail
	store      *store.Store
	db         *db.DB
	dir        string
	keep       time.Duration // as Options.KeepDeleted
	onServer   bool          // the tables are in PostgreSQL
	log        *slog.Logger
	options    read.Options
	rules      string
	rulesNamed bool // a setting names the rules file
	mark       mark // of the turns that this process answers
}

type removals struct {
	base
	trash time.Duration // as Options.KeepTrash
}

type shares struct {
	removals
	described  *described
	paces      paces
	grounds    grounds
	unlabelled atomic.Bool // rules could not be applied when they were last to be
	next       sync.Map    // share ID to its upcoming scan, of shares that this process watches
}

type encoders struct {
	shares
	meanings meanings // opened by questions that rank by meaning
	light    opened   // the light encoder
	sketched sketched
	labels   labelKeeper
	tags     proposers
	tagNotes bool
	asked    askedVectors
}

type texts struct {
	encoders
	reader   func() (*read.Reader, error) // started by the first file that must be read
	started  atomic.Pointer[read.Reader]
	renewals renewals
	claims   claims // of the files that questions are reading
}

type questions struct {
	texts
	kept       retrieve.Kept // of searches over the same files
	looks      looks
	processors *processors // for which questions take turns
}
