package index

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
	"unsafe"
)

// spoolMemory is how many bytes of a spool stay in memory before it moves to a file.
const spoolMemory = 1 << 20

// A spool is written from front to back and read again after that, as often as one likes: a column of a saved index
// that grows while others do. Beyond spoolMemory it is a file, so that building needs little memory.
type spool struct {
	dir    string
	memory []byte
	file   *os.File
	out    *bufio.Writer
	size   int64
}

// put appends values of a fixed size as they lie in memory.
func put[T any](s *spool, values ...T) error {
	if len(values) == 0 {
		return nil
	}
	return s.write(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(values))), len(values)*int(unsafe.Sizeof(values[0]))))
}

func (s *spool) write(b []byte) error {
	s.size += int64(len(b))
	if s.file == nil {
		if s.memory = append(s.memory, b...); len(s.memory) < spoolMemory {
			return nil
		}
		f, err := os.CreateTemp(s.dir, "."+savedName+".unfinished-*") // a name as durable makes them, so that it sweeps leftovers
		if err != nil {
			return err
		}
		os.Remove(f.Name()) // where the system allows it, which spares others from finding it
		s.file, s.out = f, bufio.NewWriterSize(f, 64<<10)
		b, s.memory = s.memory, nil
	}
	_, err := s.out.Write(b)
	return err
}

// reader reads the written bytes from the front.
func (s *spool) reader() (io.Reader, error) {
	if s.file == nil {
		return &sliceReader{s.memory}, nil
	}
	if err := s.out.Flush(); err != nil {
		return nil, err
	}
	return bufio.NewReaderSize(io.NewSectionReader(s.file, 0, s.size), 256<<10), nil
}

func (s *spool) close() error {
	if s.file == nil {
		return nil
	}
	err := s.file.Close()
	os.Remove(filepath.Clean(s.file.Name()))
	s.file = nil
	return err
}

type sliceReader struct{ rest []byte }

func (r *sliceReader) Read(b []byte) (int, error) {
	if len(r.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(b, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// eachOf calls f with every value that put has appended.
func eachOf[T any](s *spool, f func(T) error) error {
	r, err := s.reader()
	if err != nil {
		return err
	}
	buffer := make([]T, 8192)
	size := int(unsafe.Sizeof(buffer[0]))
	raw := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(buffer))), len(buffer)*size)
	for {
		n, err := io.ReadFull(r, raw)
		for _, v := range buffer[:n/size] {
			if err := f(v); err != nil {
				return err
			}
		}
		switch {
		case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
			return nil
		case err != nil:
			return err
		}
	}
}

func readInto(r io.Reader, values []uint32) error {
	_, err := io.ReadFull(r, unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(values))), 4*len(values)))
	return err
}
