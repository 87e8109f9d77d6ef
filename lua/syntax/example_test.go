package syntax_test

import (
	"fmt"

	"mystic-sdk/lua/syntax"
)

func ExampleParse() {
	_, errs := syntax.Parse("", "if me.gold != 3 then\n  x += 1\nend\nreturn nul")
	for _, e := range errs {
		fmt.Printf("%d:%d %s: %s (%s)\n", e.Start.Line, e.Start.Column, e.Code, e.Message, e.Hint)
	}
	// Output:
	// 1:12 syntax: '!=' is not an operator of Lua (write '~=' for 'not equal')
	// 2:5 syntax: '+=' is not an operator of Lua (write x = x + 1)
}

func ExampleWalk() {
	chunk, _ := syntax.Parse("", "for i = 1, 3 do dig(i) end\nsay('done')")
	syntax.Walk(chunk, func(n syntax.Node) bool {
		if call, ok := n.(*syntax.Call); ok {
			fmt.Println(call.Fn.(*syntax.Ident).Name, "in line", call.Start.Line)
		}
		return true
	})
	// Output:
	// dig in line 1
	// say in line 2
}

func ExampleResolve() {
	chunk, _ := syntax.Parse("", "local n = 0\nlocal function count() n = n + 1 end\ntotal = n")
	scopes := syntax.Resolve(chunk)
	n := scopes.Variables[0]
	fmt.Println(n.Name.Text, "is read", len(n.Reads), "times and set", len(n.Writes), "times; captured:", n.Captured)
	fmt.Println("globals set:", scopes.Globals[0].Name)
	// Output:
	// n is read 2 times and set 1 times; captured: true
	// globals set: total
}

func ExamplePrint() {
	chunk, _ := syntax.Parse("", "if a then b() else c = {1;x='y'} end")
	fmt.Print(syntax.Print(chunk))
	// Output:
	// if a then
	//   b()
	// else
	//   c = {1, x = "y"}
	// end
}
