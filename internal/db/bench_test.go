package db

import "testing"

// BenchmarkStatement is what a prepared insertion costs through a Tx and without it.
func BenchmarkStatement(b *testing.B) {
	d, err := Open(b.Context(), b.TempDir(), Schema{Room: "r", Steps: []string{"CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b BLOB, c INTEGER) STRICT"}})
	if err != nil {
		b.Fatal(err)
	}
	defer d.Close()
	const query = "INSERT INTO t (a, b, c) VALUES (?, ?, ?)"
	path := []byte("department 01/project 002/minutes of meeting 00003.txt")
	for name, f := range map[string]func(*Tx) (func(...any) error, error){
		"tx": func(tx *Tx) (func(...any) error, error) {
			s, err := tx.Prepare(query)
			return func(args ...any) error { _, err := s.Exec(args...); return err }, err
		},
		"sql": func(tx *Tx) (func(...any) error, error) {
			s, err := tx.tx.Prepare(query)
			return func(args ...any) error { _, err := s.Exec(args...); return err }, err
		},
	} {
		b.Run(name, func(b *testing.B) {
			if err := d.Write(b.Context(), func(tx *Tx) error {
				exec, err := f(tx)
				if err != nil {
					return err
				}
				for b.Loop() {
					if err := exec("a text of some words", path, int64(7)); err != nil {
						return err
					}
				}
				return nil
			}); err != nil {
				b.Fatal(err)
			}
		})
	}
}
