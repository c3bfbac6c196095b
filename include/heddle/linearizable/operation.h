// SPDX-License-Identifier: Apache-2.0
// An operation of the object under test: how to perform it, with which arguments, and how its results are compared and
// shown. Behind a small interface, so that all that follows knows nothing of types.
#ifndef HEDDLE_LINEARIZABLE_OPERATION_H
#define HEDDLE_LINEARIZABLE_OPERATION_H

#include <cstdlib>
#include <exception>
#include <functional>
#include <optional>
#include <stdexcept>
#include <typeinfo>

#include <cxxabi.h>
#include <heddle/linearizable/sequential.h>
#include <heddle/linearizable/show.h>

namespace heddle {

// A value that can only be copied. An object that holds tokens cannot look at them: that it treats all values alike is
// checked by the compiler, and scenarios that differ only in their values need to be tried once.
class token {
 public:
  token() = default;

 private:
  explicit token(long number) : number_(number) {}
  long number_ = 0;
  friend struct token_access;
};
struct token_access {  // for results and models
  static token make(long number) { return token(number); }
  static long number(token value) { return value.number_; }
};

inline long reveal(token value) { return token_access::number(value); }  // for models

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
  for (; !(last < first); ++first) result.values.push_back(first);
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
struct Signature : Signature<decltype(&T::operator())> {};
template <class R, class Self, class... A>
struct Signature<R (*)(Self, A...)> {
  using Result = std::decay_t<R>;
  using Arguments = std::tuple<std::decay_t<A>...>;
};
template <class R, class L, class Self, class... A>
struct Signature<R (L::*)(Self, A...)> : Signature<R (*)(Self, A...)> {};
template <class R, class L, class Self, class... A>
struct Signature<R (L::*)(Self, A...) const> : Signature<R (*)(Self, A...)> {};

// A member function of the object itself.
template <class Object, class T>
struct SignatureOn : Signature<T> {};
template <class R, class Object, class Owner, class... A>
struct SignatureOn<Object, R (Owner::*)(A...)> : Signature<R (*)(Object&, A...)> {};
template <class R, class Object, class Owner, class... A>
struct SignatureOn<Object, R (Owner::*)(A...) const> : Signature<R (*)(Object&, A...)> {};
template <class R, class Object, class Owner, class... A>
struct SignatureOn<Object, R (Owner::*)(A...) noexcept> : Signature<R (*)(Object&, A...)> {};
template <class R, class Object, class Owner, class... A>
struct SignatureOn<Object, R (Owner::*)(A...) const noexcept> : Signature<R (*)(Object&, A...)> {};

struct Nothing {
  bool operator==(Nothing) const { return true; }
};
// How a result is kept: a token as its number, which can be compared.
template <class R>
struct Plain {
  using type = R;
};
template <>
struct Plain<void> {
  using type = Nothing;
};
template <>
struct Plain<token> {
  using type = long;
};
template <>
struct Plain<std::optional<token>> {
  using type = std::optional<long>;
};
template <class R>
using Kept = typename Plain<R>::type;
template <class R>
R&& plain(R&& value) {
  return std::forward<R>(value);
}
inline long plain(token value) { return token_access::number(value); }
inline std::optional<long> plain(const std::optional<token>& value) {
  return value ? std::optional<long>(token_access::number(*value)) : std::nullopt;
}
inline std::optional<long> plain(std::optional<token>& value) { return plain(std::as_const(value)); }
inline std::optional<long> plain(std::optional<token>&& value) { return plain(std::as_const(value)); }

// What a call came to: a value, or an exception (two are the same if they have the same type).
template <class R>
struct Outcome {
  std::optional<Kept<R>> value;
  std::string exception;
  std::string what;
};

inline std::string exception_name() {
  const std::type_info* type = abi::__cxa_current_exception_type();
  if (type == nullptr) return "exception";
  int status = 0;
  char* readable = abi::__cxa_demangle(type->name(), nullptr, nullptr, &status);
  std::string name = status == 0 && readable != nullptr ? readable : type->name();
  std::free(readable);
  return name;
}

template <class R, class Perform>
Outcome<R> outcome_of(Perform perform) {
  Outcome<R> outcome;
#ifdef __cpp_exceptions
  try {
#endif
    if constexpr (std::is_void_v<R>) {
      perform();
      outcome.value.emplace();
    } else {
      outcome.value.emplace(plain(perform()));
    }
#ifdef __cpp_exceptions
  } catch (abi::__forced_unwind&) {
    throw;
  } catch (const std::exception& thrown) {
    outcome.exception = exception_name();
    outcome.what = thrown.what();
  } catch (...) {
    outcome.exception = exception_name();
  }
#endif
  return outcome;
}

// The results of one operation that were seen so far, each with a number.
template <class R>
class Results {
 public:
  std::function<bool(const Kept<R>&, const Kept<R>&)> equal;
  std::function<std::string(const Kept<R>&)> shows;

  std::uint32_t number(const Outcome<R>& outcome) {
    for (std::uint32_t i = 0; i < seen_.size(); ++i)
      if (same(seen_[i], outcome)) return i;
    seen_.push_back(outcome);
    return static_cast<std::uint32_t>(seen_.size() - 1);
  }
  const Outcome<R>& operator[](std::uint32_t number) const { return seen_[number]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(seen_.size()); }
  std::string text(std::uint32_t number) const {
    const Outcome<R>& outcome = seen_[number];
    if (!outcome.value)
      return "throws " + outcome.exception + (outcome.what.empty() ? "" : ": " + outcome.what);
    if constexpr (std::is_void_v<R>)
      return "";
    else
      return shows ? shows(*outcome.value) : shown(*outcome.value, "result " + std::to_string(number + 1));
  }

 private:
  bool same(const Outcome<R>& a, const Outcome<R>& b) const {
    if (!a.value || !b.value) return !a.value && !b.value && a.exception == b.exception;
    return equal(*a.value, *b.value);
  }
  std::deque<Outcome<R>> seen_;
};

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
  virtual std::string arguments(unsigned which) const = 0;
  // Fills in what was not given; false: there is no way to make them up.
  virtual bool take_values(const std::vector<long>& values) = 0;
  virtual bool waits(const void*) const { return false; }  // of an object that is its own model

  std::string name;
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

template <class Object, class Function>
class TypedOperation : public Operation {
 public:
  using Result = typename SignatureOn<Object, Function>::Result;
  using Arguments = typename SignatureOn<Object, Function>::Arguments;
  static constexpr std::size_t kArguments = std::tuple_size_v<Arguments>;

  TypedOperation(std::string operation, Function function) : function_(std::move(function)) {
    name = std::move(operation);
    has_result = !std::is_void_v<Result>;
    only_tokens = are_tokens(std::make_index_sequence<kArguments>());
    if constexpr (HasEqual<Kept<Result>>::value)
      results.equal = [](const Kept<Result>& a, const Kept<Result>& b) { return static_cast<bool>(a == b); };
  }

  Results<Result> results;
  std::vector<Arguments> all;                          // choices
  std::function<bool(const Object&)> waits_on_object;  // if the object is its own model
  unsigned given = 0;                                  // arguments with values of their own

  // What may stand behind the functions.
  template <class T>
  void take(Given<T> values) {
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
    if constexpr (std::is_invocable_v<F, const Object&>) waits_on_object = std::move(when.function);
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
  bool waits(const void* object) const override {
    return waits_on_object && waits_on_object(*static_cast<const Object*>(object));
  }
  bool take_values(const std::vector<long>& values) override {
    if (!results.equal)
      throw std::logic_error(name + ": its results have no ==; say equal_by(…) behind the operation");
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
    return std::apply(
        [&](const auto&... arguments) {
          return outcome_of<Result>(
              [&]() -> decltype(auto) { return std::invoke(function_, object, arguments...); });
        },
        all[which]);
  }
  template <class T, std::size_t... Index>
  void take_given(std::vector<T> values, std::index_sequence<Index...>) {
    bool taken = false;
    ((Index == given && !taken && (taken = take_at<Index>(values), true)), ...);
    if (!taken) throw std::logic_error(name + ": these are not values of its next argument");
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
    if constexpr (std::is_same_v<Argument, bool>)
      std::get<Index>(sets_) = {false, true};
    else if constexpr (kCanMakeUp<Argument>)
      for (const long value : values) std::get<Index>(sets_).push_back(value_made_of<Argument>(value));
    else
      possible = false;
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
