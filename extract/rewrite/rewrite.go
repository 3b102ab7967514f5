// Package rewrite finds the original URL in links that a program has rewritten, such as
// the links of mail filters that send every click through their own host.
//
// [Original] works on the text of a single link. It does not use the network, so it reads
// only links that contain their original. The caller must check whether the result is a
// URL, and call Original again for links that were rewritten more than once.
//
// # Links without their original
//
// Some links contain only a number that their own service can look up. This package does
// not read them: Mimecast (protect-*.mimecast.com, url.*.m.mimecastprotect.com, which at
// most show the domain), Proofpoint Essentials and Intermedia (url.emailprotection.link),
// Hornetsecurity (seclinks.cloud-security.net, atpscan.global.hornetsecurity.com), Inky
// (*.inky.com), the click trackers of SendGrid, Mailchimp, HubSpot, Salesforce and
// Constant Contact, and all shorteners, such as t.co, bit.ly and lnkd.in.
package rewrite

import (
	_ "embed"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/urlsift/urlsift/internal/urlhost"
)

// A rewriter is a program that replaces links by links to its own service, which
// redirects to the original: a row of rewriters.txt.
type rewriter struct {
	name         string
	hosts, paths []string
	originals    []original // the first one that is found counts
}

// An original finds the original of a link in the text after the prefix of the path. It
// returns "" if there is none.
type original struct {
	find func(rest string, args ...string) string
	args []string
}

//go:embed rewriters.txt
var table string

// rewriters returns the rewriters whose links contain their original.
var rewriters = sync.OnceValue(func() (all []*rewriter) {
	for row := range strings.Lines(strings.ReplaceAll(table, "\n\t", " ")) {
		cells := strings.Split(row, "|")
		if len(cells) != 4 { // a comment
			continue
		}
		r := &rewriter{name: strings.TrimSpace(cells[0]), hosts: strings.Fields(cells[1]),
			paths: strings.Fields(cells[2])}
		for text := range strings.SplitSeq(cells[3], ", ") {
			words := strings.Fields(text)
			r.originals = append(r.originals, original{finders[words[0]], words[1:]})
		}
		all = append(all, r)
	}
	return all
})

// byLabel holds the rewriters by a label of their hosts, and those without hosts under
// "". It avoids comparing a URL with all of them.
var byLabel = sync.OnceValue(func() map[string][]*rewriter {
	all := map[string][]*rewriter{}
	for _, r := range rewriters() {
		for _, host := range r.hosts {
			if label := longestLabel(host); !slices.Contains(all[label], r) {
				all[label] = append(all[label], r)
			}
		}
		if len(r.hosts) == 0 {
			all[""] = append(all[""], r)
		}
	}
	return all
})

// longestLabel returns the longest label of a pattern that has no wildcards, other than
// the last label.
func longestLabel(pattern string) string {
	longest := ""
	labels := strings.Split(pattern, ".")
	for _, label := range labels[:len(labels)-1] {
		if len(label) > len(longest) && !strings.ContainsAny(label, "*?") {
			longest = label
		}
	}
	return longest
}

// Original returns the original of a rewritten link, and reports whether link is a
// rewritten one. In a link taken from HTML, "&" may be written as "&amp;".
func Original(link string) (original string, ok bool) {
	host, rest, ok := cutHost(link)
	if !ok {
		return "", false
	}
	host = strings.TrimPrefix(strings.ToLower(host), "www.")
	for label := range strings.SplitSeq(host+".", ".") { // the last one is empty
		for _, r := range byLabel()[label] {
			if r.owns(host) {
				if original = r.read(rest); original != "" {
					return original, true
				}
			}
		}
	}
	return "", false
}

// cutHost returns the host of a link, without user and port, and the text after the
// authority (3.1). It rejects a backslash in the authority: no rewriter writes one, and a
// browser ends the authority there.
func cutHost(link string) (host, rest string, ok bool) {
	scheme, _, ok := strings.Cut(link, "://")
	if !ok {
		return "", "", false
	}
	begin := len(scheme + "://")
	start, end, stop := urlhost.Span(link, begin, "/?#")
	if stop == len(link) || strings.IndexByte(link[begin:stop], '\\') >= 0 {
		return "", "", false
	}
	return link[start:end], link[stop:], true
}

// owns reports whether a host, in lower case, belongs to the rewriter.
func (r *rewriter) owns(host string) bool {
	for _, pattern := range r.hosts {
		if match, _ := path.Match(pattern, host); match {
			return true
		}
	}
	return len(r.hosts) == 0
}

// read returns the original of a link of the rewriter, from the text after the link's
// authority, or "".
func (r *rewriter) read(rest string) string {
	for _, begin := range r.paths {
		after, ok := strings.CutPrefix(rest, begin)
		if ok = ok || begin == "/"; ok && endsSegment(begin, after) { // "https://host?url=..."
			for _, o := range r.originals {
				if link := o.find(after, o.args...); link != "" {
					return link
				}
			}
		}
	}
	return ""
}

// endsSegment reports whether a segment of a path ends between begin and after.
func endsSegment(begin, after string) bool {
	last := begin[len(begin)-1]
	return last == '/' || last == '_' || after == "" || strings.IndexByte("/?.", after[0]) >= 0
}
