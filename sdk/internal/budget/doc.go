// Package budget shares out the steps that the scripts of one world may spend in a tick.
//
//	pool := budget.New(20_000, 1_000_000)
//	pool.Open(2)                // a tick, in which two scripts go on
//	steps := pool.Draw(&ann)    // ann's turn: what her script may spend now
//	pool.Spend(&ann, steps-100) // it left a hundred: they stay in its bucket
//	bo := pool.Draw(&bo)
//
// # The rule
//
// Each tick grants every script its own steps into a bucket that holds ten ticks' worth, also while it waits. At its turn a
// script may spend what its bucket holds, but no more than an equal part of what the pool has left for all that have not had
// their turn. So everybody can spend an equal part of the pool, whatever the others do, and what one leaves is shared by those
// behind it. When all have had their turn the rest can be shared in the same way among those whose buckets hold more: bursts
// use what is unspent. A tick never spends more than the pool.
//
// Everything is counted, nothing is clocked: the same turns spend the same. The order of turns is the caller's; it changes from
// tick to tick, so that what cannot be divided does not always fall to the same one.
//
// A Pool and its Buckets belong to one goroutine at a time.
package budget
