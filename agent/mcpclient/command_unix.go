//go:build unix

package mcpclient

import (
	"os/exec"
	"syscall"
)

// setApart gives a command a process group of its own: signals from the terminal go to the whole group of whoever has it.
func setApart(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
