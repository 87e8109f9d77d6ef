package contract

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// CardOptions is what a game brings to its card. All texts are the author's own; world data has no place in a card.
type CardOptions struct {
	Intro    string      // what the game is, one or two sentences
	Verbs    []VerbSpec  // in the order in which the card lists them
	MeFields []FieldSpec // fields of me
	Events   []EventSpec // besides the built-in ones
	Prelude  []WordSpec  // words of the game's prelude
	Game     string      // the game's own section: rules, aims; empty: none
	Examples []string    // scripts; empty: ones made from the verbs

	Rate     float64 // ticks per game second; 0: 1
	TickReal float64 // real seconds per tick; 0: 1/Rate

	StepsPerTick int64 // steps granted a tick; 0: 20,000
	MaxThink     int64 // steps without getting anywhere that end a run; 0: 1,000,000

	ShareTo string // where the game wants its card shared; empty: nowhere
}

// BuildCard assembles the card, the manual that an agent reads before it plays: plain text, made of the contract's fixed
// lines and of what the options declare.
func BuildCard(o CardOptions) string {
	var c card
	c.text(o.Intro)
	c.part(headPlay, fill(playLines(), o))
	actions, senses := split(o.Verbs)
	if len(actions) > 0 {
		c.part(headActions, actionPart(actions))
	}
	if len(senses) > 0 {
		c.part(headSenses, sensePart(senses))
	}
	if len(o.MeFields) > 0 {
		c.part(headMe, fieldPart(o.MeFields))
	}
	c.part(headWords, wordPart(o.Prelude))
	c.part(headEvents, eventPart(o.Events))
	c.part(headLua, fill(luaLines(), o))
	c.part(headReplies, replyLines())
	if o.Game != "" {
		c.part(headGame, []string{strings.TrimSpace(o.Game)})
	}
	examples := o.Examples
	if len(examples) == 0 {
		examples = DefaultExamples(o.Verbs, o.MeFields)
	}
	c.part(headExamples, separate(examples))
	if o.ShareTo != "" {
		c = append(c, "", "Share this card: "+o.ShareTo)
	}
	return strings.TrimLeft(strings.Join(c, "\n"), "\n")
}

// card gathers the parts of a card.
type card []string

func (c *card) text(text string) {
	if text = strings.TrimSpace(text); text != "" {
		*c = append(*c, text)
	}
}

func (c *card) part(head string, lines []string) {
	*c = append(*c, "", head)
	*c = append(*c, lines...)
}

// fill puts a game's numbers into fixed lines.
func fill(lines []string, o CardOptions) []string {
	rate := o.Rate
	if rate <= 0 {
		rate = 1
	}
	real := o.TickReal
	if real <= 0 {
		real = 1 / rate
	}
	steps, think := o.StepsPerTick, o.MaxThink
	if steps <= 0 {
		steps = 20_000
	}
	if think <= 0 {
		think = 1_000_000
	}
	r := strings.NewReplacer(
		"{tick}", short(1/rate), "{real}", short(real),
		"{steps}", strconv.FormatInt(steps, 10), "{think}", strconv.FormatInt(think, 10),
	)
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = r.Replace(line)
	}
	return out
}

// short says a number with at most three decimals.
func short(f float64) string {
	return number(math.Round(f*1000) / 1000)
}

func split(verbs []VerbSpec) (actions, senses []VerbSpec) {
	for _, v := range verbs {
		if v.Kind == Sense {
			senses = append(senses, v)
		} else {
			actions = append(actions, v)
		}
	}
	return actions, senses
}

func actionPart(actions []VerbSpec) []string {
	out := actionLines()
	counts := false
	for i := range actions {
		v := &actions[i]
		line := v.Signature()
		if v.Instant {
			line += ", at once"
		}
		line += before(" - ", v.Doc)
		for j, why := range v.Whys {
			lead := ", "
			if j == 0 {
				lead = " Refuses: "
			}
			line += lead + why.Word + parenthesis(why.Meaning)
		}
		out = append(out, line)
		for _, a := range v.Args {
			counts = counts || a.Type == ArgCount
		}
	}
	if counts {
		out = append(out, countLine())
	}
	return append(out, whyLine())
}

func sensePart(senses []VerbSpec) []string {
	out := senseLines()
	for i := range senses {
		v := &senses[i]
		line := v.Signature()
		if v.Answer != nil {
			line += ": " + v.Answer.Shape()
		}
		out = append(out, line+before(" - ", v.Doc))
	}
	return out
}

func fieldPart(fields []FieldSpec) []string {
	out := make([]string, len(fields))
	for i := range fields {
		f := &fields[i]
		out[i] = "me." + f.Name + ": " + f.Shape() + before(" - ", f.Doc)
	}
	return out
}

func wordPart(prelude []WordSpec) []string {
	var out []string
	for _, w := range append(Words(), prelude...) {
		out = append(out, w.line())
	}
	return out
}

func eventPart(events []EventSpec) []string {
	var out []string
	for _, e := range append(BuiltinEvents(), events...) {
		out = append(out, e.line())
	}
	return out
}

// separate puts an empty line between scripts.
func separate(scripts []string) []string {
	var out []string
	for i, script := range scripts {
		if i > 0 {
			out = append(out, "")
		}
		out = append(out, strings.TrimSpace(script))
	}
	return out
}

func parenthesis(text string) string {
	if text == "" {
		return ""
	}
	return " (" + text + ")"
}

// DefaultExamples makes three short scripts that are sound in a game with these verbs: a bounded loop that tests its
// outcome, a handler, and a look. A verb that needs a name the card cannot know is not used.
func DefaultExamples(verbs []VerbSpec, me []FieldSpec) []string {
	work := "for i = 1, 10 do\n  wait(5)\n  print(\"still here\", i)\nend"
	if call := exampleAction(verbs); call != "" {
		work = fmt.Sprintf("for i = 1, 10 do\n  local ok, why = %s\n  if not ok then stop(why) end\nend", call)
	}
	look := "print(now())"
	if len(me) > 0 {
		look = fmt.Sprintf("print(now(), me.%s)", me[0].Name)
	}
	return []string{
		work,
		"on(\"heard\", function(who, text)\n  alert(who .. \": \" .. text)\nend)\nmem.visits = (mem.visits or 0) + 1\nwait(60)",
		"-- mode look\n" + look,
	}
}

// exampleAction is a call of the first action that fits any game, one that takes time rather than one that does not; empty
// when there is none.
func exampleAction(verbs []VerbSpec) string {
	first := ""
	for i := range verbs {
		v := &verbs[i]
		call, ok := exampleCall(v)
		switch {
		case v.Kind != Action || !ok:
		case !v.Instant:
			return call
		case first == "":
			first = call
		}
	}
	return first
}

// exampleCall is a call of a verb with arguments that fit any game, and whether there is one.
func exampleCall(v *VerbSpec) (string, bool) {
	least, _ := v.Arity()
	if least == 0 && len(v.Args) > 0 && v.Args[0].Type == ArgCount {
		least = 1
	}
	args := make([]string, least)
	for i, a := range v.Args[:least] {
		switch a.Type {
		case ArgCount, ArgNumber:
			args[i] = "1"
		case ArgText:
			args[i] = `"hello"`
		default:
			return "", false
		}
	}
	return v.Name + "(" + strings.Join(args, ", ") + ")", true
}
