// SPDX-License-Identifier: Apache-2.0
// Selectively uniform random walk (Zhao, Wolff, Mathur, Roychoudhury: Selectively uniform concurrency
// testing, ASPLOS 2025).
//
// A random walk that takes each thread with the same probability rarely lets a long thread overtake a short one.
// Taken with probabilities proportional to the operations they have left, all interleavings are equally likely. Few
// operations matter to a bug, so only those on one object, another one in each execution, are interleaved uniformly:
// the thread that performs the next of them is drawn by what is left of them, and no other thread passes one until it
// has. All other operations come as they may.
//
// How many operations a thread has is taken from the execution before; the first one is a random walk. The
// object is one that several threads used then. Time: threads for each step. Proves nothing.
#pragma once

#include "explore/profile.h"
#include "explore/sampling.h"

namespace heddle::explore {

class Surw final : public Sampling {
 public:
  Surw(Arena& arena, const Options& options) : Sampling(arena, options), profile_(arena) {}
  void begin() override;
  Thread choose(const Moment& moment) override;
  void performed(const Operation& operation) override;
  bool finish(const Moment& moment) override;

 private:
  bool is_interesting(const Operation& operation) const;
  void intend();

  Profile profile_;
  std::uint32_t object_ = ~std::uint32_t{0};  // whose operations are interesting
  Thread intended_ = schedule::kNoThread;     // to perform the next of them
};

}  // namespace heddle::explore
