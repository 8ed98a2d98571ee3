package public

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/measure"
)

// ragFormats lists the formats of each document of RAG-Multi-Corpus.
var ragFormats = []string{"md", "pdf", "docx", "html", "pptx"}

// ragFiles lists the documents of RAG-Multi-Corpus in one format. They are named FIRM/TITLE.EXT: the folder of the
// format is left out, so that names say the same in every format.
func ragFiles(data, format string) ([]source, error) {
	root := filepath.Join(data, "rag_multi_corpus", "share")
	firms, err := os.ReadDir(root)
	if err != nil {
		return nil, dataFault(root, err)
	}
	var out []source
	for _, firm := range firms {
		if !firm.IsDir() {
			continue
		}
		files, err := os.ReadDir(filepath.Join(root, firm.Name(), format))
		if err != nil {
			return nil, dataFault(root, err)
		}
		for _, f := range files {
			if f.Type().IsRegular() {
				out = append(out, source{name: firm.Name() + "/" + f.Name(), path: filepath.Join(root, firm.Name(), format, f.Name())})
			}
		}
	}
	return out, nil
}

// ragQuestions reads the questions, each with the name of the files that answer it in a format. Questions that name a
// file outside have are left out; names are matched exactly, spaces included. A question is named by its line.
func ragQuestions(data, format string, have map[string]bool) ([]question, error) {
	path := filepath.Join(data, "rag_multi_corpus", "queries.jsonl")
	var out []question
	err := measure.EachLine(path, func(n int, line []byte) error {
		var q struct {
			Firm  string `json:"firm"`
			Query string `json:"query"`
			Facts []struct {
				Filename string `json:"filename"`
				Text     string `json:"text"`
			} `json:"facts"`
		}
		if err := json.Unmarshal(line, &q); err != nil {
			return dataFault(path, fmt.Errorf("line %d: %w", n, err))
		}
		var gold, evidence []string
		for _, fact := range q.Facts {
			name := q.Firm + "/" + strings.TrimSuffix(fact.Filename, ".md") + "." + format
			if !have[name] {
				return nil
			}
			evidence = append(evidence, fact.Text)
			if !slices.Contains(gold, name) {
				gold = append(gold, name)
			}
		}
		if len(gold) > 0 {
			out = append(out, question{measure.Query{ID: "rag-" + strconv.Itoa(n), Text: q.Query, Evidence: evidence}, gold})
		}
		return nil
	})
	return out, err
}

// writeRAG makes a set of RAG-Multi-Corpus: the share of three firms in one format.
func writeRAG(ctx context.Context, data string, w *setWriter, format string) error {
	files, err := ragFiles(data, format)
	if err != nil {
		return err
	}
	questions, err := ragQuestions(data, format, names(files))
	if err != nil {
		return err
	}
	return errors.Join(w.sources(ctx, files), w.questions(questions))
}

// writeRAGRefuse asks each question of the folder of its own firm, and of that of the next one in the order of names,
// whose documents speak of the same matters and do not answer it.
func writeRAGRefuse(ctx context.Context, data string, w *setWriter) error {
	return writeRefusals(ctx, data, w, func(q question, own string, firms []string) measure.Query {
		next := firms[(slices.Index(firms, own)+1)%len(firms)]
		return measure.Query{ID: q.ID + "-" + next, Text: q.Text, Scope: &measure.Scope{Path: next + "/**"}}
	})
}

// writeRAGGone asks each question of the folder of its own firm, and again as if the documents that answer it were not
// there. What else of the firm comes near enough to be taken for an answer is a near miss.
func writeRAGGone(ctx context.Context, data string, w *setWriter) error {
	return writeRefusals(ctx, data, w, func(q question, own string, _ []string) measure.Query {
		return measure.Query{ID: q.ID + "-gone", Text: q.Text, Scope: &measure.Scope{Path: own + "/**"}, Without: q.gold}
	})
}

// writeRefusals writes each question with its own firm's folder for a scope, and the variant of it that must be refused.
func writeRefusals(ctx context.Context, data string, w *setWriter, variant func(q question, own string, firms []string) measure.Query) error {
	files, err := ragFiles(data, "md")
	if err != nil {
		return err
	}
	questions, err := ragQuestions(data, "md", names(files))
	if err != nil {
		return err
	}
	var firms []string
	for _, f := range files {
		if firm := firmOf(f.name); !slices.Contains(firms, firm) {
			firms = append(firms, firm)
		}
	}
	var all []question
	for _, q := range questions {
		own := firmOf(q.gold[0])
		refused := variant(q, own, firms)
		refused.Refuse = true
		q.Scope = &measure.Scope{Path: own + "/**"}
		all = append(all, q, question{Query: refused})
	}
	return errors.Join(w.sources(ctx, files), w.questions(all))
}

func firmOf(document string) string {
	firm, _, _ := strings.Cut(document, "/")
	return firm
}

func names(files []source) map[string]bool {
	out := map[string]bool{}
	for _, f := range files {
		out[f.name] = true
	}
	return out
}

func (w *setWriter) sources(ctx context.Context, files []source) error {
	for _, f := range files {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := w.source(f); err != nil {
			return err
		}
	}
	return nil
}

// A reportPage is a context of TAT-QA (Zhu et al. 2021): paragraphs of a financial report and a table.
type reportPage struct {
	Table struct {
		UID   string     `json:"uid"`
		Table [][]string `json:"table"`
	} `json:"table"`
	Paragraphs []struct {
		Order int    `json:"order"`
		Text  string `json:"text"`
	} `json:"paragraphs"`
	Questions []struct {
		UID      string `json:"uid"`
		Question string `json:"question"`
	} `json:"questions"`
}

// markdown returns the page as a Markdown file: the paragraphs in their order, then the table as it stands, its first row
// as the header.
func (p reportPage) markdown() []byte {
	var b strings.Builder
	for _, paragraph := range p.Paragraphs {
		b.WriteString(escapeMarkdown(strings.Join(strings.Fields(paragraph.Text), " ")) + "\n\n")
	}
	for i, row := range p.Table.Table {
		for _, c := range row {
			b.WriteString("| " + escapeMarkdown(measure.Cell(c)) + " ")
		}
		b.WriteString("|\n")
		if i == 0 {
			b.WriteString(strings.Repeat("| --- ", len(row)) + "|\n")
		}
	}
	return []byte(b.String())
}

// escapeMarkdown keeps characters of plain text from being read as markup.
var escapeMarkdown = strings.NewReplacer(`\|`, `\|`, `\`, `\\`, "*", `\*`, "_", `\_`, "`", "\\`", "#", `\#`, "<", `\<`, "[", `\[`, "~", `\~`).Replace

func readTATQA(data string) (files []source, questions []question, err error) {
	path := filepath.Join(data, "tatqa_dev", "tatqa_dataset_dev.json")
	var pages []reportPage
	if err := readJSON(path, &pages); err != nil {
		return nil, nil, err
	}
	for _, p := range pages {
		if p.Table.UID == "" || strings.ContainsAny(p.Table.UID, `/\`) {
			return nil, nil, dataFault(path, fmt.Errorf("a table has the uid %q", p.Table.UID))
		}
		slices.SortFunc(p.Paragraphs, func(a, b struct {
			Order int    `json:"order"`
			Text  string `json:"text"`
		}) int {
			return a.Order - b.Order
		})
		name := p.Table.UID + ".md"
		files = append(files, source{name: name, data: p.markdown()})
		for _, q := range p.Questions {
			questions = append(questions, question{measure.Query{ID: q.UID, Text: q.Question}, []string{name}})
		}
	}
	return files, questions, nil
}

// Reports returns the pages of TAT-QA as Markdown, by the uid of their tables.
func Reports(data string) (map[string][]byte, error) {
	files, _, err := readTATQA(data)
	out := map[string][]byte{}
	for _, f := range files {
		out[strings.TrimSuffix(f.name, ".md")] = f.data
	}
	return out, err
}

// writeTATQA makes a set of TAT-QA: a Markdown file a context, named by its table's uid, and all questions.
func writeTATQA(ctx context.Context, data string, w *setWriter) error {
	files, questions, err := readTATQA(data)
	if err != nil {
		return err
	}
	return errors.Join(w.sources(ctx, files), w.questions(questions))
}

// writeFour puts four sets side by side: each document as it is in its own set, so that figures can be compared, and
// each question marked with the set that it comes from.
func writeFour(ctx context.Context, data string, w *setWriter) error {
	for _, part := range []struct {
		group string
		write func(context.Context, string, *setWriter) error
	}{
		{"scifact", writeSciFact},
		{"pubmedqa", writePubMedQA},
		{"rag-md", func(ctx context.Context, data string, w *setWriter) error { return writeRAG(ctx, data, w, "md") }},
		{"tatqa", writeTATQA},
	} {
		w.group = part.group
		if err := part.write(ctx, data, w); err != nil {
			return err
		}
	}
	return nil
}

// The draw of the mixed share.
const (
	mixedFiles = 2000
	mixedSeed  = 20240601
)

// writeMixed makes a share of 2,000 files: each of five sources gives one file in turn, in an order drawn with a fixed
// seed, until there are enough, so that a small source is there whole and none drowns the others. The questions are
// those whose documents were drawn; of a document that exists in several formats, every drawn copy answers them, and
// at least one must be there.
func writeMixed(ctx context.Context, data string, w *setWriter) error {
	pools, questions, err := mixedPools(data)
	if err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(mixedSeed, 0))
	for _, pool := range pools {
		random.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
	}
	var drawn []source
	for turn := 0; len(drawn) < mixedFiles; turn++ {
		before := len(drawn)
		for _, pool := range pools {
			if turn < len(pool) && len(drawn) < mixedFiles {
				drawn = append(drawn, pool[turn])
			}
		}
		if len(drawn) == before {
			return dataFault(data, fmt.Errorf("it has only %d files to draw %d from", before, mixedFiles))
		}
	}
	slices.SortFunc(drawn, func(a, b source) int { return strings.Compare(a.name, b.name) })
	if err := w.sources(ctx, drawn); err != nil {
		return err
	}
	have := names(drawn)
	for _, q := range questions {
		var gold []string
		complete := true
		for _, copies := range q.gold {
			there := slices.DeleteFunc(slices.Clone(copies), func(name string) bool { return !have[name] })
			complete = complete && len(there) > 0
			gold = append(gold, there...)
		}
		w.group = q.group
		if complete {
			if err := w.query(q.Query, gold); err != nil {
				return err
			}
		}
	}
	return nil
}

// mixedQuestion needs one copy of each of the documents in gold.
type mixedQuestion struct {
	measure.Query
	group string
	gold  [][]string
}

// mixedPools lists the files of the five sources, and every question on them.
func mixedPools(data string) (pools [][]source, questions []mixedQuestion, err error) {
	abstracts, claims, err := readSciFact(data)
	if err != nil {
		return nil, nil, err
	}
	pool := []source{}
	for _, d := range abstracts {
		pool = append(pool, source{name: "scifact/" + d.ID + ".txt", data: []byte(d.Title + "\n\n" + d.Text + "\n")})
	}
	pools = append(pools, pool)
	for _, q := range claims {
		q.ID = "scifact-" + q.ID
		m := mixedQuestion{Query: q.Query, group: "scifact"}
		for _, doc := range q.gold {
			m.gold = append(m.gold, []string{"scifact/" + doc + ".txt"})
		}
		questions = append(questions, m)
	}

	articles, err := readPubMedQA(data)
	if err != nil {
		return nil, nil, err
	}
	pool = nil
	for _, a := range articles {
		s := a.source("pubmedqa/")
		pool = append(pool, s)
		questions = append(questions, mixedQuestion{measure.Query{ID: "pubmedqa-" + a.id, Text: a.Question}, "pubmedqa", [][]string{{s.name}}})
	}
	pools = append(pools, pool)

	pool = nil
	for _, format := range ragFormats {
		files, err := ragFiles(data, format)
		if err != nil {
			return nil, nil, err
		}
		pool = append(pool, files...)
	}
	pools = append(pools, pool)
	ofRAG, err := ragQuestions(data, "md", names(pool))
	if err != nil {
		return nil, nil, err
	}
	for _, q := range ofRAG {
		m := mixedQuestion{Query: q.Query, group: "rag"}
		for _, doc := range q.gold {
			var copies []string
			for _, format := range ragFormats {
				copies = append(copies, strings.TrimSuffix(doc, "md")+format)
			}
			m.gold = append(m.gold, copies)
		}
		questions = append(questions, m)
	}

	pages, ofTATQA, err := readTATQA(data)
	if err != nil {
		return nil, nil, err
	}
	for i := range pages {
		pages[i].name = "tatqa/" + pages[i].name
	}
	pools = append(pools, pages)
	for _, q := range ofTATQA {
		questions = append(questions, mixedQuestion{q.Query, "tatqa", [][]string{{"tatqa/" + q.gold[0]}}})
	}

	handbook, err := treeFiles(filepath.Join(data, "handbook_18f"), "handbook/")
	return append(pools, handbook), questions, err
}

// treeFiles lists the regular files below root, named below folder.
func treeFiles(root, folder string) ([]source, error) {
	var out []source
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		out = append(out, source{name: folder + filepath.ToSlash(rel), path: path})
		return nil
	})
	if err != nil {
		return nil, dataFault(root, err)
	}
	return out, nil
}
