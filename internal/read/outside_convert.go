package read

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// conversions is what LibreOffice makes of a format that the built-in readers refuse, which they then read: of texts, sheets
// and presentations the form that keeps headings, tables and slides, of drawings pages. Where the name of a format does not
// say which of these a file is, several are tried.
var conversions = map[string][]string{
	"doc": {"odt"}, "docx": {"odt"}, "rtf": {"odt"}, "odt": {"odt"}, "word-2": {"odt"}, "word-dos": {"odt"},
	"wordperfect": {"odt", "ods"}, "works": {"odt", "ods"}, "amipro": {"odt"}, "hwp": {"odt"}, "abiword": {"odt"},
	"staroffice-writer": {"odt"}, "staroffice-calc": {"ods"}, "staroffice-draw": {"pdf"}, "staroffice-impress": {"odp"},
	"sxd": {"pdf"}, "odg": {"pdf"},
	"xls": {"ods"}, "xlsx": {"ods"}, "ods": {"ods"}, "xls-2": {"ods"}, "xls-3": {"ods"}, "xls-4": {"ods"},
	"lotus-123": {"ods"}, "quattro": {"ods"}, "dbf": {"ods"},
	"ppt": {"odp"}, "pptx": {"odp"}, "odp": {"odp"}, "powerpoint-4": {"odp"},
	"vsd": {"pdf"}, "vsdx": {"pdf"}, "publisher": {"pdf"}, "wmf": {"pdf"}, "emf": {"pdf"}, "cdr": {"pdf"},
}

func convertible() []string { return slices.Sorted(maps.Keys(conversions)) }

// suffixes are the endings that LibreOffice needs to tell formats apart, where their content is not enough.
var suffixes = map[string]string{
	"wordperfect": "wpd", "works": "wps", "amipro": "sam", "word-2": "doc", "word-dos": "wri", "abiword": "abw", "lotus-123": "wk1", "quattro": "wb2", "publisher": "pub",
	"staroffice-writer": "sdw", "staroffice-calc": "sdc", "staroffice-draw": "sda", "staroffice-impress": "sdd",
	"xls-2": "xls", "xls-3": "xls", "xls-4": "xls", "powerpoint-4": "ppt",
}

// Bounds of what LibreOffice gets and makes.
const (
	maxConverted   = 256 << 20 // bytes of a file that is converted
	convertedBytes = 1 << 30   // in its folder, the copy of the file among them
	convertedFiles = 2000      // with those of a fresh profile
	convertTime    = 5 * time.Minute
)

// restarted is the exit status with which LibreOffice asks to be started again, as it does after making its profile.
const restarted = 81

// convert has LibreOffice make a document of a file that the built-in readers read, and reads that.
func (r *Reader) convert(ctx context.Context, p Program, format string, c *content) (rescued, error) {
	if c.stamp.size > maxConverted {
		return rescued{}, fmt.Errorf("the file is larger than %d MB", maxConverted>>20)
	}
	var tried []error
	for _, to := range conversions[format] {
		got, err := r.convertTo(ctx, p, format, to, c)
		if err == nil || ctx.Err() != nil {
			return got, err
		}
		tried = append(tried, err)
	}
	return rescued{}, tried[0]
}

func (r *Reader) convertTo(ctx context.Context, p Program, format, to string, c *content) (got rescued, err error) {
	f, err := r.newFolder(convertedBytes, convertedFiles)
	if err != nil {
		return got, err
	}
	defer func() { err = errors.Join(err, f.remove()) }()
	suffix := suffixes[format]
	if suffix == "" {
		suffix = format
	}
	in, err := f.put("in."+suffix, io.NewSectionReader(c.file, 0, c.stamp.size))
	if err != nil {
		return got, err
	}
	said, err := "", error(nil)
	for range 2 {
		// The path of a socket may have a hundred bytes, so it is relative to the program's working folder.
		said, err = r.call(ctx, call{path: p.Path(), folder: f, listen: true, time: convertTime, args: []string{
			"--headless", "--norestore", "--nolockcheck", "--nodefault", "--nologo", "--nofirststartwizard",
			"-env:UserInstallation=file://" + (&url.URL{Path: f.home()}).EscapedPath() + "/profile", "-env:OSL_SOCKET_PATH=home",
			"--convert-to", to, "--outdir", f.out(), in,
		}})
		var status *exec.ExitError
		if !errors.As(err, &status) || status.ExitCode() != restarted {
			break
		}
		sockets, _ := filepath.Glob(filepath.Join(f.home(), "OSL_PIPE_*"))
		for _, s := range sockets {
			os.Remove(s)
		}
	}
	if err != nil {
		return got, err
	}
	list, err := f.made()
	if err != nil {
		return got, err
	}
	if !slices.Contains(list, "in."+to) {
		if said = strings.TrimSpace(said); said != "" {
			return got, fmt.Errorf("it made nothing of it: %s", line(said, 200))
		}
		return got, errors.New("it made nothing of it")
	}
	file, err := f.open("in." + to)
	if err != nil {
		return got, err
	}
	defer file.Close()
	made := &content{file: file}
	if made.stamp, err = stampOf(file); err != nil {
		return got, err
	}
	if made.stamp.size == 0 {
		return got, errors.New("it made an empty file")
	}
	if _, err := made.head("in."+to, make([]byte, headSize)); err != nil {
		return got, err
	}
	out, err := r.attempt(ctx, made, "in."+to, func(d demand) (outcome, error) {
		got.blocks = nil
		return r.try(ctx, d, func(b spar.Block, _ int64) error { got.blocks = append(got.blocks, b); return nil })
	})
	switch {
	case err != nil:
		return got, err
	case !out.State.Searchable():
		return got, fmt.Errorf("what it made of it has no text (%s)", out.Reason)
	}
	got.properties, got.faults = out.Properties, out.Reason
	for i := range got.blocks {
		got.blocks[i].Locator.Bytes = spar.Span{} // they lie in the converted file
		if t := got.blocks[i].Table; t != nil {
			for j := range t.Rows {
				t.Rows[j].Locator.Bytes = spar.Span{}
			}
		}
	}
	return got, nil
}

// officeVersion reads the version of an installation of LibreOffice from its files; starting it for that takes seconds.
func officeVersion(path string) string {
	dir := filepath.Dir(path)
	for _, file := range []string{"version.ini", "versionrc"} {
		text, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			continue
		}
		for l := range strings.Lines(string(text)) {
			for _, key := range []string{"buildid=", "BuildId="} {
				if id, ok := strings.CutPrefix(strings.TrimSpace(l), key); ok && id != "" {
					return line("LibreOffice "+officeName(dir)+"("+id+")", 100)
				}
			}
		}
	}
	return "LibreOffice"
}

// officeName is the version number that the user's settings folder of an installation carries, with a space.
func officeName(dir string) string {
	text, err := os.ReadFile(filepath.Join(dir, "bootstraprc"))
	if err != nil {
		return ""
	}
	for l := range strings.Lines(string(text)) {
		if v, ok := strings.CutPrefix(strings.TrimSpace(l), "ProductKey=LibreOffice "); ok {
			return v + " "
		}
	}
	return ""
}
