// SPDX-License-Identifier: Apache-2.0
#include "cli/question.h"

#include <CLI/Option.hpp>

#include "base/hash.h"
#include "base/read_file.h"
#include "event/digest.h"

namespace heddle::cli {

void add_question_options(CLI::App& app, QuestionOptions& options, const std::string& what) {
  app.add_option("--when", options.when, what);
  app.add_option("--when-library", options.library,
                 "a predicate compiled with <heddle/predicate.h>, as a .so file");
}

base::Result<void> check_question(const QuestionOptions& options) {
  if (options.when.empty() == options.library.empty())
    return base::failure(base::ErrorCode::usage, "expected either --when PREDICATE or --when-library FILE");
  if (options.when.empty()) return {};
  if (auto early = predict::parse(options.when); !early) return base::failure(early.error());
  return {};
}

base::Result<Question> ask(const QuestionOptions& options, const predict::Computation& computation) {
  Question question;
  const std::uint64_t events = event::digest_of(computation.events(), computation.names());
  if (!options.library.empty()) {
    auto library = predict::LibraryPredicate::load(options.library);
    if (!library) return base::failure(library.error());
    const auto bytes = base::read_file(options.library);
    if (!bytes) return base::failure(bytes.error());
    question.text = library->name();
    question.digest = base::combine(events, base::hash_bytes(*bytes));
    question.library.emplace(std::move(*library));
    return question;
  }
  question.text = options.when;
  question.digest = base::combine(events, base::hash_bytes(options.when));
  auto expression = predict::parse(options.when);
  if (!expression) return base::failure(expression.error());
  question.expression = std::move(*expression);
  auto bound = predict::bind_to(question.expression, computation, question.text);
  if (!bound) return base::failure(bound.error());
  if (auto known = predict::check_races(question.expression, computation, question.text); !known)
    return base::failure(known.error());
  question.bound.emplace(std::move(*bound));
  return question;
}

}  // namespace heddle::cli
