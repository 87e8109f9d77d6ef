package lua
import ("testing";"os";"fmt";"mystic-sdk/lua/syntax")
func TestZZCode(t *testing.T){ b,_:=os.ReadFile("/tmp/syn/g1.lua"); c,_:=syntax.Parse("",string(b)); p,_:=compileChunk(c); fmt.Println(p.String())}
