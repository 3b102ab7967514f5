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
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/urlsift/urlsift/internal/urlhost"
)

// A rewriter is a program that replaces links by links to its own service, which
// redirects to the original.
type rewriter struct {
	name string
	// hosts are patterns of [path.Match], in lower case, without "www.". A rewriter
	// without hosts runs on the hosts of its customers.
	hosts []string
	// paths are the prefixes of its links' paths, including the first "/".
	paths []string
	// original returns the original of a link, from the text after the path's prefix, or
	// "".
	original func(rest string) string
}

// rewriters holds the rewriters whose links contain their original. To add one, add an
// entry here and a case in corpus/parse/unwrap.txt.
var rewriters = []rewriter{
	// Mail filters.
	{"SafeLinks", []string{"safelinks.protection.outlook.com", "*.safelinks.protection.outlook.com",
		"*.safelinks.protection.office365.us"}, []string{"/"}, parameter("url")},
	{"Teams", []string{"statics.teams.cdn.office.net", "staticsint.teams.cdn.office.net",
		"statics.teams.microsoft.com", "teams.public.onecdn.static.microsoft"},
		[]string{"/evergreen-assets/safelinks/"}, parameter("url")},
	{"urldefense-v1", urldefense, []string{"/v1/url"}, parameter("u")},
	{"urldefense-v2", urldefense, []string{"/v2/url"}, urldefense2},
	{"urldefense-v3", urldefense, []string{"/v3/__"}, urldefense3},
	{"Proofpoint-Isolation", []string{"urlisolation.com", "*.urlisolation.com"}, []string{"/browser"}, parameter("url")},
	{"Barracuda-LinkProtect", []string{"linkprotect.cudasvc.com", "*.linkprotect.cudasvc.com"},
		[]string{"/"}, parameter("a")},
	{"Symantec-ClickTime", []string{"clicktime.symantec.com", "clicktime.cloud.postoffice.net"},
		[]string{"/"}, parameter("u")},
	{"FireEye", []string{"protect.fireeye.com", "protect2.fireeye.com"}, []string{"/"}, parameter("u")},
	{"Cisco", []string{"secure-web.cisco.com"}, []string{"/"}, lastSegment},
	{"Sophos", []string{"*.protection.sophos.com"}, []string{"/"}, base64Parameter("u")},
	{"Check-Point", []string{"protect.checkpoint.com", "url.avanan.click"}, []string{"/v2/"}, threeLines},
	{"Menlo", []string{"*.menlosecurity.com"}, []string{"/"}, embedded},
	{"Avanan", []string{"*.url-protection.com"}, []string{"/v1/"}, parameter("o")},
	{"Trend-Micro", []string{"*.trendmicro.com"}, []string{"/wis/clicktime/v1/query"}, parameter("url")},
	{"Trend-Micro-Check", []string{"*.check.trendmicro.com"}, []string{"/"}, parameter("url")},
	{"Trustwave", []string{"scanmail.trustwave.com"}, []string{"/"}, parameter("u")},
	{"Libraesva", []string{"urlsand.esvalabs.com"}, []string{"/"}, parameter("u")},
	{"TitanHQ", []string{"linklock.titanhq.com"}, []string{"/analyse"}, parameter("url")},
	{"TopSec", []string{"scanner.topsec.com"}, []string{"/"}, parameter("u")},
	{"Mail.ru", []string{"checklink.mail.ru"}, []string{"/proxy"}, parameter("url")},
	{"Zix", []string{"link.edgepilot.com", "link.zixcentral.com"}, []string{"/"}, parameter("u")},
	{"Vade", []string{"*.vadesecure.com"}, []string{"/v4", "/safeproxy/"}, parameter("u")},
	{"FortiMail", nil, []string{"/fmlurlsvc/"}, parameter("url")},
	{"Hotmail", nil, []string{"/cgi-bin/linkrd"}, parameter("hm___action")},

	{"LinkScan", []string{"linkscan.io", "lsems.gravityzone.bitdefender.com"}, []string{"/scan/"},
		base64Segment},

	// Mail in a browser.
	{"Deref", []string{"deref-mail.com", "deref-web.de", "deref-web-02.de", "deref-gmx.??", "deref-gmx.net",
		"deref-gmx.com", "deref-gmx.co.uk", "deref-1und1.de", "deref-ionos.??"}, []string{"/"},
		parameter("redirectUrl")},
	{"Outlook-Web", nil, []string{"/owa/redir.aspx", "/exchweb/bin/redir.asp", "/mail/safelink.html"},
		parameter("URL")},
	{"Horde", nil, []string{"/horde/services/go.php", "/horde/util/go.php"}, parameter("url")},
	{"Yandex", []string{"sba.yandex.net", "sba.yandex.??", "yandex.??", "yandex.com", "yandex.com.tr"},
		[]string{"/redirect", "/clck/jsredir"}, parameter("url")},
	{"QQ-Mail", []string{"mail.qq.com", "c.pc.qq.com"}, []string{"/"}, parameter("gourl", "pfurl", "url")},

	// Senders of mail that count clicks.
	{"Amazon-SES", nil, []string{"/L0/", "/CL0/"}, segment("")},
	{"Mandrill", []string{"mandrillapp.com"}, []string{"/track/click"}, mandrill},
	{"Substack", []string{"substack.com"}, []string{"/redirect/2/"}, claim("e")},
	{"Mailjet", []string{"*.mjt.lu"}, []string{"/lnk/"}, base64Segment},
	{"HubSpot", []string{"t.sidekickopen??.com", "t.sigopn??.com"}, []string{"/"}, parameter("t")},
	{"Customer.io", nil, []string{"/e/c/"}, claim("href")},
	{"GovDelivery", []string{"lnks.gd"}, []string{"/l/"}, claim("url")},
	{"GovDelivery-old", []string{"links.govdelivery.com"}, []string{"/track"}, lastField},
	{"Postmark-https", []string{"click.pstmrk.it"}, []string{"/2s/", "/3s/"}, behind("https://", false)},
	{"Postmark", []string{"click.pstmrk.it"}, []string{"/2/", "/3/"}, behind("http://", false)},
	{"Azure", []string{"emails.azure.microsoft.com", "*.safelink.emails.azure.net"}, []string{"/redirect/"},
		parameter("destination")},
	{"Mailspring", []string{"link.getmailspring.com", "*.nylas.com"}, []string{"/link/"},
		parameter("redirect")},
	{"Mailtrack", []string{"mailtrack.io"}, []string{"/trace/link/"}, parameter("url")},

	// Search engines and social networks.
	{"Google", google, []string{"/url", "/aclk", "/pagead/aclk", "/travel/clk", "/linkredirect",
		"/interstitial", "/scholar_url", "/news/url"}, parameter("q", "url", "adurl", "pcurl", "dest")},
	{"Google-Translate", google, []string{"/translate", "/website"}, parameter("u")},
	{"AMP", append(google, "cdn.ampproject.org", "*.cdn.ampproject.org"), []string{"/amp/s/", "/c/s/", "/v/s/"},
		behind("https://", true)},
	{"Google-Lite", []string{"googleweblight.com"}, []string{"/"}, parameter("u", "lite_url")},
	{"Google-Ads", []string{"*.doubleclick.net", "googleadservices.com", "*.googleadservices.com",
		"clickserve.dartsearch.net", "*.googlesyndication.com"}, []string{"/"}, parameter("adurl",
		"ds_dest_url")},
	{"Google-Campaigns", []string{"ad.doubleclick.net", "ad-emea.doubleclick.net"}, []string{"/"}, query},
	{"Firebase", []string{"*.page.link", "*.app.goo.gl"}, []string{"/"}, parameter("link")},
	{"Bing", []string{"bing.com", "*.bing.com"}, []string{"/ck/a", "/aclick", "/alink/link",
		"/news/apiclick.aspx"},
		firstOf(bing, parameter("url"))},
	{"DuckDuckGo", []string{"duckduckgo.com", "*.duckduckgo.com"}, []string{"/l/"}, parameter("uddg")},
	{"Yahoo-Search", []string{"r.search.yahoo.com", "search.aol.com"}, []string{"/"}, segment("RU=")},
	{"Yahoo", []string{"rd.yahoo.com", "*.rd.yahoo.com", "drs.yahoo.com", "rds.yahoo.com", "*.rds.yahoo.com"},
		[]string{"/"}, starred},
	{"Naver", []string{"cr.naver.com", "cc.naver.com", "cr2.naver.com", "link.naver.com"}, []string{"/"},
		parameter("u", "url")},
	{"YouTube", []string{"youtube.com", "m.youtube.com"}, []string{"/redirect"}, parameter("q")},
	{"Facebook", []string{"l.facebook.com", "lm.facebook.com", "facebook.com", "m.facebook.com",
		"l.messenger.com", "l.workplace.com"}, []string{"/l.php", "/flx/warn/"}, parameter("u")},
	{"Instagram", []string{"l.instagram.com", "l.threads.com", "l.threads.net"}, []string{"/"},
		parameter("u")},
	{"WhatsApp", []string{"l.wl.co"}, []string{"/l"}, parameter("u")},
	{"Twitter", []string{"twitter.com", "mobile.twitter.com", "x.com"}, []string{"/i/redirect"},
		parameter("url")},
	{"LinkedIn", []string{"linkedin.com"}, []string{"/safety/go", "/redir/"}, parameter("url")},
	{"Slack", []string{"slack-redir.net"}, []string{"/link"}, parameter("url")},
	{"Reddit", []string{"out.reddit.com", "click.redditmail.com"}, []string{"/"}, parameter("url")},
	{"Tumblr", []string{"t.umblr.com"}, []string{"/redirect"}, parameter("z")},
	{"VK", []string{"vk.com", "*.vk.com", "vk.ru", "m.vk.ru"}, []string{"/away"}, parameter("to")},
	{"OK", []string{"ok.ru", "m.ok.ru"}, []string{"/dk"}, parameter("st.link", "st.rfn", "st.url")},
	{"Steam", []string{"steamcommunity.com"}, []string{"/linkfilter/"},
		firstOf(parameter("u", "url"), query)},
	{"Bluesky", []string{"go.bsky.app"}, []string{"/redirect"}, parameter("u")},
	{"Pinterest", []string{"pinterest.com", "*.pinterest.com", "pinterest.??", "pinterest.co.uk"},
		[]string{"/offsite"}, parameter("url")},
	{"Medium", []string{"medium.com", "*.medium.com"}, []string{"/r/", "/m/"},
		parameter("url", "redirectUrl")},
	{"Quora", []string{"quora.com"}, []string{"/_/redirect"}, parameter("url")},
	{"Disqus", []string{"disq.us"}, []string{"/"}, disqus},
	{"DeviantArt", []string{"deviantart.com"}, []string{"/users/outgoing", "/outgoing"}, query},
	{"Pixiv", []string{"pixiv.net"}, []string{"/jump.php"}, query},
	{"Telegram", []string{"t.me"}, []string{"/iv"}, parameter("url")},
	{"SoundCloud", []string{"exit.sc", "gate.sc"}, []string{"/"}, parameter("url")},
	{"CurseForge", []string{"curseforge.com"}, []string{"/linkout"}, parameter("remoteUrl")},
	{"Pocket", []string{"getpocket.com", "flipboard.com"}, []string{"/redirect"}, parameter("url")},
	{"Mozilla", []string{"outgoing.prod.mozaws.net", "prod.outgoing.prod.webservices.mozgcp.net"},
		[]string{"/v1/"}, afterSegment},
	{"Amazon", []string{"amazon.com", "amazon.??", "amazon.co.??", "amazon.com.??"},
		[]string{"/gp/r.html", "/gp/redirect.html"}, parameter("U", "location")},
	{"Target", []string{"link.zhihu.com", "link.csdn.net", "link.juejin.cn", "link.juejin.im",
		"link.jianshu.com", "links.jianshu.com", "link.gitcode.com", "link.segmentfault.com"}, []string{"/"},
		parameter("target", "to", "t", "url")},
	{"Target-Page", []string{"xie.infoq.cn", "sspai.com", "afdian.net", "afdian.com", "gitee.com",
		"cloud.tencent.com", "leetcode.cn", "jianshu.com", "developer.aliyun.com"}, []string{"/link", "/go-wild",
		"/redirect", "/developer/tools/blog-entry"}, parameter("target", "url")},
	{"Douban", []string{"douban.com"}, []string{"/link2/"}, parameter("url")},
	{"LiveJournal", []string{"livejournal.com"}, []string{"/away"}, parameter("to")},
	{"ResearchGate", []string{"researchgate.net"}, []string{"/deref/"}, lastSegment},
	{"Wattpad", []string{"wattpad.com"}, []string{"/et"}, parameter("l")},
	{"Dropbox", []string{"dropbox.com"}, []string{"/referrer_cleansing_redirect"}, parameter("url")},
	{"Weibo", []string{"weibo.cn", "weibo.com"}, []string{"/sinaurl"}, parameter("u", "toasturl")},
	{"OSChina", []string{"oschina.net", "my.oschina.net"}, []string{"/action/GoToLink"}, parameter("url")},

	// Services that hide the referrer.
	{"Nameless", []string{"anon.to", "anonym.to", "anonym.es", "anonymz.com", "href.li", "nullrefer.com",
		"blankrefer.com", "dereferer.me", "dereferer.org", "dereferer.com", "derefer.me",
		"hidereferrer.com", "hiderefer.com", "jump.5ch.net", "jump.2ch.net"}, []string{"/"}, query},
	{"51CTO", []string{"blog.51cto.com"}, []string{"/transfer"}, query},

	// Networks of advertisers.
	{"Awin", []string{"awin1.com", "*.awin1.com"}, []string{"/"}, parameter("ued", "p")},
	{"Rakuten", []string{"*.linksynergy.com"}, []string{"/"}, parameter("murl", "RD_PARM1")},
	{"CJ", []string{"anrdoezrs.net", "dpbolvw.net", "jdoqocy.com", "kqzyfj.com", "tkqlhce.com"},
		[]string{"/"}, firstOf(parameter("url"), embedded)},
	{"Partnerize", []string{"prf.hn", "*.prf.hn"}, []string{"/click/"}, segment("destination:")},
	{"eBay", []string{"rover.ebay.com", "rover.ebay.??"}, []string{"/"}, parameter("mpre")},
	{"Webgains", []string{"track.webgains.com"}, []string{"/"}, parameter("wgtarget")},
	{"Admitad", []string{"*.admitad.com", "alitems.com", "alitems.co"}, []string{"/"}, parameter("ulp")},
	{"VigLink", []string{"redirect.viglink.com", "go.viglink.com", "api.viglink.com",
		"*.pxf.io", "*.sjv.io", "*.7eer.net", "*.evyy.net"}, []string{"/"},
		parameter("u", "out")},
	{"AliExpress", []string{"s.click.aliexpress.com"}, []string{"/deep_link.htm"}, parameter("dl_target_url")},
	{"ShareASale", []string{"shareasale.com"}, []string{"/r.cfm", "/m-pr.cfm"}, parameter("urllink")},
	{"iContact", []string{"click.icptrack.com"}, []string{"/icp/"}, parameter("destination")},
	{"AppsFlyer", []string{"*.onelink.me"}, []string{"/"}, parameter("af_web_dp", "af_r")},
	{"Branch", []string{"*.app.link"}, []string{"/"}, parameter("$desktop_url", "$fallback_url",
		"$original_url")},
	{"Impact", []string{"ojrq.net"}, []string{"/p/"}, parameter("return")},
	{"LinkHaitao", []string{"linkhaitao.com"}, []string{"/"}, parameter("new")},
	{"Criteo", []string{"*.criteo.com", "*.criteo.net"}, []string{"/"}, parameter("maxdest", "dest")},
	{"Adnxs", []string{"*.adnxs.com"}, []string{"/"}, firstOf(segment("clickenc="), parameter("clickenc"))},
	{"Adjust", []string{"app.adjust.com", "app.adjust.io"}, []string{"/"}, parameter("redirect", "fallback")},
	{"Affiliates", []string{"*.tradedoubler.com", "go.skimresources.com", "go.redirectingat.com",
		"*.effiliation.com", "*.digidip.net", "*.flexlinkspro.com", "shop-links.co", "*.srvtrck.com",
		"avantlink.com", "*.exactag.com", "linksredirect.com",
		"*.smartredirect.de", "*.taboola.com", "click.linkprice.com", "partners.webmasterplan.com"},
		[]string{"/"}, parameter("url", "tu", "diurl", "redir")},
}

// google holds the hosts of Google in all countries.
var google = []string{
	"google.com", "*.google.com", "google.??", "*.google.??", "google.co.??", "*.google.co.??",
	"google.com.??", "*.google.com.??",
}

var urldefense = []string{"urldefense.com", "urldefense.us", "urldefense.proofpoint.com"}

// byLabel holds the rewriters by a label of their hosts, and those without hosts under
// "". It avoids comparing a URL with all of them.
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
