// SPDX-License-Identifier: Apache-2.0
// Where streams of C++ and their buffers have what, by libstdc++'s binary interface.
#pragma once

#include <cstddef>
#include <cstdint>

#include <dlfcn.h>

namespace heddle::runtime {

// What both halves of a stream have in common is its virtual base: what stands there is where is said before the functions
// of the stream. There is the width, which each output sets to 0, whether it failed, and the buffer.
inline constexpr std::uint8_t kPrecision = 8, kWidth = 16, kFlags = 24, kExceptions = 28, kState = 32,
                              kTie = 216, kFill = 224, kBuffer = 232;
inline const char* base_of(const void* stream) {
  return static_cast<const char*>(stream) + (*static_cast<const std::ptrdiff_t* const*>(stream))[-3];
}
inline bool has_failed(const void* stream) {
  constexpr int kBad = 1, kFail = 4;
  return (*reinterpret_cast<const int*>(base_of(stream) + kState) & (kBad | kFail)) != 0;
}
inline bool may_throw(const void* stream) {
  return *reinterpret_cast<const int*>(base_of(stream) + kExceptions) != 0;
}

// A buffer has pointers into its text behind the one to its functions. None of them is set where nothing is kept, or
// where a text has not begun yet: the library's own buffers keep one.
inline constexpr std::size_t kPointers = 6;
inline bool keeps_text(const void* const* buffer) {
  static constexpr const char* kNames[] = {"_ZTVNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEE",
                                           "_ZTVNSt7__cxx1115basic_stringbufIwSt11char_traitsIwESaIwEEE",
                                           "_ZTVSt13basic_filebufIcSt11char_traitsIcEE",
                                           "_ZTVSt13basic_filebufIwSt11char_traitsIwEE"};
  static const char* functions[4];
  static bool found = false;
  if (!found) {
    for (std::size_t i = 0; i < 4; ++i)
      functions[i] = static_cast<const char*>(dlsym(RTLD_DEFAULT, kNames[i]));
    found = true;
  }
  for (const char* each : functions)
    if (each != nullptr && buffer[0] == each + 2 * sizeof(void*)) return true;
  for (std::size_t i = 1; i <= kPointers; ++i)
    if (buffer[i] != nullptr) return true;
  return false;
}

}  // namespace heddle::runtime
