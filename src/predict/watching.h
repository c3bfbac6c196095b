// SPDX-License-Identifier: Apache-2.0
// A predicate over marks, watched while the events arrive: what its detectors have in common.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "finding/finding.h"
#include "finding/listener.h"
#include "heddle/predicate.h"
#include "predict/expression.h"

namespace heddle::predict {

// An expression, or a function from a library (<heddle/predicate.h>), and its name.
struct WatchedPredicate {
  std::string text;
  std::optional<Expression> expression;
  PredicateFunction function = nullptr;
};

class Watching : public finding::Listener {
 public:
  // After finish.
  virtual std::vector<std::string> doubts() const = 0;
  virtual std::vector<finding::Statistic> statistics() const = 0;
};

}  // namespace heddle::predict
