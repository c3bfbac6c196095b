// SPDX-License-Identifier: Apache-2.0
// heddle trace info | cat | convert | generate | replay-order: trace files as files.
#include "trace/trace.h"

#include <array>
#include <cstdio>
#include <memory>
#include <set>

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>

#include "cli/output.h"
#include "cli/progress.h"
#include "cli/replay_order.h"
#include "cli/verb.h"
#include "cli/written_files.h"
#include "trace/generate.h"
#include "trace/generate_mailboxes.h"

namespace heddle::cli {
namespace {

struct TraceOptions {
  std::string input;
  std::string output;
  trace::ReadOptions read;
  trace::GenerateOptions generate;
  std::string shape;
  double mailboxes = -1;  // negative: not that kind of trace
};

// Feeds every event of the input to `take(reader, events)`, with progress; yields how many there were.
template <class Take>
base::Result<event::Position> for_each_batch(trace::TraceReader& reader, Take take) {
  Progress progress("events");
  event::Position position = 0;
  while (true) {
    const auto events = reader.next();
    if (!events) return base::failure(events.error());
    if (events->empty()) return position;
    if (auto taken = take(*events); !taken) return base::failure(taken.error());
    position += events->size();
    if (progress.due()) progress.show(position, share_read(reader));
    if (interrupted())
      return base::failure(base::ErrorCode::limit, fmt::format("interrupted after {} events", position));
  }
}

// What kept the input from being whole goes to standard error; the exit status says so too.
base::Result<int> status_of(const trace::TraceReader& reader) {
  const auto doubts = reader.doubts();
  for (const std::string& doubt : doubts) fmt::print(stderr, "heddle: incomplete: {}\n", doubt);
  return exit_with(doubts.empty() ? ExitStatus::clean : ExitStatus::inconclusive);
}

base::Result<int> info(const TraceOptions& options) {
  auto reader = trace::open_trace(options.input, options.read);
  if (!reader) return base::failure(reader.error());
  std::array<std::uint64_t, event::kOperations> counts{};
  const auto total =
      for_each_batch(**reader, [&](std::span<const event::Event> events) -> base::Result<void> {
        for (const event::Event& event : events) ++counts[static_cast<std::size_t>(event.operation)];
        return {};
      });
  if (!total) return base::failure(total.error());
  const event::Names& names = (*reader)->names();
  fmt::print("{}: {} events, {} threads, {} locks, {} named variables\n", options.input, *total,
             names.threads.size(), names.locks.size(), names.named_variables());
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (counts[i] > 0)
      fmt::print("  {:<24} {:>12}\n", event::name(static_cast<event::Operation>(i)), counts[i]);
  const std::uint64_t bytes = (*reader)->progress().done;
  if (*total > 0)
    fmt::print("  {:.2f} bytes an event\n", static_cast<double>(bytes) / static_cast<double>(*total));
  return status_of(**reader);
}

base::Result<int> convert(const TraceOptions& options) {
  auto reader = trace::open_trace(options.input, options.read);
  if (!reader) return base::failure(reader.error());
  auto writer = trace::create_trace(options.output);
  if (!writer) return base::failure(writer.error());
  const auto total = for_each_batch(**reader, [&](std::span<const event::Event> events) {
    return (*writer)->write((*reader)->names(), events);
  });
  if (!total) return base::failure(total.error());
  // What is missing from the input must not read as whole in the output.
  if (auto finished = (*writer)->finish((*reader)->doubts()); !finished)
    return base::failure(finished.error());
  return status_of(**reader);
}

base::Result<int> generate(const TraceOptions& options) {
  auto writer = trace::create_trace(options.output);
  if (!writer) return base::failure(writer.error());
  trace::Generator generator(options.generate);
  Progress progress("events");
  event::Position position = 0;
  while (position < options.generate.events) {
    const auto events = generator.next();
    if (events.empty()) break;
    if (auto written = (*writer)->write(generator.names(), events); !written)
      return base::failure(written.error());
    position += events.size();
    progress.show(position, static_cast<double>(position) / static_cast<double>(options.generate.events));
    if (interrupted())
      return base::failure(base::ErrorCode::limit, fmt::format("interrupted after {} events", position));
  }
  if (auto finished = (*writer)->finish(); !finished) return base::failure(finished.error());
  return exit_with(ExitStatus::clean);
}

base::Result<int> generate_mailboxes(const TraceOptions& options) {
  trace::MailboxOptions wanted{options.generate.threads, options.generate.events, options.mailboxes,
                               options.generate.seed};
  for (const trace::MailboxShape& shape : trace::mailbox_shapes())
    if (shape.name == options.shape) wanted = shape.options;
  const trace::MailboxTrace made = trace::generate_mailboxes(wanted);
  auto writer = trace::create_trace(options.output);
  if (!writer) return base::failure(writer.error());
  if (auto written = (*writer)->write(made.names, made.events); !written)
    return base::failure(written.error());
  if (auto finished = (*writer)->finish(); !finished) return base::failure(finished.error());
  return exit_with(ExitStatus::clean);
}

}  // namespace

Action add_trace(CLI::App& app) {
  auto options = std::make_shared<TraceOptions>();
  app.require_subcommand(1);
  app.footer(
      "Formats: .hdl (heddle's own: compact, readable up to a break) and .std (STD text, one event a line).\n"
      "See doc/trace-format.md. Input is recognised by its first bytes; - is standard input or output.");
  const auto add_input = [&](CLI::App* verb) {
    verb->add_option("trace", options->input, "trace file to read")->required();
    options->read.stopped = interrupted;
    verb->add_flag("--lenient", options->read.lenient,
                   "skip events that no execution can produce, and say so");
  };
  CLI::App* info_verb = app.add_subcommand("info", "what a trace holds: threads, locks, events of each kind");
  add_input(info_verb);
  CLI::App* cat_verb = app.add_subcommand("cat", "print a trace as STD text");
  add_input(cat_verb);
  CLI::App* convert_verb =
      app.add_subcommand("convert", "write a trace in another format, told by the extension");
  add_input(convert_verb);
  convert_verb->add_option("output", options->output, "file to write: .hdl or .std")
      ->required()
      ->check(writable_file());
  CLI::App* generate_verb =
      app.add_subcommand("generate", "write a random execution, the same for the same seed");
  trace::GenerateOptions& shape = options->generate;
  generate_verb->add_option("--threads", shape.threads, "threads that run")->capture_default_str();
  generate_verb->add_option("--locks", shape.locks, "locks they share")->capture_default_str();
  generate_verb->add_option("--variables", shape.variables, "variables they access")->capture_default_str();
  generate_verb->add_option("--events", shape.events, "events to write")->capture_default_str();
  generate_verb->add_option("--seed", shape.seed, "which of the executions")->capture_default_str();
  const auto share = CLI::Range(0.0, 1.0);
  generate_verb
      ->add_option("--synchronisation", shape.synchronisation, "share of acquires and releases, about")
      ->check(share)
      ->capture_default_str();
  generate_verb->add_option("--writes", shape.writes, "share of writes among the accesses")
      ->check(share)
      ->capture_default_str();
  generate_verb->add_option("--racy", shape.racy, "share of variables that nothing protects")
      ->check(share)
      ->capture_default_str();
  generate_verb->add_option("--phases", shape.phases, "parts of the run, a barrier between them")
      ->capture_default_str();
  generate_verb->add_flag("--every-operation", shape.every_operation,
                          "also atomics, fences, shared locks, conditions, messages, heap memory, marks");
  CLI::Option* mailboxes =
      generate_verb
          ->add_option(
              "--mailboxes", options->mailboxes,
              "only read-modify-writes of mailboxes, one a thread, so large a share of them at another "
              "thread's; goes with --threads, --events and --seed")
          ->check(share);
  std::set<std::string> shapes;
  for (const trace::MailboxShape& one : trace::mailbox_shapes()) shapes.emplace(one.name);
  generate_verb
      ->add_option("--shape", options->shape,
                   "such a trace with the threads, events and nearly the number of states of one that heddle "
                   "states is "
                   "measured on (doc/states.md)")
      ->check(CLI::IsMember(shapes))
      ->excludes(mailboxes);
  generate_verb->add_option("output", options->output, "file to write: .hdl or .std")
      ->required()
      ->check(writable_file());
  CLI::App* replay_verb =
      app.add_subcommand("replay-order", "print the run that a finding carries, and check it");
  const Action replay_order = add_replay_order(*replay_verb);
  return [=]() -> base::Result<int> {
    if (replay_verb->parsed()) return replay_order();
    if (info_verb->parsed()) return info(*options);
    if (convert_verb->parsed()) return convert(*options);
    if (generate_verb->parsed())
      return options->mailboxes >= 0 || !options->shape.empty() ? generate_mailboxes(*options)
                                                                : generate(*options);
    options->output = "-";
    return convert(*options);
  };
}

}  // namespace heddle::cli
