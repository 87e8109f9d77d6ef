package cli_test

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"mystic-sdk/internal/cli"
	"mystic-sdk/sdk/sdktest"
)

// raceQuick spares each mystic of the race detector its second of waiting at the end.
const raceQuick = "atexit_sleep_ms=0"

// TestMain lets the scripts run mystic, which is this binary under another name.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"mystic": func() {
			ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			os.Exit(cli.Main(ctx, cli.OS()))
		},
	})
}

// TestScripts runs the commands. With -update, which is sdktest's flag, what they print is written into the scripts, as the
// other tests write it into their golden files and README.md.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       sdktest.Update(),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("GORACE", raceQuick)
			return nil
		},
	})
}
