package library

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"

	glua "github.com/yuin/gopher-lua"

	"mystic-sdk/lua/internal/number"
	"mystic-sdk/lua/internal/vm"
)

func mathLibrary() map[string]glua.LValue {
	all := map[string]glua.LValue{
		"pi":         glua.LNumber(math.Pi),
		"huge":       glua.LNumber(math.Inf(1)),
		"maxinteger": glua.LNumber(number.MaxWhole),
		"mininteger": glua.LNumber(-number.MaxWhole),
	}
	one := map[string]func(float64) float64{
		"abs": math.Abs, "ceil": math.Ceil, "floor": math.Floor, "sqrt": math.Sqrt, "exp": math.Exp,
		"sin": math.Sin, "cos": math.Cos, "tan": math.Tan, "asin": math.Asin, "acos": math.Acos,
		"sinh": math.Sinh, "cosh": math.Cosh, "tanh": math.Tanh, "log10": math.Log10,
		"deg": func(f float64) float64 { return f * (180 / math.Pi) },
		"rad": func(f float64) float64 { return f * (math.Pi / 180) },
	}
	for name, fn := range one {
		all[name] = Bind(name, func(c Call) int { return c.pushNumber(fn(c.number(1))) })
	}
	for name, fn := range map[string]func(c Call) int{
		"atan": mathAtan, "atan2": mathAtan, "fmod": mathFmod, "frexp": mathFrexp, "ldexp": mathLdexp, "log": mathLog,
		"max": mathMax, "min": mathMin, "modf": mathModf, "pow": mathPow, "random": mathRandom,
		"randomseed": mathRandomseed, "tointeger": mathTointeger, "type": mathType, "ult": mathUlt,
	} {
		all[name] = Bind(name, fn)
	}
	return all
}

func mathAtan(c Call) int {
	x := 1.0
	if !c.absent(2) {
		x = c.number(2)
	}
	return c.pushNumber(math.Atan2(c.number(1), x))
}

func mathFmod(c Call) int {
	a, b := c.number(1), c.number(2)
	if b == 0 && a == math.Trunc(a) {
		c.bad(2, "zero")
	}
	return c.pushNumber(number.Fmod(a, b))
}

func mathFrexp(c Call) int {
	fraction, exponent := math.Frexp(c.number(1))
	return c.pushNumber(fraction) + c.pushNumber(float64(exponent))
}

func mathLdexp(c Call) int { return c.pushNumber(math.Ldexp(c.number(1), c.whole(2))) }

func mathLog(c Call) int {
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

func mathMax(c Call) int { return c.extreme(func(a, b float64) bool { return a < b }) }
func mathMin(c Call) int { return c.extreme(func(a, b float64) bool { return b < a }) }

func (c Call) extreme(worse func(a, b float64) bool) int {
	best := c.number(1)
	for i := 2; i <= c.Len(); i++ {
		if f := c.number(i); worse(best, f) {
			best = f
		}
	}
	return c.pushNumber(best)
}

func mathModf(c Call) int {
	f := c.number(1)
	if math.IsInf(f, 0) {
		return c.pushNumber(f) + c.pushNumber(0)
	}
	whole := math.Trunc(f)
	return c.pushNumber(whole) + c.pushNumber(f-whole)
}

func mathPow(c Call) int { return c.pushNumber(math.Pow(c.number(1), c.number(2))) }

func mathTointeger(c Call) int {
	v := c.Any(1)
	f, ok := v.(glua.LNumber)
	if s, isText := v.(glua.LString); isText {
		n, parsed := c.parse(string(s))
		f, ok = glua.LNumber(n), parsed
	}
	if !ok || float64(f) != math.Trunc(float64(f)) || math.Abs(float64(f)) > number.MaxWhole {
		c.Push(glua.LNil)
		return 1
	}
	return c.pushNumber(float64(f))
}

// mathType says "integer" of a whole number that is exact; every number is a double here.
func mathType(c Call) int {
	f, ok := c.Any(1).(glua.LNumber)
	switch {
	case !ok:
		c.Push(glua.LNil)
	case float64(f) == math.Trunc(float64(f)) && math.Abs(float64(f)) <= number.MaxWhole:
		c.Push(integerText)
	default:
		c.Push(floatText)
	}
	return 1
}

var integerText, floatText = glua.LValue(glua.LString("integer")), glua.LValue(glua.LString("float"))

func mathUlt(c Call) int {
	return c.PushBool(uint64(int64(c.whole(1))) < uint64(int64(c.whole(2))))
}

// NewRandom makes the stream of math.random. It is the generator alone, whose numbers are the same in every version of Go.
func NewRandom(seed uint64) *rand.PCG { return rand.NewPCG(seed, 0x9e3779b97f4a7c15) }

func mathRandom(c Call) int {
	r := c.Meter.Host.Random()
	low, high := 1, 0
	switch c.Len() {
	case 0:
		return c.pushNumber(float64(r.Uint64()>>11) / (1 << 53))
	case 1:
		high = c.whole(1)
	case 2:
		low, high = c.whole(1), c.whole(2)
	default:
		c.refuse(usage("random"), "wrong number of arguments to 'random'")
	}
	if low > high {
		c.unfit(c.Len(), vm.UseNumber, "interval is empty", fmt.Sprintf("there is no number from %d to %d; of an empty list nothing can be picked", low, high))
	}
	if low < -number.MaxWhole || high > number.MaxWhole {
		c.bad(c.Len(), "interval too large")
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

func mathRandomseed(c Call) int {
	seed := uint64(0)
	if !c.absent(1) {
		seed = math.Float64bits(c.number(1))
	}
	*c.Meter.Host.Random() = *NewRandom(seed)
	return 0
}

func bitLibrary() map[string]glua.LValue {
	fold := func(op func(a, b int32) int32) func(c Call) int {
		return func(c Call) int {
			n := c.bits(1)
			for i := 2; i <= c.Len(); i++ {
				n = op(n, c.bits(i))
			}
			return c.pushNumber(float64(n))
		}
	}
	shift := func(op func(n int32, by uint) int32) func(c Call) int {
		return func(c Call) int { return c.pushNumber(float64(op(c.bits(1), uint(c.bits(2))&31))) }
	}
	all := map[string]glua.LValue{}
	for name, fn := range map[string]func(c Call) int{
		"tobit":   func(c Call) int { return c.pushNumber(float64(c.bits(1))) },
		"bnot":    func(c Call) int { return c.pushNumber(float64(^c.bits(1))) },
		"band":    fold(func(a, b int32) int32 { return a & b }),
		"bor":     fold(func(a, b int32) int32 { return a | b }),
		"bxor":    fold(func(a, b int32) int32 { return a ^ b }),
		"lshift":  shift(func(n int32, by uint) int32 { return n << by }),
		"rshift":  shift(func(n int32, by uint) int32 { return int32(uint32(n) >> by) }),
		"arshift": shift(func(n int32, by uint) int32 { return n >> by }),
		"rol":     shift(func(n int32, by uint) int32 { return int32(bits.RotateLeft32(uint32(n), int(by))) }),
		"ror":     shift(func(n int32, by uint) int32 { return int32(bits.RotateLeft32(uint32(n), -int(by))) }),
	} {
		all[name] = Bind(name, fn)
	}
	return all
}

// bits returns argument i as LuaJIT's bit library takes it: the low 32 bits, with a sign.
func (c Call) bits(i int) int32 { return int32(uint32(int64(c.whole(i)))) }
