//go:build unix

package mcpclient_test

import (
	"os"
	"syscall"
)

// ownGroup says whether this process leads a process group of its own, which an interrupt at the terminal of another does not reach.
func ownGroup() bool { return syscall.Getpgrp() == os.Getpid() }
