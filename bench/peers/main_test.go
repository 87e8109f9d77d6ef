package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files")

// TestMain lets the test's program be a worker, as the command's is.
func TestMain(m *testing.M) {
	if slices.Contains(os.Args, "-worker") {
		if err := command(context.Background(), os.Args[1:], os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	flag.Parse()
	os.Exit(m.Run())
}
