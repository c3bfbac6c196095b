// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/check_words.h"

#include <set>

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
      if (!failure.places.empty() && failure.places.front().operation == "end")
        return fmt::format("`{}` is used after the end of its block", name);
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

finding::Step without_value(finding::Step step, const char* operation) {
  step.operation = operation;
  step.value.reset();
  step.shows.clear();
  return step;
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
    if (failure.kind == finding::Kind::use_after_free && place.operation == "end")
      finding.steps.back() = without_value(std::move(finding.steps.back()), "leaves its block");
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
    finding.notes.push_back(fmt::format("in the test `{}`", check.name));
  }
  if (!failure.history && !failure.scenario.empty()) finding.notes.push_back("in " + failure.scenario);
  if (const std::string note = words.memory().note_on(failure.address); failure.address != 0 && !note.empty())
    finding.notes.push_back(note);
  if (failure.kind == finding::Kind::data_race && finding.steps.size() == 2)
    finding.notes.push_back(finding::why_unordered(finding.steps[0], finding.steps[1]));
  if (failure.kind == finding::Kind::data_race && finding.steps.size() == 2)
    if (std::string why =
            finding::why_atomic_orders_nothing(finding.schedule, finding.steps[0], finding.steps[1]);
        !why.empty())
      finding.notes.push_back(std::move(why));
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
    if (const std::string at = event::text(step.location); !at.empty()) line += " at " + at;
    if (!step.location.function.empty()) line += " in " + step.location.function;
    for (std::size_t i = 0; i < step.holding.size(); ++i)
      line += (i == 0 ? ", holding " : ", ") + finding::lock_words(step.holding[i]);
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace heddle::runtime::host
