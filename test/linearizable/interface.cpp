// SPDX-License-Identifier: Apache-2.0
// What <heddle/linearizable.h> can be told, each thing once: interface NAME, under `heddle check`. The names end with what
// is to be found: right, or wrong.
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <deque>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>

#include <heddle/linearizable.h>
#include <sched.h>

namespace {

// An exception is a result, and so is text.
template <bool wrong>
class Names {
 public:
  void set(std::string name) {
    const std::lock_guard guard(lock_);
    name_ = std::move(name);
  }
  std::string get() {
    if (wrong && is_empty()) throw std::out_of_range("no name");
    const std::lock_guard guard(lock_);
    if (!wrong && name_.empty()) throw std::out_of_range("no name");
    std::string name = name_;
    name_.clear();
    return name;
  }

 private:
  bool is_empty() {
    const std::lock_guard guard(lock_);
    return name_.empty();
  }
  std::mutex lock_;
  std::string name_;
};
template <bool wrong>
bool exceptions() {
  using Object = Names<wrong>;
  return heddle::linearizable<Object, std::string>("Names")
      .operation(
          "set", &Object::set, [](std::string& model, const std::string& name) { model = name; },
          heddle::any_of(std::string("Ada"), std::string("Grace")))
      .operation("get", &Object::get,
                 [](std::string& model) {
                   if (model.empty()) throw std::out_of_range("no name");
                   return std::exchange(model, "");
                 })
      .threads(2)
      .calls(2)
      .holds();
}

// Values that nobody can look at; results by a way of comparing of one's own.
struct Box {
  explicit Box(bool is_wrong) : wrong(is_wrong) {}
  bool wrong;
  std::mutex lock;
  std::optional<heddle::token> inside;
  void put(heddle::token value) {
    const std::lock_guard guard(lock);
    inside = value;
  }
  std::optional<heddle::token> take() {
    std::optional<heddle::token> found;
    {
      const std::lock_guard guard(lock);
      found = inside;
      if (!wrong) inside.reset();
    }
    if (wrong) {
      const std::lock_guard guard(lock);
      inside.reset();
    }
    return found;
  }
};
template <bool wrong>
bool tokens() {
  return heddle::linearizable<Box, std::optional<long>>("Box")
      .operation("put", &Box::put,
                 [](std::optional<long>& model, heddle::token value) { model = heddle::reveal(value); })
      .operation("take", &Box::take,
                 [](std::optional<long>& model) { return std::exchange(model, std::nullopt); })
      .object([] { return std::make_unique<Box>(wrong); })
      .threads(2)
      .calls(2)
      .values({1, 2, 3})
      .holds();
}

// Progress: a lock is none, an atomic operation is.
template <bool locked>
struct Counter {
  std::atomic<bool> held{false};
  std::atomic<long> count{0};
  long next() {
    if (!locked) return ++count;
    while (held.exchange(true)) sched_yield();
    const long value = count + 1;
    count = value;
    held = false;
    return value;
  }
};
template <bool locked>
bool lock_free() {
  return heddle::linearizable<Counter<locked>>("Counter")
      .operation("next", &Counter<locked>::next)
      .threads(2)
      .calls(1)
      .lock_free()
      .holds();
}
template <bool locked>
bool obstruction_free() {
  return heddle::linearizable<Counter<locked>>("Counter")
      .operation("next", &Counter<locked>::next)
      .threads(3)
      .calls(1)
      .obstruction_free()
      .holds();
}

// Each thread sees its own writes at once, others' when they are flushed: not linearizable, but sequentially consistent
// as long as nothing else is asked.
struct Late {
  std::atomic<long> value{0};
  std::atomic<long> published{0};
  void write(long to) { value = to; }
  long read() { return published; }
  void publish() { published = value.load(); }
};
bool late(bool in_real_time) {
  auto object = heddle::linearizable<Late, long>("Late");
  object
      .operation(
          "write", &Late::write, [](long& model, long to) { model = to; }, heddle::one_thread("writer"))
      .operation(
          "read", &Late::read, [](long& model) { return model; }, heddle::one_thread("reader"))
      .threads(2)
      .calls(1)
      .values({1})
      .finally({});
  if (!in_real_time) object.sequentially_consistent();
  return object.holds();
}
bool sequential() { return late(false); }
bool real_time() { return late(true); }

// Three of five: enumeration is too small for the mistake, chance is not.
struct Fifth {
  std::mutex lock;
  long calls = 0;
  long next() {
    const std::lock_guard guard(lock);
    ++calls;
    return calls == 4 ? 7 : calls;
  }
};
bool by_chance() {
  return heddle::linearizable<Fifth, long>("Fifth")
      .operation("next", &Fifth::next, [](long& model) { return ++model; })
      .threads(2)
      .calls(1)
      .finally({})
      .random(3, 2, 3)
      .holds();
}

// Not alike: the larger value wins.
struct Largest {
  std::atomic<long> largest{0};
  long offer(long value) {
    long seen = largest;
    while (seen < value && !largest.compare_exchange_strong(seen, value)) {
    }
    return seen < value;
  }
};
bool not_alike() {
  return heddle::linearizable<Largest>("Largest")
      .operation("offer", &Largest::offer)
      .threads(2)
      .calls(1)
      .values({1, 2})
      .values_alike()
      .holds();
}

// One producer, one consumer, and atomics that order nothing or just enough. Wrong only under C++'s memory model. What is
// right is never clean there: that a call happens before another thread's is not looked at.
template <std::memory_order publish>
struct Ring {
  std::atomic<int> slots[4]{};
  std::atomic<unsigned> head{0}, tail{0};
  void push(int value) {
    const unsigned at = tail.load(std::memory_order_relaxed);
    slots[at % 4].store(value, std::memory_order_relaxed);
    tail.store(at + 1, publish);
  }
  int pop() {
    const unsigned at = head.load(std::memory_order_relaxed);
    if (at == tail.load(std::memory_order_acquire)) return -1;
    const int value = slots[at % 4].load(std::memory_order_relaxed);
    head.store(at + 1, std::memory_order_release);
    return value;
  }
};
template <std::memory_order publish, bool quiescent>
bool ring() {
  auto test = heddle::linearizable<Ring<publish>>("Ring");
  test.operation("push", &Ring<publish>::push, heddle::one_thread("producer"))
      .operation("pop", &Ring<publish>::pop, heddle::one_thread("consumer"));
  if (quiescent) test.quiescently_consistent();
  return test.holds();
}

// More schedules than there is time for, once for each place where a thread can stop.
class Retries {
 public:
  int next() {
    int value = number_;
    while (!number_.compare_exchange_weak(value, value + 1)) value = number_;
    return value;
  }

 private:
  std::atomic<int> number_{0};
};
bool long_progress() {
  return heddle::linearizable<Retries>()
      .operation("next", &Retries::next)
      .threads(3)
      .calls(3)
      .obstruction_free()
      .limit_seconds(1)
      .holds();
}

const struct {
  const char* name;
  bool (*holds)();
} kTests[] = {
    {"long_progress.inconclusive", long_progress},
    {"exceptions.right", exceptions<false>},
    {"exceptions.wrong", exceptions<true>},
    {"tokens.right", tokens<false>},
    {"tokens.wrong", tokens<true>},
    {"lock_free.right", lock_free<false>},
    {"lock_free.wrong", lock_free<true>},
    {"obstruction_free.right", obstruction_free<false>},
    {"obstruction_free.wrong", obstruction_free<true>},
    {"sequential.right", sequential},
    {"real_time.wrong", real_time},
    {"by_chance.wrong", by_chance},
    {"not_alike.refused", not_alike},
    {"relaxed_ring.wrong", ring<std::memory_order_relaxed, false>},
    {"release_ring.right", ring<std::memory_order_release, false>},
    {"quiescent_ring.right", ring<std::memory_order_release, true>},
};

}  // namespace

int main(int count, char** arguments) {
  for (const auto& test : kTests) {
    if (count == 1) std::puts(test.name);
    if (count > 1 && std::strcmp(arguments[1], test.name) == 0) return test.holds() ? 0 : 1;
  }
  return count == 1 ? 0 : 2;
}
