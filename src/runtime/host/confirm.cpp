// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/confirm.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <set>
#include <span>

#include <fmt/format.h>

#include "runtime/host/controlled_run.h"
#include "runtime/host/words.h"

namespace heddle::runtime::host {
namespace {

using event::Operation;
using Outcome = Confirmation::Outcome;

constexpr unsigned kMostRuns = 100;

// The folder may be written in another way, or be another one since.
std::string key_of(const event::Location& location) {
  if (location.file.empty() || location.line == 0) return "";
  return fmt::format("{}:{}", std::filesystem::path(location.file).filename().string(), location.line);
}

// Where control may stop a thread.
bool may_stop(Operation operation) {
  switch (operation) {
    case Operation::fence:
    case Operation::fork:
    case Operation::begin:
    case Operation::end:
    case Operation::alloc:
    case Operation::free:
    case Operation::mark:
      return false;
    default:
      return true;
  }
}

// Places of a record, in the words of the source.
class Places {
 public:
  explicit Places(const CheckRecord& record)
      : record_(record), symbols_([this] { return std::span<const Module>(record_.modules); }) {}

  event::Location at(const CheckPlace& place) {
    std::vector<event::Location> frames;
    for (const std::uint64_t pc : place.stack) {
      if (symbols_.module_of(pc).find("libheddle_") != std::string::npos) continue;
      const auto& code = symbols_.code(pc);
      frames.insert(frames.end(), code.begin(), code.end());
    }
    const event::Location* found = host::Words::place(frames);
    return found != nullptr ? *found : event::Location{};
  }
  // Of an access that a race remembers only the last frames of.
  event::Location whole(const CheckPlace& place) {
    for (auto step = record_.steps.rbegin(); step != record_.steps.rend(); ++step)
      if (step->thread == place.thread && !step->stack.empty() && !place.stack.empty() &&
          step->stack.front() == place.stack.front())
        return at(*step);
    return at(place);
  }

 private:
  const CheckRecord& record_;
  Symbols symbols_;
};

std::string words(const std::string& thread, const std::string& operation, const event::Location& location) {
  const std::string where = event::text(location);
  return fmt::format("{} {}{}", thread, operation, where.empty() ? "" : " at " + where);
}

}  // namespace

bool shows(const CheckRecord& record, const finding::Finding& predicted) {
  if (!record.failure || record.failure->kind != predicted.kind) return false;
  Places places(record);
  // Two accesses of one line may race with a third.
  const bool by_operation = predicted.kind == finding::Kind::data_race;
  std::multiset<std::string> seen;
  for (const CheckPlace& place : record.failure->places)
    seen.insert(key_of(places.whole(place)) + (by_operation ? place.operation : ""));
  for (const finding::Step& step : predicted.steps) {
    const std::string key = key_of(step.location);
    if (key.empty()) continue;  // the recording does not tell
    const auto same = seen.find(key + (by_operation ? step.operation : ""));
    if (same == seen.end()) return false;
    seen.erase(same);
  }
  return true;
}

Confirmer::Confirmer(std::string program, std::vector<std::string> arguments,
                     std::span<const event::Event> events, const event::Names& names)
    : program_(std::move(program)), arguments_(std::move(arguments)), events_(events), names_(names) {
  of_thread_.resize(names.threads.size());
  threads_.resize(names.threads.size());
  std::vector<std::uint32_t> children(names.threads.size(), 0);
  for (event::Position i = 0; i < events.size(); ++i) {
    const event::Event& each = events[i];
    const std::size_t thread = each.thread.number();
    of_thread_[thread].push_back(i);
    if (each.operation == Operation::fork)
      threads_[each.other().number()] = {.parent = static_cast<std::uint32_t>(thread),
                                         .child = ++children[thread]};
    if (!each.location.exists()) continue;
    if (const std::string key = key_of(names.locations[each.location]); !key.empty())
      places_.try_emplace(key, static_cast<std::uint32_t>(places_.size() + 1));
  }
}

std::uint32_t Confirmer::place_at(event::LocationId location) const {
  if (!location.exists()) return schedule::kNoPlace;
  const auto known = places_.find(key_of(names_.locations[location]));
  return known == places_.end() ? schedule::kNoPlace : known->second;
}

namespace {

bool is_plain(Operation operation) { return operation == Operation::read || operation == Operation::write; }

// The words of eight bytes that an access touches.
template <class Visit>
void for_words(const event::Event& access, Visit visit) {
  const std::uint64_t size = std::max<std::uint64_t>(access.extent, 1);
  for (std::uint64_t word = access.target >> 3; word <= (access.target + size - 1) >> 3; ++word) visit(word);
}

}  // namespace

Confirmer::Words Confirmer::words_at(const event::Location& location, const std::string& operation) const {
  Words words;
  const auto place = places_.find(key_of(location));
  if (place == places_.end()) return words;
  for (const event::Event& each : events_)
    if (is_plain(each.operation) && event::name(each.operation) == operation &&
        place_at(each.location) == place->second)
      for_words(each, [&](std::uint64_t word) { words.insert(word); });
  return words;
}

// Which memory of the recording it is: what both lines access.
void Confirmer::add_raced(const CheckRecord& record, Words& racing) const {
  Places places(record);
  const auto& raced = record.failure->places;
  const Words first = words_at(places.whole(raced[0]), raced[0].operation);
  for (const std::uint64_t word : words_at(places.whole(raced[1]), raced[1].operation))
    if (first.contains(word)) racing.insert(word);
}

Confirmer::Plan Confirmer::plan_of(const finding::Finding& predicted, const Words& racing) const {
  Plan plan{.steps = {}, .events = {}, .threads = threads_};
  std::map<std::string, std::size_t> numbers;
  for (std::size_t t = 0; t < of_thread_.size(); ++t) numbers[names_.threads[event::ThreadId(t)]] = t;
  std::vector<std::size_t> done(of_thread_.size(), 0);
  const auto add = [&](std::size_t thread) {
    if (done[thread] == of_thread_[thread].size()) return;
    const event::Position position = of_thread_[thread][done[thread]++];
    const event::Event& each = events_[position];
    bool stops = may_stop(each.operation);
    if (is_plain(each.operation)) {
      stops = false;
      for_words(each, [&](std::uint64_t word) { stops |= racing.contains(word); });
    }
    if (!stops) return;
    plan.steps.push_back({static_cast<std::uint32_t>(thread), place_at(each.location),
                          static_cast<std::uint8_t>(each.operation)});
    plan.events.push_back(position);
  };
  std::vector<std::uint64_t> start(of_thread_.size(), 0);
  for (const auto& [thread, count] : predicted.witness.start) start[numbers[thread]] = count;
  for (const event::Event& each : events_)
    if (const std::size_t thread = each.thread.number(); done[thread] < start[thread]) add(thread);
  for (const finding::Slice& slice : predicted.witness.run)
    for (std::uint64_t i = 0; i < slice.steps; ++i) add(numbers[slice.thread]);
  for (const finding::Step& step : predicted.steps)
    if (const auto known = numbers.find(step.thread); known != numbers.end())
      plan.threads[known->second].meets = true;
  return plan;
}

// True: something is known that was not.
bool Confirmer::learn(const CheckRecord& record) {
  if (!record.following) return false;
  Places places(record);
  bool any = false;
  for (const CheckPlace& place : record.following->unknown) {
    const std::string key = key_of(places.at(place));
    const auto known = places_.find(key);
    any |= stacks_
               .try_emplace(schedule::stack_key(place.stack), key.empty()              ? schedule::kNoPlace
                                                              : known == places_.end() ? schedule::kElsewhere
                                                                                       : known->second)
               .second;
  }
  return any;
}

std::string Confirmer::strayed(const CheckRecord& record, const Plan& plan) const {
  Places places(record);
  const CheckPlace& came = record.following->strayed.front();
  std::string text =
      "it comes to " + words(host::Words::thread(came.thread), came.operation, places.at(came)) + ", where ";
  if (record.following->expected >= plan.events.size()) return text + "the recording has nothing more";
  const event::Event& each = events_[plan.events[record.following->expected]];
  return text + "the recording has " +
         words(names_.threads[each.thread], std::string(event::name(each.operation)),
               each.location.exists() ? names_.locations[each.location] : event::Location{});
}

base::Result<Confirmation> Confirmer::confirm(const finding::Finding& predicted, bool output_aside,
                                              const std::function<bool()>& stop) {
  Confirmation confirmation;
  ControlledRun run{.source = {.file = program_}, .arguments = arguments_, .output_aside = output_aside};
  run.wishes.memory_model.set("sc");
  run.wishes.as_found = true;
  run.wishes.whole = true;
  run.wishes.jobs = 1;
  run.watch = [&](const Watched&) { return stop(); };
  Words racing;
  while (confirmation.runs < kMostRuns && !stop()) {
    const Plan plan = plan_of(predicted, racing);
    run.plan = plan.steps;
    run.planned = plan.threads;
    run.wishes.limit_steps = std::max<std::uint64_t>(20'000, 4 * plan.steps.size());
    run.stacks.clear();
    for (const auto& [key, place] : stacks_) run.stacks.push_back({key, place});
    auto result = run_controlled(run);
    ++confirmation.runs;
    if (!result) return base::failure(result.error());
    if (result->checks.empty())
      return base::failure(base::ErrorCode::impossible, "it could not be brought under control", program_);
    confirmation.record = std::move(result->checks.front());
    const CheckRecord& record = confirmation.record;
    const bool learnt = learn(record);
    if (shows(record, predicted)) {
      confirmation.outcome = Outcome::confirmed;
      return confirmation;
    }
    if (record.failure && record.failure->kind == finding::Kind::data_race) {
      const std::vector<CheckPlace>& places = record.failure->places;
      if (places.size() == 2 && !places[0].stack.empty() && !places[1].stack.empty()) {
        run.kept.push_back({schedule::kept_place(std::span(places[0].stack).first(1)),
                            schedule::kept_place(std::span(places[1].stack).first(1))});
        add_raced(record, racing);
        const std::uint64_t word = record.failure->address >> 3;
        if (std::find(run.racy.begin(), run.racy.end(), word) == run.racy.end()) run.racy.push_back(word);
        continue;
      }
    }
    if (learnt) continue;
    if (record.failure) {
      confirmation.outcome = Outcome::fails_before;
    } else if (record.following && !record.following->strayed.empty()) {
      confirmation.outcome = Outcome::other_branch;
      confirmation.why = strayed(record, plan);
    } else if (record.following && record.following->is_over) {
      if (predicted.certainty == finding::Certainty::possible) confirmation.outcome = Outcome::other_branch;
      confirmation.why = "all steps before it were made, and it did not follow";
    } else {
      confirmation.why = "its steps could not be made in this order";
    }
    return confirmation;
  }
  confirmation.why = stop() ? "there was no time" : fmt::format("given up after {} runs", kMostRuns);
  return confirmation;
}

}  // namespace heddle::runtime::host
