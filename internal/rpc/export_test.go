package rpc

// Len is how many requests are in flight.
func (f *Flights) Len() int { return len(f.flying) }
