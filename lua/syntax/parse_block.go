package syntax

import (
	"fmt"
	"slices"
	"strings"
)

// push notes that a block begins with a token.
func (p *parser) push(t *token) {
	i := p.i - 1
	for i > 0 && !p.toks[i].first {
		i--
	}
	p.opens = append(p.opens, open{token: *t, indent: p.toks[i].Start.Column})
}

func (p *parser) top() *open { return &p.opens[len(p.opens)-1] }

// block parses the statements up to the word that ends the block.
func (p *parser) block() *Block {
	p.enter(&p.toks[max(p.i-1, 0)])
	b := &Block{Span: Span{Start: p.end()}}
	p.stmts(b)
	b.End = p.tok().Start
	p.leave()
	return b
}

// stmts parses statements into b up to the word that ends its block.
func (p *parser) stmts(b *Block) {
	for !p.blockEnd() {
		start := p.i
		if p.try(func() { p.statement(b) }) {
			continue
		}
		p.sync(start)
		if p.i == start {
			p.next()
		}
	}
}

// blockEnd reports whether the next token ends the block that is open.
func (p *parser) blockEnd() bool {
	switch t := p.tok(); t.kind {
	case tokEOF, tokEnd, tokElse, tokElseif, tokUntil:
		return true
	case tokRBrace:
		return len(p.opens) > 0 && p.top().brace || p.cutShort(tokLBrace)
	case tokRBracket:
		return p.cutShort(tokLBracket)
	case tokRParen:
		if p.suspect != nil && p.toks[p.i-1].kind == tokEnd && len(p.opens) > 0 && p.top().kind == tokFunction {
			return true // behind the 'end' of a function whose body has one too few
		}
		return p.cutShort(tokLParen)
	case tokWhile: // in place of the until of a repeat
		return len(p.opens) > 0 && p.top().kind == tokRepeat && p.i > p.lastUntil
	case tokName:
		return t.first && len(p.opens) > 0 && (p.top().kind == tokIf && isElseif(t.text) || p.endWord(t)) && !p.defines(t.text)
	}
	return false
}

// cutShort reports whether a bracket that closes where a statement could begin belongs to one that a function stands in, so
// that all blocks between the two lack their 'end'. In a script that has enough of them it closes nothing instead.
func (p *parser) cutShort(opening kind) bool {
	return p.lack() > 0 && slices.Contains(p.inside, opening)
}

// endWord reports whether a word ends a block in other languages, and stands alone.
func (p *parser) endWord(t *token) bool {
	switch t.text {
	case "endif", "endwhile", "endfor", "endfunction", "fi", "done", "wend", "esac", "End":
		n := p.ahead(1)
		return n.first && !goesOn(n.kind) || n.kind == tokEOF || n.kind == tokSemicolon
	case "END":
		n := p.ahead(1)
		return n.first && !goesOn(n.kind) || n.kind == tokEOF || n.kind == tokName && !n.first
	}
	return false
}

func isElseif(word string) bool {
	return word == "elif" || word == "elsif" || word == "elseIf" || word == "ElseIf"
}

// close passes over the 'end' of the innermost open block and forgets the block.
func (p *parser) close() {
	o := *p.top()
	p.opens = p.opens[:len(p.opens)-1]
	t := p.tok()
	switch {
	case o.brace && p.accept(tokRBrace):
	case t.kind == tokEnd:
		if t.first && t.Start.Column < o.indent && t.Start.Line > o.Start.Line && p.suspect == nil {
			p.suspect = &o
		}
		p.next()
	case t.kind == tokName && p.endWord(t):
		p.slip(t.Span, quoted(t.text)+" is not a word of Lua", "write 'end'")
		for p.next(); !p.tok().first && p.tok().kind != tokEOF; {
			p.next() // END IF
		}
	case p.silent:
		p.chunk.Partial = true
	case t.kind == tokEOF, t.kind == tokRParen, t.kind == tokRBracket, t.kind == tokRBrace:
		p.unclosed(&o)
	default:
		p.silent, p.chunk.Partial = true, true
		p.errs.add(t.Span, "syntax", fmt.Sprintf("'%s' stands where the '%s' of line %d needs its 'end'", t.text, o.text, o.Start.Line),
			fmt.Sprintf("close the '%s' with 'end' first", o.text))
	}
}

// unclosed reports the block that the text, or a bracket around it, ends inside of. Where an 'end' above stands further left than the block that it
// closes, that block is the one whose own is missing.
func (p *parser) unclosed(o *open) {
	p.silent, p.chunk.Partial = true, true
	if p.elseIf != nil {
		p.errs.add(p.elseIf.Span, "syntax", "this 'if' behind 'else' opens a block of its own, and one 'end' is missing",
			"write 'elseif' as one word: then one 'end' closes them all")
		return
	}
	hint := "add 'end' behind its last line"
	if p.suspect != nil {
		o = p.suspect
	} else if n := len(p.opens); n > 0 && (p.tok().kind == tokEOF || p.lack() > 1) {
		hint = fmt.Sprintf("add 'end' behind its last line, and one more for the '%s' of line %d", p.opens[n-1].text, p.opens[n-1].Start.Line)
	}
	p.errs.addAnyway(o.Span, "syntax", fmt.Sprintf("this '%s' has no 'end'", o.text), hint)
}

// header parses what stands between the first word of a block and its last, 'then' or 'do', with fn, and passes over the
// last. Where fn fails, the block is looked for all the same, so that its 'end' finds it.
func (p *parser) header(first *token, last kind, fn func()) {
	outer := p.head
	p.head = last
	ok := p.try(fn)
	p.head = outer
	if !ok {
		p.skipHeader()
		return
	}
	word, other := "then", tokDo
	if last == tokDo {
		word, other = "do", tokThen
	}
	t := p.tok()
	switch {
	case t.kind == last:
		p.next()
		if n := p.tok(); n.kind == tokLBrace && !n.first {
			p.brace()
		}
	case t.kind == other:
		p.slip(t.Span, fmt.Sprintf("'%s' goes with '%s', not with '%s'", first.text, word, t.text), fmt.Sprintf("write '%s'", word))
		p.next()
	case t.kind == tokName && strings.EqualFold(t.text, word):
		p.slip(t.Span, quoted(t.text)+" is not a word of Lua", fmt.Sprintf("write '%s'", word))
		p.next()
	case t.kind == tokLBrace:
		p.brace()
	case t.kind == tokColon:
		p.colon()
	case (t.first || t.kind == tokEOF) && p.modifies(first):
		p.silent, p.chunk.Partial = true, true
		p.errs.add(first.Span, "syntax", fmt.Sprintf("'%s' stands behind what it guards", first.text), fmt.Sprintf("write '%s condition %s … end'", first.text, word))
	case t.first || t.kind == tokEOF || t.kind == tokReturn || t.kind == tokBreak || t.kind == tokGoto || t.kind == tokEnd || p.statementHere():
		p.slip(p.behind(), fmt.Sprintf("'%s' is missing to go with the '%s' of line %d", word, first.text, first.Start.Line), fmt.Sprintf("add '%s' here", word))
	default:
		message, hint := "unexpected "+t.describe()+" behind "+quoted(p.toks[p.i-1].text), fmt.Sprintf("'%s' is expected here", word)
		if tip := betweenTip(t, p.ahead(1)); tip != "" {
			hint = tip
		} else if t.kind == tokElse && !first.first {
			p.silent = true
			hint = "Lua's 'if' is a statement; a value is chosen with 'condition and x or y'"
		} else if prev := &p.toks[p.i-1]; prev.kind == tokName && (t.kind == tokName || t.kind == tokNumber) {
			hint = fmt.Sprintf("to call it write %s(%s)", cut(prev.text), cut(t.text))
		}
		p.errs.add(t.Span, "syntax", message, hint)
		p.chunk.Partial = true
		p.skipHeader()
	}
}

// modifies reports whether the first word of a header stands behind a statement on its line, as in other languages.
func (p *parser) modifies(first *token) bool {
	if first.first {
		return false
	}
	i := p.i
	for i > 0 && p.toks[i].Start != first.Start {
		i--
	}
	switch p.toks[max(i-1, 0)].kind {
	case tokName, tokString, tokNumber, tokRParen, tokRBracket, tokRBrace, tokNil, tokTrue, tokFalse, tokReturn, tokBreak:
		return true
	}
	return false
}

// statementHere reports whether the next tokens look like a call or an assignment on the line of a header.
func (p *parser) statementHere() bool {
	if p.tok().kind != tokName || betweenTip(p.tok(), p.ahead(1)) != "" {
		return false
	}
	switch p.ahead(1).kind {
	case tokLParen, tokDot, tokColon, tokAssign, tokCompound, tokString, tokLBrace:
		return true
	}
	return false
}

// brace reads { as the begin of the innermost open block.
func (p *parser) brace() {
	p.slipOnce(p.tok().Span, "blocks have no braces in Lua", "write 'if … then … end', 'while … do … end', 'function f(…) … end'")
	p.next()
	p.top().brace = true
}

// colon reads the : of another language. Such a text marks the end of a block by its margin, so nothing more is said about
// blocks.
func (p *parser) colon() {
	o := p.top()
	word := "then"
	switch o.kind {
	case tokWhile, tokFor:
		word = "do"
	case tokFunction, tokElse:
		word = ""
	}
	hint := "remove ':', and close the block with 'end'"
	if word != "" {
		hint = fmt.Sprintf("write '%s' instead, and close the block with 'end'", word)
	}
	p.slipOnce(p.tok().Span, "no ':' begins a block in Lua", hint)
	p.next()
	p.silent = true
}

// skipHeader passes over the rest of a header that makes no sense: behind its 'then', 'do' or '{', or to an 'end' or the end
// of the line.
func (p *parser) skipHeader() {
	if p.i > 0 && (p.toks[p.i-1].kind == tokThen || p.toks[p.i-1].kind == tokDo) {
		return
	}
	functions := 0
	for t := p.tok(); !t.first && t.kind != tokEOF; t = p.tok() {
		switch t.kind {
		case tokFunction:
			functions++
		case tokEnd:
			if functions == 0 {
				return
			}
			functions--
		}
		p.next()
		switch t.kind {
		case tokThen, tokDo:
			return
		case tokLBrace:
			if p.tok().first || p.endsLine() {
				p.top().brace = true
				return
			}
		}
	}
}

// skipTo passes over what stands before a token of a kind on this line, or before the next line.
func (p *parser) skipTo(k kind) {
	for t := p.tok(); t.kind != k && !t.first && t.kind != tokEOF; t = p.tok() {
		p.next()
	}
}

// sync passes over the rest of a statement that began at token start and was left: to a word that begins or ends one, in
// the same function and outside of the brackets that the statement opened.
func (p *parser) sync(start int) {
	brackets := 0
	for i := start; i < p.i; i++ {
		brackets += bracket(p.toks[i].kind)
	}
	functions := 0
	for ; p.tok().kind != tokEOF; p.next() {
		t := p.tok()
		border := p.i > start && functions == 0 && (brackets <= 0 || t.first && t.Start.Column <= p.toks[start].Start.Column)
		switch t.kind {
		case tokFunction:
			if border && t.first {
				return
			}
			functions++
			continue
		case tokEnd, tokUntil:
			if functions == 0 {
				return
			}
			functions--
		case tokIf, tokDo, tokRepeat:
			if functions > 0 {
				functions++
			} else if border {
				return
			}
		case tokElse, tokElseif, tokLocal, tokReturn, tokBreak, tokGoto, tokWhile, tokFor:
			if border {
				return
			}
		case tokName, tokDoubleColon, tokLParen, tokNil, tokTrue, tokFalse, tokNumber, tokString:
			if border && t.first {
				return
			}
		case tokSemicolon:
			if border {
				p.next()
				return
			}
		case tokRBrace:
			if functions == 0 && brackets <= 0 && len(p.opens) > 0 && p.top().brace {
				return
			}
		}
		brackets += bracket(t.kind)
	}
}

// bracket is 1 for what opens a bracket, -1 for what closes one.
func bracket(k kind) int {
	switch k {
	case tokLParen, tokLBrace, tokLBracket:
		return 1
	case tokRParen, tokRBrace, tokRBracket:
		return -1
	}
	return 0
}
