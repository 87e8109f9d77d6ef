package lua

func (s *Sandbox) loadPrelude(source string) error {
	return nil
}

// keep remembers the programs.
func (st *State) keep(p *Program) {}
