package main

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/urlsift/urlsift/internal/testkit"
)

// The argument with the name of a file, or its descriptor.
const (
	inDescriptor = iota // the first argument
	inName              // the first argument, too
	inNameAt            // the second argument, after the descriptor of a folder
)

// A faultyCall is a system call that is made to fail.
type faultyCall struct {
	name  string
	file  int
	errno []syscall.Errno
}

var (
	onReading = []syscall.Errno{syscall.EIO}
	onWriting = []syscall.Errno{syscall.EIO, syscall.ENOSPC}
	onOpening = []syscall.Errno{syscall.EIO, syscall.EMFILE, syscall.EACCES}
)

// faultyCalls holds the system calls that the command makes on files.
var faultyCalls = map[uint64]faultyCall{
	syscall.SYS_OPENAT:     {"openat", inNameAt, onOpening},
	syscall.SYS_READ:       {"read", inDescriptor, onReading},
	syscall.SYS_PREAD64:    {"pread64", inDescriptor, onReading},
	syscall.SYS_GETDENTS64: {"getdents64", inDescriptor, onReading},
	syscall.SYS_FSTAT:      {"fstat", inDescriptor, onReading},
	syscall.SYS_NEWFSTATAT: {"newfstatat", inNameAt, onOpening},
	syscall.SYS_WRITE:      {"write", inDescriptor, onWriting},
	syscall.SYS_PWRITE64:   {"pwrite64", inDescriptor, onWriting},
	syscall.SYS_FSYNC:      {"fsync", inDescriptor, onWriting},
	syscall.SYS_FDATASYNC:  {"fdatasync", inDescriptor, onWriting},
	syscall.SYS_FTRUNCATE:  {"ftruncate", inDescriptor, onWriting},
	syscall.SYS_CLOSE:      {"close", inDescriptor, onWriting},
	syscall.SYS_FCHMOD:     {"fchmod", inDescriptor, onReading},
	syscall.SYS_FLOCK:      {"flock", inDescriptor, onReading},
	syscall.SYS_FCNTL:      {"fcntl", inDescriptor, onReading},
	syscall.SYS_RENAME:     {"rename", inName, onWriting},
	syscall.SYS_RENAMEAT:   {"renameat", inNameAt, onWriting},
	syscall.SYS_UNLINK:     {"unlink", inName, onReading},
	syscall.SYS_UNLINKAT:   {"unlinkat", inNameAt, onReading},
}

// A fault is the n-th call of its kind, which fails. n counts from 1.
type fault struct {
	call  uint64
	n     int
	errno syscall.Errno
}

func (f fault) String() string {
	return fmt.Sprintf("%s %d: %v", faultyCalls[f.call].name, f.n, f.errno)
}

// stopping is the environment variable that makes a process stop for its tracer before
// each of faultyCalls. Other calls, such as the many of the Go runtime, do not stop it.
const stopping = "URLSIFT_TEST_STOPPING"

func init() {
	if os.Getenv(stopping) == "" {
		return
	}
	program := []unix.SockFilter{{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS}} // the number of the call
	for _, call := range slices.Sorted(maps.Keys(faultyCalls)) {
		program = append(program,
			unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: uint32(call), Jf: 1},
			unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_TRACE})
	}
	program = append(program, unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW})
	filter := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
	if _, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER,
		unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&filter))); err != nil || errno != 0 {
		panic(fmt.Sprint("no filter of system calls: ", err, errno))
	}
}

// traced runs the command under ptrace with a fault, in a folder. Only calls on files in
// that folder count, and standard output is a file in it. It returns the number of calls
// of each kind, the text on standard error, and the exit status.
func traced(t *testing.T, dir string, f fault, args ...string) (calls map[uint64]int,
	stderr string, status int) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	out, err := os.Create(filepath.Join(dir, "stdout"))
	require.NoError(t, err)
	defer out.Close()
	said, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	require.NoError(t, err)
	defer said.Close()
	command := exec.Command("urlsift", args...)
	command.Dir, command.Stdout, command.Stderr = dir, out, said
	command.Env = append(os.Environ(), stopping+"=1")
	command.SysProcAttr = &syscall.SysProcAttr{Ptrace: true, Setpgid: true}
	if err := command.Start(); errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.ENOSYS) {
		t.Skip("ptrace is not allowed")
	} else {
		require.NoError(t, err)
	}
	pid := command.Process.Pid
	late := time.AfterFunc(30*time.Second, func() { syscall.Kill(-pid, syscall.SIGKILL) })
	defer late.Stop()
	tr := tracer{dir: dir, fault: f, calls: map[uint64]int{}}
	status = tr.run(t, pid)
	require.NotEqual(t, -1, status, "%s: it was killed, or did not end", f)
	text, err := os.ReadFile(said.Name())
	require.NoError(t, err)
	return tr.calls, string(text), status
}

// A tracer follows the threads of a process.
type tracer struct {
	dir   string
	fault fault
	calls map[uint64]int
}

// run follows a process to its end, and returns its exit status, or -1 if a signal ended
// it.
func (tr *tracer) run(t *testing.T, pid int) int {
	var ws syscall.WaitStatus
	_, err := syscall.Wait4(pid, &ws, syscall.WALL, nil)
	require.NoError(t, err)
	require.NoError(t, syscall.PtraceSetOptions(pid,
		unix.PTRACE_O_TRACESECCOMP|unix.PTRACE_O_TRACECLONE|unix.PTRACE_O_EXITKILL))
	require.NoError(t, syscall.PtraceCont(pid, 0))
	for {
		tid, err := syscall.Wait4(-pid, &ws, syscall.WALL, nil)
		if err == syscall.EINTR {
			continue
		}
		require.NoError(t, err)
		switch {
		case tid == pid && ws.Exited():
			return ws.ExitStatus()
		case tid == pid && ws.Signaled():
			return -1
		case !ws.Stopped():
			continue // a thread ended
		}
		signal := int(ws.StopSignal())
		switch {
		case ws.TrapCause() == unix.PTRACE_EVENT_SECCOMP:
			tr.stopped(pid, tid)
			signal = 0
		case signal == int(syscall.SIGTRAP), signal == int(syscall.SIGSTOP): // a new thread
			signal = 0
		}
		syscall.PtraceCont(tid, signal)
	}
}

// stopped is called when a thread enters one of faultyCalls.
func (tr *tracer) stopped(pid, tid int) {
	var regs syscall.PtraceRegs
	if syscall.PtraceGetRegs(tid, &regs) != nil {
		return
	}
	if !tr.isOurs(pid, tid, faultyCalls[regs.Orig_rax], &regs) {
		return
	}
	tr.calls[regs.Orig_rax]++
	if tr.fault.call == regs.Orig_rax && tr.fault.n == tr.calls[regs.Orig_rax] {
		regs.Orig_rax = ^uint64(0) // there is no such call; its result is set below
		regs.Rax = uint64(-int64(tr.fault.errno))
		syscall.PtraceSetRegs(tid, &regs)
	}
}

// isOurs reports whether a call is on a file in the folder.
func (tr *tracer) isOurs(pid, tid int, call faultyCall, regs *syscall.PtraceRegs) bool {
	name := ""
	switch call.file {
	case inDescriptor:
		if regs.Orig_rax == syscall.SYS_FCNTL && regs.Rdi < 3 {
			return false // the Go runtime ends if these fail
		}
		name, _ = os.Readlink(fmt.Sprintf("/proc/%d/fd/%d", pid, int32(regs.Rdi)))
	case inName:
		name = text(tid, uintptr(regs.Rdi))
	case inNameAt:
		name = text(tid, uintptr(regs.Rsi))
	}
	return strings.HasPrefix(name, tr.dir)
}

// text returns the string at an address of a thread.
func text(tid int, at uintptr) string {
	buf := make([]byte, 256)
	n, _ := syscall.PtracePeekData(tid, at, buf)
	name, _, _ := strings.Cut(string(buf[:n]), "\x00")
	return name
}

// inputsForFaults makes a folder with a few inputs of different kinds, and returns it.
func inputsForFaults(t *testing.T) string {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	in := filepath.Join(dir, "in")
	require.NoError(t, os.MkdirAll(filepath.Join(in, "sub"), 0o777))
	for name, text := range map[string]string{
		"a.mbox":     mailbox(0, 20),
		"sub/b.txt":  "see http://b.example/ there\n",
		"sub/c.html": `<a href="http://c.example/">c</a>`,
	} {
		require.NoError(t, os.WriteFile(filepath.Join(in, name), []byte(text), 0o666))
	}
	require.NoError(t, os.WriteFile(filepath.Join(in, "d.gz"), pack(t), 0o666))
	return dir
}

// faults returns the faults to test: the n-th call of each kind, for each n up to its
// count.
func faults(calls map[uint64]int) (all []fault) {
	for _, call := range slices.Sorted(maps.Keys(calls)) {
		for n := range calls[call] {
			for _, errno := range faultyCalls[call].errno {
				all = append(all, fault{call, n + 1, errno})
			}
		}
	}
	return all
}

// Whatever system call fails, no loss is silent: the exit status is 2, or the output is
// the same as without the fault.
//
//ci:part
func TestAFailingSystemCallIsReportedOrHarmless(t *testing.T) {
	if raceDetector {
		t.Skip("it runs the command many times")
	}
	for name, test := range map[string]struct {
		args []string
		out  string // the output file
	}{
		"find":   {[]string{"--json", "-j2", "in"}, "stdout"},
		"one":    {[]string{"-c", "-j1", "in"}, "stdout"},
		"output": {[]string{"--csv", "-j2", "-o", "out", "in"}, "out"},
		"report": {[]string{"report", "--db", "db", "-o", "out"}, "out"},
		"index":  {[]string{"index", "-j2", "--db", "db", "in"}, "db"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := inputsForFaults(t)
			args := slices.Clone(test.args)
			for i, arg := range args {
				if slices.Contains([]string{"in", "out", "db"}, arg) {
					args[i] = filepath.Join(dir, arg)
				}
			}
			if name == "report" {
				_, stderr, status := urlsift(t, "", "index", "--db", filepath.Join(dir, "db"),
					filepath.Join(dir, "in"))
				require.Zero(t, status, stderr)
			}
			file := filepath.Join(dir, test.out)
			result := func() []string {
				if test.out == "db" {
					requireSound(t, file)
					rows, err := ask(file, "SELECT file, url, start FROM found ORDER BY file, start")
					require.NoError(t, err)
					return rows
				}
				written, err := os.ReadFile(file)
				require.NoError(t, err)
				return []string{timeless(string(written))}
			}
			calls, stderr, status := traced(t, dir, fault{}, args...)
			require.Zero(t, status, stderr)
			want, left := result(), filesIn(t, dir)
			all := faults(calls)
			first, step := testkit.Part()
			if !testkit.Long() { // only two
				step = (len(all) + 1) / 2
				first = rand.IntN(len(all) - step)
			}
			t.Logf("%d faults, of which every %d-th is tried from number %d on", len(all), step, first+1)
			for i := first; i < len(all); i += step {
				f := all[i]
				if test.out != "stdout" {
					require.NoError(t, os.Remove(file))
				}
				_, stderr, status := traced(t, dir, f, args...)
				require.NotContains(t, stderr, "goroutine ", f)
				require.Contains(t, []int{exitFound, exitTrouble}, status, "%s: %s", f, stderr)
				if status == exitFound {
					require.Equal(t, want, result(), "%s: %s", f, stderr)
				} else {
					require.Contains(t, stderr, "urlsift: ", f)
				}
				if status == exitTrouble && test.out != "stdout" { // again, without a fault
					if test.out == "out" {
						os.Remove(file)
					}
					_, stderr, status := urlsift(t, "", args...)
					require.Zero(t, status, "%s, and again: %s", f, stderr)
					require.Equal(t, want, result(), "%s, and again", f)
				}
				if f.call != syscall.SYS_UNLINK && f.call != syscall.SYS_UNLINKAT {
					require.Equal(t, left, filesIn(t, dir), "%s: files are left", f)
				}
			}
		})
	}
}

// timeless returns a page without times.
func timeless(page string) string { return times.ReplaceAllString(page, "") }

var times = regexp.MustCompile(`\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?`)

// filesIn returns the names of the files in a folder.
func filesIn(t *testing.T, dir string) (names []string) {
	list, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, entry := range list {
		names = append(names, entry.Name())
	}
	return names
}
