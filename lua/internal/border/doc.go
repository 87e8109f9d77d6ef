// Package border takes values across the border between a script and the host: by copy, as JSON would say them, no deeper than
// 32 tables. What cannot cross is refused with its path.
package border
