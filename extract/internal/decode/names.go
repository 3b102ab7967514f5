package decode

import (
	"cmp"
	"strconv"
	"strings"
	"sync"
)

// CodePages maps Microsoft's code pages to charsets.
var CodePages = map[int]string{
	37: "ibm037", 437: "ibm437", 850: "ibm850", 852: "ibm852", 855: "ibm855", 858: "ibm00858", 860: "ibm860",
	862: "ibm862", 863: "ibm863", 865: "ibm865", 866: "ibm866", 874: "windows-874", 932: "shift_jis",
	936: "gbk", 949: "euc-kr", 950: "big5", 1047: "ibm1047", 1140: "ibm01140", 1200: "utf-16le",
	1201: "utf-16be", 1250: "windows-1250", 1251: "windows-1251", 1252: "windows-1252", 1253: "windows-1253",
	1254: "windows-1254", 1255: "windows-1255", 1256: "windows-1256", 1257: "windows-1257",
	1258: "windows-1258", 10000: "macintosh", 10001: "shift_jis", 10002: "big5", 10003: "euc-kr",
	10007: "x-mac-cyrillic", 10008: "gbk", 20127: "utf-8", 20866: "koi8-r", 20932: "euc-jp", 20936: "gbk",
	21866: "koi8-u", 28591: "windows-1252", 28592: "iso-8859-2", 28593: "iso-8859-3", 28594: "iso-8859-4",
	28595: "iso-8859-5", 28596: "iso-8859-6", 28597: "iso-8859-7", 28598: "iso-8859-8", 28599: "windows-1254",
	28603: "iso-8859-13", 28605: "iso-8859-15", 38598: "iso-8859-8", 50220: "iso-2022-jp",
	50221: "iso-2022-jp", 50222: "iso-2022-jp", 50225: "iso-2022-kr", 50227: "iso-2022-cn", 51932: "euc-jp",
	51936: "gbk", 51949: "euc-kr", 52936: "hz-gb-2312", 54936: "gb18030", 65000: "utf-7", 65001: "utf-8",
}

// otherNames holds other names of charsets, reduced to letters and digits. Names of the
// WHATWG and IANA that are missing here are known to golang.org/x/text. Some charsets are
// replaced by a superset.
// are named by others that have the same characters, or more.
var otherNames = []struct{ charset, iana, python, mailers string }{
	{"big5", "csbig5hkscs", "big5hkscs big5tw hkscs mactradchinese", "big5 big5eten chinesebig5"},
	{"euc-jp", "cscp51932", "eucjis2004 eucjisx0213 jisx0213 ujis", "eucjp eucjpms"},
	{"euc-kr", "", "euckr ksc5601 ksx1001 mackorean", "ksc56011987 ksc56011989 uhc"},
	{"gb18030", "", "gb180302000", "gb18030 gb180302005 gb180302022"},
	{"gbk", "isoir58", "chinese euccn eucgb2312cn gb23121980 gb231280 macsimpchinese",
		"cngb gb2312 gb2312charset"},
	{"hz-gb-2312", "", "hz hzgb hzgb2312", ""},
	{"ibm037", "", "ebcdiccpca ebcdiccpnl ebcdiccpus ebcdiccpwt ibm039", ""},
	{"iso-2022-cn", "csiso2022cn csiso2022cnext", "", "iso2022cn iso2022cnext"},
	{"iso-2022-jp", "csiso2022jp csiso2022jp2 cscp50220",
		"iso2022jp iso2022jp1 iso2022jp2 iso2022jp2004 iso2022jp3 iso2022jpext",
		"iso2022 iso2022jpms jis windowsiso2022jp"},
	{"iso-2022-kr", "csiso2022kr", "iso2022kr", ""},
	{"iso-8859-6", "asmo708", "", ""},
	{"iso-8859-7", "elot928", "", ""},
	{"iso-8859-14", "isoceltic", "", ""},
	{"iso-8859-15", "", "", "latin0"},
	{"koi8-r", "", "", "koi8 koi8r"},
	{"koi8-u", "", "", "koi8u"},
	{"macintosh", "", "macroman", "maclatin1"},
	{"shift_jis", "cswindows31j", "macjapanese mskanji shiftjis2004 shiftjisx0213 sjis sjis2004 sjisx0213",
		"ibm943 shiftjis sjiswin windows31j"},
	{"us-ascii", "ansix341968 ansix341986 cp367 csascii csunknown8bit ibm367 iso646us isoir6 us unknown8bit",
		"646 ascii dbcs iso646irv1991 mbcs",
		"7bit 8bit binary chset default defaultcharset none plain standard unknown usasci usascii userdefined"},
	{"utf-16", "csunicode csunicode11 iso10646ucs2 unicode11", "u16 utf16", "ucs2 unicode"},
	{"utf-16be", "", "unicodebigunmarked utf16be", "unicodefffe"},
	{"utf-16le", "", "unicodelittleunmarked utf16le", ""},
	{"utf-32", "csucs4 csutf32 iso10646ucs4", "u32 utf32", "ucs4"},
	{"utf-32be", "csutf32be", "utf32be", ""},
	{"utf-32le", "csutf32le", "utf32le", ""},
	{"utf-7", "csutf7 csunicode11utf7 unicode11utf7", "u7 utf7", "unicode20utf7"},
	{"utf-8", "cesu8 cscesu8", "u8 utf utf8 utf8ucs2 utf8ucs4", "utf8mac utf8mb4"},
	{"windows-1250", "cswindows31latin2 iso88592windowslatin2", "", "msee winlatin2"},
	{"windows-1251", "", "", "mscyrl"},
	{"windows-1252", "cswindows30latin1 cswindows31latin1 iso88591windows30latin1 iso88591windows31latin1",
		"8859 latin",
		"ansi iso8859 msansi windows1252httpequivcontenttype winlatin1"},
	{"windows-1253", "", "", "msgreek"},
	{"windows-1254", "cswindows31latin5 iso88599windowslatin5", "", "msturk"},
	{"windows-1255", "", "", "mshebr"},
	{"windows-1256", "", "", "msarab"},
	{"windows-1257", "", "", "winbaltrim"},
	{"windows-874", "cstis620 isoir166", "iso885911 iso8859112001 thai tis620 tis6200 tis62025290 tis62025291", ""},
	{"x-mac-cyrillic", "", "maccyrillic", ""},
}

// parts holds the parts of ISO 8859, with the numbers of their Latin alphabets, of IANA's
// iso-ir names, and of the Ecma standards.
var parts = []struct{ part, latin, ir, ecma string }{
	{"1", "1", "100", "94"}, {"2", "2", "101", ""}, {"3", "3", "109", ""}, {"4", "4", "110", ""},
	{"5", "", "144", "113"},
	{"6", "", "127", "114"}, {"7", "", "126", "118"}, {"8", "", "138", "121"}, {"9", "5", "148", "128"},
	{"10", "6", "157", "144"},
	{"13", "7", "179", ""}, {"14", "8", "199", ""}, {"15", "9", "203", ""}, {"16", "10", "226", ""},
}

// names maps each name, reduced to letters and digits, to its charset.
var names = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for _, p := range parts {
		for prefix, number := range map[string]string{"8859": p.part, "iso8859": p.part, "isolatin": p.latin,
			"latin": p.latin, "l": p.latin, "isoir": p.ir, "ecma": p.ecma} {
			if number != "" {
				all[prefix+number] = "iso-8859-" + p.part
			}
		}
		// The direction of the text, or the year of the standard.
		for _, suffix := range strings.Fields("e i 1987 1988 1989 1992 1998 1999 2001 2003") {
			all["iso8859"+p.part+suffix] = "iso-8859-" + p.part
		}
	}
	for _, o := range otherNames {
		for _, name := range strings.Fields(o.iana + " " + o.python + " " + o.mailers) {
			all[name] = o.charset
		}
	}
	return all
})

// usualName returns the name by which a charset is known here or to x/text, for another
// name of it in lower case, or else that name.
func usualName(label string) string {
	squeezed := strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, label)
	for _, name := range []string{squeezed, strings.TrimPrefix(squeezed, "x")} {
		if charset := cmp.Or(codePage(name), names()[name]); charset != "" {
			return charset
		}
	}
	return label
}

// codePage returns the charset named by the number of its code page, or "".
func codePage(name string) string {
	vendor := strings.TrimRight(name, "0123456789")
	page, err := strconv.Atoi(name[len(vendor):])
	if err != nil || len(name)-len(vendor) < 3 {
		return ""
	}
	switch vendor {
	case "", "ansi", "cp", "csibm", "dos", "ibm", "microsoftcp", "ms", "mscp", "msdos", "oem", "win",
		"windows":
		return CodePages[page]
	}
	return ""
}
