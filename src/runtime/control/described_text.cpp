// SPDX-License-Identifier: Apache-2.0
// The same for functions of text, numbers and dates. How far they read is measured
// (measures.h), how far they write is rehearsed (rehearsal.h). Numbers with a fraction come in registers of their own.
#include <climits>
#include <ctime>
#include <cwchar>

#include "runtime/control/described_rows.h"
#include "runtime/control/measures.h"

namespace heddle::control {
namespace {

// strftime and its like look at these fields of a date at the least.
constexpr std::size_t kTm = 9 * sizeof(int);
constexpr std::size_t kCharacter = MB_LEN_MAX;

constexpr Argument both_of(std::uint8_t number, std::uint8_t size_in) {
  return {number, Use::changes, 1, size_in};
}
// The pointer into the text is moved, but not for a caller that only asks how long it would be.
std::size_t pointer_if_kept(const Arguments& arguments) { return arguments[0] != 0 ? sizeof(char*) : 0; }
constexpr Argument where_it_ends() { return writes_as(1, pointer_if_kept); }

constexpr DescribedCall kCalls[] = {
    // multibyte text; wherever there is a state, libc has one for callers that give none
    {"mbrtowc", {rehearsed(0, sizeof(wchar_t)), reads_as(1, one_character<1, 3>), state(3)}},
    {"mbrtoc32", {rehearsed(0, sizeof(char32_t)), reads_as(1, one_character<1, 3>), state(3)}},
    {"mbrlen", {reads_as(0, one_character<0, 2>), state(2)}},
    {"__mbrlen", {reads_as(0, one_character<0, 2>), state(2)}},
    {"wcrtomb", {rehearsed(0, kCharacter), state(2)}},
    {"c32rtomb", {rehearsed(0, kCharacter), state(2)}},
    {"mbsinit", {in(0, sizeof(int))}},
    {"mbtowc", {writes_as(0, wide_character_of), reads_as(1, one_character<1>), own_state()}},
    {"wctomb", {rehearsed(0, kCharacter), own_state()}},
    {"mblen", {reads_as(0, one_character<0>), own_state()}},
    {"mbstowcs", {rehearsed(0, sizeof(wchar_t), 2), reads_as(1, converted_text<false, false>)}},
    {"wcstombs", {rehearsed(0, 1, 2), reads_as(1, converted_wide<false, false>)}},
    {"mbsrtowcs",
     {rehearsed(0, sizeof(wchar_t), 2), reads_behind(1, converted_text<true, false, 3>), where_it_ends(),
      state(3)}},
    {"mbsnrtowcs",
     {rehearsed(0, sizeof(wchar_t), 3), reads_behind(1, converted_text<true, true, 4>), where_it_ends(),
      state(4)}},
    {"wcsrtombs",
     {rehearsed(0, 1, 2), reads_behind(1, converted_wide<true, false>), where_it_ends(), state(3)}},
    {"wcsnrtombs",
     {rehearsed(0, 1, 3), reads_behind(1, converted_wide<true, true>), where_it_ends(), state(4)}},
    // text in the order of a language, dates
    {"strcoll", {reads_as(0, up_to_difference<char>), reads_as(1, up_to_difference<char>)}},
    {"strxfrm", {rehearsed(0, 1, 2), text(1)}},
    {"wcscoll", {reads_as(0, up_to_difference<wchar_t>), reads_as(1, up_to_difference<wchar_t>)}},
    {"wcsxfrm", {rehearsed(0, sizeof(wchar_t), 2), reads_as(1, text_of<wchar_t, 1>)}},
    {"wcsftime", {rehearsed(0, sizeof(wchar_t), 1), reads_as(2, text_of<wchar_t, 2>), in(3, kTm)}},
    {"timegm", {both(0, sizeof(tm))}},
    {"strerror_r", {rehearsed(1, 1, 2)}},
    {"__xpg_strerror_r", {rehearsed(1, 1, 2)}},
    // memory and text
    {"memccpy",
     {writes_as(0, up_to_value<unsigned char, 1, 2, 3>), reads_as(1, up_to_value<unsigned char, 1, 2, 3>)}},
    {"bcmp", {reads_as(0, up_to_difference<char, 2, false>), reads_as(1, up_to_difference<char, 2, false>)}},
    {"memfrob", {both_of(0, 1)}},
    {"basename", {text(0)}},
    {"a64l", {text(0)}},
    {"l64a", {own_state()}},
    {"argz_stringify", {both_of(0, 1)}},
    {"argz_count", {whole(0, 1)}},
    {"inet_ntop", {reads_as(1, address_bytes), rehearsed(2, 1, 3)}},
    {"inet_pton", {text(1), rehearsed(2, 16)}},
    {"lfind", {in(2, sizeof(std::size_t))}},
    {"random_r", {both(0, 2 * sizeof(void*)), out(1, sizeof(int))}},
    {"srandom_r", {both(1, 2 * sizeof(void*))}},
    {"drand48_r", {both(0, 6), out(1, sizeof(double))}},
    {"erand48_r", {both(0, 6), out(2, sizeof(double))}},
    {"lrand48_r", {both(0, 6), out(1, sizeof(long))}},
    {"mrand48_r", {both(0, 6), out(1, sizeof(long))}},
    {"strtoimax", {reads_as(0, whole_number<char>), out(1, sizeof(char*))}},
    {"strtoumax", {reads_as(0, whole_number<char>), out(1, sizeof(char*))}},
    // wide text
    {"wcsncpy", {filled(0, 2, sizeof(wchar_t)), reads_as(1, text_of<wchar_t, 1, 2>)}},
    {"wcpcpy", {writes_as(0, text_of<wchar_t, 1>), reads_as(1, text_of<wchar_t, 1>)}},
    {"wcpncpy", {filled(0, 2, sizeof(wchar_t)), reads_as(1, text_of<wchar_t, 1, 2>)}},
    {"wcsnlen", {reads_as(0, text_of<wchar_t, 0, 1>)}},
    {"wcsdup", {reads_as(0, text_of<wchar_t, 0>)}},
    {"wcscmp", {reads_as(0, up_to_difference<wchar_t>), reads_as(1, up_to_difference<wchar_t>)}},
    {"wcsncmp", {reads_as(0, up_to_difference<wchar_t, 2>), reads_as(1, up_to_difference<wchar_t, 2>)}},
    {"wmemcmp",
     {reads_as(0, up_to_difference<wchar_t, 2, false>), reads_as(1, up_to_difference<wchar_t, 2, false>)}},
    {"wmemchr", {reads_as(0, up_to_value<wchar_t, 0, 1, 2>)}},
    {"wmempcpy", {whole(1, 2, sizeof(wchar_t)), filled(0, 2, sizeof(wchar_t))}},
    {"wcschr", {reads_as(0, up_to_value_or_end<wchar_t, 0, 1>)}},
    {"wcschrnul", {reads_as(0, up_to_value_or_end<wchar_t, 0, 1>)}},
    {"wcsrchr", {reads_as(0, text_of<wchar_t, 0>)}},
    {"fputws", {reads_as(0, text_of<wchar_t, 0>)}},
    {"wcstol", {reads_as(0, whole_number<wchar_t>), out(1, sizeof(wchar_t*))}},
    {"wcstoll", {reads_as(0, whole_number<wchar_t>), out(1, sizeof(wchar_t*))}},
    {"wcstoul", {reads_as(0, whole_number<wchar_t>), out(1, sizeof(wchar_t*))}},
    {"wcstoull", {reads_as(0, whole_number<wchar_t>), out(1, sizeof(wchar_t*))}},
    {"wcstod", {reads_as(0, real_number), out(1, sizeof(wchar_t*))}},
    {"wcstof", {reads_as(0, real_number), out(1, sizeof(wchar_t*))}},
    {"wcstold", {reads_as(0, real_number), out(1, sizeof(wchar_t*))}},
    // conversions
    {"bzero", {filled(0, 1)}},
    {"bcopy", {whole(0, 2), filled(1, 2)}},
    {"asctime_r", {in(0, sizeof(tm)), out(1, 26)}},
    {"localtime_r", {in(0, sizeof(time_t))}},
    {"gmtime_r", {in(0, sizeof(time_t))}},
    {"ctime_r", {in(0, sizeof(time_t))}},
    {"inet_addr", {text(0)}},
    {"inet_aton", {text(0), out(1, 4)}},
    {"dirname", {{0, Use::changes_text}}},
    {"erand48", {both(0, 6)}},
    {"nrand48", {both(0, 6)}},
    {"jrand48", {both(0, 6)}},
    {"strftime", {text(2), in(3, kTm)}},
    // results beside the one that is returned; numbers with a fraction come in registers of their own
    {"modf", {out(0, sizeof(double))}},
    {"modff", {out(0, sizeof(float))}},
    {"frexp", {out(0, sizeof(int))}},
    {"frexpf", {out(0, sizeof(int))}},
    {"frexpl", {out(0, sizeof(int))}},
    {"modfl", {out(0, 10)}},
    {"remquo", {out(0, sizeof(int))}},
    {"remquof", {out(0, sizeof(int))}},
    {"lgamma", {signgam()}},
    {"lgammaf", {signgam()}},
    {"lgammal", {signgam()}},
    {"gamma", {signgam()}},
    {"gammaf", {signgam()}},
    {"gammal", {signgam()}},
    {"lgamma_r", {out(0, sizeof(int))}},
    {"lgammaf_r", {out(0, sizeof(int))}},
    {"lgammal_r", {out(0, sizeof(int))}},
    {"nan", {text(0)}},
    {"nanf", {text(0)}},
    {"nanl", {text(0)}},
    {"sincos", {out(0, sizeof(double)), out(1, sizeof(double))}},
};

}  // namespace

std::span<const DescribedCall> calls_of_text() { return kCalls; }

}  // namespace heddle::control
