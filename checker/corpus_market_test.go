package checker_test

import (
	"fmt"
	"slices"

	"mystic-sdk/sdk"
)

// trader goes from town to town and buys where it is cheap.
type trader struct {
	sdk.Agent
	Gold  int            `me:"gold"`
	Room  int            `me:"room" doc:"what still fits into your cart"`
	Town  string         `me:"town"`
	Day   int            `me:"day"`
	Cargo map[string]int `me:"cargo"`
	seen  map[string]bool
}

type (
	toTown struct {
		Town string `kind:"town"`
	}
	ware struct {
		Good string    `kind:"good"`
		N    sdk.Count `default:"1"`
	}
	offering struct {
		Good  string `kind:"good"`
		Price float64
	}
	asking struct {
		Good string  `kind:"good"`
		Town *string `kind:"town"`
	}
	whereFrom struct {
		Town *string `kind:"town"`
	}
	resting struct {
		Days int `optional:"true"`
	}
	travelling struct {
		To   string
		Left int
	}
	sleeping struct{ Left int }
	calling  struct {
		Good  string
		Price int
		Left  int
	}
	quote struct {
		Buy   int `json:"buy" doc:"what one costs you"`
		Sell  int `json:"sell" doc:"what you get for one"`
		Stock int `json:"stock"`
	}
	road struct {
		To   string `json:"to"`
		Days int    `json:"days"`
	}
	rumor struct {
		Good  string `json:"good"`
		Town  string `json:"town"`
		Price int    `json:"price"`
	}
)

// ticksPerDay is how long a day of the market is; a day on the road is shorter.
const (
	ticksPerDay  = 12
	ticksPerRoad = 4
)

// market is the towns: what they trade, what it costs there on average, and how far they are apart.
type market struct {
	towns  []string
	goods  []string
	prices map[string]map[string]int
	roads  map[string][]road
	stock  map[string]map[string]int
	day    int
}

func (m *market) connect(a, b string, days int) {
	m.roads[a] = append(m.roads[a], road{b, days})
	m.roads[b] = append(m.roads[b], road{a, days})
}

// price is what a good costs in a town today; 0 where it is not traded.
func (m *market) price(town, good string) int {
	base := m.prices[town][good]
	if base == 0 {
		return 0
	}
	return max(2, base+(m.day*7+len(town)*3+len(good)*5)%5-2)
}

func (m *market) quote(c *trader, in asking) *quote {
	town := c.Town
	if in.Town != nil {
		town = *in.Town
	}
	p := m.price(town, in.Good)
	if p == 0 || !c.seen[town] {
		return nil
	}
	return &quote{Buy: p, Sell: p - 1, Stock: m.stock[town][in.Good]}
}

func (m *market) verbs() []sdk.Verb[*trader] {
	travel := sdk.Action("travel", "Goes to a town along one road.", sdk.Steps[*trader, toTown, travelling]{
		Start: func(c *trader, in toTown) (travelling, *sdk.Outcome) {
			if in.Town == c.Town {
				return travelling{}, sdk.Refuse("here", 0).AtOnce()
			}
			i := slices.IndexFunc(m.roads[c.Town], func(r road) bool { return r.To == in.Town })
			if i < 0 {
				return travelling{}, sdk.Refuse("far", 0).AtOnce()
			}
			return travelling{in.Town, m.roads[c.Town][i].Days * ticksPerRoad}, nil
		},
		Step: func(c *trader, s *travelling) (sdk.Outcome, bool) {
			if s.Left--; s.Left > 0 {
				return sdk.Outcome{}, false
			}
			if lost := c.Gold / 10; lost > 0 && c.Rand().IntN(8) == 0 {
				c.Gold -= lost
				c.Emit("robbed", lost)
			}
			c.Town, c.seen[s.To] = s.To, true
			return sdk.Did(1), true
		},
		Label: func(_ *trader, s *travelling) string { return fmt.Sprintf("on the way to %s", s.To) },
	}).Refuses("here", "you are there").Refuses("far", "no road leads there")
	buy := sdk.Instant("buy", "Buys n of a good.", func(c *trader, in ware) sdk.Outcome {
		p, stock := m.price(c.Town, in.Good), m.stock[c.Town][in.Good]
		switch {
		case p == 0 || stock == 0:
			return sdk.Refuse("none", 0)
		case c.Room == 0:
			return sdk.Refuse("full", 0)
		case c.Gold < p:
			return sdk.Refuse("short", 0)
		}
		want := in.N.Or(stock)
		n := min(want, stock, c.Room, c.Gold/p)
		c.Gold -= n * p
		c.Room -= n
		c.Cargo[in.Good] += n
		m.stock[c.Town][in.Good] -= n
		if n < want && in.N != sdk.All {
			return sdk.Refuse("short", n)
		}
		return sdk.Did(n)
	}).Refuses("none", "it is not sold here").Refuses("full", "your cart is full").Refuses("short", "you cannot pay all")
	sell := sdk.Instant("sell", "Sells n of a good.", func(c *trader, in ware) sdk.Outcome {
		p, n := m.price(c.Town, in.Good), in.N.Or(c.Cargo[in.Good])
		switch {
		case p == 0:
			return sdk.Refuse("closed", 0)
		case n == 0 || n > c.Cargo[in.Good]:
			return sdk.Refuse("short", 0)
		}
		c.Gold += n * (p - 1)
		c.Room += n
		c.Cargo[in.Good] -= n
		m.stock[c.Town][in.Good] += n
		return sdk.Did(n)
	}).Refuses("closed", "nobody buys it here").Refuses("short", "you have less")
	offer := sdk.Action("offer", "Calls out one of a good for a price, four ticks.", sdk.Steps[*trader, offering, calling]{
		Start: func(c *trader, in offering) (calling, *sdk.Outcome) {
			if c.Cargo[in.Good] == 0 {
				return calling{}, sdk.Refuse("short", 0).AtOnce()
			}
			return calling{in.Good, int(in.Price), 4}, nil
		},
		Step: func(c *trader, o *calling) (sdk.Outcome, bool) {
			if o.Left--; o.Left > 0 {
				return sdk.Outcome{}, false
			}
			if usual := m.price(c.Town, o.Good); o.Price > usual+c.Rand().IntN(3) {
				return sdk.Refuse("dear", 0), true
			}
			c.Cargo[o.Good]--
			c.Room++
			c.Gold += o.Price
			c.Emit("deal", o.Good, o.Price)
			return sdk.Did(o.Price), true
		},
	}).Refuses("short", "you have none").Refuses("dear", "nobody pays that")
	rest := sdk.Action("rest", "Sleeps for some days; one where it is not said.", sdk.Steps[*trader, resting, sleeping]{
		Start: func(_ *trader, in resting) (sleeping, *sdk.Outcome) {
			return sleeping{max(in.Days, 1) * ticksPerDay}, nil
		},
		Step: func(_ *trader, s *sleeping) (sdk.Outcome, bool) {
			s.Left--
			return sdk.Did(1), s.Left == 0
		},
	})
	return []sdk.Verb[*trader]{
		travel, buy, sell, offer, rest,
		sdk.Sense("price", "What a good costs here, or in a town that you have seen; nil where it is not traded.", m.quote),
		sdk.Sense("roads", "The roads from here, or from another town.", func(c *trader, in whereFrom) []road {
			if in.Town != nil {
				return m.roads[*in.Town]
			}
			return m.roads[c.Town]
		}),
		sdk.Sense("towns", "All towns.", func(*trader, struct{}) []string { return m.towns }),
		sdk.Sense("goods", "All goods.", func(*trader, struct{}) []string { return m.goods }),
		sdk.Sense("hear_say", "What they say in the inn; nil on most days.", func(c *trader, _ struct{}) *rumor {
			if m.day%3 != 0 {
				return nil
			}
			town := m.towns[m.day%len(m.towns)]
			for _, good := range m.goods {
				if p := m.price(town, good); p > 0 {
					return &rumor{Good: good, Town: town, Price: p}
				}
			}
			return nil
		}),
		sdk.Sense("season", "The season.", func(*trader, struct{}) string {
			return []string{"spring", "summer", "autumn", "winter"}[m.day/10%4]
		}),
	}
}

// newMarket makes five towns with ann in the harbor.
func newMarket() (*sdk.World, error) {
	m := &market{
		towns: []string{"harbor", "hill", "mill", "castle", "abbey"},
		goods: []string{"grain", "wood", "cloth", "salt", "wine"},
		prices: map[string]map[string]int{
			"harbor": {"salt": 4, "cloth": 14, "wood": 9},
			"hill":   {"wood": 4, "grain": 8, "salt": 9},
			"mill":   {"grain": 4, "wood": 7, "wine": 15},
			"castle": {"cloth": 20, "grain": 9, "wine": 18, "salt": 11},
			"abbey":  {"wine": 9, "cloth": 12, "grain": 7},
		},
		roads: map[string][]road{}, stock: map[string]map[string]int{},
	}
	for _, town := range m.towns {
		m.stock[town] = map[string]int{}
		for good := range m.prices[town] {
			m.stock[town][good] = 20
		}
	}
	m.connect("harbor", "hill", 2)
	m.connect("harbor", "mill", 3)
	m.connect("hill", "mill", 2)
	m.connect("mill", "castle", 4)
	m.connect("castle", "abbey", 2)
	m.connect("hill", "abbey", 6)
	always := func(all []string) func(*trader) []string { return func(*trader) []string { return all } }
	return sdk.NewWorld(&sdk.Game[*trader]{
		Name: "market", Intro: "You are a trader with a cart.", Start: []string{"ann"},
		Join: func(id, name string) (*trader, error) {
			return &trader{
				Agent: sdk.NewAgentState(id, name), Gold: 100, Room: 30, Town: "harbor",
				Cargo: map[string]int{}, seen: map[string]bool{"harbor": true},
			}, nil
		},
		Kinds: []sdk.Kind[*trader]{{Name: "town", Known: always(m.towns)}, {Name: "good", Known: always(m.goods)}},
		Events: []sdk.Event{
			{Name: "robbed", Args: []string{"lost"}, Doc: "robbers took gold from you"},
			{Name: "deal", Args: []string{"good", "price"}, Doc: "somebody took your offer"},
			{Name: "dawn", Args: []string{"day"}, Doc: "a day begins"},
		},
		Verbs: m.verbs(),
		Advance: func(t *sdk.Turn[*trader]) {
			if t.Tick%ticksPerDay != 0 {
				return
			}
			m.day++
			for _, town := range m.towns {
				for good, n := range m.stock[town] {
					m.stock[town][good] = min(n+2, 30)
				}
			}
			for _, c := range t.Players {
				c.Day = m.day
				c.Emit("dawn", m.day)
			}
		},
		Hears: func(_, _ *trader) bool { return true },
	}, nil)
}
