package main

import (
	"context"
	"encoding/json"

	"mystic-sdk/agent/mcpclient"
	"mystic-sdk/agent/scape"
)

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
