package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
)

// tool is a program that peers need.
type tool struct {
	name    string
	version []string // its arguments that have it tell its version
	install string
}

var tools = []tool{
	{"node", []string{"--version"}, "it with npm, version 20 or newer, from Debian: apt-get install nodejs npm"},
	{"npm", []string{"--version"}, "it from Debian: apt-get install npm"},
	{"lua5.4", []string{"-v"}, "it from Debian: apt-get install lua5.4"},
}

// npm is what a peer of Node needs besides.
const npm = "npm"

// take splits the peers into those whose programs are there and the others. The error names each program that is not, and
// how to get it.
func take(all []peer, found func(program string) bool) (there, gone []peer, err error) {
	missing := map[string]bool{}
	for _, p := range all {
		ok := true
		for _, program := range p.programs() {
			if !found(program) {
				ok, missing[program] = false, true
			}
		}
		if ok {
			there = append(there, p)
		} else {
			gone = append(gone, p)
		}
	}
	var errs []error
	for _, t := range tools {
		if missing[t.name] {
			errs = append(errs, fmt.Errorf("%s is missing; install %s", t.name, t.install))
		}
	}
	return there, gone, errors.Join(errs...)
}

func installed(program string) bool {
	_, err := exec.LookPath(program)
	return err == nil
}

// npmCI installs the packages of package-lock.json. What npm says goes to standard error.
func npmCI(ctx context.Context) error {
	c := exec.CommandContext(ctx, npm, "ci", "--prefer-offline", "--no-audit", "--no-fund")
	c.Stdout, c.Stderr = os.Stderr, os.Stderr
	if err := c.Run(); err != nil {
		return fmt.Errorf("npm ci: %w", err)
	}
	return nil
}

// versions says what takes part, Go and the VM first.
func versions(ctx context.Context, taking []peer) (string, error) {
	all := []string{runtime.Version()}
	if build, ok := debug.ReadBuildInfo(); ok {
		for _, m := range build.Deps {
			if m.Path == "github.com/yuin/gopher-lua" {
				all = append(all, "gopher-lua "+m.Version)
			}
		}
	}
	for _, t := range tools {
		if t.name == npm || !neededBy(taking, t.name) {
			continue
		}
		text, err := exec.CommandContext(ctx, t.name, t.version...).CombinedOutput()
		if err != nil {
			return "", fmt.Errorf("%s is there and does not run: %w", t.name, err)
		}
		all = append(all, t.name+" "+regexp.MustCompile(`[0-9][0-9.]*`).FindString(string(text)))
	}
	if neededBy(taking, "node") {
		version, err := packageVersion("wasmoon")
		if err != nil {
			return "", err
		}
		all = append(all, "wasmoon "+version)
	}
	return strings.Join(all, ", "), nil
}

func neededBy(all []peer, program string) bool {
	for _, p := range all {
		for _, needed := range p.programs() {
			if needed == program {
				return true
			}
		}
	}
	return false
}

// packageVersion is the version of a package that npm installed.
func packageVersion(name string) (string, error) {
	text, err := os.ReadFile(filepath.Join("node_modules", name, "package.json"))
	if err != nil {
		return "", err
	}
	var manifest struct{ Version string }
	if err := json.Unmarshal(text, &manifest); err != nil {
		return "", fmt.Errorf("read the version of %s: %w", name, err)
	}
	return manifest.Version, nil
}

// machine says what this runs on, without its name.
func machine() string {
	model := "a processor without a name"
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		if m := regexp.MustCompile(`(?m)^model name\s*:\s*(.+)$`).FindSubmatch(text); m != nil {
			model = string(m[1])
		}
	}
	return fmt.Sprintf("%d cores of %s, %s/%s", runtime.NumCPU(), model, runtime.GOOS, runtime.GOARCH)
}
