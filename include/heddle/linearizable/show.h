// SPDX-License-Identifier: Apache-2.0
// Values as people read them: nothing, true, 7, "text", {1, 2}, whatever has an operator<<.
#ifndef HEDDLE_LINEARIZABLE_SHOW_H
#define HEDDLE_LINEARIZABLE_SHOW_H

#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

namespace heddle {
namespace linearize {
namespace detail {

template <class T, class = void>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<
    T, std::void_t<decltype(std::declval<const T&>().has_value()), decltype(*std::declval<const T&>())>>
    : std::true_type {};
template <class T, class = void>
struct IsExpected : std::false_type {};  // with value() only
template <class T>
struct IsExpected<
    T, std::void_t<decltype(std::declval<const T&>().has_value()), decltype(std::declval<const T&>().value()),
                   decltype(std::declval<const T&>().error())>> : std::true_type {};
template <class T, class = void>
struct HasError : std::false_type {};
template <class T>
struct HasError<T, std::void_t<decltype(std::declval<const T&>().error())>> : std::true_type {};
template <class T, class = void>
struct IsRange : std::false_type {};
template <class T>
struct IsRange<T, std::void_t<decltype(std::begin(std::declval<const T&>())),
                              decltype(std::end(std::declval<const T&>()))>> : std::true_type {};
template <class T, class = void>
struct IsStreamed : std::false_type {};
template <class T>
struct IsStreamed<T, std::void_t<decltype(std::declval<std::ostream&>() << std::declval<const T&>())>>
    : std::true_type {};
template <class T, class = void>
struct HasValues : std::false_type {};  // heddle's own models
template <class T>
struct HasValues<T, std::void_t<decltype(std::begin(std::declval<const T&>().values))>> : std::true_type {};

template <class T>
bool show(std::ostream& out, const T& value);

template <class Tuple, std::size_t... Index>
bool show_parts(std::ostream& out, const Tuple& tuple, std::index_sequence<Index...>) {
  bool all = true;
  ((out << (Index == 0 ? "" : ", "), all &= show(out, std::get<Index>(tuple))), ...);
  return all;
}
template <class... Parts>
bool show_tuple(std::ostream& out, const std::tuple<Parts...>& tuple) {
  return show_parts(out, tuple, std::index_sequence_for<Parts...>());
}

template <class T, class Inside>
bool show_inside(std::ostream& out, const T& value, Inside inside) {
  if constexpr (std::is_void_v<decltype(inside(value))>)
    return static_cast<bool>(out << "success");
  else
    return show(out, inside(value));
}
template <class T>
bool show_error(std::ostream& out, const T& value) {
  out << "error ";
  return show(out, value.error());
}

template <class T>
struct IsPair : std::false_type {};
template <class A, class B>
struct IsPair<std::pair<A, B>> : std::true_type {};
template <class T>
struct IsTuple : std::false_type {};
template <class... T>
struct IsTuple<std::tuple<T...>> : std::true_type {};
template <class T>
struct IsVariant : std::false_type {};
template <class... T>
struct IsVariant<std::variant<T...>> : std::true_type {};

// "Red": an enumerator as the compiler spells it; "": the value has none. Only of enum class: which values an unscoped one
// may have is not known here.
template <auto value>
std::string_view spelt() {
  const std::string_view text =
      __PRETTY_FUNCTION__;  // "… [with auto value = Color::Red; …]", "… [value = Color::Red]"
  const std::size_t first = text.find("value = ") + 8;
  const std::string_view name = text.substr(first, text.find_first_of(";]", first) - first);
  return name.front() == '(' ? "" : name.substr(name.rfind(':') + 1);
}
template <class T, std::size_t... Index>
std::string_view enumerator(T value, std::index_sequence<Index...>) {
  using Number = std::underlying_type_t<T>;
  std::string_view name;
  ((name = value == static_cast<T>(static_cast<Number>(Index))
               ? spelt<static_cast<T>(static_cast<Number>(Index))>()
               : name),
   ...);
  return name;
}
template <class T>
void show_enum(std::ostream& out, T value) {
  constexpr std::size_t kNamed = 32;
  std::string_view name;
  if constexpr (!std::is_convertible_v<T, std::underlying_type_t<T>> &&
                !std::is_same_v<std::underlying_type_t<T>, bool>)
    name = enumerator(value, std::make_index_sequence<kNamed>());
  if (name.empty())
    out << static_cast<long long>(value);
  else
    out << name;
}

// False: there is no way to show it.
template <class T>
bool show(std::ostream& out, const T& value) {
  if constexpr (std::is_same_v<T, bool>) {
    out << (value ? "true" : "false");
  } else if constexpr (std::is_same_v<T, char> || std::is_same_v<T, signed char> ||
                       std::is_same_v<T, unsigned char>) {
    out << static_cast<int>(value);
  } else if constexpr (std::is_enum_v<T> && !IsStreamed<T>::value) {
    show_enum(out, value);
  } else if constexpr (std::is_convertible_v<const T&, std::string> || std::is_same_v<T, std::string_view>) {
    out << '"' << std::string(value) << '"';
  } else if constexpr (IsOptional<T>::value) {
    if (value.has_value())
      return show_inside(out, value, [](const T& held) -> decltype(auto) { return *held; });
    if constexpr (HasError<T>::value) return show_error(out, value);
    out << "nothing";
  } else if constexpr (IsExpected<T>::value) {
    if (!value.has_value()) return show_error(out, value);
    return show_inside(out, value, [](const T& held) -> decltype(auto) { return held.value(); });
  } else if constexpr (IsStreamed<T>::value) {
    out << value;
  } else if constexpr (IsPair<T>::value) {
    out << "(";
    const bool all = show(out, value.first);
    out << ", ";
    const bool both = show(out, value.second) && all;
    out << ")";
    return both;
  } else if constexpr (IsTuple<T>::value) {
    out << "(";
    const bool all = show_tuple(out, value);
    out << ")";
    return all;
  } else if constexpr (std::is_same_v<T, std::monostate>) {
    out << "nothing";
  } else if constexpr (IsVariant<T>::value) {
    return std::visit([&](const auto& held) { return show(out, held); }, value);
  } else if constexpr (IsRange<T>::value) {
    out << "{";
    bool all = true;
    const char* separator = "";
    for (const auto& each : value) {
      out << separator;
      all &= show(out, each);
      separator = ", ";
    }
    out << "}";
    return all;
  } else if constexpr (HasValues<T>::value) {
    return show(out, value.values);
  } else {
    return false;
  }
  return true;
}

template <class T>
std::string shown(const T& value, const std::string& otherwise) {
  std::ostringstream out;
  return show(out, value) ? out.str() : otherwise;
}

inline std::string json_text(const std::string& text) {
  std::string result = "\"";
  for (const char each : text) {
    const auto byte = static_cast<unsigned char>(each);
    if (byte == '"' || byte == '\\') {
      result += '\\';
      result += each;
    } else if (byte < 32) {
      constexpr const char* kDigits = "0123456789abcdef";
      result += "\\u00";
      result += kDigits[byte >> 4];
      result += kDigits[byte & 15];
    } else {
      result += each;
    }
  }
  return result + "\"";
}

}  // namespace detail
}  // namespace linearize
}  // namespace heddle
#endif
