// SPDX-License-Identifier: Apache-2.0
// Histories of objects that heddle knows: each call has a role (push, get …), and values are numbers. The monitors are
// asked first (monitors.h); where they do not apply the general decision is (decide.h), with the object as a list of
// numbers. Sets and maps fall apart into their keys, which are decided one by one: a set is linearizable iff each of its
// keys is.
#ifndef HEDDLE_LINEARIZABLE_TYPED_H
#define HEDDLE_LINEARIZABLE_TYPED_H

#include <tuple>

#include <heddle/linearizable/lists.h>
#include <heddle/linearizable/monitors.h>
#include <heddle/linearizable/sequential.h>

namespace heddle {
namespace linearize {

enum class Kind { queue, stack, set, map, register_of, counter, lock };

enum class Role : std::uint8_t {
  push,              // value; of a queue or stack
  pop,               // → value or nothing
  add,               // key → whether it was new
  contains,          // key → bool
  remove,            // key → whether it was there
  put,               // key, value
  put_if_absent,     // key, value → whether it was put
  get,               // key → value or nothing
  take,              // key → value or nothing, and removes it
  write,             // value
  read,              // → value or nothing, if it was never written
  compare_exchange,  // key: expected, value: desired → bool
  increment,
  fetch_increment,  // → the number before
  amount,           // adds value; it may be negative
  count,            // → the number
  acquire,          // waits while it is held
  try_acquire,      // → bool
  release,
};

struct TypedCall {
  static constexpr std::uint32_t kNothing = 0;      // no, nothing; a value v is v + 1, yes is 1
  static constexpr std::uint32_t kNull = ~0U;       // a value: nothing. As a result it is kNothing
  static constexpr std::uint32_t kZero = 1U << 30;  // a count n, which may be negative, is kZero + n
  Role role = Role::push;
  std::uint32_t thread = 0;
  std::uint32_t key = 0;
  std::uint32_t value = 0;
  std::uint32_t result = kUnknown;
  std::uint32_t word = 0;  // how whoever recorded it calls the operation
  Time begin = 0;
  Time end = kNever;
};
using TypedHistory = std::vector<TypedCall>;

inline bool has_keys(Kind kind) { return kind == Kind::set || kind == Kind::map; }

// The calls on each key, in the order in which the keys come first. Of other objects: all calls.
inline std::vector<std::vector<std::uint32_t>> parts_of(Kind kind, const TypedHistory& history) {
  std::vector<std::vector<std::uint32_t>> parts;
  std::unordered_map<std::uint32_t, std::size_t> index;
  for (std::uint32_t i = 0; i < history.size(); ++i) {
    const auto found = index.emplace(has_keys(kind) ? history[i].key : 0, parts.size());
    if (found.second) parts.emplace_back();
    parts[found.first->second].push_back(i);
  }
  return parts;
}

namespace detail {

inline bool returned(const TypedCall& call) { return call.end != kNever; }

inline Answer monitor_collection(Kind kind, const TypedHistory& history) {
  Touches touches;
  for (const TypedCall& call : history) {
    if (call.role == Role::push) {
      touches.push_back({Touch::puts, call.value, call.begin, call.end});
    } else if (call.role != Role::pop || !returned(call)) {
      return Answer::does_not_apply;
    } else if (call.result == TypedCall::kNothing) {
      touches.push_back({Touch::lacks, 0, call.begin, call.end});
    } else {
      touches.push_back({Touch::takes, call.result - 1, call.begin, call.end});
    }
  }
  return kind == Kind::queue ? monitor_queue(touches) : monitor_stack(touches);
}

inline Answer monitor_set_key(const TypedHistory& history) {
  Touches touches;
  for (const TypedCall& call : history) {
    const bool yes = call.result != TypedCall::kNothing;
    if (call.role == Role::contains && !returned(call)) continue;
    if (!returned(call)) return Answer::does_not_apply;
    const Touch::Kind kind = call.role == Role::add      ? (yes ? Touch::puts : Touch::finds)
                             : call.role == Role::remove ? (yes ? Touch::takes : Touch::lacks)
                                                         : (yes ? Touch::finds : Touch::lacks);
    touches.push_back({kind, 0, call.begin, call.end});
  }
  return monitor_key(touches);
}

// Where nothing is removed, a key is a register.
inline Answer monitor_map_key(const TypedHistory& history) {
  std::vector<ReadWrite> calls;
  for (const TypedCall& call : history) {
    const bool writes = call.role == Role::put || call.role == Role::write;
    if (!writes && call.role != Role::get && call.role != Role::read) return Answer::does_not_apply;
    calls.push_back({writes, writes ? call.value + 1 : call.result, call.begin, call.end});
  }
  return monitor_register(calls, TypedCall::kNothing);
}

inline Answer monitor_counts(const TypedHistory& history) {
  std::vector<Counted> calls;
  bool is_below_zero = false;
  for (const TypedCall& call : history) {
    const bool adds = call.role == Role::increment || call.role == Role::fetch_increment;
    if (!adds && call.role != Role::count) return Answer::does_not_apply;
    if (!adds && !returned(call)) continue;
    const bool tells = returned(call) && call.role != Role::increment;
    is_below_zero |= tells && call.result < TypedCall::kZero;
    calls.push_back({adds, tells, tells ? call.result - TypedCall::kZero : 0, call.begin, call.end});
  }
  if (is_below_zero) return Answer::no;
  return monitor_counter(calls);
}

}  // namespace detail

// One part of a history.
inline Answer monitor(Kind kind, const TypedHistory& history) {
  switch (kind) {
    case Kind::queue:
    case Kind::stack:
      return detail::monitor_collection(kind, history);
    case Kind::set:
      return detail::monitor_set_key(history);
    case Kind::map:
    case Kind::register_of:
      return detail::monitor_map_key(history);
    case Kind::counter:
      return detail::monitor_counts(history);
    case Kind::lock:
      break;
  }
  return Answer::does_not_apply;
}

// The object's states are lists of numbers; one part of a history at a time, so that a set or map has one key.
class TypedStates : public Sequential {
 public:
  TypedStates(Kind kind, const TypedHistory& history) : kind_(kind) {
    states_.number({});
    std::map<std::tuple<Role, std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t> numbers;
    for (const TypedCall& call : history) {
      const auto found = numbers.emplace(std::make_tuple(call.role, call.key, call.value, call.word),
                                         static_cast<std::uint32_t>(numbers.size()));
      if (found.second) operations_.push_back(call);
      Call plain;
      plain.thread = call.thread;
      plain.operation = found.first->second;
      plain.result = call.end == kNever ? kUnknown : call.result;
      plain.begin = call.begin;
      plain.end = call.end;
      history_.push_back(plain);
    }
  }
  const History& history() const { return history_; }
  std::vector<std::uint32_t> contents(State state) const { return states_[state]; }
  const TypedCall& operation(std::uint32_t number) const { return operations_[number]; }
  State initial() override { return 0; }
  // Of the operation in that state; kUnknown: it cannot happen, or returns nothing.
  std::uint32_t result(State state, std::uint32_t operation) { return step_of(state, operation).result; }
  bool waits(State state, std::uint32_t operation) override { return !step_of(state, operation).can; }

  States next(State state, std::uint32_t operation, std::uint32_t result) override {
    const Step& step = step_of(state, operation);
    if (!step.can || (result != kUnknown && step.result != kUnknown && step.result != result)) return {};
    return {&step.next, &step.next + 1};
  }

 private:
  struct Step {
    bool can = false;
    std::uint32_t result = kUnknown;  // whatever: it returns nothing
    State next = 0;
  };

  const Step& step_of(State state, std::uint32_t operation) {
    const std::uint64_t key = std::uint64_t{state} << 32 | operation;
    if (const Step* known = steps_.find(key)) return *known;
    std::vector<std::uint32_t> contents = states_[state];
    Step step;
    step.can = act(operations_[operation], contents, step.result);
    if (step.can) step.next = states_.number(contents);
    return steps_.add(key, step);
  }
  // False: it cannot happen in this state.
  bool act(const TypedCall& call, std::vector<std::uint32_t>& now, std::uint32_t& result) const {
    const std::uint32_t seen = now.empty() ? TypedCall::kNothing : now.front() + 1;
    switch (call.role) {
      case Role::push:
        now.push_back(call.value);
        return true;
      case Role::pop: {
        const auto at = kind_ == Kind::queue ? now.begin() : now.end() - (now.empty() ? 0 : 1);
        result = now.empty() ? TypedCall::kNothing : *at + 1;
        if (!now.empty()) now.erase(at);
        return true;
      }
      case Role::add:
      case Role::put_if_absent:
        result = now.empty();
        if (now.empty()) now.push_back(call.role == Role::add ? 0 : call.value);
        return true;
      case Role::contains:
        result = !now.empty();
        return true;
      case Role::remove:
        result = !now.empty();
        now.clear();
        return true;
      case Role::put:
      case Role::write:
        now.assign(1, call.value);
        return true;
      case Role::get:
      case Role::read:
        result = seen;
        return true;
      case Role::take:
        result = seen;
        now.clear();
        return true;
      case Role::compare_exchange:
        result = seen == call.key + 1;
        if (result != 0) now.assign(1, call.value);
        return true;
      default:
        return count(call, now, result);
    }
  }
  bool count(const TypedCall& call, std::vector<std::uint32_t>& now, std::uint32_t& result) const {
    const std::uint32_t number = now.empty() ? 0 : now.front();
    std::uint32_t after = number;
    switch (call.role) {
      case Role::fetch_increment:
        result = TypedCall::kZero + number;
        after = number + 1;
        break;
      case Role::increment:
        after = number + 1;
        break;
      case Role::amount:
        after = number + call.value;
        break;
      case Role::count:
        result = TypedCall::kZero + number;
        break;
      case Role::acquire:
        if (number != 0) return false;
        after = 1;
        break;
      case Role::try_acquire:
        result = number == 0;
        after = 1;
        break;
      default:  // release
        if (number == 0) return false;
        after = 0;
    }
    now.clear();
    if (after != 0) now.push_back(after);
    return true;
  }

  Kind kind_;
  std::vector<TypedCall> operations_;
  History history_;
  detail::Lists states_;
  detail::FlatMap<Step> steps_;
};

struct TypedDecision {
  bool explained = true;
  bool given_up = false;
  bool by_monitor = true;           // all parts were
  std::vector<std::uint32_t> part;  // the calls of the part that has no order
};

// Of a queue or a stack: the calls on a value that comes out more often than it goes in. They have no order, whatever the
// others did, and a search would go through all of those first. None: there is no such value.
inline std::vector<std::uint32_t> taken_too_often(Kind kind, const TypedHistory& history) {
  std::vector<std::uint32_t> calls;
  if (kind != Kind::queue && kind != Kind::stack) return calls;
  const auto takes = [&](const TypedCall& call) {
    return call.role == Role::pop && call.end != kNever && call.result != TypedCall::kNothing;
  };
  const auto on = [&](const TypedCall& call) {
    return call.role == Role::push ? call.value : call.result - 1;
  };
  std::unordered_map<std::uint32_t, long> inside;
  for (const TypedCall& call : history)
    if (call.role == Role::push || takes(call)) inside[on(call)] += call.role == Role::push ? 1 : -1;
  for (std::uint32_t first = 0; first < history.size(); ++first) {
    if (!takes(history[first]) || inside[on(history[first])] >= 0) continue;
    for (std::uint32_t call = 0; call < history.size(); ++call)
      if ((history[call].role == Role::push || takes(history[call])) &&
          on(history[call]) == on(history[first]))
        calls.push_back(call);
    return calls;
  }
  return calls;
}

inline TypedDecision decide(Kind kind, const TypedHistory& history, const Patience& patience = {}) {
  TypedDecision decision;
  for (auto& part : parts_of(kind, history)) {
    TypedHistory calls;
    for (const std::uint32_t call : part) calls.push_back(history[call]);
    Answer answer = monitor(kind, calls);
    if (answer == Answer::does_not_apply) {
      decision.by_monitor = false;
      if (const std::vector<std::uint32_t> few = taken_too_often(kind, calls); !few.empty()) {
        decision.explained = decision.given_up = false;
        for (const std::uint32_t call : few) decision.part.push_back(part[call]);
        return decision;
      }
      TypedStates object(kind, calls);
      const Decision general = Decider().decide(object.history(), Keeps::real_time, object, patience);
      decision.given_up |= general.given_up;
      answer = general.explained || general.given_up ? Answer::yes : Answer::no;
    }
    if (answer == Answer::yes) continue;
    decision.explained = false;
    decision.given_up = false;
    decision.part = std::move(part);
    return decision;
  }
  decision.explained = !decision.given_up;
  return decision;
}

}  // namespace linearize
}  // namespace heddle
#endif
