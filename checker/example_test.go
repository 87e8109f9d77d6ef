package checker_test

import (
	"fmt"

	"mystic-sdk/checker"
	"mystic-sdk/contract"
)

func ExampleCheck() {
	env := &checker.Env{
		Verbs: []contract.VerbSpec{{
			Name: "dig", Kind: contract.Action, CountDefault: 1,
			Args: []contract.ArgSpec{{Name: "n", Type: contract.ArgCount}},
			Whys: []contract.WhySpec{{Word: "full", Meaning: "your pack is full"}},
		}},
		MeFields: []contract.FieldSpec{{Name: "gold", Type: "number"}},
	}
	result := checker.Check(`digg(1)
dig(me.gold < 10)
local ok, why = dig(3)
if why == "ful" then print(ok) end`, env)
	for _, d := range result.Diagnostics {
		fmt.Printf("%s %d:%d %s: %s\n    %s\n", d.Severity, d.Line, d.Column, d.Code, d.Message, d.Hint)
	}
	// Output:
	// error 1:1 unknown-word: unknown word 'digg'
	//     write dig
	// error 2:5 condition-as-count: dig wants a count for n, not a condition
	//     while me.gold < 10 do if not dig(1) then break end end
	// error 4:11 unknown-word: dig never gives "ful"
	//     write "full"
}
