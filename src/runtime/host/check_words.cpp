// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/check_words.h"

#include <set>
#include <utility>

#include <fmt/format.h>

#include "finding/attempts.h"
#include "finding/unordered.h"
#include "runtime/host/advice_words.h"
#include "runtime/host/expectation.h"
#include "runtime/host/schedule_words.h"
#include "runtime/host/words.h"

namespace heddle::runtime::host {
namespace {

std::string waiting(const std::vector<CheckPlace>& places, ScheduleWords& words) {
  std::string text;
  for (const CheckPlace& place : places) {
    std::string line = fmt::format("{} waits", Words::thread(place.thread));
    const std::string object = words.memory().object_at(place.address);
    if (place.operation == "join")
      line += " for the end of";
    else if (!object.empty())
      line += fmt::format(" for `{}`{}", object,
                          !place.waits_for                  ? ""
                          : place.waits_for == place.thread ? ", which it holds itself"
                                                            : ", held by");
    if (place.waits_for && place.waits_for != place.thread) line += " " + Words::thread(*place.waits_for);
    text += (text.empty() ? "" : "; ") + line;
  }
  return text;
}

std::string message(const CheckFailure& failure, const std::string& name, ScheduleWords& words) {
  switch (failure.kind) {
    case finding::Kind::data_race:
      return finding::race_message(name, failure.size);
    case finding::Kind::deadlock:
      return "deadlock: " + waiting(failure.places, words);
    case finding::Kind::livelock:
      return "livelock: " + waiting(failure.places, words) + ", in a loop that nobody can end";
    case finding::Kind::use_after_free:
      if (words.ends_life())
        return fmt::format("`{}` is used after the end of its {}", name,
                           words.is_of_thread() ? "thread" : "block");
      return fmt::format("use after free of `{}`", name);
    case finding::Kind::double_free:
      return fmt::format("double free of `{}`", words.memory().block_name(failure.address));
    case finding::Kind::invalid_free:
      return fmt::format("`{}` is freed but was not allocated", name);
    case finding::Kind::out_of_bounds:
      return fmt::format("access outside of its object: `{}`", name);
    case finding::Kind::lock_misuse:  // "a mutex is unlocked …"
      for (const std::string_view noun : {"a mutex", "a readers-writer lock", "a spin lock",
                                          "a condition variable", "a semaphore", "a barrier"})
        if (!name.empty() && failure.message.starts_with(noun))
          return fmt::format("`{}`{}", name, failure.message.substr(noun.size()));
      return failure.message;
    case finding::Kind::leak:
      return fmt::format("{} bytes at `{}` are never freed", failure.size, name);
    default:
      return failure.message.empty() ? std::string(finding::name(failure.kind)) : failure.message;
  }
}

// "`m` was acquired by main at a.cpp:4": by whom, where another thread gives it back.
std::string owner_of(const finding::Finding& finding) {
  if (finding.steps.empty() || finding.message.find("than its owner") == std::string::npos) return "";
  const finding::Step& misuse = finding.steps.back();
  for (auto step = finding.schedule.rbegin(); step != finding.schedule.rend(); ++step)
    if (step->target == finding.variable && step->operation.starts_with("acquire") &&
        step->thread != misuse.thread)
      return fmt::format("`{}` was acquired by {} at {}", finding.variable, step->thread,
                         event::text(step->location));
  return "";
}

// Whether the library's functions that were inlined there are those of a thread that is still joinable.
bool ends_joinable(ScheduleWords& words, const CheckPlace& place) {
  for (const event::Location& frame : words.memory().whole_stack(place)) {
    if (!frame.file.empty() && !is_system_file(frame.file)) return false;
    if (frame.function.find("std::thread::~thread") != std::string::npos ||
        frame.function.find("std::thread::operator=") != std::string::npos ||
        frame.function.starts_with("_ZNSt6threadD") || frame.function.starts_with("_ZNSt6threadaS"))
      return true;
  }
  return false;
}

}  // namespace

finding::Finding finding_of(const CheckRecord& check) {
  CheckFailure failure = *check.failure;
  // Who only waits for the end of another one is not what the reader looks for first.
  if (failure.kind == finding::Kind::deadlock)
    std::stable_partition(failure.places.begin(), failure.places.end(),
                          [](const CheckPlace& place) { return place.operation != "join"; });
  ScheduleWords words(check);
  finding::Finding finding;
  finding.kind = failure.kind;
  // In the order in which they happened: what came first has the plain name.
  finding.schedule = words.schedule();
  finding.graph = words.relations();
  std::set<std::uint32_t> threads;
  for (const CheckPlace& place : failure.places) {
    CheckPlace shown = words.recorded(place);
    shown.operation = place.operation;
    shown.address = place.address;
    shown.waits_for = place.waits_for;
    if (shown.holds.empty()) shown.holds = place.holds;
    if (failure.kind == finding::Kind::data_race) shown.value.reset();
    finding.steps.push_back(words.step(shown));
    ScheduleWords::fails_at(finding.steps.back());
    if (words.ends_life() && &place == failure.places.data()) finding.steps.back() = words.end_of_life();
    threads.insert(place.thread);
    if (place.waits_for) threads.insert(*place.waits_for);
  }
  finding.variable = words.memory().object_at(failure.address);
  if (failure.kind == finding::Kind::deadlock) finding::tell_attempts(finding);
  finding.message = message(failure, finding.variable, words);
  finding.history = failure.history;
  if (check.expectation) {
    tell_expectation(*check.expectation, finding);
    threads.insert(0);
  }
  if (!check.name.empty() && check.name != "main") {
    finding.test = check.name;
    finding.notes.push_back(check.part.empty()
                                ? fmt::format("in the {} `{}`",
                                              check.wishes.function.view().empty() ? "test" : "function",
                                              check.name)
                                : fmt::format("in the check `{}` of the test `{}`", check.part, check.name));
  }
  if (!failure.history && !failure.scenario.empty()) finding.notes.push_back("in " + failure.scenario);
  if (const std::string note = words.memory().note_on(failure.address); failure.address != 0 && !note.empty())
    finding.notes.push_back(note);
  if (failure.kind == finding::Kind::data_race && finding.steps.size() == 2) {
    const finding::Step &first = finding.steps[0], &second = finding.steps[1];
    finding.notes.push_back(finding::why_unordered(first, second));
    for (const auto why : {finding::why_atomic_orders_nothing, finding::ordered_by_older_standards})
      if (std::string note = why(finding.schedule, first, second); !note.empty())
        finding.notes.push_back(std::move(note));
  }
  if (failure.kind == finding::Kind::lock_misuse)
    if (std::string owner = owner_of(finding); !owner.empty()) finding.notes.push_back(std::move(owner));
  if (failure.kind == finding::Kind::abort && !failure.places.empty() &&
      ends_joinable(words, failure.places.front()))
    finding.message +=
        ": a std::thread is destroyed or assigned to that was neither joined nor detached (std::terminate)";
  if (failure.kind == finding::Kind::use_after_free && finding.steps.size() == 2 &&
      !finding.schedule.empty() && finding.schedule.back().operation == "free")
    finding.notes.push_back(finding::why_unordered(finding.steps[0], finding.steps[1]) +
                            " Here the use comes first; it may as well come after the free.");
  for (const std::uint32_t thread : threads) finding.threads.push_back(words.note(thread));
  finding.passing = words.passing();
  if (check.graph) add_judgement(*check.graph, check.wishes.memory_model.view(), finding);
  if (check.advice)
    for (const std::string& line : advice_lines(check)) finding.notes.push_back(line);
  if (!check.repeats)
    finding.notes.emplace_back("The failure did not repeat itself under the same schedule.");
  finding.witness.kind = finding::Witness::Kind::schedule;
  if (const auto decisions = decisions_in(check.schedule)) {
    for (const schedule::Decision& decision : *decisions) {
      const std::string thread = Words::thread(decision.thread);
      if (finding.witness.run.empty() || finding.witness.run.back().thread != thread)
        finding.witness.run.push_back({thread, 0});
      ++finding.witness.run.back().steps;
    }
  }
  return finding;
}

std::vector<std::size_t> recorded_steps(const CheckRecord& check, const finding::Finding& finding) {
  ScheduleWords words(check);
  words.schedule();
  std::vector<std::size_t> numbers = words.numbers();
  if (check.expectation && !finding.schedule.empty())  // its last step is what the framework says
    numbers.resize(std::min(numbers.size(), finding.schedule.size() - 1));
  numbers.resize(finding.schedule.size());
  return numbers;
}

std::map<std::uint64_t, std::string> named_objects(const CheckRecord& check) {
  ScheduleWords words(check);
  words.schedule();
  std::map<std::uint64_t, std::string> names;
  for (const std::vector<CheckPlace>* places : {&check.steps, &std::as_const(check.failure->places)})
    for (const CheckPlace& place : *places) {
      if (place.address != 0) names[place.address] = words.memory().object_at(place.address);
      for (const std::uint64_t lock : place.holds) names[lock] = words.memory().object_at(lock);
    }
  return names;
}

std::vector<std::string> passed_lines(const CheckRecord& check) {
  std::vector<std::string> lines;
  std::set<std::string> told;  // a write and a read at the same places are one
  for (const PassedRace& race : check.passed_over) {
    CheckRecord alone;  // its memory is not that of the failure
    alone.modules = check.modules;
    alone.threads = check.threads;
    alone.failure = race.failure;
    alone.allocations = race.allocations;
    alone.windows = race.windows;
    const finding::Finding finding = finding_of(alone);
    std::string line = "passed over: " + finding.message;
    std::multiset<std::string> places;
    for (const finding::Step& step : finding.steps) {
      line +=
          fmt::format("{} {} by {}", &step == finding.steps.data() ? ":" : ",", step.operation, step.thread);
      const std::string at = event::text(step.location);
      if (!at.empty()) line += " at " + at;
      places.insert(at);
    }
    if (told.insert(fmt::format("{} {}", finding.message, fmt::join(places, " "))).second)
      lines.push_back(std::move(line));
  }
  if (check.passes_over_more) lines.emplace_back("passed over: more data races, which are not listed");
  return lines;
}

std::vector<std::string> halted_lines(const CheckRecord& check) {
  ScheduleWords words(check);
  std::vector<std::string> lines;
  for (const CheckPlace& place : check.halted) {
    const finding::Step step = words.step(place);
    std::string line = step.thread;
    if (place.operation == "mark")
      line += " runs";
    else if (place.unseen)
      line += fmt::format(" waits for its turn to {}{}", step.operation,
                          step.target.empty() ? "" : fmt::format(" `{}`", step.target));
    else if (place.operation == "join")
      line += fmt::format(" waits for the end of {}", step.target);
    else
      line +=
          fmt::format(" waits for {}", step.target.empty() ? "something" : fmt::format("`{}`", step.target));
    if (place.waits_for && place.operation != "join" && !place.unseen)
      line += fmt::format(", held by {},", Words::thread(*place.waits_for));
    lines.push_back(line + Words::where_it_waits(step));
  }
  return lines;
}

}  // namespace heddle::runtime::host
