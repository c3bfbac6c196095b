// SPDX-License-Identifier: Apache-2.0
// A sequential model as numbers: its states are numbered as they are met, and what an operation does in a state is
// worked out once and remembered. So thousands of histories of one test are decided without running the model again.
//
// Equal states get the same number if there is a way to tell: std::hash or a member hash() together with ==, or <, or ==
// alone. Without any, each sequence of operations leads to a state of its own; that is slower, not wrong.
//
// An object that cannot be copied can be its own model: then a state is the sequence of operations that leads to it, and
// is made again from the start for each new operation.
#ifndef HEDDLE_LINEARIZABLE_SEQUENTIAL_H
#define HEDDLE_LINEARIZABLE_SEQUENTIAL_H

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <variant>

#include <heddle/linearizable/decide.h>

namespace heddle {
namespace linearize {
namespace detail {

template <class T, class = void>
struct HasHash : std::false_type {};
template <class T>
struct HasHash<T, std::void_t<decltype(std::hash<T>()(std::declval<const T&>()))>> : std::true_type {};
template <class T, class = void>
struct HasMemberHash : std::false_type {};
template <class T>
struct HasMemberHash<T, std::void_t<decltype(std::declval<const T&>().hash())>> : std::true_type {};
// Containers, pairs and variants say that they have == even if what they hold has none: then it does not compile.
template <template <class> class Has, class T, class = void>
struct PartsHave : std::true_type {};
template <template <class> class Has, class T>
struct PartsHave<Has, T, std::void_t<typename T::value_type, decltype(std::declval<const T&>().begin())>>
    : std::disjunction<std::is_same<typename T::value_type, T>, Has<typename T::value_type>> {};
template <template <class> class Has, class A, class B>
struct PartsHave<Has, std::pair<A, B>, void> : std::conjunction<Has<A>, Has<B>> {};
template <template <class> class Has, class... Parts>
struct PartsHave<Has, std::tuple<Parts...>, void> : std::conjunction<Has<Parts>...> {};
template <template <class> class Has, class... Parts>
struct PartsHave<Has, std::variant<Parts...>, void> : std::conjunction<Has<Parts>...> {};

template <class T, class = void>
struct SaysEqual : std::false_type {};
template <class T>
struct SaysEqual<
    T, std::void_t<decltype(static_cast<bool>(std::declval<const T&>() == std::declval<const T&>()))>>
    : std::true_type {};
template <class T>
struct HasEqual : std::conjunction<SaysEqual<T>, PartsHave<HasEqual, std::remove_cv_t<T>>> {};
template <class T, class = void>
struct SaysLess : std::false_type {};
template <class T>
struct SaysLess<T,
                std::void_t<decltype(static_cast<bool>(std::declval<const T&>() < std::declval<const T&>()))>>
    : std::true_type {};
template <class T>
struct HasLess : std::conjunction<SaysLess<T>, PartsHave<HasLess, std::remove_cv_t<T>>> {};

// The number of an equal state among those met so far.
template <class Model>
class Numbering {
 public:
  const Model& operator[](State state) const { return *models_[state]; }
  std::size_t size() const { return models_.size(); }

  State number(Model model) {
    if constexpr (HasEqual<Model>::value && (HasHash<Model>::value || HasMemberHash<Model>::value)) {
      const auto range = by_hash_.equal_range(hash(model));
      for (auto each = range.first; each != range.second; ++each)
        if (*models_[each->second] == model) return each->second;
      const State state = add(std::move(model));
      by_hash_.emplace(hash(*models_[state]), state);
      return state;
    } else if constexpr (HasLess<Model>::value) {
      const auto found = by_order_.find(&model);
      if (found != by_order_.end()) return found->second;
      const State state = add(std::move(model));
      by_order_.emplace(models_[state].get(), state);
      return state;
    } else if constexpr (HasEqual<Model>::value) {
      for (State state = 0; state < models_.size(); ++state)
        if (*models_[state] == model) return state;
      return add(std::move(model));
    } else {
      return add(std::move(model));
    }
  }

 private:
  struct Less {
    bool operator()(const Model* a, const Model* b) const { return *a < *b; }
  };
  static std::size_t hash(const Model& model) {
    if constexpr (HasMemberHash<Model>::value)
      return model.hash();
    else
      return std::hash<Model>()(model);
  }
  State add(Model model) {
    models_.push_back(std::make_unique<Model>(std::move(model)));
    return static_cast<State>(models_.size() - 1);
  }
  std::vector<std::unique_ptr<Model>> models_;
  std::unordered_multimap<std::size_t, State> by_hash_;
  std::conditional_t<HasLess<Model>::value, std::map<const Model*, State, Less>, char> by_order_{};
};

}  // namespace detail

// What an operation with its arguments does to the model.
template <class Model>
struct ModelOperation {
  std::function<std::uint32_t(Model&)> function;  // returns the number of its result
  // Or a relation: all states that are possible afterwards if it returns that.
  std::function<std::vector<Model>(const Model&, std::uint32_t)> relation;
  std::function<bool(const Model&)> waits;  // none: it never does
};

template <class Model>
class ModelStates : public Sequential {
 public:
  using Operations = std::vector<ModelOperation<Model>>;
  explicit ModelStates(Model initial) { initial_ = states_.number(std::move(initial)); }

  Operations& operations() { return operations_; }
  const Model& model(State state) const { return states_[state]; }

  State initial() override { return initial_; }
  States next(State state, std::uint32_t operation, std::uint32_t result) override {
    const ModelOperation<Model>& does = operations_[operation];
    if (does.relation) {
      const auto found = related_.find({state, operation, result});
      if (found != related_.end()) return span(found->second);
      std::vector<State> after;
      for (auto&& model : does.relation(states_[state], result))  // of bool they are no references
        after.push_back(states_.number(std::move(model)));
      return span(related_[{state, operation, result}] = std::move(after));
    }
    const Step& step = step_of(state, operation);
    if (step.waits || (result != kUnknown && result != step.result)) return {};
    return {&step.next, &step.next + 1};
  }
  bool waits(State state, std::uint32_t operation) override {
    const auto& does = operations_[operation].waits;
    return does && does(states_[state]);
  }
  // What it returns in that state; kUnknown: it waits, or there are several possibilities.
  std::uint32_t result(State state, std::uint32_t operation) {
    if (operations_[operation].relation) return kUnknown;
    return step_of(state, operation).result;
  }
  // All that was worked out is worked out once more. The first that comes out otherwise is told, with the numbers of its
  // results; if they are the same, the states are not.
  template <class Tell>
  void each_again(Tell tell) {
    constexpr State kMost = 1000;
    for (State state = 0; state < steps_.size() && state < kMost; ++state)
      for (std::uint32_t operation = 0; operation < steps_[state].size(); ++operation) {
        const Step step = steps_[state][operation];
        if (!step.known || step.waits) continue;
        Model model = states_[state];
        const std::uint32_t result = operations_[operation].function(model);
        bool is_same = result == step.result;
        if constexpr (detail::HasEqual<Model>::value) is_same = is_same && states_[step.next] == model;
        if (is_same) continue;
        tell(state, operation, step.result, result);
        return;
      }
  }

 private:
  struct Step {
    bool known = false;
    bool waits = false;
    std::uint32_t result = kUnknown;
    State next = 0;
  };
  struct Triple {
    State state;
    std::uint32_t operation, result;
    bool operator<(const Triple& other) const {
      return std::tie(state, operation, result) < std::tie(other.state, other.operation, other.result);
    }
  };
  static States span(const std::vector<State>& states) {
    return {states.data(), states.data() + states.size()};
  }

  const Step& step_of(State state, std::uint32_t operation) {
    if (steps_.size() <= state) steps_.resize(states_.size());
    auto& of_state = steps_[state];
    if (of_state.size() <= operation) of_state.resize(operations_.size());
    if (!of_state[operation].known) {
      Step step;
      step.known = true;
      step.waits = waits(state, operation);
      if (!step.waits) {
        Model model = states_[state];
        step.result = operations_[operation].function(model);
        step.next = states_.number(std::move(model));
      }
      of_state[operation] = step;
    }
    return of_state[operation];
  }

  Operations operations_;
  detail::Numbering<Model> states_;
  State initial_ = 0;
  std::deque<std::vector<Step>> steps_;  // of each state and operation
  std::map<Triple, std::vector<State>> related_;
};

}  // namespace linearize
}  // namespace heddle
#endif
