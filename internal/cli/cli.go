package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"regexp"
	"runtime/debug"
	"strings"

	"github.com/alecthomas/kong"

	"mystic-sdk/contract"
)

// Exit codes.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

// Process is what a program is given by its system.
type Process struct {
	Args   []string  // without the program's name
	Stdin  io.Reader // nil: empty
	Stdout io.Writer // nil: discarded
	Stderr io.Writer // nil: discarded; several goroutines write to it
	// LookupEnv finds environment variables as os.LookupEnv does; nil: nothing is set. The tmux of the channel commands gets
	// the environment of this process whatever it says.
	LookupEnv func(name string) (value string, ok bool)
}

// OS returns the process that this program is.
func OS() *Process {
	return &Process{Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, LookupEnv: os.LookupEnv}
}

// grammar is the command line.
type grammar struct {
	Serve    serveCommand    `cmd:"" help:"Serve a game to agents over MCP."`
	Run      runCommand      `cmd:"" help:"Play a script in a world of its own, without a network and without waiting."`
	Check    checkCommand    `cmd:"" help:"Read scripts as the checker does, and run nothing."`
	Card     cardCommand     `cmd:"" help:"Print a game's card: how an agent plays it."`
	Stubs    stubsCommand    `cmd:"" help:"Print what scripts can call as Lua annotations, for editors."`
	Games    gamesCommand    `cmd:"" help:"List the games."`
	Contract contractCommand `cmd:"" help:"Print what agents rely on as JSON: version, hash, tools, the reply's schema, codes."`
	Channel  channelCommand  `cmd:"" help:"Let agents read terminals and type into them."`
	Demo     demoCommand     `cmd:"" help:"Play the miners through a real MCP client, and print what an agent sees."`
	Help     helpCommand     `cmd:"" help:"Explain a command."`
	Version  versionCommand  `cmd:"" help:"Print the version."`

	ShowVersion kong.VersionFlag `name:"version" help:"Print the version."`
}

// Main runs the command that p.Args name and returns the exit code. It blocks until the command has ended and left nothing
// behind; the end of ctx asks it to.
func Main(ctx context.Context, p *Process) int {
	a := newApp(p)
	commands, exited, err := parse(a.Args, a.Stdout)
	switch {
	case exited:
		return exitOK
	case err == nil:
		commands.BindTo(ctx, (*context.Context)(nil))
		err = commands.Run(a)
	}
	return a.end(err)
}

// parse reads a command line. Exited says that it asked for help or the version, and got it.
func parse(args []string, stdout io.Writer) (commands *kong.Context, exited bool, err error) {
	parser, err := kong.New(&grammar{}, append(readers(),
		kong.Name("mystic"),
		kong.Description("Games that agents play by writing Lua."),
		kong.Vars{"version": version(), "address": defaultAddress, "ticks": fmt.Sprint(defaultTicks), "most": fmt.Sprint(maxTicks)},
		kong.Writers(stdout, io.Discard),
		kong.Exit(func(int) { exited = true }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
	)...)
	if err != nil {
		panic("cli: the grammar is wrong: " + err.Error())
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	commands, err = parser.Parse(args)
	if exited {
		return nil, true, nil
	}
	if err == nil {
		err = repeated(commands)
	}
	if err != nil {
		return nil, false, misuse(err, commands)
	}
	return commands, false, nil
}

// misuse is what is wrong with a command line, with the usage of the command that it names. What a command or a reader says
// itself stands without what kong puts before it; commands may be nil.
func misuse(err error, commands *kong.Context) error {
	u := &usageError{err: plainly(err)}
	if own := (*usageError)(nil); errors.As(err, &own) {
		*u = *own
	}
	if p := (*kong.ParseError)(nil); errors.As(err, &p) {
		commands = p.Context
	}
	if u.hint != "" {
		return u
	}
	u.hint = `"mystic --help" lists the commands`
	if commands != nil && commands.Selected() != nil {
		command := commands.Selected()
		u.hint = fmt.Sprintf("usage: mystic %s; \"mystic %s --help\" explains it", command.Summary(), command.Path())
	}
	return u
}

// plainly is an error of kong's as users say it.
func plainly(err error) error {
	if strings.HasPrefix(err.Error(), "expected one of ") {
		return errors.New("no command is named")
	}
	missing := regexp.MustCompile(`^expected "(.*)"$`)
	return errors.New(missing.ReplaceAllString(err.Error(), "$1 is missing"))
}

func version() string { return "mystic " + release() + ", contract " + contract.Version }

// release is the version of this program.
func release() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// app is the process with what all commands need of it.
type app struct {
	Process
	paint paint // of Stdout
}

func newApp(p *Process) *app {
	a := &app{Process: *p}
	if a.Stdin == nil {
		a.Stdin = eof{}
	}
	if a.Stdout == nil {
		a.Stdout = io.Discard
	}
	if a.Stderr == nil {
		a.Stderr = io.Discard
	}
	if a.LookupEnv == nil {
		a.LookupEnv = func(string) (string, bool) { return "", false }
	}
	a.paint = paint{on: terminal(a.Stdout) && a.getenv("NO_COLOR") == "" && a.getenv("TERM") != "dumb"}
	return a
}

// getenv returns the value of an environment variable, empty where it is not set.
func (a *app) getenv(name string) string {
	value, _ := a.LookupEnv(name)
	return value
}

// eof is an empty input.
type eof struct{}

func (eof) Read([]byte) (int, error) { return 0, io.EOF }

// say writes one line for whoever started the program.
func (a *app) say(format string, args ...any) {
	fmt.Fprintf(a.Stderr, "mystic: "+format+"\n", args...)
}

// log takes what an operator must know, from a level on.
func (a *app) log(level slog.Level) *slog.Logger {
	return slog.New(slog.NewTextHandler(a.Stderr, &slog.HandlerOptions{Level: level}))
}

// errSaid ends a command that has printed what went wrong.
var errSaid = errors.New("it is printed already")

// usageError is a command line that cannot be carried out, with what would help.
type usageError struct {
	err  error
	hint string // empty: the usage of the command
}

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

// end says how a command ended, and returns the exit code.
func (a *app) end(err error) int {
	var usage *usageError
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errSaid):
		return exitFailed
	case errors.As(err, &usage):
		a.say("%s", usage.err)
		fmt.Fprintln(a.Stderr, usage.hint)
		return exitUsage
	default:
		// Several errors, or one of several parts, stand on lines of their own; here they are one sentence.
		a.say("%s", strings.ReplaceAll(err.Error(), "\n", "; "))
		return exitFailed
	}
}
