package report

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/cmd/internal/database"
)

// memory is a Folder in memory.
type memory map[string]*file

type file struct{ bytes.Buffer }

func (*file) Close() error { return nil }

func (f memory) Create(name string) (io.WriteCloser, error) {
	if f[name] != nil || !IsOwn(name) {
		return nil, fmt.Errorf("%s: created twice, or not own", name)
	}
	f[name] = &file{}
	return f[name], nil
}

func folderOf(t *testing.T, b *book, config Config) memory {
	b.page("") // weighs the evidence
	db, err := database.OpenReadOnly(b.path)
	require.NoError(t, err)
	defer db.Close()
	f := memory{}
	config.Version, config.Now = "(test)", now
	require.NoError(t, WriteFolder(context.Background(), f, db, config))
	return f
}

// fullAt is a Folder in which a file cannot be created.
type fullAt struct {
	memory
	name string
}

func (f fullAt) Create(name string) (io.WriteCloser, error) {
	if name == f.name {
		return nil, fmt.Errorf("%s: no space", name)
	}
	return f.memory.Create(name)
}

func TestAFileThatCannotBeWrittenIsTheErrorOfAFolder(t *testing.T) {
	b := sample(t)
	for name := range folderOf(t, b, Config{}) {
		db, err := database.OpenReadOnly(b.path)
		require.NoError(t, err)
		require.EqualError(t, WriteFolder(context.Background(), fullAt{memory{}, name}, db, Config{Now: now}),
			name+": no space")
		require.NoError(t, db.Close())
	}
}

// requireWhole requires that all links within a folder lead somewhere, and returns the
// number of places on its pages of hosts.
func requireWhole(t *testing.T, f memory) (places int) {
	ids := map[string]bool{}
	for name, file := range f {
		if strings.HasSuffix(name, ".html") {
			ids[name] = true
			for node := range parse(t, file.String()).Descendants() {
				if id := attribute(node, "id"); id != "" {
					require.False(t, ids[name+"#"+id], "%s#%s is there twice", name, id)
					ids[name+"#"+id] = true
				}
			}
		} else {
			ids[name] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f)) {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		requireNested(t, f[name].String())
		for node := range parse(t, f[name].String()).Descendants() {
			if node.Data == "li" && strings.Contains(attribute(node.Parent, "class"), "places") {
				places++
			}
			href := attribute(node, "href")
			switch {
			case node.Data != "a" || attribute(node, "rel") == "noreferrer noopener":
				continue
			case strings.HasPrefix(href, "#"):
				href = name + href
			default:
				href = path.Join(path.Dir(name), href)
			}
			require.True(t, ids[href], "%s: %s leads nowhere", name, href)
		}
	}
	return places
}

func TestAFolderHasAllHostsURLsAndPlaces(t *testing.T) {
	b := sample(t)
	b.place(b.document(b.source("/home/joe/archive/x.txt", "text", 0, nil), 0, ""),
		"news:comp.infosystems", place{})
	f := folderOf(t, b, Config{Title: "Sample"})
	require.Equal(t, 322, requireWhole(t, f))
	require.Contains(t, f["hosts/index.html"].String(),
		`<a href="00001.html">a_b.example – without a host</a>`)
	require.Contains(t, f["hosts/00001.html"].String(),
		"<title>a_b.example – without a host – Sample</title>")
	require.Contains(t, f["tables/urls.csv"].String(),
		"\nhttp://www.host0.example/page,www.host0.example,35,1993-01-15,1997-12-15\n")
	require.Contains(t, f["tables/hosts.csv"].String(), "\nwww.host0.example,35,1\n")
	require.False(t, strings.Contains(f["index.html"].String(), "data:text"))
	requireSays(t, f["index.html"].String(), `<a href="hosts/00001.html#h`)
}

// A host that is too long for a page continues on the next one.
func TestAFolderOfManyURLsHasManyPages(t *testing.T) {
	b := newBook(t)
	document := b.document(b.source("/a.mbox", "mbox", 1, nil), 1, "1996-05-01T00:00:00Z")
	for i := range 1500 {
		b.place(document, fmt.Sprintf("http://www.host%d.example/%d", i%3, i), place{})
	}
	f := folderOf(t, b, Config{Title: "Many"})
	require.Equal(t, 1500, requireWhole(t, f))
	require.Contains(t, slices.Collect(maps.Keys(f)), "hosts/00004.html")
	require.NotContains(t, slices.Collect(maps.Keys(f)), "hosts/00005.html")
	require.Contains(t, f["hosts/00002.html"].String(), ", continued</h2>")
	require.Contains(t, f["hosts/00001.html"].String(), "Its other URLs are on the next page.")
	require.NotContains(t, f["hosts/00004.html"].String(), `rel="next"`)
	for name, file := range f {
		require.True(t, name == "index.html" || file.Len() < 2*pageSize, name)
	}
}

func TestNothingInAFolderCanDoHarm(t *testing.T) {
	b := hostile(t)
	for _, defanged := range []bool{false, true} {
		f := folderOf(t, b, Config{Title: "<script>pwned()</script>", Defang: defanged})
		requireWhole(t, f)
		for name, file := range f {
			text := file.String()
			require.NotContains(t, text, "secret", name)
			if !strings.HasSuffix(name, ".html") {
				continue
			}
			require.NotContains(t, text, "ZgotmplZ")
			for node := range parse(t, text).Descendants() {
				require.False(t, node.Data == "img" || node.Data == "script" && name != "index.html", name)
				for _, a := range node.Attr {
					require.False(t, strings.HasPrefix(a.Key, "on") || a.Key == "style" || a.Key == "src",
						"%s: %s", name, a.Key)
					require.False(t, defanged && strings.Contains(a.Val, "://") && a.Key == "href",
						"%s: %s", name, a.Val)
				}
			}
		}
	}
}

func TestAFolderWithoutURLsHasItsFirstPage(t *testing.T) {
	f := folderOf(t, newBook(t), Config{Title: "Nothing"})
	requireWhole(t, f)
	requireSays(t, f["index.html"].String(), "The database is empty.")
}
