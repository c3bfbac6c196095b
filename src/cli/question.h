// SPDX-License-Identifier: Apache-2.0
// --when PREDICATE or --when-library FILE: what is asked about the states of a recorded execution, however it was given.
#pragma once

#include <optional>
#include <string>

#include <CLI/App.hpp>

#include "predict/bound.h"
#include "predict/library_predicate.h"

namespace heddle::cli {

struct QuestionOptions {
  std::string when;
  std::string library;
  bool is_asked() const { return !when.empty() || !library.empty(); }
};
// `what`: how --when is explained.
void add_question_options(CLI::App& app, QuestionOptions& options, const std::string& what);
// Before a trace is read: one of the two, and an expression that can be read.
base::Result<void> check_question(const QuestionOptions& options);

struct Question {
  std::string text;
  predict::Expression expression;                    // if it is one
  std::optional<predict::Bound> bound;               // likewise
  std::optional<predict::LibraryPredicate> library;  // else
  std::uint64_t digest = 0;                          // of it and of the events that it is asked about

  bool holds(const predict::Computation& computation, const order::Index* state) const {
    if (bound) return bound->evaluate(state) != 0;
    return predict::holds(library->function(), computation,
                          order::State(state, state + computation.poset().processes()));
  }
};
base::Result<Question> ask(const QuestionOptions& options, const predict::Computation& computation);

}  // namespace heddle::cli
