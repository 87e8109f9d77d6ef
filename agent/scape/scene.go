package scape

// Scene is the floor that the agent is on: what stands there and what is in the way.
type Scene struct {
	Blocked   []int               `json:"blocked" want:"0..2559"` // cells that nobody can stand on, as y·Width+x
	Objects   []SceneObject       `json:"objects"`
	Floor     Optional[int]       `json:"floor,omitzero" want:"0..1"`
	Basement  Optional[bool]      `json:"hasBasement,omitzero"`
	Editing   Optional[Editing]   `json:"editing,omitzero" want:"everyone|owner"`
	GameFacts Optional[GameFacts] `json:"gameFacts,omitzero"`
}

// MarshalJSON writes the members in the order of the contract. Lists that are nil are empty ones.
func (s Scene) MarshalJSON() ([]byte, error) {
	type plain Scene // without this method
	s.Blocked, s.Objects = written(s.Blocked), written(s.Objects)
	return encode(plain(s))
}

// SceneObject is an object with what there is to know before going to it or using it.
type SceneObject struct {
	ID         Optional[string] `json:"id,omitzero"` // for scape_interact
	X          int              `json:"x" want:"0..63"`
	Y          int              `json:"y" want:"0..39"`
	Emoji      string           `json:"emoji"`
	Floor      Optional[int]    `json:"floor,omitzero" want:"0..1"`
	Entry      Optional[bool]   `json:"isEntry,omitzero"`
	Message    Optional[string] `json:"message,omitzero"`
	TargetRoom Optional[string] `json:"targetRoomName,omitzero"`
	LinkedRoom Optional[bool]   `json:"linkedRoom,omitzero"`
	PortalPair Optional[string] `json:"portalPairId,omitzero"` // two portals with the same one lead to each other
	Radio      Optional[bool]   `json:"radioConfigured,omitzero"`
	Conveyor   Optional[Arrow]  `json:"conveyorEmoji,omitzero" want:"➡️|⬇️|⬅️|⬆️"` // where it carries
	PianoNote  Optional[string] `json:"pianoNote,omitzero"`
	PianoSound Optional[string] `json:"pianoSound,omitzero"`
}

// Editing says who may change a floor.
type Editing string

// Who may change a floor.
const (
	EditingEveryone Editing = "everyone"
	EditingOwner    Editing = "owner"
)

// Arrow is the emoji of a direction, which is an arrow and the variation selector U+FE0F.
type Arrow string

// The directions of a conveyor.
const (
	Right Arrow = "➡️"
	Down  Arrow = "⬇️"
	Left  Arrow = "⬅️"
	Up    Arrow = "⬆️"
)

// GameFacts are rules of the game that the world makes known.
type GameFacts struct {
	GemsEnabled    bool    `json:"gemsEnabled"`
	GemRefundHours float64 `json:"gemRefundHours"` // may be a fraction
}
