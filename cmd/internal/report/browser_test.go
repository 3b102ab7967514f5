//go:build long

// The packages that drive a browser take longer to compile than all other tests of the
// report: only go test -tags long does.

package report

import (
	"bufio"
	"bytes"
	"context"
	"image"
	_ "image/png"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/internal/testkit"
)

// A browser shows pages. It cannot reach anything: its proxy records requests and answers
// none.
type browser struct {
	t       *testing.T
	ctx     context.Context
	dialogs atomic.Int32 // opened by pages
	mu      sync.Mutex
	asked   []string // requests to the proxy
}

func newBrowser(t *testing.T, program string) *browser {
	b := &browser{t: t}
	proxy, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { proxy.Close() })
	go func() {
		for {
			c, err := proxy.Accept()
			if err != nil {
				return
			}
			go b.refuse(c)
		}
	}()
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second) // the browser ends then, too
	t.Cleanup(cancel)
	// with a new, empty folder
	ctx, cancel = chromedp.NewExecAllocator(ctx, append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(program), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-component-update", true),
		chromedp.ProxyServer(proxy.Addr().String()), chromedp.Flag("proxy-bypass-list", "<-loopback>"))...)
	t.Cleanup(cancel)
	b.ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	require.NoError(t, chromedp.Listen(b.ctx, func(event any) {
		if _, ok := event.(*cdppage.EventJavascriptDialogOpening); ok {
			b.dialogs.Add(1)
		}
	}))
	return b
}

// refuse records the request of a connection to the proxy, and closes it.
func (b *browser) refuse(c net.Conn) {
	defer c.Close()
	c.SetReadDeadline(time.Now().Add(5 * time.Second)) // some send no request
	line, _ := bufio.NewReader(c).ReadString('\n')
	b.mu.Lock()
	defer b.mu.Unlock()
	b.asked = append(b.asked, line)
}

func (b *browser) do(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	require.NoError(b.t, chromedp.Do(b.ctx, actions...))
}

// own matches requests of a browser without a page.
var own = regexp.MustCompile(`^\S+ (https?://)?[a-z0-9-]+\.google(apis)?\.com[:/]`)

// requests returns the requests of pages.
func (b *browser) requests() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(b.asked),
		func(line string) bool { return line == "" || own.MatchString(line) })
}

// open shows a page.
func (b *browser) open(text string) {
	b.t.Helper()
	name := filepath.Join(b.t.TempDir(), "page.html")
	require.NoError(b.t, os.WriteFile(name, []byte(text), 0o644))
	b.do(chromedp.Navigate("file://" + filepath.ToSlash(name)))
}

// value returns the result of a script.
func value[T any](b *browser, script string) T {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](script))
	require.NoError(b.t, err)
	return v
}

// shown returns the first cells of the visible rows of a list, at most three, and the
// number of these rows.
func (b *browser) shown(list string) (first []string, n int) {
	b.t.Helper()
	all := value[[]string](b, `[...document.querySelectorAll('table[data-list="`+list+`"] tbody tr')].filter(row => row.offsetParent).map(row => row.cells[0].textContent)`)
	return all[:min(3, len(all))], len(all)
}

// many is an archive with more rows than are visible at first.
func many(t *testing.T) *book {
	b := sample(t)
	document := b.document(1, 950, "1996-05-01T00:00:00Z")
	b.do(`WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 150)
		INSERT INTO urls (url, scheme, host, strict, parts) SELECT format('http://many.example/a-long-folder/of-texts/number-%03d.html', i), 'http', 'many.example', 1, '{}' FROM n`)
	b.do(`INSERT INTO occurrences (document, url, kind, start, stop, broken) SELECT ?, id, 'bare', 0, 1, 0 FROM urls WHERE host = 'many.example'`, document)
	return b
}

//ci:long
func TestListsAreSearchedAndSorted(t *testing.T) {
	b := newBrowser(t, testkit.Program(t, "chromium google-chrome", "chromium"))
	b.open(many(t).page("Lists"))
	first, n := b.shown("URLs")
	require.Equal(t, 50, n)
	require.Equal(t, "http://www.host0.example/page", first[0])

	b.do(chromedp.SendKeys("#search-URLs", "NUMBER-14 many"))
	first, n = b.shown("URLs")
	require.Equal(t, 10, n)
	require.Equal(t, "http://many.example/a-long-folder/of-texts/number-140.html", first[0])
	require.Equal(t, "10 found, 10 of 179 shown",
		value[string](b, `document.querySelector('#search-URLs + [role=status]').textContent`))
	_, n = b.shown("hosts")
	require.Equal(t, 12, n, "the other list stays as it is")

	b.do(chromedp.Reload(), chromedp.SendKeys("#search-URLs", "nowhere"))
	_, n = b.shown("URLs")
	require.Zero(t, n)

	b.do(chromedp.Reload())
	sorted := func(column string) string {
		return value[string](b, `document.querySelector('table[data-list="URLs"] th:nth-child(`+column+`)').getAttribute('aria-sort') ?? 'none'`)
	}
	require.Equal(t, "descending", sorted("2"))
	b.do(chromedp.Click(`table[data-list="URLs"] th:nth-child(1) button`))
	require.Equal(t, "ascending", sorted("1"))
	require.Equal(t, "none", sorted("2"))
	first, _ = b.shown("URLs")
	require.Equal(t, []string{"ftp://ftp.host.example/pub/file0", "ftp://ftp.host.example/pub/file1",
		"ftp://ftp.host.example/pub/file2"}, first)
	b.do(chromedp.Click(`table[data-list="URLs"] th:nth-child(1) button`))
	require.Equal(t, "descending", sorted("1"))
	first, _ = b.shown("URLs")
	require.Equal(t, "http://www.host6.example/page", first[0])

	// Without a pointer: the focus is on the button, and Enter presses it.
	b.do(chromedp.Focus(`table[data-list="URLs"] th:nth-child(3) button`), chromedp.KeyEvent(kb.Enter))
	require.Equal(t, "ascending", sorted("3"))
	first, _ = b.shown("URLs")
	require.Equal(t, []string{"http://www.host0.example/page", "ftp://ftp.host.example/pub/file0",
		"gopher://gopher.host.example/1/menu0"}, first)
	b.do(chromedp.KeyEvent(kb.Enter))
	_, n = b.shown("URLs")
	require.Equal(t, 50, n)
	dates := value[[]string](b, `[...document.querySelectorAll('table[data-list="URLs"] tbody tr')].map(row => row.cells[2].textContent)`)
	require.Equal(t, "1996-05-01", dates[0])
	require.Equal(t, "no date", dates[len(dates)-1], "what has no date comes last in either order")

	b.do(chromedp.Click(`[aria-label="URLs"] + .more`))
	_, n = b.shown("URLs")
	require.Equal(t, 100, n)
	require.Empty(t, b.requests())
}

//ci:long
func TestWithoutItsScriptThePageHasAllRows(t *testing.T) {
	b := newBrowser(t, testkit.Program(t, "chromium google-chrome", "chromium"))
	text := many(t).page("No script")
	b.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetScriptExecutionDisabled,
			emulation.SetScriptExecutionDisabledParams{Value: true})
		return err
	}))
	b.open(text)
	_, n := b.shown("URLs")
	require.Equal(t, 179, n)
	require.Zero(t, value[int](b, `document.querySelectorAll('input, button').length`))
}

//ci:long
func TestInABrowserNothingInTheDatabaseCanDoHarm(t *testing.T) {
	b := newBrowser(t, testkit.Program(t, "chromium google-chrome", "chromium"))
	b.open(hostile(t).page("<img src=http://evil.example/ onerror=alert(1)>"))
	b.do(chromedp.SendKeys("#search-URLs", "script"))
	_, n := b.shown("URLs")
	require.Greater(t, n, 3)
	b.do(chromedp.Click(`table[data-list="hosts"] th:nth-child(1) button`))
	// Markup that got into the page would not run, nor load anything.
	value[bool](b, `(() => {
		const script = document.createElement('script');
		script.textContent = 'window.harmed = true; alert(1)';
		const image = new Image();
		image.src = 'http://evil.example/image';
		const link = document.createElement('div');
		link.innerHTML = '<a id="harm" href="#" onclick="window.harmed = true">x</a><iframe src="http://evil.example/frame"></iframe><link rel="stylesheet" href="http://evil.example/style">';
		document.body.append(script, image, link);
		document.getElementById('harm').click();
		fetch('http://evil.example/fetch').catch(() => {});
		return true;
	})()`)
	b.do(chromedp.Sleep(500 * time.Millisecond))
	require.False(t, value[bool](b, `!!window.harmed || typeof pwned !== 'undefined'`))
	require.Zero(t, b.dialogs.Load())
	require.Empty(t, b.requests())

	ctx, cancel := context.WithTimeout(b.ctx, 10*time.Second)
	defer cancel()
	chromedp.Do(ctx, chromedp.Navigate("http://host.example/")) // fails, since the proxy does not answer
	require.NotEmpty(t, b.requests(), "the proxy sees what leaves")
}

// With -artifacts, the screenshots are kept.
//
//ci:long
func TestThePageFitsScreensAndPaper(t *testing.T) {
	b := newBrowser(t, testkit.Program(t, "chromium google-chrome", "chromium"))
	text := many(t).page("URLs of a list")
	dir := t.ArtifactDir()
	for _, c := range []struct {
		name, scheme string
		width        int64
		dark, narrow bool
	}{{"light", "light", 900, false, false}, {"dark", "dark", 900, true, false},
		{"narrow", "light", 360, false, true}} {
		b.do(chromedp.EmulateViewport(c.width, 1000),
			chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
				_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
					Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: c.scheme}}})
				return err
			}))
		b.open(text)
		require.LessOrEqual(t, value[int64](b, `document.documentElement.scrollWidth`), c.width,
			"%s: nothing stands out", c.name)
		require.Equal(t, c.narrow, value[bool](b,
			`document.querySelector('svg.narrow').getBoundingClientRect().width > 0`))
		require.Equal(t, c.narrow, value[bool](b,
			`document.querySelector('svg.wide').getBoundingClientRect().width === 0`))
		require.Empty(t, value[[]string](b, outside), "%s: labels stand in their figures", c.name)
		shot, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, c.name+".png"), shot, 0o644))
		picture, _, err := image.Decode(bytes.NewReader(shot))
		require.NoError(t, err)
		red, _, _, _ := picture.At(1, 1).RGBA()
		require.Equal(t, c.dark, red < 0x8000, "%s: the paper", c.name)
	}
	paper, err := chromedp.Run(b.ctx, chromedp.PrintToPDF())
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "paper.pdf"), paper, 0o644))
	require.Less(t, len(paper), 1<<20, "no figure is printed as a picture")
}

// outside returns the labels that extend beyond their figures.
const outside = `[...document.querySelectorAll('svg[role=img]')].filter(svg => svg.getBoundingClientRect().width).flatMap(svg => {
	const box = svg.getBoundingClientRect();
	return [...svg.querySelectorAll('text')].filter(text => {
		const at = text.getBoundingClientRect();
		return at.left < box.left - 2 || at.right > box.right + 2 || at.bottom > box.bottom + 2;
	}).map(text => text.textContent);
})`

// A report in a folder needs no server, and a link to a place opens the element that
// contains it.
//
//ci:long
func TestInABrowserAFigureLeadsToItsMessages(t *testing.T) {
	b := newBrowser(t, testkit.Program(t, "chromium google-chrome", "chromium"))
	b.open(many(t).page("Traced"))
	b.do(chromedp.Click(`table[data-list="hosts"] tbody tr:nth-child(1) a`))
	require.True(t, value[bool](b, `document.querySelector(location.hash).closest('details').open`))
	require.True(t, value[bool](b, `Math.abs(document.querySelector(location.hash).getBoundingClientRect().top) < innerHeight`))

	dir := t.TempDir()
	for name, file := range folderOf(t, many(t), Config{Title: "Folder"}) {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), file.Bytes(), 0o644))
	}
	b.do(chromedp.Navigate("file://"+filepath.ToSlash(dir)+"/index.html"),
		chromedp.Click(`table[data-list="URLs"] tbody tr:nth-child(1) td a`),
		chromedp.WaitReady(`.places`))
	require.Regexp(t, `/hosts/0000\d\.html#u\d+$`, value[string](b, `location.href`))
	require.Equal(t, "http://www.host0.example/page",
		value[string](b, `document.querySelector(location.hash).textContent`))
	b.do(chromedp.Click(`nav a`), chromedp.WaitReady(`#archive`))
	require.Regexp(t, `/index\.html$`, value[string](b, `location.href`))
	require.Empty(t, b.requests())
}

// A screen reader recognizes tables, figures, lists and links, and navigates by headings.
//
//ci:long
func TestTheAccessibilityTreeHasTablesFiguresListsAndLinks(t *testing.T) {
	b := newBrowser(t, testkit.Program(t, "chromium google-chrome", "chromium"))
	b.open(sample(t).page("URLs of a list"))
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelectorAll('details').forEach(d => d.open = true)`))
	var tree accessibility.GetFullAXTreeResult
	b.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) (err error) {
		tree, err = chromedp.Call(ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
		return err
	}))
	counts := map[string]int{}
	for _, node := range tree.Nodes {
		if node.Ignored || node.Role == nil {
			continue
		}
		role, name := strings.Trim(string(node.Role.Value), `"`), ""
		if node.Name != nil {
			name = strings.Trim(string(node.Name.Value), `"`)
		}
		counts[role]++
		switch role {
		case "heading", "link", "table", "image", "button", "region", "navigation",
			"searchbox", "columnheader", "rowheader":
			require.NotEmpty(t, name, role)
		}
	}
	for _, role := range []string{"heading", "link", "table", "image", "region", "navigation",
		"searchbox", "columnheader", "rowheader", "main", "banner", "contentinfo"} {
		require.Positive(t, counts[role], role)
	}
}
