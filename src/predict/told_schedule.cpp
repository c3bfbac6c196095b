// SPDX-License-Identifier: Apache-2.0
#include "predict/told_schedule.h"

#include <algorithm>

#include <fmt/format.h>
#include <tsl/robin_map.h>

#include "finding/attempts.h"
#include "finding/decisive.h"

namespace heddle::predict {

using event::Operation;

namespace {

constexpr std::uint32_t kNobody = ~std::uint32_t{0};

// Parts that more than one thread uses.
std::vector<bool> used_by_several(const Recording& recording) {
  std::vector<std::uint32_t> first(recording.parts().size(), kNobody);
  std::vector<bool> several(first.size());
  for (const Event& event : recording.events()) {
    if (!event::is_access(event.operation)) continue;
    const auto range = recording.parts().parts(event.variable());
    for (std::uint32_t part = range.first; part < range.last; ++part) {
      if (first[part] == kNobody) first[part] = event.thread.number();
      if (first[part] != event.thread.number()) several[part] = true;
    }
  }
  return several;
}

bool is_message(const Event& event) {
  return event::target_kind(event.operation) == event::TargetKind::message;
}
// Messages that more than one thread sends or receives.
std::vector<bool> sent_to_others(const Recording& recording) {
  std::vector<std::uint32_t> first;
  std::vector<bool> sent;
  for (const Event& event : recording.events()) {
    if (!is_message(event)) continue;
    const std::size_t message = event.message().number();
    if (message >= first.size()) first.resize(message + 1, kNobody), sent.resize(message + 1);
    if (first[message] == kNobody) first[message] = event.thread.number();
    if (first[message] != event.thread.number()) sent[message] = true;
  }
  return sent;
}

struct Fork {
  std::uint32_t by = kNobody;
  Position position = 0;
};
// When a thread used a part last, and wrote it last.
struct Uses {
  std::uint32_t thread;
  Position used;
  std::optional<Position> wrote;
};

}  // namespace

ToldSchedule::ToldSchedule(const Recording& recording)
    : recording_(&recording), shared_(recording.parts().size()), sent_(sent_to_others(recording)) {
  const std::vector<bool> several = used_by_several(recording);
  std::vector<Fork> forks(recording.must().threads());
  tsl::robin_map<std::uint32_t, std::vector<Uses>> uses;
  for (Position position = 0; position < recording.events().size(); ++position) {
    const Event& event = recording.events()[position];
    const std::uint32_t thread = event.thread.number();
    if (event.operation == Operation::fork && event.other().number() < forks.size())
      forks[event.other().number()] = {thread, position};
    if (!event::is_access(event.operation)) continue;
    const bool writes = event::writes(event.operation);
    const Fork& fork = forks[thread];
    const auto range = recording.parts().parts(event.variable());
    for (std::uint32_t part = range.first; part < range.last; ++part) {
      if (!several[part] || shared_[part]) continue;
      std::vector<Uses>& known = uses[part];
      Uses* own = nullptr;
      for (Uses& each : known) {
        if (each.thread == thread) own = &each;
        const std::optional<Position> conflict = writes ? each.used : each.wrote;
        // What a thread did before it made another one is handed over to that one, and not shared.
        const bool handed_over = fork.by == each.thread && conflict && *conflict < fork.position;
        if (each.thread != thread && conflict && !handed_over) shared_[part] = true;
      }
      if (own == nullptr) own = &known.emplace_back(Uses{thread, position, std::nullopt});
      own->used = position;
      if (writes) own->wrote = position;
    }
  }
}

bool ToldSchedule::matters(const Event& event) const {
  switch (event.operation) {
    case Operation::alloc:
    case Operation::begin:
    case Operation::end:
      return false;
    default:
      break;
  }
  if (is_message(event)) return sent_[event.message().number()];
  if (!order::touches_memory(event.operation)) return true;
  const auto range = recording_->parts().parts(event.variable());
  for (std::uint32_t part = range.first; part < range.last; ++part)
    if (shared_[part]) return true;
  return false;
}

void ToldSchedule::add_to(finding::Finding& finding, const Schedule& schedule,
                          std::optional<Position> marked) const {
  const event::Names& names = recording_->names();
  std::vector<Index> done(schedule.start.begin(), schedule.start.end());
  done.resize(recording_->must().threads(), 0);
  std::string before;
  for (std::size_t thread = 0; thread < done.size(); ++thread)
    if (done[thread] > 0)
      before += fmt::format("{}{} of {}", before.empty() ? "" : ", ", done[thread],
                            names.threads[event::ThreadId(thread)]);
  if (!before.empty())
    finding.notes.push_back(fmt::format(
        "The schedule begins as it was recorded, with so many events: {}. Its last steps are below.",
        before));
  for (const std::uint32_t thread : schedule.run) {
    const Position position = recording_->position({thread, ++done[thread]});
    const Event& event = recording_->events()[position];
    if (!matters(event) && marked != position) continue;
    finding.schedule.push_back(finding::step_from(event, position, names));
    finding.schedule.back().decisive = marked == position;
  }
  for (const finding::Step& step : finding.steps) {
    if (finding.kind == finding::Kind::predicate) {  // it is on the schedule: what made it hold are marks
      const auto last =
          std::find_if(finding.schedule.rbegin(), finding.schedule.rend(), [&](const finding::Step& each) {
            return each.thread == step.thread && each.operation == event::name(Operation::mark);
          });
      if (last != finding.schedule.rend()) last->decisive = true;
    } else {
      finding.schedule.push_back(step);
      finding.schedule.back().decisive = finding.kind == finding::Kind::data_race;
    }
  }
  for (finding::Step& step : finding.schedule) step.stack.clear();  // the finding's own steps have theirs
  if (finding.kind == finding::Kind::deadlock) {
    finding::mark_decisive(finding.kind, finding.steps, finding.schedule);
    finding::tell_attempts(finding);
  }
}

}  // namespace heddle::predict
