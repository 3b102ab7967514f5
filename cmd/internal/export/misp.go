package export

import (
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/urlsift/urlsift/cmd/internal/message"
)

// writeMISP writes an event in MISP's core format: an attribute for each URL, and then
// one for each domain. No attribute is for detection, unless indicators are asked for,
// and domains never are: most domains in mail are harmless.
//
// Required keys whose ids only an instance of MISP can assign (event_id, org_id, orgc_id)
// are absent.
func writeMISP(e *exporter) error {
	made, err := e.time()
	if err != nil {
		return err
	}
	e.w.WriteString(`{"Event":{"Attribute":[`)
	add := func(kind string, detect bool) func(*listed) error {
		return func(l *listed) error {
			o, id := attribute(l, kind, detect, made)
			return e.add("\n", o, id)
		}
	}
	if err := e.list("u", "", add("url", e.Indicators)); err != nil {
		return err
	}
	addDomain := add("domain", false)
	err = e.list("urlsift_domain(u)", "", func(l *listed) error {
		if !isDomain(l.url) {
			return nil
		}
		return addDomain(l)
	})
	if err != nil {
		return err
	}
	o := object{more: true}
	o.string("uuid", uuid.NewSHA1(own, e.ids.Sum([]byte("misp"))).String())
	o.string("info", "URLs found by urlsift")
	o.string("date", made.Format(time.DateOnly))
	o.string("timestamp", strconv.FormatInt(made.Unix(), 10))
	o.string("publish_timestamp", "0") // never published
	o.string("threat_level_id", "4")   // undefined
	o.string("analysis", "0")          // initial
	o.string("distribution", "0")      // this organisation only
	o.string("sharing_group_id", "0")
	o.bool("published", false)
	o.close()
	o.close()
	_, err = e.w.Write(append(append([]byte("\n]"), o.b...), '\n'))
	return err
}

// attribute returns an attribute for a URL or a domain.
func attribute(l *listed, kind string, detect bool, made time.Time) (object, string) {
	id := uuid.NewSHA1(own, []byte("misp "+kind+" "+l.url)).String()
	var o object
	o.open()
	o.string("uuid", id)
	o.string("type", kind)
	o.string("category", "Network activity")
	o.string("value", l.url)
	o.bool("to_ids", detect)
	o.bool("deleted", false)
	o.string("distribution", "5") // that of the event
	o.string("sharing_group_id", "0")
	o.bool("disable_correlation", false)
	o.string("comment", message.Count(int(l.n), "occurrence"))
	o.string("timestamp", strconv.FormatInt(made.Unix(), 10))
	if first, ok := seen(l.first); ok {
		last, _ := seen(l.last)
		o.string("first_seen", first.Format(mispTime))
		o.string("last_seen", last.Format(mispTime))
	}
	o.close()
	return o, id
}

// mispTime is ISO 8601 with microseconds and an offset, as MISP writes it.
const mispTime = "2006-01-02T15:04:05.000000-07:00"

// isDomain reports whether a name can be a domain on the Internet: it has a dot, and is
// not an address.
func isDomain(name string) bool {
	_, err := netip.ParseAddr(strings.Trim(name, "[]"))
	return err != nil && strings.Contains(strings.Trim(name, "."), ".")
}
