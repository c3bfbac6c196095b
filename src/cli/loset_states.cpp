// SPDX-License-Identifier: Apache-2.0
#include "cli/loset_states.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <mutex>
#include <numeric>
#include <set>
#include <tuple>

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>

#include "cli/output.h"
#include "cli/progress.h"
#include "order/loset_trace.h"
#include "states/decision_flow.h"
#include "states/loset_enumerate.h"
#include "trace/trace.h"

namespace heddle::cli {
namespace {

using order::EventAt;
using order::Index;
using order::LockInterval;
using states::Answer;
using states::Class;
using states::State;

constexpr Class kClasses[] = {Class::reachable, Class::strongly_feasible, Class::viable, Class::lock_free,
                              Class::feasible};

struct Question {
  const LosetRequest& request;
  const order::TraceLoset& trace;
  const event::Names& names;
  const std::vector<event::Event>& events;
  finding::Report& report;
  std::string& lines;

  const order::Loset& loset() const { return trace.loset; }
  const std::string& thread(std::size_t t) const { return names.threads[event::ThreadId(t)]; }
  std::string words(const Index* state) const {
    std::string text;
    for (std::size_t t = 0; t < loset().threads(); ++t)
      text += fmt::format("{}{}:{}", t == 0 ? "" : " ", thread(t), state[t]);
    return text;
  }
  // "T1's 3rd event, write x at bank.cpp:11"
  std::string event_words(EventAt at) const {
    const event::Position position = trace.position(at);
    const event::Event& event = events[position];
    std::string text = fmt::format("{}:{} ({}", thread(at.thread), at.index, event::name(event.operation));
    if (const std::string target = names.describe_target(event); !target.empty()) text += " " + target;
    if (const std::string place = names.describe(event.location); !place.empty()) text += " at " + place;
    return text + ")";
  }
  std::string section_words(std::size_t t, std::uint32_t number) const {
    const LockInterval& section = loset().intervals(t)[number];
    return fmt::format("{}'s section of `{}` from {}", thread(t), names.locks[section.lock],
                       event_words({t, section.acquire}));
  }
  // One line for a person, or a statistic for a program.
  void say(const std::string& name, std::string value) const {
    if (request.words)
      lines += fmt::format("{:<18} {}\n", name, value);
    else
      report.statistics.push_back({name, std::move(value)});
  }
};

finding::StatisticValue statistic(const states::Count& count) {
  if (count <= std::numeric_limits<std::uint64_t>::max()) return static_cast<std::uint64_t>(count);
  return count.str();
}

base::Result<State> state_from(const std::string& text, const order::Loset& loset) {
  State state;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    Index position = 0;
    const auto [stop, error] = std::from_chars(text.data() + begin, text.data() + end, position);
    if (error != std::errc() || stop != text.data() + end)
      return base::failure(base::ErrorCode::usage,
                           fmt::format("expected a number for each thread, as in 3,0,7; found '{}'", text),
                           "--state");
    state.push_back(position);
    begin = end + 1;
  }
  if (state.size() != loset.threads())
    return base::failure(
        base::ErrorCode::usage,
        fmt::format("the trace has {} threads, the state has {} numbers", loset.threads(), state.size()),
        "--state");
  for (std::size_t t = 0; t < state.size(); ++t)
    if (state[t] > loset.size(t))
      return base::failure(base::ErrorCode::usage,
                           fmt::format("thread {} has {} events, not {}", t + 1, loset.size(t), state[t]),
                           "--state");
  return state;
}

std::string why_inconsistent(const Question& question, const State& state) {
  for (std::size_t t = 0; t < state.size(); ++t)
    for (std::size_t u = 0; u < state.size(); ++u)
      if (const Index needed = question.loset().seen(t, state[t], u); needed > state[u])
        return fmt::format("{} comes after {} in every schedule", question.event_words({t, state[t]}),
                           question.event_words({u, needed}));
  return {};
}

std::string why_incompatible(const Question& question, const State& state) {
  const order::Loset& loset = question.loset();
  for (std::size_t t = 0; t < state.size(); ++t)
    for (std::size_t u = 0; u < t; ++u)
      for (const std::uint32_t i : loset.held(t, state[t]))
        for (const std::uint32_t j : loset.held(u, state[u]))
          if (order::exclude(loset.intervals(t)[i], loset.intervals(u)[j]))
            return fmt::format("both {} and {} hold `{}`", question.thread(u), question.thread(t),
                               question.names.locks[loset.intervals(t)[i].lock]);
  return {};
}

std::string why_not_lock_free(const Question& question, const State& state) {
  for (std::size_t t = 0; t < state.size(); ++t)
    for (const std::uint32_t held : question.loset().held(t, state[t]))
      return fmt::format("{} is open", question.section_words(t, held));
  return {};
}

std::string why_cycle(const Question& question, const states::NormalForm& form) {
  const states::NormalForm::Order& order = form.contradiction();
  const std::string first = question.section_words(order.before.thread, order.first);
  const std::string second = question.section_words(order.after.thread, order.second);
  if (order.before.index == 0)
    return fmt::format("{} would have to end before {} begins, and it is still open", first, second);
  return fmt::format("{} would have to end before {} begins, but that one begins before the first can end",
                     first, second);
}

std::string slices(const Question& question, const std::vector<std::uint32_t>& run) {
  std::string text;
  for (std::size_t i = 0, j = 0; i < run.size(); i = j) {
    while (j < run.size() && run[j] == run[i]) ++j;
    text += fmt::format("{}{}×{}", text.empty() ? "" : " ", question.thread(run[i]), j - i);
  }
  return text;
}

void explain(const Question& question, const State& state, bool with_reasons) {
  const order::Loset& loset = question.loset();
  states::DecisionFlow flow(loset, {.stop = question.request.stop});
  const auto tell = [&](const std::string& name, bool is, const std::string& reason) {
    question.say(name, is ? "yes" : with_reasons && !reason.empty() ? "no: " + reason : "no");
  };
  const std::string inconsistent = why_inconsistent(question, state),
                    incompatible = why_incompatible(question, state);
  const bool feasible = inconsistent.empty() && incompatible.empty();
  tell("consistent", inconsistent.empty(), inconsistent);
  tell("feasible", feasible, inconsistent.empty() ? incompatible : inconsistent);
  tell("lock_free", states::lock_free_feasible(loset, state),
       feasible ? why_not_lock_free(question, state) : "not feasible");
  const bool strong = flow.strongly_feasible(state);
  tell("strongly_feasible", strong,
       !feasible ? "not feasible"
       : strong  ? ""
                 : why_cycle(question, flow.window()));
  tell("viable", flow.viable(state),
       feasible ? "the order of the locks it shows is not forced" : "not feasible");
  const states::Decision decision = flow.decide(state);
  question.say("reachable", std::string(name(decision.reachable)));
  question.say("decided_by", std::string(name(decision.reason)));
  if (decision.reachable == Answer::unknown) question.report.verdict.doubt("reachability met its bound");
  if (!with_reasons || decision.reachable != Answer::yes) return;
  question.say("reset_state", question.words(decision.reset.data()));
  const states::Reach run =
      states::reach(loset, decision.reset, states::exactly(state), {.stop = question.request.stop});
  if (run.answer == Answer::yes) question.say("run_from_there", slices(question, run.run));
}

// What locks force, beyond happens-before: the normal form of the whole.
void print_normal_form(const Question& question) {
  const order::Loset& loset = question.loset();
  states::NormalForm form(loset);
  const bool acyclic = form.compute(loset.initial(), loset.final());
  std::vector<states::NormalForm::Order> orders = form.added();
  std::sort(orders.begin(), orders.end(), [](const auto& a, const auto& b) {
    return std::tie(a.after, a.before) < std::tie(b.after, b.before);
  });
  for (const states::NormalForm::Order& order : orders)
    question.lines +=
        fmt::format("{} before {}\n", question.event_words(order.before), question.event_words(order.after));
  question.report.statistics.push_back({"forced_orders", std::uint64_t{orders.size()}});
  if (!acyclic) question.report.verdict.doubt("the orders have a cycle: " + why_cycle(question, form));
}

states::LosetCountOptions options_of(const LosetRequest& request, Class which) {
  return {.algorithm = states::loset_algorithm_named(request.algorithm),
          .which = which,
          .workers = request.jobs,
          .bytes = request.diagram_bytes,
          .stop = request.stop,
          .visited = {}};
}

// The loset with its threads in the order of its digits, and which thread each is.
struct Ordered {
  std::vector<std::size_t> order;
  order::Loset loset;
};
Ordered in_order(const Question& question) {
  Ordered ordered;
  ordered.order.resize(question.loset().threads());
  std::iota(ordered.order.begin(), ordered.order.end(), 0);
  if (question.request.free_last) ordered.order = states::thread_order(question.loset());
  ordered.loset = question.loset().reordered(ordered.order);
  return ordered;
}

void doubt_unknown(const Question& question, std::uint64_t unknown) {
  if (unknown > 0)
    question.report.verdict.doubt(
        fmt::format("{} states were left out: their reachability met its bound", unknown));
}

// Every state of the class, each on a line.
base::Result<void> list(const Question& question, Class which) {
  std::string text;
  std::uint64_t listed = 0;
  base::Result<void> written;
  states::LexCounts counts;
  const Ordered ordered = in_order(question);
  State by_thread(ordered.order.size());
  const auto algorithm =
      states::loset_algorithm_named(question.request.algorithm).value_or(states::LosetAlgorithm::quick_lex);
  const bool complete = states::enumerate(
      algorithm, ordered.loset, options_of(question.request, which),
      [&](const Index* state) {
        if (question.request.limit > 0 && listed == question.request.limit) return false;
        for (std::size_t k = 0; k < by_thread.size(); ++k) by_thread[ordered.order[k]] = state[k];
        text += question.words(by_thread.data()) + "\n";
        if ((++listed & 0xFFF) != 0) return true;
        written = write_output("-", text);
        text.clear();
        return written.has_value();
      },
      &counts);
  if (written) written = write_output("-", text);
  question.report.statistics.push_back({complete ? "states" : "states_listed", listed});
  doubt_unknown(question, counts.unknown);
  return written;
}

void count(const Question& question, Class which) {
  finding::Report& report = question.report;
  Progress progress("states");
  std::mutex mutex;
  std::uint64_t seen = 0;
  states::LosetCountOptions options = options_of(question.request, which);
  options.visited = [&](std::uint64_t more) {
    const std::lock_guard lock(mutex);
    progress.show(seen += more);
  };
  const states::LosetCounted counted = states::count(in_order(question).loset, options);
  report.statistics.push_back({counted.complete ? "states" : "states_counted", statistic(counted.states)});
  report.statistics.push_back({"algorithm", std::string(states::name(counted.used))});
  if (counted.diagram_nodes > 0)
    report.statistics.push_back({"diagram_nodes", std::uint64_t{counted.diagram_nodes}});
  if (!counted.complete)
    report.verdict.doubt(fmt::format("stopped early; at least {} states", counted.states.str()));
  doubt_unknown(question, counted.unknown);
}

}  // namespace

void add_loset_options(CLI::App& app, LosetOptions& options) {
  std::set<std::string> classes;
  for (const Class which : kClasses) classes.emplace(states::name(which));
  app.add_option("--class", options.which,
                 "with --locks intervals, the states to count or list: reachable by some schedule, or one of "
                 "the classes that "
                 "bound it from above (feasible, strongly-feasible) or below (lock-free, viable)")
      ->check(CLI::IsMember(classes))
      ->capture_default_str();
  app.add_option("--state", options.state,
                 "with --locks intervals, tell which classes one state is in: the number of events of each "
                 "thread, as 3,0,7");
  app.add_flag("--explain", options.explain,
               "and why: the missing event, the blocking lock, the cycle, the run");
  app.add_flag("--normal-form", options.normal_form,
               "with --locks intervals, print what locks force in every schedule to the end: which release "
               "comes before which acquire");
}

base::Result<finding::Report> loset_states(const LosetRequest& request, const LosetOptions& options) {
  const bool walks =
      request.algorithm == "bfs" || request.algorithm == "dfs" || request.algorithm == "diagram";
  if (walks && options.which != LosetOptions().which)
    return base::failure(base::ErrorCode::usage,
                         "bfs, dfs and diagram know the reachable states only; lex and quicklex know the "
                         "other classes too",
                         "--class");
  auto reader = trace::open_trace(request.trace, {.lenient = request.lenient});
  if (!reader) return base::failure(reader.error());
  const auto read = trace::read_events(**reader, [&](std::size_t) { return !request.stop(); });
  if (!read) return base::failure(read.error());
  const std::vector<event::Event>& events = *read;
  Class which = Class::reachable;
  for (const Class one : kClasses)
    if (states::name(one) == options.which) which = one;
  // Whether a thread holds a lock is asked of locks that nobody else takes, too.
  const bool all_locks = which == Class::lock_free || !options.state.empty();
  finding::Report report;
  report.command = "states";
  report.input = request.trace;
  for (const std::string& doubt : (*reader)->doubts()) report.verdict.doubt(doubt);
  report.statistics.push_back({"events", std::uint64_t{events.size()}});
  auto trace = order::loset_of(events, order::Reads::ignored,
                               all_locks ? order::Locks::all : order::Locks::contended, request.stop);
  if (request.stop()) return report;
  if (!trace) return base::failure(trace.error());
  report.statistics.push_back({"threads", std::uint64_t{trace->loset.threads()}});
  std::string lines;
  const Question question{request, *trace, (*reader)->names(), events, report, lines};
  if (!options.state.empty()) {
    auto state = state_from(options.state, trace->loset);
    if (!state) return base::failure(state.error());
    explain(question, *state, options.explain);
    if (auto written = write_output("-", lines); !written) return base::failure(written.error());
    return report;
  }
  if (options.normal_form) {
    print_normal_form(question);
    if (auto written = write_output("-", lines); !written) return base::failure(written.error());
    return report;
  }
  report.statistics.push_back({"class", std::string(states::name(which))});
  if (request.list) {
    if (auto written = list(question, which); !written) return base::failure(written.error());
  } else {
    count(question, which);
  }
  return report;
}

}  // namespace heddle::cli
