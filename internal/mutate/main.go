package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"mystic-sdk/internal/mutate/list"
)

func main() {
	only := flag.String("only", "", "the names of the mutations to apply, with commas between")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := mutate(ctx, *only, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

// mutate tries the mutations of packages, given as folders, and fails for those that a case did not notice.
func mutate(ctx context.Context, only string, dirs []string) error {
	work, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	tried, failed := 0, 0
	for _, dir := range dirs {
		mutations, err := list.Read(dir)
		if err != nil {
			return err
		}
		p := pack{dir: dir, work: work, sound: map[string]bool{}}
		for _, m := range mutations {
			if only != "" && !slices.Contains(strings.Split(only, ","), m.Name) {
				continue
			}
			unnoticed, err := p.try(ctx, m)
			tried++
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case err != nil:
				failed++
				fmt.Printf("BROKEN   %s: %v\n", m.Name, err)
			case len(unnoticed) > 0:
				failed++
				fmt.Printf("SURVIVED %s: %s pass with it\n", m.Name, strings.Join(unnoticed, " "))
			default:
				fmt.Printf("noticed  %-34s %s\n", m.Name, strings.Join(m.Cases, " "))
			}
		}
	}
	fmt.Printf("%d mutations, %d of them broken or not noticed\n", tried, failed)
	switch {
	case tried == 0:
		return errors.New("there was nothing to try")
	case failed > 0:
		return errors.New("the tests or the lists have holes")
	}
	return nil
}

// pack is one package under test.
type pack struct {
	dir, work string
	sound     map[string]bool // cases that passed without a fault
	base      string          // the test binary without one
}

// try returns the cases of a mutation that pass in spite of it.
func (p *pack) try(ctx context.Context, m list.Mutation) (unnoticed []string, err error) {
	if p.base == "" {
		if p.base, err = p.compile(ctx, "base", ""); err != nil {
			return nil, err
		}
	}
	overlay, err := p.overlay(m)
	if err != nil {
		return nil, err
	}
	mutated, err := p.compile(ctx, "mutated", overlay)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m.Name, err)
	}
	for _, number := range m.Cases {
		if !p.sound[number] {
			passed, output := p.run(ctx, p.base, number)
			if !passed {
				return nil, fmt.Errorf("case %s of %s does not pass without a fault:\n%s", number, p.dir, output)
			}
			p.sound[number] = true
		}
		if passed, _ := p.run(ctx, mutated, number); passed {
			unnoticed = append(unnoticed, number)
		}
	}
	return unnoticed, ctx.Err()
}

// overlay writes the faulty file and says where it takes the place of the sound one.
func (p *pack) overlay(m list.Mutation) (string, error) {
	text, err := m.Apply()
	if err != nil {
		return "", err
	}
	sound, err := filepath.Abs(m.File)
	if err != nil {
		return "", err
	}
	faulty := filepath.Join(p.work, "faulty.go")
	replace, err := json.Marshal(map[string]any{"Replace": map[string]string{sound: faulty}})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(p.work, "overlay.json")
	return overlay, errors.Join(os.WriteFile(faulty, text, 0o600), os.WriteFile(overlay, replace, 0o600))
}

// compile makes the package's test binary.
func (p *pack) compile(ctx context.Context, name, overlay string) (string, error) {
	binary := filepath.Join(p.work, name+"-"+strings.ReplaceAll(p.dir, "/", "-"))
	args := []string{"test", "-c", "-vet=off", "-o", binary}
	if overlay != "" {
		args = append(args, "-overlay", overlay)
	}
	output, err := exec.CommandContext(ctx, "go", append(args, "./"+p.dir)...).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("compile %s: %w\n%s", p.dir, err, output)
	}
	return binary, nil
}

// run runs one case, and reports whether it was there and passed.
func (p *pack) run(ctx context.Context, binary, number string) (passed bool, output string) {
	cmd := exec.CommandContext(ctx, binary, "-test.v", "-test.timeout=30s", "-test.run=^TestCases/^"+number+"$")
	cmd.Dir = p.dir
	text, err := cmd.CombinedOutput()
	return err == nil && strings.Contains(string(text), "/"+number+" ("), string(text)
}
