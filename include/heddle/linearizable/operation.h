// SPDX-License-Identifier: Apache-2.0
// An operation of the object under test: how to perform it, with which arguments, and how its results are compared and
// shown. Behind a small interface, so that all that follows knows nothing of types.
#ifndef HEDDLE_LINEARIZABLE_OPERATION_H
#define HEDDLE_LINEARIZABLE_OPERATION_H

#include <functional>
#include <stdexcept>

#include <heddle/linearizable/result.h>
#include <heddle/linearizable/signature.h>

namespace heddle {

namespace linearize {

// ---- what can stand behind an operation's functions ----

template <class T>
struct Given {  // the values of one argument
  std::vector<T> values;
};
template <class Function>
struct EqualBy {
  Function function;
};
template <class Function>
struct ShowBy {
  Function function;
};
template <class Function>
struct WaitsWhen {
  Function function;
};
struct OneThread {
  std::string group;
};

}  // namespace linearize

template <class First, class... More>
auto any_of(First first, More... more) {
  using Value = std::common_type_t<First, More...>;
  return linearize::Given<Value>{{Value(std::move(first)), Value(std::move(more))...}};
}
template <class T>
linearize::Given<T> range(T first, T last) {  // both included
  linearize::Given<T> result;
  for (; !(last < first); ++first) {
    result.values.push_back(first);
    if (!(first < last)) break;  // there may be none behind it
  }
  return result;
}
template <class Function>
auto made_by(Function function, std::size_t count) {  // function(0), function(1), …
  linearize::Given<std::decay_t<decltype(function(std::size_t{0}))>> result;
  for (std::size_t i = 0; i < count; ++i) result.values.push_back(function(i));
  return result;
}
// Two results are the same if the function says so; instead of ==.
template <class Function>
linearize::EqualBy<Function> equal_by(Function function) {
  return {std::move(function)};
}
template <class Function>
linearize::ShowBy<Function> show_by(Function function) {
  return {std::move(function)};
}
// The operation may wait, and does so where this holds of the model (of the object, if that is its own model).
template <class Function>
linearize::WaitsWhen<Function> waits_when(Function function) {
  return {std::move(function)};
}
// At most one thread of a scenario performs the operations of this group.
inline linearize::OneThread one_thread(std::string group = "one") { return {std::move(group)}; }

namespace linearize {
namespace detail {

template <class T>
struct IsOption : std::false_type {};
template <class T>
struct IsOption<Given<T>> : std::true_type {};
template <class F>
struct IsOption<EqualBy<F>> : std::true_type {};
template <class F>
struct IsOption<ShowBy<F>> : std::true_type {};
template <class F>
struct IsOption<WaitsWhen<F>> : std::true_type {};
template <>
struct IsOption<OneThread> : std::true_type {};

// A function of a model, with the arguments of an operation.
template <class Self, class Function, class Arguments>
struct TakesArguments;
template <class Self, class Function, class... A>
struct TakesArguments<Self, Function, std::tuple<A...>> : std::is_invocable<Function&, Self, const A&...> {
  template <class R>
  static constexpr bool returns = comparable<R, std::invoke_result_t<Function&, Self, const A&...>>();
};

// Can one of the arguments be such a value?
template <class T, class Arguments>
struct IsMadeOf;
template <class T, class... A>
struct IsMadeOf<T, std::tuple<A...>> : std::disjunction<std::is_constructible<A, const T&>...> {};

template <class T>
T value_made_of(long number) {
  if constexpr (std::is_same_v<T, token>)
    return token_access::make(number);
  else
    return static_cast<T>(number);
}

}  // namespace detail

// An operation with each choice of its arguments. Calls are named by which of them.
class Operation {
 public:
  Operation() = default;
  Operation(const Operation&) = delete;
  Operation& operator=(const Operation&) = delete;
  virtual ~Operation() = default;

  virtual void* perform(void* object, unsigned which) = 0;  // what it came to
  virtual void drop(void* outcome) = 0;
  virtual std::uint32_t number(const void* outcome) = 0;
  virtual std::uint32_t perform_alone(void* object, unsigned which) = 0;  // and its number
  virtual std::string result(std::uint32_t number) const = 0;
  virtual bool numbers_results() const = 0;  // one was asked for, and cannot be shown
  virtual std::string arguments(unsigned which) const = 0;
  // Fills in what was not given; false: there is no way to make them up.
  virtual bool take_values(const std::vector<long>& values) = 0;
  virtual bool waits(void*) const { return false; }  // of an object that is its own model

  std::string name;
  std::string mistake;   // in what was said of it; "": none
  std::string group;     // of operations that only one thread performs
  unsigned choices = 0;  // of arguments
  bool may_wait = false;
  bool has_result = false;
  bool has_own_equality = false;
  bool takes_values = false;  // all its arguments are the test's values
  bool only_tokens = false;   // all its arguments are tokens, if it has any
  std::vector<std::vector<unsigned>>
      values_of;  // of each choice: which of the test's values its arguments are
};

namespace detail {

// A null pointer, or a std::function without one.
template <class Function>
bool is_empty(const Function& function) {
  constexpr bool kIsPointer = std::is_pointer_v<Function> || std::is_member_pointer_v<Function>;
  constexpr bool kIsAsked =
      std::is_constructible_v<bool, const Function&> && !std::is_convertible_v<Function, bool>;
  if constexpr (kIsPointer)
    return function == nullptr;
  else if constexpr (kIsAsked)
    return !static_cast<bool>(function);
  else
    return false;
}

template <class Object, class Function>
class TypedOperation : public Operation {
 public:
  using Result = typename SignatureOn<Object, Function>::Result;
  using Self = typename SignatureOn<Object, Function>::Self;
  static_assert(Passable<typename SignatureOn<Object, Function>::Parameters>::is_said);
  using Arguments = typename SignatureOn<Object, Function>::Arguments;
  static constexpr std::size_t kArguments = std::tuple_size_v<Arguments>;

  TypedOperation(std::string operation, Function function) : function_(std::move(function)) {
    name = std::move(operation);
    if (is_empty(function_)) mistake = "its function is empty";
    has_result = !std::is_void_v<Result>;
    only_tokens = are_tokens(std::make_index_sequence<kArguments>());
    if constexpr (HasEqual<Kept<Result>>::value && !std::is_pointer_v<Kept<Result>>)
      results.equal = [](const Kept<Result>& a, const Kept<Result>& b) { return static_cast<bool>(a == b); };
  }

  Results<Result> results;
  std::vector<Arguments> all;                    // choices
  std::function<bool(Object&)> waits_on_object;  // if the object is its own model
  unsigned given = 0;                            // arguments with values of their own

  // What may stand behind the functions.
  template <class T>
  void take(Given<T> values) {
    static_assert(
        IsMadeOf<T, Arguments>::value,
        "heddle: the values behind an operation (heddle::any_of …) are none that its arguments can be");
    take_given(std::move(values.values), std::make_index_sequence<kArguments>());
  }
  template <class F>
  void take(EqualBy<F> by) {
    results.equal = std::move(by.function);
    has_own_equality = true;
  }
  template <class F>
  void take(ShowBy<F> by) {
    results.shows = std::move(by.function);
  }
  void take(OneThread one) { group = std::move(one.group); }  // none: any thread performs it
  template <class F>
  void take(WaitsWhen<F> when) {
    may_wait = true;
    static_assert(
        std::is_invocable_v<F&, Object&>,
        "heddle: without a model, waits_when is told by the object: waits_when([](const Queue& q) { … })");
    waits_on_object = std::move(when.function);
  }

  void* perform(void* object, unsigned which) override {
    return new Outcome<Result>(outcome(*static_cast<Object*>(object), which));
  }
  void drop(void* outcome) override { delete static_cast<Outcome<Result>*>(outcome); }
  std::uint32_t number(const void* outcome) override {
    return results.number(*static_cast<const Outcome<Result>*>(outcome));
  }
  std::uint32_t perform_alone(void* object, unsigned which) override {
    return results.number(outcome(*static_cast<Object*>(object), which));
  }
  std::string result(std::uint32_t number) const override { return results.text(number); }
  bool numbers_results() const override { return results.are_numbered(); }
  std::string arguments(unsigned which) const override {
    std::string text = "(";
    if constexpr (kArguments > 0) {
      std::ostringstream out;
      const bool can = std::apply(
          [&](const auto&... each) { return show_tuple(out, std::make_tuple(plain(each)...)); }, all[which]);
      text += can ? out.str() : "argument " + std::to_string(which + 1);
    }
    return text + ")";
  }
  bool waits(void* object) const override {
    return waits_on_object && waits_on_object(*static_cast<Object*>(object));
  }
  bool take_values(const std::vector<long>& values) override {
    if (!results.equal)
      throw std::logic_error(
          name +
          (std::is_pointer_v<Kept<Result>>
               ? ": its results are pointers, which differ from object to object; return what they point to, "
                 "or say equal_by(…) behind the operation"
               : ": its results have no ==; say equal_by(…) behind the operation"));
    return choose_all(values, std::make_index_sequence<kArguments>());
  }

 private:
  template <class T>
  static constexpr bool kCanMakeUp = std::is_same_v<T, token> || std::is_arithmetic_v<T> || std::is_enum_v<T>;

  template <std::size_t... Index>
  static constexpr bool are_tokens(std::index_sequence<Index...>) {
    return (std::is_same_v<std::tuple_element_t<Index, Arguments>, token> && ...);
  }
  Outcome<Result> outcome(Object& object, unsigned which) {
    return outcome_with(object, which, typename SignatureOn<Object, Function>::Parameters());
  }
  template <class... A>
  Outcome<Result> outcome_with(Object& object, unsigned which, List<A...>) {
    return std::apply(
        [&](const auto&... arguments) {
          return outcome_of<Result>([&]() -> decltype(auto) {
            return invoke_on<Self>(function_, object, passed<A>(arguments)...);
          });
        },
        all[which]);
  }
  template <class T, std::size_t... Index>
  void take_given(std::vector<T> values, std::index_sequence<Index...>) {
    bool taken = false;
    ((taken |= Index == given && take_at<Index>(values)), ...);
    if (!taken)
      mistake = given >= kArguments
                    ? "values are given for more arguments than it has"
                    : "the values of argument " + std::to_string(given + 1) + " are none that it can be";
    ++given;
  }
  template <std::size_t Index, class T>
  bool take_at(const std::vector<T>& values) {
    using Argument = std::tuple_element_t<Index, Arguments>;
    if constexpr (std::is_constructible_v<Argument, const T&>) {
      for (const T& value : values) std::get<Index>(sets_).push_back(static_cast<Argument>(value));
      return true;
    } else {
      return false;
    }
  }
  template <std::size_t... Index>
  bool choose_all(const std::vector<long>& values, std::index_sequence<Index...>) {
    bool possible = true;
    all.clear();  // of a test that was asked before, and has other values now
    values_of.clear();
    (make_up<Index>(values, possible), ...);
    if (!possible) return false;
    takes_values = given == 0;
    std::vector<std::size_t> at(kArguments, 0);
    const std::vector<std::size_t> sizes{std::get<Index>(sets_).size()...};
    for (bool more = std::find(sizes.begin(), sizes.end(), 0U) == sizes.end(); more;) {
      all.push_back(Arguments{std::get<Index>(sets_)[at[Index]]...});
      values_of.push_back(std::vector<unsigned>(at.begin(), at.end()));
      more = false;
      for (std::size_t i = kArguments; i-- > 0 && !more;) {
        more = ++at[i] < sizes[i];
        if (!more) at[i] = 0;
      }
    }
    choices = static_cast<unsigned>(all.size());
    return true;
  }
  template <std::size_t Index>
  void make_up(const std::vector<long>& values, bool& possible) {
    using Argument = std::tuple_element_t<Index, Arguments>;
    if (Index < given) return;
    if constexpr (std::is_same_v<Argument, bool>) {
      std::get<Index>(sets_) = {false, true};
    } else if constexpr (kCanMakeUp<Argument>) {
      std::get<Index>(sets_).clear();
      for (const long value : values) std::get<Index>(sets_).push_back(value_made_of<Argument>(value));
    } else {
      possible = false;
    }
  }
  template <class Tuple>
  struct Sets;
  template <class... A>
  struct Sets<std::tuple<A...>> {
    using type = std::tuple<std::vector<A>...>;
  };
  Function function_;
  typename Sets<Arguments>::type sets_;
};

}  // namespace detail
}  // namespace linearize
}  // namespace heddle
#endif
