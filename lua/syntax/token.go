package syntax

import "strings"

// kind is what a token is.
type kind uint8

const (
	tokEOF kind = iota
	tokName
	tokString
	tokNumber
	tokBad // something that was reported already and means nothing

	tokAnd
	tokBreak
	tokDo
	tokElse
	tokElseif
	tokEnd
	tokFalse
	tokFor
	tokFunction
	tokGoto
	tokIf
	tokIn
	tokLocal
	tokNil
	tokNot
	tokOr
	tokRepeat
	tokReturn
	tokThen
	tokTrue
	tokUntil
	tokWhile

	tokPlus
	tokMinus
	tokStar
	tokSlash
	tokIDiv
	tokPercent
	tokCaret
	tokHash
	tokAmp
	tokTilde
	tokPipe
	tokShl
	tokShr
	tokEq
	tokNe
	tokLe
	tokGe
	tokLt
	tokGt
	tokAssign
	tokLParen
	tokRParen
	tokLBrace
	tokRBrace
	tokLBracket
	tokRBracket
	tokDoubleColon
	tokSemicolon
	tokColon
	tokComma
	tokDot
	tokConcat
	tokDots

	// Not Lua, but written often enough to be read.
	tokCompound  // += and its like; text is the operator without the =
	tokIncrement // ++
	tokFatArrow  // =>
	tokArrow     // ->
	tokWalrus    // :=
	tokQuestion  // ?, ?. and ??
)

// token is one word of the text.
type token struct {
	Span
	kind  kind
	first bool    // no token stands before it on its line
	text  string  // as written; of a string its value
	num   float64 // of a number
}

var keywords = map[string]kind{
	"and": tokAnd, "break": tokBreak, "do": tokDo, "else": tokElse, "elseif": tokElseif, "end": tokEnd,
	"false": tokFalse, "for": tokFor, "function": tokFunction, "goto": tokGoto, "if": tokIf, "in": tokIn,
	"local": tokLocal, "nil": tokNil, "not": tokNot, "or": tokOr, "repeat": tokRepeat, "return": tokReturn,
	"then": tokThen, "true": tokTrue, "until": tokUntil, "while": tokWhile,
}

// symbol is one operator or mark. Slips are not Lua: instead says what to write, and kind what is meant.
type symbol struct {
	text    string
	kind    kind
	instead string
}

// symbols by their first byte, the longest first.
var symbols = [128][]symbol{
	'+': {{"+=", tokCompound, ""}, {"++", tokIncrement, ""}, {"+", tokPlus, ""}},
	'-': {{"-=", tokCompound, ""}, {"->", tokArrow, ""}, {"-", tokMinus, ""}},
	'*': {{"**", tokCaret, "'^' for a power"}, {"*=", tokCompound, ""}, {"*", tokStar, ""}},
	'/': {{"//=", tokCompound, ""}, {"//", tokIDiv, ""}, {"/=", tokCompound, ""}, {"/", tokSlash, ""}},
	'%': {{"%=", tokCompound, ""}, {"%", tokPercent, ""}},
	'^': {{"^=", tokCompound, ""}, {"^", tokCaret, ""}},
	'#': {{"#", tokHash, ""}},
	'&': {{"&&", tokAnd, "'and'; '||' is 'or', '!' is 'not'"}, {"&=", tokCompound, ""}, {"&", tokAmp, ""}},
	'|': {{"||", tokOr, "'or'; '&&' is 'and', '!' is 'not'"}, {"|=", tokCompound, ""}, {"|", tokPipe, ""}},
	'~': {{"~=", tokNe, ""}, {"~", tokTilde, ""}},
	'!': {{"!==", tokNe, "'~=' for 'not equal'"}, {"!=", tokNe, "'~=' for 'not equal'"}, {"!", tokNot, "'not'; '!=' is '~='"}},
	'<': {{"<<=", tokCompound, ""}, {"<<", tokShl, ""}, {"<=", tokLe, ""}, {"<>", tokNe, "'~=' for 'not equal'"}, {"<", tokLt, ""}},
	'>': {{">>=", tokCompound, ""}, {">>", tokShr, ""}, {">=", tokGe, ""}, {">", tokGt, ""}},
	'=': {{"===", tokEq, "'==' for 'equal'"}, {"==", tokEq, ""}, {"=>", tokFatArrow, ""}, {"=<", tokLe, "'<=' for 'at most'"}, {"=", tokAssign, ""}},
	'(': {{"(", tokLParen, ""}},
	')': {{")", tokRParen, ""}},
	'{': {{"{", tokLBrace, ""}},
	'}': {{"}", tokRBrace, ""}},
	'[': {{"[", tokLBracket, ""}},
	']': {{"]", tokRBracket, ""}},
	';': {{";", tokSemicolon, ""}},
	':': {{"::", tokDoubleColon, ""}, {":=", tokWalrus, ""}, {":", tokColon, ""}},
	',': {{",", tokComma, ""}},
	'.': {{"...", tokDots, ""}, {"..=", tokCompound, ""}, {"..", tokConcat, ""}, {".", tokDot, ""}},
	'?': {{"??", tokQuestion, ""}, {"?.", tokQuestion, ""}, {"?", tokQuestion, ""}},
}

// describe names a token in a message.
func (t token) describe() string {
	switch t.kind {
	case tokEOF:
		return "the end of the script"
	case tokString:
		return "a string"
	case tokBad:
		return "this"
	}
	return quoted(t.text)
}

// quoted puts a word of the script into quotes, cut where it is long.
func quoted(word string) string { return "'" + cut(word) + "'" }

// cut shortens a long word of the script.
func cut(word string) string {
	const most = 40
	if len(word) > most {
		return strings.ToValidUTF8(word[:most], "") + "…"
	}
	return word
}
