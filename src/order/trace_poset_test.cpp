// SPDX-License-Identifier: Apache-2.0
#include "order/trace_poset.h"

#include <random>

#include <gtest/gtest.h>

#include "order/happens_before.h"

namespace heddle::order {
namespace {

using event::Event;
using event::Operation;
using event::ThreadId;

// A random execution of some threads that lock, fork, send, access atomics and plain variables, and mark.
std::vector<Event> random_trace(std::mt19937_64& dice, std::size_t length) {
  const auto below = [&](std::size_t bound) { return dice() % bound; };
  std::vector<Event> events;
  std::size_t threads = 1 + below(3);
  std::size_t messages = 0;
  std::vector<std::size_t> holder(2, 99);
  while (events.size() < length) {
    const ThreadId self(below(threads));
    const event::LockId lock(below(2));
    const event::Variable variable{8 * below(3), 8};
    const auto order = static_cast<event::MemoryOrder>(below(6));
    switch (below(10)) {
      case 0:
        if (threads == 5) break;
        events.push_back(event::act(self, Operation::fork, ThreadId(threads++)));
        break;
      case 1:
      case 2:
        if (holder[lock.index()] == 99) {
          holder[lock.index()] = self.index();
          events.push_back(event::act(self, Operation::acquire, lock));
        } else if (holder[lock.index()] == self.index()) {
          holder[lock.index()] = 99;
          events.push_back(event::act(self, Operation::release, lock));
        }
        break;
      case 3:
        events.push_back(event::act(self, Operation::send, event::MessageId(messages++)));
        break;
      case 4:
        if (messages > 0)
          events.push_back(event::act(self, Operation::receive, event::MessageId(below(messages))));
        break;
      case 5:
        events.push_back(event::atomic(self, Operation::atomic_load, variable, order));
        break;
      case 6:
        events.push_back(event::atomic(self, Operation::atomic_store, variable, order));
        break;
      case 7:
        events.push_back(event::atomic(self, Operation::atomic_rmw, variable, order));
        break;
      case 8:
        events.push_back(event::act(self, Operation::mark, event::MarkId(0)));
        break;
      default:
        events.push_back(event::access(self, Operation::read, variable));
    }
  }
  return events;
}

TEST(TracePoset, OrderIsHappensBefore) {
  std::mt19937_64 dice(5);
  for (int round = 0; round < 1500; ++round) {
    const std::vector<Event> events = random_trace(dice, 5 + dice() % 25);
    HappensBefore reference;
    std::vector<std::vector<bool>> before(events.size(), std::vector<bool>(events.size(), false));
    std::vector<Epoch> epochs;
    for (std::size_t b = 0; b < events.size(); ++b) {
      reference.before(events[b]);
      epochs.push_back(reference.epoch(events[b].thread));
      for (std::size_t a = 0; a <= b; ++a) {
        before[a][b] = events[a].thread == events[b].thread || reference.knows(events[b].thread, epochs[a]);
      }
      reference.after();
    }
    TracePoset trace_poset;
    trace_poset.on(0, events);
    const Poset poset = std::move(trace_poset).build();
    ASSERT_EQ(poset.events(), events.size());
    for (std::size_t b = 0; b < events.size(); ++b) {
      const EventRef at_b = poset.extension()[b];
      ASSERT_EQ(poset.position(at_b.process, at_b.index), b);
      ASSERT_EQ(poset.thread(at_b.process), events[b].thread);
      for (std::size_t a = 0; a <= b; ++a) {
        ASSERT_EQ(poset.before(poset.extension()[a], at_b), before[a][b]) << "events " << a << ", " << b;
      }
    }
  }
}

// Merging never changes what is ordered between events that are kept.
TEST(TracePoset, CollectionsKeepTheOrder) {
  std::mt19937_64 dice(6);
  for (int round = 0; round < 1500; ++round) {
    const std::vector<Event> events = random_trace(dice, 5 + dice() % 25);
    TracePoset all, merged;
    all.on(0, events);
    merged.on(0, events);
    TracePoset collections(TracePoset::Events::collections);
    collections.on(0, events);
    const Poset fine = std::move(all).build();
    const Poset coarse = std::move(collections).build();
    ASSERT_LE(coarse.events(), fine.events());
    std::vector<EventRef> in_coarse(events.size());  // the coarse event of each trace event
    for (std::size_t p = 0; p < coarse.processes(); ++p) {
      std::size_t at = 0;
      for (Index i = 1; i <= coarse.length(p); ++i) {
        bool alone = true;
        for (; at <= coarse.position(p, i); ++at) {
          if (events[at].thread != coarse.thread(p)) continue;
          in_coarse[at] = {static_cast<std::uint32_t>(p), i};
          const bool kept = events[at].operation != Operation::read;
          ASSERT_FALSE(kept && !alone) << "a collection holds plain accesses only";
          alone = false;
        }
      }
    }
    for (std::size_t b = 0; b < events.size(); ++b) {
      for (std::size_t a = 0; a <= b; ++a) {
        ASSERT_EQ(coarse.before(in_coarse[a], in_coarse[b]) || in_coarse[a] == in_coarse[b],
                  fine.before(fine.extension()[a], fine.extension()[b]));
      }
    }
  }
}

}  // namespace
}  // namespace heddle::order
