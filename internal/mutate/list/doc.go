// Package list reads lists of mutations: small faults of the code, each with the numbered test cases that must notice it.
//
// A package's list is testdata/mutations.txtar. A member of it is one mutation: its name line says what the fault is called,
// which file of the package it is in, and which cases fail for it; its text is the code as it stands, a line of four equals
// signs, and the code with the fault.
//
//	-- leave-twice session.go R5 R14 --
//	leave(ctx)
//	====
//	leave(ctx)
//	leave(ctx)
package list
