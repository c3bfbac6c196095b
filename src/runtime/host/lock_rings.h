// SPDX-License-Identifier: Apache-2.0
// Rings in the order in which threads took their locks.
//
// What the runtime notes is an *acquire*: a thread waits for a lock while it holds others. Acquires A1 … Ak
// are a ring if each waits for a lock that the next one holds and the last for one of the first; if they are
// of k threads and no lock is held at two of them (a common guard would keep the two apart; two shared holds
// do not); if a shared wait is never for a shared hold; and if no two of them are ordered by the creation and
// the joining of threads.
//
// The sets of locks held are chains in one tree, so that a thread which holds n locks costs n nodes and not
// n² edges. Nearly always nothing is in a ring, and one walk over locks and tree shows it: an arc leads from
// a lock to the nodes that took it, from a node to those below it, and from a node to every lock wanted
// there; a ring lies in one strongly connected component of that graph. Within a component rings are searched
// from each acquire in turn, shorter ones first. Threads that do the same count once as long as it only
// matters what is locked. To find the ring through an acquire is as hard as finding a long path in a graph,
// in theory: the search counts its steps and says where it gave up. With few threads, or short rings, it does
// not come to that.
//
// If an acquire stands in a ring, a ring is returned with it, or with one of another thread or time that
// takes and holds the same. A thread alone that takes two locks in both orders is no ring but an inversion:
// it becomes one as soon as a second thread does the same. One is returned of each component without rings.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace heddle::runtime::host {

// What is held: this lock, and whatever the parent says. Node 0 holds nothing; parents come first.
struct HeldNode {
  std::uint32_t parent = 0;
  std::uint32_t lock = 0;
  bool shared = false;
};

struct NestedAcquire {
  std::uint32_t held = 0;  // a node other than 0
  std::uint32_t lock = 0;
  bool shared = false;
  std::uint32_t thread = 0;
  std::uint32_t segment = 0;  // a place in `before`
};

// A stretch of a thread: those that come right before it, 0 for none.
struct SegmentOrder {
  std::uint32_t previous = 0, joined = 0;
};

struct LockRings {
  using Ring = std::vector<std::uint32_t>;  // numbers of acquires
  std::vector<Ring> rings;
  std::vector<Ring> inversions;                        // two acquires of one thread
  std::vector<std::vector<std::uint32_t>> unsearched;  // locks of components that were too much
};

inline constexpr std::uint64_t kRingSteps = 20'000'000;
LockRings find_lock_rings(std::span<const HeldNode> nodes, std::span<const NestedAcquire> acquires,
                          std::span<const SegmentOrder> before, std::uint64_t most_steps = kRingSteps);

}  // namespace heddle::runtime::host
