// SPDX-License-Identifier: Apache-2.0
// Searches in strings and memory, and numbers out of strings: all of them read up to where they stop. A
// search for a string or a set of characters reads all of that. Numbers: what follows the first character
// that is no part of the number may have been looked at and is not counted.
//
// <string.h> is left out: in C++ it has strchr and its kin twice, for const and other characters.
#include <ctype.h>
#include <features.h>
#include <stdlib.h>

#include "runtime/shared/abi.h"
#include "runtime/shared/caller.h"

using namespace heddle::runtime;

extern "C" {
char* strchr(const char*, int) noexcept;
char* strchrnul(const char*, int) noexcept;
char* strrchr(const char*, int) noexcept;
char* index(const char*, int) noexcept;
char* rindex(const char*, int) noexcept;
void* memchr(const void*, int, std::size_t) noexcept;
void* rawmemchr(const void*, int) noexcept;
void* memrchr(const void*, int, std::size_t) noexcept;
void* memmem(const void*, std::size_t, const void*, std::size_t) noexcept;
char* strstr(const char*, const char*) noexcept;
char* strcasestr(const char*, const char*) noexcept;
std::size_t strspn(const char*, const char*) noexcept;
std::size_t strcspn(const char*, const char*) noexcept;
char* strpbrk(const char*, const char*) noexcept;
int strcasecmp(const char*, const char*) noexcept;
int strncasecmp(const char*, const char*, std::size_t) noexcept;
}

namespace {

// From `text` to `stop` and including it; without a `stop` to the end of the string.
void reads_until(const char* text, const void* stop, const void* pc) {
  if (stop == nullptr) return reads_text(text, pc);
  reads(text, static_cast<std::size_t>(static_cast<const char*>(stop) - text) + 1, pc);
}

// Both up to the first difference in more than case, at most `most` of each.
void compares_letters(const char* a, const char* b, std::size_t most, const void* pc) {
  if (!watched() || most == 0) return;
  const auto letter = [](char c) { return tolower(static_cast<unsigned char>(c)); };
  std::size_t until = 0;
  while (until + 1 < most && a[until] != 0 && letter(a[until]) == letter(b[until])) ++until;
  reads(a, until + 1, pc);
  reads(b, until + 1, pc);
}

}  // namespace

#define HEDDLE_SEARCH(type, name, parameters, given, told) \
  HEDDLE_EARLY(name)                                       \
  HEDDLE_INTERPOSE type name parameters noexcept {         \
    const void* pc = HEDDLE_PC;                            \
    const auto result = real_##name() given;               \
    told;                                                  \
    return result;                                         \
  }

HEDDLE_SEARCH(char*, strchr, (const char* text, int wanted), (text, wanted), reads_until(text, result, pc))
HEDDLE_SEARCH(char*, index, (const char* text, int wanted), (text, wanted), reads_until(text, result, pc))
HEDDLE_SEARCH(char*, strchrnul, (const char* text, int wanted), (text, wanted), reads_until(text, result, pc))
HEDDLE_SEARCH(char*, strrchr, (const char* text, int wanted), (text, wanted), reads_text(text, pc))
HEDDLE_SEARCH(char*, rindex, (const char* text, int wanted), (text, wanted), reads_text(text, pc))
HEDDLE_SEARCH(void*, memchr, (const void* from, int wanted, std::size_t bytes), (from, wanted, bytes),
              result != nullptr ? reads_until(static_cast<const char*>(from), result, pc)
                                : reads(from, bytes, pc))
HEDDLE_SEARCH(void*, rawmemchr, (const void* from, int wanted), (from, wanted),
              reads_until(static_cast<const char*>(from), result, pc))
// From the end backwards.
HEDDLE_SEARCH(void*, memrchr, (const void* from, int wanted, std::size_t bytes), (from, wanted, bytes),
              result != nullptr ? reads(result,
                                        static_cast<std::size_t>(static_cast<const char*>(from) + bytes -
                                                                 static_cast<const char*>(result)),
                                        pc)
                                : reads(from, bytes, pc))

HEDDLE_SEARCH(char*, strstr, (const char* text, const char* wanted), (text, wanted), {
  const std::size_t size = length_of(wanted);
  reads(wanted, size + 1, pc);
  result == nullptr ? reads_text(text, pc) : reads(text, static_cast<std::size_t>(result - text) + size, pc);
})
HEDDLE_SEARCH(char*, strcasestr, (const char* text, const char* wanted), (text, wanted), {
  const std::size_t size = length_of(wanted);
  reads(wanted, size + 1, pc);
  result == nullptr ? reads_text(text, pc) : reads(text, static_cast<std::size_t>(result - text) + size, pc);
})
HEDDLE_SEARCH(void*, memmem, (const void* from, std::size_t bytes, const void* wanted, std::size_t size),
              (from, bytes, wanted, size), {
                reads(wanted, size, pc);
                const auto* start = static_cast<const char*>(from);
                reads(from,
                      result == nullptr
                          ? bytes
                          : static_cast<std::size_t>(static_cast<const char*>(result) - start) + size,
                      pc);
              })
HEDDLE_SEARCH(std::size_t, strspn, (const char* text, const char* set), (text, set), {
  reads_text(set, pc);
  reads(text, result + 1, pc);
})
HEDDLE_SEARCH(std::size_t, strcspn, (const char* text, const char* set), (text, set), {
  reads_text(set, pc);
  reads(text, result + 1, pc);
})
HEDDLE_SEARCH(char*, strpbrk, (const char* text, const char* set), (text, set), {
  reads_text(set, pc);
  reads_until(text, result, pc);
})

HEDDLE_SEARCH(int, strcasecmp, (const char* a, const char* b), (a, b),
              compares_letters(a, b, ~std::size_t{0}, pc))
HEDDLE_SEARCH(int, strncasecmp, (const char* a, const char* b, std::size_t most), (a, b, most),
              compares_letters(a, b, most, pc))

// The real ones leave `stop` alone if the base is none.
#define HEDDLE_NUMBER(type, name, more_parameters, more)                                          \
  HEDDLE_EARLY(name)                                                                              \
  HEDDLE_INTERPOSE type name(const char* text, char** stop HEDDLE_ALL more_parameters) noexcept { \
    const void* pc = HEDDLE_PC;                                                                   \
    char* reached = nullptr;                                                                      \
    const type result = real_##name()(text, &reached HEDDLE_ALL more);                            \
    if (reached == nullptr) return result;                                                        \
    reads_until(text, reached, pc);                                                               \
    if (stop != nullptr) {                                                                        \
      *stop = reached;                                                                            \
      writes(stop, sizeof *stop, pc);                                                             \
    }                                                                                             \
    return result;                                                                                \
  }
#define HEDDLE_ALL(...) __VA_ARGS__
#define HEDDLE_WHOLE(type, name) HEDDLE_NUMBER(type, name, (, int base), (, base))
#define HEDDLE_REAL_NUMBER(type, name) HEDDLE_NUMBER(type, name, (), ())
HEDDLE_WHOLE(long, strtol)
HEDDLE_WHOLE(unsigned long, strtoul)
HEDDLE_WHOLE(long long, strtoll)
HEDDLE_WHOLE(unsigned long long, strtoull)
HEDDLE_REAL_NUMBER(float, strtof)
HEDDLE_REAL_NUMBER(double, strtod)
HEDDLE_REAL_NUMBER(long double, strtold)
#if __GLIBC_PREREQ(2, 38)  // under these names C2x and _GNU_SOURCE get them
HEDDLE_WHOLE(long, __isoc23_strtol)
HEDDLE_WHOLE(unsigned long, __isoc23_strtoul)
HEDDLE_WHOLE(long long, __isoc23_strtoll)
HEDDLE_WHOLE(unsigned long long, __isoc23_strtoull)
#endif

// Sorting moves everything; the comparisons are the program's.
HEDDLE_EARLY(qsort)
HEDDLE_INTERPOSE void qsort(void* first, std::size_t count, std::size_t size,
                            int (*compare)(const void*, const void*)) {
  writes(first, count * size, HEDDLE_PC);
  real_qsort()(first, count, size, compare);
}
HEDDLE_EARLY(qsort_r)
HEDDLE_INTERPOSE void qsort_r(void* first, std::size_t count, std::size_t size,
                              int (*compare)(const void*, const void*, void*), void* argument) {
  writes(first, count * size, HEDDLE_PC);
  real_qsort_r()(first, count, size, compare, argument);
}

#define HEDDLE_SIMPLE_NUMBER(type, name, real, more)                                      \
  HEDDLE_INTERPOSE type name(const char* text) noexcept {                                 \
    char* reached = nullptr;                                                              \
    const auto result = static_cast<type>(real_##real()(text, &reached HEDDLE_ALL more)); \
    reads_until(text, reached, HEDDLE_PC);                                                \
    return result;                                                                        \
  }
HEDDLE_SIMPLE_NUMBER(int, atoi, strtol, (, 10))
HEDDLE_SIMPLE_NUMBER(long, atol, strtol, (, 10))
HEDDLE_SIMPLE_NUMBER(long long, atoll, strtoll, (, 10))
HEDDLE_SIMPLE_NUMBER(double, atof, strtod, ())
