// SPDX-License-Identifier: Apache-2.0
// Other schedules than the usual one (heddle run --perturb): threads are held up before they synchronise.
//
// Idea. Which race a run shows hangs on who comes first to a lock, an atomic, a condition. A delay before such a call
// changes that and nothing else: the program does what it does on a busy machine. Two ways, by the seed:
//   even seeds  random delays: a call is delayed by chance, for 1 µs to 1 ms, short ones as often as long ones
//   odd seeds   priorities, as in *A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs* (PCT) by
//               Burckhardt, Kothari, Musuvathi and Nagarakatte, ASPLOS 2010: each thread draws one, and two points at
//               which it becomes the last of all. Threads are not controlled here, so a priority is kept by delays:
//               the lower it is, the longer they are.
// Adaptive: a place that a thread passed k times is delayed with a chance of about 1/k, and a thread that passed n places
// with at most 512/n. So rare places are nearly always delayed and hot ones hardly: a thread that synchronises ten million
// times is held up for about a second in all.
//
// Repeatable: whether and how long is a function of the seed, of the thread (by whom it was created, as which child), of the
// place and of how often the thread has been there; never of time or of an address. A program whose threads take the same
// steps is delayed at the same ones.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "base/hash.h"
#include "runtime/watch/process.h"

namespace heddle::runtime {

struct Perturbed {
  static constexpr std::size_t kPlaces = 1024;
  std::uint64_t path = 0;      // who it is, in every run
  std::uint64_t children = 0;  // that it has created
  std::uint64_t passed = 0;    // places, in all
  std::uint32_t times[kPlaces] = {};
};

// What a thread does at one of its places. Begin: it starts.
enum class Passage : std::uint32_t { begin, synchronises, relaxed };

struct Perturbation {
  std::uint64_t seed;

  bool by_priority() const { return seed % 2 != 0; }
  std::uint64_t draw(const Perturbed& thread, std::uint64_t what, std::uint64_t which) const {
    return base::combine(base::combine(base::combine(seed, thread.path), what), which);
  }
  // 0 is the first to go, 7 the last.
  std::uint64_t rank(const Perturbed& thread) const {
    const std::uint64_t drawn = draw(thread, 1, 0);
    for (const unsigned shift : {8U, 16U})  // the points of change: places 1, 2, 4 … 4096
      if (thread.passed >= std::uint64_t{1} << ((drawn >> shift) % 13)) return 7;
    return drawn % 7;
  }
  // Microseconds to wait at a place, and the thread has passed it.
  std::uint64_t delay(Perturbed& thread, std::uint64_t place, Passage passage) const {
    const std::uint64_t n = ++thread.passed, k = ++thread.times[place % Perturbed::kPlaces];
    const std::uint64_t drawn = draw(thread, place + 2, k);
    if (passage == Passage::begin)
      return by_priority() ? rank(thread) * 256 : drawn % (1U << (drawn >> 32) % 13);
    constexpr std::uint64_t kAlways = 65536, kFree = 512;
    const std::uint64_t first = by_priority() ? 8 : 2;  // passages, before they are delayed ever more rarely
    std::uint64_t chance = k <= first ? kAlways : kAlways * first / k;
    if (!by_priority()) chance /= 2;
    if (passage == Passage::relaxed) chance /= 8;
    const std::uint64_t most = kAlways * kFree / (n > kFree ? n : kFree);
    if (chance > most) chance = most;
    if ((drawn >> 40) % kAlways >= chance) return 0;
    return by_priority() ? rank(thread) * 64 : 1 + drawn % (std::uint64_t{1} << (drawn >> 32) % 11);
  }
};

void perturb_here(Passage passage, const void* pc);
inline void perturb(const void* pc, Passage passage = Passage::synchronises) {
  if (process.perturbed) [[unlikely]]
    perturb_here(passage, pc);
}
// The new thread is the next child of its creator (null: it has none).
void know_path(Thread& thread, const Thread* creator);

}  // namespace heddle::runtime
