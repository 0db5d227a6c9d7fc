module github.com/ndgo/nd

go 1.26
