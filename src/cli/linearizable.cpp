// SPDX-License-Identifier: Apache-2.0
// heddle linearizable HISTORY --model queue: is there an order of recorded calls that explains their results?
#include <memory>

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>

#include "cli/limits.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "linearize/verdict.h"

namespace heddle::cli {
namespace {

struct LinearizableOptions {
  std::string history;
  std::string model;
  std::uint64_t search_steps = 0;
  LimitOptions limits;
  OutputOptions output;
};

base::Result<int> linearizable(const LinearizableOptions& options) {
  const Stopwatch stopwatch;
  const auto bytes = Limits::bytes_in(options.limits.memory);
  if (!bytes) return base::failure(bytes.error());
  Limits limits(options.limits.seconds, *bytes);
  const auto kind = linearize::kind_named(options.model);
  if (!kind) return base::failure(kind.error());
  const auto history = linearize::read_history(options.history, *kind);
  if (!history) return base::failure(history.error());
  finding::Report report;
  report.command = "linearizable";
  report.input = options.history;
  linearize::judge(*history, {options.search_steps, [&] { return limits.reached(); }}, report);
  if (report.findings.empty() && !limits.reason().empty()) report.verdict.doubt(limits.reason());
  stopwatch.add_to(report);
  return deliver(report, options.output);
}

}  // namespace

Action add_linearizable(CLI::App& app) {
  auto options = std::make_shared<LinearizableOptions>();
  app.add_option("history", options->history,
                 "calls that were recorded: one JSON object a line, as Jepsen and Porcupine write them, or a "
                 "recording of "
                 "`heddle run` with heddle_call and heddle_return; - is standard input")
      ->required();
  app.add_option("--model", options->model, "what the calls were made on")
      ->required()
      ->check(CLI::IsMember(linearize::kind_names()));
  app.add_option("--search-steps", options->search_steps,
                 "where no monitor applies: give up after so many steps of the search");
  add_limit_options(app, options->limits);
  add_output_options(app, options->output);
  app.footer(
      "A line is {\"process\": 0, \"type\": \"invoke\", \"f\": \"push\", \"value\": 1, \"time\": 12}; type "
      "is invoke, then ok,\n"
      "fail (it did not happen) or info (nobody knows). doc/linearizable.md lists the operations of each "
      "model.\nTo test a container of your own, nothing need be recorded: include <heddle/linearizable.h>, "
      "say its "
      "operations,\nand run that under heddle check (doc/linearizable.md).");
  return [options] { return linearizable(*options); };
}

}  // namespace heddle::cli
