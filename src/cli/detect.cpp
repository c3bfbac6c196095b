// SPDX-License-Identifier: Apache-2.0
// heddle detect TRACE --when PREDICATE: could it have held in any state that the recorded execution implies?
#include "predict/detect.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <numeric>

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/check.h"
#include "cli/limits.h"
#include "cli/load_poset.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/verb.h"
#include "predict/library_predicate.h"
#include "predict/witness.h"

namespace heddle::cli {
namespace {

struct DetectVerb {
  PosetOptions poset;
  std::string when;
  std::string library;
  bool definitely = false;
  std::string algorithm = "automatic";
  unsigned jobs = 0;
  std::string run;
  LimitOptions limits;
  OutputOptions output;
};

// What is to be detected, however it was given.
struct Question {
  std::string text;
  predict::Expression expression;                    // if it is one
  std::optional<predict::Bound> bound;               // likewise
  std::optional<predict::LibraryPredicate> library;  // else
};

// The position after which the recorded run itself was in such a state.
template <class Holds>
std::optional<event::Position> when_observed(const predict::Computation& computation, const Holds& holds) {
  const order::Poset& poset = computation.poset();
  order::State state = poset.bottom();
  if (holds(state)) return event::Position{0};
  std::vector<order::EventRef> order(poset.extension().begin(), poset.extension().end());
  std::sort(order.begin(), order.end(), [&](order::EventRef a, order::EventRef b) {
    return poset.position(a.process, a.index) < poset.position(b.process, b.index);
  });
  const bool merged = poset.events() < computation.events().size();  // then a prefix need not be consistent
  for (order::EventRef e : order) {
    state[e.process] = e.index;
    if ((!merged || poset.consistent(state)) && holds(state)) return poset.position(e.process, e.index);
  }
  return std::nullopt;
}

base::Result<void> write_run(const std::string& path, const predict::Computation& computation,
                             const std::vector<event::Position>& positions) {
  auto writer = trace::create_trace(path);
  if (!writer) return base::failure(writer.error());
  std::vector<event::Event> events;
  for (event::Position position : positions) events.push_back(computation.events()[position]);
  if (auto written = (*writer)->write(computation.names(), events); !written) return written;
  return (*writer)->finish();
}

base::Result<finding::Finding> describe(const DetectVerb& options, const predict::Computation& computation,
                                        const Question& question, const order::State& state,
                                        std::optional<event::Position> observed) {
  const order::Poset& poset = computation.poset();
  finding::Finding found{.kind = finding::Kind::predicate};
  found.message = fmt::format("`{}` {}", question.text,
                              options.definitely ? "holds at some time in every schedule"
                              : observed         ? "held"
                                                 : "could have held");
  const std::vector<predict::Turn> run = predict::run_to(computation, state);
  const std::vector<event::Position> positions = predict::positions_of(computation, run);
  for (const predict::Turn& turn : run) {
    found.witness.run.push_back({computation.thread_name(turn.process), turn.steps});
  }
  found.witness.kind = finding::Witness::Kind::state;
  for (std::size_t p = 0; p < poset.processes(); ++p) {
    found.witness.state.emplace_back(computation.thread_name(p), computation.steps(p, state[p]));
    if (state[p] == 0) continue;
    const event::Position last = poset.position(p, state[p]);
    found.steps.push_back(finding::step_from(computation.events()[last], last, computation.names()));
  }
  std::sort(found.witness.state.begin(), found.witness.state.end());
  std::sort(found.steps.begin(), found.steps.end(),
            [](const finding::Step& a, const finding::Step& b) { return a.thread < b.thread; });

  const predict::Expression nothing{.kind = predict::Expression::Kind::number, .number = 1};
  const predict::Checked checked = predict::check_run(computation.events(), computation.names(), positions,
                                                      question.bound ? question.expression : nothing);
  HEDDLE_CHECK(checked.broken.empty(), checked.broken.c_str());
  found.certainty = observed                                           ? finding::Certainty::observed
                    : checked.other_read || !checked.unchecked.empty() ? finding::Certainty::possible
                                                                       : finding::Certainty::certain;
  if (!checked.unchecked.empty()) {
    found.notes.push_back(fmt::format("The schedule could not be replayed: {}.", checked.unchecked));
  }
  if (observed) {
    found.notes.push_back(
        fmt::format("The recorded run itself was in such a state after event {}.", *observed));
  } else if (!options.definitely) {
    found.notes.push_back("It did not hold in the recorded run; the schedule below leads to it.");
  }
  if (checked.other_read) {
    found.notes.push_back(fmt::format(
        "On the way event {} reads another value than it did: the program may then take another branch.",
        *checked.other_read));
  }
  if (!options.run.empty()) {
    if (auto written = write_run(options.run, computation, positions); !written) {
      return base::failure(written.error());
    }
    found.notes.push_back(fmt::format("That run is written to {}.", options.run));
  }
  return found;
}

base::Result<Question> ask(const DetectVerb& options, const predict::Computation& computation) {
  Question question;
  if (!options.library.empty()) {
    auto library = predict::LibraryPredicate::load(options.library);
    if (!library) return base::failure(library.error());
    question.text = library->name();
    question.library.emplace(std::move(*library));
    return question;
  }
  question.text = options.when;
  auto expression = predict::parse(options.when);
  if (!expression) return base::failure(expression.error());
  question.expression = std::move(*expression);
  auto bound = predict::bind_to(question.expression, computation, question.text);
  if (!bound) return base::failure(bound.error());
  question.bound.emplace(std::move(*bound));
  return question;
}

base::Result<int> run_detect(const DetectVerb& options) {
  const Stopwatch stopwatch;
  if (options.when.empty() == options.library.empty()) {
    return base::failure(base::ErrorCode::usage, "expected either --when PREDICATE or --when-library FILE");
  }
  if (!options.when.empty()) {
    if (auto early = predict::parse(options.when); !early) return base::failure(early.error());
  }
  const auto bytes = Limits::bytes_in(options.limits.memory);
  if (!bytes) return base::failure(bytes.error());
  Limits limits(options.limits.seconds, *bytes);
  auto loaded = load_poset(options.poset, true, limits);
  if (!loaded) return base::failure(loaded.error());
  finding::Report report{.command = "detect", .input = options.poset.trace};
  for (const std::string& doubt : loaded->doubts) report.verdict.doubt(doubt);
  report.statistics.push_back({"events", loaded->read});
  if (!loaded->poset) {
    report.verdict.doubt(limits.reason() + " while reading the trace");
    stopwatch.add_to(report);
    return deliver(report, options.output);
  }
  const predict::Computation computation(std::move(*loaded->poset), std::move(loaded->events),
                                         loaded->reader->names());
  report.statistics.push_back({"threads", std::uint64_t{computation.poset().processes()}});
  const auto question = ask(options, computation);
  if (!question) return base::failure(question.error());

  Progress progress("states");
  std::mutex mutex;
  std::uint64_t seen = 0;
  predict::DetectOptions how{.algorithm = *predict::algorithm_named(options.algorithm),
                             .workers = options.jobs};
  how.stop = [&] { return limits.reached(); };
  if (limits.bytes() > 0) how.fold_bytes = std::min<std::size_t>(how.fold_bytes, limits.bytes() / 2);
  how.visited = [&](std::uint64_t more) {
    const std::lock_guard lock(mutex);
    progress.show(seen += more);
  };

  predict::Detection detection;
  if (options.definitely) {
    if (!question->bound) {
      return base::failure(base::ErrorCode::usage, "only for expressions, not for libraries", "--definitely");
    }
    const auto definite = predict::definitely(*question->bound, computation.poset());
    if (!definite) return base::failure(definite.error());
    detection.used.insert(predict::Algorithm::conjunctive);
    if (definite->holds) detection.state = definite->state;
  } else if (question->library) {
    detection = predict::possibly(question->library->function(), computation, how);
  } else {
    auto found = predict::possibly(*question->bound, computation.poset(), how);
    if (!found) return base::failure(found.error());
    detection = std::move(*found);
  }

  if (detection.state) {
    std::optional<event::Position> observed;
    if (question->bound && !options.definitely) {
      observed = when_observed(computation, [&](const order::State& state) {
        return question->bound->evaluate(state.data()) != 0;
      });
    }
    auto found = describe(options, computation, *question, *detection.state, observed);
    if (!found) return base::failure(found.error());
    report.findings.push_back(std::move(*found));
  }
  if (!detection.complete) {
    report.verdict.doubt(
        fmt::format("{}; it does not hold in the {} states looked at", limits.reason(), detection.states));
  }
  std::vector<std::string> used;
  for (predict::Algorithm algorithm : detection.used) used.emplace_back(predict::name(algorithm));
  if (detection.states > 0) report.statistics.push_back({"states", detection.states});
  report.statistics.push_back({"algorithm", fmt::format("{}", fmt::join(used, " and "))});
  stopwatch.add_to(report);
  return deliver(report, options.output);
}

}  // namespace

Action add_detect(CLI::App& app) {
  auto options = std::make_shared<DetectVerb>();
  add_poset_options(app, options->poset);
  app.add_option("--when", options->when, "the predicate: 'count(open == 1) >= 2' (see below)");
  app.add_option("--when-library", options->library,
                 "a predicate compiled with <heddle/predicate.h>, as a .so file");
  app.add_flag("--definitely", options->definitely,
               "whether every schedule passes through such a state, instead of whether one could; for "
               "conjunctions of conditions on single threads");
  app.add_option("--algorithm", options->algorithm,
                 "how to decide; automatic is what the predicate's form deserves")
      ->check(CLI::IsMember(predict::algorithm_names()))
      ->capture_default_str();
  app.add_option("--jobs,-j", options->jobs, "cores to enumerate on; 0 is all of them")
      ->capture_default_str();
  app.add_option("--run", options->run, "write the run that leads to the state as a trace (.std, .hdl)");
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
      "The answer is exact for the schedules of the recorded events in which each lock changes hands as it "
      "did:\n"
      "'clean' means that none of them passes through such a state. Other branches, and other orders of "
      "critical\n"
      "sections, are not covered.");
  return [options] { return run_detect(*options); };
}

}  // namespace heddle::cli
