package programs

import (
	"container/list"
	"sync"

	"mystic-sdk/lua"
	"mystic-sdk/lua/syntax"
)

// How many compiled scripts a cache remembers, and how many bytes they take by Program.Bytes.
const (
	Kept      = 256
	KeptBytes = 32 << 20
)

// Cache remembers the newest compiled scripts by name and text. When it is full those go that were not used for longest.
type Cache struct {
	mu    sync.Mutex
	byKey map[key]*list.Element
	order *list.List // of *entry, the newest in front
	bytes int64
}

type key struct{ name, text string }

type entry struct {
	key      key
	compiled *lua.Program
}

// New returns an empty cache.
func New() *Cache {
	return &Cache{byKey: map[key]*list.Element{}, order: list.New()}
}

// Compile returns the program of a text, which errors call by its name; empty: the script as sent. It is made from chunk where
// the caller has parsed the text under that name already, else nil. The error is a *lua.SyntaxError.
func (c *Cache) Compile(name, text string, chunk *syntax.Chunk) (*lua.Program, error) {
	k := key{name, text}
	if p := c.find(k); p != nil {
		return p, nil
	}
	var p *lua.Program
	var err error
	if chunk != nil {
		p, err = lua.CompileChunk(chunk)
	} else {
		p, err = lua.Compile(name, text)
	}
	if err != nil {
		return nil, err
	}
	c.keep(k, p)
	return p, nil
}

func (c *Cache) find(k key) *lua.Program {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.byKey[k]
	if !ok {
		return nil
	}
	c.order.MoveToFront(e)
	return e.Value.(*entry).compiled
}

func (c *Cache) keep(k key, p *lua.Program) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.byKey[k]; ok {
		return // another was faster
	}
	c.byKey[k] = c.order.PushFront(&entry{k, p})
	c.bytes += p.Bytes()
	for c.order.Len() > Kept || c.bytes > KeptBytes {
		oldest := c.order.Remove(c.order.Back()).(*entry)
		delete(c.byKey, oldest.key)
		c.bytes -= oldest.compiled.Bytes()
	}
}
