// SPDX-License-Identifier: Apache-2.0
// Traces of programs that do not exist, as long as one likes: for benchmarks, tests and trying things out.
//
// Always possible executions, and realistic ones: most variables are protected by a lock each, some are
// written once before the other threads start and only read afterwards, some belong to one thread at a time
// and change hands at a barrier; a chosen share of the variables is accessed by anyone without protection,
// and only these race. Threads take turns in short bursts and hold locks across them. The same options give
// the same trace everywhere.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "event/event.h"
#include "event/names.h"

namespace heddle::trace {

struct GenerateOptions {
  // Who forks whom: main forks all and joins them; each thread forks two; or nobody, they just run.
  enum class Forks : std::uint8_t { flat, tree, none };

  std::uint64_t events = 1'000'000;
  std::uint64_t seed = 1;
  std::size_t threads = 8;
  std::size_t locks = 64;
  std::size_t variables = 10'000;
  double synchronisation = 0.1;  // share of acquires and releases, about
  double writes = 0.3;           // share of writes among the accesses
  double racy = 0.001;           // share of variables that nothing protects
  std::size_t phases = 8;        // parts of the run, with a barrier between them
  std::size_t burst = 8;         // events of a thread before another runs, on average
  Forks forks = Forks::flat;
  bool every_operation =
      false;  // also atomics, fences, shared locks, conditions, messages, heap memory, marks
};

// Hands out the trace piece by piece; memory does not grow with it. Not thread-safe.
class Generator {
 public:
  explicit Generator(const GenerateOptions& options);

  const event::Names& names() const { return names_; }
  // The next events, some thousands at most; none at the end. They live until the next call.
  std::span<const event::Event> next();

 private:
  // What a thread will do next, in order; an acquire or wake waits until its lock is free.
  struct Thread {
    event::ThreadId id;
    std::deque<event::Event> plan;
    bool running = false;  // forked, not yet joined
    bool arrived = false;  // at the barrier of the phase
  };
  struct Lock {
    bool owned = false;
    std::uint32_t sharers = 0;
  };

  void turn();
  bool step(Thread& thread);
  bool can_happen(const event::Event& event) const;
  void emit(const event::Event& event);
  void make_plan(Thread& thread);
  void plan_section(Thread& thread);
  void plan_extra(Thread& thread);
  void plan_start();
  void close();
  event::Event access_to(const Thread& thread, std::size_t variable, std::uint32_t line, bool may_write);
  event::Event unprotected_access(const Thread& thread);
  event::Event at_line(event::Event event, std::uint32_t line);

  std::uint64_t random();
  std::size_t below(std::size_t end) { return static_cast<std::size_t>((random() >> 32) * end >> 32); }
  bool chance(double share) { return static_cast<double>(random() >> 11) < share * 0x1p53; }

  GenerateOptions options_;
  event::Names names_;
  std::uint64_t state_;
  std::vector<Thread> threads_;
  std::vector<Lock> locks_;
  std::vector<event::Variable> variables_;
  std::vector<event::LocationId> lines_;
  // variables_ is racy, then read-only, then owned by a thread, then protected by lock i % locks.
  std::size_t racy_end_ = 0, read_only_end_ = 0, owned_end_ = 0;
  double section_length_ = 8;

  std::vector<event::Event> batch_;
  std::uint64_t emitted_ = 0;
  std::uint64_t phase_ = 0, next_phase_ = 0;
  std::size_t arrived_ = 0, current_ = 0;
  bool leaving_ = false, closing_ = false, closed_ = false;
  event::BarrierId barrier_;
  std::vector<event::Variable> atomics_, heap_;
  std::vector<event::MessageId> sent_;
};

}  // namespace heddle::trace
