// SPDX-License-Identifier: Apache-2.0
// Reading is made of two parsers of one syntax. parse_line is complete and explains what is wrong; it
// enters each name it meets, in its raw spelling, into a table. parse_known only handles lines whose every
// word is in these tables: it looks for the delimiters eight bytes at a time and never looks at the
// characters between them, because a spelling that was not checked is in no table. Whatever it does not know
// goes to parse_line. So a line costs some table look-ups, and both must agree on every line
// (std_text_test.cpp).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/interner.h"
#include "base/result.h"
#include "event/event.h"
#include "event/names.h"
#include "trace/name_table.h"

namespace heddle::trace {

// The first place of `delimiter` from `text` on; there is one, and 8 bytes after it can be read.
template <char delimiter>
const char* find(const char* text) {
  constexpr std::uint64_t kOnes = 0x0101010101010101U;
  constexpr std::uint64_t kHighs = 0x8080808080808080U;
  for (;; text += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, text, 8);
    word ^= kOnes * static_cast<unsigned char>(delimiter);
    if (const std::uint64_t hits = (word - kOnes) & ~word & kHighs; hits != 0)
      return text + std::countr_zero(hits) / 8;
  }
}
inline std::string_view between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

class StdParser {
 public:
  StdParser();
  const event::Names& names() const { return names_; }
  // An event of which every word is known, and what follows its line; else nullptr.
  const char* parse_known(const char* text, event::Event& event) const;
  base::Result<event::Event> parse_line(std::string_view line);

 private:
  template <class Make>
  static base::Result<std::uint64_t> known(NameTable& table, std::string_view spelling, Make make);
  template <class Id>
  static base::Result<std::uint64_t> known_name(NameTable& table, std::string_view spelling,
                                                base::StringInterner<Id>& names);
  NameTable& targets(event::TargetKind kind) { return targets_[static_cast<std::size_t>(kind)]; }
  base::Result<void> parse_action(std::string_view text, event::Event& event);
  base::Result<void> parse_target(std::string_view text, event::Event& event);
  base::Result<void> parse_variable(std::string_view text, event::Event& event);
  base::Result<void> parse_waiting(std::string_view text, event::Event& event);

  event::Names names_;
  NameTable operations_;
  NameTable threads_;
  std::array<NameTable, 8> targets_;  // by TargetKind
  NameTable waited_conditions_;
  NameTable locations_;
};

}  // namespace heddle::trace
