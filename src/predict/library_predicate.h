// SPDX-License-Identifier: Apache-2.0
// A predicate from a shared library (include/heddle/predicate.h), asked in states of a computation.
#pragma once

#include <string>

#include "base/result.h"
#include "heddle/predicate.h"
#include "predict/detect.h"

namespace heddle::predict {

// Stays loaded as long as it lives.
class LibraryPredicate {
 public:
  static base::Result<LibraryPredicate> load(const std::string& path);
  LibraryPredicate(const LibraryPredicate&) = delete;
  LibraryPredicate& operator=(const LibraryPredicate&) = delete;
  LibraryPredicate(LibraryPredicate&& other) noexcept;
  LibraryPredicate& operator=(LibraryPredicate&& other) = delete;
  ~LibraryPredicate();

  const std::string& name() const { return name_; }
  PredicateFunction function() const { return function_; }

 private:
  LibraryPredicate(void* handle, PredicateFunction asked, std::string called);

  void* handle_;
  PredicateFunction function_;
  std::string name_;
};

bool holds(PredicateFunction predicate, const Computation& computation, const State& state);

// Any function of the state, by enumeration.
Detection possibly(PredicateFunction predicate, const Computation& computation, const DetectOptions& options);

}  // namespace heddle::predict
