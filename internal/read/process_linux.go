package read

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"syscall"

	"github.com/sparsearch/spar/internal/extract"
	"golang.org/x/sys/unix"
)

// supported says whether files can be read here.
func supported() error { return nil }

// reopen gives a file that is open once more, to be closed by itself. Both are read by offsets.
func reopen(f *os.File) (*os.File, error) {
	fd, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, os.NewSyscallError("fcntl", err)
	}
	return os.NewFile(uintptr(fd), f.Name()), nil
}

// workerFD is the worker's end of its connection.
const workerFD = 3

// launch starts a command with one end of a connection as descriptor 3. It gets no environment, no input and a group of
// its own, so that an interrupt from the terminal reaches only the parent, which decides.
func launch(command []string) (*process, error) {
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, os.NewSyscallError("socketpair", err)
	}
	ours, theirs := os.NewFile(uintptr(fds[0]), "worker"), os.NewFile(uintptr(fds[1]), "parent")
	defer ours.Close() // the connection has its own descriptor
	defer theirs.Close()
	conn, err := unixConn(ours)
	if err != nil {
		return nil, err
	}
	said := &opening{}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env, cmd.Dir = []string{}, "/"
	cmd.Stderr = said
	cmd.ExtraFiles = []*os.File{theirs}
	// The signal at the parent's end is a second line: the end of the connection tells the worker too.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.WaitDelay = endTime
	if err := cmd.Start(); err != nil {
		conn.Close()
		return nil, err
	}
	return adopt(cmd, conn, said), nil
}

// adopt makes a process of a started command and the parent's end of its connection.
func adopt(cmd *exec.Cmd, conn *net.UnixConn, said *opening) *process {
	p := &process{cmd: cmd, conn: conn, said: said, clock: &patience{conn: conn}, exited: make(chan struct{})}
	p.in = &frames{r: bufio.NewReaderSize(p.clock, 64<<10)}
	go func() {
		cmd.Wait() // how it ended stands in cmd.ProcessState
		close(p.exited)
	}()
	return p
}

// peak is the most memory that a process which has ended held, in bytes.
func (p *process) peak() int64 {
	if used, ok := p.cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		return used.Maxrss << 10
	}
	return 0
}

func unixConn(f *os.File) (*net.UnixConn, error) {
	c, err := net.FileConn(f)
	if err != nil {
		return nil, err
	}
	u, ok := c.(*net.UnixConn)
	if !ok {
		c.Close()
		return nil, errors.New("not a socket of the right kind")
	}
	return u, nil
}

func killGroup(p *os.Process) { unix.Kill(-p.Pid, unix.SIGKILL) }

// send hands a file to the worker.
func (p *process) send(f *os.File, q request) error {
	payload, err := json.Marshal(q)
	if err != nil {
		return err
	}
	frame := binary.LittleEndian.AppendUint32(nil, uint32(len(payload)+1))
	frame = append(append(frame, frameRequest), payload...)
	raw, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var sent int
	// Within Control the descriptor cannot be closed and given to another file.
	ctlErr := raw.Control(func(fd uintptr) {
		sent, _, err = p.conn.WriteMsgUnix(frame, unix.UnixRights(int(fd)), nil)
	})
	if err == nil {
		err = ctlErr
	}
	if err == nil && sent < len(frame) {
		_, err = p.conn.Write(frame[sent:])
	}
	return err
}

// Worker is the main function of a worker process: it reads the files that the parent hands it on descriptor 3 until the
// parent has no more. The process must have been started by a Reader.
func Worker(ctx context.Context) error { return work(ctx, extract.Extract) }

func work(ctx context.Context, read extractor) error {
	f := os.NewFile(workerFD, "parent")
	if f == nil {
		return errStray
	}
	conn, err := unixConn(f)
	if err != nil {
		return errStray
	}
	f.Close()
	return serve(ctx, workerConn{conn}, read)
}

var errStray = errors.New("a worker is started by other commands, which hand it the files to read")

// workerConn is the worker's end of its connection.
type workerConn struct{ *net.UnixConn }

// receive waits for a file.
func (c workerConn) receive() (task, error) {
	var head [5]byte
	var rights [64]byte
	n, nr, _, _, err := c.ReadMsgUnix(head[:], rights[:])
	if err == nil && n == 0 {
		err = io.EOF
	}
	if err != nil {
		return task{}, err
	}
	if n < len(head) {
		if _, err := io.ReadFull(c, head[n:]); err != nil {
			return task{}, err
		}
	}
	size := binary.LittleEndian.Uint32(head[:])
	if size < 1 || size > maxSmall || head[4] != frameRequest {
		return task{}, errForged
	}
	payload := make([]byte, size-1)
	if _, err := io.ReadFull(c, payload); err != nil {
		return task{}, err
	}
	var t task
	if err := json.Unmarshal(payload, &t.request); err != nil {
		return task{}, err
	}
	messages, err := unix.ParseSocketControlMessage(rights[:nr])
	if err != nil || len(messages) != 1 {
		return task{}, errForged
	}
	fds, err := unix.ParseUnixRights(&messages[0])
	if err != nil || len(fds) != 1 {
		return task{}, errForged
	}
	t.file = os.NewFile(uintptr(fds[0]), "file")
	return t, nil
}
