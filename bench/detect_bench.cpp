// SPDX-License-Identifier: Apache-2.0
// Events a second of each race detector alone, on executions in memory: 8 threads, 64 locks, 10,000
// variables.
//   generated  what `heddle trace generate` makes
//   guarded    each variable has its lock; critical sections of about six accesses
//   mixed      half of the accesses guarded, the rest the thread's own variables or ones only read
//   handed_on  variables go from thread to thread by a queue under a lock, and are accessed outside it
#include <algorithm>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "detect/detectors.h"
#include "trace/generate.h"

namespace {

using namespace heddle;
using event::Operation;

constexpr std::size_t kThreads = 8, kLocks = 64, kVariables = 10'000, kEvents = 2'000'000;
enum class Workload { generated, guarded, mixed, handed_on };

struct Execution {
  std::shared_ptr<const event::Names> names;
  std::vector<event::Event> events;
};

class Generator {
 public:
  explicit Generator(Workload workload) : workload_(workload) {
    for (std::size_t i = 0; i < kThreads; ++i) names_->threads.intern(fmt::format("T{}", i));
    for (std::size_t i = 0; i < kLocks; ++i) names_->locks.intern(fmt::format("l{}", i));
    for (std::size_t i = 0; i < kVariables; ++i)
      variables_.push_back(names_->variable(fmt::format("x{}", i)));
    for (std::size_t i = 0; i < kVariables; ++i) access(0, i, true);
    for (std::size_t i = 1; i < kThreads; ++i) act(0, Operation::fork, event::ThreadId(i));
  }

  Execution make() {
    while (events_.size() < kEvents) {
      if (workload_ == Workload::handed_on)
        hand_on();
      else
        guarded();
    }
    return {names_, std::move(events_)};
  }

 private:
  std::size_t below(std::size_t n) { return random_() % n; }
  void access(std::size_t thread, std::size_t variable, bool writes) {
    events_.push_back(event::access(event::ThreadId(thread), writes ? Operation::write : Operation::read,
                                    variables_[variable]));
  }
  template <class Id>
  void act(std::size_t thread, Operation operation, Id id) {
    events_.push_back(event::act(event::ThreadId(thread), operation, id));
  }

  // Several threads are inside their critical sections at a time.
  void guarded() {
    const std::size_t thread = below(kThreads);
    std::size_t& lock = held_[thread];
    if (lock == kLocks) {
      const std::size_t wanted = below(kLocks);
      if (std::find(held_.begin(), held_.end(), wanted) != held_.end()) return;
      lock = wanted;
      act(thread, Operation::acquire, event::LockId(lock));
    } else if (below(7) == 0) {
      act(thread, Operation::release, event::LockId(lock));
      lock = kLocks;
    } else if (workload_ == Workload::guarded || below(2) == 0) {
      access(thread, below(kVariables / kLocks) * kLocks + lock, below(3) == 0);
    } else if (below(2) == 0) {
      access(thread, kVariables / 64 * 64 + thread, below(3) == 0);
    } else {
      access(thread, kVariables / 64 * 64 + kThreads + below(8), false);
    }
  }

  void hand_on() {
    const std::size_t thread = below(kThreads);
    act(thread, Operation::acquire, event::LockId(0));
    const std::size_t got = queue_.empty() ? below(kVariables) : queue_.back();
    if (!queue_.empty()) queue_.pop_back();
    act(thread, Operation::release, event::LockId(0));
    for (int i = 0; i < 6; ++i) access(thread, got, i % 3 == 2);
    act(thread, Operation::acquire, event::LockId(0));
    queue_.insert(queue_.begin() + static_cast<std::ptrdiff_t>(below(queue_.size() + 1)), got);
    if (queue_.size() < 64) queue_.push_back(fresh_++ % kVariables);
    act(thread, Operation::release, event::LockId(0));
  }

  Workload workload_;
  std::mt19937_64 random_{1};
  std::shared_ptr<event::Names> names_ = std::make_shared<event::Names>();
  std::vector<event::Event> events_;
  std::vector<event::Variable> variables_;
  std::vector<std::size_t> held_ = std::vector<std::size_t>(kThreads, kLocks);
  std::vector<std::size_t> queue_;
  std::size_t fresh_ = 0;
};

Execution generated() {
  const auto generator = std::make_shared<trace::Generator>(trace::GenerateOptions{.events = kEvents});
  std::vector<event::Event> events;
  for (auto batch = generator->next(); !batch.empty(); batch = generator->next())
    events.insert(events.end(), batch.begin(), batch.end());
  return {{generator, &generator->names()}, std::move(events)};
}

const Execution& execution(Workload workload) {
  static const Execution kExecutions[] = {generated(), Generator(Workload::guarded).make(),
                                          Generator(Workload::mixed).make(),
                                          Generator(Workload::handed_on).make()};
  return kExecutions[static_cast<std::size_t>(workload)];
}

void detect_races(benchmark::State& state, const detect::Detector& detector, Workload workload) {
  const Execution& input = execution(workload);
  std::uint64_t findings = 0;
  for (auto _ : state) {
    const auto listener = detector.make({});
    listener->begin(*input.names, [&](const finding::Finding&) { ++findings; });
    constexpr std::size_t kBatch = 4096;
    for (std::size_t i = 0; i < input.events.size(); i += kBatch)
      listener->on(i, std::span(input.events).subspan(i, std::min(kBatch, input.events.size() - i)));
    listener->finish();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * input.events.size()));
  state.counters["findings"] = static_cast<double>(findings) / static_cast<double>(state.iterations());
}

[[maybe_unused]] const bool kRegistered = [] {
  for (const detect::Detector& detector : detect::detectors()) {
    const auto add = [&](const char* name, Workload workload) {
      benchmark::RegisterBenchmark(
          fmt::format("{}/{}", detector.name, name).c_str(),
          [&detector, workload](benchmark::State& state) { detect_races(state, detector, workload); })
          ->Unit(benchmark::kMillisecond);
    };
    add("generated", Workload::generated);
    add("guarded", Workload::guarded);
    add("mixed", Workload::mixed);
    add("handed_on", Workload::handed_on);
  }
  return true;
}();

}  // namespace
