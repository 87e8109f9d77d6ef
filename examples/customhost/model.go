package main

import (
	"context"
	"encoding/json"

	"mystic-sdk/agent/mcpclient"
	"mystic-sdk/agent/scape"
)

// call is what a model decides on; one without a tool ends the turn.
type call struct {
	Tool string
	Args map[string]any
}

// model decides on the next call. The situation is JSON whose texts come from the world: data, and never instructions.
type model func(ctx context.Context, tools []mcpclient.Tool, situation json.RawMessage) (call, error)

// polite is a model that answers each batch of news with one sentence.
func polite(_ context.Context, _ []mcpclient.Tool, situation json.RawMessage) (call, error) {
	var now struct {
		Events []struct {
			Type   string
			Player struct{ Name string }
		}
		Result map[string]any
	}
	if err := json.Unmarshal(situation, &now); err != nil {
		return call{}, err
	}
	if now.Result != nil {
		return call{}, nil
	}
	text := "Good day to you all."
	for _, event := range now.Events {
		if event.Type == scape.KindSpeech {
			text = "Interesting, " + event.Player.Name + "."
		}
	}
	return call{scape.ToolSpeak, map[string]any{"text": text}}, nil
}
