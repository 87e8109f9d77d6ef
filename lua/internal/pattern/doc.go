// Package pattern matches Lua patterns in linear memory, paying for every step it takes.
package pattern
