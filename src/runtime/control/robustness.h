// SPDX-License-Identifier: Apache-2.0
// Can an execution of this program go beyond sequential consistency? While sequentially consistent executions are
// explored, each atomic operation is asked what else C++'s memory model would let it do. If no operation of any of them
// could do anything else, there is nothing else: the program is *robust*, and what was explored is everything.
//
// Why that is enough: take an execution of RC11 that is not sequentially consistent, and add its events one by one in an
// order of po ∪ rf. Some event e is the first that does not fit into one order of everything; what was there before is
// the beginning of a sequentially consistent execution, and all of those are explored. e is a read of an older write,
// or a write placed before another, than the newest one that comes before e's thread's last event in that order. What
// comes before an event in that order does not depend on which of the equivalent schedules was run. So it is enough to
// compare, at each operation, two numbers of the location's order of writes:
//   - the newest write that comes before the thread's last event in po ∪ rf ∪ co ∪ fr (Mazurkiewicz's order), and
//   - the newest that happens before, or that something that happens before has read; for seq_cst operations also the
//     newest seq_cst write that seq_cst operations alone put before it (a part of psc); and whatever comes before a
//     seq_cst fence that is before the thread's last one, because something after it conflicts with something before that
//     (another part of psc: what such a fence is known to come before is carried from access to access of a location).
// If the first is newer, the operation could use anything from the second on, unless it would part a read-modify-write
// from what it read. The test never says robust of a program that is not; it may say that a program is not although psc
// forbids what it could do. Then the search of weak executions (graph_search.h) decides.
//
// Margalit, Kokologiannakis, Itzhaky, Lahav: Dynamic Robustness Verification against Weak Memory (PLDI 2025).
// Programs that race are not asked: a race is a finding. Programs whose atomics are all seq_cst, and that have no races,
// are robust by the theorem that is named after that.
//
// Bytes: an atomic is one location. Where atomics of different sizes overlap, each byte is one from then on, which
// allows more than any model does. Time: a clock of each thread for each operation; the location's newest accesses.
#pragma once

#include "runtime/control/shared.h"
#include "runtime/control/world.h"

namespace heddle::control {

// An atomic operation that is about to be performed, under sequential consistency.
struct WatchedAtomic {
  std::uint64_t address = 0;
  std::uint8_t size = 0;
  int order = 0;  // as it acts
  bool reads = false, writes = false;
  bool guarded = false;        // a compare-exchange, and what it expects
  bool all_seq_cst = false;    // whatever comes of it
  std::uint64_t expected = 0;  // of up to eight bytes
  std::uint64_t before = 0, after = 0;
};

inline bool is_watched() { return world.settings.watches_robustness; }
// Weaker atomics were seen before: what they could have done is computed. Until then nothing need be.
inline bool is_watched_closely() { return is_watched() && world.shared->weak_watched; }
void watch_atomic(const WatchedAtomic& operation);
void watch_fence();  // a seq_cst one
// What orders threads whatever the memory model: any visible operation, and creation, join and wake-ups.
void watch_performed(const Operation& operation);
// The operation is the first of a call of a test of linearizability (histories.h): calls that ended come before it, as if
// that had been looked at by an operation of its own. A client that passes it on would know, and the object has to bear it.
void watch_begin(const Operation& operation);
void watch_order(Thread earlier, Thread later);
// The queue of a futex. Who waits knows, of the word alone, what came before the wake-ups that came before
// (explore/wake_ups.h).
void watch_wake(const Object& queue);
void watch_wait(const Object& queue, std::uint64_t word);

// What a search learnt, and what the next one is to know from its beginning.
bool wants_another_watch(const Shared& shared);
void watch_from_now_on(Shared& shared);

}  // namespace heddle::control
