// Package vm is the ground that the lowering, the library and the threads of package lua stand on: what is known of the VM's
// instructions and private lengths, how values and tables are made and grown, which tables cannot be changed, and the meter
// that every one of its functions pays.
//
// Nothing here holds a state: a function finds the thread that it runs on through the context of its stack.
package vm
