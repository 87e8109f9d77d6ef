package sdk

import (
	"math"
	"reflect"
	"strconv"
	"strings"

	"mystic-sdk/contract"
)

// input makes the struct that a verb's func takes from the arguments of a call. It is one world's: it fills one value
// again and again, so that a call allocates nothing but what a pointer field asks for.
type input[In any] struct {
	value  *In
	fields []inputField
}

// inputField is where one argument goes.
type inputField struct {
	to       reflect.Value // the field in input.value
	pointer  bool
	arg      contract.ArgType
	fallback Count // what a missing count means; 0: it stays zero
}

// read returns the input of one call.
func (in *input[In]) read(args Args) In {
	var zero In
	*in.value = zero
	for i := range in.fields {
		in.fields[i].set(args[i])
	}
	return *in.value
}

func (f *inputField) set(a Arg) {
	if !a.Given {
		if f.fallback == 0 {
			return
		}
		a.Count = f.fallback
	}
	to := f.to
	if f.pointer {
		made := reflect.New(to.Type().Elem())
		to.Set(made)
		to = made.Elem()
	}
	switch f.arg {
	case contract.ArgCount:
		to.SetInt(int64(a.Count))
	case contract.ArgNumber:
		setNumber(to, a.Number)
	default:
		to.SetString(a.Text)
	}
}

// setNumber stores a number in a field of any number type: in one of whole numbers the nearest that it can hold, 0 for
// what is no number.
func setNumber(to reflect.Value, f float64) {
	switch {
	case to.CanFloat():
		to.SetFloat(f)
	case math.IsNaN(f):
		to.SetZero()
	case to.CanInt():
		limit := math.Ldexp(1, to.Type().Bits()-1)
		switch f = math.Round(f); {
		case f >= limit:
			to.SetInt(math.MaxInt64 >> (64 - to.Type().Bits()))
		case f < -limit:
			to.SetInt(math.MinInt64 >> (64 - to.Type().Bits()))
		default:
			to.SetInt(int64(f))
		}
	default:
		limit := math.Ldexp(1, to.Type().Bits())
		switch f = math.Round(f); {
		case f >= limit:
			to.SetUint(math.MaxUint64 >> (64 - to.Type().Bits()))
		case f <= 0:
			to.SetZero()
		default:
			to.SetUint(uint64(f))
		}
	}
}

// bindInput reads a verb's arguments off the fields of In into the spec.
func bindInput[In any](p *problems, spec *contract.VerbSpec) *input[In] {
	in := &input[In]{value: new(In)}
	to := reflect.ValueOf(in.value).Elem()
	if to.Kind() != reflect.Struct {
		p.add("its input is no struct; its arguments are the fields of one, and struct{} takes none")
		return in
	}
	defaults := map[int]bool{}
	for i := range to.NumField() {
		field := to.Type().Field(i)
		arg, f := bindArg(p, field)
		f.to = to.Field(i)
		for _, other := range spec.Args {
			if other.Name == arg.Name {
				p.add("field %s: the argument %s is there twice; the tag arg names it differently", field.Name, arg.Name)
			}
		}
		optional := arg.Optional || f.fallback != 0
		if n := len(spec.Args); n > 0 && !optional && (spec.Args[n-1].Optional || in.fields[n-1].fallback != 0) {
			p.add("field %s: it must be given but stands after one that may be left out; those come last", field.Name)
		}
		if arg.Type == contract.ArgCount {
			defaults[int(f.fallback)] = true
			spec.CountDefault = int(f.fallback)
		}
		spec.Args = append(spec.Args, arg)
		in.fields = append(in.fields, f)
	}
	if len(defaults) > 1 {
		p.add("its counts differ in the tag default; a verb has one default for all of them or none")
	}
	return in
}

// The tags of an input's fields.
const (
	tagArg      = "arg"
	tagKind     = "kind"
	tagDefault  = "default"
	tagOptional = "optional"
)

// bindArg reads one argument off a field.
func bindArg(p *problems, field reflect.StructField) (contract.ArgSpec, inputField) {
	arg := contract.ArgSpec{Name: strings.ToLower(field.Name)}
	var f inputField
	checkTags(p, field, tagArg, tagKind, tagDefault, tagOptional)
	if !field.IsExported() || field.Anonymous {
		p.add("field %s: it is unexported or embedded; each argument is an exported field of its own", field.Name)
	}
	if name, ok := field.Tag.Lookup(tagArg); ok {
		arg.Name = name
	}
	if !validName(arg.Name) {
		p.add("field %s: the argument's name %q is no Lua name; the tag arg gives it another", field.Name, arg.Name)
	}
	of := field.Type
	if of.Kind() == reflect.Pointer {
		f.pointer, arg.Optional, of = true, true, of.Elem()
	}
	if text, ok := field.Tag.Lookup(tagOptional); ok {
		if text != "true" {
			p.add("field %s: the tag optional is %q; it is \"true\" or left out", field.Name, text)
		}
		arg.Optional = true
	}
	kind, hasKind := field.Tag.Lookup(tagKind)
	switch {
	case of == reflect.TypeFor[Count]():
		arg.Type = contract.ArgCount
	case of.Kind() == reflect.String && hasKind:
		arg.Type, arg.Kind = contract.ArgName, kind
		if kind == "" {
			p.add("field %s: the tag kind is empty; it is the Name of one of Kinds", field.Name)
		}
	case of.Kind() == reflect.String:
		arg.Type = contract.ArgText
	case isNumber(of):
		arg.Type = contract.ArgNumber
	default:
		p.add("field %s: no argument has its type; use sdk.Count, a number, a string, or a pointer to one of them", field.Name)
	}
	if hasKind && of.Kind() != reflect.String {
		p.add("field %s: the tag kind:%q is for a string, which then takes a name", field.Name, kind)
	}
	if text, ok := field.Tag.Lookup(tagDefault); ok {
		n, err := strconv.ParseInt(text, 10, 32)
		switch {
		case arg.Type != contract.ArgCount:
			p.add("field %s: the tag default:%q is for a Count; the tag optional lets others be left out", field.Name, text)
		case arg.Optional:
			p.add("field %s: it has the tag default:%q and is optional as well; a count with a default may always be left out",
				field.Name, text)
		case err != nil || n < 1 || n >= int64(All):
			p.add("field %s: the tag default is %q; it is a whole number from 1", field.Name, text)
		default:
			f.fallback = Count(n)
		}
	}
	f.arg = arg.Type
	return arg, f
}

// checkTags looks for tags that cannot be read and for names that are near to one of ours but not it.
func checkTags(p *problems, field reflect.StructField, ours ...string) {
	rest := string(field.Tag)
	for {
		rest = strings.TrimLeft(rest, " ")
		if rest == "" {
			return
		}
		name, quoted, ok := strings.Cut(rest, ":")
		value, err := strconv.QuotedPrefix(quoted)
		if !ok || err != nil || strings.ContainsAny(name, ` "`) {
			p.add("field %s: its tags cannot be read from %q on; each is name:\"value\", with a space between two", field.Name, rest)
			return
		}
		rest = quoted[len(value):]
		if near := contract.Nearest(name, ours); near != "" && near != name {
			p.add("field %s: it has the tag %s%s", field.Name, name, didYouMean(near))
		}
	}
}
