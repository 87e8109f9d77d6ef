package contract

// CodeInfo describes one code of the registry.
type CodeInfo struct {
	Code    Code   `json:"code"`
	Summary string `json:"summary"`        // when it comes
	Hint    string `json:"hint,omitempty"` // the hint of a fault that has none more exact; empty: none
	Retry   bool   `json:"retry"`          // whether the same call can succeed later
	Since   string `json:"since"`          // the contract version that brought it
}

// Codes returns the registry of fault codes, in a fixed order. None is ever removed or renamed. The slice is the caller's.
func Codes() []CodeInfo {
	return []CodeInfo{
		{
			Code: InvalidArgument, Summary: "an argument is missing, unknown, of the wrong type or out of range",
			Hint: "see the tool's input schema", Since: "4.2.0",
		},
		{Code: CheckFailed, Summary: "the checker found errors, so nothing started", Since: "4.2.0"},
		{
			Code: ScriptFailed, Summary: "a run failed while running",
			Hint: "mend that line and send the script again", Since: "4.2.0",
		},
		{
			Code: StepsExhausted, Summary: "a run thought too long without getting anywhere",
			Hint: "put wait(1) or an action into the loop", Since: "4.2.0",
		},
		{
			Code: MemoryExhausted, Summary: "the agent's Lua holds or made too much",
			Hint: "keep less, and build large texts from fewer pieces", Since: "4.2.0",
		},
		{
			Code: MemInvalid, Summary: "mem holds what JSON cannot say, or too much; the last good mem stands",
			Hint: "mem takes texts, numbers, booleans and tables of them, 64 KiB in all", Since: "4.2.0",
		},
		{Code: IDReused, Summary: "the run id was used for another script", Hint: "use a new id, or none", Since: "4.2.0"},
		{
			Code: RateLimited, Summary: "over the agent's call rate",
			Hint: "let a script play and call less often", Retry: true, Since: "4.2.0",
		},
		{Code: AgentUnknown, Summary: "the credential's agent is not in this world and may not join", Since: "4.2.0"},
		{Code: Unauthorized, Summary: "no credential, or a bad one", Since: "4.2.0"},
		{
			Code: Unavailable, Summary: "shutting down, paused by the operator, or too many calls waiting",
			Hint: "call again later", Retry: true, Since: "4.2.0",
		},
		{
			Code: Internal, Summary: "a bug of the game or the server; ref finds it in the log",
			Hint: "tell the operator the ref", Since: "4.2.0",
		},
	}
}

// LookupCode returns the registry's entry of a code, and whether it has one.
func LookupCode(code Code) (CodeInfo, bool) {
	for _, info := range Codes() {
		if info.Code == code {
			return info, true
		}
	}
	return CodeInfo{}, false
}

// NewFault makes a fault with the hint that the registry has for its code. Whoever knows a more exact one sets Hint.
func NewFault(code Code, message string) *Fault {
	info, _ := LookupCode(code)
	return &Fault{Code: code, Message: message, Hint: info.Hint}
}
