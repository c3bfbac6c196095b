// SPDX-License-Identifier: Apache-2.0
// Streams of C++ are worked on inside libstdc++. Every function that reads or writes through one begins with a
// sentry: that is a write of the stream by the caller. The standard streams may be written and read by several threads
// at the same time ([iostream.objects.overview]), but not while one of them changes how they are written: setf, hex, setw
// and precision are no input or output, nor is another buffer. So a sentry of a standard stream reads those.
#include <cstddef>

#include <dlfcn.h>

#include "runtime/shared/abi.h"
#include "runtime/shared/caller.h"
#include "runtime/shared/stream_layout.h"

using namespace heddle::runtime;

namespace {

bool is_standard(const void* stream) {
  static const void* known[8];
  static bool found = false;
  if (!found) {
    static constexpr const char* kNames[8] = {"_ZSt3cin",  "_ZSt4cout",  "_ZSt4cerr",  "_ZSt4clog",
                                              "_ZSt4wcin", "_ZSt5wcout", "_ZSt5wcerr", "_ZSt5wclog"};
    for (std::size_t i = 0; i < 8; ++i) known[i] = dlsym(RTLD_DEFAULT, kNames[i]);
    found = true;
  }
  for (const void* each : known)
    if (each == stream) return true;
  return false;
}

void enters(const void* stream, const void* pc) {
  if (!watched()) return;
  const char* base = base_of(stream);
  reads(base + kPrecision, kWidth - kPrecision, pc);
  reads(base + kTie, kFill + 1 - kTie, pc);
  reads(base + kBuffer, sizeof(void*), pc);
  if (is_standard(stream)) return reads(base + kWidth, kFlags + sizeof(int) - kWidth, pc);
  writes(stream, 1, pc);
  writes(base + kWidth, kState + sizeof(int) - kWidth, pc);
  const auto* buffer = *reinterpret_cast<void* const* const*>(base + kBuffer);
  if (buffer != nullptr && keeps_text(buffer)) writes(buffer + 1, kPointers * sizeof(void*), pc);
}

}  // namespace

#define HEDDLE_SENTRY(name, more_parameters, more)                                    \
  HEDDLE_INTERPOSE void name(void* sentry, void* stream HEDDLE_ALL more_parameters) { \
    using Real = void (*)(void*, void* HEDDLE_ALL more_parameters);                   \
    static auto* real = reinterpret_cast<Real>(dlsym(RTLD_NEXT, #name));              \
    enters(stream, HEDDLE_PC);                                                        \
    real(sentry, stream HEDDLE_ALL more);                                             \
  }
#define HEDDLE_ALL(...) __VA_ARGS__
HEDDLE_SENTRY(_ZNSo6sentryC1ERSo, (), ())
HEDDLE_SENTRY(_ZNSo6sentryC2ERSo, (), ())
HEDDLE_SENTRY(_ZNSi6sentryC1ERSib, (, bool skips), (, skips))
HEDDLE_SENTRY(_ZNSi6sentryC2ERSib, (, bool skips), (, skips))
HEDDLE_SENTRY(_ZNSt13basic_ostreamIwSt11char_traitsIwEE6sentryC1ERS2_, (), ())
HEDDLE_SENTRY(_ZNSt13basic_istreamIwSt11char_traitsIwEE6sentryC1ERS2_b, (, bool skips), (, skips))

// Manipulators with an argument. An unoptimised program calls the library's, an optimised one has them in its own code.
#define HEDDLE_MANIPULATOR(name, place)                                                          \
  HEDDLE_INTERPOSE void* name(void* stream, int value) {                                         \
    using Real = void* (*)(void*, int);                                                          \
    static auto* real = reinterpret_cast<Real>(dlsym(RTLD_NEXT, #name));                         \
    if (watched()) writes(base_of(stream) + place, place == kFill ? 1 : sizeof(int), HEDDLE_PC); \
    return real(stream, value);                                                                  \
  }
#define HEDDLE_MANIPULATORS(direction)                              \
  HEDDLE_MANIPULATOR(direction##_ES6_St5_Setw, kWidth)              \
  HEDDLE_MANIPULATOR(direction##_ES6_St13_Setprecision, kPrecision) \
  HEDDLE_MANIPULATOR(direction##_ES6_St8_Setbase, kFlags)           \
  HEDDLE_MANIPULATOR(direction##_ES6_St12_Setiosflags, kFlags)      \
  HEDDLE_MANIPULATOR(direction##_ES6_St14_Resetiosflags, kFlags)    \
  HEDDLE_MANIPULATOR(direction##_ES6_St8_SetfillIS3_E, kFill)
HEDDLE_MANIPULATORS(_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0)
HEDDLE_MANIPULATORS(_ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0)
