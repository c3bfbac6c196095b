// SPDX-License-Identifier: Apache-2.0
#include "prove/concrete/concrete_state.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace heddle::prove::concrete {

const Function& function_of(const Thread& thread, const Program& program) {
  return program.function(program.function_of[static_cast<std::size_t>(thread.node)]);
}

bool is_initialising(const State& state, const Program& program) {
  const NodeId node = state.threads[0].node;
  return node != kIdle && program.function_of[static_cast<std::size_t>(node)] == -2;
}

void lose(State& state, Address gone, const Program& program) {
  const auto mark = [&](Address& address) {
    if (address == gone) address |= kLost;
  };
  for (Address& address : state.shared) mark(address);
  for (Cell& at : state.cells) mark(at.next);
  for (Thread& thread : state.threads) {
    if (thread.node == kIdle) continue;
    const Function& function = function_of(thread, program);
    for (std::size_t local = 0; local < thread.locals.size(); ++local)
      if (function.locals[local].kind == LocalKind::pointer) mark(thread.locals[local]);
  }
}

namespace {

// What is never read again is no part of a state.
void forget_dead_locals(Thread& thread, const Program& program, const std::vector<Layout>& live) {
  if (thread.node == kIdle) return;
  const Function& function = function_of(thread, program);
  std::vector<bool> is_live(thread.locals.size());
  for (int local : live[static_cast<std::size_t>(thread.node)])
    is_live[static_cast<std::size_t>(local)] = true;
  for (std::size_t local = 0; local < thread.locals.size(); ++local) {
    if (is_live[local]) continue;
    const LocalKind kind = function.locals[local].kind;
    thread.locals[local] = kind == LocalKind::pointer ? kUndefinedAddress
                           : kind == LocalKind::data  ? kUndefinedValue
                                                      : 0;
  }
}

// Threads are alike: they stand in an order that does not depend on who they are, as far as can be told from
// what is named already.
template <class Name>
void sort_threads(State& state, const Program& program, Name name) {
  std::vector<std::pair<std::vector<int>, std::size_t>> keys;
  for (std::size_t i = 0; i < state.threads.size(); ++i) {
    const Thread& thread = state.threads[i];
    std::vector<int> key = {thread.node, thread.calls, static_cast<int>(thread.fired),
                            thread.had_candidate ? 1 : 0, thread.is_inside ? 1 : 0};
    for (std::size_t hazard = 0; program.reclaims && hazard < thread.hazards.size(); ++hazard) {
      key.push_back(name(thread.hazards[hazard]));
      key.push_back(thread.keeps[hazard] ? 1 : 0);
    }
    if (program.kind == Kind::set) key.push_back(thread.input);
    if (thread.node != kIdle) {
      const Function& function = function_of(thread, program);
      for (std::size_t local = 0; local < thread.locals.size(); ++local)
        if (function.locals[local].kind == LocalKind::pointer)
          key.push_back(name(thread.locals[local]));
        else if (function.locals[local].kind != LocalKind::data)
          key.push_back(thread.locals[local]);
    }
    keys.emplace_back(std::move(key), i);
  }
  if (std::ranges::is_sorted(keys)) return;
  std::ranges::sort(keys);
  std::vector<Thread> threads;
  std::vector<int> place(keys.size());
  for (const auto& [key, from] : keys) {
    place[from] = static_cast<int>(threads.size());
    threads.push_back(std::move(state.threads[from]));
  }
  state.threads = std::move(threads);
  for (int& holder : state.holders)
    if (holder >= 0) holder = place[static_cast<std::size_t>(holder)];
  for (Cell& at : state.cells)
    if (at.holder >= 0) at.holder = place[static_cast<std::size_t>(at.holder)];
  if (state.culprit >= 0) state.culprit = place[static_cast<std::size_t>(state.culprit)];
  state.history.rename_threads(place);
}

// A, B, …, Z, A1, B1, …
std::string cell_name(int number) {
  const int round = (number - 1) / 26;
  return std::string(1, static_cast<char>('A' + (number - 1) % 26)) +
         (round > 0 ? std::to_string(round) : "");
}

}  // namespace

std::string canonical(State& state, const Program& program, const std::vector<Layout>& live,
                      bool is_total_bounded) {
  for (Thread& thread : state.threads) {
    forget_dead_locals(thread, program, live);
    if (is_total_bounded) thread.calls = 0;
  }
  std::vector<int> names(state.cells.size() + 1, 0);
  std::vector<Address> order;
  const auto visit = [&](Address& address) {
    if (place_of(address) <= 0) return;
    int& name = names[static_cast<std::size_t>(place_of(address))];
    if (name == 0) order.push_back(place_of(address)), name = static_cast<int>(order.size());
    address = name | (address & (kLost | kWild));
  };
  for (Address& address : state.shared) visit(address);
  std::size_t walked = 0;
  const auto walk = [&] {
    for (; walked < order.size(); ++walked)
      visit(state.cells[static_cast<std::size_t>(order[walked]) - 1].next);
  };
  walk();
  if (!is_initialising(state, program))
    sort_threads(state, program, [&](Address address) {
      return address <= 0 ? address - 1 : names[static_cast<std::size_t>(place_of(address))];
    });
  for (Thread& thread : state.threads) {
    if (thread.node == kIdle) continue;
    const Function& function = function_of(thread, program);
    for (std::size_t local = 0; local < thread.locals.size(); ++local)
      if (function.locals[local].kind == LocalKind::pointer) visit(thread.locals[local]);
    walk();
  }
  // Of what nobody can get to it does not matter whether it is kept from being freed.
  for (Thread& thread : state.threads) {
    const auto rename = [&](Address address) { return names[static_cast<std::size_t>(address)]; };
    for (std::size_t i = 0; i < thread.hazards.size(); ++i) {
      if (thread.hazards[i] > 0) thread.hazards[i] = rename(thread.hazards[i]);
      if (thread.hazards[i] <= 0) thread.hazards[i] = 0, thread.keeps[i] = false;
    }
    for (Address& address : thread.kept_inside) address = rename(address);
    std::erase(thread.kept_inside, 0);
    std::ranges::sort(thread.kept_inside);
  }
  std::vector<Cell> cells;
  for (Address address : order) cells.push_back(state.cells[static_cast<std::size_t>(address) - 1]);
  state.cells = std::move(cells);

  std::map<int, int> values;
  const auto rename = [&](int& value) {
    if (value >= 0 && program.kind != Kind::set)
      value = values.try_emplace(value, static_cast<int>(values.size())).first->second;
  };
  for (int& value : state.content) rename(value);
  for (Cell& at : state.cells) rename(at.data);
  for (Thread& thread : state.threads) {
    rename(thread.input), rename(thread.effect);
    if (thread.node == kIdle) continue;
    const Function& function = function_of(thread, program);
    for (std::size_t local = 0; local < thread.locals.size(); ++local)
      if (function.locals[local].kind == LocalKind::data) rename(thread.locals[local]);
  }

  std::vector<int> labels(values.size());
  for (const auto& [old_value, new_value] : values)
    if (static_cast<std::size_t>(old_value) < state.labels.size())
      labels[static_cast<std::size_t>(new_value)] = state.labels[static_cast<std::size_t>(old_value)];
  state.labels = std::move(labels);

  std::string bytes;
  const auto put = [&](int number) {
    bytes.push_back(static_cast<char>(number)), bytes.push_back(static_cast<char>(number >> 8));
  };
  for (int number : state.shared) put(number);
  for (int number : state.ages) put(number);
  for (int number : state.holders) put(number);
  put(static_cast<int>(state.cells.size()));
  for (const Cell& at : state.cells)
    put((at.is_free ? 1 : 0) | (at.is_retired ? 2 : 0)), put(at.next), put(at.age), put(at.data);
  put(static_cast<int>(state.content.size()));
  for (int number : state.content) put(number);
  put(state.culprit), put(state.total);
  if (program.kind == Kind::set) {
    for (const Cell& at : state.cells) put(at.mark), put(at.holder);
    state.history.append_to(bytes);
  }
  for (const Thread& thread : state.threads) {
    put(thread.node), put(thread.calls), put(thread.input), put(thread.effect);
    put(static_cast<int>(thread.fired) | (thread.had_candidate ? 4 : 0));
    for (int number : thread.locals) put(number);
    if (!program.reclaims) continue;
    put((thread.is_inside ? 1 : 0) | static_cast<int>(thread.kept_inside.size()) << 1);
    for (Address address : thread.kept_inside) put(address);
    for (std::size_t i = 0; i < thread.hazards.size(); ++i)
      put(thread.hazards[i]), put(thread.keeps[i] ? 1 : 0);
  }
  return bytes;
}

std::string draw(const State& state, const Program& program) {
  std::string text;
  for (std::size_t i = 0; i < state.shared.size(); ++i) {
    text += (i == 0 ? "" : "   ") + program.shared[i];
    Address at = state.shared[i];
    for (int step = 0; place_of(at) > 0 && step < 6; ++step) {
      const Cell& found = state.cells[static_cast<std::size_t>(place_of(at)) - 1];
      const std::string data = found.data < 0 ? ""
                               : program.kind != Kind::set
                                   ? fmt::format(":{}", state.labels[static_cast<std::size_t>(found.data)])
                               : found.data == kLeastKey    ? ":-∞"
                               : found.data == kGreatestKey ? ":+∞"
                                                            : fmt::format(":{}", found.data);
      text += fmt::format(" → {}{}{}{}",
                          found.is_free      ? "freed "
                          : found.is_retired ? "retired "
                                             : "",
                          cell_name(found.name), data, found.mark == 1 ? " marked" : "");
      at = found.next;
    }
    if (at == 0) text += " → NULL";
  }
  return text;
}

}  // namespace heddle::prove::concrete
