//go:build !unix

package mcpclient

import "os/exec"

// setApart does nothing where there are no process groups.
func setApart(*exec.Cmd) {}
