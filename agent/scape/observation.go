package scape

import (
	"slices"

	"mystic-sdk/agent"
)

// Numbers of the contract.
const (
	Protocol  = 1   // the version of the contract
	Width     = 64  // cells of the grid from left to right
	Height    = 40  // cells of the grid from top to bottom
	MaxSpeech = 320 // longest text that can be said, in UTF-16 code units
	MaxName   = 24  // longest name of an agent, in UTF-16 code units
	Dots      = "…" // the text that shows that somebody thinks
)

// Observation is one snapshot of the world together with the document that it came as. Decode and New make them, so what the
// fields say is what the document says; whoever changed a field afterwards would end that, so nobody does. Apart from that it
// may be used by many goroutines. The field Snapshot.Revision is behind the method of that name.
type Observation struct {
	Snapshot
	document string
}

// Session returns the id of the entry that the observation belongs to.
func (o *Observation) Session() string { return o.SessionID }

// Revision returns the number of the snapshot, from 0 to 2⁵³-1. It need not grow: another number is another snapshot.
func (o *Observation) Revision() int64 { return o.Snapshot.Revision }

// Phase returns agent.Ready for a connected body, whether or not its position is confirmed, agent.Joining for a connecting one
// and agent.Gone for every other status.
func (o *Observation) Phase() agent.Phase {
	switch o.Status {
	case Connected:
		return agent.Ready
	case Connecting:
		return agent.Joining
	}
	return agent.Gone
}

// Document returns the JSON text that the observation came as, to the byte: with members that the contract does not name, in
// its order and with its spaces.
func (o *Observation) Document() string { return o.document }

// MarshalJSON returns the document. Package json takes out its spaces, escapes < > & U+2028 and U+2029, and changes nothing else.
func (o Observation) MarshalJSON() ([]byte, error) { return []byte(o.document), nil }

// UnmarshalJSON makes o the observation that a document holds, by the rules of Decode. It is for an observation that was not
// given away yet.
func (o *Observation) UnmarshalJSON(document []byte) error {
	decoded, err := Decode(document)
	if err != nil {
		return err
	}
	*o = *decoded
	return nil
}

// Status is how a body is connected. The contract leaves the set open; what is neither Connected nor Connecting is gone.
type Status string

// The statuses of a body that is in the world or on its way into it.
const (
	Connected  Status = "connected"
	Connecting Status = "connecting"
)

// Snapshot is what an observation says: the members of the contract, with their names. Numbers are whole and not negative
// where nothing else is said, points in time are Unix milliseconds, and text is as the world sent it: other people wrote it.
type Snapshot struct {
	Protocol    int                     `json:"protocol" want:"1..1"`
	SessionID   string                  `json:"sessionId"`  // of this entry
	Revision    int64                   `json:"revision"`   // of the snapshot within its session
	ObservedAt  int64                   `json:"observedAt"` // when, in Unix milliseconds
	Room        string                  `json:"room"`       // the id of the world
	Status      Status                  `json:"status"`
	Self        *Self                   `json:"self"`                 // the agent's own confirmed state; null until there is one
	Players     []Player                `json:"players"`              // who can be seen, and what they say
	Objects     []Label                 `json:"objects"`              // what is near, in short
	Blocked     []Cell                  `json:"blocked"`              // cells nearby that nobody can stand on
	Movement    *Movement               `json:"movement"`             // the latest move or step; null before the first
	Scene       Optional[Scene]         `json:"scene,omitzero"`       // the whole floor
	Roster      Optional[[]Participant] `json:"roster,omitzero"`      // who else takes part, seen or not
	Interacting Optional[bool]          `json:"interacting,omitzero"` // whether an object carries the agent along
	Pursuit     Optional[*Pursuit]      `json:"pursuit,omitzero"`     // the latest follow or approach; absent or null without one
	Appearance  Optional[Appearance]    `json:"appearance,omitzero"`  // how the agent looks
	Limits      Limits                  `json:"limits"`
}

// MarshalJSON writes the members in the order of the contract. Lists that are nil are empty ones. It checks nothing: New does.
func (s Snapshot) MarshalJSON() ([]byte, error) {
	type plain Snapshot // without this method
	s.Players, s.Objects, s.Blocked = written(s.Players), written(s.Objects), written(s.Blocked)
	return encode(plain(s))
}

// UnmarshalJSON makes s the snapshot that a document holds, by the rules of Decode.
func (s *Snapshot) UnmarshalJSON(document []byte) error {
	o, err := Decode(document)
	if err != nil {
		return err
	}
	*s = o.Snapshot
	return nil
}

// CanAct tells whether calls that act make sense: the body is connected and its own state confirmed.
func (s *Snapshot) CanAct() bool { return s.Status == Connected && s.Self != nil }

// Alone tells whether nobody else takes part: by the roster, or where there is none by the players who can be seen.
func (s *Snapshot) Alone() bool {
	if roster, there := s.Roster.Get(); there {
		return len(roster) == 0
	}
	return len(s.Players) == 0
}

// Player returns the player with an id, if one can be seen.
func (s *Snapshot) Player(id string) (Player, bool) {
	i := slices.IndexFunc(s.Players, func(p Player) bool { return p.ID == id })
	if i < 0 {
		return Player{}, false
	}
	return s.Players[i], true
}

// Position is a cell of the grid on one of the two floors.
type Position struct {
	X     int `json:"x" want:"0..63"`
	Y     int `json:"y" want:"0..39"`
	Floor int `json:"floor" want:"0..1"`
}

// Cell is a cell of the grid on the floor of the agent.
type Cell struct {
	X int `json:"x" want:"0..63"`
	Y int `json:"y" want:"0..39"`
}

// Self is the agent's own body.
type Self struct {
	Position
	ID   string `json:"id"`
	Name string `json:"name"`
	Text string `json:"text"` // in its own bubble; empty without one
}

// Player is somebody who can be seen.
type Player struct {
	Position
	ID           string `json:"id"`
	Name         string `json:"name"`
	Text         string `json:"text"`         // in the bubble; empty without one
	TextRevision int64  `json:"textRevision"` // changes with the text, and starts again when the player was out of sight
	Settled      bool   `json:"settled"`      // whether the text has stood still for a moment; nobody pressed a key for that
}

// Label is an object nearby as one sees it.
type Label struct {
	Position
	Emoji string           `json:"emoji"`
	Text  Optional[string] `json:"text,omitzero"`
}

// Participant is somebody who takes part in the world, seen or not.
type Participant struct {
	Position
	ID           string           `json:"id"`
	Name         string           `json:"name"`
	EncounterKey Optional[string] `json:"encounterKey,omitzero"` // tells the same visitor in later sessions
}

// Movement is a move or a step. The call that started it returned its id as operationId.
type Movement struct {
	ID     string         `json:"id"`
	Target Position       `json:"target"`
	Status MovementStatus `json:"status" want:"moving|arrived|stopped|blocked|timed_out|disconnected"`
}

// MovementStatus says how far a movement has come. All but MovementMoving are ends.
type MovementStatus string

// The statuses of a movement.
const (
	MovementMoving       MovementStatus = "moving"
	MovementArrived      MovementStatus = "arrived"
	MovementStopped      MovementStatus = "stopped"
	MovementBlocked      MovementStatus = "blocked"
	MovementTimedOut     MovementStatus = "timed_out"
	MovementDisconnected MovementStatus = "disconnected"
)

// Pursuit is a follow or an approach. The call that started it returned its id as operationId.
type Pursuit struct {
	ID        string        `json:"id"`
	Player    string        `json:"player"` // whom, by id
	Mode      PursuitMode   `json:"mode" want:"follow|approach"`
	Status    PursuitStatus `json:"status" want:"moving|holding|arrived|stopped|lost|blocked|timed_out"`
	ExpiresAt int64         `json:"expiresAt"` // when it ends at the latest, in Unix milliseconds
}

// PursuitMode says whether a pursuit goes on when the player is reached.
type PursuitMode string

// The modes of a pursuit.
const (
	PursuitFollow   PursuitMode = "follow"
	PursuitApproach PursuitMode = "approach"
)

// PursuitStatus says how far a pursuit has come. All but PursuitMoving and PursuitHolding are ends.
type PursuitStatus string

// The statuses of a pursuit.
const (
	PursuitMoving   PursuitStatus = "moving"
	PursuitHolding  PursuitStatus = "holding" // beside a player who stands still
	PursuitArrived  PursuitStatus = "arrived"
	PursuitStopped  PursuitStatus = "stopped"
	PursuitLost     PursuitStatus = "lost"
	PursuitBlocked  PursuitStatus = "blocked"
	PursuitTimedOut PursuitStatus = "timed_out"
)

// Appearance is how the agent looks.
type Appearance struct {
	Kind        string             `json:"kind"`
	Emoji       string             `json:"emoji"`
	Model       *string            `json:"model"`                // null without one
	Expression  Optional[string]   `json:"expression,omitzero"`  // shown now
	Expressions Optional[[]string] `json:"expressions,omitzero"` // that can be shown
}

// Limits are what the world grants a session.
type Limits struct {
	Radius          int64 `json:"radius"`          // how far the agent sees, in cells along rows and columns
	HeartbeatMs     int64 `json:"heartbeatMs"`     // the longest silence, in milliseconds
	IdleTimeoutMs   int64 `json:"idleTimeoutMs"`   // the longest time without a call, in milliseconds
	MaxSpeechLength int64 `json:"maxSpeechLength"` // in UTF-16 code units
}
