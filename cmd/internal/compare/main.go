// Command compare measures how fast urlsift is, beside other programs that find URLs and beside a loop that only looks for
// colons, and prints the tables of README.md.
//
//	go run ./cmd/internal/compare [-size MB] [-runs N] [FILE...]
//
// The texts are generated, the same each time, and repeated FILEs. Each program is run in turn with urlsift, on one core; the
// fastest run of each counts, and what they find is counted. Programs that are not installed are passed over: rg, ugrep,
// grep, linkify, urifind and xurls, and for a mailbox python3 and ripmime. A mailbox is also measured packed, beside the programs that
// unpack it. Further tables are of a folder with small files, and of the time to start.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/urlsift/urlsift/corpus"
)

func main() {
	size := flag.Int("size", 256, "`MB` of each text")
	runs := flag.Int("runs", 5, "how often each program is run")
	colons := flag.String("colons", "", "count the colons in `FILE`, and no more: what compare runs itself for")
	flag.Parse()
	err := error(nil)
	if *colons != "" {
		err = countColons(os.Stdout, *colons)
	} else {
		err = compare(os.Stdout, *size<<20, *runs, flag.Args())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(2)
	}
}

// pattern is the regular expression that grep and its like look for.
const pattern = `[a-zA-Z][a-zA-Z0-9+.-]*://[^\s<>"]+[^\s<>".,;:!?')\]}]`

// A program is something that is measured.
type program struct {
	name string
	args []string // the file comes after them
	// slow reports whether the program gets only the beginning of a text.
	slow bool
	// piped reports whether the program stops early where nobody reads what it prints.
	piped bool
	// loop reports whether it finds no URLs.
	loop bool
	// cores is on how many it runs, if that is not one.
	cores int
	// mail reports whether it reads mailboxes.
	mail bool
	// twice reports whether it reads its file twice.
	twice bool
	// needs are programs that args[0] runs.
	needs []string
}

// inPython decodes the parts of the messages of a mailbox, and looks for a regular expression in those that are text.
const inPython = `
import mailbox, re, sys
pattern = re.compile(rb"[a-zA-Z][a-zA-Z0-9+.-]*://[^\s<>\"]+[^\s<>\".,;:!?')\]}]")
for message in mailbox.mbox(sys.argv[1]):
    for part in message.walk():
        if part.get_content_maintype() == "text":
            for url in pattern.findall(part.get_payload(decode=True) or b""):
                sys.stdout.buffer.write(url + b"\n")
`

// byRipmime unpacks the parts of the messages of a mailbox into files, and has ripgrep search those.
const byRipmime = `dir=$(mktemp -d) && ripmime --mailbox -i "$2" -d "$dir" && rg -j1 -oN --no-filename -a "$1" "$dir"; rm -r "$dir"`

func programs(self string) []program {
	return []program{
		{name: "colon loop", args: []string{self, "-colons"}, loop: true},
		{name: "ripgrep", args: []string{"rg", "-oN", "--no-filename", "-a", pattern}},
		{name: "linkify", args: []string{"linkify"}},
		{name: "ugrep", args: []string{"ugrep", "-ohaP", pattern}, piped: true},
		{name: "grep", args: []string{"grep", "-ohaP", pattern}, slow: true, piped: true},
		{name: "URI::Find", args: []string{"urifind", "-n"}, slow: true},
		{name: "xurls", args: []string{"xurls"}, slow: true},
		{name: "Python's mailbox and re", args: []string{"python3", "-c", inPython}, slow: true, mail: true},
		{name: "ripmime and ripgrep", args: []string{"sh", "-c", byRipmime, "sh", pattern}, needs: []string{"ripmime", "rg"}, slow: true, mail: true},
	}
}

// An input is a text on disk.
type input struct {
	name, path string
	slow       string // its beginning, for slow programs
	many       string // a folder with it in many files
	urls       int    // how many it has, if that is known
	mail       bool   // it is a mailbox
}

const slowSize = 4 << 20

func compare(w io.Writer, size, runs int, files []string) error {
	dir, err := os.MkdirTemp("", "compare")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	urlsift := filepath.Join(dir, "urlsift")
	build := exec.Command("go", "build", "-tags=urfave_cli_no_docs", "-o", urlsift, "github.com/urlsift/urlsift/cmd/urlsift")
	build.Env = append(os.Environ(), "CGO_ENABLED=0") // as in a release
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	inputs, err := makeInputs(dir, size, files)
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "| text | program | MB/s | URLs | urlsift is |\n|---|---|---|---|---|\n")
	for _, in := range inputs {
		if err := beside(w, in, program{name: "urlsift", args: []string{urlsift, "-j1"}}, programs(self), runs); err != nil {
			return err
		}
	}
	fmt.Fprintf(w, "\n| text | urlsift | MB/s | of the plain rate |\n|---|---|---|---|\n")
	for _, in := range inputs {
		if err := options(w, in, urlsift, runs); err != nil {
			return err
		}
	}
	fmt.Fprintf(w, "\n| packed | program | unpacked MB/s |\n|---|---|---|\n")
	for _, in := range inputs {
		if in.mail {
			if err := packed(w, in, urlsift, runs); err != nil {
				return err
			}
		}
	}
	fmt.Fprintf(w, "\n| small files | files/s |\n|---|---|\n")
	if err := small(w, dir, urlsift, size, runs); err != nil {
		return err
	}
	fmt.Fprintf(w, "\n| start | ms |\n|---|---|\n")
	return start(w, dir, urlsift, runs)
}

// makeInputs writes the texts.
func makeInputs(dir string, size int, files []string) ([]input, error) {
	var inputs []input
	add := func(name string, text []byte, urls int) error {
		path := filepath.Join(dir, name)
		in := input{name: name, path: path, slow: path + ".slow", many: path + ".many", urls: urls, mail: bytes.HasPrefix(text, []byte("From "))}
		inputs = append(inputs, in)
		part := text[:min(len(text), slowSize)]
		return errors.Join(os.WriteFile(in.path, text, 0o666), os.WriteFile(in.slow, part[:bytes.LastIndexByte(part, '\n')+1], 0o666),
			writeMany(in.many, text))
	}
	for _, d := range corpus.Densities {
		text, urls := corpus.Generate(d, size, 1)
		if err := add(d.Name, text, urls); err != nil {
			return nil, err
		}
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if err := add(filepath.Base(file), bytes.Repeat(text, max(1, size/max(1, len(text)))), 0); err != nil {
			return nil, err
		}
	}
	return inputs, nil
}

// writeMany writes a text into many files of a folder.
func writeMany(dir string, text []byte) error {
	const size = 1 << 20
	if err := os.Mkdir(dir, 0o777); err != nil {
		return err
	}
	for n := 0; len(text) > 0; n++ {
		end := len(text)
		if end > size {
			end = bytes.LastIndexByte(text[:size], '\n') + 1
		}
		if end == 0 {
			end = size
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%06d", n)), text[:end], 0o666); err != nil {
			return err
		}
		text = text[end:]
	}
	return nil
}

// beside writes a table's rows for one text: urlsift, and each other program that was run in turn with it.
func beside(w io.Writer, in input, urlsift program, others []program, runs int) error {
	found, err := urlsift.count(in.path)
	if err != nil {
		return err
	}
	if in.urls > 0 && found != in.urls {
		return fmt.Errorf("urlsift finds %d URLs in %s, which has %d", found, in.name, in.urls)
	}
	first := true
	for _, other := range others {
		if !other.isInstalled() || other.mail && !in.mail {
			continue
		}
		path := in.path
		if other.slow {
			path = in.slow
		}
		mine, theirs := fastest(runs, urlsift, in.path, other, path)
		if first {
			fmt.Fprintf(w, "| %s | urlsift | %s | %d | |\n", in.name, rate(in.path, mine), found)
			first = false
		}
		urls, ratio := "-", speed(in.path, mine)/speed(path, theirs)
		if !other.loop {
			n, err := other.count(path)
			if err != nil {
				return fmt.Errorf("%s: %w", other.name, err)
			}
			want := found
			if other.slow {
				if want, err = urlsift.count(path); err != nil {
					return err
				}
			}
			urls = fmt.Sprint(n)
			if n < want/2 || n > want*2 {
				urls += fmt.Sprintf(" (for %d)", want)
			} else if other.slow {
				urls += fmt.Sprintf(" of %d", want)
			}
		}
		fmt.Fprintf(w, "| %s | %s | %s | %s | %.2f times as fast |\n", in.name, other.name, rate(path, theirs), urls, ratio)
	}
	return nil
}

// inIndex makes a new index of a file.
const inIndex = `rm -f "$2" "$2"-*; "$1" index -j"$3" --db "$2" "$4" 2> /dev/null`

// atOnce reads a file in two processes at once.
const atOnce = `"$1" -j1 "$2" & "$1" -j1 "$2"; wait`

// options writes what urlsift's own options cost, and what a second core saves. Two processes at once show what it can save on this
// machine: they share its memory, and nothing else.
func options(w io.Writer, in input, urlsift string, runs int) error {
	plain := program{name: "plain", args: []string{urlsift, "-j1"}}
	db := in.path + ".db"
	for _, other := range []struct {
		program
		path string
	}{
		{program{name: "-n", args: []string{urlsift, "-j1", "-n"}}, in.path},
		{program{name: "--json", args: []string{urlsift, "-j1", "--json"}}, in.path},
		{program{name: "--csv", args: []string{urlsift, "-j1", "--csv"}}, in.path},
		{program{name: "--input text", args: []string{urlsift, "-j1", "--input", "text"}, mail: true}, in.path},
		{program{name: "-j2", args: []string{urlsift, "-j2"}, cores: 2}, in.path},
		{program{name: "-j2, many files", args: []string{urlsift, "-j2"}, cores: 2}, in.many},
		{program{name: "-j2 --json", args: []string{urlsift, "-j2", "--json"}, cores: 2}, in.path},
		{program{name: "two at once", args: []string{"sh", "-c", atOnce, "sh", urlsift}, cores: 2, twice: true}, in.path},
		{program{name: "index", args: []string{"sh", "-c", inIndex, "sh", urlsift, db, "1"}, mail: true}, in.path},
		{program{name: "index, two cores", args: []string{"sh", "-c", inIndex, "sh", urlsift, db, "2"}, cores: 2, mail: true}, in.path},
	} {
		if other.mail && !in.mail {
			continue
		}
		mine, theirs := fastest(runs, plain, other.path, other.program, other.path)
		if other.twice {
			theirs /= 2
		}
		fmt.Fprintf(w, "| %s | %s | %s | %.2f |\n", in.name, other.name, rate(in.path, theirs), mine.Seconds()/theirs.Seconds())
	}
	return nil
}

// packed writes how fast urlsift reads a mailbox that is packed, on one core and on two, beside what only unpacks it.
func packed(w io.Writer, in input, urlsift string, runs int) error {
	for _, format := range []struct {
		suffix     string
		pack, open []string
	}{
		{".gz", []string{"gzip", "-k"}, []string{"gzip", "-dc"}},
		{".zst", []string{"zstd", "-q"}, []string{"zstd", "-dcq"}},
		{".bz2", []string{"bzip2", "-k"}, []string{"bzip2", "-dc"}},
		{".xz", []string{"xz", "-k1"}, []string{"xz", "-dc"}},
	} {
		tool := program{name: format.open[0], args: format.open}
		if !tool.isInstalled() {
			continue
		}
		path := in.path
		if format.suffix == ".bz2" || format.suffix == ".xz" {
			path = in.slow
		}
		if out, err := exec.Command(format.pack[0], append(format.pack[1:], path)...).CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w: %s", format.pack[0], err, out)
		}
		for _, p := range []program{
			tool,
			{name: "urlsift", args: []string{urlsift, "-j1"}},
			{name: "urlsift, two cores", args: []string{urlsift, "-j2"}, cores: 2},
			{name: "ripgrep -z, two cores", args: []string{"rg", "-zoN", "--no-filename", "-a", pattern}, cores: 2},
		} {
			if p.isInstalled() {
				took, _ := fastest(runs, p, path+format.suffix, p, path+format.suffix)
				fmt.Fprintf(w, "| %s%s | %s | %s |\n", in.name, format.suffix, p.name, rate(path, took))
			}
		}
	}
	return nil
}

// small writes how fast urlsift reads a folder with files of 2 KB, beside ripgrep.
func small(w io.Writer, dir, urlsift string, size, runs int) error {
	dir = filepath.Join(dir, "small")
	text, _ := corpus.Generate(corpus.Densities[1], size, 1)
	files := 0
	for ; len(text) >= 2<<10; files++ {
		folder := filepath.Join(dir, fmt.Sprint(files/1000))
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprint(files)), text[:2<<10], 0o666); err != nil {
			return err
		}
		text = text[2<<10:]
	}
	for _, p := range []program{
		{name: "urlsift", args: []string{urlsift, "-j1"}},
		{name: "urlsift, two cores", args: []string{urlsift, "-j2"}, cores: 2},
		{name: "ripgrep -c :, two cores", args: []string{"rg", "-c", ":"}, cores: 2},
	} {
		if p.isInstalled() {
			took, _ := fastest(runs, p, dir, p, dir)
			fmt.Fprintf(w, "| %s | %.0f |\n", p.name, float64(files)/took.Seconds())
		}
	}
	return nil
}

// start writes how long urlsift takes where there is nothing to do, beside a Go program that does nothing.
func start(w io.Writer, dir, urlsift string, runs int) error {
	source, nothing, empty := filepath.Join(dir, "nothing.go"), filepath.Join(dir, "nothing"), filepath.Join(dir, "empty")
	if err := errors.Join(os.WriteFile(source, []byte("package main\n\nfunc main() {}\n"), 0o666), os.WriteFile(empty, nil, 0o666)); err != nil {
		return err
	}
	if out, err := exec.Command("go", "build", "-o", nothing, source).CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	const starts = 40 // in each run, since one takes less than a clock tells apart from chance
	for _, p := range []program{
		{name: "a Go program that does nothing", args: []string{nothing}, cores: 2},
		{name: "urlsift --version", args: []string{urlsift, "--version"}, cores: 2},
		{name: "urlsift, an empty file", args: []string{urlsift}, cores: 2},
	} {
		took, _ := fastest(runs*starts, p, empty, p, empty)
		fmt.Fprintf(w, "| %s | %.1f |\n", p.name, took.Seconds()*1e3)
	}
	return nil
}

// isInstalled reports whether the program can be run.
func (p program) isInstalled() bool {
	for _, name := range append(p.needs, p.args[0]) {
		if _, err := exec.LookPath(name); err != nil {
			return false
		}
	}
	return true
}

// fastest runs two programs in turn, and returns the shortest time of each.
func fastest(runs int, a program, pathA string, b program, pathB string) (timeA, timeB time.Duration) {
	for n := range runs {
		ta, tb := a.time(pathA), b.time(pathB)
		if n == 0 || ta < timeA {
			timeA = ta
		}
		if n == 0 || tb < timeB {
			timeB = tb
		}
	}
	return timeA, timeB
}

// command returns the program as it is run on a file.
func (p program) command(path string) *exec.Cmd {
	args := append(p.args[:len(p.args):len(p.args)], path)
	if p.args[0] == "rg" && p.cores <= 1 {
		args = append([]string{"rg", "-j1"}, args[1:]...)
	}
	if p.cores > 1 {
		return exec.Command(args[0], args[1:]...)
	}
	if taskset, err := exec.LookPath("taskset"); err == nil {
		args = append([]string{taskset, "-c", "0"}, args...)
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", "LC_ALL=C.UTF-8")
	return cmd
}

// time runs the program on a file, and returns how long that took.
func (p program) time(path string) time.Duration {
	cmd := p.command(path)
	if p.piped {
		cmd.Stdout = writer{} // not a file, and so a pipe
	}
	begun := time.Now()
	cmd.Run() // that nothing is found is told by the counts
	return time.Since(begun)
}

// A writer takes all and keeps nothing.
type writer struct{}

func (writer) Write(p []byte) (int, error) { return len(p), nil }

// count returns how many lines a program prints for a file.
func (p program) count(path string) (int, error) {
	out, err := p.command(path).Output()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() > 1) {
		return 0, fmt.Errorf("%w: %.200s", err, exit.Stderr)
	}
	return bytes.Count(out, []byte{'\n'}), nil
}

func speed(path string, took time.Duration) float64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return float64(info.Size()) / 1e6 / took.Seconds()
}

func rate(path string, took time.Duration) string {
	s := speed(path, took)
	if s < 100 {
		return fmt.Sprintf("%.1f", s)
	}
	return fmt.Sprintf("%.0f", s)
}

// countColons is the loop that nothing in Go which looks at each colon is faster than.
func countColons(w io.Writer, path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	buf, colons := make([]byte, 64<<10), 0
	for {
		n, err := file.Read(buf)
		for rest := buf[:n]; ; colons++ {
			i := bytes.IndexByte(rest, ':')
			if i < 0 {
				break
			}
			rest = rest[i+1:]
		}
		if err == io.EOF {
			_, err = fmt.Fprintln(w, colons)
			return err
		}
		if err != nil {
			return err
		}
	}
}
