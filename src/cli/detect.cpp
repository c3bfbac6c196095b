// SPDX-License-Identifier: Apache-2.0
// heddle detect TRACE --when PREDICATE: could it have held in any state that the recorded execution implies?
#include "predict/detect.h"

#include <algorithm>
#include <memory>
#include <mutex>

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/hash.h"
#include "cli/detect_property.h"
#include "cli/lattice.h"
#include "cli/limits.h"
#include "cli/load_poset.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/question.h"
#include "cli/ranks.h"
#include "cli/replay_order.h"
#include "cli/shards.h"
#include "cli/stages.h"
#include "cli/verb.h"
#include "cli/written_files.h"
#include "predict/state_finding.h"
#include "states/para_mount.h"
#include "states/share.h"
#include "states/spread.h"

namespace heddle::cli {
namespace {

// A checkpoint of `states` with the same question has counts, and no state.
constexpr std::uint64_t kDetects = 1;

struct DetectVerb {
  PosetOptions poset;
  QuestionOptions question;
  std::string property;
  bool definitely = false;
  std::string algorithm = "auto";
  unsigned jobs = 0;
  std::string run;
  std::string shard;
  StageOptions stages;
  LimitOptions limits;
  OutputOptions output;
};

// All ranks of a job look at the states, or one process in stages, or at its share of them.
base::Result<void> share_out(const DetectVerb& options, const Question& question, const order::Poset& poset,
                             Limits& limits, const std::uint64_t& seen, predict::DetectOptions& how,
                             finding::Report& report) {
  if (const schedule::Shard shard = schedule::shard_in(options.shard); shard.count > 0) {
    auto share = std::make_shared<states::Shares>(states::share_of(poset, shard.number, shard.count));
    note_share(report, shard, fmt::format("{:016x}", base::combine(share->outline, question.digest)), "");
    how.spread = [share, workers = options.jobs](const order::Poset& whole, const auto& enumerate,
                                                 const auto& mine, const auto& hear) {
      const states::ParaMount para_mount{.workers = workers, .enumerate = enumerate};
      bool goes_on = true;
      for (const states::Interval& each : share->mine) goes_on = goes_on && para_mount.run(whole, each);
      hear(mine());
      return goes_on;
    };
    return {};
  }
  if (!is_rank() && !options.stages.is_used()) return {};
  const auto ranks = job_or_alone();
  if (!ranks) return base::failure(ranks.error());
  if (!options.stages.checkpoint.empty()) how.stop = {};  // between intervals only
  how.spread = [&, ranks = *ranks](const order::Poset& whole, const auto& enumerate, const auto& mine,
                                   const auto& hear) {
    states::SpreadOptions spread{.workers = workers_of_rank(options.jobs),
                                 .stop = [&] { return limits.reached(); },
                                 .done = [&] { return seen; },
                                 .shown = {},
                                 .question = base::combine(question.digest, kDetects)};
    set_stages(options.stages, spread);
    const auto spread_out = states::spread(*ranks, whole, spread, enumerate, mine);
    if (!spread_out) ranks->give_up(base::describe(spread_out.error()));
    for (const std::string& each : spread_out->results) hear(each);
    return spread_out->is_whole;
  };
  return {};
}

// Decides it; the finding, if there is one, goes to the report.
base::Result<void> detect(const DetectVerb& options, Loaded& loaded, Limits& limits,
                          finding::Report& report) {
  const predict::Computation computation(std::move(*loaded.poset), std::move(loaded.events),
                                         loaded.reader->names());
  if (!options.property.empty())
    return decide_property(options.property, computation, options.run, limits, report);
  const auto question = ask(options.question, computation);
  if (!question) return base::failure(question.error());

  Progress progress("states");
  std::mutex mutex;
  std::uint64_t seen = 0;
  // What is enumerated otherwise may be a part of the states only.
  const bool all = question->library || options.algorithm == "enumerate";
  const double total = all ? expected_states(computation.poset(), limits) : 0;
  predict::DetectOptions how{.algorithm = *predict::algorithm_named(options.algorithm),
                             .workers = options.jobs};
  how.stop = [&] { return limits.reached(); };
  if (limits.bytes() > 0) how.fold_bytes = std::min<std::size_t>(how.fold_bytes, limits.bytes() / 2);
  if (auto shared = share_out(options, *question, computation.poset(), limits, seen, how, report); !shared)
    return shared;
  how.visited = [&](std::uint64_t more) {
    const std::lock_guard lock(mutex);
    seen += more;
    progress.show(seen, total > 0 ? static_cast<double>(seen) / total : -1);
  };

  predict::Detection detection;
  if (options.definitely) {
    if (!question->bound) {
      return base::failure(base::ErrorCode::usage, "only for expressions, not for libraries", "--definitely");
    }
    detection = predict::definitely(question->expression, *question->bound, computation.poset(), how);
  } else if (question->library) {
    detection = predict::possibly(question->library->function(), computation, how);
  } else {
    auto found = predict::possibly(*question->bound, computation.poset(), how);
    if (!found) return base::failure(found.error());
    detection = std::move(*found);
  }

  if (detection.state) {
    predict::StateQuestion state_question{.text = question->text, .definitely = options.definitely};
    if (question->library) state_question.claim.function = question->library->function();
    if (question->bound) state_question.claim.expression = &question->expression;
    if (!options.definitely) {
      state_question.observed = predict::when_observed(
          computation, [&](const order::State& state) { return question->holds(computation, state.data()); });
    }
    predict::StateFinding found = predict::finding_at(computation, state_question, *detection.state);
    if (!options.run.empty() && !is_other_rank()) {
      if (auto written = write_run(options.run, computation.names(), computation.events(), found.run);
          !written)
        return written;
      found.finding.notes.push_back(fmt::format("That run is written to {}.", options.run));
    }
    report.findings.push_back(std::move(found.finding));
  }
  if (options.output.wants_pictures())
    add_lattice(
        computation.poset(), computation.names(),
        [&](const order::Index* state) { return question->holds(computation, state); }, limits, report);
  if (!detection.complete) {
    report.verdict.doubt(options.definitely
                             ? fmt::format("{}; {} states were looked at", limits.reason(), detection.states)
                             : fmt::format("{}; it does not hold in the {} states looked at{}",
                                           limits.reason(), detection.states,
                                           total > 0 ? fmt::format(" of {:.6g}", total) : ""));
  }
  std::vector<std::string> used;
  for (predict::Algorithm algorithm : detection.used) used.emplace_back(predict::name(algorithm));
  if (detection.states > 0) report.statistics.push_back({"states", detection.states});
  report.statistics.push_back({"algorithm", fmt::format("{}", fmt::join(used, " and "))});
  return {};
}

base::Result<int> run_detect(const DetectVerb& options) {
  if (!options.property.empty()) {
    if (options.question.is_asked() || options.definitely || options.algorithm != "auto" ||
        !options.shard.empty() || options.stages.is_used())
      return base::failure(
          base::ErrorCode::usage,
          "it is decided as a whole; leave --when, --when-library, --definitely, --algorithm, "
          "--shard, --checkpoint and --resume out",
          "--property");
    if (const auto good = check_property(options.property); !good) return base::failure(good.error());
    if (is_rank() && !is_done_here("a property")) return exit_with(ExitStatus::clean);
  } else if (const auto good = check_question(options.question); !good) {
    return base::failure(good.error());
  }
  if (!options.shard.empty() || options.stages.is_used()) {
    const char* option = options.stages.is_used() ? options.stages.name() : "--shard";
    if (options.definitely || (options.question.library.empty() && options.algorithm != "enumerate"))
      return base::failure(base::ErrorCode::usage,
                           "it goes with what looks at every state: --when-library, or --algorithm enumerate",
                           option);
    if (!options.shard.empty() && (options.stages.is_used() || is_rank()))
      return base::failure(
          base::ErrorCode::usage,
          "a share is done by one process, in one go: leave --checkpoint, --resume and mpirun out",
          "--shard");
  }
  return with_poset({.command = "detect", .keep_events = true}, options.poset, options.limits, options.output,
                    [&](Loaded& loaded, Limits& limits, finding::Report& report) {
                      return detect(options, loaded, limits, report);
                    });
}

}  // namespace

Action add_detect(CLI::App& app) {
  auto options = std::make_shared<DetectVerb>();
  add_poset_options(app, options->poset);
  add_question_options(app, options->question, "the predicate: 'count(open == 1) >= 2' (see below)");
  app.add_flag("--definitely", options->definitely,
               "whether every schedule passes through such a state, instead of whether one could");
  app.add_option(
      "--property", options->property,
      "what all schedules are to have: 'AG(sum(open) <= 1)' (see below); a schedule that has it not "
      "is a finding");
  app.add_option("--algorithm", options->algorithm,
                 "how to decide; auto is what the predicate's form deserves")
      ->check(CLI::IsMember(predict::algorithm_names()))
      ->capture_default_str();
  app.add_option("--jobs,-j", options->jobs, "cores to enumerate on; 0 is all of them")
      ->capture_default_str();
  app.add_option("--run", options->run, "write the run that leads to the state as a trace (.std, .hdl)")
      ->check(writable_file());
  app.add_option("--shard", options->shard,
                 "i/n: look at the i-th of n shares of all states, for as many machines; `heddle merge` puts "
                 "their reports together")
      ->check(is_shard());
  add_stage_options(app, options->stages);
  add_limit_options(app, options->limits);
  add_output_options(app, options->output);
  app.footer(
      "Predicates are over marks: heddle_mark(\"open\", 1) sets the calling thread's `open`, e(open=1) in a "
      "trace.\n"
      "  T1.phase == 2 && T2.phase == 1     values of threads, and C's operators + - * / % < <= > >= == != "
      "&& || !\n"
      "  count(open == 1) >= 2              over all threads: count, sum, min, max, exists, forall\n"
      "  race, race(x)                      two threads stand at conflicting accesses (of x)\n"
      "A value is 0 before its first mark; a mark with a label only counts how often it was passed.\n"
      "Properties speak of all that can come, too:\n"
      "  AG(p), EF(p)      p holds in every state that can come; in one of them\n"
      "  AF(p), EG(p)      every schedule comes to p at some time; there is one on which p always holds\n"
      "  AU(p, q), EU(p, q)    p holds until q does, and q does: on every schedule; on one\n"
      "  AG(!(T1.asked == 1) || AF(T2.answered == 1))\n"
      "The answer is exact for the schedules of the recorded events in which each lock changes hands as it "
      "did:\n"
      "'clean' means that none of them passes through such a state. Other branches, and other orders of "
      "critical\n"
      "sections, are not covered.");
  return [options] { return run_detect(*options); };
}

}  // namespace heddle::cli
