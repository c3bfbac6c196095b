// SPDX-License-Identifier: Apache-2.0
// What was asked of a check, as plain data: the rows of wishes.def. It goes as it is to the process under control
// (wire.h), which has no standard library; both sides walk over its fields with for_each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace heddle::schedule {

inline constexpr std::uint64_t kAny = ~std::uint64_t{0};

// A text of bounded length, at the same place in every process.
class Word {
 public:
  static constexpr std::size_t kLength = 255;

  constexpr Word() = default;
  constexpr Word(const char* text) { set(text); }  // NOLINT: a word is written as a literal
  // False: it is longer than a word can be, and was not taken.
  constexpr bool set(std::string_view text) {
    if (text.size() > kLength) return false;
    for (std::size_t i = 0; i <= kLength; ++i) text_[i] = i < text.size() ? text[i] : '\0';
    return true;
  }
  constexpr std::string_view view() const { return text_; }
  constexpr const char* c_str() const { return text_; }
  constexpr bool empty() const { return text_[0] == 0; }
  friend constexpr bool operator==(const Word& word, std::string_view text) { return word.view() == text; }

 private:
  char text_[kLength + 1] = {};
};

enum class Engine : std::uint8_t { both, native, machine, replay };

struct Wishes {
#define HEDDLE_WISH(type, name, value, engine, help) type name = value;
#include "schedule/wishes.def"
#undef HEDDLE_WISH
};

struct WishRow {
  std::string_view name;
  Engine engine;
  std::string_view help;
};
// Calls each(row, field) in the order of the table.
template <class AnyWishes, class Each>
void for_each(AnyWishes& wishes, Each&& each) {
#define HEDDLE_WISH(type, name, value, engine, help) each(WishRow{#name, Engine::engine, help}, wishes.name);
#include "schedule/wishes.def"
#undef HEDDLE_WISH
}

}  // namespace heddle::schedule
