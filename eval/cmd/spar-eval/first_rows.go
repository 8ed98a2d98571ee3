package main

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/sparsearch/spar/internal/spar"
)

// readRows reads rows of JSON that keepRow wrote; none from a file that is not there yet, or without a name.
func readRows[T any](file string) (rows []T, err error) {
	if file == "" {
		return nil, nil
	}
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, spar.Errorf(spar.Invalid, "the rows of an earlier piece cannot be read: %w", err)
	}
	defer f.Close()
	for d := json.NewDecoder(f); ; {
		var row T
		if err := d.Decode(&row); errors.Is(err, io.EOF) {
			return rows, nil
		} else if err != nil {
			return nil, spar.Errorf(spar.Invalid, "%s, row %d: %w; remove the file to begin anew", file, len(rows)+1, err)
		}
		rows = append(rows, row)
	}
}

// keepRow adds a row to a file; it does nothing without a name.
func keepRow(file string, row any) error {
	if file == "" {
		return nil
	}
	line, err := json.Marshal(row)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return spar.Errorf(spar.Invalid, "the rows cannot be kept: %w", err)
	}
	_, err = f.Write(append(line, '\n'))
	return errors.Join(err, f.Close())
}
