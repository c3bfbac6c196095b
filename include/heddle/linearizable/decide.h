// SPDX-License-Identifier: Apache-2.0
// Is there an order of the calls that explains their results? The general decision: Jeannette Wing, Chun Gong:
// *Testing and verifying concurrent objects* (1993), with the memory of Gavin Lowe: *Testing for linearizability* (2017).
//
// A depth-first search over orders. A call may come next if all that has to come before it has come, and if the
// sequential object can return what the call returned. What was tried once is remembered as the set of calls
// that came and the state they led to: the future depends on nothing else. The set is a few numbers (history.h),
// so remembering costs as much as calls ran at once, and not as much as the history is long.
//
// A call that did not return may come or be left out. One that waits stays out: it has to be one that waits in the
// last state too.
//
// Exponential in how many calls ran at once at worst (the problem is NP-complete); linear in the length if results
// leave little choice. Calls that end first are tried first.
#ifndef HEDDLE_LINEARIZABLE_DECIDE_H
#define HEDDLE_LINEARIZABLE_DECIDE_H

#include <functional>

#include <heddle/linearizable/history.h>

namespace heddle {
namespace linearize {

using State = std::uint32_t;

struct States {  // that a call can lead to
  const State* first = nullptr;
  const State* last = nullptr;
  const State* begin() const { return first; }
  const State* end() const { return last; }
};

// The sequential object, in numbers. What it returns stays as it is until it is asked again.
class Sequential {
 public:
  Sequential() = default;
  Sequential(const Sequential&) = delete;
  Sequential& operator=(const Sequential&) = delete;
  virtual ~Sequential() = default;
  virtual State initial() = 0;
  // After the operation in that state, if it returns that; kUnknown: whatever it returns.
  virtual States next(State state, std::uint32_t operation, std::uint32_t result) = 0;
  virtual bool waits(State, std::uint32_t) { return false; }
};

struct Decision {
  bool explained = false;
  bool given_up = false;             // at the limit: neither yes nor no
  std::vector<std::uint32_t> order;  // that explains it; if there is none, one that gets furthest
  std::uint64_t tried = 0;
};

// How long a decision may take.
struct Patience {
  std::uint64_t steps = 0;     // at most so many are tried; 0: any number
  std::function<bool()> ends;  // asked now and then; empty: never
};

namespace detail {

// A set of tuples of the same length.
class TupleSet {
 public:
  void restart(std::size_t width) {
    width_ = width;
    tuples_.clear();
    count_ = 0;
    slots_.assign(slots_.size() > 4096 ? 64 : std::max<std::size_t>(slots_.size(), 64), 0);
  }
  bool insert(const std::uint32_t* tuple) {  // false: it was there
    if ((count_ + 1) * 4 > slots_.size() * 3) grow();
    std::size_t slot = hash(tuple) & (slots_.size() - 1);
    for (; slots_[slot] != 0; slot = (slot + 1) & (slots_.size() - 1))
      if (std::equal(tuple, tuple + width_, at(slots_[slot] - 1))) return false;
    tuples_.insert(tuples_.end(), tuple, tuple + width_);
    slots_[slot] = ++count_;
    return true;
  }

 private:
  const std::uint32_t* at(std::size_t index) const { return tuples_.data() + index * width_; }
  std::uint64_t hash(const std::uint32_t* tuple) const {
    std::uint64_t result = 0x9e3779b97f4a7c15U;
    for (std::size_t i = 0; i < width_; ++i) {
      result = (result ^ tuple[i]) * 0xff51afd7ed558ccdU;
      result ^= result >> 32;
    }
    return result;
  }
  void grow() {
    slots_.assign(slots_.size() * 2, 0);
    for (std::size_t i = 0; i < count_; ++i) {
      std::size_t slot = hash(at(i)) & (slots_.size() - 1);
      while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = i + 1;
    }
  }
  std::size_t width_ = 1;
  std::size_t count_ = 0;
  std::vector<std::uint32_t> tuples_;
  std::vector<std::size_t> slots_;
};

}  // namespace detail

// Keeps its memory from one history to the next. Not thread-safe.
class Decider {
 public:
  Decision decide(const History& history, Keeps keeps, Sequential& object, const Patience& patience = {}) {
    find_precedence(history, keeps, precedence_);
    return decide(history, precedence_, object, patience);
  }

  Decision decide(const History& history, const Precedence& precedence, Sequential& object,
                  const Patience& patience) {
    start(history, precedence, object);
    Decision decision;
    for (std::uint64_t step = 1; !nodes_.empty(); ++step) {
      if (must_come_ == 0 && all_waiters_wait()) {
        decision.explained = true;
        decision.order = order_;
        return decision;
      }
      if (order_.size() > decision.order.size()) decision.order = order_;
      if ((patience.steps != 0 && decision.tried >= patience.steps) ||
          (step % 1024 == 0 && patience.ends && patience.ends())) {
        decision.given_up = true;
        return decision;
      }
      while (!nodes_.empty() && !advance(decision.tried)) take_back();
    }
    return decision;
  }

 private:
  struct Node {         // the calls so far led here
    std::size_t first;  // its candidates are this range of `candidates_`
    std::size_t count;
    std::size_t candidate = 0;  // that is tried now
    std::size_t which = 0;      // of the states it can lead to
    State state;
  };

  void start(const History& history, const Precedence& precedence, Sequential& object) {
    history_ = &history;
    precedence_in_use_ = &precedence;
    object_ = &object;
    missing_ = precedence.before;
    chain_of_.resize(history.size());
    for (std::uint32_t chain = 0; chain < precedence.chains.size(); ++chain)
      for (const std::uint32_t call : precedence.chains[chain]) chain_of_[call] = chain;
    key_.assign(precedence.chains.size() + 1, 0);
    seen_.restart(key_.size());
    nodes_.clear();
    candidates_.clear();
    order_.clear();
    waiters_.clear();
    must_come_ = 0;
    for (std::uint32_t call = 0; call < history.size(); ++call) {
      if (history[call].waits)
        waiters_.push_back(call);
      else
        must_come_ += history[call].end != kNever;
    }
    key_[0] = object.initial();
    open(key_[0]);
  }

  bool all_waiters_wait() {
    return std::all_of(waiters_.begin(), waiters_.end(), [&](std::uint32_t call) {
      return object_->waits(nodes_.back().state, (*history_)[call].operation);
    });
  }

  void open(State state) {
    const std::size_t first = candidates_.size();
    for (std::size_t chain = 0; chain < precedence_in_use_->chains.size(); ++chain) {
      const auto& calls = precedence_in_use_->chains[chain];
      if (key_[chain + 1] == calls.size()) continue;
      const std::uint32_t call = calls[key_[chain + 1]];
      if (missing_[call] == 0 && !(*history_)[call].waits) candidates_.push_back(call);
    }
    std::sort(candidates_.begin() + static_cast<std::ptrdiff_t>(first), candidates_.end(),
              [&](std::uint32_t a, std::uint32_t b) { return (*history_)[a].end < (*history_)[b].end; });
    nodes_.push_back({first, candidates_.size() - first, 0, 0, state});
  }

  // Goes on with the last node's next possibility; false: there is none.
  bool advance(std::uint64_t& tried) {
    Node& node = nodes_.back();
    for (; node.candidate < node.count; ++node.candidate, node.which = 0) {
      const std::uint32_t call = candidates_[node.first + node.candidate];
      const Call& each = (*history_)[call];
      const States states = object_->next(node.state, each.operation, each.result);
      while (node.which < static_cast<std::size_t>(states.last - states.first)) {
        const State state = states.first[node.which++];
        ++tried;
        come(call, state);
        if (seen_.insert(key_.data())) {
          open(state);
          return true;
        }
        go(call);
      }
    }
    return false;
  }

  void come(std::uint32_t call, State state) {
    key_[chain_of_[call] + 1] += 1;
    key_[0] = state;
    must_come_ -= (*history_)[call].end != kNever;
    for (const std::uint32_t later : precedence_in_use_->after[call]) --missing_[later];
    order_.push_back(call);
  }
  void go(std::uint32_t call) {
    order_.pop_back();
    for (const std::uint32_t later : precedence_in_use_->after[call]) ++missing_[later];
    must_come_ += (*history_)[call].end != kNever;
    key_[chain_of_[call] + 1] -= 1;
    key_[0] = nodes_.back().state;
  }
  void take_back() {
    candidates_.resize(nodes_.back().first);
    nodes_.pop_back();
    if (!nodes_.empty()) go(order_.back());
  }

  const History* history_ = nullptr;
  const Precedence* precedence_in_use_ = nullptr;
  Sequential* object_ = nullptr;
  Precedence precedence_;
  std::vector<std::uint32_t> missing_;     // of each call: what has to come before it and has not
  std::vector<std::uint32_t> chain_of_;    // of each call
  std::vector<std::uint32_t> key_;         // the state, and how much of each chain has come
  std::vector<std::uint32_t> order_;       // what has come
  std::vector<std::uint32_t> candidates_;  // of all nodes
  std::vector<std::uint32_t> waiters_;
  std::vector<Node> nodes_;
  std::size_t must_come_ = 0;
  detail::TupleSet seen_;
};

}  // namespace linearize
}  // namespace heddle
#endif
