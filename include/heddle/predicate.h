// SPDX-License-Identifier: Apache-2.0
// Predicates written in C++, for conditions that the expression language cannot say:
//
//   #include <heddle/predicate.h>
//   HEDDLE_PREDICATE(two_writers) {
//     int writers = 0;
//     for (std::size_t t = 0; t < state.threads(); ++t) writers += state.value(t, "mode") == 2;
//     return writers > 1;
//   }
//
//   c++ -std=c++17 -shared -fPIC -I… two_writers.cpp -o two_writers.so
//   heddle detect run.hdl --when-library ./two_writers.so
//   heddle run --when-library ./two_writers.so ./app            (asked at marks and synchronisation only)
//
// The function is called for many states, from several threads at once, in no particular order: it must
// depend on nothing but the state. heddle knows nothing of its form, so every state is enumerated.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle {

// One consistent global state. Valid during the call only.
class GlobalState {
 public:
  virtual std::size_t threads() const = 0;
  virtual const char* thread_name(std::size_t thread) const = 0;  // "T1"
  // What the thread's last mark of that name set; 0 before the first one.
  virtual std::int64_t value(std::size_t thread, const char* name) const = 0;
  // How many events of the thread have happened.
  virtual std::size_t events(std::size_t thread) const = 0;

 protected:
  GlobalState() = default;
  GlobalState(const GlobalState&) = default;
  GlobalState& operator=(const GlobalState&) = default;
  ~GlobalState() = default;
};

using PredicateFunction = bool (*)(const GlobalState& state);

}  // namespace heddle

// Defines the predicate of a library; a library has one.
#define HEDDLE_PREDICATE(name)                                                                               \
  static bool name(const ::heddle::GlobalState& state);                                                      \
  extern "C" __attribute__((visibility("default"))) const char* heddle_predicate_name_v1() { return #name; } \
  extern "C" __attribute__((visibility("default"))) bool heddle_predicate_v1(                                \
      const ::heddle::GlobalState& state) {                                                                  \
    return name(state);                                                                                      \
  }                                                                                                          \
  static bool name(const ::heddle::GlobalState& state)
