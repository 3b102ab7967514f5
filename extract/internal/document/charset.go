package document

// codePages are the charsets of Microsoft's code pages.
var codePages = map[int]string{
	437: "ibm437", 850: "ibm850", 852: "ibm852", 855: "ibm855", 860: "ibm860", 862: "ibm862", 863: "ibm863", 865: "ibm865", 866: "ibm866",
	874: "windows-874", 932: "shift_jis", 936: "gbk", 949: "euc-kr", 950: "big5", 1200: "utf-16le",
	1250: "windows-1250", 1251: "windows-1251", 1252: western, 1253: "windows-1253", 1254: "windows-1254", 1255: "windows-1255",
	1256: "windows-1256", 1257: "windows-1257", 1258: "windows-1258", 10000: "macintosh", 20127: "utf-8", 20866: "koi8-r", 21866: "koi8-u",
	28591: western, 28592: "iso-8859-2", 28595: "iso-8859-5", 28597: "iso-8859-7", 28599: "windows-1254", 28605: "iso-8859-15",
	50220: "iso-2022-jp", 50222: "iso-2022-jp", 51932: "euc-jp", 51949: "euc-kr", 54936: "gb18030", 65001: "utf-8",
}

// western is the charset of Western Europe, which stands for one that is unknown.
const western = "windows-1252"
