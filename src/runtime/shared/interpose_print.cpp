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
  va_list arguments;
  va_copy(arguments, given);
  const char* at = format;
  while (true) {
    Conversion found = next_conversion(at, false);
    if (found.kind == 0 || found.kind == '$') break;
    if (found.star_width) va_arg(arguments, int);
    if (found.star_precision) {
      const int precision = va_arg(arguments, int);
      found.has_precision = precision >= 0;
      found.precision = precision >= 0 ? static_cast<std::size_t>(precision) : 0;
    }
    if (is_one_of(found.kind, "diouxXc") && !(found.kind == 'c' && is_wide(found))) {
      if (whole_number_bytes(found.length) == 8)
        va_arg(arguments, long);
      else
        va_arg(arguments, int);
    } else if (is_one_of(found.kind, "cC")) {
      va_arg(arguments, std::wint_t);
    } else if (is_one_of(found.kind, "aAeEfFgG")) {
      if (found.length == Length::large)
        va_arg(arguments, long double);
      else
        va_arg(arguments, double);
    } else if (found.kind == 's' && !is_wide(found)) {
      reads_string(va_arg(arguments, const char*), found, found.precision, pc);
    } else if (is_one_of(found.kind, "sS")) {  // a precision counts bytes, of which each has one at least
      reads_string(va_arg(arguments, const wchar_t*), found, found.precision, pc);
    } else if (found.kind == 'n') {
      writes(va_arg(arguments, void*), whole_number_bytes(found.length), pc);
    } else if (found.kind == 'p') {
      va_arg(arguments, void*);
    } else if (!is_one_of(found.kind, "%m")) {
      break;
    }
  }
  va_end(arguments);
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
