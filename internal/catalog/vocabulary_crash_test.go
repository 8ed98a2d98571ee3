package catalog

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/durable"
	spar "github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/taxonomy"
)

// importChild makes the child of the crash test import two versions of a vocabulary.
const importChild = "SPAR_TEST_CATALOG_IMPORT"

func versions() (first, second taxonomy.Vocabulary) {
	first.Name, second.Name = "m", "m"
	for i := range 300 {
		c := taxonomy.Concept{ID: fmt.Sprintf("%03d", i), Name: fmt.Sprint("concept ", i), Synonyms: []string{fmt.Sprint("also ", i)}, Positions: []string{fmt.Sprintf("A.%03d", i)}}
		first.Concepts = append(first.Concepts, c)
		if i%3 == 0 {
			continue
		}
		c.Name, c.Notes, c.Parents = fmt.Sprint("concept ", i+300), "new", []string{"001"}
		if i == 1 {
			c.Parents = nil
		}
		second.Concepts = append(second.Concepts, c)
	}
	return first, second
}

func importVersions(ctx context.Context, dir string) error {
	d, err := db.Connect(ctx, dir, os.Getenv("DATABASE"), Schema)
	if err != nil {
		return err
	}
	defer d.Close()
	first, second := versions()
	for _, v := range []taxonomy.Vocabulary{first, second} {
		if _, err := New(d).Import(ctx, v, ImportOptions{}); err != nil {
			return err
		}
	}
	return nil
}

// TestImportCrashWalk ends an import at each durable step: the catalog then has no tag, the first version, or the second,
// and a run after that has the second.
func TestImportCrashWalk(t *testing.T) { dbtest.Each(t, testImportCrashWalk) }

func testImportCrashWalk(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes")
	}
	run := func(dir string, crashAt int) bool {
		t.Helper()
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), crashChild+"="+dir, importChild+"=1", "DATABASE="+dbtest.Database(t, dir), "SPAR_CRASH_AT="+strconv.Itoa(crashAt))
		out, err := cmd.CombinedOutput()
		if err != nil && cmd.ProcessState.ExitCode() != durable.CrashStatus {
			t.Fatalf("crash at %d: %v\n%s", crashAt, err, out)
		}
		return err == nil
	}
	state := func(dir string) []spar.Tag {
		t.Helper()
		c := openCatalog(t, dir)
		defer c.db.Close()
		if err := c.db.Check(t.Context()); err != nil {
			t.Fatal(err)
		}
		tags, err := c.Tags(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return tags
	}
	fresh := func() string {
		dir := filepath.Join(t.TempDir(), "data")
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	dir := fresh()
	c := openCatalog(t, dir)
	first, second := versions()
	var whole [3][]spar.Tag
	for i, v := range []taxonomy.Vocabulary{first, second} {
		if _, err := c.Import(t.Context(), v, ImportOptions{}); err != nil {
			t.Fatal(err)
		}
		whole[i+1] = state(dir)
	}
	n, seen := 1, [3]int{}
	for ; ; n++ {
		dir := fresh()
		ended := run(dir, n)
		got, at := state(dir), -1
		for i := range whole {
			if len(got) == len(whole[i]) && (len(got) == 0 || cmp.Equal(got, whole[i])) {
				at = i
			}
		}
		if at < 0 {
			t.Fatalf("crash at %d: %d tags, which is no version", n, len(got))
		}
		seen[at]++
		if ended {
			break
		}
		if !run(dir, 0) || !cmp.Equal(state(dir), whole[2]) {
			t.Errorf("crash at %d: a run after it does not end with the second version", n)
		}
	}
	t.Logf("%d durable steps; ended with no tag %d times, the first version %d, the second %d", n-1, seen[0], seen[1], seen[2])
	if seen[0] == 0 || seen[1] == 0 || seen[2] == 0 {
		t.Error("the walk did not pass through all versions")
	}
}
