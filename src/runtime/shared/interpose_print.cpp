// SPDX-License-Identifier: Apache-2.0
// printf and its kin: the format and what the arguments point to are read by the caller (%s), or written (%n).
#include <cstdint>
#include <cwchar>

#include <stdio.h>

#define HEDDLE_TELLS_BEFORE
#include "runtime/shared/abi.h"
#include "runtime/shared/caller.h"
#include "runtime/shared/format_conversion.h"

namespace heddle::runtime {
namespace {

template <class Character>
void reads_string(const Character* text, const Conversion& conversion, std::size_t most, const void* pc) {
  if (text == nullptr) return;  // glibc prints (null)
  std::size_t size = 0;
  const bool limited = conversion.has_precision;
  while ((!limited || size < most) && *const_cast<const volatile Character*>(text + size) != 0) ++size;
  reads(text, (limited && size == most ? size : size + 1) * sizeof(Character), pc);
}

}  // namespace

void tell_printed(const char* format, va_list given, const void* pc) {
  if (!watched()) return;
  reads_text(format, pc);
  FormatArguments arguments(format, given, false);
  const char* at = format;
  while (true) {
    Conversion found = next_conversion(at, false);
    if (found.kind == 0) break;
    if (found.star_width) arguments.number_at(found.width_place);
    if (found.star_precision) {
      const int precision = arguments.number_at(found.precision_place);
      found.has_precision = precision >= 0;
      found.precision = precision >= 0 ? static_cast<std::size_t>(precision) : 0;
    }
    const Taken taken = taken_by(found);
    if (taken == Taken::nothing && !is_one_of(found.kind, "%m")) break;
    if (!is_one_of(found.kind, "sSn")) {
      if (found.place == 0) arguments.pass(taken);
      continue;
    }
    void* const pointer = arguments.pointer_at(found.place);
    if (found.kind == 'n')
      writes(pointer, whole_number_bytes(found.length), pc);
    else if (found.kind == 'S' || is_wide(found))  // a precision counts bytes, of which each has one at least
      reads_string(static_cast<const wchar_t*>(pointer), found, found.precision, pc);
    else
      reads_string(static_cast<const char*>(pointer), found, found.precision, pc);
  }
}

}  // namespace heddle::runtime

using namespace heddle::runtime;

extern "C" {
int __vprintf_chk(int, const char*, va_list);
int __vfprintf_chk(FILE*, int, const char*, va_list);
int __vdprintf_chk(int, int, const char*, va_list);
}

// The form that takes a list and the form that takes the arguments themselves.
#define HEDDLE_ALL(...) __VA_ARGS__
#define HEDDLE_PRINT(name, list_name, parameters, given, number)             \
  HEDDLE_EARLY(list_name)                                                    \
  HEDDLE_INTERPOSE int list_name(HEDDLE_ALL parameters, va_list arguments) { \
    HEDDLE_FILE_STEP(number, writes);                                        \
    tell_printed(format, arguments, HEDDLE_PC);                              \
    return real_##list_name()(HEDDLE_ALL given, arguments);                  \
  }                                                                          \
  HEDDLE_INTERPOSE int name(HEDDLE_ALL parameters, ...) {                    \
    va_list arguments;                                                       \
    va_start(arguments, format);                                             \
    HEDDLE_FILE_STEP(number, writes);                                        \
    tell_printed(format, arguments, HEDDLE_PC);                              \
    const int length = real_##list_name()(HEDDLE_ALL given, arguments);      \
    va_end(arguments);                                                       \
    return length;                                                           \
  }
HEDDLE_PRINT(printf, vprintf, (const char* format), (format), stdout)
HEDDLE_PRINT(fprintf, vfprintf, (FILE * file, const char* format), (file, format), file)
HEDDLE_PRINT(dprintf, vdprintf, (int file, const char* format), (file, format), file)
HEDDLE_PRINT(__printf_chk, __vprintf_chk, (int flag, const char* format), (flag, format), stdout)
HEDDLE_PRINT(__fprintf_chk, __vfprintf_chk, (FILE * file, int flag, const char* format), (file, flag, format),
             file)
HEDDLE_PRINT(__dprintf_chk, __vdprintf_chk, (int file, int flag, const char* format), (file, flag, format),
             file)
