// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <mutex>

#include "subject.h"

namespace {

struct AtomicCounter : Subject {
  std::atomic<long> number{0};
  Answer act(Op op, long) override {
    if (op == read_count) return number.load();
    if (op == increment) {
      if (mutant == 1)
        number = number + 1;  // a load and a store
      else
        ++number;
      return {};
    }
    if (mutant == 2) {
      const long seen = number;
      ++number;
      return seen;
    }
    return mutant == 3 ? number.fetch_add(1) + 1 : number.fetch_add(1);
  }
};

// Each thread's part for itself: a reader adds them up.
struct ShardedCounter : Subject {
  std::atomic<long> up{0}, down{0};
  Answer act(Op op, long) override {
    if (op == increment) {
      if (mutant == 1)
        up = up + 1;
      else
        ++up;
      return {};
    }
    if (op == decrement) {
      if (mutant == 2)
        down = down + 1;
      else
        ++down;
      return {};
    }
    const long added = up;
    return added - down;
  }
};

// Two words that are read and written as one, by turns of a version.
struct SeqLock : Subject {
  std::mutex writers;
  std::atomic<long> version{0}, low{0}, high{0};
  Answer act(Op op, long value) override {
    if (op == write) {
      const std::lock_guard guard(writers);
      if (mutant != 1) ++version;  // 1: readers do not see that it changes
      low = value;
      high = value;
      ++version;
      if (mutant == 1) ++version;
      return {};
    }
    while (true) {
      const long before = version;
      if (before % 2 != 0 && mutant != 2) continue;  // 2: reads while it changes
      const long first = low, second = high;
      if (mutant == 3 || version == before) return 10 * first + second;  // 3: never again
    }
  }
};

// A value in two words.
struct WideRegister : Subject {
  std::mutex lock;
  std::atomic<long> low{0}, high{0};
  Answer act(Op op, long value) override {
    std::unique_lock guard(lock, std::defer_lock);
    if (op == write) {
      if (mutant != 1) guard.lock();
      low = value;
      high = value;
      return {};
    }
    if (mutant != 2) guard.lock();
    const long first = low;
    return 10 * first + high;
  }
};

struct PlainRegister : Subject {
  std::atomic<long> value{0};
  std::atomic<long> copy{0};
  Answer act(Op op, long argument) override {
    if (op == write) {
      value = argument;
      if (mutant == 1 && copy.load() != argument) copy = value.load();
      return {};
    }
    if (mutant == 1) return 11 * copy.load();        // of a copy that may be older
    if (mutant == 2) return 11 * value.exchange(0);  // forgets it
    return 11 * value.load();
  }
};

// What is seen of both components was there at one moment: read twice, until nothing changed.
struct Snapshot : Subject {
  std::atomic<long> first{0}, second{0};  // version · 10 + value
  Answer act(Op op, long value) override {
    if (op == scan) {
      while (true) {
        const long a = first, b = second;
        if (mutant == 1 || ((mutant == 2 || first == a) && second == b)) return a % 10 * 10 + b % 10;
      }
    }
    std::atomic<long>& component = op == update_first ? first : second;
    long seen = component;
    while (!component.compare_exchange_strong(seen, (seen / 10 + 1) * 10 + value)) {
    }
    return {};
  }
};

template <class T>
std::unique_ptr<Subject> make() {
  return std::make_unique<T>();
}

}  // namespace

std::vector<Row> numbers() {
  return {
      {"atomic_counter",
       Model::counter,
       3,
       make<AtomicCounter>,
       {{increment, {}}, {fetch_increment, {}}, {read_count, {}}},
       3,
       2,
       0,
       Row::linearizable,
       {"read_count"}},
      {"sharded_counter",
       Model::counter,
       2,
       make<ShardedCounter>,
       {{increment, {}}, {decrement, {}}, {read_count, {}}},
       2,
       2,
       0,
       Row::quiescent,
       {"read_count"}},
      {"seq_lock", Model::reg, 3, make<SeqLock>, {{write, {1, 2}}, {read, {}}}},
      {"wide_register", Model::reg, 2, make<WideRegister>, {{write, {1, 2}}, {read, {}}}},
      {"plain_register", Model::reg, 2, make<PlainRegister>, {{write, {1, 2}}, {read, {}}}, 3, 2},
      {"snapshot",
       Model::pair,
       2,
       make<Snapshot>,
       {{update_first, {1, 2}}, {update_second, {1, 2}}, {scan, {}}}},
  };
}
