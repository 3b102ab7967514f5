package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/internal/testkit"
)

// completionOf writes the completion for a shell into a file, and returns its path.
func completionOf(t *testing.T, shell string, path ...string) string {
	text, _, status := urlsift(t, "", "completion", shell)
	require.Zero(t, status)
	script := filepath.Join(path...)
	require.NoError(t, os.MkdirAll(filepath.Dir(script), 0o777))
	require.NoError(t, os.WriteFile(script, []byte(text), 0o666))
	return script
}

//ci:long
func TestBashCompletes(t *testing.T) {
	bash, dir := testkit.Program(t, "bash", "bash"), t.TempDir()
	script := completionOf(t, "bash", dir, ".completion")
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
		args := append([]string{"-c", complete, script},
			strings.Fields(strings.ReplaceAll(c.typed, "?", `""`))...)
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

// offered holds the completions of zsh and fish, in a folder with the files cat.txt and
// mail.mbox.
var offered = []struct{ typed, want string }{
	{"urlsift --co", "--color --context --count"},
	{"urlsift --by ", "deviation domain host kind month newsgroup scheme sender source url year"},
	{"urlsift --by do", "domain"},
	{"urlsift x --input m", "mail mbox"},
	{"urlsift -n --color=a", "always auto"},
	{"urlsift --guess=m", "mail"},
	{"urlsift x --guess ma", "mail.mbox"}, // the value would follow a "="
	{"urlsift -j ", ""},
	{"urlsift --host ", ""},
	{"urlsift -o ca", "cat.txt"},
	{"urlsift x -n ca", "cat.txt"},
	{"urlsift c", "cat.txt check completion"},
	{"urlsift check --r", "--redact"},
	{"urlsift check ca", "cat.txt"},
	{"urlsift index --db m", "mail.mbox"},
	{"urlsift export --format ", "cdx csv jsonl misp stix tsv urls"},
	{"urlsift completion ", "bash fish powershell zsh"},
}

// folderToComplete makes a folder of files, and a home folder for the shell.
func folderToComplete(t *testing.T) (home string) {
	home = t.TempDir()
	t.Chdir(t.TempDir())
	for _, name := range []string{"cat.txt", "mail.mbox"} {
		require.NoError(t, os.WriteFile(name, nil, 0o666))
	}
	return home
}

//ci:long
func TestFishCompletes(t *testing.T) {
	if !testkit.Long() {
		t.Skip("it runs other programs for seconds")
	}
	fish, home := testkit.Program(t, "fish", "fish"), folderToComplete(t)
	completionOf(t, "fish", home, "fish", "completions", "urlsift.fish") // the path in the help
	for _, c := range offered {
		command := exec.Command(fish, "-c", "complete -C '"+c.typed+"'")
		command.Env = append(os.Environ(), "XDG_CONFIG_HOME="+home, "XDG_DATA_HOME="+home)
		out, err := command.CombinedOutput()
		require.NoError(t, err, string(out))
		var got []string
		for line := range strings.Lines(string(out)) {
			word, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
			// fish puts the flag before its value, and offers files there, too
			_, value, assigned := strings.Cut(word, "=")
			if _, err := os.Stat(value); assigned && err == nil {
				continue
			} else if assigned {
				word = value
			}
			got = append(got, word)
		}
		slices.Sort(got)
		require.Equal(t, c.want, strings.Join(got, " "), c.typed)
	}
}

// zshrc completes each line of the file typed, like the key, and writes the completions
// to a line of the file offered.
const zshrc = `
autoload -U compinit
compinit -u -D
[[ -e $ZDOTDIR/script ]] && source $ZDOTDIR/script
compadd() {
    if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
    local -a hits
    builtin compadd -A hits "$@"
    found+=($hits)
    builtin compadd "$@"
}
zle -C complete-all complete-word _generic
zle-line-init() {
    local -aU found
    for BUFFER in ${(f)"$(<$ZDOTDIR/typed)"}; do
        CURSOR=$#BUFFER found=()
        zle complete-all
        print -r -- ${(o)found} >> $ZDOTDIR/offered
    done
    exit
}
zle -N zle-line-init
`

//ci:long
func TestZshCompletes(t *testing.T) {
	if !testkit.Long() {
		t.Skip("it runs other programs for seconds")
	}
	zsh, script := testkit.Program(t, "zsh", "zsh"), testkit.Program(t, "script", "bsdutils")
	for way, setup := range map[string]func(home string) (rc string){
		"source": func(home string) string {
			completionOf(t, "zsh", home, "script")
			return zshrc
		},
		"fpath": func(home string) string {
			completionOf(t, "zsh", home, "functions", "_urlsift")
			return "fpath=($ZDOTDIR/functions $fpath)" + zshrc
		},
	} {
		t.Run(way, func(t *testing.T) {
			home := folderToComplete(t)
			var typed, want strings.Builder
			for _, c := range offered {
				typed.WriteString(c.typed + "\n")
				want.WriteString(c.want + "\n")
			}
			require.NoError(t, os.WriteFile(filepath.Join(home, ".zshrc"), []byte(setup(home)), 0o666))
			require.NoError(t, os.WriteFile(filepath.Join(home, "typed"), []byte(typed.String()), 0o666))
			terminal := exec.Command(script, "-qec", zsh+" -d -i", os.DevNull)
			terminal.Env = append(os.Environ(), "ZDOTDIR="+home, "TERM=xterm", "LC_ALL=C")
			out, err := terminal.CombinedOutput()
			require.NoError(t, err, string(out))
			got, err := os.ReadFile(filepath.Join(home, "offered"))
			require.NoError(t, err, string(out))
			require.Equal(t, want.String(), string(got))
		})
	}
}
