// SPDX-License-Identifier: Apache-2.0
#include "predict/schedule.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <tsl/robin_map.h>

namespace heddle::predict {

using event::MemoryOrder;
using event::Operation;

Referee::Referee(const Recording& recording) : recording_(&recording) {
  find_needs();
  // Replay the recording itself to learn what every read saw.
  const auto events = recording.events();
  std::vector<Position> writers(recording.parts().size(), kNoWrite);
  std::vector<bool> notified;  // by thread: since it began to wait
  std::vector<event::ConditionId> waits;
  was_notified_.resize(events.size());
  saw_begin_.resize(events.size() + 1);
  for (Position p = 0; p < events.size(); ++p) {
    const Event& event = events[p];
    const std::size_t t = event.thread.index();
    if (of_thread_.size() <= t) of_thread_.resize(t + 1);
    if (waits.size() <= t) waits.resize(t + 1), notified.resize(t + 1);
    of_thread_[t].push_back(p);
    saw_begin_[p] = static_cast<std::uint32_t>(saw_.size());
    if (order::touches_memory(event.operation)) {
      const auto [first, last] = recording.parts().parts(event.variable());
      for (std::uint32_t part = first; part < last; ++part) {
        if (order::reads(event.operation)) saw_.push_back(writers[part]);
        if (order::sets_memory(event.operation)) writers[part] = p;
      }
    }
    if (event.operation == Operation::wait) waits[t] = event.condition(), notified[t] = false;
    if (event.operation == Operation::notify || event.operation == Operation::notify_all)
      for (std::size_t u = 0; u < waits.size(); ++u)
        if (waits[u].exists() && waits[u] == event.condition()) notified[u] = true;
    if (event.operation == Operation::wake) {
      was_notified_[p] = notified[t];
      waits[t] = {};
    }
  }
  saw_begin_[events.size()] = static_cast<std::uint32_t>(saw_.size());
  of_thread_.resize(recording.must().threads());
  constexpr std::size_t kMemory = std::size_t{64} << 20U, kLeast = 1 << 14U;
  const std::size_t kept = kMemory / (sizeof(Position) * (writers.size() + 1)) + 1;
  spacing_ = std::max(kLeast, events.size() / kept + 1);
}

namespace {

// The direct orders of the recording that every schedule keeps, event by event.
class Needs {
 public:
  // Pairs of an event and one that comes before it.
  std::vector<std::pair<Position, Position>> take() { return std::move(needs_); }
  std::vector<std::optional<Position>> forks() const {
    std::vector<std::optional<Position>> all;
    for (const Thread& one : threads_) all.push_back(one.fork);
    return all;
  }

  void hear(Position p, const Event& event) {
    at_ = p;
    const std::size_t t = event.thread.index();
    if (!thread(t).begun && thread(t).fork) need(*thread(t).fork);
    thread(t).begun = true;
    switch (event.operation) {
      case Operation::fork:
        thread(event.other().index()).fork = p;
        break;
      case Operation::join: {
        const Thread& other = thread(event.other().index());
        if (other.last) need(*other.last);
        if (other.fork && !other.last) need(*other.fork);
        break;
      }
      case Operation::send:
        sends_[event.target].push_back(p);
        break;
      case Operation::receive:
        need_all(sends_[event.target]);
        break;
      case Operation::arrive:
      case Operation::leave:
        barrier(t, event);
        break;
      case Operation::wait:
        thread(t).waits_on = event.condition();
        thread(t).notifies.clear();
        break;
      case Operation::notify:
      case Operation::notify_all:
        for (Thread& other : threads_)
          if (other.waits_on.exists() && other.waits_on == event.condition()) other.notifies.push_back(p);
        break;
      case Operation::wake:
        need_all(thread(t).notifies);
        thread(t).waits_on = {};
        break;
      case Operation::atomic_load:
        load(thread(t), event);
        break;
      case Operation::atomic_store:
        publish(thread(t), event, event.order == MemoryOrder::java_volatile);
        break;
      case Operation::atomic_rmw:
        load(thread(t), event);
        publish(thread(t), event, true);
        break;
      case Operation::fence:
        if (event::acquires(event.order)) need_all(thread(t).loaded);
        if (event::releases(event.order)) thread(t).release_fence = p;
        break;
      case Operation::alloc:
      case Operation::free: {
        auto first = published_.lower_bound(event.target);
        while (first != published_.end() && first->first - event.target < event.extent)
          first = published_.erase(first);
        break;
      }
      default:
        break;
    }
    thread(t).last = p;
  }

 private:
  struct Thread {
    std::optional<Position> fork, last;
    bool begun = false;
    std::optional<Position> release_fence;
    std::vector<Position> loaded;    // published by what it read without acquiring
    std::vector<Position> notifies;  // since it began to wait
    event::ConditionId waits_on;
  };
  struct Barrier {
    std::vector<std::vector<Position>> rounds = {{}};  // arrivals; the last round is open
    std::map<std::size_t, std::size_t> inside;         // thread → round
  };

  Thread& thread(std::size_t t) {
    if (threads_.size() <= t) threads_.resize(t + 1);
    return threads_[t];
  }
  void need(Position earlier) { needs_.emplace_back(at_, earlier); }
  void need_all(const std::vector<Position>& earlier) {
    for (const Position one : earlier) need(one);
  }
  void load(Thread& thread, const Event& event) {
    const auto& all = published_[event.target];
    if (event::acquires(event.order))
      need_all(all);
    else
      thread.loaded.insert(thread.loaded.end(), all.begin(), all.end());
  }
  void publish(const Thread& thread, const Event& event, bool on_top) {
    auto& all = published_[event.target];
    if (!on_top) all.clear();
    if (event::releases(event.order))
      all.push_back(at_);
    else if (thread.release_fence)
      all.push_back(*thread.release_fence);
  }
  void barrier(std::size_t t, const Event& event) {
    Barrier& barrier = barriers_[event.target];
    std::size_t round = barrier.rounds.size() - 1;
    if (event.operation == Operation::arrive) {
      barrier.rounds[round].push_back(at_);
      barrier.inside[t] = round;
      return;
    }
    if (const auto inside = barrier.inside.find(t); inside != barrier.inside.end()) {
      round = inside->second;
      barrier.inside.erase(inside);
    } else if (barrier.rounds[round].empty() && round > 0) {
      --round;
    }
    need_all(barrier.rounds[round]);
    if (round + 1 == barrier.rounds.size() && !barrier.rounds[round].empty()) barrier.rounds.emplace_back();
  }

  Position at_ = 0;
  std::vector<std::pair<Position, Position>> needs_;
  std::vector<Thread> threads_;
  std::map<std::uint64_t, std::vector<Position>> sends_;
  std::map<std::uint64_t, Barrier> barriers_;
  std::map<std::uint64_t, std::vector<Position>> published_;  // by atomic address
};

}  // namespace

void Referee::find_needs() {
  const auto events = recording_->events();
  Needs needs;
  for (Position p = 0; p < events.size(); ++p) needs.hear(p, events[p]);
  needs_ = needs.take();
  forks_ = needs.forks();
  has_needs_.resize(events.size());
  for (const auto& [event, earlier] : needs_) has_needs_[event] = true;
}

std::vector<Position> Referee::needs(Position position) const {
  std::vector<Position> all;
  for (auto need = std::lower_bound(needs_.begin(), needs_.end(), std::pair<Position, Position>(position, 0));
       need != needs_.end() && need->first == position; ++need)
    all.push_back(need->second);
  return all;
}

// The events that must come first, thread by thread, as far back as `earlier`.
std::optional<std::vector<Position>> Referee::waits_for(Position later, Position earlier,
                                                        bool notifies) const {
  struct Link {
    Position waits, need;
    std::size_t parent;  // number of the link before it, or of none
  };
  constexpr std::size_t kNone = ~std::size_t{0};
  const auto events = recording_->events();
  const std::size_t wanted = events[earlier].thread.index();
  struct Seen {
    Position joined, otherwise;  // looked at up to here, reached through a join only; in another way
  };
  std::vector<Seen> seen(of_thread_.size(), {earlier, earlier});
  std::vector<Link> links;
  std::vector<std::size_t> next;
  const auto follow = [&](Position position, std::size_t parent, bool joined) {
    if (!has_needs_[position]) return;
    const Operation operation = events[position].operation;
    for (const Position need : needs(position)) {
      const bool forked =
          events[need].operation == Operation::fork && events[need].other() == events[position].thread;
      const bool waits = operation == Operation::join || operation == Operation::leave ||
                         (notifies && operation == Operation::wake);
      if (need < earlier || !(waits || forked) || (forked && joined)) continue;
      next.push_back(links.size());
      links.push_back({position, need, parent});
    }
  };
  follow(later, kNone, false);
  while (!next.empty()) {
    const std::size_t number = next.back();
    next.pop_back();
    const Position position = links[number].need;
    const std::size_t thread = events[position].thread.index();
    if (thread == wanted) {  // at or after `earlier`, in program order
      std::vector<Position> chain;
      for (std::size_t link = number; link != kNone; link = links[link].parent)
        chain.push_back(links[link].waits);
      std::reverse(chain.begin(), chain.end());
      return chain;
    }
    const bool joined = events[links[number].waits].operation == Operation::join;
    Position& reached = joined ? seen[thread].joined : seen[thread].otherwise;
    const auto& own = of_thread_[thread];
    for (auto one = std::upper_bound(own.begin(), own.end(), reached); one != own.end() && *one <= position;
         ++one)
      follow(*one, number, joined);
    reached = std::max(reached, position);
  }
  return std::nullopt;
}

std::optional<Referee::Chain> Referee::waits_for(Position later, Position earlier) const {
  for (const bool notifies : {false, true})
    if (auto links = waits_for(later, earlier, notifies)) return Chain{std::move(*links), !notifies};
  return std::nullopt;
}

std::optional<Position> Referee::fork_of(event::ThreadId thread) const {
  return thread.index() < forks_.size() ? forks_[thread.index()] : std::nullopt;
}

bool Referee::happened(const Replay& replay, Position position) const {
  const std::size_t t = recording_->events()[position].thread.index();
  return replay.done[t] > 0 && of_thread_[t][replay.done[t] - 1] >= position;
}

std::string Referee::blocked_by(const Replay& replay, Position position) const {
  const Event& event = recording_->events()[position];
  if (has_needs_[position])
    for (auto need =
             std::lower_bound(needs_.begin(), needs_.end(), std::pair<Position, Position>(position, 0));
         need != needs_.end() && need->first == position; ++need)
      if (!happened(replay, need->second))
        return fmt::format("event {} comes before event {}, which it follows in every schedule", position,
                           need->second);
  const bool exclusive = event.operation == Operation::acquire || event.operation == Operation::wake;
  if ((exclusive || event.operation == Operation::acquire_shared) && event.lock().exists() &&
      event.lock().index() < replay.locks.size()) {
    const Holders& holders = replay.locks[event.lock().index()];
    if (holders.owner != kNobody || (exclusive && !holders.sharers.empty()))
      return fmt::format("event {} takes a lock that another thread holds", position);
  }
  return {};
}

void Referee::perform(Replay& replay, Position position, Judgement* judgement) const {
  const Event& event = recording_->events()[position];
  const auto t = static_cast<std::uint32_t>(event.thread.index());
  ++replay.done[t];
  ++replay.steps;
  if (order::touches_memory(event.operation)) {
    const auto [first, last] = recording_->parts().parts(event.variable());
    for (std::uint32_t part = first; part < last; ++part) {
      if (order::reads(event.operation) && !judgement->other_read &&
          replay.writers[part] != saw_[saw_begin_[position] + part - first]) {
        judgement->other_read = position;
        if (replay.writers[part] != kNoWrite) judgement->other_write = replay.writers[part];
      }
      if (order::sets_memory(event.operation)) replay.writers[part] = position;
    }
    return;
  }
  const auto lock = [&]() -> Holders& {
    if (replay.locks.size() <= event.lock().index()) replay.locks.resize(event.lock().index() + 1);
    return replay.locks[event.lock().index()];
  };
  switch (event.operation) {
    case Operation::acquire:
      lock().owner = t;
      break;
    case Operation::acquire_shared:
      lock().sharers.push_back(t);
      break;
    case Operation::release:
      lock().owner = kNobody;
      break;
    case Operation::release_shared:
      std::erase(lock().sharers, t);
      break;
    case Operation::try_failed:
    case Operation::try_failed_shared:
      if (lock().owner == kNobody &&
          (event.operation == Operation::try_failed_shared || lock().sharers.empty()) &&
          !judgement->other_read)
        judgement->other_read = position;
      break;
    case Operation::wait:
      replay.waiting_since[t] = replay.steps;
      if (event.lock().exists()) lock().owner = kNobody, std::erase(lock().sharers, t);
      break;
    case Operation::wake: {
      if (event.lock().exists()) lock().owner = t;
      const std::size_t condition = event.condition().index();
      const bool notified =
          condition < replay.notified.size() && replay.notified[condition] > replay.waiting_since[t];
      if (was_notified_[position] && !notified && !judgement->other_read) judgement->other_read = position;
      break;
    }
    case Operation::notify:
    case Operation::notify_all:
      if (replay.notified.size() <= event.condition().index())
        replay.notified.resize(event.condition().index() + 1);
      replay.notified[event.condition().index()] = replay.steps;
      break;
    default:
      break;
  }
}

// How much of the recording happens without a gap.
Position Referee::common_prefix(const State& start) const {
  Position end = recording_->events().size();
  for (std::size_t t = 0; t < of_thread_.size(); ++t)
    if (start[t] < of_thread_[t].size()) end = std::min(end, of_thread_[t][start[t]]);
  return end;
}

void Referee::begin(Replay& replay) const {
  replay.done.assign(of_thread_.size(), 0);
  replay.writers.assign(recording_->parts().size(), kNoWrite);
  replay.waiting_since.assign(of_thread_.size(), 0);
}

void Referee::keep_prefix(Position end, const Replay& replay, const Judgement& judgement) const {
  if (end % spacing_ == 0 && end > (prefixes_.empty() ? 0 : prefixes_.back().end))
    prefixes_.push_back({end, replay, judgement});
}

Referee::Judgement Referee::judge(const Schedule& schedule, Replay& replay) const {
  const auto events = recording_->events();
  const Position common = common_prefix(schedule.start);
  const auto beyond = std::upper_bound(prefixes_.begin(), prefixes_.end(), common,
                                       [](Position end, const Prefix& prefix) { return end < prefix.end; });
  Judgement judgement;
  Position first = 0;
  if (beyond == prefixes_.begin()) {
    begin(replay);
  } else {
    const Prefix& known = *(beyond - 1);
    first = known.end;
    replay = known.replay;
    judgement = known.judgement;
  }
  std::uint64_t left = 0;
  for (std::size_t t = 0; t < schedule.start.size(); ++t) left += schedule.start[t] - replay.done[t];
  for (Position p = first; p < events.size() && left > 0 && judgement.broken.empty(); ++p) {
    if (p <= common) keep_prefix(p, replay, judgement);
    const std::size_t t = events[p].thread.index();
    if (replay.done[t] >= schedule.start[t]) continue;
    --left;
    judgement.broken = blocked_by(replay, p);
    perform(replay, p, &judgement);
  }
  for (const std::uint32_t t : schedule.run) {
    if (!judgement.broken.empty()) break;
    if (t >= of_thread_.size() || replay.done[t] >= of_thread_[t].size()) {
      judgement.broken = "a thread has no next event";
      break;
    }
    const Position p = of_thread_[t][replay.done[t]];
    judgement.broken = blocked_by(replay, p);
    perform(replay, p, &judgement);
  }
  judgement.end = replay.done;
  return judgement;
}

Referee::Judgement Referee::judge(const Schedule& schedule) const {
  Replay replay;
  return judge(schedule, replay);
}

std::string Referee::not_a_race(const Schedule& schedule, Position first, Position second,
                                Judgement* judgement) const {
  Replay replay;
  *judgement = judge(schedule, replay);
  if (!judgement->broken.empty()) return judgement->broken;
  const auto events = recording_->events();
  for (const Position p : {first, second}) {
    const std::size_t t = events[p].thread.index();
    if (replay.done[t] >= of_thread_[t].size() || of_thread_[t][replay.done[t]] != p)
      return fmt::format("event {} is not its thread's next", p);
    if (std::string blocked = blocked_by(replay, p); !blocked.empty()) return blocked;
  }
  const Event &a = events[first], &b = events[second];
  if (a.thread == b.thread || !event::is_access(a.operation) || !event::is_access(b.operation) ||
      !event::conflict(a.operation, b.operation) || !a.variable().overlaps(b.variable()))
    return "the two accesses do not conflict";
  return {};
}

std::string Referee::not_a_deadlock(const Schedule& schedule, std::span<const Position> blocked,
                                    Judgement* judgement) const {
  Replay replay;
  *judgement = judge(schedule, replay);
  if (!judgement->broken.empty()) return judgement->broken;
  const auto events = recording_->events();
  for (std::size_t i = 0; i < blocked.size(); ++i) {
    const Event& event = events[blocked[i]];
    const auto t = static_cast<std::uint32_t>(event.thread.index());
    const auto other = static_cast<std::uint32_t>(events[blocked[(i + 1) % blocked.size()]].thread.index());
    if (replay.done[t] >= of_thread_[t].size() || of_thread_[t][replay.done[t]] != blocked[i])
      return fmt::format("event {} is not its thread's next", blocked[i]);
    const bool takes = event.operation == Operation::acquire ||
                       event.operation == Operation::acquire_shared || event.operation == Operation::wake;
    const std::size_t lock = takes && event.lock().exists() ? event.lock().index() : replay.locks.size();
    const bool held =
        lock < replay.locks.size() &&
        (replay.locks[lock].owner == other ||
         (event.operation != Operation::acquire_shared &&
          std::count(replay.locks[lock].sharers.begin(), replay.locks[lock].sharers.end(), other) > 0));
    if (held) continue;
    if (!waits_for(blocked[i], blocked[(i + 1) % blocked.size()]))
      return fmt::format("event {} does not wait for the next thread", blocked[i]);
    if (event.operation == Operation::join)
      if (const auto fork = fork_of(event.other()); fork && !happened(replay, *fork))
        return fmt::format("event {} joins a thread that is not there yet", blocked[i]);
  }
  return {};
}

}  // namespace heddle::predict
