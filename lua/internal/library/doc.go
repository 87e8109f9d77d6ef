// Package library is what scripts find without any word of the host, and what stands for the operators that the VM does not
// count. All states share it and none can change it; its functions hold no state, and pay before they work.
//
// What has to know of threads (pcall, error, coroutines) comes from package lua.
package library
