// SPDX-License-Identifier: Apache-2.0
#include "cli/check_suppressions.h"

#include <algorithm>
#include <chrono>
#include <span>

#include <fmt/format.h>

#include "runtime/host/check_words.h"
#include "runtime/host/executable.h"
#include "runtime/host/schedule_words.h"

namespace heddle::cli {

namespace host = runtime::host;

namespace {

constexpr std::size_t kMostPairs = 200;  // each takes a search

// What cannot be run with races taken as atomic: another memory model, or parts of one search.
bool can_go_on(const host::ControlledRun& run) {
  const schedule::Wishes& wishes = run.wishes;
  return (wishes.memory_model == "auto" || wishes.memory_model == "sc") && wishes.shard.empty() &&
         wishes.checkpoint.empty() && wishes.resume.empty() && !wishes.advise && run.others == nullptr &&
         run.kept.size() < kMostPairs;
}

}  // namespace

namespace {

// As far as it was told: the search remembers of the earlier access only who called it, the recorded steps know all.
std::vector<std::vector<std::uint64_t>> stacks_of(const host::CheckRecord& record) {
  host::ScheduleWords words(record);
  std::vector<std::vector<std::uint64_t>> stacks;
  for (const host::CheckPlace& place : record.failure->places) stacks.push_back(words.recorded(place).stack);
  return stacks;
}

}  // namespace

schedule::KeptPlace CheckSuppressions::place_in(const std::vector<std::uint64_t>& stack,
                                                host::Symbols& symbols) {
  std::size_t frames = 0;
  const auto is_own = [](const event::Location& frame) {
    return !frame.file.empty() && !host::is_system_file(frame.file);
  };
  while (frames < stack.size()) {
    const auto& code = symbols.code(stack[frames++]);
    if (std::any_of(code.begin(), code.end(), is_own)) break;
  }
  if (frames > schedule::KeptPlace::kFrames) frames = 1;
  return schedule::kept_place(std::span(stack).first(frames));
}

CheckSuppressions::Cover CheckSuppressions::cover(const host::CheckRecord& record) {
  host::Symbols symbols([&] { return std::span<const runtime::Module>(record.modules); });
  const auto libraries = [&](const event::Location& place) { return symbols.libraries_of(place); };
  finding::Finding whole = host::finding_of(record);
  finding::Finding innermost{.kind = whole.kind};
  for (const std::vector<std::uint64_t>& stack : stacks_of(record)) {
    finding::Step all, first;
    const std::size_t inner = place_in(stack, symbols).frames;
    for (std::size_t i = 0; i < stack.size(); ++i)
      for (const event::Location& frame : symbols.code(stack[i])) {
        all.stack.push_back(frame);
        if (i < inner) first.stack.push_back(frame);
      }
    whole.steps.push_back(std::move(all));
    innermost.steps.push_back(std::move(first));
  }
  if (!rules_.covers(whole, libraries)) return Cover::none;
  return rules_.covers(innermost, libraries) ? Cover::by_place : Cover::vaguely;
}

void CheckSuppressions::note(const std::string& message) {
  if (std::find(messages_.begin(), messages_.end(), message) == messages_.end()) messages_.push_back(message);
}

bool CheckSuppressions::leaves_out_race(host::ControlledRun& run, const host::CheckRecord& record) {
  if (!record.failure || record.failure->kind != finding::Kind::data_race || !can_go_on(run)) return false;
  const auto& places = record.failure->places;
  if (places.size() != 2 || places[0].stack.empty() || places[1].stack.empty()) return false;
  host::Symbols symbols([&] { return std::span<const runtime::Module>(record.modules); });
  const auto stacks = stacks_of(record);
  const schedule::KeptPlace first = place_in(stacks[0], symbols), second = place_in(stacks[1], symbols);
  const bool is_known =
      std::find(run.kept.begin(), run.kept.end(), schedule::KeptRace{first, second}) != run.kept.end();
  const Cover how = is_known ? Cover::none : cover(record);
  if (how == Cover::none) return false;
  is_vague_ |= how == Cover::vaguely;
  run.kept.push_back({first, second});
  if (!(first == second)) run.kept.push_back({second, first});
  note(host::finding_of(record).message);
  return true;
}

void CheckSuppressions::leave_out(host::CheckRecord& record) {
  if (record.failure && cover(record) != Cover::none) {
    const std::string message = host::finding_of(record).message;
    note(message);
    record.failure.reset();
    ended_ = true;
    record.doubts.push_back(fmt::format(
        "the search ended at a finding that is suppressed, and other schedules were not looked at: "
        "{}",
        message));
  } else if (!record.failure && is_vague_) {
    record.doubts.emplace_back(
        "a race is suppressed by its variable or by a caller: races of the same two places on other memory, "
        "or "
        "for other callers, were not told from it");
  }
}

base::Result<host::ControlledResult> CheckSuppressions::run(host::ControlledRun& run) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  const double limit = run.wishes.limit_seconds;
  is_vague_ = ended_ = false;
  auto result = host::run_controlled(run);
  while (result) {
    bool again = false;
    for (const host::CheckRecord& record : result->checks) again |= leaves_out_race(run, record);
    const double left = limit - std::chrono::duration<double>(Clock::now() - start).count();
    if (!again || (limit > 0 && left <= 0)) break;
    run.wishes.memory_model.set("sc");
    if (limit > 0) run.wishes.limit_seconds = left;
    result = host::run_controlled(run);
  }
  if (!result) return result;
  for (host::CheckRecord& record : result->checks) leave_out(record);
  return result;
}

void CheckSuppressions::add_to(finding::Report& report) const {
  report.statistics.push_back({"suppressed", std::uint64_t{messages_.size()}});
  for (const std::string& message : messages_) report.notes.push_back("suppressed: " + message);
}

}  // namespace heddle::cli
