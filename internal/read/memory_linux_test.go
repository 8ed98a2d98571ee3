package read

import (
	"bufio"
	"context"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/spar"
)

// The most memory that a worker may hold over a file that is read as it comes, its own program included: it does not grow
// with the file. A single text within XML or mail is held whole, up to 16 MB of it.
const (
	streamed  = 96 << 20
	wholeText = 320 << 20
)

// prose gives some 2,000 bytes of text that are not those of another n.
func prose(n int) string {
	var b strings.Builder
	for i := 0; b.Len() < 2000; i++ {
		fmt.Fprintf(&b, "On day %d the board of the %dth mill asked for %d bales. ", n, i, n*31+i)
	}
	return b.String()
}

// endless are files that have more of the same until they are as long as wanted: how one begins, goes on for each n, and ends.
var endless = []struct {
	name, begin, end string
	next             func(n int) string
}{
	{"rows.csv", "day;mill;what it says\n", "", func(n int) string { return fmt.Sprintf("%d;%d;%s\n", n, n%7, prose(n)) }},
	{"line.csv", "day;mill;what it says\n1;2;", "\n", prose},
	{"quote.csv", "day;mill;what it says\n1;2;\"", "\"\n", func(n int) string { return prose(n) + "\n" }},
	{"lines.jsonl", "", "", func(n int) string {
		return fmt.Sprintf("{\"day\":%d,\"mill\":{\"id\":%d},\"text\":%q}\n", n, n%7, prose(n))
	}},
	{"list.json", "[\n", "{}]", func(n int) string { return fmt.Sprintf("{\"day\":%d,\"text\":%q},\n", n, prose(n)) }},
	{"object.json", "{\"of\":{\n", "\"\":0}}", func(n int) string { return fmt.Sprintf("\"%d\":{\"text\":%q},\n", n, prose(n)) }},
	{"lines.txt", "", "", func(n int) string { return prose(n) + "\n\n" }},
	{"line.txt", "", "", prose},
	{"elements.xml", "<?xml version=\"1.0\"?>\n<days>", "</days>", func(n int) string { return fmt.Sprintf("<day n=\"%d\"><text>%s</text></day>\n", n, prose(n)) }},
	{"text.xml", "<?xml version=\"1.0\"?>\n<days>", "</days>", prose},
	{"comments.xml", "<?xml version=\"1.0\"?>\n<days>Few words.", "</days>", func(n int) string { return "<!-- " + prose(n) + " -->\n" }},
	{"page.html", "<!DOCTYPE html><html><body>", "</body></html>", func(n int) string { return "<h2>Day</h2><p>" + prose(n) + "</p>\n" }},
	{"page.md", "# Days\n\n", "", func(n int) string { return "## Day\n\n" + prose(n) + "\n\n" }},
	{"words.rtf", `{\rtf1\ansi `, "}", func(n int) string { return prose(n) + "\\par\n" }},
	{"picture.rtf", `{\rtf1\ansi Few words.\par{\pict `, "}}", func(n int) string { return strings.Repeat("0123456789abcdef", 125) + "\n" }},
	{"messages.mbox", "", "", func(n int) string {
		return "From ada@example.org Mon Jan 2 15:04:05 2006\n" + mailHeader(n) + "\n" + prose(n) + "\n\n"
	}},
	{"attachments.mbox", "", "", func(n int) string {
		return "From ada@example.org Mon Jan 2 15:04:05 2006\n" + mailHeader(n) + attaching + attachment + "--b--\n\n"
	}},
	{"attachment.eml", mailHeader(1) + attaching, "--b--\n", func(int) string { return attachment }},
	{"body.eml", mailHeader(1) + "\n", "", func(n int) string { return prose(n) + "\n" }},
}

func mailHeader(n int) string {
	return fmt.Sprintf("From: Ada <ada@example.org>\nTo: Bob <bob@example.org>\nSubject: Day %d\nDate: Mon, 2 Jan 2006 15:04:05 +0000\nMessage-Id: <%d@example.org>\n", n, n)
}

// attaching ends a header and begins an attachment.
const attaching = "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nSee what is attached.\n--b\n" +
	"Content-Type: application/pdf; name=plan.pdf\nContent-Disposition: attachment\nContent-Transfer-Encoding: base64\n\n"

var attachment = func() string {
	raw := make([]byte, 300<<10)
	for i := range raw {
		raw[i] = byte(i * i >> 7)
	}
	var b strings.Builder
	text := base64.StdEncoding.EncodeToString(raw)
	for ; len(text) > 76; text = text[76:] {
		b.WriteString(text[:76] + "\n")
	}
	return b.String() + text + "\n"
}()

// TestStreams reads files that are larger than what a worker may hold, with the limit of text and without. SPAR_LONG=1 makes
// them 2 GB.
func TestStreams(t *testing.T) {
	size := int64(40 << 20)
	if dbtest.Long() {
		size = 2 << 30
	}
	for _, f := range endless {
		t.Run(f.name, func(t *testing.T) {
			if !dbtest.Long() {
				t.Parallel()
			}
			path := filepath.Join(t.TempDir(), f.name)
			if err := fill(path, size, f.begin, f.next, f.end); err != nil {
				t.Fatal(err)
			}
			defer os.Remove(path)
			most := int64(streamed)
			if f.name == "text.xml" || f.name == "body.eml" {
				most = wholeText
			}
			for _, text := range []int64{64 << 20, 4 << 30} {
				r := reader(t, nil, "worker", Options{Workers: 1, Timeout: time.Hour, Text: text})
				begin := time.Now()
				out, n, cost := stream(t, r, path)
				t.Logf("limit %d MB: %s, %d MB of text, %d members, %.1f s of CPU in %.1f s, peak %d MB %s", text>>20, out.State, n>>20, len(out.Members), cost.CPU.Seconds(), time.Since(begin).Seconds(), cost.Peak>>20, out.Reason)
				if !out.State.Searchable() || cost.CPU == 0 || cost.Peak == 0 {
					t.Errorf("%s: %s, %+v", out.State, out.Reason, cost)
				}
				if cost.Peak > most {
					t.Errorf("the worker held %d MB", cost.Peak>>20)
				}
				if size < 64<<20 { // the limit has no part in it
					break
				}
			}
		})
	}
}

// fill writes a file of at least so many bytes.
func fill(path string, size int64, begin string, next func(n int) string, end string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	n := int64(len(begin))
	w.WriteString(begin)
	for i := 0; n < size; i++ {
		more := next(i)
		n += int64(len(more))
		w.WriteString(more)
	}
	w.WriteString(end)
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}

// stream has a file read and keeps nothing of it but how much text it gave.
func stream(t *testing.T, r *Reader, path string) (out outcome, text int64, cost Cost) {
	t.Helper()
	c, err := open(filepath.Dir(path), filepath.Base(path), share.OpenOptions{Sleep: share.SleepNever})
	if err != nil {
		t.Fatal(err)
	}
	defer c.file.Close()
	if _, err := c.head(path, make([]byte, headSize)); err != nil {
		t.Fatal(err)
	}
	out, err = r.attempt(context.Background(), c, path, func(d demand) (outcome, error) {
		d.cost = &cost
		return r.try(t.Context(), d, func(_ spar.Block, n int64) error {
			text = n
			return nil
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return out, text, cost
}
