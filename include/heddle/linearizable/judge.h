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
  std::vector<unsigned> threads;  // of each but main, in the schedule: an object may have made others before

  std::string thread(std::uint32_t number) const override {
    return Names::thread(number == 0 || number > threads.size() ? number : threads[number - 1]);
  }
  std::string call(std::uint32_t call) const override {
    return calls[call].operation->name + calls[call].operation->arguments(calls[call].which);
  }
  std::string result(std::uint32_t call, std::uint32_t number) const override {
    return calls[call].operation->result(number);
  }
  std::string note() const override {
    for (const Entry& each : calls)
      if (each.operation->numbers_results())
        return "results of " + each.operation->name +
               " are numbered, as they have no <<; heddle::show_by behind the operation shows them";
    return "";
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

  // Of an execution of that scenario, `number` of so many; outside of it. `before`: what happens before what, if times do
  // not say it.
  const Verdict& judge(const Scenario& scenario, const std::string& place, History history,
                       const Before* before = nullptr) {
    const std::vector<std::uint32_t> key = key_of(history, before);
    if (known_right_.count(key) > 0) return right_;
    ++histories_;
    Precedence precedence;
    if (before != nullptr)
      find_precedence(history, *before, rules_.keeps, precedence);
    else
      find_precedence(history, rules_.keeps, precedence);
    const bool by_monitor = known_ != nullptr && before == nullptr && rules_.keeps == Keeps::real_time &&
                            known_->answer(history) == Answer::yes;
    by_monitor_ += by_monitor;
    if (by_monitor || decider_.decide(history, precedence, model_, {}).explained) {
      known_right_.insert(key);
      return right_;
    }
    if (before != nullptr) draw_by(*before, history);
    Account account = before != nullptr && rules_.keeps != Keeps::program_order
                          ? Account(history, precedence, model_, alphabet_)
                          : Account(history, rules_.keeps, model_, alphabet_);
    const Spoken::Otherwise otherwise = model_.otherwise();
    if (!otherwise.claim.empty()) {
      account.why = {};
      account.states.clear();
      account.lines = {otherwise.what, otherwise.advice};
    }
    wrong_ = {false, rules_.object + (otherwise.claim.empty() ? claim() : otherwise.claim),
              json(account, rules_.object, scenario.text(), place), in_words(account) + "  " + place + "\n"};
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

  // The same for histories that are decided alike.
  static std::vector<std::uint32_t> key_of(const History& history, const Before* before) {
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
      key.push_back(before != nullptr ? 0 : moment(call.begin));
      key.push_back(call.end == kNever ? kUnknown : before != nullptr ? 0 : moment(call.end));
    }
    for (std::size_t a = 0; before != nullptr && a < history.size(); ++a)
      for (std::size_t b = 0; b < history.size(); ++b) key.push_back((*before)[a][b]);
    return key;
  }
  std::string claim() const {
    switch (rules_.keeps) {
      case Keeps::program_order:
        return " is not sequentially consistent: no order of these calls explains their results";
      case Keeps::quiescence:
        return " is not quiescently consistent: no order of these calls explains their results";
      case Keeps::real_time:
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
