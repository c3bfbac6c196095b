// SPDX-License-Identifier: Apache-2.0
// How long it takes to predict the races and deadlocks of long lock-dense traces: 8 threads, 64 locks or six, nested
// critical sections, no barrier that would cut the trace into pieces. Every variable has its lock; a few
// accesses in ten thousand forget it, and a few nested sections take their locks in the wrong order. One
// core.
//
//   predict_table [events [workload]]
#include <chrono>
#include <cstdio>
#include <deque>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <sys/resource.h>

#include "predict/predict.h"

namespace {

using namespace heddle;
using event::Operation;

struct Workload {
  const char* name;
  double locking;       // share of acquires and releases among the events, about
  std::size_t nesting;  // locks held at once, at most
  double forgotten;     // accesses without their lock
  double wrong_order;   // nested sections with their locks the wrong way round
  std::size_t locks = 64;
};
constexpr Workload kWorkloads[] = {
    {"flat sections", 0.3, 1, 0.0002, 0},
    {"nested sections", 0.5, 3, 0.0002, 0.0005},
    {"nested, mostly locking", 0.8, 3, 0.0002, 0.0005},
    {"nested, nothing wrong", 0.5, 3, 0, 0},
    {"six locks, any order", 0.85, 2, 0, 0.5, 6},
};
constexpr std::size_t kThreads = 8, kVariables = 4096;

struct Execution {
  event::Names names;
  std::vector<event::Event> events;
};

Execution generate(const Workload& workload, std::size_t count) {
  Execution execution;
  const std::size_t locks_of_all = workload.locks;
  std::mt19937_64 random(11);
  const auto below = [&](std::size_t n) { return random() % n; };
  const auto chance = [&](double p) { return std::uniform_real_distribution<>(0, 1)(random) < p; };
  std::vector<event::Variable> variables;
  for (std::size_t i = 0; i <= kThreads; ++i) execution.names.threads.intern(fmt::format("T{}", i));
  for (std::size_t i = 0; i < locks_of_all; ++i) execution.names.locks.intern(fmt::format("l{}", i));
  for (std::size_t i = 0; i < kVariables; ++i)
    variables.push_back(execution.names.variable(fmt::format("x{}", i)));
  auto& events = execution.events;
  const auto at = [&](event::Event event, std::uint32_t line) {
    event.location = execution.names.locations.intern({.file = "work.c", .line = line});
    return event;
  };
  for (std::size_t t = 1; t <= kThreads; ++t)
    events.push_back(at(event::act(event::ThreadId(0), Operation::fork, event::ThreadId(t)), 1));
  std::vector<std::deque<event::Event>> plans(kThreads + 1);
  std::vector<std::size_t> owner(locks_of_all, 0);
  const auto plan = [&](std::size_t t) {
    const event::ThreadId id(t);
    std::vector<std::size_t> locks = {below(locks_of_all)};
    while (locks.size() < workload.nesting && chance(0.5)) locks.push_back(below(locks_of_all));
    std::sort(locks.begin(), locks.end());
    locks.erase(std::unique(locks.begin(), locks.end()), locks.end());
    if (locks.size() > 1 && chance(workload.wrong_order)) std::reverse(locks.begin(), locks.end());
    const double accesses = static_cast<double>(2 * locks.size()) * (1 - workload.locking) / workload.locking;
    for (std::size_t i = 0; i < locks.size(); ++i)
      plans[t].push_back(at(event::act(id, Operation::acquire, event::LockId(locks[i])),
                            static_cast<std::uint32_t>(100 + i)));
    const auto inside = static_cast<std::size_t>(accesses + std::uniform_real_distribution<>(0, 1)(random));
    for (std::size_t i = 0; i < inside; ++i) {
      const std::size_t lock = chance(workload.forgotten) ? below(locks_of_all) : locks[below(locks.size())];
      const std::size_t variable = lock + locks_of_all * below(kVariables / locks_of_all);
      const bool writes = chance(0.4);
      plans[t].push_back(
          at(event::access(id, writes ? Operation::write : Operation::read, variables[variable]),
             static_cast<std::uint32_t>(200 + 2 * below(8) + writes)));
    }
    for (std::size_t i = locks.size(); i-- > 0;)
      plans[t].push_back(at(event::act(id, Operation::release, event::LockId(locks[i])),
                            static_cast<std::uint32_t>(300 + i)));
  };
  while (events.size() < count) {
    const std::size_t t = 1 + below(kThreads);
    for (std::size_t burst = 1 + below(12); burst > 0; --burst) {
      if (plans[t].empty()) plan(t);
      const event::Event next = plans[t].front();
      if (next.operation == Operation::acquire) {
        std::size_t& holder = owner[next.lock().index()];
        if (holder != 0) {
          // Would it ever be free? If all others wait too this is the deadlock itself: drop the section.
          break;
        }
        holder = t;
      }
      if (next.operation == Operation::release) owner[next.lock().index()] = 0;
      events.push_back(next);
      plans[t].pop_front();
    }
    // A real deadlock ends a program; here the thread in the wrong order gives up its plan.
    bool stuck = true;
    for (std::size_t u = 1; u <= kThreads && stuck; ++u)
      stuck = !plans[u].empty() && plans[u].front().operation == Operation::acquire &&
              owner[plans[u].front().lock().index()] != 0;
    if (stuck)
      for (std::size_t u = 1; u <= kThreads; ++u) {
        plans[u].clear();
        for (std::size_t l = 0; l < locks_of_all; ++l)
          if (owner[l] == u) {
            events.push_back(at(event::act(event::ThreadId(u), Operation::release, event::LockId(l)), 400));
            owner[l] = 0;
          }
      }
  }
  return execution;
}

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

int main(int count, char** arguments) {
  const std::size_t events = count > 1 ? std::stoul(arguments[1]) : 1'000'000;
  std::puts(
      "| workload | events | acquires | races | certain | deadlocks | certain | meetings | reordered | "
      "undecided | seconds | CPU seconds | peak MiB |");
  std::puts("|---|---|---|---|---|---|---|---|---|---|---|---|---|");
  for (const Workload& workload : kWorkloads) {
    if (count > 2 && std::string(arguments[2]) != workload.name) continue;
    const Execution execution = generate(workload, events);
    std::size_t acquires = 0;
    for (const event::Event& event : execution.events) acquires += event.operation == Operation::acquire;
    const double start = now();
    const auto cpu = [] { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; };
    const double cpu_start = cpu();
    predict::PredictOptions options;
    options.limits.findings = ~std::size_t{0};  // all of them
    const auto report = predict::predict(execution.events, execution.names, options);
    if (!report) {
      std::puts(base::describe(report.error()).c_str());
      return 1;
    }
    const double seconds = now() - start, cpu_seconds = cpu() - cpu_start;
    std::size_t races = 0, certain_races = 0, deadlocks = 0, certain_deadlocks = 0;
    for (const finding::Finding& finding : report->findings) {
      const bool certain = finding.certainty == finding::Certainty::certain;
      (finding.kind == finding::Kind::deadlock ? deadlocks : races) += 1;
      (finding.kind == finding::Kind::deadlock ? certain_deadlocks : certain_races) += certain;
    }
    const auto statistic = [&](const char* name) {
      for (const auto& one : report->statistics)
        if (one.name == name) return std::get<std::uint64_t>(one.value);
      return std::uint64_t{0};
    };
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    fmt::print("| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {:.1f} | {:.1f} | {} |\n", workload.name,
               execution.events.size(), acquires, races, certain_races, deadlocks, certain_deadlocks,
               statistic("meetings"), statistic("reordered"), statistic("undecided"), seconds, cpu_seconds,
               usage.ru_maxrss / 1024);
    std::fflush(stdout);
  }
}
