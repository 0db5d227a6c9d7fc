module github.com/ndgo/nd/internal/kernels/gen

go 1.26.0

require github.com/ndgo/nd v0.0.0

replace github.com/ndgo/nd => ../../..
