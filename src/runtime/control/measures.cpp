// SPDX-License-Identifier: Apache-2.0
#include "runtime/control/measures.h"

namespace heddle::control {
namespace {

constexpr auto kNone = static_cast<std::size_t>(-1), kIncomplete = static_cast<std::size_t>(-2);

mbstate_t copy_of(const mbstate_t* state) { return state == nullptr ? mbstate_t{} : *state; }

// Bytes of the next character, as libc has it; it may be the one that ends the text.
std::size_t character(const char* text, std::size_t limit, mbstate_t& state, bool& ends) {
  wchar_t found = 0;
  const std::size_t bytes = std::mbrtowc(&found, text, limit, &state);
  ends = bytes == 0 || bytes == kNone || bytes == kIncomplete;
  if (bytes == kIncomplete) return limit;
  return bytes == 0 || bytes == kNone ? 1 : bytes;
}

}  // namespace

std::size_t multibyte_text(const char* text, std::size_t limit, std::size_t most, bool keeps,
                           const mbstate_t* state) {
  mbstate_t own = copy_of(state);
  std::size_t bytes = 0;
  bool ends = false;
  for (std::size_t made = 0; !ends && bytes < limit && (!keeps || made < most); ++made)
    bytes += character(text + bytes, limit - bytes, own, ends);
  return bytes;
}

std::size_t wide_text(const wchar_t* text, std::size_t limit, std::size_t most, bool keeps) {
  mbstate_t own{};
  char room[64];
  std::size_t count = 0, made = 0;
  bool ends = false;
  while (!ends && count < limit && (!keeps || made < most)) {
    const std::size_t bytes = std::wcrtomb(room, text[count], &own);
    ends = bytes == kNone || text[count] == 0;
    made += bytes;
    ++count;
  }
  return count * sizeof(wchar_t);
}

std::size_t multibyte_character(const char* text, std::size_t limit, const mbstate_t* state) {
  if (limit == 0) return 0;
  mbstate_t own = copy_of(state);
  bool ends = false;
  return character(text, limit, own, ends);
}

std::size_t wide_character_of(const Arguments& arguments) {
  const char* text = units<char>(arguments[1]);
  if (text == nullptr || arguments[2] == 0) return 0;
  mbstate_t own{};
  wchar_t found = 0;
  const std::size_t bytes = std::mbrtowc(&found, text, arguments[2], &own);
  return bytes == kNone || bytes == kIncomplete ? 0 : sizeof found;
}

}  // namespace heddle::control
