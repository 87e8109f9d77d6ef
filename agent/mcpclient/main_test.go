package mcpclient_test

import (
	"context"
	"os"
	"testing"

	"github.com/mark3labs/mcp-go/server"
	"go.uber.org/goleak"
)

// serveVariable makes the test's own binary the server that Command starts: a good one where it is 1, else what serveBadly knows.
const serveVariable = "MCPCLIENT_TEST_SERVE"

func TestMain(m *testing.M) {
	switch how := os.Getenv(serveVariable); how {
	case "":
	case "1":
		if err := server.NewStdioServer(newServer()).Listen(context.Background(), os.Stdin, os.Stdout); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	default:
		serveBadly(how)
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}
