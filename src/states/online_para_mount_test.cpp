// SPDX-License-Identifier: Apache-2.0
#include "states/online_para_mount.h"

#include <atomic>

#include <gtest/gtest.h>

#include "random/poset_sketch.h"
#include "states/quick_lex.h"

namespace heddle::states {
namespace {

using random::below;
using random::PosetSketch;
using random::random_sketch;

// All states the workers hand out.
class Collected {
 public:
  bool add(const OnlineParaMount::Share& share) {
    return quick_lex(share.part, whole(share.part), [&](const Index* digits) {
      State state = share.base;
      for (std::size_t p = 0; p < state.size(); ++p) state[p] += digits[p];
      const std::lock_guard lock(mutex_);
      states_.push_back(std::move(state));
      return true;
    });
  }
  std::vector<State> sorted(std::size_t processes) {
    for (State& state : states_) state.resize(processes, 0);
    std::sort(states_.begin(), states_.end());
    return states_;
  }

 private:
  std::mutex mutex_;
  std::vector<State> states_;
};

TEST(OnlineParaMount, OneThreadInsertingGivesEveryStateOnce) {
  random::Random dice(61);
  for (int round = 0; round < 1500; ++round) {
    const PosetSketch sketch = random_sketch(dice, 1 + below(dice, 4), below(dice, 12), below(dice, 70));
    const Poset poset = sketch.build();
    Collected collected;
    OnlineParaMount online(
        {.workers = 1 + static_cast<unsigned>(below(dice, 2)), .backlog = 1 + below(dice, 4)},
        [&](const auto& share) { return collected.add(share); });
    for (std::size_t p = 0; p < poset.processes(); ++p) online.add_process({});
    for (EventRef e : poset.extension()) {
      online.insert(e.process, {poset.clock(e.process, e.index), poset.processes()});
    }
    online.finish();
    ASSERT_EQ(online.dropped(), 0U);
    ASSERT_EQ(collected.sorted(poset.processes()), sketch.states()) << sketch.text();
  }
}

// Real threads, each inserting its own events as soon as those it depends on are there.
TEST(OnlineParaMount, ThreadsInsertingAtOnceGiveEveryStateOnce) {
  random::Random dice(62);
  for (int round = 0; round < 100; ++round) {
    const std::size_t n = 2 + below(dice, 3);
    const PosetSketch sketch = random_sketch(dice, n, 4 + below(dice, 14), 30);
    const Poset poset = sketch.build();
    Collected collected;
    OnlineParaMount online({.workers = 2, .backlog = 3},
                           [&](const auto& share) { return collected.add(share); });
    for (std::size_t p = 0; p < n; ++p) online.add_process({});
    std::vector<std::atomic<Index>> done(n);
    std::vector<std::thread> program;
    for (std::size_t p = 0; p < n; ++p) {
      program.emplace_back([&, p] {
        for (Index i = 1; i <= poset.length(p); ++i) {
          const Index* clock = poset.clock(p, i);
          for (std::size_t q = 0; q < n; ++q) {
            while (q != p && done[q].load() < clock[q]) std::this_thread::yield();
          }
          ASSERT_EQ(online.insert(p, {clock, n}), i);
          done[p] = i;
        }
        online.retire(p);
      });
    }
    for (std::thread& thread : program) thread.join();
    online.finish();
    ASSERT_EQ(collected.sorted(n), sketch.states()) << sketch.text();
  }
}

TEST(OnlineParaMount, ForgetsWhatNoLaterIntervalNeeds) {
  OnlineParaMount online({.workers = 1, .backlog = 16}, [](const auto&) { return true; });
  online.add_process({});
  online.add_process({});
  std::size_t most = 0;
  State clock(2, 0);
  for (int k = 0; k < 20000; ++k) {  // two threads that take turns, for ever
    const auto p = static_cast<std::size_t>(k % 2);
    clock[p] = online.insert(p, clock);
    most = std::max(most, online.kept());
  }
  online.finish();
  EXPECT_LT(most, 1000U);
}

TEST(OnlineParaMount, ProcessesMayBeginLater) {
  Collected collected;
  OnlineParaMount online({}, [&](const auto& share) { return collected.add(share); });
  online.add_process({});
  const State forked{online.insert(0, {})};
  online.add_process(forked);
  online.insert(1, forked);
  online.insert(0, {});
  online.finish();
  EXPECT_EQ(collected.sorted(2), (std::vector<State>{{0, 0}, {1, 0}, {1, 1}, {2, 0}, {2, 1}}));
}

TEST(OnlineParaMount, DropsOrStopsAsAsked) {
  std::mutex gate;
  gate.lock();  // no interval is enumerated before all events are there
  OnlineParaMount online({.workers = 1, .backlog = 2, .when_full = OnlineParaMount::WhenFull::drop},
                         [&](const auto&) {
                           const std::lock_guard lock(gate);
                           return true;
                         });
  online.add_process({});
  for (int k = 0; k < 10; ++k) online.insert(0, {});
  gate.unlock();
  online.finish();
  EXPECT_GE(online.dropped(), 7U);

  std::atomic<int> calls = 0;
  OnlineParaMount stopping({.workers = 2, .backlog = 2}, [&](const auto&) { return ++calls < 3; });
  stopping.add_process({});
  for (int k = 0; k < 100; ++k) stopping.insert(0, {});
  stopping.finish();
  EXPECT_TRUE(stopping.stopped());
  EXPECT_LE(calls, 4);
}

TEST(OnlineParaMount, NoEventsStillHaveOneState) {
  Collected collected;
  OnlineParaMount online({}, [&](const auto& share) { return collected.add(share); });
  online.add_process({});
  online.finish();
  EXPECT_EQ(collected.sorted(1), (std::vector<State>{{0}}));
}

}  // namespace
}  // namespace heddle::states
