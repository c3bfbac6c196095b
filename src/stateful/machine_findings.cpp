// SPDX-License-Identifier: Apache-2.0
#include "stateful/machine_findings.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "finding/attempts.h"
#include "finding/decisive.h"
#include "finding/unordered.h"

namespace heddle::stateful {
namespace {

using event::Operation;
using program::Effect;
using program::Machine;
using program::Pending;

bool overlap(Word a, std::uint64_t a_size, Word b, std::uint64_t b_size) {
  return a < b + b_size && b < a + a_size;
}

std::string target_of(const Machine& machine, const Effect& effect) {
  switch (event::target_kind(effect.operation)) {
    case event::TargetKind::nothing:
      return {};
    case event::TargetKind::thread:
      return machine.thread_name(static_cast<ThreadNumber>(effect.target));
    default:
      return machine.describe(effect.target, effect.size);
  }
}

// A number, or what it points to.
std::string value_of(const Machine& machine, const Effect& effect) {
  if (program::is_pointer(effect.value)) {
    const std::string name = machine.describe(effect.value);
    if (name.starts_with('*')) return name.substr(1);
    const std::size_t arrow = name.rfind("->");
    return arrow != std::string::npos ? name.substr(0, arrow) : "&" + name;
  }
  const unsigned unused = 64 - 8 * static_cast<unsigned>(std::min<std::uint64_t>(effect.size, 8));
  return std::to_string(static_cast<std::int64_t>(effect.value << (unused & 63)) >> (unused & 63));
}

// Those held as a reader have bit 0 set.
std::vector<std::string> locks_of(const Machine& machine, ThreadNumber thread) {
  std::vector<std::string> locks;
  if (machine.exists(thread))
    for (const Word lock : machine.held(thread))
      locks.push_back(machine.describe(lock & ~Word{1}) + ((lock & 1) != 0 ? " (shared)" : ""));
  return locks;
}

// Frames of the standard library say little, how the user's code came to be called least of all.
std::vector<event::Location> own_frames(std::vector<event::Location> stack) {
  const auto is_system = [](const event::Location& frame) {
    return frame.file.empty() || frame.file.starts_with("/usr/") || frame.file.starts_with('<');
  };
  if (std::any_of(stack.begin(), stack.end(),
                  [&](const event::Location& frame) { return !is_system(frame); }))
    std::erase_if(stack, is_system);
  return stack;
}

// Plain accesses of memory that only one thread used, or that nobody wrote, have no part in what went wrong.
class Shared {
 public:
  explicit Shared(const std::vector<Effect>& effects) {
    for (const Effect& effect : effects) {
      if (!event::is_access(effect.operation)) continue;
      Users& users = users_[effect.target];
      if (!users.first) users.first = effect.thread;
      users.several |= *users.first != effect.thread;
      users.written |= event::writes(effect.operation);
    }
  }
  bool matters(const Effect& effect) const {
    if (effect.operation == Operation::alloc || effect.operation == Operation::end) return false;
    if (effect.operation != Operation::read && effect.operation != Operation::write) return true;
    const Users& users = users_.at(effect.target);
    return users.several && users.written;
  }

 private:
  struct Users {
    std::optional<ThreadNumber> first;
    bool several = false, written = false;
  };
  std::map<Word, Users> users_;
};

std::vector<finding::ThreadNote> threads_of(const Machine& machine, const finding::Finding& finding,
                                            const History& history) {
  std::vector<finding::ThreadNote> notes;
  for (const Effect& effect : history.effects) {
    if (effect.operation != Operation::fork) continue;
    const auto made = static_cast<ThreadNumber>(effect.target);
    const std::string name = machine.thread_name(made);
    if (std::none_of(finding.steps.begin(), finding.steps.end(),
                     [&](const finding::Step& step) { return step.thread == name || step.target == name; }))
      continue;
    const std::vector<event::Location> stack = own_frames(machine.stack(made));
    notes.push_back(
        {.name = name,
         .runs = stack.empty() || stack.back().function == "std::thread" ? "" : stack.back().function,
         .label = "",
         .created = machine.location(effect.own != 0 ? effect.own : effect.location),
         .by = machine.thread_name(effect.thread)});
  }
  return notes;
}

// The schedule is all that the threads did that others could tell, and then what is wrong.
// happened: the finding's steps are among them.
void add_witness(const Machine& machine, finding::Finding& finding, const History& history,
                 bool happened = false) {
  finding.witness.kind = finding::Witness::Kind::schedule;
  finding.witness.run = history.run;
  finding.threads = threads_of(machine, finding, history);
  const Shared shared(history.effects);
  for (const Effect& effect : history.effects) {
    const std::string target = target_of(machine, effect);
    const bool is_asked_for = std::any_of(finding.steps.begin(), finding.steps.end(),
                                          [&](const finding::Step& step) { return step.target == target; });
    if (shared.matters(effect) || (is_asked_for && effect.operation != Operation::alloc))
      finding.schedule.push_back(step_of(machine, effect));
  }
  for (finding::Step step : finding.steps) {
    const auto same =
        std::find_if(finding.schedule.rbegin(), finding.schedule.rend(), [&](const finding::Step& each) {
          return each.thread == step.thread && each.operation == step.operation &&
                 each.target == step.target && each.location == step.location;
        });
    if (happened && same != finding.schedule.rend()) {
      same->decisive = true;
      continue;
    }
    const bool is_last = !finding.schedule.empty() && finding.schedule.back().thread == step.thread &&
                         finding.schedule.back().operation == step.operation &&
                         finding.schedule.back().location == step.location;
    if (is_last) finding.schedule.pop_back();
    step.stack.clear();
    step.decisive = finding.kind == finding::Kind::data_race;
    finding.schedule.push_back(std::move(step));
  }
  if (finding.kind != finding::Kind::data_race)
    finding::mark_decisive(finding.kind, finding.steps, finding.schedule);
  if (finding.kind == finding::Kind::deadlock) finding::tell_attempts(finding);
}

std::string waits_for(const Machine& machine, const Pending& next) {
  switch (next.kind) {
    case Pending::Kind::acquire:
      if (next.owner != 0)
        return fmt::format("`{}`, held by {}", machine.describe(next.address),
                           machine.thread_name(next.owner - 1));
      return next.why.empty() ? fmt::format("`{}`", machine.describe(next.address))
                              : fmt::format("`{}`: {}", machine.describe(next.address), next.why);
    case Pending::Kind::wake:
      return fmt::format("the {} `{}`", next.spurious ? "condition" : "mutex",
                         machine.describe(next.address));
    case Pending::Kind::join:
      return "the end of " + machine.thread_name(static_cast<ThreadNumber>(next.address));
    case Pending::Kind::leave:
      return fmt::format("the others at the barrier `{}`", machine.describe(next.address));
    default:
      return fmt::format("`{}`", machine.describe(next.address));
  }
}

// Before which the native engine asks who goes on.
bool is_native_step(Operation operation) {
  switch (operation) {
    case Operation::acquire:
    case Operation::release:
    case Operation::acquire_shared:
    case Operation::release_shared:
    case Operation::wait:
    case Operation::wake:
    case Operation::notify:
    case Operation::notify_all:
    case Operation::join:
    case Operation::arrive:
    case Operation::send:
    case Operation::receive:
    case Operation::atomic_load:
    case Operation::atomic_store:
    case Operation::atomic_rmw:
      return true;
    default:
      return false;
  }
}

std::string operation_of(const Pending& next) {
  switch (next.kind) {
    case Pending::Kind::access:
      if (next.free) return "free";
      if (next.atomic)
        return next.reads && next.writes ? "atomic read-modify-write"
               : next.writes             ? "atomic store"
                                         : "atomic load";
      return next.writes ? "write" : "read";
    case Pending::Kind::acquire:
      return next.shared ? "acquire shared" : "acquire";
    case Pending::Kind::wake:
      return next.spurious ? "wait" : "acquire";  // its mutex
    case Pending::Kind::join:
      return "join";
    case Pending::Kind::leave:
      return "arrive at barrier";
    case Pending::Kind::release:
      return "release";
    case Pending::Kind::try_acquire:
      return "try to acquire";
    case Pending::Kind::wait:
      return "wait";
    case Pending::Kind::notify:
      return "notify";
    case Pending::Kind::initialise:
      return "initialise or destroy";
    case Pending::Kind::semaphore:
      return "receive";
    default:
      return "step";
  }
}

}  // namespace

History replay(Machine& machine, const std::vector<std::uint32_t>& first_state,
               const std::vector<Move>& moves) {
  History history;
  history.steps = moves.size();
  std::map<ThreadNumber, std::size_t> created;
  const auto step = [&](ThreadNumber thread, std::uint32_t alternative) {
    const auto known = created.find(thread);
    history.schedule +=
        fmt::format("{}{}", history.schedule.empty() ? "" : " ", known == created.end() ? 0 : known->second);
    if (alternative != 0) history.schedule += fmt::format(":{}", alternative);
  };
  machine.restore(first_state);
  machine.tell(true);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const Move& move = moves[i];
    const Pending next = machine.pending(move.thread);
    if (next.alternatives > 1) step(move.thread, move.alternative);
    const program::Outcome outcome = machine.step(move.thread, move.alternative);
    std::copy_if(machine.effects().begin(), machine.effects().end(), std::back_inserter(history.effects),
                 [](const Effect& effect) { return !effect.call; });
    for (const Effect& effect : machine.effects()) {
      if (effect.operation == Operation::alloc) history.made[program::object_of(effect.target)] = effect.own;
      if (effect.operation == Operation::fork)
        created.emplace(static_cast<ThreadNumber>(effect.target), created.size() + 1);
      if (next.alternatives <= 1 && is_native_step(effect.operation)) step(effect.thread, 0);
    }
    const std::string name = machine.thread_name(move.thread);
    if (history.run.empty() || history.run.back().thread != name) history.run.push_back({name, 0});
    ++history.run.back().steps;
    if (outcome == program::Outcome::problem && i + 1 < moves.size() && !machine.exited())
      machine.stop(move.thread);
  }
  machine.tell(false);
  machine.name_blocks(history.made);
  return history;
}

finding::Step step_of(const Machine& machine, const Effect& effect) {
  finding::Step step;
  step.thread = machine.thread_name(effect.thread);
  step.operation = event::name(effect.operation);
  step.target = target_of(machine, effect);
  step.location = machine.location(effect.own != 0 ? effect.own : effect.location);
  // A part of a container has no name, and its value says nothing.
  const bool is_whole = machine.describe(effect.target + effect.size, 1) != step.target &&
                        (effect.target == 0 || machine.describe(effect.target - 1, 1) != step.target);
  if (effect.has_value && event::is_access(effect.operation) && is_whole) {
    step.value = effect.value;
    step.shows = value_of(machine, effect);
    if (step.shows == step.target) step.shows = "a pointer";
  }
  return step;
}

finding::Step step_before(const Machine& machine, ThreadNumber thread, const Pending& next) {
  finding::Step step;
  step.thread = machine.thread_name(thread);
  step.operation = operation_of(next);
  step.target = next.kind == Pending::Kind::join
                    ? machine.thread_name(static_cast<ThreadNumber>(next.address))
                    : machine.describe(next.address, next.size);
  step.location = machine.location(next.location);
  step.stack = own_frames(machine.stack(thread));
  step.holding = locks_of(machine, thread);
  if (!step.stack.empty()) step.location = step.stack.front();
  return step;
}

finding::Finding finding_of(const Machine& machine, const program::Problem& problem, const History& history) {
  finding::Finding finding;
  finding.kind = problem.kind;
  finding.message = problem.message;
  if (problem.address != 0) finding.variable = machine.describe(problem.address);
  finding::Step step;
  step.thread = machine.thread_name(problem.thread);
  step.operation = problem.kind == finding::Kind::assertion ? "fails" : finding::name(problem.kind);
  std::replace(step.operation.begin(), step.operation.end(), '-', ' ');
  step.target = finding.variable;
  step.location = machine.location(problem.location);
  step.stack = own_frames(machine.stack(problem.thread));
  step.holding = locks_of(machine, problem.thread);
  if (!step.stack.empty()) step.location = step.stack.front();
  finding.steps.push_back(std::move(step));
  add_witness(machine, finding, history);
  return finding;
}

finding::Finding deadlock_of(const Machine& machine, const std::vector<ThreadNumber>& threads,
                             const History& history) {
  finding::Finding finding;
  finding.kind = finding::Kind::deadlock;
  std::vector<std::string> parts;
  for (const ThreadNumber thread : threads) {
    finding.steps.push_back(step_before(machine, thread, machine.pending(thread)));
    parts.push_back(fmt::format("{} waits for {}", machine.thread_name(thread),
                                waits_for(machine, machine.pending(thread))));
  }
  finding.message = fmt::format("deadlock: {}", fmt::join(parts, "; "));
  add_witness(machine, finding, history);
  return finding;
}

finding::Finding livelock_of(const Machine& machine, const std::vector<ThreadNumber>& threads,
                             const History& history) {
  finding::Finding finding;
  finding.kind = finding::Kind::livelock;
  std::vector<std::string> parts;
  for (const ThreadNumber thread : threads) {
    const Pending next = machine.pending(thread);
    finding.steps.push_back(step_before(machine, thread, next));
    const bool blocked = next.alternatives == 0 || next.spurious;
    parts.push_back(
        blocked ? fmt::format("{} waits for {}", machine.thread_name(thread), waits_for(machine, next))
                : fmt::format("{} goes round a loop that reads `{}`", machine.thread_name(thread),
                              machine.describe(next.address)));
  }
  finding.message = fmt::format("livelock: {}; nobody can end it", fmt::join(parts, "; "));
  add_witness(machine, finding, history);
  return finding;
}

bool conflict(const Pending& a, const Pending& b, bool reads_conflict) {
  const auto clash = [&](const Pending& x, Word x_at, std::uint64_t x_size, bool x_writes, const Pending& y,
                         Word y_at, std::uint64_t y_size, bool y_writes) {
    return x_size != 0 && y_size != 0 && (x_writes || y_writes || reads_conflict) &&
           !(x.atomic && y.atomic) && overlap(x_at, x_size, y_at, y_size);
  };
  const auto spares = [](const Pending& destroy, const Pending& use, bool is_source) {
    return destroy.awaits_leavers && use.leaves && is_source == (use.source_size != 0);
  };
  return (!spares(a, b, false) && !spares(b, a, false) &&
          clash(a, a.address, a.size, a.writes, b, b.address, b.size, b.writes)) ||
         (!spares(b, a, true) && clash(a, a.source, a.source_size, a.call, b, b.address, b.size, b.writes)) ||
         (!spares(a, b, true) && clash(a, a.address, a.size, a.writes, b, b.source, b.source_size, b.call));
}

namespace {

void tell_race(const Machine& machine, Word address, std::uint64_t size, finding::Finding& finding) {
  finding.message = finding::race_message(finding.variable, size);
  if (const std::string origin = machine.origin(address); !origin.empty()) finding.notes.push_back(origin);
  if (finding.steps.size() == 2)
    finding.notes.push_back(finding::why_unordered(finding.steps[0], finding.steps[1]));
}

}  // namespace

finding::Finding adjacent_race_of(const Machine& machine, ThreadNumber first, const Pending& access,
                                  ThreadNumber second, const History& history) {
  finding::Finding finding;
  finding.kind = finding::Kind::data_race;
  const Pending& other = machine.pending(second);
  const bool is_source = !overlap(access.address, access.size, other.address, other.size) &&
                         !overlap(access.address, access.size, other.source, other.source_size);
  finding.variable = is_source ? machine.describe(access.source, access.source_size)
                               : machine.describe(access.address, access.size);
  finding.steps = {step_before(machine, first, access), step_before(machine, second, other)};
  tell_race(machine, is_source ? access.source : access.address,
            std::min(is_source ? access.source_size : access.size, std::max(other.size, std::uint64_t{1})),
            finding);
  add_witness(machine, finding, history);
  return finding;
}

finding::Finding summary_race_of(const Machine& machine, const SummaryRace& race, const History& history) {
  finding::Finding finding;
  finding.kind = finding::Kind::data_race;
  finding.variable = machine.describe(race.address, race.size);
  const auto is_earlier = [&](const Effect& effect) {
    return event::is_access(effect.operation) && event::writes(effect.operation) == race.earlier_is_write &&
           effect.thread != race.effect.thread &&
           overlap(effect.target, effect.size, race.address, race.size) &&
           (!race.earlier_thread || *race.earlier_thread == effect.thread);
  };
  const auto earlier = std::find_if(history.effects.rbegin(), history.effects.rend(), is_earlier);
  if (earlier != history.effects.rend()) finding.steps.push_back(step_of(machine, *earlier));
  finding.steps.push_back(step_of(machine, race.effect));
  tell_race(machine, race.address, race.size, finding);
  add_witness(machine, finding, history, true);
  return finding;
}

std::string identity_of(const finding::Finding& finding) {
  const bool is_race = finding.kind == finding::Kind::data_race;
  const bool is_of_places = is_race || finding.kind == finding::Kind::deadlock;
  std::vector<std::string> places;
  const std::size_t shown = is_of_places ? finding.steps.size() : 1;
  for (std::size_t i = finding.steps.size() - std::min(shown, finding.steps.size()); i < finding.steps.size();
       ++i)
    places.push_back(event::text(finding.steps[i].location) + (is_race ? "" : finding.steps[i].operation));
  std::sort(places.begin(), places.end());
  std::string identity = fmt::format("{}|{}", finding::name(finding.kind),
                                     is_of_places && !places.empty() ? "" : finding.variable);
  for (const std::string& place : places) identity += "|" + place;
  return identity;
}

}  // namespace heddle::stateful
