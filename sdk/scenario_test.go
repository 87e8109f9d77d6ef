package sdk_test

import (
	"testing"

	"go.uber.org/goleak"

	"mystic-sdk/sdk"
	"mystic-sdk/sdk/sdktest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestScenarios replays what agents send and are told, every form of reply and every code that the SDK can give.
func TestScenarios(t *testing.T) {
	sdktest.Scenarios(t, "testdata/scenarios/*.txtar", func() (*sdk.World, error) {
		w, _, err := newYard(&sdk.Options{Seed: 1})
		return w, err
	})
}
