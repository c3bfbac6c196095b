// SPDX-License-Identifier: Apache-2.0
// What hands memory from thread to thread: along some executions happens-before is followed, with what brought each
// piece of knowledge.
#include <algorithm>
#include <random>

#include <fmt/format.h>

#include "order/happens_before.h"
#include "stateful/machine_events.h"
#include "stateful/sharing.h"

namespace heddle::stateful {

using event::ThreadId;
using program::Effect;
using program::Machine;

struct Sharing::Walk {
  using Clocks = std::map<ThreadNumber, std::uint64_t>;
  struct Earlier {
    order::Epoch epoch;
    event::Operation operation = event::Operation::read;
    std::vector<Word> held;
  };
  order::HappensBefore order;
  MachineEvents event_of;
  std::map<Word, Clocks> published;                               // by what synchronises
  std::map<ThreadNumber, std::map<std::string, Clocks>> brought;  // to a thread, by what
  std::map<Place, std::map<ThreadNumber, std::vector<Earlier>>> earlier;

  Clocks known_to(ThreadNumber thread, ThreadNumber threads) {
    Clocks clocks;
    if (threads > 0) order.epoch(ThreadId(threads - 1));  // all are known from now on
    const auto* clock = order.whole_clock(ThreadId(thread));
    for (ThreadNumber other = 0; other < threads; ++other)
      clocks[other] = other == thread ? order.epoch(ThreadId(thread)).clock() : clock[other];
    return clocks;
  }
  static void join(Clocks& into, const Clocks& from) {
    for (const auto& [thread, clock] : from) into[thread] = std::max(into[thread], clock);
  }
};

namespace {

std::string words_of(const Machine& machine, const Effect& effect) {
  using event::Operation;
  event::Location place = machine.location(effect.location);
  place.column = 0;
  const std::string where = event::text(place);
  const std::string at = where.empty() ? "" : fmt::format(" ({})", where);
  switch (effect.operation) {
    case Operation::fork:
      return fmt::format("the start of {}{}", machine.thread_name(static_cast<ThreadNumber>(effect.target)),
                         at);
    case Operation::join:
      return fmt::format("the join of {}{}", machine.thread_name(static_cast<ThreadNumber>(effect.target)),
                         at);
    default:
      break;
  }
  return at;
}

}  // namespace

// Before its thread publishes what it knows.
void Sharing::follow_order(const Machine& machine, Walk& walk, const Effect& effect) {
  using event::Operation;
  const auto threads = static_cast<ThreadNumber>(machine.threads());
  std::string by = words_of(machine, effect);
  if (effect.operation == Operation::fork)
    return Walk::join(walk.brought[static_cast<ThreadNumber>(effect.target)][by],
                      walk.known_to(effect.thread, threads));
  if (effect.operation == Operation::join)
    return Walk::join(walk.brought[effect.thread][by],
                      walk.known_to(static_cast<ThreadNumber>(effect.target), threads));
  if (effect.operation == Operation::fence || effect.operation == Operation::begin ||
      effect.operation == Operation::end)
    return;
  const Word what = effect.lock != 0 && !event::is_access(effect.operation) ? effect.lock : effect.target;
  if (!program::is_pointer(what))
    by = "atomic blocks" + by;
  else
    by = fmt::format("`{}`{}", locks_.contains(what) ? lock_name(what) : machine.describe(what, effect.size),
                     by);
  if (const auto known = walk.published.find(what); known != walk.published.end())
    Walk::join(walk.brought[effect.thread][by], known->second);
  Walk::join(walk.published[what], walk.known_to(effect.thread, threads));
}

void Sharing::follow(Machine& machine, Walk& walk, const Effect& effect) {
  const event::Event event = walk.event_of(effect);
  walk.order.before(event);
  if (order::Flow::orders(effect.operation)) follow_order(machine, walk, effect);
  const auto known = variables_.find({effect.target, effect.size});
  if (event::is_access(effect.operation) && known != variables_.end() && !effect.hidden) {
    const std::vector<Word> held(machine.held(effect.thread).begin(), machine.held(effect.thread).end());
    auto& earlier = walk.earlier[known->first];
    for (const auto& [other, accesses] : earlier)
      for (const Walk::Earlier& access : accesses) {
        const bool both_read = !event::writes(access.operation) && !event::writes(effect.operation);
        const bool both_atomic = event::is_atomic(access.operation) && event::is_atomic(effect.operation);
        const bool excluded = std::any_of(held.begin(), held.end(), [&](Word lock) {
          return std::binary_search(access.held.begin(), access.held.end(), lock) && (lock & 1) == 0;
        });
        if (other == effect.thread || both_read || both_atomic || excluded) continue;
        if (!walk.order.knows(ThreadId(effect.thread), access.epoch)) {
          known->second.unordered = true;
          continue;
        }
        std::set<std::string> givers;
        for (const auto& [by, clocks] : walk.brought[effect.thread])
          if (const auto at = clocks.find(other); at != clocks.end() && at->second >= access.epoch.clock())
            givers.insert(by);
        known->second.note_givers(givers);
      }
    auto& own = earlier[effect.thread];
    if (event::writes(effect.operation)) own.clear();
    own.push_back({walk.order.epoch(ThreadId(effect.thread)), effect.operation, held});
  }
  walk.order.after();
}

void Sharing::walk(Machine& machine, std::span<const program::ComponentNumber> first_state) {
  constexpr unsigned kWalks = 24, kSteps = 2000;
  for (unsigned seed = 0; seed < kWalks; ++seed) {
    std::mt19937_64 random(seed);
    machine.restore(first_state);
    Walk walk;
    ThreadNumber last = 0;
    for (unsigned step = 0; step < kSteps && !machine.exited(); ++step) {
      std::vector<ThreadNumber> ready;
      for (ThreadNumber thread = 0; thread < machine.threads(); ++thread)
        if (machine.exists(thread) && machine.pending(thread).alternatives > 0) ready.push_back(thread);
      if (ready.empty()) break;
      const bool goes_on = std::find(ready.begin(), ready.end(), last) != ready.end() && random() % 4 != 0;
      if (!goes_on) last = ready[random() % ready.size()];
      const auto ways = machine.pending(last).alternatives;
      const program::Outcome outcome = machine.step(last, static_cast<std::uint32_t>(random() % ways));
      for (const Effect& effect : std::vector<Effect>(machine.effects()))
        if (!effect.call) follow(machine, walk, effect);
      if (outcome != program::Outcome::done) break;
    }
  }
}

}  // namespace heddle::stateful
