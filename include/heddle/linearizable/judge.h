// SPDX-License-Identifier: Apache-2.0
// Runs one scenario on an object, and judges what came of it. Knows nothing of types: operations are behind their
// interface, and the model is a Sequential.
//
// An execution of the scenario is: the object is made, the main thread makes the calls that come before, the threads make
// theirs, the main thread makes final calls that turn hidden damage into wrong results, the object is destroyed. Then the
// history is judged, outside of the execution: the model's own steps are nobody's business. Each distinct history is
// judged once.
#ifndef HEDDLE_LINEARIZABLE_JUDGE_H
#define HEDDLE_LINEARIZABLE_JUDGE_H

#include <atomic>
#include <memory>
#include <set>
#include <thread>
#include <unordered_set>

#include <heddle/linearizable/engine.h>
#include <heddle/linearizable/known.h>
#include <heddle/linearizable/scenario.h>
#include <heddle/linearizable/words.h>

namespace heddle {
namespace linearize {

struct Alphabet : Names {  // operation and arguments of each call
  struct Entry {
    Operation* operation;
    unsigned which;
  };
  std::vector<Entry> calls;

  std::string call(std::uint32_t call) const override {
    return calls[call].operation->name + calls[call].operation->arguments(calls[call].which);
  }
  std::string result(std::uint32_t call, std::uint32_t number) const override {
    return calls[call].operation->result(number);
  }
};

// While it lives, what the thread does is not part of the execution.
class Outside {
 public:
  Outside() {
    if (heddle_runtime_outside) heddle_runtime_outside(1);
  }
  ~Outside() {
    if (heddle_runtime_outside) heddle_runtime_outside(0);
  }
  Outside(const Outside&) = delete;
  Outside& operator=(const Outside&) = delete;
};

struct Verdict {
  bool right = true;
  std::string message;
  std::string json;
  std::string words;  // the same, where nobody draws the history: a line a thread, and why
};

struct Rules {
  Keeps keeps = Keeps::real_time;
  std::string object;  // its name
};

class Judge {
 public:
  // `known`: what monitors know of the calls; null: nothing.
  Judge(const Alphabet& alphabet, Spoken& model, Rules rules, Known* known = nullptr)
      : alphabet_(alphabet), model_(model), rules_(std::move(rules)), known_(known) {}

  // Of an execution of that scenario, `number` of so many; outside of it.
  const Verdict& judge(const Scenario& scenario, const std::string& place, History history, bool is_weak) {
    if (is_weak && rules_.keeps == Keeps::quiescence) let_threads_overlap(history);
    const Keeps keeps = is_weak && rules_.keeps == Keeps::real_time ? Keeps::main_order : rules_.keeps;
    std::vector<std::uint32_t> key;
    std::vector<Time> moments;
    for (const Call& call : history) {
      moments.push_back(call.begin);
      if (call.end != kNever) moments.push_back(call.end);
    }
    std::sort(moments.begin(), moments.end());
    const auto moment = [&](Time time) {
      return static_cast<std::uint32_t>(std::lower_bound(moments.begin(), moments.end(), time) -
                                        moments.begin());
    };
    for (const Call& call : history) {
      key.push_back(call.thread << 1 | call.waits);
      key.push_back(call.operation);
      key.push_back(call.result);
      key.push_back(moment(call.begin));
      key.push_back(call.end == kNever ? kUnknown : moment(call.end));
    }
    if (known_right_.count(key) > 0) return right_;
    ++histories_;
    const bool by_monitor =
        known_ != nullptr && keeps == Keeps::real_time && known_->answer(history) == Answer::yes;
    by_monitor_ += by_monitor;
    if (by_monitor || decider_.decide(history, keeps, model_).explained) {
      known_right_.insert(std::move(key));
      return right_;
    }
    const Account account(history, keeps, model_, alphabet_);
    wrong_ = {false, rules_.object + claim(), json(account, rules_.object, scenario.text(), place),
              in_words(account) + "  " + place + "\n"};
    return wrong_;
  }
  std::uint64_t histories() const { return histories_; }
  std::uint64_t by_monitor() const { return by_monitor_; }  // of those

 private:
  struct Hash {
    std::size_t operator()(const std::vector<std::uint32_t>& key) const {
      std::size_t result = key.size();
      for (const std::uint32_t each : key) result = (result ^ each) * 0x9e3779b97f4a7c15U + (result >> 27);
      return result;
    }
  };

  // Under a weak memory model times say nothing about different threads: what other threads than main do has no moment
  // without calls in it that anybody could know of.
  static void let_threads_overlap(History& history) {
    Time first = kNever, last = 0;
    for (const Call& call : history) {
      if (call.thread == 0) continue;
      first = std::min(first, call.begin);
      if (call.end != kNever) last = std::max(last, call.end);
    }
    for (Call& call : history) {
      if (call.thread == 0) continue;
      call.begin = first;
      if (call.end != kNever) call.end = last;
    }
  }
  std::string claim() const {
    switch (rules_.keeps) {
      case Keeps::program_order:
        return " is not sequentially consistent: no order of these calls explains their results";
      case Keeps::quiescence:
        return " is not quiescently consistent: no order of these calls explains their results";
      case Keeps::real_time:
      case Keeps::main_order:
        break;
    }
    return " is not linearizable: no order of these calls explains their results";
  }
  const Alphabet& alphabet_;
  Spoken& model_;
  Rules rules_;
  Decider decider_;
  std::unordered_set<std::vector<std::uint32_t>, Hash> known_right_;
  Known* known_;
  std::uint64_t histories_ = 0, by_monitor_ = 0;
  Verdict right_, wrong_;
};

}  // namespace linearize
}  // namespace heddle
#endif
