package document

import "encoding/binary"

// lzfuDictionary is the text to which every compressed RTF may refer (MS-OXRTFCP, section
// 2.1.2.1).
const lzfuDictionary = `{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern ` +
	`\fscript \fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0` +
	"\r\n" + `\par \pard\plain\f0\fs20\b\i\u\tab\tx`

// Magic numbers and sizes of compressed RTF.
const (
	lzfuPacked = 0x75465A4C // "LZFu"
	lzfuStored = 0x414C454D // "MELA"
	lzfuHeader = 16
	lzfuWindow = 4096
)

// decompressRTF decompresses RTF (MS-OXRTFCP) up to damage. The result is at most 17
// times as long as b.
func decompressRTF(b []byte) []byte {
	if len(b) < lzfuHeader {
		return nil
	}
	size, magic := binary.LittleEndian.Uint32(b[4:]), binary.LittleEndian.Uint32(b[8:])
	in := b[lzfuHeader:]
	switch magic {
	case lzfuStored:
		return in[:min(uint64(size), uint64(len(in)))]
	case lzfuPacked:
	default:
		return nil
	}
	var window [lzfuWindow]byte
	at := copy(window[:], lzfuDictionary)
	var out []byte
	put := func(c byte) {
		window[at] = c
		at = (at + 1) % lzfuWindow
		out = append(out, c)
	}
	for len(in) > 0 {
		flags := in[0]
		in = in[1:]
		for bit := range 8 {
			if flags>>bit&1 == 0 {
				if len(in) == 0 {
					return out
				}
				put(in[0])
				in = in[1:]
				continue
			}
			if len(in) < 2 {
				return out
			}
			ref := binary.BigEndian.Uint16(in)
			in = in[2:]
			from, n := int(ref>>4), int(ref&15)+2
			if from == at {
				return out // the end
			}
			for i := range n {
				put(window[(from+i)%lzfuWindow])
			}
		}
	}
	return out
}
