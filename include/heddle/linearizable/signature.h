// SPDX-License-Identifier: Apache-2.0
// What a function that performs an operation takes and returns. Heddle makes up the arguments and passes them, so it has
// to read their types; what it cannot read or pass is told here, in words.
#ifndef HEDDLE_LINEARIZABLE_SIGNATURE_H
#define HEDDLE_LINEARIZABLE_SIGNATURE_H

#include <functional>
#include <tuple>
#include <type_traits>

namespace heddle {
namespace linearize {
namespace detail {

template <class...>
struct List {};

template <class T>
inline constexpr bool kNone = false;

template <class R, class Of, class... A>
struct Form {  // of a function that is given its object first
  using Result = std::decay_t<R>;
  using Self = Of;
  using Arguments = std::tuple<std::decay_t<A>...>;
  using Parameters = List<A...>;
};

template <class T, class = void>
struct Signature {
  static_assert(
      kNone<T>,
      "heddle: an operation is a function of the object and its arguments, whose types can be read: a "
      "member function, or a lambda like [](Queue& q, int v) { … } without auto");
};
template <class T>
struct Signature<T, std::void_t<decltype(&T::operator())>> : Signature<decltype(&T::operator())> {};
template <class R, class Self, class... A>
struct Signature<R (*)(Self, A...)> : Form<R, Self, A...> {};
template <class R, class Self, class... A>
struct Signature<R (*)(Self, A...) noexcept> : Form<R, Self, A...> {};
template <class R, class L, class Self, class... A>
struct Signature<R (L::*)(Self, A...)> : Form<R, Self, A...> {};
template <class R, class L, class Self, class... A>
struct Signature<R (L::*)(Self, A...) const> : Form<R, Self, A...> {};
template <class R, class L, class Self, class... A>
struct Signature<R (L::*)(Self, A...) noexcept> : Form<R, Self, A...> {};
template <class R, class L, class Self, class... A>
struct Signature<R (L::*)(Self, A...) const noexcept> : Form<R, Self, A...> {};

// A member function of the object itself.
template <class Object, class T>
struct SignatureOn : Signature<T> {};
template <class R, class Object, class Owner, class... A>
struct SignatureOn<Object, R (Owner::*)(A...)> : Form<R, Object&, A...> {};
template <class R, class Object, class Owner, class... A>
struct SignatureOn<Object, R (Owner::*)(A...) const> : Form<R, Object&, A...> {};
template <class R, class Object, class Owner, class... A>
struct SignatureOn<Object, R (Owner::*)(A...) noexcept> : Form<R, Object&, A...> {};
template <class R, class Object, class Owner, class... A>
struct SignatureOn<Object, R (Owner::*)(A...) const noexcept> : Form<R, Object&, A...> {};
template <class R, class Object, class Owner, class... A>
struct SignatureOn<Object, R (Owner::*)(A...)&> : Form<R, Object&, A...> {};
template <class R, class Object, class Owner, class... A>
struct SignatureOn<Object, R (Owner::*)(A...) const&> : Form<R, Object&, A...> {};
template <class R, class Object, class Owner, class... A>
struct SignatureOn<Object, R (Owner::*)(A...)& noexcept> : Form<R, Object&, A...> {};
template <class R, class Object, class Owner, class... A>
struct SignatureOn<Object, R (Owner::*)(A...) const& noexcept> : Form<R, Object&, A...> {};

template <class A>
inline constexpr bool kIsWritten =
    std::is_lvalue_reference_v<A> && !std::is_const_v<std::remove_reference_t<A>>;
template <class Parameters>
struct Passable;
template <class... A>
struct Passable<List<A...>> {
  static_assert(
      !(kIsWritten<A> || ...),
      "heddle: an operation that writes to what it is given is called from a lambda, which returns what "
      "comes out: [](Queue& q) { int v = 0; return q.try_pop(v) ? std::optional(v) : std::nullopt; }");
  static_assert(
      (std::is_copy_constructible_v<std::decay_t<A>> && ...),
      "heddle: arguments are used more than once, so they are copied; make one that can only be moved in "
      "a lambda: [](Queue& q, int v) { q.push(std::make_unique<int>(v)); }");
  static constexpr bool is_said = true;  // what is wrong: above
};

// What a parameter is given: one to be changed or kept gets a copy of its own.
template <class A>
decltype(auto) passed(const std::decay_t<A>& argument) {
  if constexpr (std::is_lvalue_reference_v<A>)
    return (argument);
  else
    return std::decay_t<A>(argument);
}

// The function may take the object by reference or by pointer.
template <class Self, class Object, class Function, class... Arguments>
decltype(auto) invoke_on(Function& function, Object& object, Arguments&&... arguments) {
  if constexpr (std::is_pointer_v<Self>) {
    return std::invoke(function, &object, std::forward<Arguments>(arguments)...);
  } else {
    static_assert(std::is_reference_v<Self> && std::is_convertible_v<Object&, Self>,
                  "heddle: an operation is a function of the object: its first parameter is Object&");
    return std::invoke(function, object, std::forward<Arguments>(arguments)...);
  }
}

}  // namespace detail
}  // namespace linearize
}  // namespace heddle
#endif
