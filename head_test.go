package nd

import (
	"testing"
	"unsafe"
)

// An Array and a head are the same memory.
func TestHead(t *testing.T) {
	testHead[float64](t)
	testHead[struct{}](t)
	testHead[[3]string](t)
	testHead[bool](t)
}

func testHead[T any](t *testing.T) {
	t.Helper()
	a := new(Array[T])
	var h head
	if unsafe.Sizeof(*a) != unsafe.Sizeof(h) || unsafe.Alignof(*a) != unsafe.Alignof(h) ||
		unsafe.Offsetof(a.v.Data) != unsafe.Offsetof(h.data) || unsafe.Sizeof(a.v.Data) != unsafe.Sizeof(h.data) ||
		unsafe.Offsetof(a.v.Shape) != unsafe.Offsetof(h.shape) || unsafe.Offsetof(a.v.Strides) != unsafe.Offsetof(h.strides) ||
		unsafe.Offsetof(a.v.Offset) != unsafe.Offsetof(h.offset) || unsafe.Offsetof(a.v.ReadOnly) != unsafe.Offsetof(h.readOnly) {
		t.Fatalf("%T is laid out unlike its head", *a)
	}
	b := FromSlice(make([]T, 6, 7), 2, 3)
	h = *b.head()
	if h.data.first != unsafe.Pointer(unsafe.SliceData(b.v.Data)) || h.data.len != 6 || h.data.cap != cap(b.v.Data) {
		t.Errorf("%T: slice %v", b, h.data)
	}
	if c := arrayOf[T](b.head().with(b.layout(), nil)); len(c.v.Data) != 6 || c.Size() != 6 || c.Len(1) != 3 {
		t.Errorf("%T: not the same again", b)
	}
}
