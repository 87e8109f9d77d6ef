package tmux

import "syscall"

// widen asks for room for so many bytes in a pipe. Where that is not granted, the pipe stays as it is.
func widen(pipe uintptr, size int) {
	_, _, _ = syscall.Syscall(syscall.SYS_FCNTL, pipe, syscall.F_SETPIPE_SZ, uintptr(size))
}
