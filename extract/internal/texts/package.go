package texts

import (
	slash "path"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/document"
	"github.com/urlsift/urlsift/extract/mail"
)

// A Package recognizes members of documents in a zip that have no format of their own and
// are not text.
type Package struct {
	sealed bool
	// if sealed is set: the common beginning of the paths of the members of an encrypted
	// document
	within string
}

// FormatOf returns Plain or Binary for the member at a path, whose beginning looks like
// plain text. For the first member of an encrypted document the error is
// document.ErrEncrypted.
func (p *Package) FormatOf(member string, head []byte) (mail.Format, error) {
	switch within := member[:strings.LastIndexByte(member, '!')+1]; {
	case p.sealed && within == p.within:
		return mail.Binary, nil
	case sealedParts[slash.Base(member[len(within):])] && within != "" && isBinary(head):
		p.sealed, p.within = true, within
		return mail.Binary, document.ErrEncrypted
	case strings.HasSuffix(member, ".iwa"):
		return mail.IWork, nil
	case memberType(member) != "":
		return mail.Binary, nil
	}
	return mail.Plain, nil
}

// sealedParts are the parts of OpenDocument that are XML unless the document is
// encrypted, and the only part of a document that is encrypted as a whole.
var sealedParts = map[string]bool{
	"content.xml": true, "styles.xml": true, "settings.xml": true, "meta.xml": true,
	"encrypted-package": true,
}

// memberTypes are the media types of members of Office documents, by the patterns of
// their names, some only in certain folders.
var memberTypes = []struct{ folders, pattern, mediaType string }{
	{"", "*.odttf", "application/vnd.openxmlformats-officedocument.obfuscatedFont"},
	{"", "*.fntdata", "application/x-fontdata"},
	{"word xl ppt visio", "vbaProject.bin", "application/vnd.ms-office.vbaProject"},
	{"word xl ppt visio", "*.bin", "application/octet-stream"},
	{"[trash]", "*.dat", "application/octet-stream"},
}

// memberType returns the media type of a member by its path, or "".
func memberType(member string) string {
	within := strings.LastIndexByte(member, '!') + 1
	if within == 0 {
		return ""
	}
	file := member[within:]
	folder, _, _ := strings.Cut(file, "/")
	for _, t := range memberTypes {
		is, _ := slash.Match(t.pattern, slash.Base(file))
		if is && (t.folders == "" || strings.Contains(" "+t.folders+" ", " "+folder+" ")) {
			return t.mediaType
		}
	}
	return ""
}
