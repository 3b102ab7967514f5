package texts

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/internal/testkit"
)

// A pythonic is a message as read by Python's mailbox or by this package.
type pythonic struct {
	Path, Subject, Body string
	Start               int64
}

// theirLetters returns the messages that Python's mailbox reads in containers, by path.
// args are a kind and a path for each container.
func theirLetters(t *testing.T, python string, args ...string) map[string][]pythonic {
	out, err := exec.Command(python, append([]string{"testdata/messages.py"}, args...)...).Output()
	require.NoError(t, err)
	all := map[string][]pythonic{}
	for line := range strings.Lines(string(out)) {
		var one pythonic
		require.NoError(t, json.Unmarshal([]byte(line), &one))
		all[one.Path] = append(all[one.Path], one)
	}
	return all
}

// ourLetters returns the messages of a container as read by this package.
func ourLetters(t *testing.T, path string) (all []pythonic) {
	file, err := os.Open(path)
	require.NoError(t, err)
	defer file.Close()
	last := (*mail.Message)(nil)
	for text, err := range New(Config{}).Texts(file) {
		require.NoError(t, err)
		if text.Message() == nil {
			continue
		}
		if text.Message() != last {
			last = text.Message()
			all = append(all, pythonic{Subject: last.Subject(), Start: last.Offset})
		}
		data, err := io.ReadAll(text)
		require.NoError(t, err)
		if text.Header == "" {
			one := &all[len(all)-1]
			one.Body = strings.TrimLeft(one.Body+"\n"+strings.TrimRight(string(data), "\n"), "\n")
		}
	}
	return all
}

// generated returns the texts of n messages, the same for every container.
func generated(n int) (all []string) {
	for i := range n {
		body := fmt.Sprintf("see http://host%d.example/\n\n>From here on\n", i)
		fields := fmt.Sprintf("From: a%d@host.example\nDate: Mon, 2 Jan 1995 15:04:05 +0100\nSubject: number %d\nMessage-ID: <%d@host.example>\n", i, i, i)
		switch i % 4 {
		case 1:
			fields += "MIME-Version: 1.0\nContent-Transfer-Encoding: base64\n"
			body = encodeBase64(body) + "\n"
		case 2:
			fields += "MIME-Version: 1.0\nContent-Transfer-Encoding: quoted-printable\n"
			body = strings.ReplaceAll(body, "/", "=2F=\n")
		case 3:
			fields += "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"b\"\n"
			body = "--b\n\nfirst http://host.example/\n--b\nContent-Type: text/plain\n\nsecond\n--b--\n"
		}
		all = append(all, fields+"\n"+body)
	}
	return all
}

// Containers are compared with Python's mailbox. The two differ intentionally at a line
// in a body that begins with "From ": it is always a separator for Python.
//
//ci:long
func TestContainersAreThoseOfPython(t *testing.T) {
	dir := t.TempDir()
	var mbox, mmdf, babyl strings.Builder
	babyl.WriteString("BABYL OPTIONS:\nVersion: 5\nLabels:\n\x1f")
	all := generated(40)
	for i, text := range all {
		mbox.WriteString("From a@host.example Mon Jan  2 15:04:05 1995\n" + text + "\n")
		mmdf.WriteString("\x01\x01\x01\x01\n" + text + "\x01\x01\x01\x01\n")
		head, _, _ := strings.Cut(text, "\n\n")
		babyl.WriteString("\f\n1,,\n" + head + "\n\n*** EOOH ***\n" + text + "\x1f")
		for _, name := range []string{fmt.Sprintf("mh/%d", i+1),
			fmt.Sprintf("maildir/cur/%03d.x.host:2,S", i)} {
			name = filepath.Join(dir, name)
			require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
			require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
		}
	}
	for _, name := range []string{"maildir/new", "maildir/tmp"} {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, name), 0o777))
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "mh/.mh_sequences"), nil, 0o666))
	for kind, text := range map[string]string{"mbox": mbox.String(), "mmdf": mmdf.String(),
		"babyl": babyl.String()} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, kind), []byte(text), 0o666))
	}
	var args []string
	kinds := []string{"mbox", "mmdf", "babyl", "mh", "maildir"}
	for _, kind := range kinds {
		args = append(args, kind, filepath.Join(dir, kind))
	}
	theirs := theirLetters(t, testkit.Program(t, "python3", "python3"), args...)
	for _, kind := range kinds {
		var ours []pythonic
		names, err := filepath.Glob(filepath.Join(dir,
			kind+map[string]string{"mh": "/[0-9]*", "maildir": "/cur/*"}[kind]))
		require.NoError(t, err)
		for _, name := range names {
			ours = append(ours, ourLetters(t, name)...)
		}
		require.Len(t, ours, len(all), kind)
		sameLetters(t, kind, theirs[filepath.Join(dir, kind)], ours)
	}
}

// separators are the lengths of the separators that count as part of a message here, but
// not in Python.
var separators = map[string]int64{"mmdf": int64(len("\x01\x01\x01\x01\n")), "babyl": int64(len("\x1f\f\n"))}

// sameLetters compares messages, ignoring line ends at the end of a body, which belong to
// the container.
func sameLetters(t *testing.T, kind string, theirs, ours []pythonic) {
	t.Helper()
	subjects := map[string]pythonic{}
	for _, one := range ours {
		subjects[one.Subject] = one
	}
	require.Len(t, ours, len(theirs), kind)
	for _, one := range theirs {
		mine := subjects[one.Subject]
		require.Equal(t, one.Start, mine.Start+separators[kind], "%s %s", kind, one.Subject)
		require.Equal(t, strings.TrimRight(one.Body, "\n"), strings.TrimRight(mine.Body, "\n"), "%s %s", kind,
			one.Subject)
	}
}

// Python finds the same number of messages in the containers of the corpus, except in
// those listed here with a reason.
//
//ci:long
func TestContainersOfTheCorpusAreThoseOfPython(t *testing.T) {
	differ := map[string]string{
		"from-in-a-body":             "a line that begins with From is no separator without a date",
		"from-in-a-body-with-a-date": "nor where no header follows",
		"mboxcl2":                    "Content-Length says how long a body is",
		"mboxcl2-at-the-end":         "likewise",
		"mbox-cr":                    "lines may end in a carriage return",
		"mbox-with-a-patch":          "a delimiter follows an attached patch",
		"eudora-with-CR":             "likewise",
		"mbox-bare-from":             "a line that is nothing but From is no separator where no header follows",
		"mbox-cr-then-lf":            "lines may end in a carriage return in some messages",
		"mbox-lf-then-cr":            "likewise",
		"mbox-byte-order-mark":       "a byte order mark may precede the first line",

		"mbox-without-its-first-line":  "the first message may lack its line",
		"queue-lines-before-a-header":  "likewise",
		"queue-lines-before-a-mailbox": "likewise",
		"forwarded-message":            "likewise",
	}
	archive, err := txtar.ParseFile("../../../corpus/mail/containers.txtar")
	require.NoError(t, err)
	dir := t.TempDir()
	ours, args := map[string]int{}, []string{}
	for _, file := range archive.Files {
		name, ok := strings.CutSuffix(file.Name, ".txt")
		if !ok {
			continue
		}
		r := New(Config{})
		for text, err := range r.Texts(bytes.NewReader(file.Data)) {
			if require.True(t, err == nil || strings.HasSuffix(name, "-cut"), "%s: %v", name, err); err == nil {
				io.Copy(io.Discard, text)
			}
		}
		kind := map[mail.Format]string{mail.Mbox: "mbox", mail.MMDF: "mmdf", mail.Babyl: "babyl"}[r.Format()]
		if kind == "" {
			continue
		}
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), file.Data, 0o666))
		ours[name], args = r.Messages(), append(args, kind, filepath.Join(dir, name))
	}
	theirs := theirLetters(t, testkit.Program(t, "python3", "python3"), args...)
	for name, n := range ours {
		if differ[name] == "" {
			require.Equal(t, len(theirs[filepath.Join(dir, name)]), n, name)
		} else {
			require.NotEqual(t, len(theirs[filepath.Join(dir, name)]), n, "%s does not differ any more", name)
		}
	}
	require.Greater(t, len(ours), 10)
}
