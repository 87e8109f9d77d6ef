package rules

import (
	"iter"
	"strings"

	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// Script is one parsed script with what rules ask of it: every node in its place, found in one walk, and what each name
// means. It belongs to one check and is not safe for concurrent use.
type Script struct {
	Chunk  *syntax.Chunk
	Scopes *syntax.Scopes
	World  *World

	sites     []*site               // in the order of the text, each before what is below it
	sorted    [classes][]*site      // the same, each sort of node for itself
	at        map[syntax.Node]*site // of functions, loops and labels, once asked
	page      []site
	uses      map[*syntax.Ident]*use
	locals    map[*syntax.Name]*variable // by their declaration
	globals   map[string]*variable
	ownKeys   map[string]bool // globals that the script sets as fields of _G
	openWorld bool            // any global may be set in a way that the tree does not show
	saved     bool            // the script calls saved scripts, which may set globals
	stored    map[string]bool // keys that the script stores under somewhere, once asked
	storesAny bool            // it stores under keys that the tree does not show
	words     map[string]int  // of the text, once asked
	ways      *flow           // once asked
	meta      bool            // a value of the script may have a metatable, once asked
	metaAsked bool
	me        contract.FieldSpec // what is declared of me
	visits    int
}

// site is a node in its place.
type site struct {
	syntax.Node
	Parent *site // nil for the body of the script
	Func   *site // the innermost function around it; nil in the main part
	Loop   *site // the innermost loop of that function whose rounds repeat it; nil outside of loops
	Logic  *site // the outermost expression that it is part of through and, or, not and parentheses alone: itself, if none
	Target bool  // it is assigned to
	Else   bool  // it is on the left of an or below Logic, so that something else stands in for it where it is nil

	class       class
	nth         int32 // its number among the sites of its class
	first, last int   // its number among all sites, and the one past its last descendant
}

// holds reports whether other is s or below it.
func (s *site) holds(other *site) bool { return s.first <= other.first && other.first < s.last }

// before reports whether s begins before other in the text, or around it.
func (s *site) before(other *site) bool { return s.first < other.first }

// NewScript finds the places and the names of a tree. Literals have none: what is around them knows where they stand.
func NewScript(world *World, chunk *syntax.Chunk) *Script {
	s := &Script{
		Chunk:  chunk,
		Scopes: syntax.Resolve(chunk),
		World:  world,
		sites:  make([]*site, 0, len(chunk.Source)/bytesForSite),
		me:     contract.FieldSpec{Name: "me", Type: "table", Of: world.Me},
	}
	var counts [classes]int32
	s.add(chunk.Body, classPart, nil, &counts)
	s.sort(&counts)
	s.findVariables()
	return s
}

// Visits returns how often rules looked at a site so far. A test holds it to be linear in the length of the script.
func (s *Script) Visits() int { return s.visits }

// all returns all sites, in the order of the text.
func (s *Script) all() []*site {
	s.visits += len(s.sites)
	return s.sites
}

// every goes through the sites of all nodes of type N, in the order of the text. Those of one sort of node cost no look at
// any other.
func every[N syntax.Node](s *Script) iter.Seq2[*site, N] {
	var none N
	if any(none) == nil { // an interface
		return within[N](s, s.sites)
	}
	return within[N](s, s.sorted[classOf(none)])
}

// below is every for the sites at and below one.
func below[N syntax.Node](s *Script, top *site) iter.Seq2[*site, N] {
	return within[N](s, s.sites[top.first:top.last])
}

func within[N syntax.Node](s *Script, sites []*site) iter.Seq2[*site, N] {
	_, statements := any((*N)(nil)).(*syntax.Stmt)
	return func(yield func(*site, N) bool) {
		for _, site := range sites {
			s.visits++
			if statements && !site.class.statement() {
				continue // asking for an interface takes longer
			}
			if n, ok := site.Node.(N); ok && !yield(site, n) {
				return
			}
		}
	}
}

// siteOf returns the site of a name, a function, a loop or a label of the tree.
func (s *Script) siteOf(n syntax.Node) *site {
	s.visits++
	if id, ok := n.(*syntax.Ident); ok {
		return s.uses[id].site
	}
	if s.at == nil {
		s.at = map[syntax.Node]*site{}
		for _, c := range [...]class{classFunction, classLoop, classLabel} {
			for _, site := range s.sorted[c] {
				s.at[site.Node] = site
			}
		}
	}
	return s.at[n]
}

// maxText is the number of bytes up to which a message shows an expression as it is written.
const maxText = 80

// text returns a node as it is written, or "" where that does not fit into a sentence: it is long, has more than one line,
// or characters that are not seen.
func (s *Script) text(n syntax.Node) string {
	r := n.Range()
	text := s.Chunk.Source[r.Start.Offset:r.End.Offset]
	if len(text) > maxText || strings.Contains(text, "\n") || contract.Clean(text, 0) != text {
		return ""
	}
	return text
}

// pageSize is how many sites are allocated at once, and bytesForSite how much text has one of them, mostly.
const (
	pageSize     = 128
	bytesForSite = 4
)

func (s *Script) add(n syntax.Node, c class, parent *site, counts *[classes]int32) {
	if len(s.page) == 0 {
		s.page = make([]site, pageSize)
	}
	here := &s.page[0]
	s.page = s.page[1:]
	*here = site{Node: n, Parent: parent, class: c, nth: counts[c], first: len(s.sites)}
	counts[c]++
	here.settle()
	s.sites = append(s.sites, here)
	syntax.Children(n, func(child syntax.Node) {
		if c := classOf(child); c != classLeaf {
			s.add(child, c, here, counts)
		}
	})
	here.last = len(s.sites)
}

// settle fills in what follows from the parent.
func (s *site) settle() {
	s.Logic = s
	p := s.Parent
	if p == nil {
		return
	}
	s.Func, s.Loop = p.Func, p.Loop
	switch n := p.Node.(type) {
	case *syntax.Function:
		s.Func, s.Loop = p, nil
	case *syntax.While, *syntax.Repeat:
		s.Loop = p
	case *syntax.NumericFor:
		if s.Node == syntax.Node(n.Body) {
			s.Loop = p
		}
	case *syntax.GenericFor:
		if s.Node == syntax.Node(n.Body) {
			s.Loop = p
		}
	case *syntax.Assign:
		s.Target = len(n.Values) == 0 || s.Range().Start.Offset < n.Values[0].Range().Start.Offset
	case *syntax.FunctionStmt:
		s.Target = s.Node == syntax.Node(n.Target)
	case *syntax.Paren:
		s.Logic, s.Else = p.Logic, p.Else
	case *syntax.Unary:
		if n.Op == syntax.Not {
			s.Logic, s.Else = p.Logic, p.Else
		}
	case *syntax.Binary:
		switch n.Op {
		case syntax.And:
			s.Logic, s.Else = p.Logic, p.Else
		case syntax.Or:
			s.Logic, s.Else = p.Logic, p.Else || s.Node == syntax.Node(n.X)
		}
	}
}

// condition reports whether a site is, or is a part through and, or, not and parentheses of, what an if, a while or a
// repeat decides by.
func (s *site) condition() bool {
	p := s.Logic.Parent
	if p == nil {
		return false
	}
	switch n := p.Node.(type) {
	case *syntax.Clause:
		return true
	case *syntax.While:
		return true
	case *syntax.Repeat:
		return s.Logic.Node == syntax.Node(n.Cond)
	}
	return false
}
