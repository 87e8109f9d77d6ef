package channel

import "context"

// Service is the six operations over one backend: it checks every request, bounds every answer, lets one caller at a time
// change a channel, and shares the watching of channels between those who wait. Its methods can be called at the same time.
type Service struct {
	// fixed at creation
	backend Backend
	config  Config
	locks   *locks
	watch   *watchers
}

// NewService makes a service. The config's zero fields get their defaults; one that breaks a rule is a CodeInvalidArgument.
// Close ends it.
func NewService(backend Backend, config Config) (*Service, error) {
	config, err := config.checked()
	if err != nil {
		return nil, err
	}
	return &Service{backend: backend, config: config, locks: newLocks(config.Timeout), watch: newWatchers(backend)}, nil
}

// Config returns what the service was made with, defaults filled in.
func (s *Service) Config() Config { return s.config }

// Close ends those who wait in Read, with an error, and returns when nothing that the service started runs any more.
func (s *Service) Close() { s.watch.close() }

// List returns the visible channels, at most Config.MaxChannels of them.
func (s *Service) List(ctx context.Context) (Listing, error) {
	all, err := s.list(ctx)
	if err != nil {
		return Listing{}, err
	}
	n := min(len(all), s.config.MaxChannels)
	return Listing{Channels: all[:n:n], Truncated: n < len(all)}, nil
}

// Get returns one channel as List would, also where List leaves it out for want of room.
func (s *Service) Get(ctx context.Context, id string) (Channel, error) {
	if err := checkID(id); err != nil {
		return Channel{}, err
	}
	if !s.backend.Owns(id) {
		return Channel{}, NotFound(id)
	}
	all, err := s.list(ctx)
	if err != nil {
		return Channel{}, err
	}
	for _, c := range all {
		if c.ChannelID == id {
			return c, nil
		}
	}
	return Channel{}, NotFound(id)
}

func (s *Service) list(ctx context.Context) ([]Channel, error) {
	release, err := s.locks.slot(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	all, err := s.backend.List(ctx)
	if err != nil {
		return nil, err
	}
	if all == nil {
		all = []Channel{}
	}
	if s.config.ReadOnly {
		for i := range all {
			all[i].Capabilities = []Capability{CapabilityRead}
		}
	}
	return all, nil
}

// WriteText types a text into a channel and, where that is asked for, one Enter right after it: no other write of this
// service or of any other comes between the two. It is never tried twice. An error after which the text may have arrived has
// details.delivery_outcome "unknown"; one after which it did has details.text_delivered true and details.submit_outcome.
func (s *Service) WriteText(ctx context.Context, w WriteRequest) (WriteResult, error) {
	if err := w.Check(); err != nil {
		return WriteResult{}, err
	}
	if err := s.change(ctx, w.ChannelID, func() error { return s.backend.WriteText(ctx, w) }); err != nil {
		return WriteResult{}, err
	}
	return WriteResult{ChannelID: w.ChannelID, Submitted: w.Submit}, nil
}

// SendControl presses one key. It is never tried twice; an error after which the key may have arrived has
// details.delivery_outcome "unknown".
func (s *Service) SendControl(ctx context.Context, c ControlRequest) (ControlResult, error) {
	if err := c.Check(); err != nil {
		return ControlResult{}, err
	}
	if err := s.change(ctx, c.ChannelID, func() error { return s.backend.SendControl(ctx, c) }); err != nil {
		return ControlResult{}, err
	}
	return ControlResult{ChannelID: c.ChannelID, Control: c.Control}, nil
}

// change runs what changes a channel when it is its turn.
func (s *Service) change(ctx context.Context, id string, f func() error) error {
	if s.config.ReadOnly {
		return &Error{Code: CodePermissionDenied, Message: "this server only reads", Details: Details{"reason": "read_only"}}
	}
	if !s.backend.Owns(id) {
		return NotFound(id)
	}
	unlock, err := s.locks.lock(ctx, id)
	if err != nil {
		return err
	}
	defer unlock()
	release, err := s.locks.slot(ctx)
	if err != nil {
		return err
	}
	defer release()
	return f()
}

// Health asks the backend for a sign of life now. It never fails: what is wrong is in the answer, also where too many other
// operations run or wait.
func (s *Service) Health(ctx context.Context) Health {
	release, err := s.locks.slot(ctx)
	if err != nil {
		return Health{BackendKind: KindTmux, Detail: string(AsError(err).Code)}
	}
	defer release()
	return s.backend.Health(ctx)
}
