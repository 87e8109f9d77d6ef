package lua

// Accounted sizes. They are constants over logical lengths, so that a script runs into its limit at the same step on every
// machine.
const (
	tableBytes  = 100
	slotBytes   = 24
	keyBytes    = 120
	stringBytes = 16
	funcBytes   = 100
	strandBytes = 16 << 10
)

// auditSteps is how many steps a state may take without its memory being looked at, for not everything that allocates is
// charged.
const auditSteps = 32_768

// audit looks at the memory of the state.
func (t *Thread) audit() {
	t.st.made, t.st.sinceAudit = 0, 0
}
