// Mutate puts the faults of packages' mutation lists into their code, one at a time, and requires that the test cases which
// a fault names fail with it, each run by itself, and pass without. The checkout stays as it is: the compiler reads the faulty
// file through an overlay. Package list says what a list looks like.
//
//	go run ./internal/mutate agent agent/scape
//	go run ./internal/mutate -only leave-twice agent
package main
