// SPDX-License-Identifier: Apache-2.0
// heddle predict TRACE: what this run did not show but another schedule of the same steps would.
#include "predict/predict.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>

#include "base/hash.h"
#include "base/scratch_directory.h"
#include "cli/confirm.h"
#include "cli/limits.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/ranks.h"
#include "cli/shards.h"
#include "cli/source_options.h"
#include "cli/verb.h"
#include "event/digest.h"
#include "finding/same_places.h"
#include "finding/suppressions.h"
#include "predict/library_predicate.h"
#include "report/reporter.h"
#include "runtime/host/executable.h"
#include "trace/trace.h"

namespace heddle::cli {
namespace {

struct Options {
  std::string trace;
  trace::ReadOptions read;
  bool races = false, deadlocks = false;
  std::string when, library;
  unsigned jobs = 0;
  std::size_t limit = 100;
  std::size_t search_states = 2'000;
  std::string shard;
  LimitOptions limits;
  ConfirmOptions confirm;
  OutputOptions output;
};

// The program is built before anything of it is tried, and is gone afterwards.
base::Result<void> confirm(const Options& options, const std::vector<event::Event>& events,
                           const event::Names& names, Limits& limits, finding::Report& report) {
  const base::ScratchDirectory workshop;
  if (!workshop.exists()) return base::failure(base::ErrorCode::io, base::ScratchDirectory::trouble());
  const auto directory = runtime::host::runtime_directory();
  if (!directory) return base::failure(directory.error());
  const auto program = runtime::host::prepare(options.confirm.source, *directory, workshop);
  if (!program) return base::failure(program.error());
  ConfirmOptions wanted = options.confirm;
  wanted.output_aside = options.output.takes_standard_output();
  return confirm_predictions(wanted, *program, events, names, limits, report);
}

std::uint64_t digest_of(const std::vector<event::Event>& events) {
  std::uint64_t digest = events.size();
  for (const event::Event& each : events) {
    digest = base::combine(digest,
                           std::uint64_t{each.thread.index()} << 32 | static_cast<unsigned>(each.operation));
    digest = base::combine(digest, each.target);
  }
  return digest;
}

// What all ranks have found, for rank 0: in the order of the recording, races first.
base::Result<void> put_together(cluster::Job& job, std::size_t most, const Limits& limits,
                                std::set<std::string>& reasons, predict::PredictOptions::Shares shares) {
  finding::Report own;
  own.command = "predict";
  own.findings = shares.findings;
  const auto all = job.gather((cluster::Packer() << shares.races << shares.deadlocks
                                                 << report::format_json(own, {}) << limits.reason())
                                  .text());
  if (!all) return base::failure(all.error());
  if (!job.is_first()) return {};
  shares.findings.clear();
  shares.races = shares.deadlocks = {};
  const auto add = [](predict::PredictionCounts& sum, const predict::PredictionCounts& more) {
    sum.groups = std::max(sum.groups, more.groups);  // everybody forms all of them
    sum.candidates += more.candidates;
    sum.meetings += more.meetings;
    sum.reordered += more.reordered;
    sum.undecided += more.undecided;
    sum.cut |= more.cut;
  };
  for (const std::string& text : *all) {
    cluster::Unpacker unpacker(text);
    predict::PredictionCounts races, deadlocks;
    std::string json, reason;
    unpacker >> races >> deadlocks >> json >> reason;
    if (!reason.empty()) reasons.insert(reason);
    auto read = report::read_json(json);
    if (!read) return base::failure(read.error());
    add(shares.races, races);
    add(shares.deadlocks, deadlocks);
    std::move(read->findings.begin(), read->findings.end(), std::back_inserter(shares.findings));
  }
  const auto place = [](const finding::Finding& finding) {
    std::vector<std::uint64_t> events;
    for (const finding::Step& step : finding.steps) events.push_back(step.event.value_or(0));
    return std::pair{finding.kind != finding::Kind::data_race, events};
  };
  std::stable_sort(shares.findings.begin(), shares.findings.end(),
                   [&](const finding::Finding& a, const finding::Finding& b) { return place(a) < place(b); });
  for (const auto& [kind, counts] : {std::pair{finding::Kind::data_race, &shares.races},
                                     std::pair{finding::Kind::deadlock, &shares.deadlocks}}) {
    std::size_t kept = 0;
    std::erase_if(shares.findings, [&, wanted = kind](const finding::Finding& each) {
      return each.kind == wanted && ++kept > most;
    });
    counts->cut |= kept > most;
  }
  return {};
}

base::Result<int> predict_trace(const Options& options) {
  const Stopwatch stopwatch;
  if (!options.when.empty() && !options.library.empty())
    return base::failure(base::ErrorCode::usage, "expected either --when PREDICATE or --when-library FILE");
  if (options.confirm.source.file.empty() && !options.confirm.arguments.empty())
    return base::failure(base::ErrorCode::usage,
                         "expected one trace; arguments are for the program of --confirm",
                         options.confirm.arguments.front());
  if (!options.shard.empty() && (is_rank() || !options.when.empty() || !options.library.empty() ||
                                 !options.confirm.source.file.empty()))
    return base::failure(base::ErrorCode::usage,
                         "what is shared out are candidates for races and deadlocks; leave --when, "
                         "--when-library, --confirm and mpirun out",
                         "--shard");
  const auto bytes = Limits::bytes_in(options.limits.memory);
  if (!bytes) return base::failure(bytes.error());
  Limits limits(options.limits.seconds, *bytes);
  auto reader = trace::open_trace(options.trace, options.read);
  if (!reader) return base::failure(reader.error());
  const auto read = [&] {
    Progress progress("events");
    return trace::read_events(**reader, [&](std::size_t count) {
      progress.show(count);
      return !limits.reached();
    });
  }();
  if (!read) return base::failure(read.error());
  const std::vector<event::Event>& events = *read;
  predict::PredictOptions wanted;
  std::optional<predict::LibraryPredicate> library;
  if (!options.library.empty()) {
    auto loaded = predict::LibraryPredicate::load(options.library);
    if (!loaded) return base::failure(loaded.error());
    library.emplace(std::move(*loaded));
  }
  if (library || !options.when.empty()) {
    wanted.when = {.text = library ? library->name() : options.when, .workers = options.jobs};
    if (library) wanted.when->library = library->function();
    if (*bytes > 0)
      wanted.when->diagram_bytes = std::min<std::size_t>(wanted.when->diagram_bytes, *bytes / 2);
  }
  const bool all = !options.races && !options.deadlocks && !wanted.when;
  wanted.races = options.races || all;
  wanted.deadlocks = options.deadlocks || all;
  wanted.limits.findings = options.limit;
  wanted.limits.reach.states = options.search_states;
  wanted.limits.reach.stop = [&] { return limits.reached(); };
  std::set<std::string> reasons;  // for which any rank has stopped
  if (is_rank()) {
    const auto joined = job();
    if (!joined) return base::failure(joined.error());
    const auto same = (*joined)->agree(digest_of(events), "events");
    if (!same) return base::failure(same.error());
    wanted.limits.share = static_cast<std::uint32_t>((*joined)->group().rank());
    wanted.limits.shares = static_cast<std::uint32_t>((*joined)->group().size());
    wanted.put_together = [&, ranks = *joined](predict::PredictOptions::Shares shares) {
      return put_together(*ranks, options.limit, limits, reasons, shares);
    };
  }
  const schedule::Shard shard = schedule::shard_in(options.shard);
  if (shard.count > 0) {
    wanted.limits.share = shard.number - 1;
    wanted.limits.shares = shard.count;
  }
  auto report = predict::predict(events, (*reader)->names(), wanted);
  if (!report) return base::failure(report.error());
  if (is_other_rank()) return exit_with(ExitStatus::clean);  // rank 0 tells
  report->input = report->trace = options.trace;
  if (is_rank()) report->statistics.push_back({"ranks", std::uint64_t{wanted.limits.shares}});
  if (!options.confirm.source.file.empty())
    if (const auto done = confirm(options, events, (*reader)->names(), limits, *report); !done)
      return base::failure(done.error());
  finding::leave_out_library_frames(report->findings);
  finding::merge_same_places(report->findings);
  for (const std::string& doubt : (*reader)->doubts()) report->verdict.doubt(doubt);
  if (!limits.reason().empty()) reasons.insert(limits.reason());
  for (const std::string& reason : reasons) report->verdict.doubt(reason);
  stopwatch.add_to(*report);
  if (shard.count > 0)
    note_share(*report, shard, fmt::format("{:016x}", event::digest_of(events, (*reader)->names())),
               fmt::format("races={} deadlocks={} limit={} search_states={}", wanted.races, wanted.deadlocks,
                           options.limit, options.search_states));
  return deliver(*report, options.output);
}

}  // namespace

Action add_predict(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("trace", options->trace, "trace file (.hdl or STD text; - is standard input)")->required();
  app.add_flag("--races", options->races, "races (with none of these three: races and deadlocks)");
  app.add_flag("--deadlocks", options->deadlocks, "deadlocks");
  app.add_option("--when", options->when, "a predicate over marks: count(open == 1) >= 2");
  app.add_option("--when-library", options->library,
                 "a predicate compiled with <heddle/predicate.h>, as a .so file");
  app.add_option("--jobs,-j", options->jobs, "cores to enumerate states on, for --when; 0 is all of them")
      ->capture_default_str();
  app.add_option("--limit-findings", options->limit, "stop after so many findings of a kind")
      ->capture_default_str();
  app.add_option("--search-states", options->search_states,
                 "states of one search for another lock order before the SAT solver takes over")
      ->capture_default_str();
  app.add_option("--confirm", options->confirm.source.file,
                 "try what is predicted on this program, which was recorded (or a source file): what happens "
                 "is a fact, and "
                 "is saved for `heddle replay`");
  app.add_option("arguments", options->confirm.arguments,
                 "with --confirm: arguments for the program, after --");
  add_confirm_options(app, options->confirm);
  add_compiler_options(app, options->confirm.source);
  app.add_option("--shard", options->shard,
                 "i/n: decide the i-th of n shares of all candidates, for as many machines; `heddle merge` "
                 "puts their reports together")
      ->check(is_shard());
  add_limit_options(app, options->limits);
  app.add_flag("--lenient", options->read.lenient, "skip events that no execution can produce, and say so");
  add_output_options(app, options->output);
  app.footer(
      "Every finding has a schedule of the recorded steps that shows it, checked by a referee with rules of "
      "its own.\n"
      "  certain    every read on the schedule sees the write it saw in the recording\n"
      "  possible   one does not; it is named, and the program may take another branch from there on\n"
      "Clean means: no schedule of the recorded steps has a race, or a ring of threads that wait for each "
      "other:\n"
      "for locks, for threads to end, at barriers, on conditions. Steps that were not recorded, and waiting "
      "for\n"
      "messages, semaphores and atomics, are not predicted.");
  return [options] { return predict_trace(*options); };
}

}  // namespace heddle::cli
