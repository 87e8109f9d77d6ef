package scape_test

import (
	"encoding/json"
	"fmt"
	"strings"

	"mystic-sdk/agent/scape"
)

// An Activity says what changed between two observations of one session.
func ExampleActivity() {
	const before = `{"protocol":1,"sessionId":"s1","revision":4,"observedAt":1767225600000,"room":"harbour","status":"connected",
		"self":{"x":10,"y":12,"floor":0,"id":"agent","name":"Scout","text":""},
		"players":[{"x":12,"y":12,"floor":0,"id":"ann","name":"Ann","text":"","textRevision":1,"settled":true}],
		"objects":[],"blocked":[],"movement":null,
		"limits":{"radius":10,"heartbeatMs":15000,"idleTimeoutMs":120000,"maxSpeechLength":320}}`
	after := strings.Replace(before, `"text":"","textRevision":1`, `"text":"hello Scout","textRevision":2`, 1)

	var activity scape.Activity
	for _, document := range []string{before, after, after} {
		o, err := scape.Decode([]byte(document))
		if err != nil {
			fmt.Println(err)
			return
		}
		events, err := activity.Update(o)
		if err != nil {
			fmt.Println(err)
			return
		}
		text, err := json.Marshal(events)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(string(text))
	}
	// Output:
	// [{"type":"ready"}]
	// [{"type":"speech","player":{"x":12,"y":12,"floor":0,"id":"ann","name":"Ann","text":"hello Scout","textRevision":2,"settled":true}}]
	// null
}

// What is wrong with a document is said with the place.
func ExampleDecode() {
	_, err := scape.Decode([]byte(`{"protocol":1,"players":[{"x":12,"y":40}]}`))
	fmt.Println(err)
	// Output: observation: players[0].y: want a whole number from 0 to 39
}
