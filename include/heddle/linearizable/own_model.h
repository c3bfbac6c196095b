// SPDX-License-Identifier: Apache-2.0
// Models as a test speaks of them: one that the user gave, or the object itself, run by one thread.
#ifndef HEDDLE_LINEARIZABLE_OWN_MODEL_H
#define HEDDLE_LINEARIZABLE_OWN_MODEL_H

#include <heddle/linearizable/judge.h>

namespace heddle {
namespace linearize {

template <class Model>
class GivenModel : public Spoken {
 public:
  GivenModel(const Names& names, Model initial) : names_(names), states_(std::move(initial)) {}
  ModelStates<Model>& states() { return states_; }

  State initial() override { return states_.initial(); }
  States next(State state, std::uint32_t call, std::uint32_t result) override {
    return states_.next(state, call, result);
  }
  bool waits(State state, std::uint32_t call) override { return states_.waits(state, call); }
  std::string text(State state) override { return detail::shown(states_.model(state), ""); }
  std::uint32_t result(State state, std::uint32_t call) override { return states_.result(state, call); }
  Otherwise otherwise() override {
    Otherwise result;
    states_.each_again([&](State state, std::uint32_t call, std::uint32_t before, std::uint32_t now) {
      const std::string place = text(state).empty() ? "" : " in " + text(state);
      result = {" cannot be judged by this model, which does not do the same each time",
                before == now ? names_.call(call) + place + " left one state, and another one the next time"
                              : returned(names_, call, before, now, " the next time, in the same state"),
                "a model is given copies of its states, and may depend on nothing else"};
    });
    return result;
  }
  // What a call returned the first time, and then.
  static std::string returned(const Names& names, std::uint32_t call, std::uint32_t before, std::uint32_t now,
                              const char* when) {
    const std::string first = names.result(call, before), then = names.result(call, now);
    if (first == then)
      return names.call(call) + " returned " + first +
             ", which is not equal to itself; heddle::equal_by behind the operation says when results are "
             "equal";
    return names.call(call) + " returned " + first + ", and " + then + when;
  }

 private:
  const Names& names_;
  ModelStates<Model> states_;
};

// A state is the sequence of calls that leads to it; each sequence is run once, from a new object.
template <class Object>
class OwnModel : public Spoken {
 public:
  OwnModel(const Alphabet& alphabet, std::function<std::unique_ptr<Object>()> make)
      : alphabet_(alphabet), make_(std::move(make)) {
    nodes_.emplace_back();
  }

  State initial() override { return 0; }
  States next(State state, std::uint32_t call, std::uint32_t result) override {
    const Step& step = step_of(state, call);
    if (step.waits || (result != kUnknown && result != step.result)) return {};
    return {&step.next, &step.next + 1};
  }
  bool waits(State state, std::uint32_t call) override { return step_of(state, call).waits; }
  std::string text(State state) override {
    const auto object = object_in(state);
    return detail::shown(*object, "");
  }
  std::uint32_t result(State state, std::uint32_t call) override { return step_of(state, call).result; }
  Otherwise otherwise() override {
    constexpr State kMost = 1000;
    for (State state = 1; state < nodes_.size() && state < kMost; ++state) {
      const std::uint32_t call = nodes_[state].call;
      const std::uint32_t before = nodes_[nodes_[state].parent].steps.at(call).result;
      std::uint32_t now = again(state);
      // What threads keep for themselves is not what an object holds.
      if (now == before) std::thread([&] { now = again(state); }).join();
      if (now != before)
        return {" cannot be its own model: one thread that does the same again gets other results",
                GivenModel<int>::returned(alphabet_, call, before, now,
                                          " after the same calls of another new object"),
                "say what it should do with a model: heddle::linearizable<Object, Model>"};
    }
    return {};
  }

 private:
  struct Step {
    bool waits = false;
    std::uint32_t result = kUnknown;
    State next = 0;
  };
  struct Node {
    State parent = 0;
    std::uint32_t call = 0;
    std::map<std::uint32_t, Step> steps;
  };

  std::uint32_t again(State state) { return perform(*object_in(nodes_[state].parent), nodes_[state].call); }
  std::unique_ptr<Object> object_in(State state) {
    std::vector<std::uint32_t> calls;
    for (; state != 0; state = nodes_[state].parent) calls.push_back(nodes_[state].call);
    std::unique_ptr<Object> object = make_();
    for (std::size_t i = calls.size(); i-- > 0;) perform(*object, calls[i]);
    return object;
  }
  std::uint32_t perform(Object& object, std::uint32_t call) {
    return alphabet_.calls[call].operation->perform_alone(&object, alphabet_.calls[call].which);
  }
  const Step& step_of(State state, std::uint32_t call) {
    const auto known = nodes_[state].steps.find(call);
    if (known != nodes_[state].steps.end()) return known->second;
    Step step;
    const std::unique_ptr<Object> object = object_in(state);
    step.waits = alphabet_.calls[call].operation->waits(object.get());
    if (!step.waits) {
      step.result = perform(*object, call);
      step.next = static_cast<State>(nodes_.size());
      nodes_.emplace_back();
      nodes_.back().parent = state;
      nodes_.back().call = call;
    }
    return nodes_[state].steps.emplace(call, step).first->second;
  }

  const Alphabet& alphabet_;
  std::function<std::unique_ptr<Object>()> make_;
  std::deque<Node> nodes_;
};

}  // namespace linearize
}  // namespace heddle
#endif
