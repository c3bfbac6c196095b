// SPDX-License-Identifier: Apache-2.0
// Streams of C++ are worked on inside libstdc++. Every function that reads or writes through one begins with a
// sentry: that is a write of the stream by the caller. The standard streams may be used by several threads at
// the same time ([iostream.objects.overview]).
#include <cstddef>

#include <dlfcn.h>

#include "runtime/shared/abi.h"
#include "runtime/shared/caller.h"

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

// What both halves of a stream have in common is its virtual base: what stands there is where is said before the functions
// of the stream. There is the width, which each output sets to 0, and the buffer, with pointers behind that to its functions:
// none of them is set where nothing is kept.
void enters(const void* stream, const void* pc) {
  if (!watched() || is_standard(stream)) return;
  constexpr std::size_t kWidth = 16, kBuffer = 232, kPointers = 6;
  writes(stream, 1, pc);
  const char* base =
      static_cast<const char*>(stream) + (*static_cast<const std::ptrdiff_t* const*>(stream))[-3];
  writes(base + kWidth, sizeof(std::size_t), pc);
  const auto* buffer = *reinterpret_cast<void* const* const*>(base + kBuffer);
  if (buffer == nullptr) return;
  bool keeps = false;
  for (std::size_t i = 1; i <= kPointers; ++i) keeps |= buffer[i] != nullptr;
  if (keeps) writes(buffer + 1, kPointers * sizeof(void*), pc);
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
