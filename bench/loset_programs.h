// SPDX-License-Identifier: Apache-2.0
// The losets of Table 6.1 of "Predicate detection for parallel computations", made anew. The text's own were
// never published; their numbers of threads, events and reachable states were, and these have the same.
//
// Each thread begins with an event of its own; main forks the workers, which do their kind of work, and joins
// them. For four of the nine programs that says it all, and the published numbers of states follow to the
// unit (but for the beginnings, of which the text counts no states):
//   sor, arraylist1  two steps a worker, (3^n − 1) / 2 + (3^(n−1) − 1) / 2 states;
//   bank             four steps of main for each account, then eight steps a worker;
//   raytracer        22 steps of main, ten more beside the workers, which do four steps, meet, and do four.
// The others have locks, in an order that chance decides: for each of them programs of its kind were drawn
// until one had the published number of states within two percent (`loset_table search`), and its seed stands here.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>

#include "order/loset.h"

namespace heddle::bench {

using order::Index;
using order::Loset;

enum class Kind { bank, set_faulty, set_correct, steps, list_locked, tsp, raytracer, hedc };

struct Row {
  const char* name;
  Kind kind;
  std::size_t threads, events;
  double states;
  std::array<const char*, 4> seconds;  // published, of BFS, DFS, Lex1 and Lex2
  std::uint64_t seed = 0;              // of the program, where chance decides
};
std::span<const Row> rows();

// What chance decides of a program is decided by its seed.
class LosetProgram {
 public:
  LosetProgram(const Row& row, std::uint64_t seed) : row_(row), random_(seed), builder_(row.threads) {}
  Loset make();

 private:
  std::size_t below(std::size_t n) { return random_() % n; }
  bool chance(std::size_t percent) { return below(100) < percent; }
  void plain(std::size_t t, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) builder_.add(t);
  }
  void section(std::size_t t, std::size_t lock, std::size_t inside) {
    builder_.acquire(t, event::LockId(lock));
    plain(t, inside);
    builder_.release(t, event::LockId(lock));
  }
  void begin();
  void fork_and_join(std::size_t steps);
  void meet(std::size_t before);
  void drawn();
  void work(std::size_t t, std::size_t left);
  void hand_over_hand(std::size_t t, std::size_t nodes);

  const Row& row_;
  std::mt19937_64 random_;
  order::LosetBuilder builder_;
};

}  // namespace heddle::bench
