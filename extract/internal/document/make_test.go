package document

import (
	"encoding/binary"
	"encoding/hex"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the samples")

// Other packages read samples of these documents.
func TestSamplesAreAsTheyAreMade(t *testing.T) {
	const entity = "Content-Type: text/plain\r\n\r\nsee http://host.example/signed\r\n"
	samples := map[string][]byte{
		"message.msg": outlook(message), "signed.p7m": cms("signed", []byte(entity), true),
		"compressed.p7m": cms("compressed", []byte(deflated(entity)), true),
		"message.dat":    madeTNEF(carrying), "links.pdf": links, "bookmarks.plist": bookmarks,
		"store.pst": madePST(&pstUnicode, 23, pstPermute, store),
		"folder.dbx": madeExpress("Subject: a\r\nDate: Tue, 5 Mar 1996 10:11:12 +0000\r\n\r\n"+
			"http://host.example/1\r\n",
			"Subject: b\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"+
				strings.Repeat("<p>text</p>=\r\n\r\n", 40)+"<a href=3D\"http://host.example/?a&amp;b\">x</a>",
			"Subject: see http://host.example/subject\r\n\r\nhttp://host.example/3\r\n"),
	}
	maps.Copy(samples, oldSamples())
	for name, sample := range samples {
		path := filepath.Join("testdata", name)
		if *update {
			require.NoError(t, os.MkdirAll("testdata", 0o777))
			require.NoError(t, os.WriteFile(path, sample, 0o666))
		}
		have, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, have, sample, name)
	}
}

var le = binary.LittleEndian

// cms returns a CMS document with a content, in one piece or in pieces of indefinite
// length. Signed content has no signature.
func cms(kind string, content []byte, pieces bool) []byte {
	oids := map[string]string{"signed": "2a864886f70d010702", "enveloped": "2a864886f70d010703",
		"compressed": "2a864886f70d0109100109"}
	oid, _ := hex.DecodeString(oids[kind])
	data, _ := hex.DecodeString("2a864886f70d010701")
	var octets []byte
	if pieces {
		for i := 0; i < len(content); i += 1000 {
			octets = append(octets, definite(0x04, content[i:min(i+1000, len(content))])...)
		}
		octets = indefinite(0x24, octets)
	} else if content != nil {
		octets = definite(0x04, content)
	}
	element := definite
	if pieces {
		element = indefinite
	}
	within := definite(0x06, data)
	if octets != nil {
		within = append(within, element(0xA0, octets)...)
	}
	body := definite(0x02, []byte{1})
	body = append(body, element(0x31, definite(0x30, definite(0x06, data)))...)
	body = append(body, element(0x30, within)...)
	return element(0x30, append(definite(0x06, oid), element(0xA0, element(0x30, body))...))
}

func definite(tag byte, value []byte) []byte {
	b := []byte{tag}
	if n := len(value); n < 0x80 {
		b = append(b, byte(n))
	} else {
		b = append(b, 0x84, byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
	}
	return append(b, value...)
}

func indefinite(tag byte, value []byte) []byte {
	return append(append([]byte{tag, 0x80}, value...), 0, 0)
}

// compound returns a compound file with streams: by path, with "/" as separator, in the
// order of paths.
func compound(paths []string, streams map[string][]byte) []byte {
	const sector, miniSector, cutoff = 512, 64, 4096
	type entry struct {
		name               string
		kind               byte
		left, right, child uint32
		start              uint32
		size               int
		data               []byte
		children           []int
	}
	const none = 0xFFFFFFFF
	entries := []*entry{{name: "Root Entry", kind: 5, left: none, right: none, child: none}}
	index := map[string]int{"": 0}
	var add func(path string, kind byte, data []byte) int
	add = func(path string, kind byte, data []byte) int {
		if i, ok := index[path]; ok {
			return i
		}
		parent, name := 0, path
		if i := strings.LastIndexByte(path, '/'); i >= 0 {
			parent, name = add(path[:i], 1, nil), path[i+1:]
		}
		entries = append(entries, &entry{name: name, kind: kind, left: none, right: none, child: none,
			data: data, size: len(data)})
		i := len(entries) - 1
		index[path] = i
		entries[parent].children = append(entries[parent].children, i)
		return i
	}
	for _, path := range paths {
		add(path, 2, streams[path])
	}
	for _, e := range entries { // siblings in a row: a tree of right branches
		for k, c := range e.children {
			if k == 0 {
				e.child = uint32(c)
			} else {
				entries[e.children[k-1]].right = uint32(c)
			}
		}
	}
	var fat []uint32
	var body []byte
	store := func(data []byte) uint32 {
		if len(data) == 0 {
			return 0xFFFFFFFE
		}
		first := uint32(len(fat))
		n := (len(data) + sector - 1) / sector
		for k := range n {
			next := uint32(len(fat) + 1)
			if k == n-1 {
				next = 0xFFFFFFFE
			}
			fat = append(fat, next)
		}
		body = append(append(body, data...), make([]byte, n*sector-len(data))...)
		return first
	}
	var mini []byte
	var miniFAT []uint32
	for _, e := range entries[1:] {
		switch {
		case e.kind != 2:
		case e.size >= cutoff:
			e.start = store(e.data)
		case e.size > 0:
			e.start = uint32(len(miniFAT))
			n := (e.size + miniSector - 1) / miniSector
			for k := range n {
				next := uint32(len(miniFAT) + 1)
				if k == n-1 {
					next = 0xFFFFFFFE
				}
				miniFAT = append(miniFAT, next)
			}
			mini = append(append(mini, e.data...), make([]byte, n*miniSector-e.size)...)
		}
	}
	entries[0].start, entries[0].size = store(mini), len(mini)
	var miniTable []byte
	for _, v := range miniFAT {
		miniTable = le.AppendUint32(miniTable, v)
	}
	for len(miniTable)%sector != 0 {
		miniTable = le.AppendUint32(miniTable, none)
	}
	miniStart := store(miniTable)
	var dir []byte
	for _, e := range entries {
		name := UTF16(e.name)
		raw := append(name, make([]byte, 64-len(name))...)
		raw = le.AppendUint16(raw, uint16(len(name)+2))
		raw = append(raw, e.kind, 1)
		raw = le.AppendUint32(le.AppendUint32(le.AppendUint32(raw, e.left), e.right), e.child)
		raw = append(raw, make([]byte, 16+4+16)...)
		raw = le.AppendUint64(le.AppendUint32(raw, e.start), uint64(e.size))
		dir = append(dir, raw...)
	}
	for len(dir)%sector != 0 {
		dir = append(dir, make([]byte, 128)...)
	}
	dirStart := store(dir)
	fatSectors := 1
	for fatSectors*sector/4 < len(fat)+fatSectors {
		fatSectors++
	}
	fatStart := len(fat)
	for range fatSectors {
		fat = append(fat, 0xFFFFFFFD)
	}
	for len(fat) < fatSectors*sector/4 {
		fat = append(fat, none)
	}
	for _, v := range fat {
		body = le.AppendUint32(body, v)
	}
	head := append([]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), make([]byte, 16)...)
	for _, v := range []uint16{0x3E, 3, 0xFFFE, 9, 6, 0, 0, 0} {
		head = le.AppendUint16(head, v)
	}
	miniSectors := len(miniTable) / sector
	for _, v := range []uint32{0, uint32(fatSectors), dirStart, 0, cutoff, miniStart, uint32(miniSectors),
		0xFFFFFFFE, 0} {
		head = le.AppendUint32(head, v)
	}
	for k := range 109 {
		v := uint32(none)
		if k < fatSectors {
			v = uint32(fatStart + k)
		}
		head = le.AppendUint32(head, v)
	}
	return append(head, body...)
}

// outlook returns an Outlook message in a compound file.
func outlook(m Message) []byte {
	streams := map[string][]byte{}
	var paths []string
	add := func(path string, data []byte) {
		streams[path] = data
		paths = append(paths, path)
	}
	var message func(folder string, m *Message, head int)
	object := func(folder string, props []Property, head int) {
		fixed := make([]byte, head)
		for _, p := range props {
			kind, value := p.Encode()
			if kind != 3 && kind != 0x40 {
				add(fmt.Sprintf("%s__substg1.0_%04X%04X", folder, p.ID, kind), value)
				value = le.AppendUint32(nil, uint32(len(value)))
			}
			fixed = le.AppendUint32(fixed, uint32(p.ID)<<16|uint32(kind))
			fixed = le.AppendUint32(fixed, 6)
			fixed = append(append(fixed, value...), make([]byte, 8-len(value))...)
		}
		add(folder+"__properties_version1.0", fixed)
	}
	message = func(folder string, m *Message, head int) {
		object(folder, m.Properties, head)
		for i, f := range m.Files {
			within := fmt.Sprintf("%s__attach_version1.0_#%08X/", folder, i)
			props := []Property{{ID: 0x3707, Value: f.Name}}
			if f.Data != nil {
				props = append(props, Property{ID: 0x3701, Value: f.Data})
			}
			object(within, props, 8)
			if f.Message != nil {
				message(within+"__substg1.0_3701000D/", f.Message, 24)
			}
		}
	}
	message("", &m, 32)
	return compound(paths, streams)
}
