// SPDX-License-Identifier: Apache-2.0
// What is read from a stream of C++ into a variable is written inside libstdc++: numbers, single characters, times and
// amounts of money. Nothing is written if the stream had come to its end before, so numbers and characters come into
// memory of our own first, which shows that. (Text: control/described_library.cpp.)
#include <cstddef>
#include <ctime>

#include <dlfcn.h>

#define HEDDLE_TELLS_BEFORE
#include "runtime/shared/abi.h"
#include "runtime/shared/caller.h"
#include "runtime/shared/stream_layout.h"

using namespace heddle::runtime;

namespace {

using Extract = void* (*)(void*, void*);

template <class Value>
constexpr std::size_t kBytes = sizeof(Value);
template <>
constexpr std::size_t kBytes<long double> = 10;

template <class Value>
void* extract(Extract real, void* stream, void* to, const void* pc) {
  constexpr unsigned char kUnlikely = 0xa5;  // no bool, and of no number that stands for a failure
  if (!watched()) return real(stream, to);
  if (may_throw(stream)) {
    writes(to, kBytes<Value>, pc);
    return real(stream, to);
  }
  alignas(Value) unsigned char own[sizeof(Value)];
  for (unsigned char& byte : own) byte = kUnlikely;
  void* result = real(stream, own);
  bool is_written = !has_failed(stream);
  for (const unsigned char byte : own) is_written |= byte != kUnlikely;
  if (!is_written) return result;
  writes(to, kBytes<Value>, pc);
  for (std::size_t i = 0; i < kBytes<Value>; ++i) static_cast<unsigned char*>(to)[i] = own[i];
  return result;
}

}  // namespace

#define HEDDLE_EXTRACT(name, type)                                          \
  HEDDLE_INTERPOSE void* name(void* stream, void* to) {                     \
    static auto* real = reinterpret_cast<Extract>(dlsym(RTLD_NEXT, #name)); \
    return extract<type>(real, stream, to, HEDDLE_PC);                      \
  }
// An unoptimised program calls the operators, an optimised one has most of them in its own code.
#define HEDDLE_EXTRACTS(letter, type)     \
  HEDDLE_EXTRACT(_ZNSirsER##letter, type) \
  HEDDLE_EXTRACT(_ZNSt13basic_istreamIwSt11char_traitsIwEErsER##letter, type)
#define HEDDLE_EXTRACTS_BOTH(letter, type)                   \
  HEDDLE_EXTRACTS(letter, type)                              \
  HEDDLE_EXTRACT(_ZNSi10_M_extractI##letter##EERSiRT_, type) \
  HEDDLE_EXTRACT(_ZNSt13basic_istreamIwSt11char_traitsIwEE10_M_extractI##letter##EERS2_RT_, type)
HEDDLE_EXTRACTS(i, int)
HEDDLE_EXTRACTS(s, short)
HEDDLE_EXTRACTS_BOTH(Pv, void*)
HEDDLE_EXTRACTS_BOTH(b, bool)
HEDDLE_EXTRACTS_BOTH(d, double)
HEDDLE_EXTRACTS_BOTH(e, long double)
HEDDLE_EXTRACTS_BOTH(f, float)
HEDDLE_EXTRACTS_BOTH(j, unsigned)
HEDDLE_EXTRACTS_BOTH(l, long)
HEDDLE_EXTRACTS_BOTH(m, unsigned long)
HEDDLE_EXTRACTS_BOTH(t, unsigned short)
HEDDLE_EXTRACTS_BOTH(x, long long)
HEDDLE_EXTRACTS_BOTH(y, unsigned long long)
HEDDLE_EXTRACT(_ZNSi3getERc, char)
HEDDLE_EXTRACT(_ZNSt13basic_istreamIwSt11char_traitsIwEE3getERw, wchar_t)
HEDDLE_EXTRACT(_ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_RS3_, char)
HEDDLE_EXTRACT(_ZStrsISt11char_traitsIcEERSt13basic_istreamIcT_ES5_Ra, char)
HEDDLE_EXTRACT(_ZStrsISt11char_traitsIcEERSt13basic_istreamIcT_ES5_Rh, char)
HEDDLE_EXTRACT(_ZStrsIwSt11char_traitsIwEERSt13basic_istreamIT_T0_ES6_RS3_, wchar_t)

// ---- by facets of a locale: get_time, get_money ----

namespace {
struct Place {  // std::istreambuf_iterator
  void* buffer;
  int character;
};
constexpr std::size_t kTime = 9 * sizeof(int);  // of a tm; which of its fields is a question of the format
constexpr std::size_t kLength = 8;              // of a string, behind the pointer to its text
}  // namespace

#define HEDDLE_FACET(name, more_parameters, more, to, bytes)                                           \
  HEDDLE_INTERPOSE Place name(const void* facet, Place from, Place until HEDDLE_ALL more_parameters) { \
    using Real = Place (*)(const void*, Place, Place HEDDLE_ALL more_parameters);                      \
    static auto* real = reinterpret_cast<Real>(dlsym(RTLD_NEXT, #name));                               \
    if (watched()) writes(to, bytes, HEDDLE_PC);                                                       \
    return real(facet, from, until HEDDLE_ALL more);                                                   \
  }
#define HEDDLE_ALL(...) __VA_ARGS__
#define HEDDLE_NAME(facet, unit, function) \
  _ZNKSt7__cxx11##facet##I##unit##St19istreambuf_iteratorI##unit##St11char_traitsI##unit##EEE##function

#define HEDDLE_TIME(unit, function, ending, more_parameters, more)                              \
  HEDDLE_TOLD_FACET(                                                                            \
      HEDDLE_NAME(8time_get, unit, function##ES4_S4_RSt8ios_baseRSt12_Ios_IostateP2tm##ending), \
      (, void* stream, void* error, void* time HEDDLE_ALL more_parameters),                     \
      (, stream, error, time HEDDLE_ALL more), time, kTime)
#define HEDDLE_TOLD_FACET(...) HEDDLE_FACET(__VA_ARGS__)  // with the name made up first
#define HEDDLE_TIMES(unit)                                                                         \
  HEDDLE_TIME(unit, 11get_weekday, , (), ())                                                       \
  HEDDLE_TIME(unit, 13get_monthname, , (), ())                                                     \
  HEDDLE_TIME(unit, 8get_date, , (), ())                                                           \
  HEDDLE_TIME(unit, 8get_time, , (), ())                                                           \
  HEDDLE_TIME(unit, 8get_year, , (), ())                                                           \
  HEDDLE_TIME(unit, 3get, PK##unit##SD_, (, const void* format, const void* end), (, format, end)) \
  HEDDLE_TIME(unit, 3get, cc, (, char format, char modifier), (, format, modifier))
HEDDLE_TIMES(c)
HEDDLE_TIMES(w)

#define HEDDLE_MONEY(unit, type, to, bytes)                                                          \
  HEDDLE_TOLD_FACET(HEDDLE_NAME(9money_get, unit, 3getES4_S4_bRSt8ios_baseRSt12_Ios_IostateR##type), \
                    (, bool international, void* stream, void* error, char* amount),                 \
                    (, international, stream, error, amount), to, bytes)
HEDDLE_MONEY(c, e, amount, kBytes<long double>)
HEDDLE_MONEY(w, e, amount, kBytes<long double>)
HEDDLE_MONEY(c, NS_12basic_stringIcS3_SaIcEEE, amount + sizeof(void*), kLength)
HEDDLE_MONEY(w, NS_12basic_stringIwS3_SaIwEEE, amount + sizeof(void*), kLength)
