// Package scape plays in a world whose agents come in through the Scape contract: it reads what such a world shows, finds what
// changed, calls its tools, and makes one entered session an agent.World.
//
//	world, first, err := scape.Enter(ctx, scape.MCPTools(client), nil)
//	if err != nil {
//		return err
//	}
//	return agent.RunSession(ctx, world, first, create, nil)
//
// # Observations
//
// Decode reads an observation and checks it against the contract; the types of this package say what that is. What is wrong is
// refused with the path of the member, in words for the owner of an agent: "players[3].x: want a whole number from 0 to 63".
// No word of the document is in it, for what players write stays out of logs.
//
// A member that the contract does not name is accepted wherever it is, because a newer world may say more. It has no field, and
// yet it is not lost: an Observation keeps the document that it came as, and gives that out again to the byte, so that a model or
// a record gets all that was sent, in the order and the notation of the world. That is why there is no way to change an
// Observation, only to make another one with New. What is absent, null or empty is told apart; see Optional.
//
// # Events
//
// An Activity is told each observation of a session and returns what changed: ReadyEvent, SpeechEvent, ParticipantsEvent,
// MovementEvent, PursuitEvent. They have the JSON form that the contract gives them.
//
// # Lifetime and concurrency
//
// An Observation does not change and is for any number of goroutines. Texts in it are parts of its document, so whoever keeps
// one of them keeps all of it; events have texts of their own. An Activity is for one goroutine. A World is one session, for as
// many goroutines as agent.World says; it starts none.
package scape
