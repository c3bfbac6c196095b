// SPDX-License-Identifier: Apache-2.0
#include "cli/loset_states.h"

#include <charconv>
#include <limits>
#include <set>

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>

#include "cli/output.h"
#include "cli/progress.h"
#include "order/loset_trace.h"
#include "states/decision_flow.h"
#include "states/loset_quick_lex.h"
#include "states/loset_walk.h"
#include "states/state_diagram.h"
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

// Every state of the class, each on a line.
base::Result<void> list(const Question& question, Class which) {
  std::string text;
  std::uint64_t listed = 0;
  bool complete = true;
  base::Result<void> written;
  states::LexCounts counts;
  complete = states::loset_quick_lex(question.loset(), which, states::ShortCut::yes,
                                     [&](const Index* state) {
                                       if (question.request.limit > 0 && listed == question.request.limit)
                                         return false;
                                       text += question.words(state) + "\n";
                                       if ((++listed & 0xFFF) != 0) return true;
                                       written = write_output("-", text);
                                       text.clear();
                                       return written.has_value();
                                     },
                                     &counts, {.stop = question.request.stop});
  if (written) written = write_output("-", text);
  question.report.statistics.push_back({complete ? "states" : "states_listed", listed});
  if (counts.unknown > 0)
    question.report.verdict.doubt(
        fmt::format("{} states were left out: their reachability met its bound", counts.unknown));
  return written;
}

void count(const Question& question, Class which) {
  finding::Report& report = question.report;
  const base::Stop& stop = question.request.stop;
  if (which == Class::reachable)
    if (const auto diagram =
            states::StateDiagram::reachable(question.loset(), question.request.diagram_bytes, stop))
      if (const auto states = diagram->count(stop)) {
        report.statistics.push_back({"states", statistic(*states)});
        report.statistics.push_back({"algorithm", std::string("diagram")});
        report.statistics.push_back({"diagram_nodes", std::uint64_t{diagram->nodes()}});
        return;
      }
  Progress progress("states");
  std::uint64_t seen = 0;
  states::LexCounts counts;
  const bool complete = states::loset_quick_lex(question.loset(), which, states::ShortCut::yes,
                                                [&](const Index*) {
                                                  if ((++seen & 0xFFF) == 0) progress.show(seen);
                                                  return true;
                                                },
                                                &counts, {.stop = stop});
  report.statistics.push_back({complete ? "states" : "states_counted", seen});
  report.statistics.push_back({"algorithm", std::string("quicklex")});
  if (!complete) report.verdict.doubt(fmt::format("stopped early; at least {} states", seen));
  if (counts.unknown > 0)
    report.verdict.doubt(
        fmt::format("{} states were left out: their reachability met its bound", counts.unknown));
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
}

base::Result<finding::Report> loset_states(const LosetRequest& request, const LosetOptions& options) {
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
  report.statistics.push_back({"class", std::string(states::name(which))});
  if (request.list) {
    if (auto written = list(question, which); !written) return base::failure(written.error());
  } else {
    count(question, which);
  }
  return report;
}

}  // namespace heddle::cli
