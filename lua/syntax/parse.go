package syntax

import (
	"fmt"
	"strings"
)

// Parse reads a script. The tree is nil only where nothing could be made of the text; where a slip has one meaning
// (`!=`, `+=`, `null`) it is reported and read as meant, so that the tree and all errors come together; where it has none
// the statement is left out and the tree is Partial. Errors are in order of position. A tree that came with errors must not
// be run.
func Parse(name, source string) (*Chunk, []*Error) {
	errs := &errorList{}
	if len(source) > MaxSource {
		at := positionOf(source, MaxSource)
		errs.add(Span{at, at.plus(1)}, "too-long", fmt.Sprintf("the script has %d bytes; at most %d fit", len(source), MaxSource),
			"save parts of it under names and call them with run(\"name\")")
		return nil, errs.list
	}
	p := &parser{src: source, errs: errs, chunk: &Chunk{Name: name, Source: source}}
	p.toks, p.chunk.Comments, p.chunk.Partial = scan(source, errs)
	p.script()
	if !p.chunk.Partial {
		verify(p.chunk, errs)
	}
	return p.chunk, errs.sorted()
}

// positionOf returns the position of a byte of a text.
func positionOf(source string, offset int) Pos {
	head := source[:offset]
	lines := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(head)
	line := lines[strings.LastIndexByte(lines, '\n')+1:]
	return Pos{Offset: offset, Line: strings.Count(lines, "\n") + 1, Column: len([]rune(line)) + 1}
}

// parser is a recursive descent over the tokens. A statement that makes no sense is left by a panic with bailout, and the
// next one is looked for; a text that is too deep is left by one with giveUp.
type parser struct {
	src     string
	toks    []token
	i       int
	errs    *errorList
	chunk   *Chunk
	inside  []kind // the first token of everything that the parser is inside of: blocks, brackets, signs
	opens   []open
	head    kind // the word that ends the header that is being parsed, 0 outside of one
	fn      *function
	said    map[string]bool // slips that are told once for a script
	known   map[string]bool // what declared found; nil before it was asked for
	suspect *open           // the first block whose 'end' stands further left than its line
	elseIf  *token          // the first 'if' behind an 'else' on one line
	silent  bool            // the blocks do not match any more, so nothing is said about them

	// Of all tokens together, by tally:
	lastUntil  int // the token that is the last 'until', -1 for none
	lackEnds   int // words that begin a block, less the 'end' that close one
	lackUntils int // 'repeat' less 'until'
}

// open is a block that is not closed yet.
type open struct {
	token       // its first word
	indent int  // column of the first token on its line
	brace  bool // it began with {
}

// function is what the parser knows of the function that it is in.
type function struct {
	vararg bool
	loops  int
}

type (
	bailout struct{}
	giveUp  struct{}
)

// script parses the whole text.
func (p *parser) script() {
	p.chunk.Body = &Block{Span: Span{p.toks[0].Start, p.toks[len(p.toks)-1].End}}
	p.chunk.Body.Start = Pos{Line: 1, Column: 1}
	p.fn = &function{vararg: true}
	p.tally()
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(giveUp); !ok {
				panic(r)
			}
			p.chunk.Partial = true
		}
	}()
	for {
		p.stmts(p.chunk.Body)
		if p.tok().kind == tokEOF {
			return
		}
		p.stray()
	}
}

// tally counts what the parser must know of all tokens together.
func (p *parser) tally() {
	p.lastUntil = -1
	for i := range p.toks {
		switch p.toks[i].kind {
		case tokIf, tokDo, tokFunction:
			p.lackEnds++
		case tokEnd:
			p.lackEnds--
		case tokRepeat:
			p.lackUntils++
		case tokUntil:
			p.lackUntils--
			p.lastUntil = i
		}
	}
}

// lack returns how many blocks of the script are not closed, going by the words alone.
func (p *parser) lack() int { return p.lackEnds + p.lackUntils }

// stray reports a word that closes something where nothing is open, and passes over it.
func (p *parser) stray() {
	t := p.next()
	p.chunk.Partial = true
	if p.silent {
		return
	}
	p.silent = true
	switch t.kind {
	case tokEnd:
		p.errs.add(t.Span, "syntax", "this 'end' closes nothing", "remove it, or look for a block above that is closed twice")
	case tokUntil:
		p.errs.add(t.Span, "syntax", "this 'until' has no 'repeat'", "begin the loop with 'repeat'")
	default:
		p.errs.add(t.Span, "syntax", fmt.Sprintf("this '%s' has no 'if'", t.text), "an 'end' above may have closed the 'if' too early")
	}
}

// tok returns the token that comes next, ahead the one n further.
func (p *parser) tok() *token { return &p.toks[p.i] }

func (p *parser) ahead(n int) *token { return &p.toks[min(p.i+n, len(p.toks)-1)] }

// next passes over one token.
func (p *parser) next() *token {
	t := &p.toks[p.i]
	if t.kind != tokEOF {
		p.i++
	}
	return t
}

// accept passes over one token if it is of that kind.
func (p *parser) accept(k kind) bool {
	if p.tok().kind != k {
		return false
	}
	p.next()
	return true
}

// end returns where the last token ended.
func (p *parser) end() Pos {
	if p.i == 0 {
		return p.toks[0].Start
	}
	return p.toks[p.i-1].End
}

// from returns the span from start to the last token.
func (p *parser) from(start Pos) Span { return Span{start, p.end()} }

// behind returns the place right behind the last token, for what is missing there.
func (p *parser) behind() Span { return Span{p.end(), p.end().plus(1)} }

// slip reports something that has one meaning; the parser goes on with that.
func (p *parser) slip(at Span, message, hint string) {
	p.errs.add(at, "syntax", message, hint)
}

// mark reports a word or a mark of another language, which has one meaning and makes nothing else wrong.
func (p *parser) mark(at Span, message, hint string) { p.errs.addMark(at, message, hint) }

// slipOnce is slip for a habit that would be reported on every other line.
func (p *parser) slipOnce(at Span, message, hint string) {
	if p.said[message] {
		return
	}
	if p.said == nil {
		p.said = map[string]bool{}
	}
	p.said[message] = true
	p.mark(at, message, hint)
}

// fail reports something that has no meaning and leaves the statement.
func (p *parser) fail(at Span, message, hint string) {
	p.errs.add(at, "syntax", message, hint)
	panic(bailout{})
}

// try runs fn and reports whether it came to its end.
func (p *parser) try(fn func()) (ok bool) {
	inside, opens, f, head := len(p.inside), len(p.opens), p.fn, p.head
	defer func() {
		if r := recover(); r != nil {
			if _, is := r.(bailout); !is {
				panic(r)
			}
			p.inside, p.opens, p.fn, p.head = p.inside[:inside], p.opens[:opens], f, head
			p.chunk.Partial = true
			if p.errs.full() {
				panic(giveUp{})
			}
		}
	}()
	fn()
	return true
}

// enter counts one level of nesting, which t opens; leave ends it.
func (p *parser) enter(t *token) {
	p.inside = append(p.inside, t.kind)
	if len(p.inside) > MaxNesting {
		p.errs.add(t.Span, "too-deep", fmt.Sprintf("more than %d blocks, brackets and signs stand inside each other here", MaxNesting),
			"put the inner part into a local or a function of its own")
		panic(giveUp{})
	}
}

func (p *parser) leave() { p.inside = p.inside[:len(p.inside)-1] }

// defines reports whether the script declares or assigns a name somewhere, so that it is no word of another language.
func (p *parser) defines(name string) bool {
	if p.known == nil {
		p.known = p.declared()
	}
	return p.known[name]
}

// declared collects the names that stand where one is declared or assigned.
func (p *parser) declared() map[string]bool {
	names := map[string]bool{}
	list, header := false, false // in a list of names that are declared; in the head of a function, before its parameters
	for i := range p.toks {
		t := &p.toks[i]
		switch t.kind {
		case tokName:
			list = list && p.toks[i-1].kind != tokName
			if list || p.toks[i+1].kind == tokAssign { // the last token is an EOF, so there is one behind a name
				names[t.text] = true
			}
		case tokComma:
			list, header = list && p.toks[i-1].kind == tokName, false
		case tokLocal, tokFor:
			list, header = true, false
		case tokFunction:
			list, header = true, true
		case tokLParen:
			list, header = header, false
		case tokDot, tokColon:
			list = false
		default:
			list, header = false, false
		}
	}
	return names
}
