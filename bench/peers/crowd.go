package main

// going is a script that can be played from one action to the next.
type going interface {
	script
	// goOn ends the action that the script stands in and plays it to its next one.
	goOn() error
	// yard is that of its agent.
	yard() *yard
}

// threads are a crowd of an engine whose agents are played one by one.
type threads []going

// newThreads makes agents that have all begun a script, of an engine whose scripts are going. The process keeps them until
// it ends.
func newThreads(e engine, size int, source string) (crowd, error) {
	all := make(threads, size)
	for i := range all {
		one, err := e.newAgent(1)
		if err != nil {
			return nil, err
		}
		ready, err := one.load(source)
		if err != nil {
			return nil, err
		}
		begun := ready.(going)
		if err := begun.begin(); err != nil {
			return nil, err
		}
		all[i] = begun
	}
	return all, nil
}

func (t threads) turn() error {
	for _, one := range t {
		if err := one.goOn(); err != nil {
			return err
		}
	}
	return nil
}

func (t threads) yards() []*yard {
	all := make([]*yard, len(t))
	for i, one := range t {
		all[i] = one.yard()
	}
	return all
}
