// SPDX-License-Identifier: Apache-2.0
// A search with feedback, after reads-from fuzzing (Wolff, Shi, Duck, Mathur, Roychoudhury: Greybox fuzzing for
// concurrency testing, ASPLOS 2024). What makes executions differ is which write each read reads from. An operation
// is named by its thread, its object and how many the thread performed on it before; an execution shows pairs of
// names: a write and what read it, or wrote over it. An execution that shows a pair nobody saw before is kept. A new
// one repeats a part of a kept one, and then asks for a pair that was not seen: its second operation waits until the
// first has been the last write of its object, and then nobody writes it until the second was performed. All else,
// and what cannot be had, is left to partial order sampling. Time: threads for each step. Memory: a fixed number of
// kept executions and pairs. Proves nothing.
#pragma once

#include "explore/pos.h"

namespace heddle::explore {

class Fuzz final : public Pos {
 public:
  Fuzz(Arena& arena, const Options& options);
  void begin() override;
  Thread choose(const Moment& moment) override;
  void performed(const Operation& operation) override;
  bool finish(const Moment& moment) override;

 private:
  using Name = std::uint64_t;  // of an operation; 0: the object's first value
  static constexpr std::size_t kKept = 32, kPairs = 1 << 16, kNames = 4096, kLongest = 4096;
  struct Kept {
    std::uint32_t first = 0, size = 0;  // of kept_
  };
  struct Operator {  // an operation that some execution performed
    Name name = 0;
    std::uint32_t object = 0;
    Thread thread = 0;
    bool write = false;
  };

  Name name_of(Thread thread, std::uint32_t object) const;
  bool is_new(std::uint64_t pair);
  bool is_known(std::uint64_t pair) const;
  void learn(const Operator& found);
  void ask();
  bool is_held_back(Thread thread, const Operation& operation) const;

  Array<std::uint64_t> pairs_;  // a set, by hash
  Array<Operator> operators_;
  Array<Name> last_writes_;         // by object
  Array<std::uint32_t> performed_;  // by object and thread
  Array<Decision> kept_;
  Kept slots_[kKept];
  std::size_t slots_count_ = 0;
  std::size_t pairs_count_ = 0;
  bool found_new_ = false;
  std::span<const Decision> repeats_;  // of this execution
  Operator first_, second_;            // the pair asked for
  bool asks_ = false;
};

}  // namespace heddle::explore
