package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"mystic-sdk/agent"
	"mystic-sdk/agent/scape"
)

// scout is the policy of one session. Its hooks share a goroutine, so what only they use needs no lock.
type scout struct{ quietSince time.Time }

func newScout(*agent.Context) (agent.Policy, error) {
	s := &scout{quietSince: time.Now()}
	return agent.Policy{OnObservation: s.look, OnTurn: s.turn, Tick: s.tick}, nil
}

// look acts at once on what cannot wait for a turn. Hooks must not block, so calls go to Context.Go.
func (s *scout) look(_ agent.Observation, events []agent.Event, c *agent.Context) error {
	for _, event := range events {
		s.quietSince = time.Now()
		speech, is := event.(scape.SpeechEvent)
		switch {
		case is && speech.Player.Text == "be quiet":
			c.Interrupt()
			c.Go(func(ctx context.Context) error {
				_, err := c.Call(ctx, scape.ToolStop, nil)
				return err
			})
		case is && speech.Player.Text == "goodbye":
			c.Stop()
		}
	}
	return nil
}

// tick asks for a turn when nothing has happened for a while.
func (s *scout) tick(now time.Time, c *agent.Context) error {
	if now.Sub(s.quietSince) >= 20*time.Second {
		s.quietSince = now
		c.RequestTurn()
	}
	return nil
}

// turn may take its time. It is cancelled by Interrupt, and when the session ends.
func (s *scout) turn(ctx context.Context, turn agent.Turn, c *agent.Context) (err error) {
	if err := c.SetThinking(ctx, true); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.SetThinking(ctx, false)) }()
	for _, event := range turn.Events {
		switch e := event.(type) {
		case scape.SpeechEvent:
			err = say(ctx, c, "I heard you, "+e.Player.Name+".")
		case scape.ParticipantsEvent:
			err = say(ctx, c, fmt.Sprintf("Hello to %d, goodbye to %d.", len(e.Joined), len(e.Left)))
		case agent.Idle:
			// The turn may have waited, so it is the latest observation that says where to go.
			if me := c.Observation().(*scape.Observation).Self; me != nil {
				_, err = scape.MoveAndConfirm(ctx, c, (me.X+1)%scape.Width, me.Y)
			}
		}
		if err != nil && !refused(err) {
			return err
		}
	}
	return nil
}

// refused tells whether a call failed that means nothing for the next: the way is blocked, or the world wants it slower. Errors that
// a turn returns end the session, so what it can live with it keeps to itself.
func refused(err error) bool {
	var tool *scape.ToolError
	var move *scape.MoveError
	return errors.As(err, &tool) && tool.Code.Recoverable() || errors.As(err, &move)
}

func say(ctx context.Context, c *agent.Context, text string) error {
	_, err := c.Call(ctx, scape.ToolSpeak, map[string]any{"text": text})
	return err
}
