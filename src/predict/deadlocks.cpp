// SPDX-License-Identifier: Apache-2.0
// Predicted deadlocks of any length. An acquire that may wait says "having these locks, I want that one": its
// type is the locks held and the lock wanted. Acquires with the same thread and type form a group. A ring is
// a cycle of types, each wanting what the next holds, no two of them holding what excludes the other (such a
// common lock is a guard: the ring cannot close). It is a deadlock if threads can be chosen for its types,
// and for each an acquire of its group, such that all stand before these acquires at the same time. (A try or
// timed acquire never waits for ever: it makes a section, but no group.)
//
// A thread may also hold locks while it waits for another thread: to end, at a barrier, on a condition. Such
// events have types of their own, and the next of one in a ring is an acquire, whatever is held there, that
// must happen before the wait can end. (Never another wait: what that one waits for, the first waits for
// too.) The clocks tell what must happen before; that it is by waiting, the referee.
//
// One deadlock is reported for each ring of types, whoever the threads are: a certain one if there is one.
// What is cheap comes first:
//   1. Locks that lie on no cycle of "held while wanted" are left out (strongly connected components).
//   2. Rings are found depth first, each from its least type; for each a few acquires that are close together
//      in the recording are tried. Then, short rings first, the two closures decide all its acquires at once, for one choice of threads after the other (Tunç, Mathur, Pavlogiannis and
//      Viswanathan, "Sound dynamic deadlock prediction in linear time", 2023).
//   3. Then the same reads in another order, then another lock order, nearest in the trace first, up to
//      `tries` for a ring.
// The number of rings can be exponential, so the search for them is bounded and says so.
#include <algorithm>
#include <map>
#include <set>

#include <tsl/robin_map.h>

#include "base/hash.h"
#include "base/strong_components.h"
#include "predict/found.h"

namespace heddle::predict {

using event::Operation;
using states::Answer;

namespace {

struct Group {
  std::uint32_t number = 0;
  std::size_t thread = 0;
  std::vector<Index> members;
};

struct Type {
  bool waits = false;  // for what another thread has yet to do; else it wants a lock
  HeldSets::Lock wanted;
  std::uint32_t held = 0;
  EventAt after;              // of joins: the fork of the joined thread
  std::vector<Group> groups;  // by thread
};

using Ring = std::vector<std::uint32_t>;  // types

class DeadlockPrediction : Found<Ring> {
 public:
  DeadlockPrediction(const Recording& recording, const Referee& referee, const PredictionLimits& limits,
                     PredictionCounts& counts)
      : Found(recording, referee, limits, counts) {}

  std::vector<Predicted> run() {
    collect();
    keep_cycles();
    for (std::uint32_t first = 0; first < types_.size() && !done() && !full_; ++first) {
      path_ = {first};
      extend();
    }
    counts_.cut = steps_ > limits_.ring_steps;
    // Short rings first: they have the fewest choices of threads, and are the easiest to understand.
    std::stable_sort(waiting_.begin(), waiting_.end(),
                     [](const Ring& a, const Ring& b) { return a.size() < b.size(); });
    for (const Ring& ring : waiting_) decide(ring);
    for (const Ring& ring : possible_) make_certain(ring);
    for (const Ring& ring : open_) reorder(ring);
    counts_.cut = counts_.cut || full_ || stop_.reached();
    return all();
  }

 private:
  static constexpr std::size_t kPlaces = 8;  // of the recording that are looked at first
  static constexpr std::size_t kMorePlaces = 128;
  static constexpr std::ptrdiff_t kNear = 16;  // acquires of a thread there

  using Chosen = std::vector<const Group*>;  // a group of each
  using Key = std::tuple<bool, HeldSets::Lock, std::uint32_t, EventAt, std::uint32_t>;

  void collect() {
    const order::Loset& must = recording_.must();
    for (std::size_t t = 0; t < must.threads(); ++t)
      for (Index index = 1; index <= must.size(t) && !stop_.reached(); ++index) {
        const Event& event = recording_.event({t, index});
        const bool waits = event.operation == Operation::join || event.operation == Operation::leave ||
                           event.operation == Operation::wake;
        if (!waits || must.lock_free(t, index - 1)) continue;
        EventAt after;
        if (event.operation == Operation::join)
          if (const auto fork = referee_.fork_of(event.other())) after = recording_.at(*fork);
        add({t, index}, Key{true, {}, held_.at(t, index - 1), after, event.location.number()});
      }
    // Who holds nothing stops nobody, but for those who wait.
    const bool all = !types_.empty();
    for (std::size_t t = 0; t < must.threads(); ++t)
      for (const order::LockInterval& interval : must.intervals(t))
        if (!stop_.reached() && !recording_.event({t, interval.acquire}).tried &&
            (all || !must.lock_free(t, interval.acquire - 1)))
          add({t, interval.acquire},
              Key{false, {interval.lock, interval.shared}, held_.at(t, interval.acquire - 1), {}, 0});
  }
  void add(EventAt at, const Key& key) {
    const auto [entry, is_new] = numbers_.try_emplace(key, static_cast<std::uint32_t>(types_.size()));
    if (is_new)
      types_.push_back({std::get<0>(key), std::get<1>(key), std::get<2>(key), std::get<3>(key), {}});
    auto& groups = types_[entry->second].groups;
    if (groups.empty() || groups.back().thread != at.thread) {
      groups.push_back({static_cast<std::uint32_t>(counts_.groups++), at.thread, {}});
    }
    groups.back().members.push_back(at.index);
  }

  // Types on cycles of locks only; waiting is a lock of its own that whoever holds something may want, and
  // whose holder may want anything.
  void keep_cycles() {
    const auto waiting = static_cast<std::uint32_t>(recording_.must().locks());
    std::vector<std::set<std::uint32_t>> wants(waiting + 1);
    const auto number = [](const HeldSets::Lock& lock) {
      return static_cast<std::uint32_t>(lock.lock.index());
    };
    for (const Type& type : types_) {
      for (const HeldSets::Lock& held : held_.locks(type.held))
        wants[number(held)].insert(type.waits ? waiting : number(type.wanted));
      if (!type.waits) wants[waiting].insert(number(type.wanted));
    }
    std::vector<std::vector<std::uint32_t>> edges;
    for (const auto& one : wants) edges.emplace_back(one.begin(), one.end());
    std::vector<std::size_t> component(edges.size());
    const auto components = base::strong_components(edges);
    for (std::size_t i = 0; i < components.size(); ++i)
      for (const std::uint32_t lock : components[i]) component[lock] = i;
    std::erase_if(types_, [&](const Type& type) {
      const std::size_t wanted = component[type.waits ? waiting : number(type.wanted)];
      if (!type.waits && wanted == component[waiting]) return false;
      return std::none_of(held_.locks(type.held).begin(), held_.locks(type.held).end(),
                          [&](const HeldSets::Lock& held) { return component[number(held)] == wanted; });
    });
    holding_.resize(recording_.must().locks());
    for (std::uint32_t type = 0; type < types_.size(); ++type) {
      if (!types_[type].waits) wanting_.push_back(type);
      for (const HeldSets::Lock& lock : held_.locks(types_[type].held))
        holding_[number(lock)].push_back(type);
    }
  }

  // The first type is stopped by the second.
  bool stops(std::uint32_t first, std::uint32_t second) const {
    const Type &type = types_[first], &next = types_[second];
    if (type.waits) return !next.waits;
    const auto& locks = held_.locks(next.held);
    return std::any_of(locks.begin(), locks.end(), [&](const HeldSets::Lock& lock) {
      return lock.lock == type.wanted.lock && !(lock.shared && type.wanted.shared);
    });
  }
  const std::vector<std::uint32_t>& candidates(const Type& type) const {
    return type.waits ? wanting_ : holding_[type.wanted.lock.index()];
  }

  // Of the closures; what they leave open goes to the searches that look at single acquires.
  bool out_of_steps() const { return followed_.steps() + recorded_.steps() > steps_of_closures_; }
  bool done() { return stop_.reached() || steps_ > limits_.ring_steps; }

  void extend() {
    const std::uint32_t last = path_.back();
    if (path_.size() > 1 && stops(last, path_.front())) ring();
    if (path_.size() == recording_.must().threads()) return;
    for (const std::uint32_t next : candidates(types_[last])) {
      ++steps_;
      if (done() || full_) return;
      if (next < path_.front() || !stops(last, next)) continue;
      const bool fits = std::all_of(path_.begin(), path_.end(), [&](std::uint32_t earlier) {
        return held_.compatible(types_[earlier].held, types_[next].held) && can_meet(earlier, next);
      });
      if (!fits) continue;
      path_.push_back(next);
      extend();
      path_.pop_back();
    }
  }

  // Some acquires of the two, of different threads, are unordered in the must order.
  bool can_meet(std::uint32_t first, std::uint32_t second) {
    const auto [known, is_new] = meets_.try_emplace({first, second}, false);
    if (is_new)
      for (const Group& a : types_[first].groups)
        for (const Group& b : types_[second].groups)
          if (a.thread != b.thread && can_meet(a, b)) return known->second = true;
    return known->second;
  }
  bool can_meet(const Group& a, const Group& b) {
    const order::Loset& must = recording_.must();
    for (std::size_t i = 0, j = 0; i < a.members.size() && j < b.members.size();) {
      // An event that the other's past contains is of no use to its later ones either.
      const bool a_before = must.seen(b.thread, b.members[j] - 1, a.thread) >= a.members[i],
                 b_before = must.seen(a.thread, a.members[i] - 1, b.thread) >= b.members[j];
      if (!a_before && !b_before) return true;
      ++(a_before ? i : j);
    }
    return false;
  }

  void ring() {
    Ring ring = path_;
    std::rotate(ring.begin(), std::min_element(ring.begin(), ring.end()), ring.end());
    std::uint64_t key = ring.size();
    for (const std::uint32_t type : ring) key = base::combine(key, type);
    if (!limits_.is_shared(key)) return;
    if (!seen_.insert(ring).second) return;  // from another of its least types
    ++counts_.candidates;
    nearby(ring, followed_, Way::followed, kPlaces);
    if (!is_certain(ring)) waiting_.push_back(std::move(ring));
  }
  void decide(const Ring& ring) {
    if (full_ && found(ring) == nullptr) return;
    nearby(ring, followed_, Way::followed, kMorePlaces);
    if (is_certain(ring)) return;
    if (found(ring) == nullptr) nearby(ring, recorded_, Way::recorded, kPlaces);
    bool stands = found(ring) != nullptr;
    steps_ = 0;
    steps_of_closures_ = limits_.certain_steps;
    for_all_threads(ring, &followed_, [&](const Chosen& chosen) {
      const auto standing = by_closure(ring, chosen, followed_);
      if (!standing) return false;
      stands = true;
      add(ring, *standing, met(Way::followed, followed_.state()));
      return is_certain(ring);
    });
    if (is_certain(ring)) return;
    steps_of_closures_ = limits_.closure_steps;
    if (!stands)
      for_all_threads(ring, &recorded_, [&](const Chosen& chosen) {
        const auto standing = by_closure(ring, chosen, recorded_);
        if (!standing) return false;
        add(ring, *standing, met(Way::recorded, recorded_.state()));
        return stands = true;
      });
    (stands ? possible_ : open_).push_back(ring);
  }

  // Acquires that the recording has close together: where locks are taken often most rings
  // close at most places, and each thread's next acquire of its type is mostly the one. This looks at a few
  // places, at a cost that does not depend on the length of the recording; for_all_threads looks everywhere.
  void nearby(const Ring& ring, Closure& closure, Way way, std::size_t places) {
    const std::vector<Group>& first = types_[ring.front()].groups;
    for (std::size_t place = 0; place < places && !is_certain(ring) && !stop_.reached(); ++place) {
      const std::vector<Index>& members = first[place % first.size()].members;
      const Index member = members[members.size() * (2 * place + 1) / (2 * places)];
      const Position here = recording_.position({first[place % first.size()].thread, member});
      const auto lists = lists_near(ring, first[place % first.size()].thread, here);
      if (!lists) continue;
      const auto standing = first_standing(
          closure, *lists, stop_, [&](std::span<const Standing> chosen) { return not_waiting(chosen); });
      if (!standing) continue;
      add(ring, *standing, met(way, closure.state()));
      if (way == Way::recorded) return;
    }
  }
  // For each type the acquires from just before this place on of the thread that is first to make one; the
  // first type's thread is given.
  std::optional<std::vector<Candidates>> lists_near(const Ring& ring, std::size_t thread, Position here) {
    std::vector<Candidates> lists;
    for (const std::uint32_t number : ring) {
      const Type& type = types_[number];
      Candidates best;
      Position least = 0;
      for (const Group& group : type.groups) {
        const bool taken = std::any_of(lists.begin(), lists.end(),
                                       [&](const Candidates& list) { return list.thread == group.thread; });
        if (taken || (lists.empty() ? group.thread != thread : group.thread == thread)) continue;
        const auto next = std::partition_point(group.members.begin(), group.members.end(), [&](Index index) {
          return recording_.position({group.thread, index}) < here;
        });
        if (next == group.members.end()) continue;
        const Position position = recording_.position({group.thread, *next});
        if (!best.events.empty() && position >= least) continue;
        least = position;
        const auto begin = next - std::min<std::ptrdiff_t>(next - group.members.begin(), kNear / 4);
        best = {.thread = group.thread,
                .events = {begin, begin + std::min<std::ptrdiff_t>(group.members.end() - begin, kNear)},
                .ready = !type.waits,
                .after = type.after};
      }
      if (best.events.empty()) return std::nullopt;
      lists.push_back(best);
    }
    return lists;
  }

  // A choice of threads, until one is enough. With a closure only such as it lets stand two by two.
  template <class Try>
  void for_all_threads(const Ring& ring, Closure* closure, const Try& try_one) {
    Chosen chosen;
    choose_threads(ring, closure, chosen, try_one);
  }
  template <class Try>
  bool choose_threads(const Ring& ring, Closure* closure, Chosen& chosen, const Try& try_one) {
    if (chosen.size() == ring.size()) return try_one(chosen);
    for (const Group& group : types_[ring[chosen.size()]].groups) {
      ++steps_;
      if (done() || (closure != nullptr && out_of_steps())) return true;
      if (std::any_of(chosen.begin(), chosen.end(),
                      [&](const Group* other) { return other->thread == group.thread; }))
        continue;
      chosen.push_back(&group);
      bool fits = true;
      for (std::size_t i = 0; i + 1 < chosen.size() && fits; ++i)
        fits = closure == nullptr || stand_together(ring, chosen, i, *closure);
      if (fits && choose_threads(ring, closure, chosen, try_one)) return true;
      chosen.pop_back();
    }
    return false;
  }
  // The last one chosen and another.
  bool stand_together(const Ring& ring, const Chosen& chosen, std::size_t i, Closure& closure) {
    const std::size_t last = chosen.size() - 1;
    const auto [known, is_new] = together_[&closure == &followed_].try_emplace(
        base::mix(std::uint64_t{chosen[i]->number} << 32 | chosen[last]->number), false);
    if (is_new) {
      const Candidates both[] = {candidates(ring, chosen, i), candidates(ring, chosen, last)};
      known.value() = first_standing(closure, both, stop_).has_value();
    }
    return known->second;
  }

  Candidates candidates(const Ring& ring, const Chosen& chosen, std::size_t i) const {
    const Type& type = types_[ring[i]];
    return {
        .thread = chosen[i]->thread, .events = chosen[i]->members, .ready = !type.waits, .after = type.after};
  }

  std::optional<std::vector<Standing>> by_closure(const Ring& ring, const Chosen& chosen, Closure& closure) {
    std::vector<Candidates> lists;
    for (std::size_t i = 0; i < ring.size(); ++i) lists.push_back(candidates(ring, chosen, i));
    return first_standing(closure, lists, stop_,
                          [&](std::span<const Standing> standing) { return not_waiting(standing); });
  }

  // A wait that the next thread cannot end where it stands, nor from any later place.
  std::optional<std::size_t> not_waiting(std::span<const Standing> standing) const {
    for (std::size_t i = 0; i < standing.size(); ++i)
      if (!standing[i].ready && !chain(standing, i)) return i;
    return std::nullopt;
  }
  std::optional<Referee::Chain> chain(std::span<const Standing> standing, std::size_t i) const {
    const Standing &wait = standing[i], &next = standing[(i + 1) % standing.size()];
    if (recording_.must().seen(wait.thread, wait.index, next.thread) < next.index) return std::nullopt;
    return referee_.waits_for(recording_.position(wait), recording_.position(next));
  }

  void add(const Ring& ring, std::span<const Standing> standing, const Meeting& meeting) {
    if (!has_room(ring, meeting)) return;
    std::vector<Position> blocked;
    for (const Standing& at : standing) blocked.push_back(recording_.position(at));
    Predicted predicted = accepted(recording_, limits_, standing, meeting,
                                   [&](const Schedule& schedule, Referee::Judgement* judgement) {
                                     return referee_.not_a_deadlock(schedule, blocked, judgement);
                                   });
    predicted.links.resize(standing.size());
    for (std::size_t i = 0; i < standing.size(); ++i) {
      if (standing[i].ready) continue;
      Referee::Chain why = *chain(standing, i);
      predicted.if_nobody_else = predicted.if_nobody_else || !why.sure;
      predicted.links[i].assign(why.links.begin() + 1, why.links.end());
    }
    keep(ring, std::move(predicted));
  }

  void make_certain(const Ring& ring) {
    if (found(ring) == nullptr) return;  // it was one too many
    std::size_t tries = limits_.certain_tries;
    steps_ = 0;
    for_all_threads(ring, nullptr, [&](const Chosen& chosen) {
      return combinations(ring, chosen, tries, [&](std::span<const Standing> standing) {
        const Meeting meeting = same_reads_.meet(standing, limits_.reach);
        if (meeting.answer == Answer::yes) add(ring, standing, meeting);
        return is_certain(ring);
      });
    });
  }

  void reorder(const Ring& ring) {
    if (full_) return;
    std::size_t tries = limits_.tries;
    bool unknown = false;
    steps_ = 0;
    for_all_threads(ring, nullptr, [&](const Chosen& chosen) {
      return combinations(ring, chosen, tries, [&](std::span<const Standing> standing) {
        const Meeting meeting = reordered(recording_, standing, limits_.reach);
        if (meeting.answer == Answer::unknown) unknown = true;
        if (meeting.answer == Answer::yes) add(ring, standing, meeting);
        return meeting.answer == Answer::yes;
      });
    });
    if (found(ring) != nullptr)
      make_certain(ring);
    else if ((tries == 0 || unknown || done()) && !full_)
      ++counts_.undecided;
  }

  // One acquire of each group, those near the first one first, until one combination is enough or no tries are
  // left.
  template <class Try>
  bool combinations(const Ring& ring, const Chosen& chosen, std::size_t& tries, const Try& try_one) {
    std::vector<Standing> standing;
    return combine(ring, chosen, standing, tries, try_one);
  }
  template <class Try>
  bool combine(const Ring& ring, const Chosen& chosen, std::vector<Standing>& standing, std::size_t& tries,
               const Try& try_one) {
    if (tries == 0 || stop_.reached()) return true;
    if (standing.size() == ring.size()) {
      --tries;
      if (not_waiting(standing)) return false;
      ++counts_.meetings;
      return try_one(std::span<const Standing>(standing)) || stop_.reached_now();
    }
    const Candidates list = candidates(ring, chosen, standing.size());
    for (const Index member : near(list, standing, tries)) {
      standing.push_back(list.standing(member));
      if (combine(ring, chosen, standing, tries, try_one)) return true;
      standing.pop_back();
    }
    return false;
  }
  // At most as many as can be tried.
  std::vector<Index> near(const Candidates& list, std::span<const Standing> standing,
                          std::size_t most) const {
    if (standing.empty()) return {list.events.begin(), list.events.end()};
    const order::Loset& must = recording_.must();
    Index low = 0;
    for (const Standing& other : standing)
      low = std::max(low, must.seen(other.thread, other.known(), list.thread));
    const auto first = std::upper_bound(list.events.begin(), list.events.end(), low);
    const auto last = std::partition_point(first, list.events.end(), [&](Index index) {
      const Index known = list.standing(index).known();
      return std::all_of(standing.begin(), standing.end(), [&](const Standing& other) {
        return must.seen(list.thread, known, other.thread) < other.index;
      });
    });
    std::vector<Index> members(first, last);
    const Position here = recording_.position(standing.front());
    const auto distance = [&](Index index) {
      const Position there = recording_.position({list.thread, index});
      return there > here ? there - here : here - there;
    };
    const auto nearer = [&](Index a, Index b) { return distance(a) < distance(b); };
    if (members.size() > most) {
      std::nth_element(members.begin(), members.begin() + static_cast<std::ptrdiff_t>(most), members.end(),
                       nearer);
      members.resize(most);
    }
    std::sort(members.begin(), members.end(), nearer);
    return members;
  }

  std::map<Key, std::uint32_t> numbers_;
  std::vector<Type> types_;
  std::vector<std::uint32_t> wanting_;                             // types of acquires
  std::vector<std::vector<std::uint32_t>> holding_;                // by lock: types that hold it
  std::map<std::pair<std::uint32_t, std::uint32_t>, bool> meets_;  // by types
  tsl::robin_map<std::uint64_t, bool> together_[2];                // by groups: with the recorded lock order,
                                                                   // and with the same reads
  Ring path_;
  std::size_t steps_ = 0;
  std::size_t steps_of_closures_ = 0;  // so many at most
  std::set<Ring> seen_;
  std::vector<Ring> waiting_;          // not certain by acquires that are close together
  std::vector<Ring> possible_, open_;  // not certain by closure; not found by it
};

}  // namespace

std::vector<Predicted> predict_deadlocks(const Recording& recording, const Referee& referee,
                                         const PredictionLimits& limits, PredictionCounts* counts) {
  PredictionCounts own;
  return DeadlockPrediction(recording, referee, limits, counts ? *counts : own).run();
}

}  // namespace heddle::predict
