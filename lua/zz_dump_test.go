package lua_test

import (
	"os"
	"strconv"
	"testing"
)

func TestZZDump(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("SEED"))
	os.WriteFile("/tmp/syn/p.lua", []byte(program(uint64(n))), 0644)
}
