package unpack

import (
	"bytes"
	"io"
	"strings"
)

// RelatedPart returns the path of the part of an Office document whose relationships are
// in the member at path, or "". For word/_rels/document.xml.rels it is word/document.xml.
func RelatedPart(path string) string {
	const folder, ending = "_rels/", ".rels"
	k := strings.LastIndex(path, folder)
	name, ok := strings.CutSuffix(path, ending)
	if k < 0 || !ok || len(name) <= k+len(folder) || k > 0 && path[k-1] != '/' && path[k-1] != '!' {
		return ""
	}
	return path[:k] + name[k+len(folder):]
}

// A relatedMember holds the relationships of a part that has not been read yet.
type relatedMember struct {
	member, part string
	data         []byte
	depth        int
}

// Limits of the members kept for later parts: bytes, and names.
const (
	maxRelated = 1 << 20
	maxSeen    = 64 << 10
)

// related yields the members of an Office document.
type related struct {
	*content
	kept []relatedMember
	left int // bytes that may still be kept
	seen map[string]bool
}

// member yields the contents of a member. Relationships are yielded after their part, in
// any order of the archive, since the part holds the fragments that its links add to
// their targets.
func (z *related) member(l *layer) bool {
	part := RelatedPart(l.member)
	if part != "" && !z.seen[part] {
		return z.keep(l, part)
	}
	if strings.HasSuffix(l.member, ".xml") && len(z.seen) < maxSeen {
		if z.seen == nil {
			z.seen = map[string]bool{}
		}
		z.seen[l.member] = true
	}
	return z.enter(l) && z.release(l.member)
}

// keep keeps a member for a part. It yields a member at once that is too long or damaged.
func (z *related) keep(l *layer, part string) bool {
	if l.sums {
		defer z.u.cover(l)()
		l.sums = false
	}
	data, err := io.ReadAll(io.LimitReader(l, int64(z.left)+1))
	if err != nil || len(data) > z.left {
		return z.enterAs(l, io.MultiReader(bytes.NewReader(data), l))
	}
	z.u.members++
	z.left -= len(data)
	z.kept = append(z.kept, relatedMember{l.member, part, data, l.depth})
	return true
}

// release yields the members kept for a part, or all if part is empty.
func (z *related) release(part string) bool {
	rest := z.kept[:0]
	more := true
	for _, m := range z.kept {
		if !more || part != "" && m.part != part {
			rest = append(rest, m)
			continue
		}
		z.left += len(m.data)
		s := z.u.source(bytes.NewReader(m.data), 0)
		in := content{z.u, s, plain, m.member, m.depth, false}
		more = in.give()
		z.u.free(s)
	}
	z.kept = rest
	return more
}
