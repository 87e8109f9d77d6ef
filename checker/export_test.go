package checker

import "mystic-sdk/checker/rules"

// CheckWith is Check with some of the rules; it also returns how often they looked at a place of the script.
func CheckWith(source string, env *Env, list []*rules.Rule) (result *Result, visits int) {
	result, script := check(source, env, list)
	return result, script.Visits()
}
