// Package config is the configuration: one list of settings, and the typed options made of them. A setting comes from a flag, the
// environment, the configuration file or a default. The defaults belong to the rooms that use them.
package config

import (
	"fmt"
	"iter"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/access"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/llm"
	"github.com/sparsearch/spar/internal/llm/local"
	"github.com/sparsearch/spar/internal/models"
	"github.com/sparsearch/spar/internal/nearest"
	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/tongue"
)

// Env looks an environment variable up.
type Env func(name string) (value string, ok bool)

// A Setting is one thing that can be configured.
type Setting struct {
	Name   string
	Usage  string
	Secret bool // it comes from no command line, which everybody on the machine sees, and is never printed

	initial func(Env) string
}

// What a server logs.
const (
	LogOff      = "off"
	LogWarnings = "warnings"
	LogRequests = "requests"
)

// LanguageVariable is the environment variable of the setting language, for whoever speaks before the settings are read.
const LanguageVariable = "SPAR_LANGUAGE"

func constant(v string) func(Env) string { return func(Env) string { return v } }

// Settings is the one list of everything that can be configured.
func Settings() []Setting {
	plain := func(name, usage, initial string) Setting {
		return Setting{Name: name, Usage: usage, initial: constant(initial)}
	}
	secret := func(name, usage string) Setting {
		return Setting{Name: name, Usage: usage, Secret: true, initial: constant("")}
	}
	return []Setting{
		{Name: "data-dir", Usage: "directory of the catalog and the text of what was read", initial: defaultDataDir},
		secret("database", "connection string of a PostgreSQL database for the catalog and all other tables, from the environment or the file only; empty for SQLite in the data directory"),
		plain("keep-deleted", "how long text that no file has any more may stay on the disk when purges run daily", short(engine.KeepDeleted)),
		plain("keep-trash", "how long shares, tags and workspaces that were removed can be restored", short(catalog.KeepTrash)),
		plain("workers", "processes that read files", strconv.Itoa(runtime.NumCPU())),
		plain("memory", "memory limit of a reading process", strconv.FormatFloat(read.DefaultMemory/float64(1<<30), 'g', -1, 64)+"GiB"),
		plain("timeout", "time limit for reading one file", short(read.DefaultTimeout)),
		plain("budget", "what a question may read before it is answered from what was read: a time, files=200, files=5%, bytes=50MB, joined by commas; 0 for no limit", "5m"),
		plain("until", "a question stops reading when no file that it has not read holds a better answer with this chance; 1 reads on to the budget", "0.95"),
		plain("fiscal-year", "month in which the fiscal year begins, 1 to 12; it is called by the year in which it ends", "1"),
		plain("passage-size", "characters of a passage", strconv.Itoa(chunk.DefaultSize)),
		plain("passage-overlap", "characters that neighbouring passages share; 0 for none", strconv.Itoa(chunk.DefaultOverlap)),
		plain("rank", "order of passages: bm25 (words), dense (meaning), hybrid, rrf or zscore; auto is hybrid, and bm25 without an encoder", "auto"),
		plain("candidates", "passages, the best by words and the nearest in meaning, that a ranking joins; all for no limit", strconv.Itoa(retrieve.DefaultCandidates)),
		plain("meaning-weight", "weight of meaning beside words, from 0 to 1", strconv.FormatFloat(retrieve.DefaultMeaning, 'g', -1, 64)),
		plain("encoder", "what texts are compared in meaning with: auto (the one that was chosen for the data directory, "+
			"or else precise), precise (built in), a model that was added, a folder with one, or none; with encoder-url what "+
			"the server calls it", models.Auto),
		plain("encoder-url", "address of a server with an OpenAI-compatible /embeddings, which makes the vectors instead; its key is in SPAR_ENCODER_KEY", ""),
		plain("encoder-question", "what is put before questions for the encoder, if its model does not say it, such as \"query: \"", ""),
		plain("encoder-passage", "what is put before passages, such as \"passage: \"", ""),
		plain("rerank", "reranker that reads the best 20 passages with the question: auto (the one that is built in), a model that was added, a folder with one, or none; with reranker-url what the server calls it", models.Auto),
		plain("cut", "a search lists no passage whose score is below this part of the best one's; 0 lists all", "0.35"),
		plain("rerank-weight", "weight of the reranker's chance, from 0 to 1, beside the score that a passage has before", strconv.FormatFloat(retrieve.DefaultRerank, 'g', -1, 64)),
		plain("reranker-url", "address of a server with /rerank; its key is in SPAR_RERANKER_KEY", ""),
		plain("reranker-api", "how that server answers: jina (Jina, Cohere, llama.cpp, vLLM) or tei (Text Embeddings Inference)", "jina"),
		plain("hub-url", "address of the hub that models are fetched from", embed.HubURL),
		plain("encoder-arithmetic", "int8, or float32 which is slower and a little more exact; each keeps vectors of its own", string(embed.DefaultArithmetic)),
		plain("llm", "language model that writes the answers, which SPAR starts on this machine: one that was added, or a GGUF file; "+
			"several are joined by commas, the first is used unless a question names another", ""),
		plain("llm-program", "llama.cpp's server, which runs it", local.Program),
		plain("llm-threads", "processors that it uses; 0 for all", "0"),
		plain("llm-memory", "memory that it may hold, such as 6GiB; twice its file and 2 GiB if not set", ""),
		plain("llm-context", "tokens that its prompt and its reply may have together", strconv.Itoa(local.Context)),
		plain("llm-idle", "how long after its last use it ends", short(local.Idle)),
		plain("llm-url", "address of an OpenAI-compatible model server that writes the answers, such as http://localhost:11434/v1; "+
			"without one and without llm answers are sentences of the files", ""),
		plain("llm-model", "name of the model there; several are joined by commas", ""),
		plain("llm-timeout", "how long the model may take for a whole answer, from its first word", short(llm.DefaultTimeout)),
		plain("llm-first", "how long the model may take to its first word; if not set llm-silence where that is set, "+
			short(llm.FirstHere)+" on this machine and llm-silence elsewhere", ""),
		plain("llm-silence", "how long the model may say nothing between two words", short(llm.DefaultSilence)),
		plain("llm-role", "what a model does: \"checks\" whether the evidence answers, \"writes\" answers from it, or \"both\"; \"auto\": "+
			"one of llama.cpp checks, and writes, too, from 3 billion parameters on; others write", "auto"),
		plain("llm-tags", "whether a model may choose tags of files, where somebody asks for that: yes, no, or auto for one that writes", "auto"),
		plain("llm-passages", "passages of evidence that the model gets at most", strconv.Itoa(engine.ModelUnits)),
		plain("llm-tokens", "tokens of evidence that it gets at most, fewer where its context is shorter", strconv.Itoa(engine.ModelTokens)),
		secret("llm-key", "key for the model server, from the environment or the file only"),
		plain("principals", "file of people and groups beyond the accounts of this machine, with their clearances, who may ask and whom access control lists may name", ""),
		plain("default-clearance", "highest level of confidentiality that people may know of unless the principals file says otherwise; the lowest level if not set", ""),
		plain("unlabelled", "level of confidentiality of files that have none; the lowest level if not set", ""),
		plain("schema", "file that describes attributes and patterns of paths; schema.yaml in the data directory if not set", ""),
		plain("rules", "file with rules that tag files and give them attributes; rules.yaml in the data directory if not set", ""),
		plain("tag-notes", "yes to compare questions with the notes of tags in meaning, beside their names and synonyms: "+
			"for tags that have synonyms it changes little, and notes that say who made a tag do harm", "no"),
		plain("entities", "on to find people, organisations, places, dates, amounts and identifiers in what is read, for scopes such as entity.person:...; off to save the time", "on"),
		plain("entity-model", "tagger that finds people, organisations and places beside the built-in dictionary: a model that was added, a folder with one, or none", ""),
		plain("identifiers", "file with more kinds of identifiers and their regular expressions; see docs/attributes.md", ""),
		plain("proposals-budget", "files an hour for which tags are proposed in idle time, where there are tags; 0 for none", "200"),
		plain("tag-audits", "time between two audits of the tags in idle time, such as 168h; off for none", "168h"),
		plain("properties-budget", "files an hour whose title, author, pages and the like are read in idle time, without their text; 0 for none", "20000"),
		plain("dicom-patient", "what becomes of the patient's id and name in DICOM files: off (they stay in the file), or attributes, hashed or plain", read.PatientOff),
		plain("dicom-patient-level", "level of confidentiality that a file has whose patient is an attribute", "confidential"),
		secret("dicom-patient-key", "what patients are hashed with, at least 16 characters, from the environment or the file only"),
		plain("home-questions", "on to have the page try questions to start from when it has nothing else to do; off to save the time", "on"),
		plain("ocr-languages", "languages of pictures of text, as tesseract calls them, such as eng+deu", read.DefaultLanguages),
		plain("programs-without-landlock",
			"yes to let programs that write files (soffice, readpst) read what SPAR cannot where the kernel cannot confine them "+
				"to a folder; no leaves such files unread", "no"),
		plain("tika-url", "address of an Apache Tika server that is sent what nothing here can read, such as http://localhost:9998; its key is in SPAR_TIKA_KEY", ""),
		plain("layout-url", "address of a layout service (Docling Serve) that reads PDF files and pictures of text in "+
			"place of the built-in readers, such as http://localhost:5001; its key is in SPAR_LAYOUT_KEY", ""),
		{Name: "share-roots", Usage: "folders below which a server, and its page, may make folders shares, joined as in PATH; none for nowhere", initial: defaultShareRoots},
		plain("backup-folder", "folder that a server, and its page, may put backups in, best on another disk; none if not set", ""),
		plain("listen", "address of the server; port 0 picks one", "127.0.0.1:7727"),
		plain("base-url", "how the server is called from outside, such as https://spar.example; by its address if not set", ""),
		plain(Proxied, "yes if a proxy in front ends TLS and nobody else reaches the address: it says where requests come from (X-Forwarded-For)", "no"),
		plain("tls-cert", "file of the server's certificate, with those above it", ""),
		plain("tls-key", "file of its key", ""),
		plain("oidc-issuer", "address of an OpenID provider whose people may sign in, such as https://login.example/realms/house", ""),
		plain("oidc-client", "how that provider calls this server", ""),
		secret("oidc-secret", "what this server proves it with, from the environment or the file only; none for a public client"),
		plain("oidc-person", "claim that says who somebody is here: a name of the principals file or an account of this machine, such as preferred_username; email counts where it is verified", ""),
		plain("oidc-domains", "domains whose addresses count, joined by commas, where oidc-person is email", ""),
		plain("oidc-groups", "claim with groups; they count as those of the principals file that are also called oidc:NAME", ""),
		plain("oidc-sids", "claim with SIDs of groups, as access control lists have them", ""),
		plain("oidc-scopes", "scopes that are asked for beside openid, joined by commas", "profile,email"),
		plain("sign-in-header", "header in which a proxy that has signed people in names them, such as Remote-User; it counts on a socket, or with sign-in-secret", ""),
		secret("sign-in-secret", "what that proxy shows in the header Spar-Proxy-Secret, from the environment or the file only"),
		plain("session-idle", "after how long a session of a browser ends that nobody uses, 5m at least; it ends after 7 days in any case, but one of an invitation lasts as long as a token may", short(access.Idle)),
		plain("token-most", "how long a token may last at most, and how long an invitation signs a browser in, from 1h to 87600h", short(service.TokenMost)),
		plain("requests-a-minute", "requests that one person may make of a server in a minute, a fifth of them at once; 0 for no limit", "3000"),
		plain("answers-at-once", "answers that a server makes for one person at a time; 0 for no limit", "4"),
		plain("audit", "what the audit trail of a server keeps of a question: text, hash (its SHA-256) or none; off for no trail", service.AuditText),
		plain("keep-audit", "how long entries of the audit trail stay; 0 for ever", short(365*24*time.Hour)),
		plain("log", "what a server logs on standard error, as lines of JSON without questions and paths: warnings, requests (warnings too) or off", LogWarnings),
		plain("debug-listen", "address of this machine at which a server shows metrics and profiles to who reaches it, such as 127.0.0.1:7728; none if not set", ""),
		plain("trace-url", "address of a collector of OpenTelemetry that a server sends traces to, by OTLP over HTTP, such as http://localhost:4318; none if not set", ""),
		{Name: "language", Usage: "language of the command line: en, de, es or fr; if not set, that of LC_ALL, LC_MESSAGES or LANG", initial: spoken},
		plain("small-table", "characters up to which a table is also kept whole; 0 for never", strconv.Itoa(chunk.DefaultSmallTable)),
	}
}

// Names are those of all settings.
func Names() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, s := range Settings() {
			if !yield(s.Name) {
				return
			}
		}
	}
}

// Find gives a setting by its name. One that does not exist is an error with the nearest.
func Find(name string) (Setting, error) {
	for _, s := range Settings() {
		if s.Name == name {
			return s, nil
		}
	}
	return Setting{}, spar.Errorf(spar.Invalid, "there is no setting %q%s", name, spar.Phrase(nearest.Hint(name, Names()))).Try(spar.Remedy{Do: spar.ListSettings})
}

// Variable is the environment variable of the setting.
func (s Setting) Variable() string {
	name := []byte("SPAR_" + s.Name)
	for i, b := range name {
		switch {
		case b == '-':
			name[i] = '_'
		case b >= 'a' && b <= 'z':
			name[i] = b - 'a' + 'A'
		}
	}
	return string(name)
}

// Flag is the flag of the setting, "" where it has none; the most used has a short name.
func (s Setting) Flag() string {
	switch {
	case s.Secret, s.Name == "language": // commands have flags of that name, for what they read and write
		return ""
	case s.Name == "data-dir":
		return "data"
	}
	return s.Name
}

// spoken is the language of the environment.
func spoken(env Env) string { return tongue.Environment(env) }

func defaultDataDir(env Env) string {
	if dir, ok := env("XDG_DATA_HOME"); ok && filepath.IsAbs(dir) {
		return filepath.Join(dir, "spar")
	}
	if runtime.GOOS == "windows" {
		if dir, ok := env("LOCALAPPDATA"); ok {
			return filepath.Join(dir, "spar")
		}
	}
	home, _ := env("HOME")
	return filepath.Join(home, ".local", "share", "spar")
}

// short writes a time as people write it: 168h, 2m, 30s.
func short(d time.Duration) string {
	switch {
	case d%time.Hour == 0 && d > 0:
		return fmt.Sprintf("%dh", d/time.Hour)
	case d == time.Minute:
		return "60s"
	case d%time.Minute == 0 && d > 0:
		return fmt.Sprintf("%dm", d/time.Minute)
	}
	return d.String()
}

// defaultShareRoots are the home folder and where systems put what other machines and disks hold.
func defaultShareRoots(env Env) string {
	roots := []string{"/srv", "/mnt", "/media"}
	if home, _ := env("HOME"); filepath.IsAbs(home) {
		roots = append([]string{home}, roots...)
	}
	return strings.Join(roots, string(filepath.ListSeparator))
}
