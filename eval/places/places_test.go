package places

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Each question asks for a file by a word that only the place says, and no other file says all its words.
func TestMake(t *testing.T) {
	dir := t.TempDir()
	for i, topic := range []string{"buying", "laboratory", "kitchen", "board", "archive", "travel"} {
		for n := range 3 {
			words, at := strings.Fields("samples bottles water meeting minutes basin morning orders price linen seeds garden"), 3*i+n
			body := strings.Join([]string{words[at%12], words[(at+1)%12], words[(at+5)%12]}, " and ")
			name := filepath.Join(dir, topic, fmt.Sprintf("note%d.html", n))
			page := fmt.Sprintf("<html><head><title>Season%c paper</title></head><body><h1>Chapter%c</h1><p>%s for everybody</p></body></html>", 'a'+i, 'k'+n, body)
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(page), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	list, err := Make(dir, 4, 1)
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	for _, q := range list {
		kinds[q.Kind]++
		folder := strings.Split(q.File, "/")[0]
		if q.Kind == "path" && !strings.Contains(q.Text, folder) {
			t.Errorf("%q asks for %s by its path and does not name the folder", q.Text, q.File)
		}
		if q.Kind == "title" && !strings.Contains(q.Text, "season") {
			t.Errorf("%q asks for %s by its title and does not name it", q.Text, q.File)
		}
	}
	if kinds["path"] != 4 || kinds["title"] != 4 {
		t.Errorf("made %v, want four by path and four by title: %v", kinds, list)
	}
	again, err := Make(dir, 4, 1)
	if err != nil || fmt.Sprint(again) != fmt.Sprint(list) {
		t.Errorf("the same seed gives %v, then %v, %v", list, again, err)
	}
}
