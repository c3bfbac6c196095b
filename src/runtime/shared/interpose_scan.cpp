// SPDX-License-Identifier: Apache-2.0
// scanf and its kin: the format and the text are read, what the arguments point to is written by the caller, as
// far as the call says that it stored. sscanf looks for the end of its text first, so it reads all of it.
#include <cwchar>

#include <bits/types/FILE.h>  // <stdio.h> gives the plain names to C99's functions

#include "runtime/shared/abi.h"
#include "runtime/shared/caller.h"
#include "runtime/shared/format_conversion.h"

using namespace heddle::runtime;

extern "C" {
int vsscanf(const char*, const char*, va_list) noexcept;
int vfscanf(FILE*, const char*, va_list);
int vscanf(const char*, va_list);
int __isoc99_vsscanf(const char*, const char*, va_list) noexcept;
int __isoc99_vfscanf(FILE*, const char*, va_list);
int __isoc99_vscanf(const char*, va_list);
}

namespace {

void tell_scanned(const char* format, va_list given, int stored, const void* pc) {
  if (!watched()) return;
  reads_text(format, pc);
  FormatArguments arguments(format, given, true);
  const char* at = format;
  int seen = 0;
  while (true) {
    const Conversion found = next_conversion(at, true);
    if (found.kind == 0) break;
    if (found.suppressed || found.kind == '%') continue;
    const bool counts = found.kind == 'n';
    if (seen >= stored && !(counts && seen == stored)) break;
    seen += counts ? 0 : 1;
    void* const to = arguments.pointer_at(found.place);
    if (counts || is_one_of(found.kind, "diouxX")) {
      writes(to, whole_number_bytes(found.length), pc);
    } else if (is_one_of(found.kind, "aAeEfFgG")) {
      writes(to, found.length == Length::large ? 16 : found.length == Length::l ? 8 : 4, pc);
    } else if (found.kind == 'p' || found.allocates) {
      writes(to, 8, pc);
    } else if (is_one_of(found.kind, "cC")) {
      const bool wide = is_wide(found) || found.kind == 'C';
      writes(to, (found.width == 0 ? 1 : found.width) * (wide ? sizeof(wchar_t) : 1), pc);
    } else if (is_one_of(found.kind, "s[") && !is_wide(found)) {
      writes_text(static_cast<const char*>(to), pc);
    } else if (is_one_of(found.kind, "sS[")) {
      std::size_t size = 0;
      while (static_cast<const volatile wchar_t*>(to)[size] != 0) ++size;
      writes(to, (size + 1) * sizeof(wchar_t), pc);
    } else {
      break;
    }
  }
}

}  // namespace

#define HEDDLE_ALL(...) __VA_ARGS__
#define HEDDLE_SCAN(name, list_name, parameters, given, number, told, exceptions)       \
  HEDDLE_EARLY(list_name)                                                               \
  HEDDLE_INTERPOSE int list_name(HEDDLE_ALL parameters, va_list arguments) exceptions { \
    const void* pc = HEDDLE_PC;                                                         \
    HEDDLE_FILE_STEP(number, reads);                                                    \
    va_list again;                                                                      \
    va_copy(again, arguments);                                                          \
    const int stored = real_##list_name()(HEDDLE_ALL given, arguments);                 \
    told;                                                                               \
    tell_scanned(format, again, stored, pc);                                            \
    va_end(again);                                                                      \
    return stored;                                                                      \
  }                                                                                     \
  HEDDLE_INTERPOSE int name(HEDDLE_ALL parameters, ...) exceptions {                    \
    const void* pc = HEDDLE_PC;                                                         \
    HEDDLE_FILE_STEP(number, reads);                                                    \
    va_list arguments, again;                                                           \
    va_start(arguments, format);                                                        \
    va_copy(again, arguments);                                                          \
    const int stored = real_##list_name()(HEDDLE_ALL given, arguments);                 \
    told;                                                                               \
    tell_scanned(format, again, stored, pc);                                            \
    va_end(again);                                                                      \
    va_end(arguments);                                                                  \
    return stored;                                                                      \
  }
#define HEDDLE_SCANS(text_name, text_list, stream_name, stream_list, input_name, input_list)                \
  HEDDLE_SCAN(text_name, text_list, (const char* text, const char* format), (text, format), 0,              \
              reads_text(text, pc), noexcept)                                                               \
  HEDDLE_SCAN(stream_name, stream_list, (FILE * file, const char* format), (file, format), file, (void)0, ) \
  HEDDLE_SCAN(input_name, input_list, (const char* format), (format), 0, (void)0, )
HEDDLE_SCANS(__isoc99_sscanf, __isoc99_vsscanf, __isoc99_fscanf, __isoc99_vfscanf, __isoc99_scanf,
             __isoc99_vscanf)
HEDDLE_SCANS(sscanf, vsscanf, fscanf, vfscanf, scanf, vscanf)
