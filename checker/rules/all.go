package rules

// All returns every rule, in the order in which the documentation lists them. The slice and the rules are the caller's.
func All() []*Rule {
	return append(SyntaxErrors(),
		UnknownWord(),
		RefusedWord(),
		WrongArguments(),
		ConditionAsCount(),
		UnknownName(),
		EndlessLoop(),
		AssignToWord(),
		SavedScript(),
		LookOnly(),
		IgnoredFailure(),
		MaybeNil(),
		AccidentalGlobal(),
		Unused(),
		Unreachable(),
		OnceLoop(),
		ShadowedVerb(),
		Suspicious(),
		ChangedWhileIterated(),
		WaitInHandler(),
		OutcomeOrder(),
	)
}
