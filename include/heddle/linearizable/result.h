// SPDX-License-Identifier: Apache-2.0
// What a call came to: a value or an exception, as it is kept, compared, shown and numbered.
#ifndef HEDDLE_LINEARIZABLE_RESULT_H
#define HEDDLE_LINEARIZABLE_RESULT_H

#include <cstdlib>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <typeinfo>

#include <cxxabi.h>
#include <heddle/linearizable/sequential.h>
#include <heddle/linearizable/show.h>
#include <heddle/linearizable/token.h>

namespace heddle {
namespace linearize {
namespace detail {

struct Nothing {
  bool operator==(Nothing) const { return true; }
};
// How a result is kept and compared. It outlives the execution that it is from, and the memory of that, so what it points
// to is kept in its place, as it was when the call returned.
template <class R>
struct Plain {
  static_assert(
      std::is_copy_constructible_v<R>,
      "heddle: results are kept and compared, so they are copied; return from a lambda what should be "
      "compared of one that can only be moved");
  using type = R;
  template <class V>
  static type of(V&& value) {
    return static_cast<type>(std::forward<V>(value));
  }
};
template <class R>
using Kept = typename Plain<R>::type;
template <>
struct Plain<void> {
  using type = Nothing;
};
template <>
struct Plain<token> {
  using type = long;
  static long of(token value) { return token_access::number(value); }
};
template <class T>
struct Plain<std::optional<T>> {
  using type = std::optional<Kept<T>>;
  static type of(std::optional<T> value) {
    return value ? type(Plain<T>::of(std::move(*value))) : std::nullopt;
  }
};
template <class T>
struct Pointee {
  static_assert(
      std::is_copy_constructible_v<T> && !std::is_polymorphic_v<T>,
      "heddle: a result that points to something is compared by that, which has to be copied; return from "
      "a lambda what should be compared of it");
  using type = std::optional<Kept<std::remove_cv_t<T>>>;
  template <class Pointer>
  static type of(const Pointer& pointer) {
    return pointer == nullptr ? type() : type(Plain<std::remove_cv_t<T>>::of(*pointer));
  }
};
template <class T, class Deleter>
struct Plain<std::unique_ptr<T, Deleter>> : Pointee<T> {};
template <class T>
struct Plain<std::shared_ptr<T>> : Pointee<T> {};
template <>
struct Plain<std::string_view> {
  using type = std::string;
  static type of(std::string_view value) { return type(value); }
};
template <>
struct Plain<const char*> {
  using type = std::optional<std::string>;
  static type of(const char* value) { return value == nullptr ? type() : type(value); }
};
template <>
struct Plain<char*> : Plain<const char*> {};

template <class V>
Kept<std::decay_t<V>> plain(V&& value) {
  return Plain<std::decay_t<V>>::of(std::forward<V>(value));
}
// Can what a model returns be compared with a result?
template <class R, class V>
constexpr bool comparable() {
  if constexpr (std::is_void_v<R>)
    return true;
  else if constexpr (std::is_void_v<V>)
    return false;
  else
    return std::is_constructible_v<Kept<R>, V> || std::is_constructible_v<R, V> ||
           std::is_constructible_v<Kept<R>, Kept<std::decay_t<V>>>;
}
// The model may return something else that says the same.
template <class R, class V>
Kept<R> kept(V&& value) {
  using Given = std::decay_t<V>;
  if constexpr (std::is_same_v<Given, R>)
    return Plain<R>::of(std::forward<V>(value));
  else if constexpr (std::is_constructible_v<Kept<R>, V&&>)
    return Kept<R>(std::forward<V>(value));
  else if constexpr (std::is_constructible_v<R, V&&>)
    return Plain<R>::of(R(std::forward<V>(value)));
  else
    return Kept<R>(Plain<Given>::of(std::forward<V>(value)));
}

// What a call came to: a value, or an exception. Two of those are the same if they have the same type and the same code: that
// of a std::system_error, or what was thrown, if it is a number or a text. What they say counts where an object is its own
// model; others may say the same in other words.
template <class R>
struct Outcome {
  std::optional<Kept<R>> value;
  std::string exception;
  std::string code;
  std::string what;
};

// What was thrown and is no std::exception, inside of catch (…).
inline std::string thrown_code() {
#ifdef __cpp_exceptions
  try {
    throw;
  } catch (int number) {
    return std::to_string(number);
  } catch (unsigned number) {
    return std::to_string(number);
  } catch (long number) {
    return std::to_string(number);
  } catch (unsigned long number) {
    return std::to_string(number);
  } catch (const char* text) {
    return text;
  } catch (const std::string& text) {
    return text;
  } catch (const std::error_code& code) {
    return code.category().name() + (":" + std::to_string(code.value()));
  } catch (...) {
  }
#endif
  return "";
}

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
      outcome.value.emplace(kept<R>(perform()));
    }
#ifdef __cpp_exceptions
  } catch (abi::__forced_unwind&) {
    throw;
  } catch (const std::exception& thrown) {
    outcome.exception = exception_name();
    outcome.what = thrown.what();
    if (const auto* error = dynamic_cast<const std::system_error*>(&thrown))
      outcome.code = error->code().category().name() + (":" + std::to_string(error->code().value()));
  } catch (...) {
    outcome.exception = exception_name();
    outcome.what = outcome.code = thrown_code();
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
  bool words_count = false;  // what exceptions say

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
    if constexpr (std::is_void_v<R>) {
      return "";
    } else {
      if (shows) return shows(*outcome.value);
      std::ostringstream out;
      if (show(out, *outcome.value)) return out.str();
      numbered_ = true;
      return "result " + std::to_string(number + 1);
    }
  }
  bool are_numbered() const { return numbered_; }  // one was asked for, and cannot be shown

 private:
  bool same(const Outcome<R>& a, const Outcome<R>& b) const {
    if (!a.value || !b.value)
      return !a.value && !b.value && a.exception == b.exception && a.code == b.code &&
             (!words_count || a.what == b.what);
    return equal(*a.value, *b.value);
  }
  std::deque<Outcome<R>> seen_;
  mutable bool numbered_ = false;
};

}  // namespace detail
}  // namespace linearize
}  // namespace heddle
#endif
