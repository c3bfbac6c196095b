// SPDX-License-Identifier: Apache-2.0
#include "predict/computation.h"

#include <algorithm>
#include <utility>

namespace heddle::predict {

Computation::Computation(Poset poset, std::vector<event::Event> events, const event::Names& names)
    : poset_(std::move(poset)), events_(std::move(events)), names_(&names), positions_(poset_.processes()) {
  std::vector<std::size_t> process_of;  // by thread
  for (std::size_t p = 0; p < poset_.processes(); ++p) {
    process_of.resize(std::max(process_of.size(), poset_.thread(p).index() + 1));
    process_of[poset_.thread(p).index()] = p;
  }
  std::vector<Index> at(poset_.processes(), 1);  // the poset event that a process is in
  for (event::Position position = 0; position < events_.size(); ++position) {
    const event::Event& event = events_[position];
    const std::size_t p = process_of[event.thread.index()];
    positions_[p].push_back(position);
    while (at[p] < poset_.length(p) && poset_.position(p, at[p]) < position) ++at[p];
    if (event.operation != event::Operation::mark) continue;
    const event::Mark& mark = names.marks[event.mark()];
    const auto set = [&](const std::string& name, auto change) {
      Table& table = variables_[name];
      table.resize(poset_.processes());
      std::vector<std::int64_t>& values = table[p];
      const std::int64_t last = values.empty() ? 0 : values.back();
      values.resize(at[p], last);  // entries 0..at-1: unchanged so far
      values.push_back(change(last));
    };
    if (mark.values.empty()) set(mark.label, [](std::int64_t last) { return last + 1; });
    for (const event::MarkValue& value : mark.values)
      set(value.name, [&](std::int64_t) { return value.value; });
  }
  for (auto& [name, table] : variables_) {
    for (std::size_t p = 0; p < poset_.processes(); ++p) {
      table[p].resize(std::size_t{poset_.length(p)} + 1, table[p].empty() ? 0 : table[p].back());
    }
  }
}

std::size_t Computation::steps(std::size_t process, Index index) const {
  if (index == 0) return 0;
  const auto& all = positions_[process];
  return static_cast<std::size_t>(std::upper_bound(all.begin(), all.end(), poset_.position(process, index)) -
                                  all.begin());
}

}  // namespace heddle::predict
