package document

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/internal/testkit"
)

// store is a folder that contains another one.
var store = StoreFolder{
	Name: "Top", Messages: []Message{message},
	Folders: []StoreFolder{{Name: "In/out", Messages: []Message{
		{Properties: []Property{{0x0037, "\x01\x05Re: a"}, {0x1000, Narrow("http://host.example/\xe4")},
			{0x3FFD, 1252}, {0x9000, []string{"http://one.example/", "http://two.example/"}}}},
		{Properties: []Property{{0x007D, "Subject: b\r\nDate: Thu, 6 May 2004 07:08:09 +0000\r\n\r\n"},
			{0x1009, CompressedRTF(rtf)}}, Files: make([]File, 9)},
	}}},
}

const storeItems = ` text/plain windows-1252 "http://host.example/\xe4"
 text/plain utf-16le "%s"
 text/plain utf-16le "%s"
`

// describeStore prints the contents of a store, one part on each line, and the errors.
func describeStore(t testing.TB, doc []byte) string {
	s, err := OpenStore(bytes.NewReader(doc), int64(len(doc)))
	if err != nil {
		return fmt.Sprintln(err)
	}
	var b strings.Builder
	for m := range s.Messages() {
		fmt.Fprintf(&b, "%s:\n%s", s.Folder(m), describe(t, doc, s.Item(m), 0))
	}
	for _, err := range s.Errors() {
		require.LessOrEqual(t, err.(*Damage).Offset, int64(len(doc)))
		fmt.Fprintln(&b, err)
	}
	return b.String()
}

func TestStoresOfAllVersionsAndEncodingsAreRead(t *testing.T) {
	want := "Top:\n" + described() + "Top/In/out:\nheader \"Subject: Re: a\\n\"\n" +
		fmt.Sprintf(storeItems, wide("http://one.example/"), wide("http://two.example/")) +
		"Top/In/out:\nheader \"Subject: b\\r\\nDate: Thu, 6 May 2004 07:08:09 +0000\\n\"\n" +
		fmt.Sprintf(" text/rtf  %q\n", rtf) + strings.Repeat("   \"\"\n", 9)
	for version, layout := range pstLayouts {
		for encode := range byte(3) {
			doc := madePST(layout, version, encode, store)
			require.True(t, IsStore(decode.Whole(doc)))
			require.Equal(t, want, describeStore(t, doc), "version %d, encoding %d", version, encode)
		}
	}
}

// Another program reads the same messages from the stores that these tests write.
func TestAnotherReaderReadsTheSameMessages(t *testing.T) {
	readpst, err := exec.LookPath("readpst")
	if err != nil {
		t.Skip("readpst of libpst is not installed")
	}
	var body strings.Builder
	for i := range 200 {
		fmt.Fprintf(&body, "see http://host.example/%d\n", i)
	}
	note := []Property{{0x001A, "IPM.Note"}, {0x0037, "A note"}, {0x0039, sent}, {0x0C1A, "Ann"},
		{0x1000, body.String()}}
	folder := StoreFolder{Name: "Top", Folders: []StoreFolder{{Name: "In",
		Messages: []Message{{Properties: note}, {Properties: note[:4]}}}}}
	for version, layout := range pstLayouts {
		for encode := range byte(3) {
			if version == 37 { // unknown to readpst
				continue
			}
			dir := t.TempDir()
			path := filepath.Join(dir, "made.pst")
			require.NoError(t, os.WriteFile(path, madePST(layout, version, encode, folder), 0o666))
			require.NoError(t, exec.Command(readpst, "-r", "-D", "-o", dir, path).Run())
			mbox, err := os.ReadFile(filepath.Join(dir, "Store", "In", "mbox"))
			require.NoError(t, err, "version %d, encoding %d", version, encode)
			require.Contains(t, string(mbox), body.String())
			require.Equal(t, 2, strings.Count(string(mbox), "\nSubject: A note\n"))
		}
	}
}

// Damage is either reported or harmless.
//
//ci:long
func TestDamageInAStoreIsNeverSilent(t *testing.T) {
	for version, layout := range map[uint16]*pstLayout{14: &pstANSI, 23: &pstUnicode, 36: &pst4K} {
		doc := madePST(layout, version, pstPermute, store)
		want := describeStore(t, doc)
		require.NotContains(t, want, "of Outlook")
		for at := pstHeader; at < len(doc); at += testkit.Times(97, 1) {
			damaged := bytes.Clone(doc)
			damaged[at] ^= 0x11
			if have := describeStore(t, damaged); have != want {
				require.Contains(t, have, "of Outlook", "version %d, byte %d", version, at)
			}
			require.Contains(t, describeStore(t, doc[:at]), "of Outlook", "version %d, cut at %d", version,
				at)
		}
	}
}

// bomb returns a store with an attachment and a text whose blocks are used again and
// again.
func bomb() []byte {
	m := newMadeStore(&pstUnicode, 0)
	id := m.data(make([]byte, madeBlock))
	for level := byte(1); level <= 2; level++ {
		refs := le.AppendUint32(le.AppendUint16([]byte{1, level}, 1000), 0)
		for range 1000 {
			refs = append(refs, m.words(id)...)
		}
		id = m.add(refs, true)
	}
	large := pstNode{0x7F, id, 0}
	file := m.object([]Property{{propAttachData, large}}, nil)
	file.id = 1<<5 | pstAttachment
	m.top(0x8044, 0x8022, m.object([]Property{{propBody, madeText(large)}}, nil))
	m.top(0x8064, 0x8022, m.object(nil, []pstNode{file}))
	return m.end(23)
}

func TestBlocksAreUsedToALimit(t *testing.T) {
	doc := bomb()
	s, err := OpenStore(bytes.NewReader(doc), int64(len(doc)))
	require.NoError(t, err)
	for m := range s.Messages() {
		it := s.Item(m)
		for _, p := range it.Texts {
			require.True(t, p.Cut)
			require.LessOrEqual(t, len(p.Data), pstMaxItem)
		}
		for _, p := range it.Files {
			n, err := io.Copy(io.Discard, p.Reader)
			require.Equal(t, io.ErrUnexpectedEOF, err)
			require.LessOrEqual(t, n, int64(pstReuse*len(doc)+pstAtLeast))
		}
	}
	errs := fmt.Sprint(s.Errors())
	require.Contains(t, errs, "an item is longer than 64 MiB")
	require.Equal(t, 1, strings.Count(errs, "again and again"))
}

// Reading ends even if a message is attached to itself, folders contain each other, or
// blocks refer to themselves.
func TestCyclesInAStoreEnd(t *testing.T) {
	m := newMadeStore(&pstUnicode, 0)
	m.top(0x8022, 0x8042, m.object([]Property{{propDisplayName, "a"}}, nil))
	m.top(0x8042, 0x8022, m.object([]Property{{propDisplayName, "b"}}, nil))
	itself := m.block + 4 | pstInternal
	require.Equal(t, itself, m.add(append(le.AppendUint32(le.AppendUint16([]byte{1, 1}, 1), 0),
		m.words(itself)...), true))
	file := m.object([]Property{{propAttachMethod, attachEmbedded}, {propAttachData, pstNode{0x3F, 0, 0}}},
		nil)
	within := m.object([]Property{{0x0037, "Within"}}, nil)
	subnodes := m.block + 4 | pstInternal
	entries := append(m.words(0x25, file.data, subnodes), m.words(0x3F, within.data, subnodes)...)
	require.Equal(t, subnodes, m.add(append([]byte{2, 0, 2, 0, 0, 0, 0, 0}, entries...), true))
	m.top(0x8044, 0x8042, pstNode{data: within.data, sub: subnodes})
	m.top(0x8064, 0x8022, pstNode{data: itself})
	have := describeStore(t, m.end(23))
	require.Equal(t, maxNestedItems+1, strings.Count(have, "Subject: Within"))
	require.Contains(t, have, "a/b:\n")
	require.Contains(t, have, "nested deeper")
	require.Contains(t, have, "damaged block")
}

// made returns a store in which some bytes were changed before the checksums were
// computed: each change is a page or block, an offset and a value.
func made(version uint16, encode byte, changes []byte) []byte {
	m := newMadeStore(pstLayouts[version], encode)
	n := 0
	m.spoil = func(b []byte) {
		for c := range slices.Chunk(changes, 4) {
			if len(c) == 4 && int(c[0]) == n {
				b[int(le.Uint16(c[1:]))%len(b)] = c[3]
			}
		}
		n++
	}
	m.folder(pstRootFolder, pstRootFolder, StoreFolder{Folders: []StoreFolder{{Name: "Top",
		Messages: []Message{inner, message}}}})
	return m.end(version)
}

func FuzzStoresAreBounded(f *testing.F) {
	f.Add(byte(0), byte(0), []byte(nil))
	f.Add(byte(1), byte(2), []byte{1, 0, 0, 7, 2, 8, 0, 255})
	f.Add(byte(2), byte(1), []byte{9, 2, 0, 0xEC, 9, 4, 0, 0x60})
	f.Fuzz(func(t *testing.T, version, encode byte, changes []byte) {
		doc := made([]uint16{14, 23, 36}[version%3], encode%3, changes)
		s, err := OpenStore(bytes.NewReader(doc), int64(len(doc)))
		require.NoError(t, err)
		s.budget = 1 << 20
		for m := range s.Messages() {
			s.Folder(m)
			describe(t, nil, s.Item(m), 0)
		}
		require.LessOrEqual(t, len(s.Errors()), pstMaxErrors+2)
	})
}
