package checker_test

import (
	"slices"

	"mystic-sdk/sdk"
)

// farmer walks between a barn and nine plots, and grows things there.
type farmer struct {
	sdk.Agent
	At     string         `me:"at" doc:"a plot, or barn"`
	Energy int            `me:"energy"`
	Water  int            `me:"water" doc:"of ten; barn fills it"`
	Coins  int            `me:"coins"`
	Basket map[string]int `me:"basket"`
}

type (
	toPlot struct {
		Plot string `kind:"plot"`
	}
	ofCrop struct {
		Crop string `kind:"crop"`
	}
	things struct {
		Item string    `kind:"item"`
		N    sdk.Count `default:"1"`
	}
	someItem struct {
		Item string `kind:"item"`
	}
	strolling struct {
		To   string
		Left int
	}
	working struct {
		What string
		Left int
	}
	plot struct {
		Name string `json:"name"`
		Soil string `json:"soil" doc:"raw or tilled"`
		Crop string `json:"crop" doc:"empty where nothing grows"`
		Wet  bool   `json:"wet"`
		Ripe bool   `json:"ripe"`
		age  int
	}
	recipe struct {
		Needs map[string]int `json:"needs"`
		Makes int            `json:"makes"`
	}
)

// farm is the plots and what lies in the barn.
type farm struct {
	plots []*plot
	barn  map[string]int
	tick  int64
}

// growth is how many wet ticks a crop takes to be ripe.
func growth(crop string) int { return map[string]int{"wheat": 20, "bean": 30, "oak": 60}[crop] }

func (f *farm) plot(name string) *plot {
	i := slices.IndexFunc(f.plots, func(p *plot) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	return f.plots[i]
}

func (f *farm) weather() string { return []string{"sun", "sun", "rain", "cloud"}[f.tick/25%4] }

func (f *farm) advance(t *sdk.Turn[*farmer]) {
	f.tick = t.Tick
	rain := f.weather() == "rain"
	for _, p := range f.plots {
		p.Wet = p.Wet || rain
		if p.Crop == "" || p.Ripe || !p.Wet {
			continue
		}
		if p.age++; p.age >= growth(p.Crop) {
			p.Ripe, p.Wet = true, false
			for _, c := range t.Players {
				c.Emit("ripe", p.Name, p.Crop)
			}
		}
	}
	for _, c := range t.Players {
		if t.Tick%4 == 0 {
			c.Energy = min(50, c.Energy+1)
		}
		if rain && t.Tick%25 == 0 {
			c.Emit("rain")
		}
	}
}

// work makes a verb that takes some ticks at a plot, and energy. Ready says why it cannot be done; done does it and counts.
func (f *farm) work(name, doc string, ticks int, ready func(*farmer, *plot) string, done func(*farmer, *plot) int) sdk.Verb[*farmer] {
	return sdk.Action(name, doc, sdk.Steps[*farmer, struct{}, working]{
		Start: func(c *farmer, _ struct{}) (working, *sdk.Outcome) {
			p := f.plot(c.At)
			switch {
			case p == nil:
				return working{}, sdk.Refuse("away", 0).AtOnce()
			case c.Energy == 0:
				return working{}, sdk.Refuse("tired", 0).AtOnce()
			}
			if why := ready(c, p); why != "" {
				return working{}, sdk.Refuse(why, 0).AtOnce()
			}
			c.Energy--
			return working{name, ticks}, nil
		},
		Step: func(c *farmer, w *working) (sdk.Outcome, bool) {
			if w.Left--; w.Left > 0 {
				return sdk.Outcome{}, false
			}
			return sdk.Did(done(c, f.plot(c.At))), true
		},
	}).Refuses("away", "you are at no plot").Refuses("tired", "you have no energy")
}

func (f *farm) actions() []sdk.Verb[*farmer] {
	always := func(*farmer, *plot) string { return "" }
	walk := sdk.Action("walk", "Walks to a plot or to the barn, two ticks.", sdk.Steps[*farmer, toPlot, strolling]{
		Start: func(_ *farmer, in toPlot) (strolling, *sdk.Outcome) { return strolling{in.Plot, 2}, nil },
		Step: func(c *farmer, s *strolling) (sdk.Outcome, bool) {
			if s.Left--; s.Left > 0 {
				return sdk.Outcome{}, false
			}
			if c.At = s.To; c.At == "barn" {
				c.Water = 10
			}
			return sdk.Did(1), true
		},
	})
	sow := sdk.Instant("sow", "Sows a seed that you carry.", func(c *farmer, in ofCrop) sdk.Outcome {
		p := f.plot(c.At)
		switch {
		case p == nil:
			return sdk.Refuse("away", 0)
		case p.Soil != "tilled" || p.Crop != "":
			return sdk.Refuse("taken", 0)
		case c.Basket[in.Crop+"_seed"] == 0:
			return sdk.Refuse("short", 0)
		}
		c.Basket[in.Crop+"_seed"]--
		p.Crop, p.age, p.Ripe = in.Crop, 0, false
		return sdk.Did(1)
	}).Refuses("away", "you are at no plot").Refuses("taken", "it is raw or something grows there").Refuses("short", "you have no seed")
	carry := func(name, doc string, from, to func(*farmer) map[string]int) sdk.Verb[*farmer] {
		return sdk.Instant(name, doc, func(c *farmer, in things) sdk.Outcome {
			if c.At != "barn" {
				return sdk.Refuse("away", 0)
			}
			n := min(in.N.Or(from(c)[in.Item]), from(c)[in.Item])
			if n == 0 {
				return sdk.Refuse("short", 0)
			}
			from(c)[in.Item] -= n
			to(c)[in.Item] += n
			return sdk.Did(n)
		}).Refuses("away", "you are not at the barn").Refuses("short", "there are none")
	}
	barn := func(*farmer) map[string]int { return f.barn }
	basket := func(c *farmer) map[string]int { return c.Basket }
	craft := sdk.Instant("craft", "Makes n things of what you carry.", func(c *farmer, in things) sdk.Outcome {
		r := f.recipe(c, someItem{in.Item})
		if r == nil {
			return sdk.Refuse("none", 0)
		}
		for i := range in.N.Or(10) {
			for item, n := range r.Needs {
				if c.Basket[item] < n {
					return sdk.Refuse("short", i)
				}
			}
			for item, n := range r.Needs {
				c.Basket[item] -= n
			}
			c.Basket[in.Item] += r.Makes
		}
		return sdk.Did(in.N.Or(10))
	}).Refuses("none", "nothing makes it").Refuses("short", "you lack what it needs")
	return []sdk.Verb[*farmer]{
		walk, sow, craft,
		carry("store", "Puts things into the barn.", basket, barn),
		carry("fetch", "Takes things out of the barn.", barn, basket),
		f.work("till", "Tills the plot.", 3, always, func(_ *farmer, p *plot) int { p.Soil = "tilled"; return 1 }),
		f.work("pour", "Waters the plot.", 1, func(c *farmer, _ *plot) string {
			if c.Water == 0 {
				return "dry"
			}
			return ""
		}, func(c *farmer, p *plot) int { c.Water--; p.Wet = true; return 1 }).Refuses("dry", "you have no water"),
		f.work("reap", "Reaps what is ripe.", 2, func(_ *farmer, p *plot) string {
			switch {
			case p.Crop == "":
				return "none"
			case !p.Ripe:
				return "green"
			}
			return ""
		}, func(c *farmer, p *plot) int {
			c.Basket[p.Crop] += 3
			c.Basket[p.Crop+"_seed"] += 2
			p.Crop, p.Ripe, p.age = "", false, 0
			return 3
		}).Refuses("none", "nothing grows there").Refuses("green", "it is not ripe"),
		sdk.Instant("trade", "Sells n things for two coins each, at the barn.", func(c *farmer, in things) sdk.Outcome {
			n := min(in.N.Or(c.Basket[in.Item]), c.Basket[in.Item])
			switch {
			case c.At != "barn":
				return sdk.Refuse("away", 0)
			case n == 0:
				return sdk.Refuse("short", 0)
			}
			c.Basket[in.Item] -= n
			c.Coins += 2 * n
			return sdk.Did(n)
		}).Refuses("away", "you are not at the barn").Refuses("short", "you have none"),
	}
}

func (f *farm) recipe(_ *farmer, in someItem) *recipe {
	switch in.Item {
	case "flour":
		return &recipe{Needs: map[string]int{"wheat": 2}, Makes: 1}
	case "bread":
		return &recipe{Needs: map[string]int{"flour": 2, "bean": 1}, Makes: 3}
	case "crate":
		return &recipe{Needs: map[string]int{"oak": 3}, Makes: 1}
	}
	return nil
}

// newFarm makes a farm with eve in the barn.
func newFarm() (*sdk.World, error) {
	f := &farm{barn: map[string]int{"wheat_seed": 12, "bean_seed": 6, "oak_seed": 3}}
	names := []string{"p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "p9"}
	for _, name := range names {
		f.plots = append(f.plots, &plot{Name: name, Soil: "raw"})
	}
	always := func(all ...string) func(*farmer) []string { return func(*farmer) []string { return all } }
	items := []string{"wheat", "bean", "oak", "wheat_seed", "bean_seed", "oak_seed", "flour", "bread", "crate"}
	return sdk.NewWorld(&sdk.Game[*farmer]{
		Name: "farm", Intro: "You are a farmer.", Start: []string{"eve"},
		Join: func(id, name string) (*farmer, error) {
			return &farmer{Agent: sdk.NewAgentState(id, name), At: "barn", Energy: 40, Water: 10, Basket: map[string]int{}}, nil
		},
		Kinds: []sdk.Kind[*farmer]{
			{Name: "plot", Known: always(append(slices.Clone(names), "barn")...)},
			{Name: "crop", Known: always("wheat", "bean", "oak")},
			{Name: "item", Known: always(items...)},
		},
		Events: []sdk.Event{
			{Name: "ripe", Args: []string{"plot", "crop"}, Doc: "something is ripe"},
			{Name: "rain", Doc: "it begins to rain"},
		},
		Verbs: append(f.actions(),
			sdk.Sense("plot", "A plot; nil for the barn.", func(_ *farmer, in toPlot) *plot {
				p := f.plot(in.Plot)
				if p == nil {
					return nil
				}
				seen := *p
				return &seen
			}),
			sdk.Sense("plots", "The names of all plots.", func(*farmer, struct{}) []string { return names }),
			sdk.Sense("weather", "sun, rain or cloud.", func(*farmer, struct{}) string { return f.weather() }),
			sdk.Sense("stock", "How much of something is in the barn.", func(_ *farmer, in someItem) int { return f.barn[in.Item] }),
			sdk.Sense("recipe", "What something is made of; nil where nothing makes it.", f.recipe),
		),
		Advance: f.advance,
		Hears:   func(_, _ *farmer) bool { return true },
	}, nil)
}
