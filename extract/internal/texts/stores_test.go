package texts

import (
	"cmp"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/extract/mail"
)

// letter returns a message in base64, with a name in its subject and its link.
func letter(name, eol string) string {
	page := base64.StdEncoding.EncodeToString([]byte(`<a href="http://` + name + `.example/?a&amp;b">x</a>`))
	text := "From: Ann <ann@host.example>\nSubject: " + name +
		"\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\n" + page + "\n"
	return strings.ReplaceAll(text, "\n", eol)
}

// qwkMessage returns the header block and the text blocks of a message.
func qwkMessage(subject, text string) string {
	blocks := (len(text) + qwkBlock - 1) / qwkBlock
	head := fmt.Sprintf(" %-7d%s%s%-25s%-25s%-25s%-12s%-8s%-6d\xe1\x01\x00\x01\x00 ", 1, "03-05-96", "10:11",
		"ALL", "ANN", subject, "", "", blocks+1)
	return head + fmt.Sprintf("%-*s", blocks*qwkBlock, text)
}

// postfixRecord returns a record of a queue file of Postfix.
func postfixRecord(kind byte, data string) string {
	return string(binary.AppendUvarint([]byte{kind}, uint64(len(data)))) + data
}

// postfixLines returns the records of the lines of a message. That of its longest line is
// divided.
func postfixLines(message string) (all string) {
	for line := range strings.SplitSeq(strings.TrimSuffix(message, "\n"), "\n") {
		if len(line) > 50 {
			all += postfixRecord('L', line[:20])
			line = line[20:]
		}
		all += postfixRecord('N', line)
	}
	return all
}

// sized returns a message after a line with its size.
func sized(line, message string) string { return fmt.Sprintf(line, len(message)) + message }

// batMessage returns a message of The Bat! after its record.
func batMessage(message string) string {
	record := append([]byte("\x21\x09\x70\x19\x30\x00\x00\x00"), make([]byte, 40)...)
	binary.LittleEndian.PutUint32(record[36:], uint32(len(message)))
	return string(record) + message
}

var stores = map[string]string{
	"qwk": fmt.Sprintf("%-128s", "Produced by Qmail") +
		qwkMessage("ONE http://s.example/", "see http://one.example/\xe3and more\xe3") +
		qwkMessage("TWO", strings.Repeat("words\xe3", 40)+"see http://two.example/gr\x81n\xe3"),
	"express": "JMF6\x03\x00\x01\x00\x02\x00\x00\x00\x02\x00\x00\x00\x00\x01\x00\x00" +
		strings.Repeat("\x00", 64) +
		expressMark + "\x01\x00\x00\x00\xd0\x00\x00\x00\xbc\x00\x00\x00" + letter("one", "\r\n") +
		"\x00\x00" +
		expressMark + "\x02\x00\x00\x00\xd0\x00\x00\x00\xbc\x00\x00\x00" + letter("two", "\r\n"),
	"pegasus": "Sent mail" + strings.Repeat("\x00", 77) + "FOL0A1B2" + strings.Repeat("\x00", 34) +
		letter("one", "\r\n") + "\x1a" + letter("two", "\r\n") + "\x1a",
	"mbx": uwMark + "35f2a0e800000002\r\n" + strings.Repeat("\r\n", 30) + strings.Repeat("\x00", 2048-87) + "\r\n" +
		sized(" 5-Mar-1996 10:11:12 +0000,%d;000000000001-00000001\r\n", letter("one", "\r\n")) +
		sized("15-Mar-1996 10:11:12 -0800,%d;000000000001-00000002\r\n", letter("two", "\r\n")),
	"tenex": sized(" 5-Mar-96 10:11:12-PST,%d;000000000001\n", letter("one", "\n")) +
		sized("15-Mar-96 10:11:12-PST,%d;000000000001\n", letter("two", "\n")),
	"tbb": "\x20\x06\x79\x19\x00\x0c" + strings.Repeat("\x00", 3072-6) +
		batMessage(letter("one", "\r\n")) + batMessage(letter("two", "\r\n")),
	"reply": fmt.Sprintf("%-128s", "BBS1") +
		qwkMessage("ONE http://s.example/", "see http://one.example/\xe3and more\xe3"),
	"utf-16": "\xff\xfe" + strings.Join(strings.Split(letter("one", "\n"), ""), "\x00") + "\x00",
	"postfix": postfixRecord('C', fmt.Sprintf("%79d", 335)) + postfixRecord('S', "ann@host.example") +
		postfixRecord('M', "") + postfixLines(letter("one", "\n")) + postfixRecord('X', "") +
		postfixRecord('E', ""),
	"preface": "queue id 4F2A\nsender ann\nTo: joe@host.example\n" + letter("one", "\n"),
	"sendmail": "V8\nT825675072\nSann@host.example\nHFrom: Ann <ann@host.example>\n" +
		"H?M?Subject: one\n\thttp://one.example/\n.\n",
	"exim": "1abcde-0001xY-Aa-H\nann 500 500\n<ann@host.example>\n\n" +
		"029F From: Ann <ann@host.example>\n035  Subject: one\n\thttp://one.example/\n",
	"imap": "* 1 FETCH (BODY[] {9}\r\n" + letter("one", "\r\n") + ")\r\n* 2 FETCH (BODY[] {9}\r\n" +
		letter("two", "\r\n") + ")\r\n",
	"macsource": "\xd0\x0d\x00\x00\x01\x00\x00\x00" + strings.Repeat("\x11", 24) + macSource +
		"\x01\x02\x03\x04" + letter("one", "\r"),
}

// links returns the URLs of a stream with their offsets, and the number and subject of
// their messages.
func links(t *testing.T, text string, oneByOne bool) (all []string, r *Reader) {
	r = New(Config{Unpack: unpacked(t)})
	stream := iotest.DataErrReader(strings.NewReader(text))
	if oneByOne {
		stream = iotest.OneByteReader(strings.NewReader(text))
	}
	for text, err := range r.Texts(stream) {
		require.NoError(t, err)
		data, err := io.ReadAll(text)
		require.NoError(t, err)
		if at := strings.Index(string(data), "http://"); at >= 0 {
			url := strings.Fields(string(data[at:]))[0]
			start, end := text.Span(int64(at), int64(at+len(url)))
			all = append(all, fmt.Sprintf("%d %s %s %s%s %d-%d", text.Message().Number, text.Message().Subject(),
				url, text.Part, text.Header, start, end))
		}
	}
	return all, r
}

func TestStoresOfMailProgramsAreRead(t *testing.T) {
	for name, want := range map[string][]string{
		"qwk": {"1 ONE http://s.example/ http://s.example/ Subject 203-220",
			"1 ONE http://s.example/ http://one.example/ 1 260-279",
			"2 TWO http://two.example/grün 1 756-779"},
		"reply": {
			"1 ONE http://s.example/ http://s.example/ Subject 203-220",
			"1 ONE http://s.example/ http://one.example/ 1 260-279",
		},
		"utf-16":    {"1 one http://one.example/?a&b 1 228-300"},
		"express":   {"1 one http://one.example/?a&b 1 218-254", "2 two http://two.example/?a&b 1 404-440"},
		"pegasus":   {"1 one http://one.example/?a&b 1 246-282", "2 two http://two.example/?a&b 1 415-451"},
		"mbx":       {"1 one http://one.example/?a&b 1 2220-2256", "2 two http://two.example/?a&b 1 2442-2478"},
		"tenex":     {"1 one http://one.example/?a&b 1 153-189", "2 two http://two.example/?a&b 1 355-391"},
		"tbb":       {"1 one http://one.example/?a&b 1 3238-3274", "2 two http://two.example/?a&b 1 3454-3490"},
		"macsource": {"1 one http://one.example/?a&b 1 153-189"},
		"postfix":   {"1 one http://one.example/?a&b 1 221-259"},
		"preface":   {"1 one http://one.example/?a&b 1 159-195"},
		"sendmail":  {"1 one http://one.example/ http://one.example/ Subject 80-99"},
		"exim":      {"1 one http://one.example/ http://one.example/ Subject 104-123"},
		"imap":      {"1 one http://one.example/?a&b 1 141-177", "2 two http://two.example/?a&b 1 335-371"},
	} {
		got, r := links(t, stores[name], false)
		format := cmp.Or(map[string]string{"reply": "qwk", "utf-16": "message", "preface": "mbox",
			"sendmail": "queue", "exim": "queue", "postfix": "queue", "imap": "session", "tenex": "mbx"}[name], name)
		require.Equal(t, format, r.Format().String())
		require.Equal(t, want, got, name)
		again, _ := links(t, stores[name], true)
		require.Equal(t, got, again, name)
		attached := "From: Joe <joe@host.example>\nSubject: all\nContent-Type: application/octet-stream\nContent-Transfer-Encoding: base64\n\n" +
			base64.StdEncoding.EncodeToString([]byte(stores[name])) + "\n"
		inside, _ := links(t, attached, false)
		require.Len(t, inside, len(got), name)
		for i := range inside {
			require.Contains(t, inside[i], strings.Fields(got[i])[len(strings.Fields(got[i]))-3], name)
			require.True(t, strings.HasPrefix(inside[i], "1 all "), inside[i])
		}
	}
}

func TestStoresInPiecesAreSkipped(t *testing.T) {
	for _, head := range []string{"\xcf\xad\x12\xfe\xc6\xfdtof\xe3\xd1\x11", "JMF9\x03\x00\x01\x00",
		"\xd0\x0d\x00\x00\x01\x00\x00\x00"} {
		got, r := links(t, head+strings.Repeat("\x00", 600)+"see http://one.example/long/pat\xcc&", false)
		require.Empty(t, got)
		require.Equal(t, mail.Binary, r.Format(), "%q", head)
	}
}

func TestTheTextAfterADamagedRecordIsRead(t *testing.T) {
	damaged := strings.Replace(stores["mbx"], "15-Mar", "15/Mar", 1)
	var all, problems []string
	for text, err := range New(Config{}).Texts(strings.NewReader(damaged)) {
		if err != nil {
			problems = append(problems, err.Error())
			continue
		}
		data, err := io.ReadAll(text)
		require.NoError(t, err)
		all = append(all, string(data))
	}
	require.Contains(t, strings.Join(all, ""), "Subject: two\r\n")
	require.Equal(t, []string{"no record of a message at offset 2270"}, problems)
}

// A header with a NUL may have another header where a folder of Pegasus Mail has one.
func TestTheNameOfAPegasusFolderIsOneLine(t *testing.T) {
	text := "From: joe@host.example\nTo: ann@host.example\n\n\x00"
	text += strings.Repeat("x", 127-len(text)) + "\nFrom: joe@host.example\nSubject: one\n\nhttp://one.example/\n"
	f, _ := Detect([]byte(text), true)
	require.Equal(t, mail.Single, f)
	f, _ = Detect([]byte(strings.NewReplacer("\n", " ", ":", " ").Replace(text[:50])+text[50:]), true)
	require.Equal(t, mail.Pegasus, f)
}

func TestEachFormatMayBeThatOfAShortStream(t *testing.T) {
	for format := range mail.Format(mail.NumFormats) {
		for _, text := range []string{"", "a", "\x20\x06\x79\x19", "(a=", "%!"} {
			for text := range New(Config{Format: format}).Texts(strings.NewReader(text)) {
				if text != nil {
					_, _ = io.Copy(io.Discard, text) // it may be cut
				}
			}
		}
	}
}
