package programs

import (
	"container/list"
	"sync"

	"mystic-sdk/lua"
	"mystic-sdk/lua/syntax"
)

// kept bounds how many compiled scripts a world remembers.
const kept = 256

// Cache remembers the newest compiled scripts by name and text. Safe for concurrent use; when it is full the one that was
// not used for longest goes.
type Cache struct {
	mu    sync.Mutex
	byKey map[key]*list.Element
	order *list.List // of *entry, the newest in front
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

// Compile returns the program of a text, from chunk where the caller has parsed it already.
func (p *Cache) Compile(name, text string, chunk *syntax.Chunk) (*lua.Program, error) {
	k := key{name, text}
	p.mu.Lock()
	if e, ok := p.byKey[k]; ok {
		p.order.MoveToFront(e)
		p.mu.Unlock()
		return e.Value.(*entry).compiled, nil
	}
	p.mu.Unlock()
	var compiled *lua.Program
	var err error
	if chunk != nil && name == "" {
		compiled, err = lua.CompileChunk(chunk)
	} else {
		compiled, err = lua.Compile(name, text)
	}
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, ok := p.byKey[k]; !ok {
		p.byKey[k] = p.order.PushFront(&entry{k, compiled})
		if p.order.Len() > kept {
			old := p.order.Remove(p.order.Back()).(*entry)
			delete(p.byKey, old.key)
		}
	}
	return compiled, nil
}
