// SPDX-License-Identifier: Apache-2.0
// Small programs over atomics of every order, fences and locks, to explore under memory models: what they are, a
// generator, a shrinker. A thread has one register, the value it read last.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "schedule/memory.h"

namespace heddle::weak {

using control::Modification;
using event::MemoryOrder;

struct Instruction {
  enum class Kind : std::uint8_t { load, store, modify, fence, lock, unlock, await, skip_unless };
  Kind kind = Kind::load;
  std::uint32_t location = 0;
  MemoryOrder order = MemoryOrder::relaxed;
  std::uint64_t value = 0;    // store; skip_unless: the register's; await: goes on when it reads another
  std::size_t distance = 0;   // skip_unless: how many instructions
  Modification modification;  // modify

  bool reads() const {
    return kind == Kind::load || kind == Kind::modify || kind == Kind::lock || kind == Kind::await;
  }
};
inline Modification locking() {
  Modification modification = control::compare_exchange(0, 1);
  modification.waits = true;
  modification.success = MemoryOrder::acquire;
  return modification;
}

using Thread = std::vector<Instruction>;
using Program = std::vector<Thread>;

inline Instruction load(std::uint32_t location, MemoryOrder order = MemoryOrder::relaxed) {
  return {.kind = Instruction::Kind::load, .location = location, .order = order};
}
inline Instruction store(std::uint32_t location, std::uint64_t value,
                         MemoryOrder order = MemoryOrder::relaxed) {
  return {.kind = Instruction::Kind::store, .location = location, .order = order, .value = value};
}
inline Instruction fence(MemoryOrder order) { return {.kind = Instruction::Kind::fence, .order = order}; }
inline Instruction modify(std::uint32_t location, Modification modification, MemoryOrder order,
                          MemoryOrder failure) {
  modification.success = order;
  modification.failure = failure;
  return {
      .kind = Instruction::Kind::modify, .location = location, .order = order, .modification = modification};
}
inline Instruction add(std::uint32_t location, std::uint64_t operand = 1,
                       MemoryOrder order = MemoryOrder::relaxed) {
  return modify(location, {.kind = Modification::Kind::add, .operand = operand}, order, order);
}
inline Instruction exchange(std::uint32_t location, std::uint64_t value,
                            MemoryOrder order = MemoryOrder::relaxed) {
  return modify(location, {.kind = Modification::Kind::exchange, .operand = value}, order, order);
}
inline Instruction compare_exchange(std::uint32_t location, std::uint64_t expected, std::uint64_t value,
                                    MemoryOrder order = MemoryOrder::relaxed,
                                    MemoryOrder failure = MemoryOrder::relaxed) {
  return modify(location, control::compare_exchange(expected, value), order, failure);
}
inline Instruction lock(std::uint32_t location) {
  return {.kind = Instruction::Kind::lock,
          .location = location,
          .order = MemoryOrder::acquire,
          .modification = locking()};
}
inline Instruction unlock(std::uint32_t location) {
  return {.kind = Instruction::Kind::unlock, .location = location, .order = MemoryOrder::release};
}

// What calls do to semaphores, conditions (a bit a waiting thread) and barriers.
inline Instruction post(std::uint32_t location) { return add(location, 1, MemoryOrder::release); }
inline Instruction take(std::uint32_t location, bool waits) {
  Modification modification{
      .kind = Modification::Kind::subtract, .guarded = true, .unequal = true, .waits = waits};
  modification.operand = 1;
  return modify(location, modification, MemoryOrder::acquire, MemoryOrder::relaxed);
}
inline Instruction begin_to_wait(std::uint32_t location, std::uint64_t bit) {
  Modification modification{.kind = Modification::Kind::bit_or};
  modification.operand = bit;
  return modify(location, modification, MemoryOrder::relaxed, MemoryOrder::relaxed);
}
inline Instruction wake(std::uint32_t location, std::uint64_t bit) {
  Modification modification{.guarded = true, .waits = true};
  modification.mask = bit;
  return modify(location, modification, MemoryOrder::relaxed, MemoryOrder::relaxed);
}
inline Instruction notify(std::uint32_t location) {
  Modification modification{.kind = Modification::Kind::drop_a_bit, .guarded = true, .unequal = true};
  return modify(location, modification, MemoryOrder::relaxed, MemoryOrder::relaxed);
}
// A futex: whoever waits enters the queue, and looks at the word once more before it waits to be taken out. A wake takes
// one out, or all, and whoever comes after it sees what the waker had stored.
inline void wait_at_futex(std::vector<Instruction>& thread, std::uint32_t queue, std::uint64_t bit,
                          std::uint32_t word, std::uint64_t expected) {
  constexpr std::uint64_t kNever = 99;  // no value of a queue
  const auto change = [&](Modification::Kind kind, std::uint64_t operand, MemoryOrder order) {
    Modification modification{.kind = kind};
    modification.operand = operand;
    thread.push_back(modify(queue, modification, order, order));
  };
  const auto skip = [&](std::uint64_t unless, std::size_t distance) {
    thread.push_back({.kind = Instruction::Kind::skip_unless, .value = unless, .distance = distance});
  };
  change(Modification::Kind::bit_or, bit, MemoryOrder::acq_rel);
  thread.push_back(load(word));
  skip(expected, 2);
  Modification woken{.guarded = true, .waits = true};
  woken.mask = bit;
  thread.push_back(modify(queue, woken, MemoryOrder::acquire, MemoryOrder::acquire));
  skip(kNever, 1);
  change(Modification::Kind::bit_and, ~bit, MemoryOrder::relaxed);
}
inline Instruction wake_at_futex(std::uint32_t queue, bool all) {
  const Modification modification{.kind = all ? Modification::Kind::bit_and : Modification::Kind::drop_a_bit};
  return modify(queue, modification, MemoryOrder::acq_rel, MemoryOrder::acq_rel);
}
inline Instruction arrive(std::uint32_t location, std::uint64_t parties) {
  Modification modification{.kind = Modification::Kind::arrive};
  modification.operand = parties;
  return modify(location, modification, MemoryOrder::acq_rel, MemoryOrder::acq_rel);
}
inline Instruction leave(std::uint32_t location) {  // the first round
  Modification modification{.guarded = true, .unequal = true, .waits = true};
  modification.mask = 0xFFFFFFFF00000000U;
  return modify(location, modification, MemoryOrder::acquire, MemoryOrder::acquire);
}

inline std::string describe(const Program& program) {
  std::string text;
  for (const Thread& thread : program) {
    text += "  ";
    for (const Instruction& i : thread) {
      using Kind = Instruction::Kind;
      const auto order = event::name(i.order);
      switch (i.kind) {
        case Kind::load:
          text += fmt::format("load {} {}; ", i.location, order);
          break;
        case Kind::store:
          text += fmt::format("store {} = {} {}; ", i.location, i.value, order);
          break;
        case Kind::modify:
          text += fmt::format("modify({}) {} operand {} expected {} {}/{}; ",
                              static_cast<int>(i.modification.kind), i.location, i.modification.operand,
                              i.modification.expected, order, event::name(i.modification.failure));
          break;
        case Kind::fence:
          text += fmt::format("fence {}; ", order);
          break;
        case Kind::lock:
          text += fmt::format("lock {}; ", i.location);
          break;
        case Kind::unlock:
          text += fmt::format("unlock {}; ", i.location);
          break;
        case Kind::await:
          text += fmt::format("await {} != {} {}; ", i.location, i.value, order);
          break;
        case Kind::skip_unless:
          text += fmt::format("skip {} unless {}; ", i.distance, i.value);
          break;
      }
    }
    text += "\n";
  }
  return text;
}

struct Shape {
  int threads = 3;
  int events = 7;  // in all, at most; a read-modify-write counts two
  std::uint32_t locations = 2;
  bool fences = true, locks = true, skips = true, awaits = true, objects = true, all_sc = false;
};

// A use of a semaphore, a condition, a futex or a barrier; how many events it is. `objects`: the first location that is none
// of an atomic or a mutex.
template <class Below>
int put_object(Thread& thread, std::uint64_t bit, std::uint32_t objects, std::uint32_t location,
               Below below) {
  enum : std::uint32_t { kSemaphore, kCondition = 2, kBarrier, kQueue };
  const std::uint32_t object = objects + static_cast<std::uint32_t>(below(2));
  switch (below(object == objects + kSemaphore ? 3 : 8)) {
    case 0:
      thread.push_back(post(object));
      return 2;
    case 1:
      thread.push_back(take(object, true));
      return 2;
    case 2:
      thread.push_back(take(object, false));
      return 2;
    case 3:
      thread.push_back(begin_to_wait(objects + kCondition, bit));
      thread.push_back(wake(objects + kCondition, bit));
      return 3;
    case 4:
      thread.push_back(notify(objects + kCondition));
      return 2;
    case 5:
      wait_at_futex(thread, objects + kQueue, bit, location, below(2));
      return 4;
    case 6:
      thread.push_back(wake_at_futex(objects + kQueue, below(2) == 0));
      return 2;
    default:
      thread.push_back(arrive(objects + kBarrier, 2));
      thread.push_back(leave(objects + kBarrier));
      return 3;
  }
}

inline Program generate(std::mt19937_64& random, const Shape& shape) {
  const auto below = [&](std::uint64_t n) { return random() % n; };
  const auto pick = [&](std::initializer_list<MemoryOrder> orders) {
    return shape.all_sc ? MemoryOrder::seq_cst : *(orders.begin() + below(orders.size()));
  };
  using enum MemoryOrder;
  Program program(static_cast<std::size_t>(shape.threads));
  const std::uint32_t mutex = shape.locations;
  int left = shape.events;
  while (left > 0) {
    Thread& thread = program[below(program.size())];
    const auto location = static_cast<std::uint32_t>(below(shape.locations));
    switch (below(shape.objects ? 11 : 10)) {
      case 10:
        left -=
            put_object(thread, std::uint64_t{1} << (&thread - program.data()), mutex + 1, location, below);
        break;
      case 0:
      case 1:
      case 2:
        thread.push_back(load(location, pick({relaxed, acquire, seq_cst})));
        if (shape.awaits && below(6) == 0) {
          thread.back().kind = Instruction::Kind::await;
          thread.back().value = below(2);
        }
        left -= 1;
        break;
      case 3:
      case 4:
      case 5:
        thread.push_back(store(location, 1 + below(2), pick({relaxed, release, seq_cst})));
        left -= 1;
        break;
      case 6:
        thread.push_back(below(2) == 0 ? add(location, 1, pick({relaxed, acquire, release, acq_rel, seq_cst}))
                                       : exchange(location, 1 + below(2),
                                                  pick({relaxed, acquire, release, acq_rel, seq_cst})));
        left -= 2;
        break;
      case 7:
        thread.push_back(compare_exchange(location, below(3), 1 + below(3),
                                          pick({relaxed, acquire, release, acq_rel, seq_cst}),
                                          pick({relaxed, acquire, seq_cst})));
        thread.back().modification.may_fail = below(3) == 0;
        left -= 2;
        break;
      case 8:
        if (shape.fences && below(2) == 0) {
          thread.push_back(fence(pick({acquire, release, acq_rel, seq_cst})));
          left -= 1;
        } else if (shape.locks) {
          const std::size_t at = thread.empty() ? 0 : below(thread.size());
          const bool free = std::none_of(thread.begin(), thread.end(), [](const Instruction& i) {
            return i.kind == Instruction::Kind::lock || i.kind == Instruction::Kind::skip_unless;
          });
          if (!free) break;
          thread.insert(thread.begin() + static_cast<std::ptrdiff_t>(at), lock(mutex));
          thread.push_back(unlock(mutex));
          left -= 2;
        }
        break;
      default: {
        const bool locked = std::any_of(thread.begin(), thread.end(), [](const Instruction& i) {
          return i.kind == Instruction::Kind::lock;
        });
        if (shape.skips && !locked && !thread.empty() && thread.back().reads())
          thread.push_back(
              {.kind = Instruction::Kind::skip_unless, .value = below(3), .distance = 1 + below(2)});
        break;
      }
    }
  }
  return program;
}

inline Program shrink(Program program, const std::function<bool(const Program&)>& fails) {
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (std::size_t t = 0; t < program.size() && !smaller; ++t)
      for (std::size_t i = 0; i < program[t].size() && !smaller; ++i) {
        Program candidate = program;
        candidate[t].erase(candidate[t].begin() + static_cast<std::ptrdiff_t>(i));
        if (!fails(candidate)) continue;
        program = candidate;
        smaller = true;
      }
  }
  return program;
}

}  // namespace heddle::weak
