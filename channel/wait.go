package channel

import (
	"context"
	"sync"
	"time"
)

// How channels are watched for those who wait.
const (
	sampleEvery       = 250 * time.Millisecond
	sampleRows        = 200 // of history, besides the screen
	sampleBytes       = 1 << 18
	maxWaiters        = 16
	maxWaitersChannel = 2
)

// watchers holds one sampler for each channel that somebody waits for.
type watchers struct {
	// fixed at creation
	backend Backend
	ctx     context.Context // ends with close
	end     context.CancelFunc
	done    sync.WaitGroup // the samplers' goroutines

	mu       sync.Mutex
	closed   bool                // mu guards
	waiters  int                 // mu guards
	samplers map[string]*sampler // mu guards
}

// sampler looks at one channel again and again while somebody waits for it.
type sampler struct {
	// fixed at creation
	stop context.CancelFunc

	waiters int // watchers.mu guards

	mu     sync.Mutex
	latest sample        // mu guards; of nothing until the first next is closed
	next   chan struct{} // mu guards; closed when there is a new latest
}

// sample is what one look found.
type sample struct {
	digest   uint64
	instance string
	err      error
}

// look takes one sample.
func look(ctx context.Context, backend Backend, id string) sample {
	picture, err := backend.Read(ctx, Capture{ChannelID: id, Rows: sampleRows, Bytes: sampleBytes})
	return sample{digest: hashRows(picture.Rows), instance: picture.Instance, err: err}
}

func newWatchers(backend Backend) *watchers {
	ctx, end := context.WithCancel(context.Background())
	return &watchers{backend: backend, ctx: ctx, end: end, samplers: map[string]*sampler{}}
}

func (w *watchers) close() {
	w.mu.Lock()
	w.closed = true
	w.mu.Unlock()
	w.end()
	w.done.Wait()
}

func ending() *Error { return &Error{Code: CodeBackendUnavailable, Message: "the service is ending"} }

// join makes its caller one who waits for a channel, until it calls leave.
func (w *watchers) join(id string) (s *sampler, leave func(), err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	s = w.samplers[id]
	switch {
	case w.closed:
		return nil, nil, ending()
	case w.waiters == maxWaiters:
		return nil, nil, exhausted("too many reads wait").With(Details{"limit": maxWaiters})
	case s != nil && s.waiters == maxWaitersChannel:
		return nil, nil, exhausted("too many reads wait for this channel").With(Details{"limit": maxWaitersChannel})
	}
	if s == nil {
		ctx, stop := context.WithCancel(w.ctx)
		s = &sampler{stop: stop, next: make(chan struct{})}
		w.samplers[id] = s
		w.done.Go(func() { s.run(ctx, w.backend, id) })
	}
	s.waiters++
	w.waiters++
	return s, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.waiters--
		if s.waiters--; s.waiters == 0 {
			s.stop()
			delete(w.samplers, id)
		}
	}, nil
}

// run samples until ctx ends.
func (s *sampler) run(ctx context.Context, backend Backend, id string) {
	tick := time.NewTicker(sampleEvery)
	defer tick.Stop()
	for {
		found := look(ctx, backend, id)
		s.mu.Lock()
		s.latest = found
		close(s.next)
		s.next = make(chan struct{})
		s.mu.Unlock()
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

func (s *sampler) now() (latest sample, next <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.latest, s.next
}

// waitAndRead waits as Read says.
func (s *Service) waitAndRead(ctx context.Context, r ReadRequest, after *revision) (Read, error) {
	deadline := time.NewTimer(r.Wait)
	defer deadline.Stop()
	sampler, leave, err := s.watch.join(r.ChannelID)
	if err != nil {
		return Read{}, err
	}
	defer leave()

	// The first sample after joining is what later ones are compared with; the read after it tells whether there is something
	// new already. So no change falls between the two.
	_, next := sampler.now()
	var digest uint64
	begun, changed, timedOut := false, false, false
	quiet := time.NewTimer(r.Quiet)
	defer quiet.Stop()
	for {
		select {
		case <-ctx.Done():
			return Read{}, ctx.Err()
		case <-s.watch.ctx.Done():
			return Read{}, ending()
		case <-next:
			var latest sample
			latest, next = sampler.now()
			if latest.err != nil {
				return Read{}, latest.err
			}
			if begun && latest.digest == digest && latest.instance == after.instance {
				continue
			}
			quiet.Reset(r.Quiet)
			if !begun || latest.instance != after.instance {
				read, err := s.readOnce(ctx, r, after)
				if err != nil {
					return Read{}, err
				}
				changed = *read.Changed
			} else {
				changed = true
			}
			begun, digest = true, latest.digest
			continue
		case <-deadline.C:
			timedOut = true
		case <-quiet.C:
			if !changed {
				continue
			}
			// The sampler may have looked last long before the time was up. That the output stood still is said only of what
			// was looked at when it was.
			now := look(ctx, s.backend, r.ChannelID)
			if now.err != nil {
				return Read{}, now.err
			}
			if now.digest != digest {
				digest = now.digest
				quiet.Reset(r.Quiet)
				continue
			}
		}
		read, err := s.readOnce(ctx, r, after)
		if err != nil {
			return Read{}, err
		}
		if changed = *read.Changed; changed || timedOut {
			read.TimedOut = timedOut
			return read, nil
		}
	}
}
