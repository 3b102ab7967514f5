// Package rewrite finds the original URL in links that a program has rewritten, such as the links of mail filters that send every
// click through their own host.
//
// [Original] works on the text of a single link. It does not use the network, so it knows only links that contain their original.
// The caller must check whether the result is a URL, and call Original again for links that were rewritten more than once.
//
// # Links without their original
//
// Some links contain only a number that their own service can look up. This package does not read them: Mimecast
// (protect-*.mimecast.com, url.*.m.mimecastprotect.com, which at most show the domain), Proofpoint Essentials and Intermedia
// (url.emailprotection.link), Hornetsecurity (seclinks.cloud-security.net, atpscan.global.hornetsecurity.com), Inky (*.inky.com),
// the click trackers of SendGrid, Mailchimp, HubSpot, Salesforce and Constant Contact, and all shorteners, such as t.co, bit.ly
// and lnkd.in.
package rewrite

import (
	"path"
	"slices"
	"strings"
	"sync"
)

// A rewriter is a program that replaces links by links to itself, which it redirects.
type rewriter struct {
	name string
	// hosts are patterns of [path.Match], in lower case. A rewriter without hosts runs on the hosts of its customers.
	hosts []string
	// paths are the prefixes of its links' paths, including the first "/".
	paths []string
	// original returns the original of a link, from the text after the path's prefix, or "".
	original func(rest string) string
}

// rewriters are the rewriters whose links contain their original. To add one, add an entry here and a case in
// corpus/parse/unwrap.txt.
var rewriters = []rewriter{
	// Mail filters.
	{
		"SafeLinks",
		[]string{
			"safelinks.protection.outlook.com", "*.safelinks.protection.outlook.com", "*.safelinks.protection.office365.us",
		},
		[]string{"/"}, parameter("url"),
	},
	{
		"Teams",
		[]string{
			"statics.teams.cdn.office.net", "staticsint.teams.cdn.office.net", "statics.teams.microsoft.com",
			"teams.public.onecdn.static.microsoft",
		},
		[]string{"/evergreen-assets/safelinks/"}, parameter("url"),
	},
	{"urldefense-v1", urldefense, []string{"/v1/url"}, parameter("u")},
	{"urldefense-v2", urldefense, []string{"/v2/url"}, urldefense2},
	{"urldefense-v3", urldefense, []string{"/v3/__"}, urldefense3},
	{"Proofpoint-Isolation", []string{"urlisolation.com"}, []string{"/browser"}, parameter("url")},
	{
		"Barracuda-LinkProtect", []string{"linkprotect.cudasvc.com", "*.linkprotect.cudasvc.com"},
		[]string{"/"}, parameter("a"),
	},
	{"Symantec-ClickTime", []string{"clicktime.symantec.com", "clicktime.cloud.postoffice.net"}, []string{"/"}, parameter("u")},
	{"FireEye", []string{"protect.fireeye.com", "protect2.fireeye.com"}, []string{"/"}, parameter("u")},
	{"Cisco", []string{"secure-web.cisco.com"}, []string{"/"}, lastSegment},
	{"Sophos", []string{"*.protection.sophos.com"}, []string{"/"}, base64Parameter("u")},
	{"Check-Point", []string{"protect.checkpoint.com", "url.avanan.click"}, []string{"/v2/"}, threeLines},
	{"Avanan", []string{"*.url-protection.com"}, []string{"/v1/"}, parameter("o")},
	{"Trend-Micro", []string{"*.trendmicro.com"}, []string{"/wis/clicktime/v1/query"}, parameter("url")},
	{"Trend-Micro-Check", []string{"*.check.trendmicro.com"}, []string{"/"}, parameter("url")},
	{"Trustwave", []string{"scanmail.trustwave.com"}, []string{"/"}, parameter("u")},
	{"Libraesva", []string{"urlsand.esvalabs.com"}, []string{"/"}, parameter("u")},
	{"TitanHQ", []string{"linklock.titanhq.com"}, []string{"/analyse"}, parameter("url")},
	{"Zix", []string{"link.edgepilot.com", "link.zixcentral.com"}, []string{"/"}, parameter("u")},
	{"Vade", []string{"*.vadesecure.com"}, []string{"/v4", "/safeproxy/"}, parameter("u")},
	{"FortiMail", nil, []string{"/fmlurlsvc/"}, parameter("url")},
	{"Hotmail", nil, []string{"/cgi-bin/linkrd"}, parameter("hm___action")},

	// Senders of mail that count clicks.
	{"Amazon-SES", nil, []string{"/L0/", "/CL0/"}, segment("")},
	{"Mandrill", []string{"mandrillapp.com"}, []string{"/track/click"}, mandrill},
	{"Substack", []string{"substack.com"}, []string{"/redirect/2/"}, substack},
	{"Azure", []string{"emails.azure.microsoft.com", "*.safelink.emails.azure.net"}, []string{"/redirect/"}, parameter("destination")},

	// Search engines and social networks.
	{
		"Google",
		[]string{"google.com", "www.google.com", "www.google.??", "www.google.co.??", "www.google.com.??", "plus.url.google.com"},
		[]string{"/url"}, parameter("q", "url"),
	},
	{"Bing", []string{"bing.com", "www.bing.com"}, []string{"/ck/a", "/aclick"}, bing},
	{"DuckDuckGo", []string{"duckduckgo.com", "*.duckduckgo.com"}, []string{"/l/"}, parameter("uddg")},
	{"Yahoo-Search", []string{"r.search.yahoo.com"}, []string{"/"}, segment("RU=")},
	{"Yahoo", []string{"rd.yahoo.com", "*.rd.yahoo.com", "drs.yahoo.com"}, []string{"/"}, starred},
	{"YouTube", []string{"youtube.com", "www.youtube.com", "m.youtube.com"}, []string{"/redirect"}, parameter("q")},
	{
		"Facebook",
		[]string{
			"l.facebook.com", "lm.facebook.com", "www.facebook.com", "m.facebook.com", "l.messenger.com", "l.workplace.com",
		},
		[]string{"/l.php"}, parameter("u"),
	},
	{"Instagram", []string{"l.instagram.com", "l.threads.com", "l.threads.net"}, []string{"/"}, parameter("u")},
	{"WhatsApp", []string{"l.wl.co"}, []string{"/l"}, parameter("u")},
	{"LinkedIn", []string{"linkedin.com", "www.linkedin.com"}, []string{"/safety/go", "/redir/redirect"}, parameter("url")},
	{"Slack", []string{"slack-redir.net"}, []string{"/link"}, parameter("url")},
	{"Reddit", []string{"out.reddit.com"}, []string{"/"}, parameter("url")},
	{"Tumblr", []string{"t.umblr.com"}, []string{"/redirect"}, parameter("z")},
	{"VK", []string{"vk.com", "m.vk.com"}, []string{"/away.php"}, parameter("to")},
	{"Steam", []string{"steamcommunity.com"}, []string{"/linkfilter/"}, parameter("u", "url")},
}

var urldefense = []string{"urldefense.com", "urldefense.us", "urldefense.proofpoint.com"}

// byLabel has the rewriters by a label of their hosts, and those without hosts under "". It spares comparing a URL with all of
// them.
var byLabel = sync.OnceValue(func() map[string][]*rewriter {
	all := map[string][]*rewriter{}
	for i := range rewriters {
		r := &rewriters[i]
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

// longestLabel returns the longest label of a pattern that has no wildcards, other than the last label.
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

// Original returns the original of a rewritten link, and reports whether link is a rewritten one. In a link taken from HTML, "&"
// may be written as "&amp;".
func Original(link string) (original string, ok bool) {
	host, rest, ok := cutHost(link)
	if !ok {
		return "", false
	}
	host = strings.ToLower(host)
	for label := range strings.SplitSeq(host+".", ".") { // the last of which is empty
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

// cutHost returns the host of a link, without user and port, and the text after the authority (3.1). It refuses a backslash in the
// authority, which no rewriter writes, and before which a browser ends it.
func cutHost(link string) (host, rest string, ok bool) {
	_, behind, ok := strings.Cut(link, "://")
	if !ok {
		return "", "", false
	}
	stop := strings.IndexAny(behind, "/?#")
	if stop < 0 || strings.IndexByte(behind[:stop], '\\') >= 0 {
		return "", "", false
	}
	host, rest = behind[:stop], behind[stop:]
	host = host[strings.LastIndexByte(host, '@')+1:]
	host, _, _ = strings.Cut(host, ":")
	return host, rest, true
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

// read returns the original of a link of the rewriter, from the text after the link's authority, or "".
func (r *rewriter) read(rest string) string {
	for _, begin := range r.paths {
		after, ok := strings.CutPrefix(rest, begin)
		if ok = ok || begin == "/"; ok && endsSegment(begin, after) { // "https://host?url=..."
			if original := r.original(after); original != "" {
				return original
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
