package checker_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/checker"
	"mystic-sdk/checker/rules"
)

// shape is a script that can be made as long as it takes: a line, in which %d is its number, between a head and a tail.
type shape struct{ head, line, tail string }

func (s shape) grow(size int) string {
	var b strings.Builder
	b.WriteString(s.head)
	for i := 0; ; i++ {
		next := fmt.Sprintf(s.line, i)
		if b.Len()+len(next)+len(s.tail) > size {
			return b.String() + s.tail
		}
		b.WriteString(next)
	}
}

// shapes are scripts that are as hard as can be for some rule, by name.
func shapes() map[string]shape {
	return map[string]shape{
		"unknown words":        {line: "word%d(%[1]d)\n"},
		"one unknown word":     {line: "word(%d)\n"},
		"guarded words":        {line: "if word then word() end -- %d\n"},
		"tested words":         {line: "if word and (other or word) then print(%d) end\n"},
		"words below one test": {head: "if word then\n", line: "word(%d)\n", tail: "end\n"},
		"globals":              {line: "g%d = g%[1]d or %[1]d\n"},
		"one global":           {line: "g = (g or 0) + %d\n"},
		"a global of a function": {
			head: "local function work()\n", line: "g = %d print(g)\n", tail: "end\nwork()\n",
		},
		"functions":            {line: "function f%d(a, b) x%[1]d = a return f%[1]d(b) end\n"},
		"functions that recur": {line: "do local function dig(n) if n then dig(n - %d) end end dig(1) end\n"},
		"a function that recurs": {
			head: "local function dig(n)\nif n > 9 then return end\n", line: "dig(%d)\n", tail: "end\ndig(1)\n",
		},
		"outcomes":             {line: "do local ok, why, n = dig(%d) if why == 'x' or ok == 3 or n == 'y' then print(n + 1) end end\n"},
		"one outcome":          {line: "ok, why, n = dig(%d) print(why == 'none', n + 1, ok)\n"},
		"a local of outcomes":  {head: "local n\n", line: "n = dig(%d) print(n + 1, n == 'x')\n"},
		"names":                {line: "go('place%d')\n"},
		"names in loops":       {line: "for i = 1, 3 do find('place%d') end\n"},
		"names in one loop":    {head: "for i = 1, 3 do\n", line: "go('place%d')\n", tail: "end\n"},
		"names in handlers":    {line: "on('hurt', function() go('place%d') end)\n"},
		"names and senses":     {line: "print(find('place%d'), scan())\n"},
		"fields":               {line: "print(me.a%d, me.pos.b%[1]d, string.c%[1]d)\n"},
		"field paths":          {line: "mem.a.b.c.d.e.f.g.h.i.j.k.l = mem.a.b.c.d.e.f.g.h.i.j.k.l -- %d\n"},
		"answers":              {line: "for _, t in ipairs(scan()) do print(t.a%d, t.name, t.far == 'x') end\n"},
		"hidden libraries":     {line: "do local table = {} table.insert(table, %d) table.x = 1 end\n"},
		"a hidden library":     {head: "local table = {}\n", line: "table.insert(table, %d)\n"},
		"a hidden verb":        {head: "local dig = 3\n", line: "dig(%d) dig = %[1]d\n"},
		"loops":                {line: "while true do for i = 1, %d do if i == 2 then break end end end\n"},
		"gotos":                {line: "for i = 1, %d do while true do goto out%[1]d end ::out%[1]d:: end\n"},
		"branches":             {line: "if me.gold == %d then stop() elseif me.gold then error() else stop() end\n"},
		"chains of locals":     {line: "do local a = %d local b = a local c = b local d = c print(d == 'x', #d) end\n"},
		"a local set often":    {head: "local n = 1\n", line: "n = %d print(n == 'x', #n)\n"},
		"conditions as counts": {line: "dig(me.gold < %d and (me.hp > 3 or not me.tired))\n"},
		"slips":                {line: "if me.gold != %d then x += 1 end\n"},
		"no Lua":               {line: "please dig %d gold\n"},
		"tables":               {line: "print({ a = %d, { b = { 1, 2 } }, [3] = dig } == {})\n"},
		"one table":            {head: "print({\n", line: "a%d = dig,\n", tail: "} == {})\n"},
		"one call":             {head: "print(1\n", line: ", dig(%d)\n", tail: ")\n"},
		"one assignment":       {head: "local x\nx", line: ", _G[%d]", tail: " = 1\nprint(x)\n"},
		"verbs not called":     {line: "if dig and not drop then wait(%d) end while dig do wait(1) end\n"},
		"verbs asked for":      {line: "if not go then return %d end go('home')\n"},
		"musts":                {line: "must(dig, %d) must('drop') wait(now)\n"},
		"texts added":          {line: "print('gold: ' + me.gold + %d + ' gold')\n"},
		"one sum":              {head: "print('x'\n", line: "+ %d\n", tail: ")\n"},
		"texts joined":         {line: "print('tired: ' .. me.tired .. ' at ' .. me.pos .. %d)\n"},
		"one text":             {head: "print('x'\n", line: ".. me.tired .. %d\n", tail: ")\n"},
		"joins in brackets":    {line: "print(('a' .. me.gold .. 'b' .. %d .. me.hp) + 1)\n"},
		"handlers of tables":   {line: "on('heard', function(e) print(%d, e.who, e.text) end)\n"},
		"one handler":          {head: "local function heard(e)\n", line: "print(%d, e.upper)\n", tail: "end\non('heard', heard)\n"},
		"results as tables":    {line: "do local r = dig(%d) print(r.ok, r.why) end\n"},
		"one table of results": {head: "local r = dig(1)\n", line: "print(r.ok, r[%d])\n"},
		"globals of results":   {line: "ok%d, why%[1]d = dig(1)\n"},
		"globals of one function": {
			head: "local function work()\n", line: "ok%d, why%[1]d = dig(1) print(ok%[1]d, why%[1]d)\n", tail: "end\nwork()\n",
		},
		"idle loops":          {line: "while me.gold < %d do print(me.hp) end\n"},
		"one idle loop":       {head: "while true do\n", line: "print(%d, me.gold)\n", tail: "end\n"},
		"loops in loops":      {head: strings.Repeat("while me.gold < 3 do ", 12), line: "if me.hp == %d then break end\n", tail: strings.Repeat("end ", 12)},
		"loops with ways":     {line: "while true do if me.gold == %d then dig(1) elseif me.hp > 3 then dig(2) elseif me.tired then wait(1) end end\n"},
		"one loop of ways":    {head: "while true do\n", line: "if me.gold == %d then dig(1) end\n", tail: "end\n"},
		"one loop of exits":   {head: "while true do\n", line: "if mem.a%d then break end\n", tail: "end\n"},
		"one loop of answers": {head: "while true do\n", line: "if mem.a%d then print(1) else print(2) end\n", tail: "end\n"},
		"one chain of ways":   {head: "while true do if me.tired then wait(1)\n", line: "elseif mem.a%d then print(1)\n", tail: "end end\n"},
		"ways in ways": {
			head: "while true do\n" + strings.Repeat("if mem.a then ", 12), line: "if me.gold == %d then dig(1) end\n",
			tail: strings.Repeat("end ", 12) + "end\n",
		},
		"conditions":                {line: "while me.gold < %d and me.hp > 3 and not me.tired or #scan() == %[1]d and find('home') do print(1) end\n"},
		"functions that look":       {line: "local function f%d() if me.gold < %[1]d then dig(1) end end while true do f%[1]d() end\n"},
		"functions one on another":  {head: "local function f() end\n", line: "local g%d = f local function f() if mem.a then g%[1]d() end end\n", tail: "while true do f() end\n"},
		"one function called":       {head: "local function f() if mem.a then print(1) elseif me.hp > 3 then dig(1) end end while true do\n", line: "f(%d)\n", tail: "end\n"},
		"functions that never end":  {line: "local function f%d() stop() end if mem.a then f%[1]d() dig(1) end\n"},
		"methods":                   {head: "local t = {}\n", line: "function t.f%d() dig(1) end t.f%[1]d()\n"},
		"methods of one name":       {head: "local t = {}\n", line: "function t:f() dig(%d) end t:f()\n"},
		"jumps back":                {line: "::a%d:: print(me.gold) if me.hp == %[1]d then goto a%[1]d end\n"},
		"jumps to one label":        {head: "::top::\n", line: "if me.gold == %d then goto top end\n"},
		"labels one in another":     {head: strings.Repeat("do ", 12), line: "::a%d::\n", tail: "goto a0 " + strings.Repeat("end ", 12)},
		"dropped actions":           {line: "while me.gold < %d do dig(1) end\n"},
		"loops of dropped actions":  {head: strings.Repeat("while me.gold < 3 do ", 12), line: "dig(%d)\n", tail: strings.Repeat("end ", 12)},
		"actions one after another": {line: "go('home') drop(%d) alert('x')\n"},
		"what may be nil":           {line: "print(find('home').x, me.target .. %d, scan()[1].name)\n"},
		"locals that may be nil":    {line: "do local s = find('home') print(s.x, s.depth + %d) end\n"},
		"one local that may be nil": {head: "local s = find('home') local t = scan()\n", line: "if s then print(s.x, t[1].name, %d) end\n"},
		"loops that go round once":  {line: "for i = 1, %d do if me.tired then return else break end end\n"},
		"changed tables":            {line: "for i, v in ipairs(mem.a%d) do table.remove(mem.a%[1]d, i) mem.b[v] = i end\n"},
		"one changed table":         {head: "local t = {} for k, v in pairs(t) do\n", line: "table.insert(t, %d) t[v] = k\n", tail: "end\n"},
		"changed in a deep place": {
			head: "local t = {} for i in ipairs(t) do\n" + strings.Repeat("if mem.a then ", 12), line: "table.remove(t, %d)\n",
			tail: strings.Repeat("end ", 12) + "end\n",
		},
		"loops over one table":     {head: strings.Repeat("for k in pairs(mem.a) do ", 12), line: "mem.b[%d] = k table.insert(mem.c, 1)\n", tail: strings.Repeat("end ", 12)},
		"handlers that take long":  {head: "wait(1)\n", line: "on('hurt', function() for i = 1, %d do dig(i) end wait(60) end)\n"},
		"handlers of one function": {head: "wait(1) local function f() while me.hp < 9 do wait(1) end end\n", line: "on('hurt', function() f(%d) end)\n"},
		"chains of callers":        {head: "local function f() wait(60) end\n", line: "local g%d = f local function f() g%[1]d() end\n", tail: "on('hurt', f) wait(1)\n"},
		"names in branches":        {line: "if me.tired then dig(%d) else go('place%[1]d') end\n"},
		"names in functions":       {line: "local function f%d() go('place%[1]d') end f%[1]d()\n"},
		"names and jumps":          {line: "::a%d:: go('place%[1]d') if me.tired then goto a%[1]d end\n"},
		"metatables":               {head: "local t = setmetatable({}, {})\n", line: "while true do print(t.x + %d) end\n"},
		"unsaved scripts":          {line: "run(script%d) forget(script%[1]d)\n"},
		"one list of locals":       {head: "do\n", line: "local a, b, c = 1, 2, %d end do\n", tail: "end\n"},
	}
}

// TestLinearWork counts how often rules look at a place of the script: twice the script, twice the work.
func TestLinearWork(t *testing.T) {
	for name, s := range shapes() {
		t.Run(name, func(t *testing.T) {
			work := map[int]int{}
			for size := 1 << 10; size <= 32<<10; size *= 2 {
				_, work[size] = checker.CheckWith(s.grow(size), vale(), rules.All())
			}
			for size := 2 << 10; size <= 32<<10; size *= 2 {
				require.LessOrEqual(t, float64(work[size]), 2.3*float64(work[size/2])+200, "%d bytes: %v", size, work)
			}
			require.LessOrEqual(t, work[32<<10], 100*32<<10, "looks for each byte")
			require.LessOrEqual(t, float64(work[32<<10])/32, 2*float64(work[1<<10])+200, "%s: looks for 1 KiB: %v", name, work)
		})
	}
}
