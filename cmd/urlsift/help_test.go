package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// helps returns the help of each command, by what is typed for it.
func helps(t *testing.T) map[string]string {
	all := map[string]string{}
	args := [][]string{{"--help"}}
	for _, command := range newApp(&session{options: newOptions()}).Commands {
		args = append(args, []string{command.Name, "--help"})
	}
	for _, typed := range args {
		out, _, status := sift(t, "", typed...)
		require.Zero(t, status)
		all[strings.Join(typed, " ")] = out
	}
	return all
}

func TestHelpFitsOnATerminal(t *testing.T) {
	for typed, help := range helps(t) {
		for line := range strings.Lines(help) {
			require.LessOrEqual(t, len([]rune(line)), 100+len("\n"), "%s: %s", typed, line)
			require.NotContains(t, line, "`")
			require.NotContains(t, line, "\t")
		}
	}
}

// Help, manual and completion know all flags of all commands.
func TestNoFlagIsForgotten(t *testing.T) {
	o := newOptions()
	app := newApp(&session{options: o})
	help, manual := helps(t), manualText(app, o)
	scripts := map[string]string{}
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		scripts[shell], _, _ = sift(t, "", "completion", shell)
	}
	all := map[string][]*flag{"--help": o.flagsOf("")}
	for _, command := range app.Commands {
		all[command.Name+" --help"] = o.flagsOf(command.Name)
		require.Contains(t, manual, "\n.SS urlsift "+command.Name)
		for shell, script := range scripts {
			require.Contains(t, script, command.Name, shell)
		}
	}
	for typed, flags := range all {
		for _, f := range textsOf(flags) {
			require.Contains(t, help[typed], f.line(), typed)
			require.Contains(t, manual, `\fB`+roff(f.Long)+`\fR`)
			for shell, script := range scripts {
				name := f.Long
				if shell == "fish" {
					name = "-l " + strings.TrimPrefix(name, "--")
				}
				require.Contains(t, script, name, shell)
			}
		}
	}
}

func TestTheManualIsOfSection1(t *testing.T) {
	roff, _, status := sift(t, "", "man")
	require.Zero(t, status)
	require.Contains(t, roff, ".TH URLSIFT 1 ")
	if _, err := exec.LookPath("man"); err != nil {
		t.Skip("man is not there")
	}
	name := filepath.Join(t.TempDir(), "urlsift.1")
	require.NoError(t, os.WriteFile(name, []byte(roff), 0o666))
	man := exec.Command("man", "--warnings", "-l", name)
	man.Env = append(os.Environ(), "MANWIDTH=200", "LC_ALL=C")
	out, err := man.CombinedOutput()
	require.NoError(t, err, string(out))
	require.NotContains(t, string(out), "warning")
	for _, text := range []string{"--add-scheme a,b", "--input TYPE", "BYTES as truncated (default 65536)", "EXIT STATUS", "ENVIRONMENT", "CLICOLOR_FORCE"} {
		require.Contains(t, string(out), text)
	}
	for line := range strings.Lines(findDescription) {
		if example, ok := strings.CutPrefix(line, "    "); ok {
			require.Contains(t, string(out), example)
		}
	}
}

// shell returns a shell and a file with the completion for it.
func shell(t *testing.T, name string) (path, script string) {
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skip(name + " is not there")
	}
	text, _, _ := sift(t, "", "completion", name)
	script = filepath.Join(t.TempDir(), "completion")
	require.NoError(t, os.WriteFile(script, []byte(text), 0o666))
	return path, script
}

func TestBashCompletes(t *testing.T) {
	bash, script := shell(t, "bash")
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "cat.txt"), nil, 0o666))
	for _, c := range []struct{ typed, want string }{
		{"urlsift --co", "--context --count --color"},
		{"urlsift --by ?", "url host domain scheme newsgroup sender month year source kind deviation"},
		{"urlsift --by = do", "domain"},
		{"urlsift x --input m", "mail mbox"},
		{"urlsift --guess = m", "mail"},
		{"urlsift --guess ma", ""}, // a file: the value would follow a "="
		{"urlsift -j ?", ""},
		{"urlsift -o ca", ""}, // files are the shell's own
		{"urlsift x -n ca", ""},
		{"urlsift c", "check completion cat.txt"},
		{"urlsift check --r", "--redact"},
		{"urlsift completion z", "zsh"},
	} {
		const complete = `source "$0"; shift 0; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _urlsift 2> /dev/null; echo "${COMPREPLY[*]}"; complete -p urlsift`
		args := append([]string{"-c", complete, script}, strings.Fields(strings.ReplaceAll(c.typed, "?", `""`))...)
		if last := len(args) - 1; args[last] == `""` {
			args[last] = ""
		}
		command := exec.Command(bash, args...)
		command.Dir = dir
		out, err := command.CombinedOutput()
		require.NoError(t, err, string(out))
		require.Equal(t, c.want+"\ncomplete -o default -F _urlsift urlsift\n", string(out), c.typed)
	}
}

func TestFishCompletes(t *testing.T) {
	fish, script := shell(t, "fish")
	for typed, want := range map[string]string{
		"urlsift --by do": "domain", "urlsift check --re": "--redact", "urlsift completion z": "zsh", "urlsift chec": "check",
	} {
		out, err := exec.Command(fish, "--no-config", "-c", "source "+script+"; complete -C '"+typed+"'").CombinedOutput()
		require.NoError(t, err, string(out))
		first, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\t")
		require.Equal(t, want, first, typed)
	}
}

func TestZshReadsItsCompletion(t *testing.T) {
	zsh, script := shell(t, "zsh")
	const load = `autoload -U compinit; compinit -u -D; source $0 && whence -w _urlsift _urlsift_first && print -r -- $_comps[urlsift]`
	out, err := exec.Command(zsh, "-f", "-c", load, script).CombinedOutput()
	require.NoError(t, err, string(out))
	require.Equal(t, "_urlsift: function\n_urlsift_first: function\n_urlsift\n", string(out))
}
