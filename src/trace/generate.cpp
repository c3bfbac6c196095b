// SPDX-License-Identifier: Apache-2.0
#include "trace/generate.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/hash.h"

namespace heddle::trace {
namespace {

using event::Event;
using event::MemoryOrder;
using event::Operation;

constexpr std::size_t kGeneratedBatch = 4096;
constexpr std::uint32_t kLines = 600;              // of the program that does not exist
constexpr std::uint32_t kLockLines = 500;          // from here on it locks and unlocks
constexpr double kReadOnly = 0.15, kOwned = 0.15;  // shares of the variables

}  // namespace

std::uint64_t Generator::random() { return base::mix(state_ += 0x9E3779B97F4A7C15U); }

Generator::Generator(const GenerateOptions& options)
    : options_(options), state_(base::mix(options.seed + 1)) {
  options_.threads = std::max<std::size_t>(1, options.threads);
  options_.variables = std::max<std::size_t>(1, options.variables);
  options_.burst = std::max<std::size_t>(1, options.burst);
  for (std::size_t i = 0; i < options_.threads; ++i)
    threads_.push_back({.id = names_.threads.intern(fmt::format("T{}", i))});
  for (std::size_t i = 0; i < options_.locks; ++i) names_.locks.intern(fmt::format("L{}", i));
  locks_.resize(options_.locks);
  for (std::size_t i = 0; i < options_.variables; ++i)
    variables_.push_back(names_.variable(fmt::format("V{}", i)));
  for (std::uint32_t line = 1; line <= kLines; ++line)
    lines_.push_back(names_.locations.intern({.line = line}));
  barrier_ = names_.barriers.intern("phase");
  if (options_.every_operation) {
    for (int i = 0; i < 16; ++i) atomics_.push_back(names_.variable(fmt::format("A{}", i)));
    for (std::size_t i = 0; i < options_.threads; ++i)
      heap_.push_back(names_.variable(fmt::format("H{}", i)));
    names_.conditions.intern("changed");
    for (int i = 0; i < 64; ++i) names_.messages.intern(fmt::format("M{}", i));
    for (int i = 0; i < 8; ++i) names_.marks.intern({"", {{"step", i}}});
    names_.marks.intern({"progress", {}});
  }

  const auto count = static_cast<double>(options_.variables);
  racy_end_ = std::min(options_.variables, static_cast<std::size_t>(std::lround(options_.racy * count)));
  // Initialising them must stay a small part of the trace.
  const auto read_only =
      std::min(static_cast<std::size_t>(kReadOnly * count), std::size_t{options_.events / 20});
  read_only_end_ = std::min(options_.variables, racy_end_ + read_only);
  owned_end_ = std::min(options_.variables, read_only_end_ + static_cast<std::size_t>(kOwned * count));
  if (options_.locks == 0) owned_end_ = options_.variables;
  // To so many accesses, half of them in a critical section, come its acquire and release.
  section_length_ = std::max(1.0, 2.0 / std::max(0.001, options_.synchronisation) - 2.0);
  next_phase_ = options_.phases > 1 ? options_.events / options_.phases : options_.events + 1;
  batch_.reserve(kGeneratedBatch + 64);
  plan_start();
}

Event Generator::at_line(Event event, std::uint32_t line) {
  event.location = lines_[line % kLines];
  return event;
}

void Generator::plan_start() {
  Thread& main = threads_[0];
  main.running = true;
  for (std::size_t i = racy_end_; i < read_only_end_; ++i)
    main.plan.push_back(
        at_line(event::access(main.id, Operation::write, variables_[i]), static_cast<std::uint32_t>(i % 20)));
  for (std::size_t i = 1; i < threads_.size(); ++i) {
    if (options_.forks == GenerateOptions::Forks::none) {
      threads_[i].running = true;
      continue;
    }
    Thread& parent = options_.forks == GenerateOptions::Forks::tree ? threads_[(i - 1) / 2] : main;
    parent.plan.push_back(at_line(event::act(parent.id, Operation::fork, threads_[i].id), 20));
  }
  if (options_.forks == GenerateOptions::Forks::none && threads_.size() > 1) {
    // Nothing orders the initialisation before the other threads: then these variables are never written.
    main.plan.clear();
  }
}

Event Generator::access_to(const Thread& thread, std::size_t variable, std::uint32_t line, bool may_write) {
  const bool write = may_write && chance(options_.writes);
  // A line of the program does the one or the other.
  return at_line(event::access(thread.id, write ? Operation::write : Operation::read, variables_[variable]),
                 2 * line + (write ? 1 : 0));
}

// Of a variable that needs no lock: one's own, a read-only one, rarely a racy one.
Event Generator::unprotected_access(const Thread& thread) {
  const std::size_t unprotected = owned_end_ - racy_end_;
  const std::size_t i = below(std::max<std::size_t>(1, unprotected + racy_end_));
  if (i < racy_end_) return access_to(thread, i, 20 + static_cast<std::uint32_t>(i % 20), true);
  if (i < read_only_end_) return access_to(thread, i, 40 + static_cast<std::uint32_t>(i % 60), false);
  if (read_only_end_ < owned_end_) {
    const std::size_t threads = threads_.size();
    const std::size_t owned = owned_end_ - read_only_end_;
    const std::size_t own = (thread.id.index() + phase_) % threads;
    const std::size_t mine = owned / threads + (own < owned % threads ? 1 : 0);
    if (mine > 0) {
      const std::size_t variable = read_only_end_ + own + threads * below(mine);
      return access_to(thread, variable, 100 + static_cast<std::uint32_t>(variable % 50), true);
    }
  }
  return at_line(event::fence(thread.id, MemoryOrder::relaxed), 30);  // nothing of its own: does nothing
}

// A critical section, and some work outside it.
void Generator::plan_section(Thread& thread) {
  const auto length = 1 + below(static_cast<std::size_t>(2 * section_length_));
  const std::size_t protected_count = options_.variables - owned_end_;
  const std::size_t lock = options_.locks == 0 ? 0 : below(options_.locks);
  const std::size_t of_lock = options_.locks == 0 ? 0
                                                  : protected_count / options_.locks +
                                                        (lock < protected_count % options_.locks ? 1 : 0);
  if (of_lock == 0) {
    for (std::size_t i = 0; i < length; ++i) thread.plan.push_back(unprotected_access(thread));
    return;
  }
  const bool shared = options_.every_operation && chance(0.2);
  const auto line = kLockLines + static_cast<std::uint32_t>(lock % 50);
  const event::LockId id(lock);
  const auto inside = [&] {
    // The lower ones are accessed more often.
    const std::size_t which = std::min(below(of_lock), below(of_lock));
    thread.plan.push_back(access_to(thread, owned_end_ + lock + options_.locks * which,
                                    150 + static_cast<std::uint32_t>((lock + which) % 100), !shared));
  };
  if (options_.every_operation && chance(0.1))  // it tried, in vain, before it waited
    thread.plan.push_back(at_line(
        event::act(thread.id, shared ? Operation::try_failed_shared : Operation::try_failed, id), line));
  thread.plan.push_back(
      at_line(event::act(thread.id, shared ? Operation::acquire_shared : Operation::acquire, id), line));
  const std::size_t in_section = (length + 1) / 2;
  for (std::size_t i = 0; i < in_section; ++i) inside();
  if (options_.every_operation && !shared && chance(0.1)) {
    const event::ConditionId condition(0);
    thread.plan.push_back(at_line(event::waiting(thread.id, Operation::wait, condition, id), line));
    thread.plan.push_back(at_line(event::waiting(thread.id, Operation::wake, condition, id), line));
    inside();
  }
  thread.plan.push_back(
      at_line(event::act(thread.id, shared ? Operation::release_shared : Operation::release, id), line + 50));
  for (std::size_t i = in_section; i < length; ++i) thread.plan.push_back(unprotected_access(thread));
}

void Generator::plan_extra(Thread& thread) {
  const std::uint32_t line = 30 + static_cast<std::uint32_t>(below(10));
  const auto plan = [&](const Event& event) { thread.plan.push_back(at_line(event, line)); };
  const event::Variable atomic = atomics_[below(atomics_.size())];
  switch (below(9)) {
    case 0:
      plan(event::atomic(thread.id, Operation::atomic_load, atomic,
                         chance(0.8) ? MemoryOrder::acquire : MemoryOrder::relaxed));
      return;
    case 1: {
      Event store = event::atomic(thread.id, Operation::atomic_store, atomic,
                                  chance(0.8) ? MemoryOrder::release : MemoryOrder::seq_cst);
      store.has_value = true;
      store.value = below(1000);
      plan(store);
      return;
    }
    case 2:
      plan(event::atomic(thread.id, Operation::atomic_rmw, atomic, MemoryOrder::acq_rel));
      return;
    case 3:
      plan(event::fence(thread.id, chance(0.5) ? MemoryOrder::seq_cst : MemoryOrder::release));
      return;
    case 4:
      plan(event::act(thread.id, chance(0.5) ? Operation::notify : Operation::notify_all,
                      event::ConditionId(0)));
      return;
    case 5:
      plan(event::act(thread.id, Operation::send, event::MessageId(below(64))));
      return;
    case 6:
      if (!sent_.empty()) plan(event::act(thread.id, Operation::receive, sent_[below(sent_.size())]));
      return;
    case 7: {
      const event::Variable block = heap_[thread.id.index()];
      for (const Operation operation : {Operation::alloc, Operation::write, Operation::read, Operation::free})
        plan(event::access(thread.id, operation, block));
      return;
    }
    default:
      plan(event::act(thread.id, Operation::mark, event::MarkId(below(9))));
      return;
  }
}

void Generator::make_plan(Thread& thread) {
  if (emitted_ >= next_phase_ && !leaving_) {
    thread.plan.push_back(at_line(event::act(thread.id, Operation::arrive, barrier_), kLines - 2));
    return;
  }
  if (options_.every_operation && chance(0.4)) {
    plan_extra(thread);
    if (!thread.plan.empty()) return;
  }
  plan_section(thread);
}

bool Generator::can_happen(const Event& event) const {
  const auto free_for = [&](event::LockId id, bool shared) {
    const Lock& lock = locks_[id.index()];
    return !lock.owned && (shared || lock.sharers == 0);
  };
  if (event.operation == Operation::acquire || event.operation == Operation::wake)
    return free_for(event.lock(), false);
  if (event.operation == Operation::acquire_shared) return free_for(event.lock(), true);
  return true;
}

void Generator::emit(const Event& event) {
  switch (event.operation) {
    case Operation::acquire:
    case Operation::wake:
      locks_[event.lock().index()].owned = true;
      break;
    case Operation::release:
    case Operation::wait:
      locks_[event.lock().index()].owned = false;
      break;
    case Operation::acquire_shared:
      ++locks_[event.lock().index()].sharers;
      break;
    case Operation::release_shared:
      --locks_[event.lock().index()].sharers;
      break;
    case Operation::fork:
      threads_[event.other().index()].running = true;
      break;
    case Operation::send:
      if (std::find(sent_.begin(), sent_.end(), event.message()) == sent_.end())
        sent_.push_back(event.message());
      break;
    case Operation::arrive:
      threads_[event.thread.index()].arrived = true;
      leaving_ = ++arrived_ == threads_.size();
      if (leaving_) ++phase_;
      break;
    case Operation::leave:
      threads_[event.thread.index()].arrived = false;
      if (--arrived_ == 0) {
        leaving_ = false;
        next_phase_ += options_.events / options_.phases;
      }
      break;
    default:
      break;
  }
  batch_.push_back(event);
  ++emitted_;
}

// One event of a thread; false if it has to wait for another thread.
bool Generator::step(Thread& thread) {
  if (!thread.running) return false;
  if (thread.arrived) {
    if (!leaving_) return false;
    emit(at_line(event::act(thread.id, Operation::leave, barrier_), kLines - 1));
    return true;
  }
  if (thread.plan.empty()) {
    if (closing_) return false;
    make_plan(thread);
  }
  if (!can_happen(thread.plan.front())) {
    // A section that has not begun can as well be another one.
    if (thread.plan.front().operation != Operation::wake) thread.plan.clear();
    return false;
  }
  const Event event = thread.plan.front();
  thread.plan.pop_front();
  emit(event);
  return true;
}

void Generator::turn() {
  current_ = below(threads_.size());
  const std::size_t length = 1 + below(2 * options_.burst - 1);
  for (std::size_t i = 0; i < length && emitted_ < options_.events; ++i)
    if (!step(threads_[current_])) return;
}

// Everybody finishes what is planned; then the joins.
void Generator::close() {
  closing_ = true;
  for (bool moved = true; moved;) {
    moved = false;
    for (Thread& thread : threads_)
      while (step(thread)) moved = true;
  }
  for (std::size_t i = threads_.size(); i-- > 1;) {
    if (options_.forks == GenerateOptions::Forks::none || !threads_[i].running) continue;
    Thread& parent = options_.forks == GenerateOptions::Forks::tree ? threads_[(i - 1) / 2] : threads_[0];
    emit(at_line(event::act(parent.id, Operation::join, threads_[i].id), 21));
    threads_[i].running = false;
  }
  closed_ = true;
}

std::span<const Event> Generator::next() {
  batch_.clear();
  // What closing may take, so that a trace of the wanted length has all its joins.
  const bool joins = options_.forks != GenerateOptions::Forks::none;
  const std::uint64_t reserve =
      !joins
          ? 0
          : std::min<std::uint64_t>(options_.events / 10,
                                    threads_.size() * (2 * static_cast<std::uint64_t>(section_length_) + 8));
  while (batch_.size() < kGeneratedBatch && !closed_ && emitted_ < options_.events) {
    if (emitted_ + reserve >= options_.events)
      close();
    else
      turn();
  }
  // After the joins main goes on alone; or the trace is cut: the beginning of an execution is one.
  while (closed_ && batch_.size() < kGeneratedBatch && emitted_ < options_.events)
    emit(access_to(threads_[0], below(variables_.size()), 110, true));
  if (emitted_ > options_.events) {
    batch_.resize(batch_.size() - std::min<std::uint64_t>(batch_.size(), emitted_ - options_.events));
    emitted_ = options_.events;
  }
  return batch_;
}

}  // namespace heddle::trace
