// SPDX-License-Identifier: Apache-2.0
// heddle prove FILE: is this stack, queue or set right for any number of threads?
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <memory>

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>

#include "cli/limits.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/verb.h"
#include "cli/written_files.h"
#include "prove/beside/follow.h"
#include "prove/beside/record.h"
#include "prove/explain.h"
#include "prove/front/frontend.h"
#include "prove/infer.h"
#include "prove/prover.h"
#include "report/page.h"

namespace heddle::cli {
namespace {

struct ProveOptions {
  std::string file;
  std::string memory = "own";
  std::string spec;
  std::string distances = "auto";
  std::string views = "auto";
  double refine_seconds = prove::Refinement().seconds;
  std::string html;
  std::string confirm;
  bool statistics = false;
  bool explain = false;
  bool no_summaries = false;
  bool no_pruning = false;
  bool no_search = false;
  unsigned jobs = 1;
  prove::Compilation compilation;
  OutputOptions output;
};

void add_statistics(const prove::Proof& proof, bool is_detailed, finding::Report& report) {
  const prove::Statistics& all = proof.statistics;
  report.statistics.push_back({"views", all.views});
  if (is_detailed) {
    report.statistics.push_back({"buckets", all.buckets});
    report.statistics.push_back({"effects", all.effects});
    report.statistics.push_back({"sequential_steps", all.sequential_steps});
    report.statistics.push_back({"interference_steps", all.interference_steps});
    report.statistics.push_back({"pruned_steps", all.pruned_steps});
  }
  if (proof.states > 0) report.statistics.push_back({"states", proof.states});
}

// What is left to the prover, from the cheaper to the dearer.
prove::Refinement refinement_of(const ProveOptions& options) {
  prove::Refinement refinement;
  refinement.seconds = options.refine_seconds;
  if (options.refine_seconds <= 0) return refinement;
  const bool may_refine_distances = options.distances == "auto";
  const auto coarsest = options.distances == "fine" ? prove::Distances::fine : prove::Distances::coarse;
  if (options.views != "2") refinement.steps.push_back({1, coarsest, true});
  if (may_refine_distances)
    refinement.steps.push_back({options.views == "2" ? 2 : 1, prove::Distances::fine});
  if (options.views == "auto") refinement.steps.push_back({2, coarsest});
  return refinement;
}

std::string doubt_about(const ProveOptions& options, const prove::Proof& proof) {
  const prove::Alarm& alarm = *proof.alarmed()->alarm;
  if (alarm.is_limit) return alarm.message;
  return fmt::format(
      "{}:{}: {}; {} (--explain shows how it comes about)", options.file, alarm.line, alarm.message,
      options.no_search ? "no execution was looked for that shows it (--no-search), it may be a false alarm"
                        : "no execution of up to 4 threads was found that shows it, it may be a false alarm");
}

// What is named on the command line; of two operations it is asked, or their names tell, what they make.
base::Result<void> read_operations(ProveOptions& options) {
  prove::Registration& given = options.compilation.registration;
  const auto misuse = [&](const char* what) {
    return base::failure(base::ErrorCode::usage, what, options.file);
  };
  if (given.operations.empty())
    return given.type.empty() && given.init.empty()
               ? base::Result<void>()
               : misuse("--type and --init need --operations, as --operations push,pop");
  if (given.operations.size() != 2 && given.operations.size() != 3)
    return misuse("--operations takes two names, or three of a set: insert,remove,contains");
  if (given.operations.size() == 3) return {};
  std::string names = given.type + " " + options.file;
  std::ranges::transform(names, names.begin(), [](unsigned char c) { return std::tolower(c); });
  const std::size_t stack = names.find("stack");
  const std::size_t queue = names.find("queue");
  if (options.spec.empty() && stack == queue) return misuse("a stack or a queue? say it with --spec");
  given.is_stack = options.spec.empty() ? stack < queue : options.spec == "stack";
  return {};
}

base::Result<void> write_confirmation(const ProveOptions& options, const prove::Program& program,
                                      const prove::Proof& proof, finding::Report& report) {
  const std::string text = prove::confirmation(program, *proof.violation, proof.refuted_within);
  if (auto written = write_output(options.confirm, text); !written) return base::failure(written.error());
  std::string command = "to confirm: heddle check --no-races " + options.confirm;
  if (program.kind != prove::Kind::set) {  // which judges itself
    const std::string judge = std::filesystem::path(options.confirm).replace_extension(".judge.cpp");
    if (auto written = write_output(judge, prove::kConfirmationJudge); !written)
      return base::failure(written.error());
    command += " " + judge;
  }
  report.notes.push_back(command);
  return {};
}

// What was proved is the translated program; the compiled one must do what it does.
void compare_with_compiled(const ProveOptions& options, const prove::Statements& statements,
                           finding::Report& report) {
  const prove::Recorded recorded = prove::record(options.file, options.compilation, statements.layout,
                                                 {.is_collected = options.memory == "gc"});
  if (!recorded.obstacle.empty()) {
    report.notes.push_back(fmt::format(
        "assumed: the translated program does what the compiled one does; they were not run side by side: {}",
        recorded.obstacle));
    return;
  }
  const prove::Followed followed = recorded.failure.empty()
                                       ? prove::follow(statements.program, statements.layout, recorded.trace)
                                       : prove::Followed{recorded.failure};
  if (followed.disagreement.empty()) {
    report.notes.push_back(fmt::format(
        "compared: {} calls of the compiled program with the translated one, {} accesses to memory",
        followed.calls, followed.accesses));
    return;
  }
  report.notes.clear();
  report.verdict.doubt(fmt::format(
      "{}: the compiled program does what the translated one, which was proved, cannot: {}; this is a "
      "mistake of heddle or of the compiler, and nothing is proved",
      options.file, followed.disagreement));
}

base::Result<int> prove_file(ProveOptions& options) {
  const Stopwatch stopwatch;
  if (auto fits = read_operations(options); !fits) return base::failure(fits.error());
  const auto statements = prove::translate_file(options.file, options.compilation);
  if (!statements) return base::failure(statements.error());
  auto program = prove::program_of(*statements);
  if (!program) return base::failure(program.error());
  if (!options.spec.empty() && (program->kind == prove::Kind::set) != (options.spec == "set"))
    return base::failure(base::ErrorCode::usage,
                         program->kind == prove::Kind::set
                             ? "this is a set: --spec stack and queue are for two operations"
                             : "--spec set is for three operations, and this has two",
                         options.file);
  if (!options.spec.empty() && options.spec != "set")
    program->kind = options.spec == "stack" ? prove::Kind::stack : prove::Kind::queue;
  prove::Options how;
  how.memory = options.memory == "gc"   ? prove::Memory::gc
               : options.memory == "mm" ? prove::Memory::mm
                                        : prove::Memory::own;
  how.distances = options.distances == "fine" ? prove::Distances::fine : prove::Distances::coarse;
  how.views = options.views == "2" ? 2 : 1;
  how.summaries = !options.no_summaries;
  how.pruning = !options.no_pruning;
  how.threads = options.jobs;
  how.stopped = interrupted;
  prove::Search search;
  search.enabled = !options.no_search;
  search.stopped = interrupted;

  finding::Report report;
  report.command = "prove";
  report.input = options.file;
  prove::Proof proof;
  if (program->kind != prove::Kind::set && !prove::has_linearization_points(*program)) {
    auto inferred = prove::infer_points(*program, how);
    if (inferred) {
      proof = std::move(inferred->proof);
      for (const std::string& point : inferred->points) report.notes.push_back("found: " + point);
    } else {
      report.verdict.doubt(
          "no linearisation points are marked, and none could be found: mark them with HEDDLE_LINEARIZE");
      stopwatch.add_to(report);
      return deliver(report, options.output);
    }
  } else {
    proof = prove::prove(*program, how, search, refinement_of(options));
  }

  const std::string kind = prove::name(program->kind);
  switch (proof.answer) {
    case prove::Answer::proved:
      report.notes.insert(
          report.notes.begin(),
          fmt::format("proved: {} is a linearizable {} for any number of threads, any values and any "
                      "size, memory: {}",
                      options.file, kind, options.memory));
      for (const std::string& assumption : prove::assumptions(*program, how.memory))
        report.notes.push_back("assumed: " + assumption);
      compare_with_compiled(options, *statements, report);
      break;
    case prove::Answer::refuted:
      report.findings.push_back(prove::finding_of(*program, *proof.violation, proof.refuted_within));
      if (!options.confirm.empty())
        if (auto written = write_confirmation(options, *program, proof, report); !written)
          return base::failure(written.error());
      break;
    case prove::Answer::unknown:
      report.verdict.doubt(doubt_about(options, proof));
      break;
  }
  if (proof.answer != prove::Answer::refuted)
    for (const prove::Attempt& attempt : proof.attempts)
      report.notes.push_back(attempt.is_proved
                                 ? fmt::format("used: {}", describe(attempt))
                                 : fmt::format("alarm with {}: {}", describe(attempt), attempt.alarm));
  const prove::Program& interleaved = proof.interleaved ? *proof.interleaved : *program;
  if (const prove::Outcome* outcome = proof.alarmed()) {
    const auto rule = proof.outcomes.back().first;
    if (options.explain)
      report.notes.push_back("the first alarm:\n" + prove::explain(interleaved, rule, *outcome));
    if (!options.html.empty() && proof.answer != prove::Answer::refuted)
      if (auto written = write_output(options.html, prove::explain_html(interleaved, rule, *outcome));
          !written)
        return base::failure(written.error());
  }
  // What the text tells is drawn: a refutation is a concrete execution, not the abstract alarm that led to it.
  if (!options.html.empty() && proof.answer == prove::Answer::refuted) {
    const std::string page = report::has_page() ? report::format_html(report, {})
                                                : prove::explain_html(*program, report.findings.front());
    if (auto written = write_output(options.html, page); !written) return base::failure(written.error());
  }
  if (options.explain && proof.answer != prove::Answer::refuted)
    report.notes.push_back("the steps that were interleaved:\n" + prove::describe(interleaved));
  add_statistics(proof, options.statistics, report);
  stopwatch.add_to(report);
  return deliver(report, options.output);
}

}  // namespace

Action add_prove(CLI::App& app) {
  auto options = std::make_shared<ProveOptions>();
  app.add_option("file", options->file, "C file with <heddle/prove.h>")->required();
  app.add_option(
         "--memory", options->memory,
         "gc: collected; own: explicit, and the program never relies on what it read from freed memory; mm: "
         "explicit, it may compare and follow such values as long as it does not write through them")
      ->check(CLI::IsMember({"gc", "own", "mm"}))
      ->capture_default_str();
  app.add_option("--spec", options->spec, "check against this instead of what the file says")
      ->check(CLI::IsMember({"stack", "queue", "set"}));
  app.add_option(
         "--operations", options->compilation.registration.operations,
         "the operations of a file that does not name them itself: what puts in and what takes out, as "
         "push,pop; of a set insert,remove,contains")
      ->delimiter(',');
  app.add_option("--type", options->compilation.registration.type,
                 "they are members of this class, as 'Queue<int>'; its constructor runs first");
  app.add_option("--init", options->compilation.registration.init,
                 "a function that runs first, if the operations are functions");
  app.add_option("--distances", options->distances,
                 "what is known of two cells of one list: coarse: one step apart or more; fine: one, two or "
                 "more, which proves more and takes longer; auto: fine only after an alarm")
      ->check(CLI::IsMember({"auto", "coarse", "fine"}))
      ->capture_default_str();
  app.add_option("--views", options->views,
                 "what a view knows of: 1: one thread; 2: two threads and how their pointers stand to each "
                 "other, which proves more and takes much longer; auto: two only after an alarm")
      ->check(CLI::IsMember({"auto", "1", "2"}))
      ->capture_default_str();
  app.add_option("--refine-seconds", options->refine_seconds,
                 "CPU time for each of what auto tries after an alarm; 0: do not try")
      ->check(seconds_number())
      ->capture_default_str();
  app.add_flag("--explain", options->explain,
               "what was interleaved; on an alarm, the steps and heaps that lead to it");
  app.add_option("--html", options->html, "write the steps to an alarm as a page with pictures")
      ->check(writable_file());
  app.add_option(
         "--confirm", options->confirm,
         "if it is refuted, write a program with its threads, calls and cells for `heddle check` to find "
         "the failure in: FILE.c, and, but for sets, FILE.judge.cpp beside it, which judges what the calls "
         "return")
      ->check(writable_file());
  app.add_flag("--statistics", options->statistics, "views, effects and steps of the fixed point");
  app.add_option("--jobs,-j", options->jobs, "threads to compute with")
      ->capture_default_str()
      ->check(CLI::Range(0U, 1024U));
  app.add_flag("--no-summaries", options->no_summaries, "interference by whole views instead of effects");
  app.add_flag("--no-pruning", options->no_pruning, "let steps interfere that cannot be felt");
  app.add_flag("--no-search", options->no_search, "do not look for a concrete execution after an alarm");
  app.add_option("-I", options->compilation.include_directories, "where to find headers");
  app.add_option("--flag", options->compilation.flags, "given on to clang, as --flag=-DNAME");
  app.add_option("--compiler", options->compilation.compiler, "the clang that makes bitcode")
      ->capture_default_str();
  add_output_options(app, options->output);
  app.footer(
      "proved (0): for any number of threads. refuted (1): with a concrete execution. unknown (3): an alarm "
      "that no\n"
      "execution of a few threads confirms. The assumptions a proof rests on are listed with it.\n"
      "Cells may be freed by a scheme, epochs or hazard pointers: <heddle/epoch.h>, <heddle/hazard.h>.");
  return [options] { return prove_file(*options); };
}

}  // namespace heddle::cli
