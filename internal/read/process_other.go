//go:build !linux

package read

import (
	"context"
	"os"
	"runtime"

	"github.com/sparsearch/spar/internal/spar"
)

// supported says whether files can be read here.
func supported() error {
	return spar.Errorf(spar.Unavailable, "files cannot be read on %s yet: the processes that read them are confined by means of Linux; run SPAR on Linux", runtime.GOOS)
}

// Worker is the main function of a worker process.
func Worker(context.Context) error { return supported() }

func launch([]string) (*process, error) { return nil, supported() }

func reopen(*os.File) (*os.File, error) { return nil, supported() }

func (p *process) peak() int64 { return 0 }

func killGroup(p *os.Process) { p.Kill() }

func (p *process) send(*os.File, request) error { return supported() }
