// SPDX-License-Identifier: Apache-2.0
// What it costs to know what locks force while an execution goes on: of prefixes, each a quarter longer than the one
// before, all anew, and as one that grows (states/normal_form.h). Eight threads, sixteen locks, sections in sections,
// and a message now and then. CPU seconds.
//
//   normal_form_table
#include <algorithm>
#include <ctime>
#include <random>
#include <vector>

#include <fmt/format.h>

#include "order/loset_trace.h"
#include "states/normal_form.h"

namespace {

using namespace heddle;
using event::Operation;

constexpr std::size_t kThreads = 8, kLocks = 16, kNesting = 3;

std::vector<event::Event> execution(std::size_t events) {
  std::mt19937_64 random(1);
  std::vector<event::Event> all;
  std::vector<std::vector<std::size_t>> held(kThreads);
  std::vector<bool> taken(kLocks);
  std::size_t messages = 0;
  while (all.size() < events) {
    const std::size_t t = random() % kThreads, lock = random() % kLocks, what = random() % 20;
    const event::ThreadId id(t);
    if (what < 9 && !taken[lock] && held[t].size() < kNesting) {
      taken[lock] = true;
      held[t].push_back(lock);
      all.push_back(event::act(id, Operation::acquire, event::LockId(lock)));
    } else if (what >= 9 && what < 19 && !held[t].empty()) {
      all.push_back(event::act(id, Operation::release, event::LockId(held[t].back())));
      taken[held[t].back()] = false;
      held[t].pop_back();
    } else if (what == 19) {
      const bool sends = messages == 0 || random() % 2 == 0;
      const std::size_t message =
          sends ? messages++ : messages - 1 - std::min<std::size_t>(messages - 1, random() % 4);
      all.push_back(event::act(id, sends ? Operation::send : Operation::receive, event::MessageId(message)));
    }
  }
  return all;
}

double now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

void row(std::size_t events) {
  const std::vector<event::Event> all = execution(events);
  states::NormalForm grown;
  double losets = 0, anew = 0, growing = 0;
  std::size_t prefixes = 0;
  for (std::size_t end = 256;; end = std::min(events, end + end / 4)) {
    const double start = now();
    const auto recorded = order::loset_of(std::span(all).first(end));
    const order::Loset& loset = recorded->loset;
    const double built = now();
    states::NormalForm form(loset);
    form.compute(loset.initial(), loset.final());
    const double computed = now();
    grown.grow(loset);
    growing += now() - computed;
    anew += computed - built;
    losets += built - start;
    ++prefixes;
    if (end == events) break;
  }
  fmt::print("| {} | {} | {} | {:.2f} | {:.2f} | {:.2f} |\n", events, prefixes, grown.added().size(), losets,
             anew, growing);
}

}  // namespace

int main() {
  fmt::print(
      "| events | prefixes | orders that locks force | losets, s | normal forms anew, s | growing, s |\n"
      "|--:|--:|--:|--:|--:|--:|\n");
  for (const std::size_t events : {20'000, 200'000, 1'000'000}) row(events);
}
