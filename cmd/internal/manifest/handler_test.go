package manifest

import (
	"archive/tar"
	"bytes"
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/extract/archive"
	"github.com/urlsift/urlsift/extract/mail"
)

// A witness writes down its calls. It has every method that a handler may have.
type witness struct{ calls *[]string }

func (w witness) note(call string, of ...any) {
	*w.calls = append(*w.calls, call+" "+fmt.Sprint(of...))
}

func (w witness) Begin(p *archive.Part) error                { w.note("Begin", p.Input.Name); return nil }
func (w witness) Result(r *archive.Result) error             { w.note("Result", r.Start); return nil }
func (w witness) Error(err error) error                      { w.note("Error", err); return nil }
func (w witness) End(p *archive.Part) error                  { w.note("End", p.Messages); return nil }
func (w witness) Content(s *archive.Source) error            { w.note("Content", s.Format); return nil }
func (w witness) Skip(s *archive.Skipped) error              { w.note("Skip", s.Type); return nil }
func (w witness) Message(m *mail.Message)                    { w.note("Message", m.Subject()) }
func (w witness) Member(m *archive.Member) error             { w.note("Member", m.Member); return nil }
func (w witness) Raw(_ *archive.Part, r io.Reader) io.Reader { w.note("Raw"); return r }
func (w witness) Text(t *archive.Text) io.Reader             { w.note("Text"); return t }
func (w witness) EndText() error                             { w.note("EndText"); return nil }

// With a manifest, a handler is called as without: none of the interfaces that it may have is lost.
func TestWithAManifestAHandlerIsCalledAsWithoutOne(t *testing.T) {
	var packed bytes.Buffer
	z := tar.NewWriter(&packed)
	methods := methodsOfHandlers(t)
	require.Greater(t, len(methods), 10)
	for _, file := range [][2]string{
		{"box", "From joe@a.example Wed May  1 10:00:00 1996\nSubject: one\n\nhttp://a.example/\n\nFrom joe@a.example Wed May  1 10:00:00 1996\nContent-Type: image/png\n\n\x89PNG\r\n\x1a\n\n"},
		{"omitted", "http://b.example/"}, {"cut", "http://c.example/"},
	} {
		name, text := file[0], file[1]
		require.NoError(t, z.WriteHeader(&tar.Header{Name: name, Size: int64(len(text)), Mode: 0o600}))
		_, err := io.WriteString(z, text)
		require.NoError(t, err)
	}
	require.NoError(t, z.Close())
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("a.tar", packed.Bytes()[:packed.Len()-1500], 0o666)) // cut, which is an error
	calls := map[bool][]string{}
	for _, wrapped := range []bool{false, true} {
		var seen []string
		handler := func() archive.Handler { return witness{&seen} }
		if wrapped {
			m, err := Open("m", nil, true, Run{})
			require.NoError(t, err)
			handler = m.Wrap(handler)
		}
		reader, err := archive.New(archive.Config{Exclude: []string{"omitted"}})
		require.NoError(t, err)
		inputs := func(yield func(*archive.Input, error) bool) {
			open := func(context.Context) (io.ReadCloser, error) { return os.Open("a.tar") }
			_ = yield(&archive.Input{Name: "a.tar", Open: open}, nil) && yield(nil, fs.ErrNotExist)
		}
		require.NoError(t, reader.Run(context.Background(), inputs, handler))
		calls[wrapped] = seen
	}
	require.Equal(t, calls[false], calls[true])
	for _, method := range methods {
		require.Contains(t, strings.Join(calls[true], "\n"), method+" ", "the input makes no such call")
	}
}

// methodsOfHandlers returns the names of all methods that package archive may call of a handler.
func methodsOfHandlers(t *testing.T) (names []string) {
	files, err := filepath.Glob("../../../extract/archive/*.go")
	require.NoError(t, err)
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		require.NoError(t, err)
		ast.Inspect(file, func(node ast.Node) bool {
			of, ok := node.(*ast.TypeSpec)
			if !ok || !strings.HasSuffix(of.Name.Name, "Handler") {
				return true
			}
			if all, ok := of.Type.(*ast.InterfaceType); ok {
				for _, method := range all.Methods.List {
					for _, name := range method.Names {
						names = append(names, name.Name)
					}
				}
			}
			return true
		})
	}
	return names
}
