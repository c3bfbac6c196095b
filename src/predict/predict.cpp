// SPDX-License-Identifier: Apache-2.0
#include "predict/predict.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "finding/thread_notes.h"
#include "finding/unordered.h"
#include "predict/told_schedule.h"

namespace heddle::predict {

namespace {

// Locks held before the event (an acquire does not hold what it waits for), also those that only its thread
// takes.
std::vector<std::string> held_before(const Recording& recording, EventAt at) {
  std::vector<event::LockId> held;
  for (Index index = 1; index < at.index; ++index) {
    const Event& event = recording.event({at.thread, index});
    switch (event.operation) {
      case event::Operation::acquire:
      case event::Operation::acquire_shared:
      case event::Operation::wake:
        if (event.lock().exists()) held.push_back(event.lock());
        break;
      case event::Operation::release:
      case event::Operation::release_shared:
      case event::Operation::wait:
        std::erase(held, event.lock());
        break;
      default:
        break;
    }
  }
  std::vector<std::string> names;
  for (const event::LockId lock : held) names.push_back(recording.names().locks[lock]);
  return names;
}

finding::Step step_at(const Recording& recording, Position position) {
  finding::Step step = finding::step_from(recording.events()[position], position, recording.names());
  step.holding = held_before(recording, recording.at(position));
  return step;
}

std::string place(const Recording& recording, Position position) {
  const Event& event = recording.events()[position];
  const std::string location = recording.names().describe(event.location);
  std::string text =
      fmt::format("{} {}", recording.names().threads[event.thread], event::name(event.operation));
  if (const std::string target = recording.names().describe_target(event); !target.empty())
    text += " of " + target;
  if (!location.empty()) text += " at " + location;
  return fmt::format("{} (event {})", text, position);
}

void doubt_about(finding::Verdict& verdict, const PredictionCounts& counts, const char* what,
                 const char* unit) {
  if (counts.undecided > 0)
    verdict.doubt(fmt::format("{} {} that may make a {} were not decided within the bounds", counts.undecided,
                              unit, what));
  if (counts.cut) verdict.doubt(fmt::format("the search for {}s ended early", what));
}

}  // namespace

finding::Witness witness_of(const Recording& recording, const Schedule& schedule) {
  finding::Witness witness;
  witness.kind = finding::Witness::Kind::schedule;
  const auto thread_name = [&](std::size_t t) { return recording.names().threads[event::ThreadId(t)]; };
  for (std::size_t t = 0; t < schedule.start.size(); ++t)
    if (schedule.start[t] > 0) witness.start.emplace_back(thread_name(t), schedule.start[t]);
  for (const std::uint32_t t : schedule.run) {
    if (witness.run.empty() || witness.run.back().thread != thread_name(t))
      witness.run.push_back({thread_name(t), 0});
    ++witness.run.back().steps;
  }
  return witness;
}

void note_other_read(const Recording& recording, std::optional<Position> read, std::optional<Position> write,
                     finding::Finding& finding) {
  if (!read) return;
  const event::Operation operation = recording.events()[*read].operation;
  if (operation == event::Operation::wake)
    finding.notes.push_back(fmt::format(
        "on it {} happens without the notify that ended its wait: from there on the program may differ",
        place(recording, *read)));
  else if (event::target_kind(operation) == event::TargetKind::lock)
    finding.notes.push_back(fmt::format("on it {} finds the lock free: from there on the program may differ",
                                        place(recording, *read)));
  else
    finding.notes.push_back(fmt::format("on it {} sees {}: from there on the program may take another branch",
                                        place(recording, *read),
                                        write ? "what was written by " + place(recording, *write)
                                              : std::string("what was there before any write")));
}

namespace {

// Why a thread of a deadlock does not go on.
std::string stopped_by(const Recording& recording, Position position, bool waits) {
  const Event& event = recording.events()[position];
  const event::Names& names = recording.names();
  const std::string& thread = names.threads[event.thread];
  if (!waits) return fmt::format("{} wants `{}`", thread, names.locks[event.lock()]);
  switch (event.operation) {
    case event::Operation::join:
      return fmt::format("{} joins {}", thread, names.threads[event.other()]);
    case event::Operation::leave:
      return fmt::format("{} waits at `{}`", thread, names.barriers[event.barrier()]);
    case event::Operation::wake:
      return fmt::format("{} waits on `{}`", thread, names.conditions[event.condition()]);
    default:  // its first event
      return fmt::format("{} is still to be forked", thread);
  }
}

// What it stands before, as what it does: nobody has notified who is to wake up, nobody has made who is to begin.
void name_wait(const Event& event, finding::Step& step) {
  switch (event.operation) {
    case event::Operation::join:
    case event::Operation::leave:
      return;
    case event::Operation::wake:
      step.operation = event::name(event::Operation::wait);
      return;
    default:
      step.operation = "is still to be forked";
      step.target.clear();
      step.value.reset();
  }
}

finding::Finding finding_of(const Recording& recording, const ToldSchedule& told, finding::Kind kind,
                            const Predicted& predicted) {
  finding::Finding finding;
  finding.kind = kind;
  finding.certainty = predicted.certain() ? finding::Certainty::certain : finding::Certainty::possible;
  for (const Position position : predicted.events) finding.steps.push_back(step_at(recording, position));
  if (kind == finding::Kind::data_race) {
    finding.variable = finding.steps.front().target;
    finding.message = fmt::format("predicted data race on `{}`", finding.variable);
    const Event& first = recording.events()[predicted.events.front()];
    if (std::string origin = recording.names().origin(first.variable()); !origin.empty())
      finding.notes.push_back(std::move(origin));
    finding.notes.push_back(finding::why_unordered(finding.steps.front(), finding.steps.back()));
  } else {
    std::vector<std::string> wanted;
    for (std::size_t i = 0; i < finding.steps.size(); ++i) {
      wanted.push_back(stopped_by(recording, predicted.events[i], predicted.waits[i]));
      if (predicted.waits[i]) name_wait(recording.events()[predicted.events[i]], finding.steps[i]);
      for (const Position link : predicted.links[i]) {
        wanted.push_back(stopped_by(recording, link, true));
        finding.notes.push_back(place(recording, link) + " is still to come, and waits too");
      }
    }
    finding.message = fmt::format("predicted deadlock: {}", fmt::join(wanted, ", "));
    if (predicted.if_nobody_else)
      finding.notes.emplace_back(
          "a wait on a condition can also be ended by another notify than the recorded one");
  }
  finding.notes.push_back(fmt::format("another schedule shows it, with {}", name(predicted.way)));
  note_other_read(recording, predicted.other_read, predicted.other_write, finding);
  finding.witness = witness_of(recording, predicted.schedule);
  told.add_to(finding, predicted.schedule, predicted.other_read);
  return finding;
}

}  // namespace

base::Result<finding::Report> predict(std::span<const Event> events, const event::Names& names,
                                      const PredictOptions& options) {
  finding::Report report;
  report.command = "predict";
  report.statistics.push_back({"events", std::uint64_t{events.size()}});
  auto recording = Recording::from(events, names, options.limits.reach.stop);
  PredictionCounts races, deadlocks;
  if (!recording && recording.error().code == base::ErrorCode::limit) {
    races.cut = options.races;
    deadlocks.cut = options.deadlocks;
    if (options.put_together)
      if (const auto done = options.put_together({report.findings, races, deadlocks}); !done)
        return base::failure(done.error());
    report.verdict.doubt("nothing was predicted");
    return report;
  }
  if (!recording) return base::failure(recording.error());
  const Referee referee(*recording);
  std::optional<ToldSchedule> told;  // once there is something to tell
  const auto add = [&](finding::Kind kind, const Predicted& predicted) {
    if (!told) told.emplace(*recording);
    report.findings.push_back(finding_of(*recording, *told, kind, predicted));
  };
  if (options.races)
    for (const Predicted& race : predict_races(*recording, referee, options.limits, &races))
      add(finding::Kind::data_race, race);
  if (options.deadlocks)
    for (const Predicted& deadlock : predict_deadlocks(*recording, referee, options.limits, &deadlocks))
      add(finding::Kind::deadlock, deadlock);
  if (options.put_together)
    if (const auto done = options.put_together({report.findings, races, deadlocks}); !done)
      return base::failure(done.error());
  doubt_about(report.verdict, races, "race", "pairs of groups of accesses");
  doubt_about(report.verdict, deadlocks, "deadlock", "rings of acquires");
  if (options.when && options.limits.share == 0) {
    WhenQuestion question = *options.when;
    question.stop = options.limits.reach.stop;
    if (auto done = predict_when(*recording, referee, question, report); !done)
      return base::failure(done.error());
  }
  finding::ThreadNotes threads;
  threads.hear(events);
  for (finding::Finding& finding : report.findings) threads.add_to(finding, names);
  const auto statistic = [&](const char* what, std::uint64_t value) {
    report.statistics.push_back({what, value});
  };
  statistic("threads", recording->must().threads());
  statistic("locks", recording->must().locks());
  if (!options.races && !options.deadlocks) return report;
  statistic("candidates", races.candidates + deadlocks.candidates);
  statistic("meetings", races.meetings + deadlocks.meetings);
  statistic("reordered", races.reordered + deadlocks.reordered);
  statistic("undecided", races.undecided + deadlocks.undecided);
  return report;
}

}  // namespace heddle::predict
