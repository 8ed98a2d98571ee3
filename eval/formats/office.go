package formats

import (
	"archive/zip"
	"context"
	"fmt"
	"html"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// officeCSV has LibreOffice write every sheet as its cells show it: commas, double quotes, UTF-8, from the first line.
const officeCSV = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true,false,false,-1"

// office converts files with LibreOffice, 20 at a time, because one start serves many. If it ends badly, office tries the
// files without a result one by one. text reads the results of one file.
func office(filter, ext string, text func(paths []string) string) reference {
	const together = 20
	return reference{name: "LibreOffice", read: func(ctx context.Context, files []sample, dir string) []saying {
		said := make([]saying, len(files))
		for start := 0; start < len(files); start += together {
			part := files[start:min(len(files), start+together)]
			results, whole := withOffice(ctx, part, filter, ext, dir, text)
			copy(said[start:], results)
			for i := range part {
				if results[i].Text == "" && !whole && len(part) > 1 {
					again, _ := withOffice(ctx, part[i:i+1], filter, ext, dir, text)
					said[start+i] = again[0]
				}
			}
		}
		return said
	}}
}

// withOffice runs LibreOffice once, and reports whether it succeeded. Each file gets an equal share of the time.
func withOffice(ctx context.Context, files []sample, filter, ext, dir string, text func(paths []string) string) (said []saying, whole bool) {
	said = make([]saying, len(files))
	work, err := os.MkdirTemp(dir, "office-")
	if err != nil {
		return said, true
	}
	defer os.RemoveAll(work)
	args := []string{"-env:UserInstallation=file://" + filepath.Join(dir, "profile"), "--headless", "--convert-to", filter, "--outdir", filepath.Join(work, "out")}
	for i, f := range files {
		// Names of their own: two files may have one name, and an extension may mislead.
		link := filepath.Join(work, fmt.Sprintf("f%02d%s", i, strings.ToLower(filepath.Ext(f.path))))
		if abs, err := filepath.Abs(f.path); err == nil && os.Symlink(abs, link) == nil {
			args = append(args, link)
		}
	}
	limit, cancel := context.WithTimeout(ctx, officeTime+time.Duration(len(files))*10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(limit, "soffice", args...)
	ownGroup(cmd)
	cmd.WaitDelay = time.Second
	took, err := timed(cmd)
	n := time.Duration(len(files))
	for i := range files {
		paths, _ := filepath.Glob(filepath.Join(work, "out", fmt.Sprintf("f%02d*%s", i, ext)))
		slices.Sort(paths)
		said[i] = saying{text(paths), took.Took / n, took.CPU / n}
	}
	return said, err == nil
}

// textFiles joins the texts of files.
func textFiles(paths []string) string {
	var out limited
	for _, path := range paths {
		if f, err := os.Open(path); err == nil {
			io.Copy(&out, f)
			f.Close()
			out.Write([]byte("\n"))
		}
	}
	return out.String()
}

var (
	odfSpan    = regexp.MustCompile(`</?text:(?:span|a)\b[^>]*>`)
	odfComment = regexp.MustCompile(`(?s)<office:annotation\b.*?</office:annotation>`)
	odfTag     = regexp.MustCompile(`<[^>]*>`)
)

// odfText returns the text of an OpenDocument file without tags and comments.
func odfText(paths []string) string {
	if len(paths) == 0 {
		return ""
	}
	z, err := zip.OpenReader(paths[0])
	if err != nil {
		return ""
	}
	defer z.Close()
	f, err := z.Open("content.xml")
	if err != nil {
		return ""
	}
	defer f.Close()
	var out limited
	io.Copy(&out, f)
	_, body, _ := strings.Cut(out.String(), "<office:body>")
	body = odfComment.ReplaceAllString(odfSpan.ReplaceAllString(body, ""), " ")
	return html.UnescapeString(odfTag.ReplaceAllString(body, " "))
}
