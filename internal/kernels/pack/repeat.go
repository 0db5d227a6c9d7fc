package pack

import "unsafe"

// longRow is how many bytes a row has that is copied as fast by other means.
const longRow = 1024

// Repeat writes count copies of the size bytes at src to dst, one after the
// other. The two do not overlap, except that src may end where dst begins.
func Repeat(dst, src unsafe.Pointer, size, count int) {
	RepeatRows(dst, src, size, count, 1, 0, 0)
}

// RepeatRows is Repeat for some rows of the source, srcStep bytes apart, each of
// which is repeated; the first copies are dstStep bytes apart.
func RepeatRows(dst, src unsafe.Pointer, size, count, rows, dstStep, srcStep int) {
	if size == 0 || count <= 0 || rows <= 0 {
		return
	}
	if hasRepeat && 32 <= size && size <= longRow {
		repeatRows(dst, src, size, count, rows, dstStep, srcStep)
		return
	}
	for r := range rows {
		repeat(unsafe.Add(dst, r*dstStep), unsafe.Add(src, r*srcStep), size, count)
	}
}

// repeat is Repeat for any size.
func repeat(dst, src unsafe.Pointer, size, count int) {
	from := unsafe.Slice((*byte)(src), size)
	to := unsafe.Slice((*byte)(dst), size*count)
	// Some copies from the source before copies of copies: bytes that were just
	// written are slow to read at another alignment.
	n := 0
	for range min(count, 4) {
		n += copy(to[n:], from)
	}
	for n < len(to) {
		n += copy(to[n:], to[:n])
	}
}
