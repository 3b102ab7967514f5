package document

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/klauspost/compress/s2"
	"github.com/stretchr/testify/require"
)

// sheetRecord returns a record of a workbook in binary form.
func sheetRecord(kind int, body ...string) string {
	all := strings.Join(body, "")
	id := string([]byte{byte(kind)})
	if kind > 0x7f {
		id = string([]byte{byte(kind) | 0x80, byte(kind >> 7)})
	}
	return id + string([]byte{byte(len(all)) | 0x80, byte(len(all) >> 7)}) + all
}

// stringsOfSheet returns the strings of a part with their offsets.
func stringsOfSheet(t testing.TB, part string) (list []string) {
	s := Sheet([]byte(part))
	for text, err := range s.Texts() {
		if err != nil {
			return append(list, err.Error())
		}
		text.From = same{}
		var data []byte
		for b := text.Next(); b != nil; b = text.Next() {
			data = append(data, b...)
		}
		start, end := text.Span(0, int64(len(data)))
		list = append(list, fmt.Sprintf("%s %d", data, start))
		require.Equal(t, string16(string(data)), part[start:end])
	}
	return list
}

func TestStringsOfBinaryWorkbooksAreRead(t *testing.T) {
	text := func(s string) string { return u32(len(s)) + string16(s) }
	part := sheetMagics[0] + u32(1, 1) + sheetRecord(19, "\x00", text("http://host.example/")) +
		sheetRecord(6, "12345678", text("a cell")) +
		sheetRecord(9, "123", "\x17"+u16(5)+string16("a://b"), "\x17"+u16(2)+string16("no"), "\x17") +
		sheetRecord(5, "ignored") +
		sheetRecord(637, "\x00", text("a comment"))
	require.Equal(t, []string{"http://host.example/ 19", "a cell 74", "a://b 95", "a comment 132"},
		stringsOfSheet(t, part))
	require.Equal(t, []string{"damaged document"}, stringsOfSheet(t, sheetRecord(19, "\x00", u32(9), "a")))
	require.Equal(t, []string{"damaged document"}, stringsOfSheet(t, "\x13\x09a"))
}

// proto returns a field of a message: a number or bytes.
func proto(number int, value any) string {
	switch v := value.(type) {
	case int:
		return string(binary.AppendUvarint(binary.AppendUvarint(nil, uint64(number)<<3), uint64(v)))
	default:
		text := v.(string)
		return string(binary.AppendUvarint(binary.AppendUvarint(nil, uint64(number)<<3|2),
			uint64(len(text)))) + text
	}
}

// iWork returns an archive of objects.
func iWork(objects ...string) []byte {
	var data []byte
	for _, o := range objects {
		description := proto(1, 7) + proto(2, proto(1, 2)+proto(3, len(o)))
		data = append(binary.AppendUvarint(data, uint64(len(description))), description+o...)
	}
	block := s2.EncodeSnappy(nil, data)
	return append(binary.LittleEndian.AppendUint32(nil, uint32(len(block))<<8), block...)
}

func TestStringsOfIWorkAreRead(t *testing.T) {
	archive := iWork(proto(3, "see http://host.example/")+proto(4, proto(5, "é")+proto(9, 300)), proto(4,
		proto(5, proto(6, "http://host.example/a")))+proto(7, "\x00"))
	data, err := IWork(append(archive, archive...))
	require.NoError(t, err)
	var got []string
	for _, p := range IWorkStrings(data).Files {
		require.Equal(t, string(p.Data), string(data[p.Offset:][:len(p.Data)]))
		got = append(got, string(p.Data))
	}
	want := []string{"see http://host.example/", "é", "http://host.example/a"}
	require.Equal(t, append(want, want...), got)
	for _, damaged := range []string{"\x01\x01\x00\x00a", "\x00\x09\x00\x00a",
		"\x00\x05\x00\x00\xff\xff\xff\xff\x07", "\x00\x02\x00\x00\x09\x01"} {
		_, err := IWork([]byte(damaged))
		require.EqualError(t, err, "damaged document", "%q", damaged)
	}
}

func FuzzPartsOfDocumentsAreBounded(f *testing.F) {
	f.Add([]byte(sheetRecord(19, "\x00", u32(1), string16("a")) + sheetRecord(9,
		"\x17"+u16(5)+string16("a://b"))))
	f.Add(iWork(proto(3, "a")+proto(4, proto(5, "b")), proto(1, 2)))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, size := Sheet(data), 0
		for text, err := range s.Texts() {
			for err == nil && text.Next() != nil {
				size += len(text.Out)
			}
		}
		require.LessOrEqual(t, size, 4*len(data))
		content, _ := IWork(data)
		require.LessOrEqual(t, len(content), 70*len(data))
		for _, b := range [][]byte{content, data} {
			size = 0
			for _, p := range IWorkStrings(b).Files {
				size += len(p.Data)
			}
			require.LessOrEqual(t, size, len(b))
		}
	})
}
