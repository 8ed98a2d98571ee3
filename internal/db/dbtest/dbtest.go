// Package dbtest runs tests on every database that SPAR keeps its tables in: on SQLite always, and on PostgreSQL where
// the environment variable SPAR_POSTGRES has the connection string of a server on which schemas may be made. It stands
// beside the tests of the rooms that keep tables.
package dbtest

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"flag"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver
	"github.com/sparsearch/spar/internal/db"
)

// Env names the environment variable with the connection string of the server.
const Env = "SPAR_POSTGRES"

const onPostgres = "postgres"

// Each runs a test on each database, as subtests: Open and Database follow the one that they are called in. Without
// a server the test on it is skipped, or fails where SPAR_REQUIRE lists postgres.
func Each(t *testing.T, f func(*testing.T)) {
	t.Helper()
	t.Run("sqlite", f)
	t.Run(onPostgres, func(t *testing.T) {
		if os.Getenv(Env) == "" {
			if slices.Contains(strings.Split(os.Getenv("SPAR_REQUIRE"), ","), onPostgres) {
				t.Fatalf("%s names no server: run the tests through scripts/postgres.sh", Env)
			}
			t.Skipf("%s is not set; scripts/postgres.sh starts a server", Env)
		}
		f(t)
	})
}

// Checks makes the checks of package rapid fewer for the time of a test that opens a database in each: 100 take minutes. SPAR_LONG=1
// leaves them as they are, and so does a number of them that was asked for.
func Checks(t *testing.T) {
	t.Helper()
	checks := flag.Lookup("rapid.checks")
	if Long() || checks == nil || checks.Value.String() != checks.DefValue {
		return
	}
	n := "20"
	if OnPostgres(t) {
		n = "5"
	}
	was := checks.Value.String()
	t.Cleanup(func() { checks.Value.Set(was) })
	if err := checks.Value.Set(n); err != nil {
		t.Fatal(err)
	}
}

// OnPostgres reports whether a test of Each is the one on PostgreSQL.
func OnPostgres(t testing.TB) bool { return slices.Contains(strings.Split(t.Name(), "/"), onPostgres) }

// Stride is how many durable steps lie between two crashes of a test that walks them: one in a long run. Otherwise it shares no factor
// with what steps go in, such as write, sync, rename and sync, so that a walk still meets each of them; on PostgreSQL steps take longer.
func Stride(t testing.TB) int {
	switch {
	case Long():
		return 1
	case OnPostgres(t):
		return 7
	}
	return 5
}

// Long reports whether tests may take hours.
func Long() bool { return os.Getenv("SPAR_LONG") != "" && os.Getenv("SPAR_LONG") != "0" }

// EachBench runs a benchmark on each database that is there.
func EachBench(b *testing.B, f func(*testing.B)) {
	b.Run("sqlite", f)
	if os.Getenv(Env) != "" {
		b.Run(onPostgres, f)
	}
}

// Open opens the database of the data directory dir that the test is to use, and closes it with the test.
func Open(t testing.TB, dir string, schemas ...db.Schema) *db.DB {
	t.Helper()
	d, err := db.Connect(t.Context(), dir, Database(t, dir), schemas...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

// Database is the connection string for the data directory dir: "" for SQLite, else that of a schema which is made for
// it, and removed with the test that asked first.
func Database(t testing.TB, dir string) string {
	t.Helper()
	if !OnPostgres(t) {
		return ""
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256([]byte(dir))
	schema := "spar_test_" + hex.EncodeToString(sum[:10])
	if _, again := schemas.LoadOrStore(schema, true); !again {
		drop(t, schema) // of a run that was killed
		t.Cleanup(func() {
			drop(t, schema)
			schemas.Delete(schema)
		})
	}
	return within(os.Getenv(Env), schema)
}

// schemas holds the schemas in use.
var schemas sync.Map

// within is a connection string with another search path.
func within(connection, schema string) string {
	if u, err := url.Parse(connection); err == nil && strings.HasPrefix(u.Scheme, "postgres") {
		q := u.Query()
		q.Set("search_path", schema)
		u.RawQuery = q.Encode()
		return u.String()
	}
	return connection + " search_path=" + schema
}

func drop(t testing.TB, schema string) {
	t.Helper()
	server, err := sql.Open("pgx", os.Getenv(Env))
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	if _, err := server.Exec("DROP SCHEMA IF EXISTS " + schema + " CASCADE"); err != nil {
		t.Fatal(err)
	}
}
