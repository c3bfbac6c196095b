// SPDX-License-Identifier: Apache-2.0
// How fast histories are decided, by length and width. Minimum of three, processor time.
#include <algorithm>
#include <ctime>
#include <deque>
#include <random>
#include <vector>

#include <fmt/format.h>

#include "heddle/linearizable/typed.h"

namespace {

using namespace heddle::linearize;

// So many threads without a pause, each call takes effect somewhere within: linearizable.
TypedHistory right_history(Kind kind, unsigned calls, unsigned threads, unsigned seed) {
  std::mt19937 engine(seed);
  const auto below = [&](unsigned count) {
    return std::uniform_int_distribution<unsigned>(0, count - 1)(engine);
  };
  std::vector<Time> free_at(threads, 0);
  std::vector<std::pair<Time, std::uint32_t>> effects;
  TypedHistory history;
  unsigned fresh = 0;
  for (unsigned i = 0; i < calls; ++i) {
    TypedCall call;
    call.thread = i % threads;
    call.role = below(2) == 0 ? (kind == Kind::counter ? Role::increment
                                 : kind == Kind::map   ? Role::put
                                                       : Role::push)
                              : (kind == Kind::counter ? Role::count
                                 : kind == Kind::map   ? Role::get
                                                       : Role::pop);
    call.key = kind == Kind::map ? below(64) : 0;
    if (call.role == Role::push || call.role == Role::put) call.value = fresh++;
    call.begin = free_at[call.thread] + below(3);
    call.end = call.begin + 4 + below(40);
    free_at[call.thread] = call.end + 1;
    effects.emplace_back(call.begin + below(static_cast<unsigned>(call.end - call.begin)), i);
    history.push_back(call);
  }
  std::sort(effects.begin(), effects.end());
  std::deque<std::uint32_t> inside;
  std::vector<std::uint32_t> entries(64, TypedCall::kNothing);
  std::uint32_t count = 0;
  for (const auto& [time, index] : effects) {
    TypedCall& call = history[index];
    call.result = TypedCall::kNothing;
    if (call.role == Role::push) inside.push_back(call.value);
    if (call.role == Role::put) entries[call.key] = call.value + 1;
    if (call.role == Role::get) call.result = entries[call.key];
    if (call.role == Role::increment) ++count;
    if (call.role == Role::count) call.result = TypedCall::kZero + count;
    if (call.role != Role::pop || inside.empty()) continue;
    call.result = (kind == Kind::queue ? inside.front() : inside.back()) + 1;
    kind == Kind::queue ? inside.pop_front() : inside.pop_back();
  }
  return history;
}

double processor_time() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

template <class Work>
double seconds(Work work) {
  double best = 1e9;
  for (int i = 0; i < 3; ++i) {
    const double start = processor_time();
    work();
    best = std::min(best, processor_time() - start);
  }
  return best;
}

bool general(Kind kind, const TypedHistory& history, Decider& decider, std::uint64_t limit) {
  for (const auto& part : parts_of(kind, history)) {
    TypedHistory calls;
    for (const std::uint32_t call : part) calls.push_back(history[call]);
    TypedStates object(kind, calls);
    if (!decider.decide(object.history(), Keeps::real_time, object, {limit, {}}).explained) return false;
  }
  return true;
}

}  // namespace

int main() {
  constexpr unsigned kMany = 2000;
  fmt::print(
      "Short histories of a queue, general decision:\n\n| calls | threads | histories a second "
      "|\n|---|---|---|\n");
  for (const unsigned calls : {5U, 9U, 15U})
    for (const unsigned threads : {2U, 3U}) {
      std::vector<TypedHistory> histories;
      for (unsigned seed = 0; seed < kMany; ++seed)
        histories.push_back(right_history(Kind::queue, calls, threads, seed));
      // As a test decides them: the model's steps are worked out once.
      TypedHistory all;
      for (const TypedHistory& history : histories) all.insert(all.end(), history.begin(), history.end());
      TypedStates object(Kind::queue, all);
      std::vector<History> plain;
      std::size_t at = 0;
      for (const TypedHistory& history : histories) {
        plain.emplace_back(object.history().begin() + static_cast<std::ptrdiff_t>(at),
                           object.history().begin() + static_cast<std::ptrdiff_t>(at + history.size()));
        at += history.size();
      }
      Decider decider;
      const double time = seconds([&] {
        for (const History& history : plain)
          if (!decider.decide(history, Keeps::real_time, object).explained) std::abort();
      });
      fmt::print("| {} | {} | {:.0f} |\n", calls, threads, kMany / time);
    }
  fmt::print(
      "\nOne history of 16 threads, seconds:\n\n| object | calls | monitor | general decision "
      "|\n|---|---|---|---|\n");
  constexpr const char* kNames[] = {"queue", "stack", "set", "map", "register", "counter"};
  for (const Kind kind : {Kind::queue, Kind::stack, Kind::map, Kind::counter})
    for (const unsigned calls : {1000U, 10000U, 100000U}) {
      const TypedHistory history = right_history(kind, calls, 16, 1);
      const double fast = seconds([&] {
        if (!decide(kind, history).explained) std::abort();
      });
      Decider decider;
      std::string slow = "–";
      if (calls == 1000) {
        bool done = true;
        const double time = seconds([&] { done = general(kind, history, decider, 2'000'000); });
        slow = done ? fmt::format("{:.3f}", time) : fmt::format("> {:.1f}, given up", time);
      }
      fmt::print("| {} | {} | {:.4f} | {} |\n", kNames[static_cast<int>(kind)], calls, fast, slow);
    }
}
