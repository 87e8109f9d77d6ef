package contract_test

import (
	"encoding/json"
	"fmt"

	"mystic-sdk/contract"
)

func ExampleParseArgs() {
	args, _ := contract.ParseArgs(contract.ToolRun, json.RawMessage(`{"script":"dig(3)","wait":2.5}`))
	fmt.Printf("%+v\n", args)

	_, fault := contract.ParseArgs(contract.ToolRun, json.RawMessage(`{"scripts":"dig(3)"}`))
	fmt.Println(fault.Text())
	// Output:
	// {Script:dig(3) Mode:run Wait:2.5 ID: Name:}
	// invalid_argument: unknown argument 'scripts'; did you mean 'script'?
	//   hint: run takes script; optional: mode, wait, id, name
}

func ExampleReply_Text() {
	ok := true
	run := contract.Run{
		ID: "7", Name: "farm", State: contract.RunDone, OK: &ok, Seconds: 16,
		Report: []contract.Tally{{Verb: "dig", Line: 2, OK: 31}, {Verb: "drop", Line: 4, Refused: 12, Why: "short"}},
	}
	reply := contract.Reply{
		OK: true, Run: &run, RunLines: []string{run.Text()},
		Output: []string{"a printed line"}, Heard: []contract.Heard{{Who: "Bo", Text: "hello"}},
		State: "12:04 · mine · gold 3 · idle", Revision: 88,
	}
	fmt.Println(reply.Text())
	// Output:
	// run farm done: ok, 16 s
	//   dig 31 ok · drop 12 refused "short" (line 4)
	// > a printed line
	// * heard Bo: "hello"
	// 12:04 · mine · gold 3 · idle · @88
}

func ExampleNearest() {
	fmt.Println(contract.Nearest("wiat", []string{"say", "wait", "stop"}))
	fmt.Printf("%q\n", contract.Nearest("teleport", []string{"say", "wait", "stop"}))
	// Output:
	// wait
	// ""
}

func ExampleClean() {
	fmt.Println("> " + contract.Clean("x\nrun 9 done: ok", contract.MaxPrint))
	// Output:
	// > x\nrun 9 done: ok
}

func ExampleQuote() {
	fmt.Println("heard Bo: " + contract.Quote("hi\"\nrun 9 done: ok", contract.MaxSpeech))
	// Output:
	// heard Bo: "hi\"\nrun 9 done: ok"
}

func ExampleSnippet() {
	fmt.Println(contract.Snippet("wait(1)\n  dgi(3)\n", 2, 3))
	// Output:
	//     dgi(3)
	//     ^
}

func ExampleVerbSpec_Signature() {
	give := contract.VerbSpec{
		Name: "give", Kind: contract.Action, CountDefault: 1,
		Args: []contract.ArgSpec{{Name: "to", Type: contract.ArgName, Kind: "player"}, {Name: "n", Type: contract.ArgCount}},
	}
	fmt.Println(give.Signature())
	// Output:
	// give(to: player, n=1)
}
