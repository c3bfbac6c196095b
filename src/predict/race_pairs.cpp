// SPDX-License-Identifier: Apache-2.0
#include "predict/race_pairs.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <numeric>
#include <utility>

namespace heddle::predict {

namespace {

struct Access {
  EventRef at;
  event::Position position;
};

}  // namespace

bool is_about(const event::Names& names, event::Variable variable, std::string_view name) {
  if (name.empty()) return true;
  if (name.starts_with("0x")) {
    std::uint64_t address = 0;
    const auto [end, error] = std::from_chars(name.data() + 2, name.data() + name.size(), address, 16);
    if (error == std::errc() && end == name.data() + name.size())
      return variable.overlaps({.address = address, .size = 1});
  }
  const std::string called = names.describe(variable);
  return called.starts_with(name) &&
         (called.size() == name.size() ||
          std::string_view(".[+").find(called[name.size()]) != std::string_view::npos);
}

RacePairs::RacePairs(const Computation& computation, const std::string& variable)
    : processes_(computation.poset().processes()), by_processes_(processes_ * processes_) {
  const Poset& poset = computation.poset();
  // Accesses by the words they touch, then by process; in each in program order.
  std::map<std::uint64_t, std::vector<std::vector<Access>>> words;
  for (std::size_t p = 0; p < processes_; ++p) {
    Index index = 1;
    for (event::Position position : computation.positions(p)) {
      while (index < poset.length(p) && poset.position(p, index) < position) ++index;
      const event::Event& e = computation.events()[position];
      if (!event::is_access(e.operation)) continue;
      if (!is_about(computation.names(), e.variable(), variable)) continue;
      const std::uint64_t last = e.target + std::max<std::uint32_t>(e.extent, 1) - 1;
      for (std::uint64_t word = e.target / 8; word <= last / 8; ++word) {
        auto& by_process = words[word];
        by_process.resize(processes_);
        by_process[p].push_back({{static_cast<std::uint32_t>(p), index}, position});
      }
    }
  }
  for (const auto& [word, by_process] : words) {
    for (std::size_t p = 0; p < processes_; ++p) {
      for (const Access& a : by_process[p]) {
        const event::Event& first = computation.events()[a.position];
        for (std::size_t q = p + 1; q < processes_; ++q) {
          const auto& others = by_process[q];
          const Index after = poset.clock(p, a.at.index)[q];
          const Index until = poset.reverse(p, a.at.index - 1)[q];
          auto b = std::partition_point(others.begin(), others.end(),
                                        [&](const Access& other) { return other.at.index <= after; });
          for (; b != others.end() && b->at.index <= until; ++b) {
            const event::Event& second = computation.events()[b->position];
            if (!event::conflict(first.operation, second.operation) ||
                !first.variable().overlaps(second.variable())) {
              continue;
            }
            auto& known = by_processes_[p * processes_ + q];
            known.emplace_back(a.at.index, b->at.index);
            pairs_.push_back({a.at, b->at});
          }
        }
      }
    }
  }
  sort();
}

RacePairs::RacePairs(std::size_t processes, std::vector<Pair> pairs)
    : processes_(processes), pairs_(std::move(pairs)), by_processes_(processes * processes) {
  for (const Pair& pair : pairs_)
    by_processes_[pair.first.process * processes_ + pair.second.process].emplace_back(pair.first.index,
                                                                                      pair.second.index);
  sort();
}

void RacePairs::sort() {
  for (auto& known : by_processes_) {
    std::sort(known.begin(), known.end());
    known.erase(std::unique(known.begin(), known.end()), known.end());
  }
}

bool RacePairs::in(const Index* state) const {
  for (std::size_t p = 0; p < processes_; ++p) {
    for (std::size_t q = p + 1; q < processes_; ++q) {
      const auto& known = by_processes_[p * processes_ + q];
      if (std::binary_search(known.begin(), known.end(), std::pair{state[p], state[q]})) return true;
    }
  }
  return false;
}

std::optional<std::pair<State, RacePairs::Pair>> least_race(const Poset& poset, const RacePairs& races) {
  std::optional<std::pair<State, RacePairs::Pair>> best;
  std::uint64_t fewest = 0;
  State state(poset.processes());
  for (const RacePairs::Pair& pair : races.pairs()) {
    const Index* a = poset.clock(pair.first.process, pair.first.index);
    const Index* b = poset.clock(pair.second.process, pair.second.index);
    for (std::size_t q = 0; q < state.size(); ++q) state[q] = std::max(a[q], b[q]);
    const std::uint64_t size = std::accumulate(state.begin(), state.end(), std::uint64_t{0});
    if (best && size >= fewest) continue;
    best = {state, pair};
    fewest = size;
  }
  return best;
}

}  // namespace heddle::predict
