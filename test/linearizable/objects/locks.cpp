// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <condition_variable>
#include <mutex>

#include <sched.h>

#include "subject.h"

namespace {

struct SpinLock : Subject {
  std::atomic<bool> held{false};
  Answer act(Op op, long) override {
    if (op == acquire) {
      while (held.exchange(true)) sched_yield();
      return {};
    }
    if (op == try_acquire) {
      if (mutant == 1) {  // a load and a store
        if (held) return 0;
        held = true;
        return 1;
      }
      return !held.exchange(true);
    }
    if (mutant == 2) return held.load();  // forgets to
    return held.exchange(false);
  }
};

// A counter behind a lock whose turns are by number.
struct TicketLock : Subject {
  std::atomic<long> next{0}, serves{0};
  std::atomic<long> count{0};
  Answer act(Op op, long) override {
    const long ticket = mutant == 1 ? next.load() : next.fetch_add(1);
    if (mutant == 1) next = ticket + 1;  // two can have the same
    while (serves != ticket) sched_yield();
    const long seen = count;
    if (mutant == 2) serves = ticket + 1;  // lets the next one in before it is done
    if (op == fetch_increment) count = seen + 1;
    if (mutant != 2) serves = ticket + 1;
    return seen;
  }
};

struct Semaphore : Subject {
  std::mutex lock;
  std::condition_variable raised;
  long count = 0;
  Answer act(Op op, long) override {
    std::unique_lock guard(lock);
    if (op == release) {
      ++count;
      if (mutant == 1) return {};                          // tells nobody
      if (mutant != 2 || count == 1) raised.notify_one();  // 2: only if it was at zero
      return {};
    }
    if (op == try_acquire) {
      if (count == 0) return 0;
      if (mutant == 3) {
        guard.unlock();
        guard.lock();
      }
      --count;
      return 1;
    }
    raised.wait(guard, [&] { return count > 0; });
    --count;
    return {};
  }
};

// A count without a lock.
struct AtomicSemaphore : Subject {
  std::atomic<long> count{0};
  Answer act(Op op, long) override {
    if (op == release) {
      if (mutant == 1)
        count = count + 1;
      else
        ++count;
      return {};
    }
    long seen = count;
    if (mutant == 2) {  // takes first, looks then
      if (count.fetch_sub(1) > 0) return 1;
      ++count;
      return 0;
    }
    while (seen > 0)
      if (count.compare_exchange_strong(seen, seen - 1)) return 1;
    return 0;
  }
};

template <class T>
std::unique_ptr<Subject> make() {
  return std::make_unique<T>();
}

}  // namespace

std::vector<Row> locks() {
  const std::vector<OpRow> lock_operations = {{acquire, {}, true}, {try_acquire, {}}, {release, {}}};
  return {
      {"spin_lock",
       Model::lock,
       2,
       make<SpinLock>,
       lock_operations,
       2,
       2,
       0,
       Row::linearizable,
       {"try_acquire"}},
      {"ticket_lock", Model::counter, 2, make<TicketLock>, {{fetch_increment, {}}, {read_count, {}}}},
      {"semaphore",
       Model::semaphore,
       3,
       make<Semaphore>,
       lock_operations,
       3,
       2,
       0,
       Row::linearizable,
       {"try_acquire"}},
      {"atomic_semaphore",
       Model::semaphore,
       2,
       make<AtomicSemaphore>,
       {{try_acquire, {}}, {release, {}}},
       3,
       2},
  };
}
