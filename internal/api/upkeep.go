package api

import (
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// The schemas of the upkeep of a data directory.
const (
	StatusSchema     = "spar.status/1"
	SymptomSchema    = "spar.doctor/1"
	ConfigSchema     = "spar.config/1"
	VersionSchema    = "spar.version/1"
	PurgeSchema      = "spar.purge/1"
	StoreCheckSchema = "spar.store.check/1"
	CheckSchema      = "spar.check/1"
	BackupSchema     = "spar.backup/1"
	BackupsSchema    = "spar.backups/1"
	RestoreSchema    = "spar.restore/1"
)

// A Status is the shares, the states of their files, and the stored texts.
type Status struct {
	Schema string  `json:"schema"`
	Data   *Path   `json:"data_dir,omitempty"` // for operators
	Shares []Share `json:"shares"`
	Store  *Usage  `json:"store,omitempty"` // counted over all files, and so for operators
	Work   []Work  `json:"work,omitempty"`  // that servers do now, for operators
}

// Usage is how much the store holds.
type Usage struct {
	Segments int   `json:"segments"`
	Passages int   `json:"passages"`
	Bytes    int64 `json:"bytes"`
}

// Broken is the level of a part that does not work until it is mended.
const Broken = "broken"

// A Symptom is one thing that doctor looked at. Level is ok, lacks or Broken.
type Symptom struct {
	Schema string `json:"schema"`
	Level  string `json:"level"`
	What   string `json:"what" tongue:"text"`
	Detail string `json:"detail" tongue:"text"`
	spar.Advice
}

// A Config is every setting.
type Config struct {
	Schema   string    `json:"schema"`
	File     string    `json:"file"`
	Settings []Setting `json:"settings"`
	Named    bool      `json:"named,omitempty"` // SPAR_CONFIG names the file; without, it lies in the home of the account that the process runs as

	Connects bool `json:"connects,omitempty"` // whoever asks may connect servers elsewhere
}

// A Setting is one value of the configuration, and where it comes from.
type Setting struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	From  string `json:"from"`
	Title string `json:"title" tongue:"name"` // what people call it
	Usage string `json:"usage" tongue:"text"` // its purpose

	Changeable bool     `json:"changeable,omitempty"`           // through a server
	Faults     []string `json:"faults,omitempty" tongue:"text"` // in the value, each with what mends it
}

// A Build says which SPAR this is.
type Build struct {
	Schema   string `json:"schema"`
	Version  string `json:"version"`
	Commit   string `json:"commit"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// A PurgeRequest says what to purge besides text that no file has had for long. Now takes all such text, and the trash; Lost strikes off
// packs that are not here.
type PurgeRequest struct {
	Now  bool `json:"now,omitempty"`
	Lost bool `json:"lost,omitempty"`
}

// A TrashCount is how much the trash holds.
type TrashCount struct {
	Shares     int `json:"shares"`
	Tags       int `json:"tags"`
	Links      int `json:"links"`      // times that a tag was taken off several files
	Attributes int `json:"attributes"` // times that attributes of several files were unset
	Workspaces int `json:"workspaces"`
}

// A Purge is the deleted text that was removed from the disk.
type Purge struct {
	Schema   string `json:"schema"`
	Segments int    `json:"segments"`
	Bytes    int64  `json:"bytes"`
	Lost     int    `json:"lost"`  // segments of packs that are not here, struck off
	Trash    int    `json:"trash"` // things that went from the trash for good
}

// A StoreCheck is what reading the whole store found.
type StoreCheck struct {
	Schema   string   `json:"schema"`
	Segments int      `json:"segments"`
	Passages int      `json:"passages"`
	Bytes    int64    `json:"bytes"`
	Faults   []string `json:"faults"`
	Away     int      `json:"away,omitempty"` // the last of Faults, about packs that are not here

	spar.Advice // about these
}

// A Check is what reading the whole data directory found.
type Check struct {
	Schema   string `json:"schema"`
	Database string `json:"database"`
	Files    int    `json:"files"`
	Segments int    `json:"segments"`
	Passages int    `json:"passages"`
	Bytes    int64  `json:"bytes"`
	Vectors  int    `json:"vectors"`
	Dead     int    `json:"dead"`  // segments that no file has any more
	Audit    int    `json:"audit"` // entries of the audit trail
	Flaws    []Flaw `json:"flaws"`
}

// A Flaw is something that is not as it should be, and what helps.
type Flaw struct {
	Part string `json:"part"` // tables, text, vectors, index
	What string `json:"what" tongue:"text"`
	spar.Advice
}

// A Backup is where a data directory was saved, and what of it.
type Backup struct {
	Schema   string   `json:"schema"`
	Backup   string   `json:"backup"`
	Manifest Manifest `json:"manifest"`
}

// Backups are those that a server made in the folder for them.
type Backups struct {
	Schema  string        `json:"schema"`
	Folder  string        `json:"folder,omitempty"`              // the setting backup-folder; "" where none is named
	Running string        `json:"running,omitempty"`             // the one that is being made
	Done    int64         `json:"done,omitempty"`                // bytes of it that were written and read back so far
	Total   int64         `json:"total,omitempty"`               // of so many; 0 while the tables are copied
	Fault   string        `json:"fault,omitempty" tongue:"text"` // why the last one was not made
	Made    []SavedBackup `json:"made"`                          // the newest first
}

// NewBackupFolder names a folder of the server's machine for backups.
type NewBackupFolder struct {
	Folder string `json:"folder"`
	Make   string `json:"make,omitempty"` // the name of a folder in it that is made for them, for this user alone
}

// A SavedBackup is a whole backup, which was read back.
type SavedBackup struct {
	Name string    `json:"name"`
	Made time.Time `json:"made"`
	Size int64     `json:"size"`
}

// A Restore is the data directory that was made of a backup.
type Restore struct {
	Schema   string   `json:"schema"`
	Data     string   `json:"data_dir"`
	Manifest Manifest `json:"manifest"`
	Missing  []string `json:"missing_models,omitempty"` // that the backup does not have
	Notes    []string `json:"notes,omitempty" tongue:"text"`
}

// A Manifest lists the contents of a backup.
type Manifest struct {
	Version int         `json:"version"` // of the format
	Made    time.Time   `json:"made"`
	Program string      `json:"program"` // that made it
	From    string      `json:"from"`    // the database
	Files   []SavedFile `json:"files"`
}

// A SavedFile is one file of a backup.
type SavedFile struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}
