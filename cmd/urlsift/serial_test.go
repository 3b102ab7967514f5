package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/urlsift/urlsift/internal/testkit"
)

// inTurn is the environment variable that makes the test binary do the runs of a
// [serial].
const inTurn = "URLSIFT_TEST_IN_TURN"

// endOfRun follows the output of a run, and on standard error precedes its exit status.
const endOfRun = "\x00\xff\x00 end of a run\n"

// A runRequest asks for a run of the command.
type runRequest struct {
	Dir  string
	Args []string
}

// A serial is a process that runs the command several times, one run after the other,
// each like main.
type serial struct {
	process        *exec.Cmd
	requests       io.WriteCloser
	stdout, stderr *bufio.Reader
}

type serialKey struct{}

func newSerial(env []string) (*serial, error) {
	s := &serial{process: exec.Command("urlsift")}
	s.process.Env = append(env, inTurn+"=1")
	stdin, err := s.process.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := s.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	stderr, err := s.process.StderrPipe()
	if err != nil {
		return nil, err
	}
	s.requests, s.stdout, s.stderr = stdin, bufio.NewReader(stdout), bufio.NewReader(stderr)
	return s, s.process.Start()
}

func (s *serial) end() {
	s.requests.Close()
	s.process.Wait()
}

// mainInTurn is the process of a [serial].
func mainInTurn() {
	signal.Ignore(syscall.SIGPIPE)
	testkit.CollectLess()
	for requests := json.NewDecoder(os.Stdin); ; {
		var r runRequest
		if err := requests.Decode(&r); err == io.EOF {
			os.Exit(0)
		} else if err != nil {
			panic(err)
		}
		if err := os.Chdir(r.Dir); err != nil {
			panic(err)
		}
		stdin, nobody, err := os.Pipe()
		if err != nil {
			panic(err)
		}
		nobody.Close()
		status := run(append([]string{"urlsift"}, r.Args...), stdin, os.Stdout, os.Stderr)
		stdin.Close()
		os.Stdout.WriteString(endOfRun)
		fmt.Fprintf(os.Stderr, "%s%d\n", endOfRun, status)
	}
}

// run is a command for scripts. It does the same as exec, except for starting a process.
func (s *serial) run(ts *testscript.TestScript, neg bool, args []string) {
	ts.Check(json.NewEncoder(s.requests).Encode(runRequest{ts.MkAbs("."), args}))
	stdout, written := ts.Stdout(), make(chan error)
	go func() { written <- copyRun(stdout, s.stdout) }()
	err := copyRun(ts.Stderr(), s.stderr)
	if err = cmp.Or(err, <-written); err != nil {
		ts.Fatalf("the command has ended its process: %v", err)
	}
	var status int
	_, err = fmt.Fscanln(s.stderr, &status)
	ts.Check(err)
	if neg == (status == 0) {
		ts.Fatalf("unexpected exit status %d", status)
	}
}

// copyRun copies the output of a run.
func copyRun(to io.Writer, from *bufio.Reader) error {
	var text []byte
	for !bytes.HasSuffix(text, []byte(endOfRun)) {
		line, err := from.ReadSlice('\n')
		text = append(text, line...)
		if err != nil && err != bufio.ErrBufferFull {
			to.Write(text)
			return err
		}
	}
	_, err := io.WriteString(to, strings.TrimSuffix(string(text), endOfRun))
	return err
}
