// SPDX-License-Identifier: Apache-2.0
// Posets shaped like those that the text measures (Tables 3.1 and 4.2), which were never published
// themselves: the same numbers of processes and events, and nearly the same number of states.
#pragma once

#include <string>
#include <vector>

#include "random/poset_sketch.h"

namespace heddle::random {

// A distributed computation, "d-500", "w-8": at each step one process does something; with the given chance
// (in thousandths) it receives a message that another one just sent.
inline order::Poset distributed(std::size_t processes, std::size_t events, std::size_t messages,
                                std::uint64_t seed) {
  Random dice(seed);
  order::PosetBuilder builder;
  for (std::size_t p = 0; p < processes; ++p) builder.add_process(event::ThreadId(p));
  std::vector<order::EventRef> latest(processes);
  for (std::size_t k = 0; k < events; ++k) {
    const std::size_t p = below(dice, processes);
    std::vector<order::EventRef> after;
    if (processes > 1 && below(dice, 1000) < messages) {
      const std::size_t q = (p + 1 + below(dice, processes - 1)) % processes;
      if (latest[q].index > 0) after.push_back(latest[q]);
    }
    latest[p] = builder.add(p, after, k);
  }
  return std::move(builder).build();
}

// A concurrent program: each thread does some steps of its own, then one critical section under one of the
// locks (acquire, a step, release), and so on; every `rounds` sections all meet at a barrier (0: never).
struct Program {
  std::size_t threads = 1;
  std::size_t events = 0;
  std::size_t own_steps = 1;
  std::size_t locks = 1;
  std::size_t rounds = 0;
  std::uint64_t seed = 1;
};
inline order::Poset program(const Program& shape) {
  Random dice(shape.seed);
  order::PosetBuilder builder;
  for (std::size_t p = 0; p < shape.threads; ++p) builder.add_process(event::ThreadId(p));
  std::vector<order::EventRef> released(std::max<std::size_t>(shape.locks, 1));
  std::vector<std::size_t> sections(shape.threads, 0);
  std::size_t made = 0;
  std::size_t turn = 0;
  std::size_t since_barrier = 0;
  while (made < shape.events) {
    const std::size_t p = turn++ % shape.threads;
    for (std::size_t k = 0; k < shape.own_steps && made < shape.events; ++k) builder.add(p, {}, made++);
    if (shape.locks > 0 && made + 3 <= shape.events) {
      const std::size_t lock = below(dice, shape.locks);
      std::vector<order::EventRef> after;
      if (released[lock].index > 0) after.push_back(released[lock]);
      builder.add(p, after, made++);
      builder.add(p, {}, made++);
      released[lock] = builder.add(p, {}, made++);
    }
    if (shape.rounds > 0 && ++since_barrier == shape.rounds * shape.threads) {
      since_barrier = 0;
      std::vector<order::EventRef> arrived;
      for (std::size_t q = 0; q < shape.threads; ++q) arrived.push_back(builder.add(q, {}, made++));
      for (std::size_t q = 0; q < shape.threads; ++q) builder.add(q, arrived, made++);
    }
  }
  return std::move(builder).build();
}

}  // namespace heddle::random
