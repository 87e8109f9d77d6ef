package lower

import (
	"github.com/yuin/gopher-lua/ast"

	"mystic-sdk/lua/internal/vm"
	"mystic-sdk/lua/syntax"
)

// tableBatch is how many items of a list the VM holds before it stores them.
const tableBatch = 50

const tableName = "(table)"

// table lowers a constructor. The VM makes it, and a helper pays for it, unless its size is left open to the script by keys
// that are computed, or the VM would make it wrongly: it stores a full batch of items once more for each entry with a key
// behind it, and the values of a last call over it.
func (l *lowerer) table(t *syntax.Table) ast.Expr {
	line := t.Start.Line
	if len(t.Fields) == 0 {
		return l.call("new", line)
	}
	list, named, computed := 0, 0, 0
	for _, f := range t.Fields {
		switch f.Key.(type) {
		case nil:
			list++
		case *syntax.String:
			named++
		default:
			computed++
		}
	}
	last := t.Fields[len(t.Fields)-1]
	open := last.Key == nil && isOpen(last.Value)
	if computed > 0 || list >= tableBatch && (named > 0 || open) {
		return l.filled(t, open)
	}
	node := at(&ast.TableExpr{}, line)
	for _, f := range t.Fields {
		field := &ast.Field{Value: l.expr(f.Value)}
		if f.Key != nil {
			field.Key = l.expr(f.Key)
		}
		if f != last || !open {
			field.Value = cut(field.Value)
		}
		node.Fields = append(node.Fields, field)
	}
	maker := "newFull"
	if open {
		maker = "newOpen"
		list--
	}
	size := vm.TableBytes + list*vm.SlotBytes + named*vm.KeyBytes
	return l.call(maker, line, l.number(float64(size), line), node)
}

// isOpen reports whether an expression gives any number of values where it stands last.
func isOpen(e syntax.Expr) bool {
	switch e.(type) {
	case *syntax.Call, *syntax.MethodCall, *syntax.Vararg:
		return true
	}
	return false
}

// filled lowers a constructor to a function that is called at once and fills a table in the order that Lua does: an entry
// with a key when it comes, items by the batch.
func (l *lowerer) filled(t *syntax.Table, open bool) ast.Expr {
	line := t.Start.Line
	b := &filling{l: l, line: line, stmts: []ast.Stmt{bind1(tableName, l.call("new", line), line)}}
	for i, f := range t.Fields {
		switch {
		case f.Key != nil:
			b.add(l.storeIndex(ident(tableName, line), l.key(f.Key), l.expr(f.Value), f.Start.Line))
		case open && i == len(t.Fields)-1:
			b.flush(l.expr(f.Value))
		default:
			b.item(l.single(f.Value))
		}
	}
	b.flush()
	body := append(b.stmts, at(&ast.ReturnStmt{Exprs: []ast.Expr{ident(tableName, line)}}, line))
	fn := to(at(&ast.FunctionExpr{ParList: &ast.ParList{HasVargs: l.fn.vararg}, Stmts: body}, line), t.End.Line)
	call := at(&ast.FuncCallExpr{Func: fn, AdjustRet: true}, line)
	if l.fn.vararg {
		call.Args = []ast.Expr{at(&ast.Comma3Expr{}, line)}
	}
	return call
}

// filling is the body of such a function.
type filling struct {
	l     *lowerer
	line  int
	stmts []ast.Stmt // done
	batch []ast.Stmt // of the items that are held
	held  int
	base  int // items stored
}

func (b *filling) add(s ast.Stmt) {
	if b.held > 0 {
		b.batch = append(b.batch, s)
		return
	}
	b.stmts = append(b.stmts, s)
}

// item holds one item in a local.
func (b *filling) item(value ast.Expr) {
	if b.held == tableBatch {
		b.flush()
	}
	b.batch = append(b.batch, bind1(hidden("item", b.held), value, value.Line()))
	b.held++
}

// flush stores the items that are held, and what values follow.
func (b *filling) flush(more ...ast.Expr) {
	if b.held+len(more) == 0 {
		return
	}
	args := []ast.Expr{ident(tableName, b.line), b.l.number(float64(b.base), b.line)}
	for i := range b.held {
		args = append(args, ident(hidden("item", i), b.line))
	}
	store := at(&ast.FuncCallStmt{Expr: b.l.call("list", b.line, append(args, more...)...)}, b.line)
	b.stmts = append(b.stmts, scope(b.line, b.line, append(b.batch, store)...))
	b.base += b.held
	b.batch, b.held = nil, 0
}
