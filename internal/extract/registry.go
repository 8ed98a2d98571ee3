package extract

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
)

// A format is one reader. To add one, write a file with its detect and extract, and a line in formats.
type format struct {
	name       string
	version    int // part of the recipe: every change of extract's output for the same bytes raises it
	extensions []string
	detect     func(head []byte, name string) (confidence int) // 0 to 100; 0 is no
	extract    func(ctx context.Context, in *Input, out *sink) error
}

// headSize is how much of a file's beginning detection looks at.
const headSize = 64 << 10

// formats lists all readers. Of equal confidence the first wins.
var formats = []format{
	{"pdf", 12, []string{".pdf"}, detectPDF, extractPDF},
	{"docx", 9, []string{".docx", ".docm"}, detectDOCX, withEmbedded(extractDOCX)},
	{"xlsx", 8, []string{".xlsx", ".xlsm", ".xlsb"}, detectXLSX, withEmbedded(extractXLSX)},
	{"pptx", 7, []string{".pptx", ".pptm", ".ppsx"}, detectPPTX, withEmbedded(extractPPTX)},
	{"doc", 7, []string{".doc", ".dot"}, detectOLE, withObjects(extractDOC)},
	{"ppt", 6, []string{".ppt", ".pps", ".pot"}, detectOLE, withObjects(extractPPT)},
	{"msg", 8, []string{".msg"}, detectOLE, extractMSG},
	{"xls", 9, []string{".xls", ".xlt"}, detectXLS, withObjects(extractXLS)},
	{"odt", 7, []string{".odt", ".ott"}, detectODF("text"), withEmbedded(extractODF)},
	{"ods", 6, []string{".ods", ".ots"}, detectODF("spreadsheet"), withEmbedded(extractODF)},
	{"odp", 7, []string{".odp", ".otp"}, detectODF("presentation"), withEmbedded(extractODF)},
	{"rtf", 7, []string{".rtf"}, detectRTF, extractRTF},
	{"mbox", 10, []string{".mbox", ".mbx"}, detectMBOX, extractMBOX},
	{"eml", 10, []string{".eml", ".emlx"}, detectEML, extractEML},
	{"tnef", 1, []string{".tnef"}, detectTNEF, extractTNEF},
	{"ics", 2, []string{".ics", ".ical", ".vcs"}, detectCards("BEGIN:VCALENDAR", "BEGIN:VEVENT", "BEGIN:VTODO", "BEGIN:VJOURNAL"), extractCards},
	{"vcf", 1, []string{".vcf", ".vcard"}, detectCards("BEGIN:VCARD"), extractCards},
	{"vsdx", 1, []string{".vsdx", ".vsdm", ".vstx"}, detectVSDX, extractVSDX},
	{"epub", 6, []string{".epub"}, detectEPUB, extractEPUB},
	{"dicom", 3, []string{".dcm"}, detectDICOM, extractDICOM},
	{"dbf", 1, []string{".dbf"}, detectDBF, extractDBF},
	{"png", 1, []string{".png"}, detectImage("png"), extractImage},
	{"jpg", 1, []string{".jpg", ".jpeg"}, detectImage("jpg"), extractImage},
	{"gif", 1, []string{".gif"}, detectImage("gif"), extractImage},
	{"tiff", 1, []string{".tif", ".tiff"}, detectImage("tiff"), extractImage},
	{"webp", 1, []string{".webp"}, detectImage("webp"), extractImage},
	{"bmp", 1, []string{".bmp"}, detectImage("bmp"), extractImage},
	{"zip", 4, []string{".zip"}, detectZIP, extractZIP},
	{"tar", 2, []string{".tar"}, detectTAR, extractTAR},
	{"gz", 3, []string{".gz", ".tgz"}, detectGZ, gzPacking.extract},
	{"bz2", 1, []string{".bz2", ".tbz", ".tbz2"}, detectBZ2, bz2Packing.extract},
	{"xz", 1, []string{".xz", ".txz"}, detectXZ, xzPacking.extract},
	{"zst", 1, []string{".zst", ".tzst"}, detectZST, zstPacking.extract},
	{"7z", 1, []string{".7z"}, detect7Z, extract7Z},
	{"html", 7, []string{".html", ".htm", ".xhtml"}, detectHTML, extractHTML},
	{"json", 6, []string{".json", ".jsonl", ".ndjson"}, detectJSON, extractJSON},
	{"xml", 6, []string{".xml"}, detectXML, extractXML},
	{"markdown", 6, []string{".md", ".markdown"}, detectMarkdown, extractMarkdown},
	{"csv", 4, []string{".csv", ".tsv", ".tab"}, detectCSV, extractCSV},
	{"rst", 1, []string{".rst", ".rest"}, detectRST, extractRST},
	{"asciidoc", 1, []string{".adoc", ".asciidoc"}, detectASCIIDoc, extractASCIIDoc},
	{"org", 1, []string{".org"}, detectOrg, extractOrg},
	{"texinfo", 1, []string{".texi", ".texinfo", ".txi"}, detectTexinfo, extractTexinfo},
	{"man", 1, []string{".man", ".mdoc"}, detectMan, extractMan},
	{"pod", 1, []string{".pod"}, detectPOD, extractPOD},
	{"source", 1, sourceExtensions(false), detectSource(false), extractSource},
	{"config", 1, sourceExtensions(true), detectSource(true), extractSource},
	{"text", 7, []string{".txt", ".text", ".log"}, detectText, extractText},
}

// Detect names the format of a file whose first bytes are head (64 kB are enough) and whose name may help; the name is
// also given for known formats without a reader, and is "" when nothing is known. Extract looks further into containers.
func Detect(head []byte, name string) string {
	if name := foreign(head); name != "" && !bytes.HasPrefix(head, zipMagic) {
		if f := byContent(head, ""); f == nil || f.name == "text" {
			return name
		}
	}
	if f := byContent(head, name); f != nil {
		return f.name
	}
	return foreign(head)
}

// ByExtension is the format that a name says, "" where it says none; the content may say otherwise.
func ByExtension(name string) string { return byExtension()[strings.ToLower(path.Ext(name))] }

// byExtension has the first format of each extension: a question may look at the names of a million files.
var byExtension = sync.OnceValue(func() map[string]string {
	of := map[string]string{}
	for i := range formats {
		for _, ext := range formats[i].extensions {
			of[ext] = cmp.Or(of[ext], formats[i].name)
		}
	}
	return of
})

// Names lists the formats that Detect surely names, in order. Detect may name others that have no reader.
func Names() []string {
	var names []string
	for i := range formats {
		names = append(names, formats[i].name)
	}
	for _, f := range foreignMagic {
		names = append(names, f.name)
	}
	names = append(append(names, pictures...), archives...)
	names = slices.AppendSeq(slices.AppendSeq(names, maps.Keys(notDocuments)), maps.Keys(programs))
	slices.Sort(names)
	return slices.Compact(names)
}

// families are formats that often only the whole content tells apart, each family with the name that the first bytes give
// it then.
var families = map[string][]string{
	"zip":           {"docx", "xlsx", "pptx", "odt", "ods", "odp", "vsdx", "epub"},
	"x-ole-storage": {"doc", "ppt", "msg", "xls"},
}

// Recipe is the version of a format's reader, as Detect names formats: whenever it changes, the same bytes may give other
// blocks. That of a family changes with each of its members.
func Recipe(format string) string {
	return fmt.Sprintf("%s/%d", format, version(format))
}

func version(format string) (sum int) {
	for i := range formats {
		if formats[i].name == format || slices.Contains(families[format], formats[i].name) {
			sum += formats[i].version
		}
	}
	if programs[format] != "" { // in version 0 they were as unsupported as what may hold an answer
		sum = 1
	}
	return sum
}

// Versions gives the versions of the readers by format, as Recipe names them: 0 of a format that has none. That of files of unknown
// formats, under "", grows with the number of readers.
func Versions() map[string]int {
	versions := map[string]int{"": len(formats)}
	for _, name := range append(Names(), slices.Collect(maps.Keys(families))...) {
		versions[name] = version(name)
	}
	return versions
}

// Detected lists what Detect may have named a file that was found to have a format: the format first.
func Detected(format string) []string {
	for head, members := range families {
		if format != head && slices.Contains(members, format) {
			others := slices.DeleteFunc(slices.Clone(members), func(m string) bool { return m == format })
			return append([]string{format, head}, others...)
		}
	}
	return []string{format}
}

func byContent(head []byte, name string) *format {
	var best *format
	bestConfidence := 0
	for i := range formats {
		if c := formats[i].detect(head, name); c > bestConfidence {
			best, bestConfidence = &formats[i], c
		}
	}
	return best
}

// identify finds the reader for in, or says by an error why there is none.
func identify(in *Input) (string, *format, error) {
	head := make([]byte, min(in.Size, headSize))
	if n, err := in.R.ReadAt(head, 0); n < len(head) {
		return "", nil, err
	}
	name := Detect(head, in.Name)
	switch {
	case bytes.HasPrefix(head, zipMagic):
		docx := hasExt(in.Name, ".docx", ".docm", ".dotx", ".dotm")
		c, err := openContainer(in)
		switch {
		case err != nil && (docx || name == "docx"):
			return "docx", nil, err
		case err != nil:
			return "zip", nil, err
		}
		name = zipKind(c)
		if name == "zip" && docx {
			name = "docx" // its reader names the fault
		}
	case bytes.HasPrefix(head, oleMagic):
		if name = oleKind(in); name == "ooxml-encrypted" {
			return strings.TrimPrefix(path.Ext(strings.ToLower(in.Name)), "."), nil, refuse(ErrEncrypted, "it is an Office document that needs a password; save a copy without one to make it searchable")
		}
	}
	for i := range formats {
		if formats[i].name == name {
			return name, &formats[i], nil
		}
	}
	switch {
	case name == "":
		return "", nil, refuse(ErrUnsupported, "it is binary data of no known format")
	case slices.Contains(pictures, name):
		return name, nil, refuse(ErrUnsupported, "it is a picture (%s); no text is read from pictures yet", name)
	case slices.Contains(archives, name):
		return name, nil, refuse(ErrUnsupported, "it is an archive (%s); unpack it to have its files read", name)
	}
	if why := programs[name]; why != "" {
		return name, nil, refuse(ErrProgram, "%s", why)
	}
	if why := notDocuments[name]; why != "" {
		return name, nil, refuse(ErrUnsupported, "%s", why)
	}
	return name, nil, refuse(ErrUnsupported, "there is no reader for %s yet; save it as DOCX, PDF or text to have it read", name)
}

const partOfProgram = "it is a program or a part of one, not a document"

// programs are formats of compiled code, with descriptions.
var programs = map[string]string{
	"pyc":          "it is a compiled Python program, not a document",
	"class":        "it is a compiled Java program, not a document",
	"wasm":         "it is a compiled program, not a document",
	"so":           partOfProgram, // also programs whose code may lie anywhere
	"exe":          partOfProgram, // also libraries of Windows
	"macho":        partOfProgram,
	"x-object":     partOfProgram, // ELF, as the three below
	"x-executable": partOfProgram,
	"x-coredump":   "it is the memory of a program that crashed, not a document",
	"x-elf":        partOfProgram,
}

// notDocuments are formats that nobody can save as a document, with descriptions and advice.
var notDocuments = map[string]string{
	"jar":         "it is a Java archive, which holds a program; unpack it if it holds documents too",
	"postscript":  "it is PostScript; convert it to PDF to have it read",
	"sqlite":      "it is a database of SQLite; export its tables as CSV to have them read",
	"mobi":        "it is a book for Kindle or Palm; convert it to EPUB, as calibre does, to have it read",
	"onenote":     "it is a section of OneNote; export it as PDF or DOCX to have it read",
	"mpp":         "it is a plan of Microsoft Project; save it as XLSX, XML or PDF to have it read",
	"lotus-123":   "it is a sheet of Lotus 1-2-3; save it as XLSX or CSV, or install LibreOffice, which SPAR has read it",
	"wordperfect": "it is a text of WordPerfect; save it as DOCX or PDF, or install LibreOffice, which SPAR has read it",
}

// pictures and archives are formats that have a remedy of their own.
var (
	pictures = []string{"png", "jpg", "jpeg", "gif", "tiff", "bmp", "webp", "heic", "ico", "psd", "jp2", "avif"}
	archives = []string{"zip", "tar", "gz", "7z", "rar", "arj", "lzh", "cab", "a", "cpio", "deb", "rpm"}
)

// hasExt reports whether name has one of the extensions.
func hasExt(name string, exts ...string) bool {
	return slices.Contains(exts, strings.ToLower(path.Ext(name)))
}

// detectPDF looks for the header, which readers accept anywhere in the first kilobyte.
func detectPDF(head []byte, name string) int {
	if bytes.Contains(head[:min(len(head), 1024)], []byte("%PDF-")) {
		return 90
	}
	return 0
}
