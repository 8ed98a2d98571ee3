package nothing

import (
	"bufio"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The names of the catalogs.
const (
	PubMedQA = "pubmedqa"
	HR       = "hr"
	Corpus   = "corpus"
)

// readPubMedQA makes a file of each article: the folder is the first two digits of its number in PubMed, the tags are its MeSH
// headings, the attribute is its year.
func readPubMedQA(data string) (*Catalog, error) {
	b, err := os.ReadFile(filepath.Join(data, "pubmedqa", "ori_pqal.json"))
	if err != nil {
		return nil, err
	}
	var articles map[string]struct {
		Meshes []string `json:"MESHES"`
		Year   *string  `json:"YEAR"`
	}
	if err := json.Unmarshal(b, &articles); err != nil {
		return nil, err
	}
	c := &Catalog{Name: PubMedQA}
	for id, a := range articles {
		f := File{Path: id[:2] + "/" + id + ".txt", Tags: slices.Sorted(slices.Values(a.Meshes))}
		if a.Year != nil {
			f.Attributes = map[string][]string{"year": {*a.Year}}
		}
		c.Files = append(c.Files, f)
	}
	c.sort()
	return c, c.readMeSH(filepath.Join(data, "mesh2022", "mesh2022.jsonl"))
}

// readMeSH reads the vocabulary, and finds the files of each tag. It omits a tag whose positions and parents
// give different files, and a tag that the vocabulary lacks.
func (c *Catalog) readMeSH(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	type descriptor struct {
		UI      string   `json:"ui"`
		Name    string   `json:"name"`
		Numbers []string `json:"tree_numbers"`
		Parents []string `json:"parents"`
	}
	byName, byUI, atPosition := map[string]*descriptor{}, map[string]*descriptor{}, map[string]*descriptor{}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		d := &descriptor{}
		if err := json.Unmarshal(lines.Bytes(), d); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		byName[d.Name], byUI[d.UI] = d, d
		for _, n := range d.Numbers {
			atPosition[n] = d
		}
		c.Terms = append(c.Terms, Term{d.Name, d.Numbers})
	}
	if err := lines.Err(); err != nil {
		return err
	}
	c.arrange()
	byPosition, byParent := map[string][]int{}, map[string][]int{}
	for i, f := range c.Files {
		above, over := map[string]bool{}, map[string]bool{}
		var climb func(d *descriptor)
		climb = func(d *descriptor) {
			if d == nil || over[d.Name] {
				return
			}
			over[d.Name] = true
			for _, p := range d.Parents {
				climb(byUI[p])
			}
		}
		for _, tag := range f.Tags {
			d := byName[tag]
			if d == nil {
				continue
			}
			climb(d)
			above[d.Name] = true
			for _, n := range d.Numbers {
				for ; n != ""; n = up(n) {
					if a := atPosition[n]; a != nil {
						above[a.Name] = true
					}
				}
			}
		}
		for tag := range above {
			byPosition[tag] = append(byPosition[tag], i)
		}
		for tag := range over {
			byParent[tag] = append(byParent[tag], i)
		}
	}
	c.index = map[string][]int{}
	for tag, files := range byPosition {
		if slices.Equal(files, byParent[tag]) {
			c.index[tag] = files
		}
	}
	return nil
}

// readHR makes a file of each employee: the folders are department and position, the attributes are the columns.
func readHR(data string) (*Catalog, error) {
	f, err := os.Open(filepath.Join(data, "ibm_hr", "data.csv"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, err
	}
	c := &Catalog{Name: HR}
	for _, row := range rows[1:] {
		attributes := map[string][]string{}
		for i, column := range rows[0] {
			attributes[strings.TrimPrefix(column, "\ufeff")] = []string{row[i]}
		}
		at := attributes["Department"][0] + "/" + attributes["JobRole"][0]
		c.Files = append(c.Files, File{Path: fmt.Sprintf("%s/employee-%04s.txt", at, attributes["EmployeeNumber"][0]), Attributes: attributes})
	}
	c.sort()
	return c, nil
}

// subjects and places tell from a document's name what it is about.
var (
	subjects = []struct {
		subject string
		name    *regexp.Regexp
	}{
		{"cash machines", regexp.MustCompile(`ATM`)},
		{"branches", regexp.MustCompile(`(?i)branch|network in`)},
		{"loans", regexp.MustCompile(`(?i)loan`)},
		{"accounts", regexp.MustCompile(`(?i)account|deposit`)},
		{"baggage", regexp.MustCompile(`(?i)baggage`)},
		{"staff policies", regexp.MustCompile(`(?i)staff|employee|careers|trainee`)},
		{"aircraft", regexp.MustCompile(`(?i)airbus|boeing`)},
		{"car models", regexp.MustCompile(`(?i)sedan|suv|hatchback|aero`)},
		{"spare parts", regexp.MustCompile(`(?i)part[sa]-`)},
		{"driving assistance", regexp.MustCompile(`(?i)cruise|lane|traction|abs$`)},
		{"instructions", regexp.MustCompile(`(?i)^ *(how to|best ways|adjusting|opening|modify|change|cancel|open a|apply)|how to`)},
		{"awards", regexp.MustCompile(`(?i)awards`)},
		{"safety", regexp.MustCompile(`(?i)safe|fraud|dangerous`)},
	}
	places = regexp.MustCompile(`India|Sri Lanka|Nepal|Bhutan|Bangladesh|Nagpur|Bangalore|Delhi|Surat|Chennai|Bhopal|Kolkata|Indore|Ahmedabad|Pune|Jaipur|` +
		`Lucknow|Hyderabad|Patna|Visakhapatnam|Ludhiana|Coimbatore|Kanpur|Agra|Mumbai|Asia`)
	years = regexp.MustCompile(`\b20[012]\d\b`)
)

// readCorpus makes a file of each document in each format. Attributes are firm, format, subject and place by name, and the
// latest year and the number of words in the Markdown file of that name.
func readCorpus(data string) (*Catalog, error) {
	root := filepath.Join(data, "rag_multi_corpus", "share")
	said := map[string]map[string][]string{}
	markdown, err := filepath.Glob(filepath.Join(root, "*", "md", "*.md"))
	if err != nil {
		return nil, err
	}
	for _, name := range markdown {
		b, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		firm := filepath.Base(filepath.Dir(filepath.Dir(name)))
		title := strings.TrimSuffix(filepath.Base(name), ".md")
		of := map[string][]string{"words": {strconv.Itoa(len(strings.Fields(string(b))))}}
		if found := years.FindAllString(string(b), -1); found != nil {
			of["year"] = []string{slices.Max(found)}
		}
		for _, s := range subjects {
			if s.name.MatchString(title) {
				of["subject"] = []string{s.subject}
				break
			}
		}
		if place := places.FindString(title); place != "" {
			of["place"] = []string{place}
		}
		said[firm+"/"+title] = of
	}
	c := &Catalog{Name: Corpus}
	err = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		below, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		below = filepath.ToSlash(below)
		firm, rest, _ := strings.Cut(below, "/")
		title := strings.TrimSuffix(path.Base(rest), path.Ext(rest))
		attributes := map[string][]string{"firm": {firm}, "format": {strings.TrimPrefix(path.Ext(rest), ".")}}
		for key, values := range said[firm+"/"+title] {
			attributes[key] = values
		}
		c.Files = append(c.Files, File{Path: below, Attributes: attributes})
		return nil
	})
	if err != nil {
		return nil, err
	}
	c.sort()
	return c, nil
}

func (c *Catalog) sort() {
	slices.SortFunc(c.Files, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
}
