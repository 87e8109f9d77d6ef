package channel

import (
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"hash/fnv"
	"slices"
)

const (
	revisionForm  = 1  // the first byte of a revision
	revisionRows  = 16 // how many rows above the cursor's a revision remembers
	recurringRows = 4  // how many of them must be found again
)

// revision is what a reader carries from one read to the next. It holds no text: whole is a hash of every captured row, rows
// are hashes of the last rows above the cursor's, oldest first. The rows at the cursor and below it are still being written,
// so they are told again. Nothing is kept between two reads.
type revision struct {
	instance string
	whole    uint64
	rows     []uint32
}

func newRevision(s Snapshot) revision {
	r := revision{instance: s.Instance, whole: hashRows(s.Rows)}
	for _, row := range s.Rows[max(0, s.Above-revisionRows):s.Above] {
		r.rows = append(r.rows, hashRow(row))
	}
	return r
}

// String writes the revision as its reader sees it: letters, digits, - and _.
func (r revision) String() string {
	b := []byte{revisionForm, byte(len(r.instance))}
	b = append(b, r.instance...)
	b = binary.BigEndian.AppendUint64(b, r.whole)
	b = append(b, byte(len(r.rows)))
	for _, h := range r.rows {
		b = binary.BigEndian.AppendUint32(b, h)
	}
	b = binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
	return base64.RawURLEncoding.EncodeToString(b)
}

// parseRevision reads what String wrote, and says whether it did.
func parseRevision(s string) (r revision, ok bool) {
	if len(s) > MaxRevisionLength {
		return r, false
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(s)
	if err != nil || len(b) < 2+8+1+4 || b[0] != revisionForm {
		return r, false
	}
	body := b[:len(b)-4]
	if binary.BigEndian.Uint32(b[len(body):]) != crc32.ChecksumIEEE(body) {
		return r, false
	}
	n := int(body[1])
	body = body[2:]
	if n > MaxInstanceLength || len(body) < n+8+1 {
		return r, false
	}
	r.instance, body = string(body[:n]), body[n:]
	r.whole, body = binary.BigEndian.Uint64(body), body[8:]
	count := int(body[0])
	body = body[1:]
	if count > revisionRows || len(body) != 4*count {
		return r, false
	}
	for ; len(body) > 0; body = body[4:] {
		r.rows = append(r.rows, binary.BigEndian.Uint32(body))
	}
	return r, true
}

// since returns the rows below those that the revision remembers. They must recur in one place and no other, and all of them
// but for those that fell off the top of the captured rows; found is false where that cannot be said.
func (r revision) since(rows []string) (fresh []string, found bool) {
	if len(r.rows) < recurringRows {
		return nil, false
	}
	hashes := make([]uint32, len(rows))
	for i, row := range rows {
		hashes[i] = hashRow(row)
	}
	place := -1
	for end := recurringRows; end <= len(rows); end++ {
		n := min(len(r.rows), end)
		if !slices.Equal(hashes[end-n:end], r.rows[len(r.rows)-n:]) {
			continue
		}
		if place >= 0 {
			return nil, false
		}
		place = end
	}
	if place < 0 {
		return nil, false
	}
	return rows[place:], true
}

func hashRow(row string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(row))
	return h.Sum32()
}

func hashRows(rows []string) uint64 {
	h := fnv.New64a()
	for _, row := range rows {
		h.Write([]byte(row))
		h.Write([]byte{'\n'})
	}
	return h.Sum64()
}
