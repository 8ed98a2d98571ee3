package config

import (
	"log/slog"
	"math"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/entity"
	"github.com/sparsearch/spar/internal/models"
	"github.com/sparsearch/spar/internal/order"
	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/tongue"
)

// Each of these reads the settings that belong together, when they are needed: a fault in one is in nobody else's way.

// DataDir is the data directory.
func (c *Config) DataDir() string { return c.Text("data-dir") }

// NamedDir is the data directory where a command has to name it, "" where commands find it by themselves: one that a flag gave, and for
// commands typed elsewhere also one that the environment of this process gives.
func (c *Config) NamedDir(elsewhere bool) string {
	v := c.values["data-dir"]
	if !strings.HasPrefix(v.from, "flag ") && !(elsewhere && strings.HasPrefix(v.from, "environment ")) {
		return ""
	}
	dir, err := filepath.Abs(v.text)
	if err != nil || dir == c.initial("data-dir") {
		return ""
	}
	return dir
}

// Language is the language of errors and notes; with a value that is none, an error and English.
func (c *Config) Language() (string, error) {
	switch l := c.Text("language"); {
	case l == "":
		return tongue.Environment(c.env), nil
	case !tongue.Known(l):
		return tongue.English, c.fault("language", "must be en, de, es or fr")
	default:
		return l, nil
	}
}

// Database is the connection string of PostgreSQL, "" for SQLite in the data directory.
func (c *Config) Database() string { return c.Text("database") }

// HubURL is where models are fetched.
func (c *Config) HubURL() string { return c.Text("hub-url") }

// Engine gives the options for opening the data directory, except the options of Reading and the log.
func (c *Config) Engine() (o engine.Options, err error) {
	o = engine.Options{Dir: c.DataDir(), Database: c.Database(), Schema: c.Text("schema"), Rules: c.Text("rules")}
	if o.Encoder, err = c.Encoder(); err != nil {
		return o, err
	}
	if o.TagNotes, err = c.yes("tag-notes"); err != nil {
		return o, err
	}
	if o.KeepDeleted, err = c.kept("keep-deleted"); err != nil {
		return o, err
	}
	o.KeepTrash, err = c.kept("keep-trash")
	return o, err
}

// kept is how long something is kept. Among the options 0 is the default, and here it is no time at all.
func (c *Config) kept(name string) (time.Duration, error) {
	d, err := c.duration(name)
	return max(d, 1), err
}

// leastMemory is what a reading process needs before it reads anything, in bytes.
const leastMemory = 128 << 20

// Reading gives the options for reading files. The caller adds the processes.
func (c *Config) Reading() (o read.Options, err error) {
	for name, field := range map[string]*int{
		"workers": &o.Workers, "passage-size": &o.Chunk.Size, "passage-overlap": &o.Chunk.Overlap, "small-table": &o.Chunk.SmallTable,
	} {
		if *field, err = c.whole(name, 1<<20); err != nil {
			return o, err
		}
	}
	// Among the options 0 is the default, and here it is somebody's setting.
	if o.Chunk.Size == 0 {
		return o, c.fault("passage-size", "must be more, such as "+c.initial("passage-size"))
	}
	for _, size := range []*int{&o.Chunk.Overlap, &o.Chunk.SmallTable} {
		if *size == 0 {
			*size = -1
		}
	}
	if o.Entities, err = c.identifiers(); err != nil {
		return o, err
	}
	if name := strings.TrimSpace(c.Text("entity-model")); name != "" && name != models.None {
		o.Namer = func() (entity.Namer, error) {
			n, err := models.OpenNamer(c.DataDir(), name, embed.Options{Arithmetic: c.arithmetic()})
			if err != nil {
				return nil, spar.Errorf(spar.CodeOf(err), "the setting entity-model: %w", err)
			}
			return n, nil
		}
	}
	o.Patient = read.Patient{As: c.Text("dicom-patient"), Level: strings.TrimSpace(c.Text("dicom-patient-level")), Key: c.Text("dicom-patient-key")}
	if err := o.Patient.Check(); err != nil {
		return o, err
	}
	o.Languages = c.Text("ocr-languages")
	if o.Unconfined, err = c.yes("programs-without-landlock"); err != nil {
		return o, err
	}
	if url := strings.TrimSpace(c.Text("tika-url")); url != "" {
		o.Tika = read.Tika{URL: url, KeyEnv: c.keyIn("SPAR_TIKA_KEY")}
		if err := o.Tika.Check(); err != nil {
			return o, err
		}
	}
	if url := strings.TrimSpace(c.Text("layout-url")); url != "" {
		o.Layout = read.Layout{URL: url, KeyEnv: c.keyIn("SPAR_LAYOUT_KEY")}
		if err := o.Layout.Check(); err != nil {
			return o, err
		}
	}
	memory, err := scope.Size(c.Text("memory"))
	if err != nil {
		return o, spar.Errorf(spar.Invalid, "the setting memory: %w", err)
	}
	// A reader that cannot even start would bring file after file into quarantine.
	if memory < leastMemory {
		return o, c.fault("memory", "must be at least "+strconv.Itoa(leastMemory>>20)+" MiB, such as 1.5GiB")
	}
	o.Memory = int64(memory)
	o.Timeout, err = c.limit("timeout")
	return o, err
}

// identifiers are the patterns that entities are found by, nil where none are to be found.
func (c *Config) identifiers() ([]entity.Pattern, error) {
	switch c.Text("entities") {
	case "off":
		return nil, nil
	case "on":
	default:
		return nil, c.fault("entities", "must be on or off")
	}
	file := c.Text("identifiers")
	if file == "" {
		return entity.Standard(), nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, spar.Errorf(spar.Invalid, "the file of the setting identifiers cannot be read: %w", err)
	}
	return entity.Parse(file, data)
}

// Budget is how much a question may read.
func (c *Config) Budget() (order.Budget, error) {
	b, err := order.ParseBudget(c.Text("budget"))
	if err != nil {
		err = spar.Errorf(spar.Invalid, "the setting budget: %w", err)
	}
	return b, err
}

// Until is the chance of having the best answer that ends the reading for a question.
func (c *Config) Until() (float64, error) {
	chance, err := strconv.ParseFloat(c.Text("until"), 64)
	if err != nil || !(chance >= 0 && chance <= 1) {
		return 0, c.fault("until", "must be a chance from 0 to 1, such as 0.95; 1 reads everything")
	}
	return chance, nil
}

// FiscalYear is the first month of the fiscal year.
func (c *Config) FiscalYear() (time.Month, error) {
	n, err := strconv.Atoi(c.Text("fiscal-year"))
	if err != nil || n < 1 || n > 12 {
		return 0, c.fault("fiscal-year", "must be a month from 1 to 12, such as 4 where it begins in April")
	}
	return time.Month(n), nil
}

// PropertiesBudget is the number of files an hour whose properties are read in idle time.
func (c *Config) PropertiesBudget() (int, error) { return c.filesAnHour("properties-budget") }

// ProposalsBudget is the files an hour for which tags are proposed in idle time.
func (c *Config) ProposalsBudget() (int, error) { return c.filesAnHour("proposals-budget") }

// AuditEvery is the time between two audits of tags in idle time; 0 for none.
func (c *Config) AuditEvery() (time.Duration, error) {
	text := c.Text("tag-audits")
	if text == "0" || text == "off" {
		return 0, nil
	}
	every, err := c.duration("tag-audits")
	if err == nil && every < time.Hour {
		return 0, c.fault("tag-audits", "must be at least an hour, such as 168h for a week; off for none")
	}
	return every, err
}

func (c *Config) filesAnHour(setting string) (int, error) {
	n, err := strconv.Atoi(c.Text(setting))
	if err != nil || n < 0 {
		return 0, c.fault(setting, "must be a number of files an hour; 0 is none")
	}
	return n, nil
}

// Log is what a server logs, by the least level; off is above all levels.
func (c *Config) Log() (slog.Level, error) {
	level, ok := map[string]slog.Level{LogOff: slog.LevelError + 100, LogWarnings: slog.LevelWarn, LogRequests: slog.LevelInfo}[c.Text("log")]
	if !ok {
		return 0, c.fault("log", "must be "+LogWarnings+", "+LogRequests+" or "+LogOff)
	}
	return level, nil
}

// Limits are how many requests a minute and answers at a time a server lets one person have; 0 is no limit.
func (c *Config) Limits() (requests, answers int, err error) {
	if requests, err = c.whole("requests-a-minute", 1<<20); err == nil {
		answers, err = c.whole("answers-at-once", 1<<20)
	}
	return requests, answers, err
}

// Audit is what the audit trail keeps.
func (c *Config) Audit() (a service.Auditing, err error) {
	a.Questions = c.Text("audit")
	if !slices.Contains([]string{service.AuditText, service.AuditHash, service.AuditNone, service.AuditOff}, a.Questions) {
		return a, c.fault("audit", "must be text, hash, none or off")
	}
	a.Keep, err = c.duration("keep-audit")
	return a, err
}

// leastIdle is the least idle time of a session: its last use is known to the minute.
const leastIdle = 5 * time.Minute

// SessionIdle is after how long a session ends that nobody uses.
func (c *Config) SessionIdle() (time.Duration, error) {
	d, err := c.duration("session-idle")
	if err == nil && d < leastIdle {
		err = c.fault("session-idle", "must be a time of 5m or more, such as 30m")
	}
	return d, err
}

// mostToken is the longest time that any token lasts.
const mostToken = 3650 * 24 * time.Hour

// TokenMost is how long a token may last.
func (c *Config) TokenMost() (time.Duration, error) {
	d, err := c.duration("token-most")
	if err == nil && (d < time.Hour || d > mostToken) {
		err = c.fault("token-most", "must be a time from 1h to 87600h, such as 720h for 30 days")
	}
	return d, err
}

// Proxied is the setting that says that a proxy is in front of a server.
const Proxied = "behind-proxy"

// BehindProxy says whether a proxy in front of a server ends TLS, and nobody else reaches it.
func (c *Config) BehindProxy() (bool, error) { return c.yes(Proxied) }

// TraceURL is where a server sends traces, "" for nowhere.
func (c *Config) TraceURL() (string, error) {
	address := c.Text("trace-url")
	if address == "" {
		return "", nil
	}
	if u, err := url.Parse(address); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil || u.RawQuery != "" {
		return "", c.fault("trace-url", "must be an address such as http://localhost:4318; keys are given in OTEL_EXPORTER_OTLP_HEADERS")
	}
	return address, nil
}

// DebugListen is where a server shows metrics and profiles, "" for nowhere. Everybody who reaches it sees them, so that it is for this
// machine.
func (c *Config) DebugListen() (string, error) {
	address := c.Text("debug-listen")
	if address == "" {
		return "", nil
	}
	host, _, err := net.SplitHostPort(address)
	if ip := net.ParseIP(host); err != nil || host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return "", c.fault("debug-listen", "must be an address of this machine alone with a port, such as 127.0.0.1:7728: no key is asked for there")
	}
	return address, nil
}

// Changed are the settings that have other values than in another configuration.
func (c *Config) Changed(from *Config) (names []string) {
	for name := range Names() {
		if c.values[name].text != from.values[name].text {
			names = append(names, name)
		}
	}
	return names
}

// Service gives the options of a service.
func (c *Config) Service() service.Options {
	return service.Options{Settings: c.Questions, PropertiesAnHour: c.PropertiesBudget, ProposalsAnHour: c.ProposalsBudget, AuditEvery: c.AuditEvery, Audit: c.Audit,
		SessionIdle: c.SessionIdle, TokenMost: c.TokenMost, HomeQuestions: c.HomeQuestions,
		Hub: c.Text("hub-url"), ShareRoots: c.ShareRoots(), RootsFixed: c.fixed("share-roots"), Faults: c.RootFaults, NamedDir: c.NamedDir(true), BackupFolder: c.Text("backup-folder"), Shown: c.Show, People: service.PeopleOptions{
			File: c.Text("principals"), DefaultClearance: c.Text("default-clearance"), Unlabelled: c.Text("unlabelled"),
		}}
}

// HomeQuestions says whether the page tries questions to start from.
func (c *Config) HomeQuestions() (bool, error) {
	text := c.Text("home-questions")
	if text != "on" && text != "off" {
		return true, c.fault("home-questions", "must be on or off")
	}
	return text == "on", nil
}

// Questions are the settings of questions.
func (c *Config) Questions() (set service.Settings, err error) {
	if set.Ranking, err = c.Ranking(); err != nil {
		return set, err
	}
	if set.Budget, err = c.Budget(); err != nil {
		return set, err
	}
	if set.Until, err = c.Until(); err != nil {
		return set, err
	}
	if set.Fiscal, err = c.FiscalYear(); err != nil {
		return set, err
	}
	set.Until = max(set.Until, math.SmallestNonzeroFloat64) // 0 would be without an end
	if set.Cut, err = strconv.ParseFloat(c.Text("cut"), 64); err != nil || !(set.Cut >= 0 && set.Cut <= 1) {
		return set, c.fault("cut", "must be a number from 0 to 1, such as 0.35; 0 lists all")
	}
	set.EncoderIsSet = c.Text("encoder") != models.Auto || c.Text("encoder-url") != ""
	set.Model, set.Writer, set.Writers, set.Rerank = c.Model, c.Writer, c.writerNames, c.Reranker
	switch role := c.Text("llm-role"); role {
	case "auto":
	case string(service.Checks), string(service.Writes), string(service.Both):
		set.Role = service.Role(role)
	default:
		return set, c.fault("llm-role", "must be auto, checks, writes or both")
	}
	switch tags := c.Text("llm-tags"); tags {
	case "auto":
	case "yes", "no":
		set.Tags = tags
	default:
		return set, c.fault("llm-tags", "must be auto, yes or no")
	}
	if set.Evidence.Units, err = c.whole("llm-passages", 100); err != nil {
		return set, err
	}
	if set.Evidence.Tokens, err = c.whole("llm-tokens", 1<<20); err != nil {
		return set, err
	}
	return set, nil
}

// rankings names the ways to rank. Auto is the product's own choice.
var rankings = map[string]retrieve.Rank{
	"auto": "", string(retrieve.Words): retrieve.Words, string(retrieve.Dense): retrieve.Dense,
	string(retrieve.Hybrid): retrieve.Hybrid, string(retrieve.RRF): retrieve.RRF, string(retrieve.ZScore): retrieve.ZScore,
}

// Ranking is how passages are ranked. A flag that changes nothing about the ranking is refused.
func (c *Config) Ranking() (o retrieve.Options, err error) {
	var known bool
	if o.Rank, known = rankings[c.Text("rank")]; !known {
		return o, spar.Errorf(spar.Invalid, "there is no ranking %q; choose auto, bm25, dense, hybrid, rrf or zscore", c.Text("rank"))
	}
	if all := c.Text("candidates"); all == "all" {
		o.Candidates = -1
	} else if n, err := strconv.Atoi(all); err != nil || n < 1 || n > engine.MaxCandidates {
		return o, c.fault("candidates", "must be a number from 1 to "+strconv.Itoa(engine.MaxCandidates)+", or all")
	} else {
		o.Candidates = n
	}
	weight, err := strconv.ParseFloat(c.Text("meaning-weight"), 64)
	if err != nil || !(weight >= 0 && weight <= 1) {
		return o, c.fault("meaning-weight", "must be a number from 0 to 1")
	}
	o.Meaning = max(weight, math.SmallestNonzeroFloat64) // 0 would be the default
	if weight, err = strconv.ParseFloat(c.Text("rerank-weight"), 64); err != nil || !(weight >= 0 && weight <= 1) {
		return o, c.fault("rerank-weight", "must be a number from 0 to 1")
	}
	o.Rerank = max(weight, math.SmallestNonzeroFloat64)
	for _, unused := range []struct {
		flag  string
		ranks []retrieve.Rank
	}{
		{"meaning-weight", []retrieve.Rank{retrieve.Words, retrieve.Dense, retrieve.RRF}},
		{"candidates", []retrieve.Rank{retrieve.Words, retrieve.Dense}},
	} {
		for _, rank := range unused.ranks {
			if o.Rank == rank && c.values[unused.flag].from == "flag --"+unused.flag {
				return o, spar.Errorf(spar.Invalid, "%s changes nothing about the ranking %s; leave it out, or choose the ranking hybrid", unused.flag, rank)
			}
		}
	}
	return o, nil
}

// Encoder is the encoder for comparing texts in meaning.
func (c *Config) Encoder() (models.Encoder, error) {
	if a := c.arithmetic(); a != embed.Float32 && a != embed.Int8 {
		return models.Encoder{}, c.fault("encoder-arithmetic", "must be "+string(embed.Int8)+" or "+string(embed.Float32))
	}
	return models.Encoder{
		Model: strings.TrimSpace(c.Text("encoder")), URL: c.Text("encoder-url"), KeyEnv: c.keyIn("SPAR_ENCODER_KEY"),
		Run: embed.Options{Arithmetic: c.arithmetic(), Question: c.Text("encoder-question"), Passage: c.Text("encoder-passage")},
	}, nil
}

func (c *Config) arithmetic() embed.Arithmetic { return embed.Arithmetic(c.Text("encoder-arithmetic")) }

// Reranker opens the model that puts the best passages in order, nil if there is none.
func (c *Config) Reranker() (embed.Scorer, error) {
	name, server, kind := strings.TrimSpace(c.Text("rerank")), c.Text("reranker-url"), c.Text("reranker-api")
	switch {
	case kind != "jina" && kind != "tei":
		return nil, c.fault("reranker-api", "must be jina or tei")
	case (name == "" || name == models.Auto) && server != "":
		return nil, spar.Errorf(spar.Invalid, "the setting reranker-url names a server, and rerank no model of it").Try(spar.Remedy{Do: spar.ChangeSetting, Name: "rerank"})
	case name == "" || name == models.None:
		return nil, nil
	case name == models.Auto:
		v, err := embed.BuiltInVerifier(embed.Options{Arithmetic: c.arithmetic()})
		if spar.CodeOf(err) == spar.Unavailable {
			return nil, nil // the ranking notes that there is no encoder
		}
		return v, err
	case server != "":
		return embed.NewRemoteScorer(embed.Remote{URL: server, Model: name, KeyEnv: c.keyIn("SPAR_RERANKER_KEY"), TEI: kind == "tei"})
	}
	folder, err := models.Folder(c.DataDir(), name)
	if err != nil {
		return nil, err
	}
	return embed.OpenScorer(folder, embed.Options{Arithmetic: c.arithmetic()})
}

// keyIn names an environment variable if it is set.
func (c *Config) keyIn(variable string) string {
	if key, ok := c.env(variable); ok && key != "" {
		return variable
	}
	return ""
}

func (c *Config) initial(name string) string {
	s, _ := Find(name)
	return s.initial(c.env)
}

// fault is the error of a value.
func (c *Config) fault(name, what string) error {
	return spar.Errorf(spar.Invalid, "the setting %s is %q and %s", name, c.Text(name), spar.Phrase(what))
}

// whole is a whole number from 0 to most.
func (c *Config) whole(name string, most int) (int, error) {
	n, err := strconv.Atoi(c.Text(name))
	if err != nil || n < 0 || n > most {
		return 0, c.fault(name, "must be a whole number")
	}
	return n, nil
}

// yes is a setting that is yes or no.
func (c *Config) yes(name string) (bool, error) {
	switch c.Text(name) {
	case "yes":
		return true, nil
	case "no":
		return false, nil
	}
	return false, c.fault(name, "must be yes or no")
}

func (c *Config) duration(name string) (time.Duration, error) {
	if c.Text(name) == "0" {
		return 0, nil
	}
	d, err := time.ParseDuration(c.Text(name))
	if err != nil || d < 0 {
		return 0, c.fault(name, "must be a time such as 30s or 5m")
	}
	return d, nil
}

// limit is a duration that cannot be left out: what never ends would be waited for.
func (c *Config) limit(name string) (time.Duration, error) {
	d, err := c.duration(name)
	if err == nil && d == 0 {
		err = c.fault(name, "must be more than 0, such as 1m")
	}
	return d, err
}
