// SPDX-License-Identifier: Apache-2.0
// The history of calls that a finding of linearizability is about, in words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heddle::finding {

struct HistoryCall {
  std::string thread;  // "T1"
  std::string call;    // "push(1)"
  std::string result;  // "" if it returns nothing
  std::uint64_t begin = 0;
  std::optional<std::uint64_t> end;  // none: it did not return
  bool waits = false;                // because nobody can go on
};

struct History {
  std::string object;  // "Queue"
  std::vector<HistoryCall> calls;
  std::vector<std::uint32_t> core;   // calls that have no order, whatever the others did
  std::vector<std::uint32_t> order;  // of calls: one that gets furthest
  std::vector<std::string> states;  // of the model: at first, and after each call of `order`; "" if not shown
  std::vector<std::string> why;     // sentences
  std::string scenario;             // which calls were asked for, as a test writes it down
  std::string found;                // where in the search
};

// One column a thread, one row a beginning or end. A call that nothing happened within stands in one row.
std::vector<std::string> table(const History& history);

}  // namespace heddle::finding
