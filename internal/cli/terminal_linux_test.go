package cli_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
	"unsafe"

	"github.com/stretchr/testify/require"

	"mystic-sdk/internal/cli"
)

// onTerminal returns what mystic prints when its standard output is a terminal.
func onTerminal(t *testing.T, env map[string]string, args ...string) string {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	require.NoError(t, err)
	defer master.Close()
	var unlocked, number int32
	ioctl(t, master, syscall.TIOCSPTLCK, &unlocked)
	ioctl(t, master, syscall.TIOCGPTN, &number)
	screen, err := os.OpenFile("/dev/pts/"+strconv.Itoa(int(number)), os.O_RDWR|syscall.O_NOCTTY, 0)
	require.NoError(t, err)
	shown := make(chan string)
	go func() {
		text, _ := io.ReadAll(master) // it ends with an error when the screen is closed
		shown <- string(text)
	}()
	cli.Main(t.Context(), &cli.Process{Args: args, Stdout: screen, LookupEnv: variables(env)})
	require.NoError(t, screen.Close())
	return <-shown
}

func ioctl(t *testing.T, file *os.File, request uintptr, value *int32) {
	t.Helper()
	_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, file.Fd(), request, uintptr(unsafe.Pointer(value)))
	require.Zero(t, errno)
}

func TestColours(t *testing.T) {
	script := filepath.Join(t.TempDir(), "slip.lua")
	require.NoError(t, os.WriteFile(script, []byte("digg(3)"), 0o600))
	for _, test := range []struct {
		name, command string
		env           map[string]string
		want          string // "": no colour
	}{
		{name: "check", command: "check", want: "\x1b[31merror\x1b[0m unknown-word"},
		{name: "run", command: "run", want: "\x1b[31mnot started, 1 error\x1b[0m"},
		{name: "refused", command: "check", env: map[string]string{"NO_COLOR": "1"}},
		{name: "not possible", command: "check", env: map[string]string{"TERM": "dumb"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			shown := onTerminal(t, test.env, test.command, "miners", script)
			require.Contains(t, shown, "unknown-word")
			if test.want == "" {
				require.NotContains(t, shown, "\x1b")
			} else {
				require.Contains(t, shown, test.want)
			}
		})
	}
}

func TestProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var screen bytes.Buffer
		p := cli.ShowProgress(&screen, "%d of %d ticks")
		p.At(1, 600)
		time.Sleep(2 * time.Second)
		p.At(2, 600)
		p.End()
		require.Empty(t, screen.String(), "two seconds are not long")
		time.Sleep(time.Millisecond)
		p.At(3, 600)
		p.At(4, 600) // too soon after
		time.Sleep(time.Second)
		p.At(5, 600)
		p.End()
		require.Equal(t, "\r3 of 600 ticks\r5 of 600 ticks\r\x1b[K", screen.String())
	})
}
