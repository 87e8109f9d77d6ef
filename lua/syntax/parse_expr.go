package syntax

import "fmt"

// priority of the binary operators, as in Lua's manual; a right one below the left one makes an operator right associative.
type priority struct{ left, right int }

const unaryPriority = 12

func binary(k kind) (Op, priority) {
	switch k {
	case tokOr:
		return Or, priority{1, 1}
	case tokAnd:
		return And, priority{2, 2}
	case tokLt:
		return Lt, priority{3, 3}
	case tokGt:
		return Gt, priority{3, 3}
	case tokLe:
		return Le, priority{3, 3}
	case tokGe:
		return Ge, priority{3, 3}
	case tokNe:
		return Ne, priority{3, 3}
	case tokEq:
		return Eq, priority{3, 3}
	case tokPipe:
		return BOr, priority{4, 4}
	case tokTilde:
		return BXor, priority{5, 5}
	case tokAmp:
		return BAnd, priority{6, 6}
	case tokShl:
		return Shl, priority{7, 7}
	case tokShr:
		return Shr, priority{7, 7}
	case tokConcat:
		return Concat, priority{9, 8}
	case tokPlus:
		return Add, priority{10, 10}
	case tokMinus:
		return Sub, priority{10, 10}
	case tokStar:
		return Mul, priority{11, 11}
	case tokSlash:
		return Div, priority{11, 11}
	case tokIDiv:
		return IDiv, priority{11, 11}
	case tokPercent:
		return Mod, priority{11, 11}
	case tokCaret:
		return Pow, priority{14, 13}
	}
	return 0, priority{}
}

func unary(k kind) Op {
	switch k {
	case tokNot:
		return Not
	case tokMinus:
		return Neg
	case tokHash:
		return Len
	case tokTilde:
		return BNot
	}
	return 0
}

// expr parses an expression.
func (p *parser) expr() Expr {
	e, _ := p.operators(0)
	return e
}

// exprList parses expressions parted by commas.
func (p *parser) exprList() []Expr {
	list := []Expr{p.expr()}
	for p.accept(tokComma) {
		list = append(list, p.expr())
	}
	return list
}

// operand leaves the statement where the next one begins in place of a value.
func (p *parser) operand() {
	if t := p.tok(); t.first && t.kind == tokName && p.ahead(1).kind == tokAssign {
		p.fail(p.behind(), "a value is missing behind "+p.toks[p.i-1].describe(), "")
	}
}

// values parses what is assigned.
func (p *parser) values() []Expr {
	p.operand()
	list := p.exprList()
	t := p.tok()
	if t.first {
		return list
	}
	switch t.kind {
	case tokAssign:
		p.fail(t.Span, "one statement has one '='", "write two statements to set two variables")
	case tokName, tokIn, tokNot, tokFatArrow, tokArrow, tokThen, tokQuestion:
		if tip := betweenTip(t, p.ahead(1)); tip != "" && p.ahead(1).kind != tokAssign {
			p.unexpected(t, "the value")
		}
		if n := p.ahead(1); t.kind == tokName && (n.first || n.kind == tokEOF) && !goesOn(n.kind) {
			p.fail(t.Span, fmt.Sprintf("unexpected %s behind the value", t.describe()), "an operator or ',' is missing before it")
		}
	}
	return list
}

// goesOn reports whether a statement that begins with a name can go on with a token.
func goesOn(k kind) bool {
	switch k {
	case tokLBracket, tokLParen, tokLBrace, tokString, tokDot, tokColon, tokAssign, tokComma:
		return true
	}
	return false
}

// operators parses an expression whose binary operators bind tighter than limit, and counts the operators on top of each
// other in it.
func (p *parser) operators(limit int) (Expr, int) {
	t := p.tok()
	var x Expr
	var height int
	if op := unary(t.kind); op != 0 {
		p.next()
		p.operand()
		p.enter(t)
		y, h := p.operators(unaryPriority)
		p.leave()
		x, height = &Unary{p.from(t.Start), op, y}, p.higher(t, h)
	} else {
		if t.kind == tokPlus && p.ahead(1).kind != tokEOF {
			p.slip(t.Span, "Lua has no sign '+'", "remove it")
			p.next()
		}
		x, height = p.suffixed()
	}
	for {
		t := p.tok()
		p.fatArrow(t)
		op, prio := binary(t.kind)
		if op == 0 || prio.left <= limit {
			return x, height
		}
		p.next()
		p.operand()
		var y Expr
		var h int
		switch {
		case op == Concat:
			y, h = p.chain(prio)
		case prio.right < prio.left:
			p.enter(t)
			y, h = p.operators(prio.right)
			p.leave()
		default:
			y, h = p.operators(prio.right)
		}
		height = p.higher(t, max(height, h))
		x = &Binary{Span{x.Range().Start, p.end()}, op, t.Start, x, y}
	}
}

// fatArrow reads => as the >= that is meant, where a value stands behind it.
func (p *parser) fatArrow(t *token) {
	if t.kind != tokFatArrow || t.first {
		return
	}
	switch p.ahead(1).kind {
	case tokNumber, tokMinus, tokHash:
		p.slip(t.Span, "'=>' is not an operator of Lua", "write '>=' for 'at least'")
		t.kind = tokGe
	case tokName, tokString:
		if k := p.ahead(2).kind; k == tokThen || k == tokDo {
			p.slip(t.Span, "'=>' is not an operator of Lua", "write '>=' for 'at least'")
			t.kind = tokGe
		}
	}
}

// chain parses what stands to the right of a '..', in a loop because chains of it are long where scripts build texts.
func (p *parser) chain(prio priority) (Expr, int) {
	type link struct {
		x      Expr
		mark   *token
		height int
	}
	var links []link
	x, height := p.operators(prio.left)
	for p.tok().kind == tokConcat {
		links = append(links, link{x, p.next(), height})
		if len(links) >= MaxOperators {
			p.tooLong(p.tok())
		}
		x, height = p.operators(prio.left)
	}
	for i := len(links) - 1; i >= 0; i-- {
		l := links[i]
		height = p.higher(l.mark, max(height, l.height))
		x = &Binary{Span{l.x.Range().Start, x.Range().End}, Concat, l.mark.Start, l.x, x}
	}
	return x, height
}

// higher adds one operator on top of height others.
func (p *parser) higher(at *token, height int) int {
	if height >= MaxOperators {
		p.tooLong(at)
	}
	return height + 1
}

func (p *parser) tooLong(at *token) {
	p.errs.add(at.Span, "too-deep", fmt.Sprintf("one expression has more than %d operators on top of each other", MaxOperators),
		"build it in several statements: local s = …; s = s .. more")
	panic(giveUp{})
}

// primary parses a name, a literal, a table, a function or an expression in brackets. The second result says whether calls
// and indexes may follow.
func (p *parser) primary() (e Expr, height int, suffixes bool) {
	t := p.tok()
	switch t.kind {
	case tokName:
		p.next()
		if e := p.foreignWord(t); e != nil {
			return e, 0, false
		}
		return &Ident{t.Span, t.text}, 0, true
	case tokLParen:
		p.next()
		p.enter(t)
		x, h := p.operators(0)
		p.leave()
		p.closing(t, tokRParen)
		return &Paren{p.from(t.Start), x}, p.higher(t, h), true
	case tokString:
		p.next()
		return &String{t.Span, t.text}, 0, false
	case tokNumber:
		p.next()
		return &Number{t.Span, t.num, t.text}, 0, false
	case tokNil:
		p.next()
		return &Nil{t.Span}, 0, false
	case tokTrue:
		p.next()
		return &True{t.Span}, 0, false
	case tokFalse:
		p.next()
		return &False{t.Span}, 0, false
	case tokDots:
		p.next()
		if !p.fn.vararg {
			p.slip(t.Span, "'...' stands outside of a function that takes any number of values", "write '...' as its last parameter")
		}
		return &Vararg{t.Span}, 0, false
	case tokLBrace:
		x, h := p.table(tokRBrace)
		return x, h, false
	case tokLBracket:
		if p.comprehension() {
			p.fail(t.Span, "Lua does not build a list in brackets", "build it in a loop: for i = 1, n do t[#t + 1] = … end")
		}
		p.slip(t.Span, "a list is written in braces", "write {1, 2, 3}")
		x, h := p.table(tokRBracket)
		return x, h, false
	case tokFunction:
		p.next()
		return p.lambda(t), 1, false
	}
	p.noValue(t)
	return nil, 0, false
}

// lambda parses a function that is a value.
func (p *parser) lambda(t *token) Expr {
	p.push(t)
	if n := p.tok(); n.kind == tokName && p.ahead(1).kind == tokLParen {
		p.slip(n.Span, "a function that is a value has no name", fmt.Sprintf("write 'function(…)', or 'local function %s(…)' as a statement", n.text))
		p.next()
	}
	return p.function(t, "")
}

// suffixed parses a primary expression and the calls and indexes behind it.
func (p *parser) suffixed() (Expr, int) {
	start := p.tok()
	x, height, suffixes := p.primary()
	if !suffixes {
		if !p.literalSuffix(x) {
			return x, height
		}
		x = &Paren{x.Range(), x}
	}
	for {
		t := p.tok()
		h := 0
		switch t.kind {
		case tokDot:
			p.next()
			key := p.name("the name of a field")
			x = &Index{p.from(start.Start), x, &String{key.Span, key.Text}, true}
		case tokLBracket:
			p.next()
			if p.tok().kind == tokRBracket {
				p.fail(p.tok().Span, "a key is missing between '[' and ']'", "write t[#t + 1] = v to add to a list")
			}
			p.enter(t)
			var key Expr
			key, h = p.operators(0)
			p.leave()
			p.closing(t, tokRBracket)
			x = &Index{p.from(start.Start), x, key, false}
		case tokNumber: // a.1, which is a value and a numeral
			if t.text[0] != '.' || t.Start != p.end() {
				return x, height
			}
			p.slip(t.Span, "a number behind '.' is no field", fmt.Sprintf("write %s[%s]", p.oneLine(x.Range()), t.text[1:]))
			p.next()
			x = &Index{p.from(start.Start), x, &Number{t.Span, t.num, t.text}, false}
		case tokColon:
			if p.ahead(1).kind != tokName || p.foreignColon(t) {
				return x, height
			}
			if _, name := x.(*Ident); name && p.ahead(2).kind == tokAssign && !p.ahead(2).first {
				p.annotation()
				return x, height
			}
			if k := p.ahead(2).kind; k != tokLParen && k != tokString && k != tokLBrace {
				p.fail(t.Span, "':' calls a method, and its brackets are missing", fmt.Sprintf("write ':%s()', or '.%s' for a field", p.ahead(1).text, p.ahead(1).text))
			}
			p.next()
			name := p.name("the name of a method")
			var args []Expr
			args, h = p.args()
			x = &MethodCall{p.from(start.Start), x, name, args}
		case tokLParen, tokString, tokLBrace:
			if t.kind == tokLBrace && p.bodyBrace(t) {
				return x, height
			}
			var args []Expr
			args, h = p.args()
			x = p.formatted(&Call{p.from(start.Start), x, args}, start)
		case tokArrow, tokDoubleColon, tokQuestion:
			if !p.foreignSuffix(t) {
				return x, height
			}
			continue
		default:
			return x, height
		}
		height = p.higher(t, max(height, h))
	}
}

// args parses the arguments of a call: in brackets, or one string or one table.
func (p *parser) args() ([]Expr, int) {
	t := p.tok()
	switch t.kind {
	case tokString:
		p.next()
		return []Expr{&String{t.Span, t.text}}, 0
	case tokLBrace:
		x, h := p.table(tokRBrace)
		return []Expr{x}, h
	}
	p.next()
	if p.accept(tokRParen) {
		return nil, 0
	}
	p.enter(t)
	defer p.leave()
	var list []Expr
	height := 0
	for {
		if k := p.tok().kind; k == tokComma || k == tokRParen {
			p.fail(p.tok().Span, fmt.Sprintf("an argument is missing before %s", p.tok().describe()), "write nil for an argument without a value")
		}
		x, h := p.operators(0)
		list, height = append(list, x), max(height, h)
		if p.accept(tokComma) {
			continue
		}
		if n := p.tok(); n.kind == tokAssign {
			p.fail(n.Span, "arguments have no names in Lua", "give the values in their order, without names")
		}
		if !p.parted(t, tokRParen) {
			p.closing(t, tokRParen)
			return list, height
		}
	}
}

// parted reports whether a value follows without a comma, and reads it as if the comma stood there.
func (p *parser) parted(open *token, closing kind) bool {
	t := p.tok()
	p.quoteInside(t)
	switch t.kind {
	case tokName, tokNumber, tokString, tokTrue, tokFalse, tokNil, tokLBrace:
	case tokFunction:
		if t.first && p.ahead(1).kind == tokName {
			return false
		}
	default:
		return false
	}
	if t.first && (t.Start.Column <= p.lineStart(open) || closing == tokRParen && p.statementAhead()) {
		return false // the bracket is missing rather than a comma
	}
	if t.kind == tokName && betweenTip(t, p.ahead(1)) != "" {
		return false
	}
	what := "arguments"
	if closing != tokRParen {
		what = "entries of the table"
	}
	p.slip(p.behind(), "',' is missing between two "+what, "add ',' here")
	return true
}

// lineStart returns the column of the first token on the line of t.
func (p *parser) lineStart(t *token) int {
	for i := p.i; i >= 0; i-- {
		if p.toks[i].first && p.toks[i].Start.Line == t.Start.Line {
			return p.toks[i].Start.Column
		}
	}
	return 1
}

// closing passes over the bracket that closes the one that opened.
func (p *parser) closing(opening *token, k kind) {
	if p.accept(k) {
		return
	}
	mark := map[kind]string{tokRParen: ")", tokRBracket: "]", tokRBrace: "}"}[k]
	t := p.tok()
	switch {
	case t.kind == tokEOF:
		p.fail(opening.Span, fmt.Sprintf("this '%s' is not closed", opening.text), fmt.Sprintf("add '%s'", mark))
	case t.first || t.kind == tokThen || t.kind == tokDo || t.kind == tokEnd || t.kind == tokSemicolon:
		p.slip(p.behind(), fmt.Sprintf("'%s' is missing to close the '%s' of line %d", mark, opening.text, opening.Start.Line), fmt.Sprintf("add '%s' here", mark))
	default:
		hint := fmt.Sprintf("'%s' is expected here", mark)
		if tip := betweenTip(t, p.ahead(1)); tip != "" {
			hint = tip
		} else if t.kind == tokColon && k == tokRBracket {
			hint = "Lua has no slices: s:sub(first, last) cuts a text"
		}
		p.fail(t.Span, fmt.Sprintf("unexpected %s inside '%s'", t.describe(), opening.text), hint)
	}
}
