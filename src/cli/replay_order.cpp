// SPDX-License-Identifier: Apache-2.0
// heddle trace replay-order REPORT.json: the run of each finding of `heddle detect`, `heddle predict` or
// `heddle run --when`, event by event.
//
// Nothing in the report is believed but the order of the threads. The events come from the trace; the referee
// (predict/schedule.h) replays them against the rules of execution; and at the end of the run the predicate
// is evaluated, the two accesses are looked at, or who holds what the next one wants.
#include "cli/replay_order.h"

#include <memory>
#include <optional>

#include <CLI/Option.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/read_file.h"
#include "cli/output.h"
#include "predict/library_predicate.h"
#include "predict/schedule.h"
#include "predict/temporal.h"
#include "predict/witness.h"
#include "trace/trace.h"

namespace heddle::cli {
namespace {

using nlohmann::json;

struct Options {
  std::string report;
  std::string trace;
  std::size_t finding = 0;  // from 1; 0: all
  bool from_start = false;
  std::string library;
  std::string output;
};

// What a report says of one finding, as far as it is needed here.
struct Told {
  std::string kind, message, certainty, predicate;
  std::vector<event::Position> events;  // of its steps
  finding::Witness witness;
};

std::vector<std::pair<std::string, std::uint64_t>> counts_in(const json& object) {
  std::vector<std::pair<std::string, std::uint64_t>> counts;
  for (const auto& [thread, count] : object.items()) counts.emplace_back(thread, count.get<std::uint64_t>());
  return counts;
}

Told told_by(const json& finding) {
  Told told{.kind = finding.at("kind"), .message = finding.at("message")};
  told.certainty = finding.value("certainty", "");
  told.predicate = finding.value("predicate", "");
  std::vector<json> steps;
  if (finding.contains("first")) steps = {finding.at("first"), finding.at("second")};
  if (finding.contains("steps")) steps = finding.at("steps").get<std::vector<json>>();
  for (const json& step : steps)
    if (step.contains("event")) told.events.push_back(step.at("event"));
  const json witness = finding.value("witness", json::object());
  told.witness.start = counts_in(witness.value("start", json::object()));
  for (const json& slice : witness.value("run", json::array()))
    told.witness.run.push_back({slice.at("thread"), slice.at("steps")});
  return told;
}

// The trace that a report is about, "" if it is about a program, and what it says of its findings.
struct Telling {
  std::string trace;
  std::vector<Told> findings;
};
base::Result<Telling> read_report(const std::string& path) {
  const auto text = base::read_file(path);
  if (!text) return base::failure(text.error());
  const json report = json::parse(*text, nullptr, false);
  if (!report.is_object() || !report.contains("findings") || !report["findings"].is_array())
    return base::failure(base::ErrorCode::malformed, "expected a report that heddle wrote with --format json",
                         path);
  Telling telling;
  try {
    if (report.at("command") != "run") telling.trace = report.at("input");
    for (const json& finding : report["findings"]) telling.findings.push_back(told_by(finding));
  } catch (const json::exception& wrong) {
    return base::failure(base::ErrorCode::malformed, wrong.what(), path);
  }
  return telling;
}

struct Read {
  std::unique_ptr<trace::TraceReader> reader;
  std::vector<event::Event> events;
};
base::Result<Read> read_trace(const std::string& path) {
  auto reader = trace::open_trace(path, {});
  if (!reader) return base::failure(reader.error());
  auto events = trace::read_events(**reader);
  if (!events) return base::failure(events.error());
  return Read{std::move(*reader), std::move(*events)};
}

// What is wrong with the finding's run, or where it leads; the latter as a sentence.
struct Outcome {
  std::string broken, sentence;
  std::optional<event::Position> other_read;
};
// What a run shows of a property that does not hold, where the run alone does: of what always or at some time has to be.
// Of others it is a schedule of the recorded events, and that is all.
predict::Claim claim_of(const predict::Expression& property, const std::string& text, std::size_t steps,
                        std::string& sentence) {
  using Kind = predict::Expression::Kind;
  predict::Claim claim;
  sentence = "it is a schedule of the recorded events";
  if (property.operands.size() != 1 || predict::temporal_operators(property.operands[0]) > 0) return claim;
  const predict::Expression& part = property.operands[0];
  const std::string words = text.substr(part.begin, part.end - part.begin);
  if (property.kind == Kind::all_always) {
    claim.on_the_way.push_back({steps, &part, false});
    sentence = fmt::format("at its end `{}` does not hold", words);
  } else if (property.kind == Kind::all_sometime) {
    for (std::size_t after = 0; after <= steps; ++after) claim.on_the_way.push_back({after, &part, false});
    sentence = fmt::format("`{}` holds in no state on it", words);
  }
  return claim;
}

base::Result<Outcome> check(const Told& told, const Read& read, const std::vector<event::Position>& run,
                            const predict::LibraryPredicate* library) {
  const event::Names& names = read.reader->names();
  Outcome outcome;
  if (told.kind == "predicate") {
    predict::Claim claim;
    std::optional<predict::Expression> expression;
    if (library != nullptr) {
      claim.function = library->function();
    } else {
      auto parsed = predict::parse_property(told.predicate);
      if (!parsed)
        return base::failure(
            base::ErrorCode::usage,
            fmt::format("`{}` is no expression; if it is from a library, name that", told.predicate),
            "--when-library");
      expression = std::move(*parsed);
      if (predict::temporal_operators(*expression) > 0)
        claim = claim_of(*expression, told.predicate, run.size(), outcome.sentence);
      else
        claim.expression = &*expression;
    }
    const predict::Checked checked = predict::check_run(read.events, names, run, claim);
    outcome.broken = checked.broken.empty() ? checked.unchecked : checked.broken;
    outcome.other_read = checked.other_read;
    if (outcome.sentence.empty()) outcome.sentence = fmt::format("at its end `{}` holds", told.predicate);
    return outcome;
  }
  const auto recording = predict::Recording::from(read.events, names);
  if (!recording) return base::failure(recording.error());
  const predict::Referee referee(*recording);
  predict::Schedule schedule{.start = predict::State(recording->must().threads(), 0)};
  for (const event::Position p : run)
    schedule.run.push_back(static_cast<std::uint32_t>(read.events[p].thread.index()));
  for (const event::Position p : told.events)
    if (p >= read.events.size())
      return base::failure(base::ErrorCode::malformed, fmt::format("the trace has no event {}", p));
  predict::Referee::Judgement judgement;
  if (told.kind == "data-race" && told.events.size() == 2) {
    outcome.broken = referee.not_a_race(schedule, told.events[0], told.events[1], &judgement);
    outcome.sentence = "at its end both accesses are next";
  } else if (told.kind == "deadlock") {
    outcome.broken = referee.not_a_deadlock(schedule, told.events, &judgement);
    outcome.sentence = "at its end each of these threads waits for the next";
  } else {
    return base::failure(base::ErrorCode::malformed,
                         fmt::format("a finding of kind '{}' has no run", told.kind));
  }
  outcome.other_read = judgement.other_read;
  return outcome;
}

void print_run(const Told& told, const Read& read, const std::vector<event::Position>& run, bool from_start) {
  const event::Names& names = read.reader->names();
  std::size_t first = 0;
  if (!from_start && !told.witness.start.empty()) {
    fmt::print("  as recorded to");
    for (const auto& [thread, count] : told.witness.start) {
      fmt::print(" {}:{}", thread, count);
      first += count;
    }
    fmt::print("\n");
  }
  for (std::size_t k = first; k < run.size(); ++k) {
    const event::Event& event = read.events[run[k]];
    const bool other = k > first && read.events[run[k - 1]].thread != event.thread;
    std::string line = fmt::format("{}{:>6}  {}  {}", other ? "\n" : "", k + 1, names.threads[event.thread],
                                   event::name(event.operation));
    if (const std::string target = names.describe_target(event); !target.empty()) line += " " + target;
    if (const std::string place = names.describe(event.location); !place.empty()) line += "  " + place;
    fmt::print("{}  event {}\n", line, run[k]);
  }
}

base::Result<int> replay_order(const Options& options) {
  const auto report = read_report(options.report);
  if (!report) return base::failure(report.error());
  const std::string& trace = options.trace.empty() ? report->trace : options.trace;
  if (trace.empty())
    return base::failure(base::ErrorCode::usage, "the report is of a program: name its recording too",
                         "--trace");
  std::optional<predict::LibraryPredicate> library;
  if (!options.library.empty()) {
    auto loaded = predict::LibraryPredicate::load(options.library);
    if (!loaded) return base::failure(loaded.error());
    library.emplace(std::move(*loaded));
  }
  const auto read = read_trace(trace);
  if (!read) return base::failure(read.error());
  std::size_t number = 0, shown = 0;
  for (const Told& told : report->findings) {
    ++number;
    if (options.finding != 0 && number != options.finding) continue;
    if (told.witness.run.empty() && told.witness.start.empty() && told.kind != "predicate") continue;
    const std::string where = fmt::format("{}: finding {}", options.report, number);
    const auto run = predict::positions_of(told.witness, read->events, read->reader->names());
    if (!run) return base::failure(base::ErrorCode::malformed, run.error().message, where);
    const auto outcome = check(told, *read, *run, library ? &*library : nullptr);
    if (!outcome) return base::failure(outcome.error());
    if (!outcome->broken.empty())
      return base::failure(base::ErrorCode::malformed, "this is not a run of the trace: " + outcome->broken,
                           where);
    fmt::print("{}{}\n", shown++ > 0 ? "\n" : "", told.message);
    print_run(told, *read, *run, options.from_start);
    fmt::print("  checked: {} steps of the recording, in an order that keeps its rules; {}\n", run->size(),
               outcome->sentence);
    if (outcome->other_read)
      fmt::print("  the first read on it that sees another write than it did: event {}\n",
                 *outcome->other_read);
    if (options.output.empty()) continue;
    if (auto written = write_run(options.output, read->reader->names(), read->events, *run); !written)
      return base::failure(written.error());
    break;
  }
  if (shown == 0)
    return base::failure(base::ErrorCode::usage,
                         options.finding != 0 ? fmt::format("there is no run in finding {}", options.finding)
                                              : "no finding of it has a run",
                         options.report);
  return exit_with(ExitStatus::clean);
}

}  // namespace

base::Result<void> write_run(const std::string& path, const event::Names& names,
                             std::span<const event::Event> events, std::span<const event::Position> run) {
  auto writer = trace::create_trace(path);
  if (!writer) return base::failure(writer.error());
  std::vector<event::Event> ordered;
  ordered.reserve(run.size());
  for (const event::Position position : run) ordered.push_back(events[position]);
  if (auto written = (*writer)->write(names, ordered); !written) return written;
  return (*writer)->finish();
}

Action add_replay_order(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("report", options->report,
                 "a report in JSON of heddle detect, heddle predict or heddle run --when")
      ->required();
  app.add_option("--trace", options->trace, "the recording (default: the report's input)");
  app.add_option("--finding", options->finding, "only this one of the findings, from 1");
  app.add_flag("--from-start", options->from_start,
               "also those steps that come first, in the order in which they were recorded");
  app.add_option("--when-library", options->library, "the predicate, if it is from a library");
  app.add_option("--output", options->output,
                 "write the run of the first finding shown as a trace (.std, .hdl)");
  app.footer(
      "Each run is checked anew: it must be one of the recorded steps, and show at its end what the finding "
      "says.\nExit status 0 if all are right, 2 if one is not.");
  return [options] { return replay_order(*options); };
}

}  // namespace heddle::cli
