// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/schedule_words.h"

#include <algorithm>

#include <fmt/format.h>

#include "finding/decisive.h"
#include "runtime/host/asides.h"
#include "runtime/host/expectation.h"
#include "runtime/host/weak_words.h"
#include "runtime/host/words.h"

namespace heddle::runtime::host {
namespace {

constexpr const char* kLibraryState = "what the C library keeps";

bool is_nameless_signal(const finding::Step& step) {
  return step.target.empty() && (step.operation == "send" || step.operation == "receive");
}

// What nobody wrote, and has no place: how the library ends what it keeps.
bool is_librarys_own(const finding::Step& step) {
  return step.location.line == 0 && (step.operation == "end" || step.target == kLibraryState);
}

std::string baseless(const CheckPlace& place) {
  if (place.baseless == "wake-up") return "wakes up without a reason";
  if (place.baseless == "exchange") return "fails without a reason, as a weak one may";
  if (place.baseless == "late") return "11.6 days later";  // kLate of runtime/control/hooks_time.cpp
  return place.baseless == "timeout" ? "runs out of time" : "";
}
bool is_look_at_clock(const CheckPlace& place) {
  return place.baseless == "clock" || place.baseless == "late";
}

}  // namespace

ScheduleWords::ScheduleWords(const CheckRecord& check) : check_(check), memory_(check_) {
  if (check_.failure) recorded_ = leave_out_asides(check_, memory_);
}

// Of a linearizability test: the main thread chooses the scenario, the others pass on that they have returned.
std::string ScheduleWords::mark(const CheckPlace& place) const {
  if (!check_.failure || check_.failure->scenario.empty()) return "chooses";
  if (place.thread == 0 && place.value) return "chooses the scenario";
  return place.value ? "chooses" : "begins or ends a call";
}

finding::Step ScheduleWords::step(const CheckPlace& place) {
  finding::Step result;
  result.thread = Words::thread(place.thread);
  result.operation = place.operation == "mark" ? mark(place) : place.operation;
  const bool is_library_state =
      place.address == 0 && (place.operation == "read" || place.operation == "write");
  const bool on_thread = place.operation == "fork" || place.operation == "join";
  result.target =
      on_thread && place.waits_for ? Words::thread(*place.waits_for) : memory_.object_at(place.address);
  const bool is_crash = check_.failure && check_.failure->kind == finding::Kind::null_dereference &&
                        place.stack == check_.failure->places.front().stack;
  if (place.operation == "free") result.target = memory_.block_name(place.address);
  if (is_library_state) result.target = is_crash ? "address 0x0" : kLibraryState;
  if (is_look_at_clock(place)) {
    result.operation = "reads the clock";
    result.target.clear();
  }
  const bool is_scenario = result.operation == "chooses the scenario";  // its number is told elsewhere
  if (place.value && !is_scenario && memory_.type_at(place.address).kind != ValueType::Kind::opaque) {
    result.value = place.value;
    result.shows = memory_.value(*place.value, memory_.type_at(place.address));
    if (result.shows == result.target) result.shows = memory_.value_by_allocation(*place.value);
  }
  result.baseless = baseless(place);
  result.stack = memory_.stack(place);
  if (!result.stack.empty())
    result.location = result.stack.front();
  else if (const CheckPlace* creation =
               creation_of(place.thread))  // by the library, before the thread's function
    if (const auto frames = memory_.stack(*creation); !frames.empty()) result.location = frames.front();
  for (std::size_t i = place.holds.size(); i-- > 0;)
    result.holding.push_back(memory_.object_at(place.holds[i]) +
                             ((place.holds_shared >> i & 1) != 0 ? " (shared)" : ""));
  if (place.order && *place.order < static_cast<std::uint8_t>(event::MemoryOrder::seq_cst))
    result.order = event::name(static_cast<event::MemoryOrder>(*place.order));
  return result;
}

void ScheduleWords::fails_at(finding::Step& step) {
  if (step.operation == "chooses" || step.operation == "begins or ends a call") step.operation = "fails";
}

const CheckPlace& ScheduleWords::recorded(const CheckPlace& place) const {
  const CheckPlace* elsewhere = nullptr;
  for (auto at = check_.steps.rbegin(); at != check_.steps.rend(); ++at) {
    if (place.operation == "end" && at->operation != "end") continue;
    // As far as both were told: without optimisation every lock is taken by the same line of a header.
    const std::size_t frames = std::min(at->stack.size(), place.stack.size());
    if (at->thread != place.thread || frames == 0 ||
        !std::equal(at->stack.begin(), at->stack.begin() + static_cast<std::ptrdiff_t>(frames),
                    place.stack.begin()))
      continue;
    if (at->address == place.address) return *at;
    if (elsewhere == nullptr) elsewhere = &*at;  // a loop does the same to one node after the other
  }
  return elsewhere != nullptr ? *elsewhere : place;
}

std::vector<finding::Step> ScheduleWords::schedule() {
  const std::vector<CheckPlace>& places = check_.failure->places;
  std::vector<CheckPlace> all = check_.steps;
  for (const CheckPlace& place : places) {
    if (ends_life() && &place == places.data()) continue;  // it is no step of the record, and comes earlier
    const CheckPlace& same = recorded(place);
    if (&same != &place || check_.failure->kind == finding::Kind::leak)
      continue;  // a leak is where it was allocated
    // How the program ended is known better where it failed.
    const auto end = std::find_if(all.rbegin(), all.rend(), [&](const CheckPlace& each) {
      return place.operation == "end" && each.operation == "end" && each.thread == place.thread;
    });
    if (end != all.rend() && end->stack.empty())
      *end = place;
    else
      all.push_back(place);
  }
  std::vector<finding::Step> steps;
  for (const CheckPlace& place : all) steps.push_back(step(place));
  for (std::size_t i = check_.steps.size(); i < steps.size(); ++i) fails_at(steps[i]);
  const std::vector<Seen> seen = what_was_seen(check_, memory_);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    steps[i].sees = seen[i].what;
    steps[i].why = seen[i].why;
    if (!seen[i].order.empty()) steps[i].order = seen[i].order;
  }
  std::vector<finding::Step> failing;
  for (const CheckPlace& place : places) failing.push_back(step(place));
  // What the library tells itself by has no name. A step that failed is shown whosever it is.
  std::vector<finding::Step> shown;
  const std::vector<bool> is_framework = framework_steps(check_.steps, memory_.symbols());
  auto [first, last] = of_the_program(steps, check_.steps.size());
  while (last > first && steps[last].operation == "free") --last;  // of the fixture, when the test is over
  const bool has_places = !steps.empty() && steps.back().location.line != 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const bool is_left_out =
        i < check_.steps.size() &&
        (is_framework[i] || (has_places && is_librarys_own(steps[i])) ||
         (!check_.graph && is_nameless_signal(steps[i])) || (check_.expectation && (i < first || i > last)));
    shown_.push_back(is_left_out ? kNotShown : shown.size());
    if (!is_left_out && i < check_.steps.size()) numbers_.push_back(recorded_[i]);
    if (!is_left_out) shown.push_back(std::move(steps[i]));
  }
  if (ends_life()) show_end_of_life(failing, shown);
  if (check_.expectation && failing.empty()) failing.push_back({.thread = Words::thread(0)});
  finding::mark_decisive(check_.failure->kind, failing, shown);
  return shown;
}

bool ScheduleWords::ends_life() const {
  return check_.failure->kind == finding::Kind::use_after_free && check_.failure->places.size() > 1 &&
         check_.failure->places.front().operation == "end";
}

finding::Step ScheduleWords::end_of_life() {
  CheckPlace place = check_.failure->places.front();
  // Only the innermost place is known; a step from there, if there is one, tells the calls around it.
  const auto same = std::find_if(check_.steps.rbegin(), check_.steps.rend(), [&](const CheckPlace& each) {
    return each.thread == place.thread && !each.stack.empty() && !place.stack.empty() &&
           each.stack.front() == place.stack.front();
  });
  if (same != check_.steps.rend()) place.stack = same->stack;
  finding::Step end = step(place);
  end.operation = is_of_thread() ? "ends" : "leaves its block";
  end.target.clear();
  end.value.reset();
  end.shows.clear();
  return end;
}

bool ScheduleWords::is_of_thread() {
  return memory_.is_of_thread(check_.failure->address, check_.failure->places.front().thread);
}

// Behind the last step of the thread that led there, and before the use.
void ScheduleWords::show_end_of_life(std::vector<finding::Step>& failing, std::vector<finding::Step>& shown) {
  failing.front() = end_of_life();
  const finding::Step& end = failing.front();
  std::size_t use = shown.size(), own = 0, same = 0;
  while (use > 0 && shown[use - 1].thread != failing.back().thread) --use;
  if (use > 0) --use;
  for (std::size_t i = 0; i < use; ++i) {
    if (shown[i].thread != end.thread) continue;
    own = i + 1;
    if (shown[i].location == end.location) same = i + 1;
  }
  const std::size_t at = same != 0 && !is_of_thread() ? same : own != 0 ? own : use;
  shown.insert(shown.begin() + static_cast<std::ptrdiff_t>(at), end);
  for (std::size_t& where : shown_)
    if (where != kNotShown && where >= at) ++where;
  if (at <= numbers_.size())
    numbers_.insert(numbers_.begin() + static_cast<std::ptrdiff_t>(at), at > 0 ? numbers_[at - 1] : 1);
}

std::vector<finding::Step> ScheduleWords::passing() {
  std::vector<finding::Step> steps;
  const std::vector<bool> is_framework = framework_steps(check_.passing, memory_.symbols());
  for (std::size_t i = 0; i < is_framework.size(); ++i)
    if (!is_framework[i]) steps.push_back(step(check_.passing[i]));
  std::erase_if(steps, is_nameless_signal);
  // How a process ends, after the program's own code, is nothing to compare.
  while (!steps.empty() && steps.back().location.line == 0) steps.pop_back();
  return steps;
}

std::vector<finding::Relation> ScheduleWords::relations() const {
  std::vector<finding::Relation> all = host::relations(check_);
  std::erase_if(all, [&](finding::Relation& each) {
    each.from = shown_[each.from];
    each.to = shown_[each.to];
    return each.from == kNotShown || each.to == kNotShown;
  });
  return all;
}

finding::ThreadNote ScheduleWords::note(std::uint32_t thread) {
  finding::ThreadNote note{.name = Words::thread(thread)};
  if (thread < check_.threads.size()) note.label = check_.threads[thread].label;
  if (thread == 0) return note;
  for (const CheckPlace& place : check_.steps)
    if (place.thread == thread)
      if (const auto frames = memory_.stack(place); !frames.empty()) note.runs = frames.back().function;
  for (const CheckPlace& place : check_.failure->places)
    if (place.thread == thread && note.runs.empty())
      if (const auto frames = memory_.stack(place); !frames.empty()) note.runs = frames.back().function;
  if (const CheckPlace* creation = creation_of(thread)) {
    if (const auto frames = memory_.stack(*creation); !frames.empty()) note.created = frames.front();
    note.by = Words::thread(creation->thread);
  }
  return note;
}

const CheckPlace* ScheduleWords::creation_of(std::uint32_t thread) const {
  for (auto at = check_.steps.rbegin(); at != check_.steps.rend(); ++at)
    if (at->operation == "fork" && at->waits_for == thread) return &*at;
  return nullptr;
}

}  // namespace heddle::runtime::host
