package pack

import "unsafe"

// Repeat writes count copies of the size bytes at src to dst, one after the
// other. The two do not overlap, except that src may end where dst begins.
func Repeat(dst, src unsafe.Pointer, size, count int) {
	if size == 0 || count <= 0 {
		return
	}
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
