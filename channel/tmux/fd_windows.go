package tmux

import "syscall"

// There is no tmux to run on Windows; the package is there so that what imports it builds.

func readFD(fd uintptr, p []byte) (int, error)  { return syscall.Read(syscall.Handle(fd), p) }
func writeFD(fd uintptr, p []byte) (int, error) { return syscall.Write(syscall.Handle(fd), p) }
