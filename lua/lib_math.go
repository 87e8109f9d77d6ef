package lua

import (
	"math"
	"math/bits"
	"math/rand/v2"

	glua "github.com/yuin/gopher-lua"
)

func mathLibrary() map[string]glua.LValue {
	all := map[string]glua.LValue{
		"pi":         glua.LNumber(math.Pi),
		"huge":       glua.LNumber(math.Inf(1)),
		"maxinteger": glua.LNumber(maxWhole),
		"mininteger": glua.LNumber(-maxWhole),
	}
	one := map[string]func(float64) float64{
		"abs": math.Abs, "ceil": math.Ceil, "floor": math.Floor, "sqrt": math.Sqrt, "exp": math.Exp,
		"sin": math.Sin, "cos": math.Cos, "tan": math.Tan, "asin": math.Asin, "acos": math.Acos,
		"sinh": math.Sinh, "cosh": math.Cosh, "tanh": math.Tanh, "log10": math.Log10,
		"deg": func(f float64) float64 { return f * (180 / math.Pi) },
		"rad": func(f float64) float64 { return f * (math.Pi / 180) },
	}
	for name, fn := range one {
		all[name] = bind(name, func(c lib) int { return c.pushNumber(fn(c.number(1))) })
	}
	for name, fn := range map[string]func(c lib) int{
		"atan": mathAtan, "atan2": mathAtan, "fmod": mathFmod, "frexp": mathFrexp, "ldexp": mathLdexp, "log": mathLog,
		"max": mathMax, "min": mathMin, "modf": mathModf, "pow": mathPow, "random": mathRandom,
		"randomseed": mathRandomseed, "tointeger": mathTointeger, "type": mathType, "ult": mathUlt,
	} {
		all[name] = bind(name, fn)
	}
	return all
}

func mathAtan(c lib) int {
	x := 1.0
	if !c.absent(2) {
		x = c.number(2)
	}
	return c.pushNumber(math.Atan2(c.number(1), x))
}

func mathFmod(c lib) int {
	a, b := c.number(1), c.number(2)
	if b == 0 && a == math.Trunc(a) {
		c.bad(2, "zero")
	}
	return c.pushNumber(math.Mod(a, b))
}

func mathFrexp(c lib) int {
	fraction, exponent := math.Frexp(c.number(1))
	return c.pushNumber(fraction) + c.pushNumber(float64(exponent))
}

func mathLdexp(c lib) int { return c.pushNumber(math.Ldexp(c.number(1), c.whole(2))) }

func mathLog(c lib) int {
	x := c.number(1)
	if c.absent(2) {
		return c.pushNumber(math.Log(x))
	}
	switch base := c.number(2); base {
	case 2:
		return c.pushNumber(math.Log2(x))
	case 10:
		return c.pushNumber(math.Log10(x))
	default:
		return c.pushNumber(math.Log(x) / math.Log(base))
	}
}

func mathMax(c lib) int { return c.extreme(func(a, b float64) bool { return a < b }) }
func mathMin(c lib) int { return c.extreme(func(a, b float64) bool { return b < a }) }

func (c lib) extreme(worse func(a, b float64) bool) int {
	best := c.number(1)
	for i := 2; i <= c.len(); i++ {
		if f := c.number(i); worse(best, f) {
			best = f
		}
	}
	return c.pushNumber(best)
}

func mathModf(c lib) int {
	f := c.number(1)
	if math.IsInf(f, 0) {
		return c.pushNumber(f) + c.pushNumber(0)
	}
	whole := math.Trunc(f)
	return c.pushNumber(whole) + c.pushNumber(f-whole)
}

func mathPow(c lib) int { return c.pushNumber(math.Pow(c.number(1), c.number(2))) }

func mathTointeger(c lib) int {
	v := c.any(1)
	f, ok := v.(glua.LNumber)
	if s, isText := v.(glua.LString); isText {
		n, parsed := parseNumber(string(s))
		f, ok = glua.LNumber(n), parsed
	}
	if !ok || float64(f) != math.Trunc(float64(f)) || math.Abs(float64(f)) > maxWhole {
		c.push(glua.LNil)
		return 1
	}
	return c.pushNumber(float64(f))
}

// mathType says "integer" of a whole number that is exact; every number is a double here.
func mathType(c lib) int {
	f, ok := c.any(1).(glua.LNumber)
	switch {
	case !ok:
		c.push(glua.LNil)
	case float64(f) == math.Trunc(float64(f)) && math.Abs(float64(f)) <= maxWhole:
		c.push(integerText)
	default:
		c.push(floatText)
	}
	return 1
}

var integerText, floatText = glua.LValue(glua.LString("integer")), glua.LValue(glua.LString("float"))

func mathUlt(c lib) int {
	return c.pushBool(uint64(int64(c.whole(1))) < uint64(int64(c.whole(2))))
}

// newRandom makes the stream of math.random. It is the generator alone, whose numbers are the same in every version of Go.
func newRandom(seed uint64) *rand.PCG { return rand.NewPCG(seed, 0x9e3779b97f4a7c15) }

func mathRandom(c lib) int {
	r := c.t.st.random
	low, high := 1, 0
	switch c.len() {
	case 0:
		return c.pushNumber(float64(r.Uint64()>>11) / (1 << 53))
	case 1:
		high = c.whole(1)
	case 2:
		low, high = c.whole(1), c.whole(2)
	default:
		c.fail("wrong number of arguments to 'random'")
	}
	if low > high {
		c.bad(c.len(), "interval is empty")
	}
	if low < -maxWhole || high > maxWhole {
		c.bad(c.len(), "interval too large")
	}
	// The high half of the product of a uniform number and the size of the interval is uniform, but for the few products
	// whose low half would make some numbers likelier.
	size := uint64(high-low) + 1
	n, rest := bits.Mul64(r.Uint64(), size)
	for floor := -size % size; rest < floor; {
		n, rest = bits.Mul64(r.Uint64(), size)
	}
	return c.pushNumber(float64(low + int(n)))
}

func mathRandomseed(c lib) int {
	seed := uint64(0)
	if !c.absent(1) {
		seed = math.Float64bits(c.number(1))
	}
	*c.t.st.random = *newRandom(seed)
	return 0
}

func bitLibrary() map[string]glua.LValue {
	fold := func(op func(a, b int32) int32) func(c lib) int {
		return func(c lib) int {
			n := c.bits(1)
			for i := 2; i <= c.len(); i++ {
				n = op(n, c.bits(i))
			}
			return c.pushNumber(float64(n))
		}
	}
	shift := func(op func(n int32, by uint) int32) func(c lib) int {
		return func(c lib) int { return c.pushNumber(float64(op(c.bits(1), uint(c.bits(2))&31))) }
	}
	all := map[string]glua.LValue{}
	for name, fn := range map[string]func(c lib) int{
		"tobit":   func(c lib) int { return c.pushNumber(float64(c.bits(1))) },
		"bnot":    func(c lib) int { return c.pushNumber(float64(^c.bits(1))) },
		"band":    fold(func(a, b int32) int32 { return a & b }),
		"bor":     fold(func(a, b int32) int32 { return a | b }),
		"bxor":    fold(func(a, b int32) int32 { return a ^ b }),
		"lshift":  shift(func(n int32, by uint) int32 { return n << by }),
		"rshift":  shift(func(n int32, by uint) int32 { return int32(uint32(n) >> by) }),
		"arshift": shift(func(n int32, by uint) int32 { return n >> by }),
		"rol":     shift(func(n int32, by uint) int32 { return int32(bits.RotateLeft32(uint32(n), int(by))) }),
		"ror":     shift(func(n int32, by uint) int32 { return int32(bits.RotateLeft32(uint32(n), -int(by))) }),
	} {
		all[name] = bind(name, fn)
	}
	return all
}

// bits returns argument i as LuaJIT's bit library takes it: the low 32 bits, with a sign.
func (c lib) bits(i int) int32 { return int32(uint32(int64(c.whole(i)))) }
