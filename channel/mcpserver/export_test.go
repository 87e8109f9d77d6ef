package mcpserver

// Limits that tests go up to.
const (
	MaxLine     = maxLine
	MaxInFlight = maxInFlight
)
