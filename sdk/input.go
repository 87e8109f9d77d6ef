package sdk

import (
	"reflect"
	"strconv"
	"strings"

	"mystic-sdk/contract"
	"mystic-sdk/sdk/internal/shape"
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
		shape.SetNumber(to, a.Number)
	default:
		to.SetString(a.Text)
	}
}

// bindInput reads a verb's arguments off the fields of In into the spec.
func bindInput[In any](p *shape.Problems, spec *contract.VerbSpec) *input[In] {
	in := &input[In]{value: new(In)}
	to := reflect.ValueOf(in.value).Elem()
	if to.Kind() != reflect.Struct {
		p.Add("its input is no struct; its arguments are the fields of one, and struct{} takes none")
		return in
	}
	defaults := map[Count]bool{}
	names := make([]string, to.NumField())
	for i := range names {
		field := to.Type().Field(i)
		names[i] = field.Name
		arg, f := bindArg(p, field)
		f.to = to.Field(i)
		if arg.Type == contract.ArgCount {
			defaults[f.fallback] = true
			spec.CountDefault = int(f.fallback)
		}
		spec.Args = append(spec.Args, arg)
		in.fields = append(in.fields, f)
	}
	if len(defaults) > 1 {
		p.Add("its counts differ in the tag default; a verb has one default for all of them or none")
	}
	checkArgs(p, spec, names)
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
func bindArg(p *shape.Problems, field reflect.StructField) (contract.ArgSpec, inputField) {
	shape.CheckTags(p, field, tagArg, tagKind, tagDefault, tagOptional)
	p = p.About("field " + field.Name)
	arg := contract.ArgSpec{Name: strings.ToLower(field.Name)}
	if !field.IsExported() || field.Anonymous {
		p.Add("it is unexported or embedded; each argument is an exported field of its own")
	}
	if name, ok := field.Tag.Lookup(tagArg); ok {
		arg.Name = name
	}
	of := field.Type
	pointer := of.Kind() == reflect.Pointer
	if pointer {
		of = of.Elem()
	}
	optional, ok := field.Tag.Lookup(tagOptional)
	if ok && optional != "true" {
		p.Add("the tag optional is %q; it is \"true\" or left out", optional)
	}
	arg.Optional = ok || pointer
	bindArgType(p, &arg, of, field.Tag)
	f := inputField{pointer: pointer, arg: arg.Type}
	if text, ok := field.Tag.Lookup(tagDefault); ok {
		f.fallback = bindDefault(p, &arg, text)
	}
	return arg, f
}

// bindArgType finds what an argument takes by the type and the tag kind of its field.
func bindArgType(p *shape.Problems, arg *contract.ArgSpec, of reflect.Type, tags reflect.StructTag) {
	kind, hasKind := tags.Lookup(tagKind)
	switch {
	case of == reflect.TypeFor[Count]():
		arg.Type = contract.ArgCount
	case shape.IsNumber(of):
		arg.Type = contract.ArgNumber
	case of.Kind() == reflect.String && hasKind:
		arg.Type, arg.Kind = contract.ArgName, kind
	default:
		arg.Type = contract.ArgText
		if of.Kind() != reflect.String {
			p.Add("no argument has its type; use sdk.Count, a number, a string, or a pointer to one of them")
		}
	}
	if hasKind && of.Kind() != reflect.String {
		p.Add("the tag kind:%q is for a string, which then takes a name", kind)
	}
}

// bindDefault reads the tag default of an argument.
func bindDefault(p *shape.Problems, arg *contract.ArgSpec, text string) Count {
	n, err := strconv.ParseInt(text, 10, 32)
	switch {
	case arg.Type != contract.ArgCount:
		p.Add("the tag default:%q is for a Count; the tag optional lets others be left out", text)
	case arg.Optional:
		p.Add("it has the tag default:%q and is optional as well; a count with a default may always be left out", text)
	case err != nil || n < 1 || n >= int64(All):
		p.Add("the tag default is %q; it is a whole number from 1", text)
	default:
		return Count(n)
	}
	return 0
}
