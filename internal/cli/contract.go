package cli

import (
	"encoding/json"
	"fmt"

	"mystic-sdk/contract"
)

// contractCommand is mystic contract.
type contractCommand struct{}

// Run prints all that the contract's hash covers and that a program may want.
func (contractCommand) Run(a *app) error {
	tools := contract.ToolsJSON()
	hash, err := contract.Hash(tools, contract.Instructions)
	if err != nil {
		return fmt.Errorf("hash the contract: %w", err)
	}
	encoder := json.NewEncoder(a.Stdout)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err = encoder.Encode(struct {
		Version      string              `json:"version"`
		Hash         string              `json:"hash"`
		Instructions string              `json:"instructions"`
		Tools        json.RawMessage     `json:"tools"`
		Reply        json.RawMessage     `json:"reply"` // the schema of a reply's structured form
		Codes        []contract.CodeInfo `json:"codes"`
	}{contract.Version, hash, contract.Instructions, tools, contract.ReplySchema(), contract.Codes()})
	if err != nil {
		return fmt.Errorf("write: %w", err)
	}
	return nil
}
