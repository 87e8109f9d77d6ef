// Package number is what a number is to a script: how it is read and written, and what the operators do that the VM lacks or
// does otherwise than Lua 5.4.
package number
