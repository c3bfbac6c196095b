// SPDX-License-Identifier: Apache-2.0
// heddle states TRACE: every consistent global state that a recorded execution implies, counted, listed or
// drawn.
#include <algorithm>
#include <memory>
#include <mutex>
#include <set>

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/hash.h"
#include "cli/lattice.h"
#include "cli/limits.h"
#include "cli/load_poset.h"
#include "cli/loset_states.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/question.h"
#include "cli/ranks.h"
#include "cli/shards.h"
#include "cli/stages.h"
#include "cli/verb.h"
#include "cli/written_files.h"
#include "states/diagram.h"
#include "states/enumerate.h"
#include "states/loset_enumerate.h"
#include "states/share.h"
#include "states/spread.h"

namespace heddle::cli {
namespace {

constexpr std::size_t kGraphStates = 2000;  // beyond, a picture shows nothing

struct StatesOptions {
  PosetOptions poset;
  LosetOptions loset;
  std::string locks = "order";
  std::string algorithm = "auto";
  bool count = false;
  bool list = false;
  std::string graph;
  std::uint64_t limit = 0;
  std::string shard;
  StageOptions stages;
  QuestionOptions question;
  unsigned jobs = 1;
  LimitOptions limits;
  OutputOptions output;
};

// Which states are meant: all of them, or those in which a predicate holds; of the whole, or of a share.
struct Meant {
  std::function<bool(const order::Index*)> holds;  // none: in all
  std::uint64_t question = 0;
  std::optional<states::Shares> share;

  bool operator()(const order::Index* state) const { return !holds || holds(state); }
};

std::string words(const Loaded& loaded, const order::Index* state) {
  std::vector<std::string> parts;
  for (std::size_t p = 0; p < loaded.poset->processes(); ++p) {
    parts.push_back(fmt::format("{}:{}", loaded.reader->names().threads[loaded.poset->thread(p)], state[p]));
  }
  std::sort(parts.begin(), parts.end());
  return fmt::format("{}", fmt::join(parts, " "));
}

finding::StatisticValue statistic(const states::Count& count) {
  if (count <= std::numeric_limits<std::uint64_t>::max()) return static_cast<std::uint64_t>(count);
  return count.str();
}

// On standard output, piece by piece: a list can be longer than memory.
base::Result<void> list(const StatesOptions& options, const Loaded& loaded, const Meant& meant,
                        Limits& limits, finding::Report& report) {
  const states::Algorithm algorithm =
      states::algorithm_named(options.algorithm).value_or(states::Algorithm::quick_lex);
  std::string text;
  std::uint64_t listed = 0, looked_at = 0;
  bool complete = true;
  base::Result<void> written;
  const auto add = [&](const order::Index* state) {
    if ((++looked_at & 0xFFF) == 0 && limits.reached()) complete = false;
    if (!complete) return false;
    if (!meant(state)) return true;
    if (options.limit > 0 && listed == options.limit) {
      complete = false;
      return false;
    }
    text += words(loaded, state) + "\n";
    if ((++listed & 0xFFF) != 0) return true;
    written = write_output("-", text);
    text.clear();
    complete = written.has_value();
    return complete;
  };
  if (meant.share) {
    for (const states::Interval& each : meant.share->mine)
      if (complete) states::enumerate(algorithm, *loaded.poset, each, add);
  } else {
    states::enumerate(algorithm, *loaded.poset, states::whole(*loaded.poset), add);
  }
  if (written) written = write_output("-", text);
  report.statistics.push_back({complete ? "states" : "states_listed", listed});
  return written;
}

// The lattice as a picture: states, and the events that lead from one to the next.
std::string graph(const StatesOptions& options, const Loaded& loaded, finding::Report& report) {
  const order::Poset& poset = *loaded.poset;
  const std::uint64_t most = options.limit > 0 ? options.limit : kGraphStates;
  std::string text = "digraph states {\n  node [shape=box, fontname=monospace];\n  rankdir=BT;\n";
  std::set<order::State> drawn;
  bool complete = true;
  states::enumerate(states::Algorithm::bfs, poset, states::whole(poset), [&](const order::Index* state) {
    if (drawn.size() == most) {
      complete = false;
      return false;
    }
    drawn.emplace(state, state + poset.processes());
    return true;
  });
  const auto quoted = [](std::string text_to_quote) {
    for (std::size_t k = 0; (k = text_to_quote.find_first_of("\"\\", k)) != std::string::npos; k += 2) {
      text_to_quote.insert(k, "\\");
    }
    return "\"" + text_to_quote + "\"";
  };
  for (const order::State& state : drawn) {
    text += fmt::format("  {};\n", quoted(words(loaded, state.data())));
    for (std::size_t p = 0; p < poset.processes(); ++p) {
      order::State next = state;
      ++next[p];
      if (!drawn.contains(next)) continue;
      text += fmt::format("  {} -> {} [label={}];\n", quoted(words(loaded, state.data())),
                          quoted(words(loaded, next.data())),
                          quoted(loaded.reader->names().threads[poset.thread(p)]));
    }
  }
  if (!complete) {
    report.verdict.doubt(fmt::format("the graph shows the first {} states only; --limit N draws N", most));
  }
  return text + "}\n";
}

// What sharing out costs, for whoever measures it.
void add_cost(const StatesOptions& options, const states::Spread& spread, std::size_t ranks,
              finding::Report& report) {
  report.statistics.push_back({"ranks", std::uint64_t{ranks}});
  if (options.output.format == "text") return;
  report.statistics.push_back({"messages", spread.traffic.messages});
  report.statistics.push_back({"message_bytes", spread.traffic.bytes});
  report.statistics.push_back({"idle_seconds", spread.idle_seconds});
  report.statistics.push_back({"seconds_together", seconds_together()});
}

// The ranks of a job count together, or one process in stages, as the only one.
base::Result<void> spread_count(const StatesOptions& options, const Meant& meant, Limits& limits,
                                Progress& progress, double total, states::CountOptions& how,
                                finding::Report& report) {
  if ((!is_rank() && !options.stages.is_used()) || options.list || !options.graph.empty() ||
      options.algorithm == "diagram")
    return {};
  const base::Result<cluster::Job*> ranks = job_or_alone();
  if (!ranks) return base::failure(ranks.error());
  if (!how.algorithm) how.algorithm = states::Algorithm::runs;
  if (!options.stages.checkpoint.empty()) how.stop = {};  // between intervals only
  how.spread = [&, ranks = *ranks, total](const order::Poset& poset, const auto& enumerate, const auto& mine,
                                          states::Count& all) {
    states::SpreadOptions spread{.workers = workers_of_rank(options.jobs),
                                 .stop = [&] { return limits.reached(); },
                                 .done = mine,
                                 .shown =
                                     [&](std::uint64_t seen) {
                                       progress.show(seen,
                                                     total > 0 ? static_cast<double>(seen) / total : -1);
                                     },
                                 .question = meant.question};
    set_stages(options.stages, spread);
    const auto spread_out = states::spread(*ranks, poset, spread, enumerate,
                                           [&] { return (cluster::Packer() << mine()).text(); });
    if (!spread_out) ranks->give_up(base::describe(spread_out.error()));
    if (is_rank()) add_cost(options, *spread_out, ranks->group().size(), report);
    for (const std::string& each : spread_out->results) {
      std::uint64_t theirs = 0;
      cluster::Unpacker(each) >> theirs;
      all += theirs;
    }
    return spread_out->is_whole;
  };
  return {};
}

base::Result<void> count(const StatesOptions& options, const Loaded& loaded, const Meant& meant,
                         Limits& limits, finding::Report& report) {
  Progress progress("states");
  std::mutex mutex;
  std::uint64_t seen = 0;
  double total = 0;  // unknown
  states::CountOptions how{.algorithm = states::algorithm_named(options.algorithm), .workers = options.jobs};
  how.stop = [&] { return limits.reached(); };
  how.holds = meant.holds;
  if (limits.bytes() > 0) how.diagram_bytes = std::min<std::size_t>(how.diagram_bytes, limits.bytes() / 2);
  if (how.algorithm && *how.algorithm != states::Algorithm::diagram && !meant.holds)
    total = expected_states(*loaded.poset, limits);
  if (auto spread = spread_count(options, meant, limits, progress, total, how, report); !spread)
    return spread;
  how.visited = [&](std::uint64_t more) {
    if (how.spread) return;  // all ranks tell of theirs
    const std::lock_guard lock(mutex);
    seen += more;
    progress.show(seen, total > 0 ? static_cast<double>(seen) / total : -1);
  };
  const states::Counted counted = meant.share ? states::count_intervals(*loaded.poset, meant.share->mine, how)
                                              : states::count(*loaded.poset, how);
  report.statistics.push_back({counted.complete ? "states" : "states_counted", statistic(counted.states)});
  report.statistics.push_back({"algorithm", std::string(states::name(counted.used))});
  if (counted.complete) return {};
  std::string so_far = counted.states > 0 ? fmt::format("; at least {} states", counted.states.str()) : "";
  if (total > 0 && counted.states > 0) {
    so_far = fmt::format("; {} of {:.6g} states were visited ({:.3g} %)", counted.states.str(), total,
                         100 * counted.states.convert_to<double>() / total);
  }
  const std::string reason = limits.reason();
  const std::string other =
      how.spread ? "another rank was stopped" : "the diagram grew too large; try --algorithm runs";
  report.verdict.doubt((reason.empty() ? other : reason) + so_far);
  return {};
}

// Locks in any order.
base::Result<int> run_intervals(const StatesOptions& options) {
  const Stopwatch stopwatch;
  const auto bytes = Limits::bytes_in(options.limits.memory);
  if (!bytes) return base::failure(bytes.error());
  Limits limits(options.limits.seconds, *bytes);
  if (!options.graph.empty() || options.poset.events != "all")
    return base::failure(base::ErrorCode::usage, "--graph and --events go with --locks order only",
                         "--locks intervals");
  if (options.algorithm != "auto" && !states::loset_algorithm_named(options.algorithm))
    return base::failure(base::ErrorCode::usage,
                         "with --locks intervals it is one of bfs, dfs, lex, quicklex, diagram",
                         "--algorithm");
  LosetRequest request{.trace = options.poset.trace,
                       .lenient = options.poset.lenient,
                       .list = options.list,
                       .algorithm = options.algorithm,
                       .jobs = options.jobs,
                       .free_last = options.poset.processes == "free-last",
                       .words = options.output.format == "text" && options.output.output == "-",
                       .limit = options.limit,
                       .stop = [&] { return limits.reached(); }};
  if (limits.bytes() > 0)
    request.diagram_bytes = std::min<std::size_t>(request.diagram_bytes, limits.bytes() / 2);
  auto report = loset_states(request, options.loset);
  if (!report) return base::failure(report.error());
  if (!limits.reason().empty()) report->verdict.doubt(limits.reason());
  stopwatch.add_to(*report);
  return deliver(*report, options.output);
}

base::Result<void> states_of(const StatesOptions& options, Loaded& loaded, Limits& limits,
                             finding::Report& report) {
  Meant meant;
  std::optional<predict::Computation> computation;
  std::optional<Question> question;
  if (options.question.is_asked()) {
    computation.emplace(*loaded.poset, std::move(loaded.events), loaded.reader->names());
    auto asked = ask(options.question, *computation);
    if (!asked) return base::failure(asked.error());
    question.emplace(std::move(*asked));
    meant.holds = [&](const order::Index* state) { return question->holds(*computation, state); };
    meant.question = question->digest;
    report.statistics.push_back({"when", question->text});
  }
  if (const schedule::Shard shard = schedule::shard_in(options.shard); shard.count > 0) {
    meant.share = states::share_of(*loaded.poset, shard.number, shard.count);
    note_share(report, shard, fmt::format("{:016x}", base::combine(meant.share->outline, meant.question)),
               "");
  }
  if (options.list) {
    if (auto written = list(options, loaded, meant, limits, report); !written) return written;
  }
  if (!options.graph.empty()) {
    if (auto written = write_output(options.graph, graph(options, loaded, report)); !written) return written;
  }
  if (options.count || (!options.list && options.graph.empty()))
    if (auto counted = count(options, loaded, meant, limits, report); !counted) return counted;
  if (options.output.wants_pictures())
    add_lattice(*loaded.poset, loaded.reader->names(), meant.holds, limits, report);
  if (!limits.reason().empty() && report.verdict.reasons().empty()) report.verdict.doubt(limits.reason());
  return {};
}

base::Result<int> run_states(const StatesOptions& options) {
  if (options.list && options.output.format != "text") {
    return base::failure(base::ErrorCode::usage, "a list is text; leave --format out", "--list");
  }
  if (options.question.is_asked()) {
    if (const auto good = check_question(options.question); !good) return base::failure(good.error());
    if (!options.graph.empty() || options.locks == "intervals" || options.algorithm == "diagram")
      return base::failure(base::ErrorCode::usage,
                           "states are looked at one by one; leave --graph, --locks intervals and "
                           "--algorithm diagram out",
                           options.question.when.empty() ? "--when-library" : "--when");
  }
  if (!options.shard.empty() && (!options.graph.empty() || options.locks == "intervals"))
    return base::failure(base::ErrorCode::usage,
                         "what is shared out is the count or the list of states; leave --graph and --locks "
                         "intervals out",
                         "--shard");
  if (options.stages.is_used() && (options.list || !options.graph.empty() || !options.shard.empty() ||
                                   options.locks == "intervals" || options.algorithm == "diagram"))
    return base::failure(base::ErrorCode::usage,
                         "what is kept is a count that visits the states; leave --list, --graph, --shard, "
                         "--locks intervals and --algorithm diagram out",
                         options.stages.name());
  if (is_rank() && !options.shard.empty())
    return base::failure(base::ErrorCode::usage, "a job of several ranks cannot go with --shard", "--shard");
  if (is_rank() &&
      (options.list || !options.graph.empty() || options.locks == "intervals" ||
       options.algorithm == "diagram") &&
      !is_done_here("what is listed, drawn, counted with --locks intervals or in a diagram"))
    return exit_with(ExitStatus::clean);
  if (options.locks == "intervals") return run_intervals(options);
  if (!options.loset.state.empty() || options.loset.explain || options.loset.normal_form ||
      options.loset.which != LosetOptions().which || options.algorithm == "dfs")
    return base::failure(base::ErrorCode::usage,
                         "--class, --state, --explain, --normal-form and --algorithm dfs go with --locks "
                         "intervals",
                         "--locks order");
  return with_poset({.command = "states", .keep_events = options.question.is_asked()}, options.poset,
                    options.limits, options.output,
                    [&](Loaded& loaded, Limits& limits, finding::Report& report) {
                      return states_of(options, loaded, limits, report);
                    });
}

}  // namespace

Action add_states(CLI::App& app) {
  auto options = std::make_shared<StatesOptions>();
  std::set<std::string> algorithms = {"auto", "dfs"};
  for (states::Algorithm algorithm : states::kAlgorithms) algorithms.emplace(states::name(algorithm));
  add_poset_options(app, options->poset);
  app.add_option(
         "--locks", options->locks,
         "order: each lock changes hands in the order it did; intervals: in any order, one holder at a time")
      ->check(CLI::IsMember({"order", "intervals"}))
      ->capture_default_str();
  add_loset_options(app, options->loset);
  app.add_flag("--count", options->count, "how many states there are (the default)");
  app.add_flag("--list", options->list, "each state on a line: how many events of each thread have happened");
  app.add_option("--graph", options->graph, "write the states and the steps between them as a DOT graph")
      ->check(writable_file());
  add_question_options(app, options->question,
                       "only states in which this predicate holds: 'count(open == 1) >= 2' (see `heddle "
                       "detect --help`)");
  app.add_option("--limit", options->limit, "list or draw so many states at most");
  app.add_option("--algorithm", options->algorithm, "how to enumerate; auto is the fastest that fits")
      ->check(CLI::IsMember(algorithms))
      ->capture_default_str();
  app.add_option("--jobs,-j", options->jobs, "cores to count on (ParaMount); 0 is all of them")
      ->capture_default_str();
  app.add_option("--shard", options->shard,
                 "i/n: count or list the i-th of n shares, for as many machines; `heddle merge` puts the "
                 "counts together")
      ->check(is_shard());
  add_stage_options(app, options->stages);
  add_limit_options(app, options->limits);
  add_output_options(app, options->output);
  app.footer(
      "Algorithms:\n"
      "  bfs       by number of events; memory for a level, which can be exponential in the threads\n"
      "  tree      along a spanning tree, one event a step; memory for the events\n"
      "  lex       in lexical order, from the state before alone\n"
      "  quicklex  in lexical order, amortised constant time\n"
      "  runs      in lexical order, whole ranges of the last thread at once\n"
      "  diagram   without visiting them; memory at worst exponential, then runs takes over under auto\n"
      "All of them are exact: a state is counted iff some schedule of the recorded events, in which each "
      "lock\n"
      "changes hands as it did, passes through it.\n"
      "With --locks intervals there are bfs, dfs (depth first, remembers all states), lex (each feasible "
      "state\n"
      "decided), quicklex (only where the state before it does not tell) and diagram.");
  return [options] { return run_states(*options); };
}

}  // namespace heddle::cli
