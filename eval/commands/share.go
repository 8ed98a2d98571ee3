package commands

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// A Share has files. Root is its folder below the folder of public data, which can be scanned; a generated share has none: its
// files are loaded as they stand here, with types, times, sizes and attributes.
type Share struct {
	Name  string `json:"name"`
	Root  string `json:"root,omitempty"`
	Files Files  `json:"files"`
}

// formats maps the ends of names to types.
var formats = map[string]string{
	".md": "markdown", ".txt": "text", ".csv": "csv", ".html": "html", ".pdf": "pdf", ".docx": "docx", ".xlsx": "xlsx",
	".pptx": "pptx", ".eml": "eml", ".dcm": "dicom",
}

// readHandbook reads the handbook: title, keywords and outdated of its front matter are attributes.
func readHandbook(data string) (*Share, error) { return walk(data, "handbook_18f", Handbook) }

// readFirms reads the three firms' documents.
func readFirms(data string) (*Share, error) { return walk(data, "rag_multi_corpus/share", Firms) }

func walk(data, root, name string) (*Share, error) {
	s := &Share{Name: name, Root: root}
	dir := filepath.Join(data, filepath.FromSlash(root))
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		below, err := filepath.Rel(dir, p)
		if err != nil {
			return err
		}
		f := File{Path: filepath.ToSlash(below), Type: formats[path.Ext(below)]}
		if f.Type == "markdown" {
			b, err := os.ReadFile(p)
			if err != nil {
				return err
			}
			f.Attributes = frontMatter(b)
		}
		s.Files = append(s.Files, f)
		return nil
	})
	return s, err
}

// frontMatter reads the three keys that the sentences use.
func frontMatter(b []byte) map[string][]string {
	head, found := bytes.CutPrefix(b, []byte("---\n"))
	if !found {
		return nil
	}
	head, _, _ = bytes.Cut(head, []byte("\n---"))
	attributes := map[string][]string{}
	for line := range strings.Lines(string(head)) {
		key, text, _ := strings.Cut(strings.TrimSpace(line), ":")
		text = strings.Trim(strings.TrimSpace(text), `"'`)
		switch {
		case key == "keywords":
			for v := range strings.SplitSeq(text, ",") {
				attributes[key] = append(attributes[key], strings.TrimSpace(v))
			}
		case key == "title" || key == "outdated":
			attributes[key] = []string{text}
		}
	}
	return attributes
}

// Generate makes the share of a half. Those of a to c have four departments, six formats and twelve attributes (author, body-part,
// confidentiality, department, doc-status, doc-version, document-type, effective, modality, patient, period, study-date).
func Generate(half string, seed uint64) (*Share, error) {
	o, ok := organisations[half]
	if !ok {
		return nil, spar.Errorf(spar.Invalid, "there is no half %q: choose a to h", half)
	}
	g := &generator{organisation: o, random: rand.New(rand.NewPCG(seed, uint64(half[0])+100))}
	switch half {
	case "d":
		g.seaport()
	case "e":
		g.festival()
	case "f":
		g.brewery()
	case "g":
		g.excavation()
	case "h":
		g.licensing()
	default:
		g.scans()
		g.monthly()
		g.governed()
		g.letters()
	}
	slices.SortFunc(g.files, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	return &Share{Name: o.share, Files: g.files}, nil
}

// An organisation has the differences between the shares.
type organisation struct {
	share    string
	imaging  string // the department that takes scans
	scanPath string // folder, patient, modality, date, number
	report   string // format of a report about a scan
	authors  map[string][]string
	patients []string
	beers    []string
	vessels  []string
	monthly  []series
	governed []series
	letters  series
	topics   []string
	firms    []string
}

// A series is papers of one kind.
type series struct {
	department, kind, format string
	path                     string // with {dept}, {kind}, {month}, {firm}, {name}, {version}, {n}
	names                    []string
	level                    string // confidentiality
}

var organisations = map[string]organisation{
	"a": {
		share: Hospital, imaging: "Radiology", scanPath: "Radiology/scans/%s/%s-%s-%d.dcm", report: "docx",
		authors: map[string][]string{
			"Radiology": {"Nadia Ferrow", "Tomas Illing"}, "Oncology": {"Beatrix Calloway", "Yusuf Darwish"},
			"Laboratory": {"Ingrid Sommer", "Pavel Novotny", "Greta Miller"}, "Administration": {"Carla Benitez", "Rupert Miller"},
		},
		patients: []string{"Agnes Holloway", "Bernard Tuck", "Chidi Okafor", "Delia Marsh", "Edwin Pryce", "Farida Rahmani", "Gustav Lindner", "Hana Sato",
			"Ivo Petrov", "Joan Whitby"},
		monthly: []series{
			{"Laboratory", "results", "xlsx", "Laboratory/results/{month} results.xlsx", nil, "internal"},
			{"Oncology", "minutes", "md", "Oncology/tumour board/minutes {month}.md", nil, "internal"},
			{"Administration", "invoice", "pdf", "Administration/invoices/{month} {firm}.pdf", nil, "internal"},
			{"Administration", "roster", "xlsx", "Administration/rosters/roster {month}.xlsx", nil, "internal"},
		},
		governed: []series{
			{"Oncology", "protocol", "pdf", "Oncology/protocols/{name} protocol {version}.pdf", []string{"chemotherapy", "immunotherapy", "palliative care"}, "internal"},
			{"Laboratory", "procedure", "docx", "Laboratory/procedures/{name} {version}.docx", []string{"blood count", "centrifuge", "sample storage"}, "internal"},
			{"Administration", "policy", "docx", "Administration/policies/{name} policy {version}.docx", []string{"leave", "travel", "privacy"}, "public"},
			{"Administration", "contract", "pdf", "Administration/contracts/{name} {version}.pdf", []string{"Medivance", "Oxylin", "Cleanwell"}, "confidential"},
		},
		letters: series{"Administration", "mail", "eml", "Administration/mail/{month} {name} {n}.eml", []string{"Re delivery", "complaint", "meeting", "offer"}, "confidential"},
		topics:  []string{"diabetes", "melanoma", "stroke", "asthma", "sepsis", "anaemia"},
		firms:   []string{"Medivance", "Oxylin"},
	},
	"b": {
		share: Institute, imaging: "Imaging", scanPath: "01 Imaging/%s/%s_%s_%02d.dcm", report: "pptx",
		authors: map[string][]string{
			"Imaging": {"Owen Garrity", "Signe Lund"}, "Trials": {"Priya Raman", "Marek Zielinski"},
			"Finance": {"Fiona Achebe", "Luca Ferrante", "Anna Stern"}, "Legal": {"Hugo Stern", "Mina Kaya"},
		},
		patients: []string{"Abel Norwood", "Birgit Amsel", "Cosmo Reyes", "Dora Kestrel", "Emil Fontaine", "Frances Oduya", "Gita Sharma", "Henrik Dahl",
			"Imke de Boer", "Jasper Quill"},
		monthly: []series{
			{"Finance", "budget", "xlsx", "03 Finance/budgets/budget_{month}.xlsx", nil, "confidential"},
			{"Finance", "receipt", "pdf", "03 Finance/receipts/{month}_{firm}.pdf", nil, "internal"},
			{"Trials", "newsletter", "html", "02 Trials/news/newsletter_{month}.html", nil, "public"},
			{"Trials", "enrolment", "xlsx", "02 Trials/enrolment/enrolment_{month}.xlsx", nil, "internal"},
		},
		governed: []series{
			{"Trials", "plan", "docx", "02 Trials/plans/{name}_plan_{version}.docx", []string{"safety", "statistics", "recruitment"}, "internal"},
			{"Legal", "agreement", "pdf", "04 Legal/agreements/{name}_{version}.pdf", []string{"Nordlab", "Prisma", "Halcyon"}, "confidential"},
			{"Legal", "consent", "docx", "04 Legal/consent/{name}_consent_{version}.docx", []string{"adult", "minor", "biobank"}, "public"},
			{"Finance", "guideline", "pdf", "03 Finance/guidelines/{name}_{version}.pdf", []string{"purchasing", "grants", "travel"}, "internal"},
		},
		letters: series{"Legal", "opinion", "docx", "04 Legal/opinions/{month}_{name}_{n}.docx", []string{"patent", "liability", "licence", "privacy"}, "confidential"},
		topics:  []string{"epilepsy", "migraine", "obesity", "arthritis", "insomnia", "dementia"},
		firms:   []string{"Nordlab", "Prisma"},
	},
	"c": {
		share: Clinic, imaging: "Diagnostics", scanPath: "diagnostics/images/%s/%s %s no%d.dcm", report: "pdf",
		authors: map[string][]string{
			"Diagnostics": {"Oskar Brandt", "Leila Haddad"}, "Nursing": {"Maeve Donnelly", "Samuel Achterberg"},
			"Legal": {"Rosalind Pike", "Tobias Weir"}, "IT": {"Katya Morozova", "Ewan Weir"},
		},
		patients: []string{"Alma Whitfield", "Bashir Noorzai", "Clement Dufour", "Dagny Solberg", "Esther Kimani", "Felix Obermann", "Greer Tanaka",
			"Harriet Donnelly", "Isolde Byrne", "Jonas Fairweather"},
		monthly: []series{
			{"Nursing", "handover", "docx", "nursing/handovers/handover {month}.docx", nil, "internal"},
			{"Nursing", "incident", "csv", "nursing/incidents/{month} incidents.csv", nil, "confidential"},
			{"IT", "backup", "txt", "it-services/backup logs/backup {month}.txt", nil, "internal"},
			{"Legal", "bill", "pdf", "legal/bills/{month} {firm}.pdf", nil, "internal"},
		},
		governed: []series{
			{"Nursing", "guideline", "docx", "nursing/guidelines/{name} guideline {version}.docx", []string{"falls", "wound care", "hand hygiene"}, "internal"},
			{"Nursing", "training", "pptx", "nursing/training/{name} training {version}.pptx", []string{"lifting", "first aid", "palliative"}, "public"},
			{"Legal", "lease", "pdf", "legal/leases/{name} lease {version}.pdf", []string{"North Wing", "car park", "laundry"}, "confidential"},
			{"IT", "runbook", "docx", "it-services/runbooks/{name} runbook {version}.docx", []string{"restore", "badge reader", "mail server"}, "confidential"},
			{"Diagnostics", "checklist", "docx", "diagnostics/checklists/{name} checklist {version}.docx", []string{"MRI safety", "contrast agent", "lead apron"}, "public"},
		},
		letters: series{"Legal", "letter", "docx", "legal/letters/{month} {name} {n}.docx", []string{"complaint", "reminder", "claim", "insurer"}, "confidential"},
		topics:  []string{"pneumonia", "osteoporosis", "hernia", "allergies", "scoliosis", "concussion"},
		firms:   []string{"Larkfield", "Ostrava"},
	},
	"d": {
		share: Seaport,
		authors: map[string][]string{
			"Cargo": {"May Lindqvist", "Desmond Okoro"}, "Pilotage": {"Ansel Tregarth", "Ruta Janson"}, "Dredging": {"Piet Verhoeven", "Ilse Kranz"},
			"Accounts": {"Gwen Paget", "Nolan Frost"}, "Property": {"Marina Frost", "Callum Reyes"}, "Safety": {"Theo Baptiste", "Hedda Winslow"},
		},
		vessels: []string{"Ocean Petrel", "Marta Krogh", "Silver Heron", "Baltic Rose", "Cape Verity", "Nordic Lynx", "Santa Rosalia", "Golden Tern", "Ullswater", "Anholt"},
		monthly: []series{
			{"Accounts", "invoice", "pdf", "accounts/invoices/{archive}{firm} {month}.pdf", nil, "internal"},
			{"Accounts", "payroll", "xlsx", "accounts/payroll/{archive}payroll {month}.xlsx", nil, "confidential"},
			{"Dredging", "dredging log", "xlsx", "dredging/logs/{archive}log {month}.xlsx", nil, "internal"},
			{"Cargo", "occupancy", "html", "cargo-desk/occupancy/{archive}occupancy {month}.html", nil, "public"},
			{"Pilotage", "tide table", "txt", "pilotage/tides/{archive}tides {month}.txt", nil, "public"},
		},
		governed: []series{
			{"Property", "lease", "pdf", "property/leases/{name} lease {version}.pdf", []string{"Fishmarket", "Yacht Club", "Cold Store"}, "confidential"},
			{"Safety", "procedure", "docx", "safety/procedures/{name} {version}.docx", []string{"mooring", "bunkering", "crane inspection"}, "internal"},
			{"Pilotage", "bylaw", "pdf", "pilotage/bylaws/{name} bylaw {version}.pdf", []string{"anchorage", "speed", "towage"}, "public"},
			{"Safety", "training", "pptx", "safety/training/{name} training {version}.pptx", []string{"fire drill", "life jacket", "gas detector"}, "public"},
		},
		topics: []string{"fog", "silt", "ice", "diesel", "lighting", "rats"},
		firms:  []string{"Brunel Marine", "Ostmark Cranes"},
	},
	"e": {
		share: Festival,
		authors: map[string][]string{
			"Programming": {"Odile Marchand", "Kwame Bright", "Sunniva Dahl"}, "Press": {"Petra Lomas", "Rory Bright"}, "Legal": {"Helmut Zeiss", "Ines Coburn"},
			"Ticketing": {"Milo Arkwright"}, "Volunteers": {"Juno Pettifer", "Dorcas Finch"}, "Sponsorship": {"Lionel Teague"}, "Hospitality": {"Yara Simic", "Basil Orme"},
		},
		governed: []series{
			{"Press", "press release", "docx", "press/releases/{drafts}{name} release {version}.docx", []string{"opening night", "jury", "line-up", "closing night"}, "public"},
			{"Volunteers", "guide", "odt", "volunteers/guides/{drafts}{name} guide {version}.odt", []string{"usher", "driver", "projection", "lost property"}, "internal"},
		},
		topics: []string{"migration", "rivers", "widows", "boxing", "trains", "inheritance", "subtitles"},
		firms:  []string{"Brightside Catering", "Kettle Print", "Osprey Vans"},
	},
	"f": {
		share: Brewery,
		authors: map[string][]string{
			"Brewing": {"Hanne Vossberg", "Rory Quince"}, "Quality": {"Ines Calder", "Milo Draper"}, "Sales": {"Petra Lomax", "Stanley Amberg"},
			"Personnel": {"Joy Merriman", "Kurt Lomax"},
		},
		beers: []string{"Amber Fox", "Night Porter", "Harvest Moon", "Old Ferryman", "Miller's Gold", "Red Kite"},
		monthly: []series{
			{"Sales", "forecast", "xlsx", "sales/forecasts/forecast {month}.xlsx", nil, "confidential"},
			{"Brewing", "stock list", "xlsx", "brewing/stock/stock {month}.xlsx", nil, "internal"},
			{"Personnel", "shift plan", "pdf", "personnel/shifts/{month} shifts.pdf", nil, "internal"},
			{"Quality", "water report", "pdf", "quality/water/{month} water.pdf", nil, "public"},
		},
		governed: []series{
			{"Brewing", "recipe", "docx", "brewing/recipes/{name} recipe {version}.docx", []string{"Amber Fox", "Red Kite", "winter special"}, "confidential"},
			{"Quality", "instruction", "docx", "quality/instructions/{name} {version}.docx", []string{"yeast handling", "bottle washing", "tank sampling"}, "internal"},
			{"Personnel", "contract", "pdf", "personnel/contracts/{name} contract {version}.pdf", []string{"apprentice", "driver", "brewer"}, "confidential"},
			{"Sales", "price list", "pdf", "sales/prices/{name} prices {version}.pdf", []string{"trade", "festival", "export"}, "public"},
		},
		letters: series{"Sales", "letter", "eml", "sales/letters/{month} {name} {n}.eml", []string{"complaint", "reminder", "invitation", "offer"}, "internal"},
		topics:  []string{"hops", "foam", "glycol", "labels", "kegs", "rodents"},
		firms:   []string{"Red Lion Inns", "Northway Stores", "Harbour Hotels"},
	},
	"g": {
		share: Excavation,
		authors: map[string][]string{
			"Fieldwork": {"Roman Kessler", "June Tarrant", "Wilf Oakes"}, "Finds": {"Ivy Flint", "Bartosz Nowik"}, "Conservation": {"Mercy Adeyemi", "Lars Holm"},
			"Planning": {"Gareth Penrose", "Noor Aziz"}, "Finance": {"Alec Tarrant", "Dora Lund"}, "Outreach": {"Edith Crane", "Faye Winter"},
		},
		topics: []string{"flooding", "bats", "badgers", "subsidence", "corrosion", "roots"},
		firms:  []string{"Digwell Plant Hire", "Castle Laboratories", "Fenland Cabins"},
	},
	"h": {
		share: Licensing,
		authors: map[string][]string{
			"Practical": {"April Dunmore", "Saul Parker", "Hilda Lane"}, "Theory": {"Victor Ford", "Chen Abara"}, "Appeals": {"Judith Lane", "Magnus Reid"},
			"Fleet": {"Otto Brandvold", "Rita Sloane"}, "Training": {"Prudence Okeke", "Colin Marsh"}, "Accounts": {"Dermot Hale", "Zofia Malik"}, "Communications": {"Tess Colby", "Bertil Noon"},
		},
		governed: []series{
			{"Practical", "directive", "pdf", "practical/directives/{name} {version}.pdf", []string{"winter tyres", "radio use", "moped tests", "bad weather"}, "public"},
			{"Training", "course", "pptx", "training/courses/{name} {version}.pptx", []string{"eyesight check", "conflict handling", "eco driving", "new examiners"}, "internal"},
			{"Communications", "press release", "docx", "communications/releases/{name} {version}.docx", []string{"online booking", "strike", "record year", "new fees"}, "public"},
		},
		topics: []string{"ice", "roundabouts", "mirrors", "cyclists", "roadworks", "glare"},
		firms:  []string{"Harrow Tyres", "Linwood Paper"},
	},
}

type generator struct {
	organisation
	random *rand.Rand
	last   string // put adds no later file
	files  Files
}

func (g *generator) pick(list []string) string { return list[g.random.IntN(len(list))] }

func (g *generator) add(f File, department, kind, author string, more ...string) {
	f.Type = formats[path.Ext(f.Path)]
	f.Size = map[string]int{"dicom": 4_000_000, "pdf": 400_000, "pptx": 2_500_000, "xlsx": 90_000, "docx": 60_000}[f.Type] + 8_000
	f.Size += g.random.IntN(f.Size)
	f.Attributes = map[string][]string{"department": {department}, "document-type": {kind}}
	if author != "" {
		f.Attributes["author"] = []string{author}
	}
	for i := 0; i < len(more); i += 2 {
		f.Attributes[more[i]] = []string{more[i+1]}
	}
	g.files = append(g.files, f)
}

// day draws a day between two years.
func (g *generator) day(from, to int) time.Time {
	first := time.Date(from, 1, 1, 0, 0, 0, 0, time.UTC)
	last := time.Date(to, 5, 31, 0, 0, 0, 0, time.UTC)
	return first.AddDate(0, 0, g.random.IntN(int(last.Sub(first).Hours()/24)))
}

// scans makes two DICOM files and a report for each examination. Each patient has six examinations, two of them in 2025.
func (g *generator) scans() {
	modalities := []string{"CT", "MR", "US", "CR"}
	bodies := []string{"CHEST", "HEAD", "ABDOMEN", "KNEE"}
	for _, patient := range g.patients {
		for _, year := range []int{2023, 2023, 2023, 2023, 2025, 2025} {
			modality, body, at := g.pick(modalities), g.pick(bodies), g.day(year, 2025)
			topic := g.pick(g.topics)
			taken := at.Format(time.DateOnly)
			for n := 1; n <= 2; n++ {
				g.add(File{Path: fmt.Sprintf(g.scanPath, patient, modality, taken, n), Modified: taken}, g.imaging, "scan", "",
					"patient", patient, "modality", modality, "body-part", body, "study-date", taken, "confidentiality", "confidential")
			}
			status := g.pick([]string{"final", "final", "draft"})
			folder, _, _ := strings.Cut(g.scanPath, "/")
			g.add(File{
				Path: fmt.Sprintf("%s/reports/%s %s %s.%s", folder, patient, modality, taken, g.report), Modified: at.AddDate(0, 0, 1+g.random.IntN(9)).Format(time.DateOnly),
				Text: fmt.Sprintf("%s of the %s of %s. Known: %s.", modality, strings.ToLower(body), patient, topic),
			}, g.imaging, "report", g.pick(g.authors[g.imaging]), "patient", patient, "doc-status", status, "confidentiality", "confidential")
		}
	}
}

// monthly makes papers about a month, from January 2024 to May 2025.
func (g *generator) monthly() {
	for _, s := range g.organisation.monthly {
		for month := range 17 {
			at := time.Date(2024, time.Month(1+month), 1, 0, 0, 0, 0, time.UTC)
			firms := []string{""}
			if strings.Contains(s.path, "{firm}") {
				firms = g.firms
			}
			for _, firm := range firms {
				name := strings.NewReplacer("{month}", at.Format("2006-01"), "{firm}", firm).Replace(s.path)
				g.add(File{Path: name, Modified: at.AddDate(0, 1, g.random.IntN(12)).Format(time.DateOnly), Text: "About " + g.pick(g.topics) + "."},
					s.department, s.kind, g.pick(g.authors[s.department]), "period", at.Format("2006-01"), "confidentiality", s.level)
			}
		}
	}
}

// governed makes papers with three versions: the first is superseded, the second in force, the third a draft.
func (g *generator) governed() {
	for _, s := range g.organisation.governed {
		for _, name := range s.names {
			at := g.day(2020, 2022)
			for i, status := range []string{"superseded", "final", "draft"} {
				version := fmt.Sprint("v", i+1)
				if status == "draft" {
					version += " draft"
				}
				more := []string{"doc-status", status, "doc-version", fmt.Sprint(i + 1), "confidentiality", s.level}
				if status != "draft" {
					more = append(more, "effective", at.AddDate(0, 1, 1-at.Day()).Format(time.DateOnly))
				}
				g.add(File{
					Path:     strings.NewReplacer("{name}", name, "{version}", version).Replace(s.path),
					Modified: at.Format(time.DateOnly), Text: "About " + name + " and " + g.pick(g.topics) + ".",
				}, s.department, s.kind, g.pick(g.authors[s.department]), more...)
				at = at.AddDate(1, g.random.IntN(5), g.random.IntN(25))
			}
		}
	}
}

// letters makes letters with an author and a date, now and then a draft among them.
func (g *generator) letters() {
	s := g.organisation.letters
	for n := range 30 {
		at := g.day(2024, 2025)
		name := strings.NewReplacer("{month}", at.Format("2006-01"), "{name}", g.pick(s.names), "{n}", fmt.Sprintf("%02d", n)).Replace(s.path)
		g.add(File{Path: name, Modified: at.Format(time.DateOnly), Text: "About " + g.pick(g.topics) + "."},
			s.department, s.kind, g.pick(g.authors[s.department]), "doc-status", g.pick([]string{"final", "final", "final", "draft"}), "confidentiality", s.level)
	}
}
