// Package programs remembers compiled scripts, so that the same text is compiled once for all agents of a world.
package programs
