// SPDX-License-Identifier: Apache-2.0
// Objects whose atomics are weaker than seq_cst: weak NAME, under `heddle check`. The names end with the truth under C++'s
// memory model: right, or wrong. All of them are right under sequential consistency.
#include <atomic>
#include <cstdio>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include <heddle/linearizable.h>

namespace {

using Maybe = std::optional<int>;
constexpr auto relaxed = std::memory_order_relaxed;
constexpr auto acquire = std::memory_order_acquire;
constexpr auto release = std::memory_order_release;
constexpr auto acq_rel = std::memory_order_acq_rel;
constexpr auto seq_cst = std::memory_order_seq_cst;

// Nodes are never given back. Wrong: what was written into a node is not published with it.
template <std::memory_order publish>
struct Treiber {
  struct Node {
    std::atomic<int> value{0};
    std::atomic<Node*> next{nullptr};
  };
  Node nodes[8];
  std::atomic<int> used{0};
  std::atomic<Node*> head{nullptr};
  void push(int value) {
    Node* node = &nodes[used.fetch_add(1, relaxed)];
    node->value.store(value, relaxed);
    Node* seen = head.load(relaxed);
    do node->next.store(seen, relaxed);
    while (!head.compare_exchange_strong(seen, node, publish, relaxed));
  }
  Maybe pop() {
    Node* seen = head.load(acquire);
    while (seen != nullptr)
      if (head.compare_exchange_strong(seen, seen->next.load(relaxed), acquire, acquire))
        return seen->value.load(relaxed);
    return {};
  }
};
template <class Stack>
bool stack(unsigned calls) {
  return heddle::linearizable<Stack, heddle::model::stack<int>>("Stack")
      .operation("push", &Stack::push, &heddle::model::stack<int>::push)
      .operation("pop", &Stack::pop, &heddle::model::stack<int>::pop)
      .threads(2)
      .calls(2)
      .calls_in_all(calls)
      .values({1, 2})
      .holds();
}

// One producer, one consumer. Wrong: the slot may be read before it is written. Wrong as well, in a way that seldom
// matters: it can be full for the one and empty for the other at once, if it has so little room that it is ever full.
template <std::memory_order publish, unsigned room>
struct Single {
  std::atomic<int> slots[room] = {};
  std::atomic<unsigned> head{0}, tail{0};
  bool push(int value) {
    const unsigned at = tail.load(relaxed);
    if (at - head.load(acquire) == room) return false;
    slots[at % room].store(value, relaxed);
    tail.store(at + 1, publish);
    return true;
  }
  Maybe pop() {
    const unsigned at = head.load(relaxed);
    if (at == tail.load(acquire)) return {};
    const int value = slots[at % room].load(relaxed);
    head.store(at + 1, release);
    return value;
  }
};
template <unsigned room>
struct Places {
  std::deque<int> values;
  bool operator==(const Places& other) const { return values == other.values; }
  bool push(int value) {
    if (values.size() == room) return false;
    values.push_back(value);
    return true;
  }
  Maybe pop() {
    if (values.empty()) return {};
    const int first = values.front();
    values.pop_front();
    return first;
  }
};
template <class Ring, unsigned room>
bool ring(bool is_single, unsigned threads, unsigned calls, unsigned all) {
  return heddle::linearizable<Ring, Places<room>>("Ring")
      .operation("push", &Ring::push, &Places<room>::push, heddle::one_thread(is_single ? "producer" : ""))
      .operation("pop", &Ring::pop, &Places<room>::pop, heddle::one_thread(is_single ? "consumer" : ""))
      .threads(threads)
      .calls(calls)
      .calls_in_all(all)
      .values({1, 2})
      .values_alike()
      .holds();
}

// Many producers and consumers (Vyukov's), which says that it is empty or full only if it is so. Wrong: as above.
template <std::memory_order publish>
struct Many {
  struct Cell {
    std::atomic<unsigned> turn{0};
    std::atomic<int> value{0};
  };
  Cell cells[2];
  std::atomic<unsigned> in{0}, out{0};
  Many() { cells[1].turn.store(1, relaxed); }
  bool push(int value) {
    unsigned at = in.load(acquire);
    while (true) {
      Cell& cell = cells[at % 2];
      const unsigned turn = cell.turn.load(acquire);
      if (turn == at) {
        if (!in.compare_exchange_strong(at, at + 1, acq_rel, acquire)) continue;
        cell.value.store(value, relaxed);
        cell.turn.store(at + 1, publish);
        return true;
      }
      if (out.load(acquire) + 2 == at) return false;
      at = in.load(acquire);
    }
  }
  Maybe pop() {
    unsigned at = out.load(acquire);
    while (true) {
      Cell& cell = cells[at % 2];
      const unsigned turn = cell.turn.load(acquire);
      if (turn == at + 1) {
        if (!out.compare_exchange_strong(at, at + 1, acq_rel, acquire)) continue;
        const int value = cell.value.load(relaxed);
        cell.turn.store(at + 2, release);
        return value;
      }
      if (in.load(acquire) == at) return {};
      at = out.load(acquire);
    }
  }
};

// A number in two words, one writer. Wrong: the words may be read after the version was looked at again, or written
// before it says so.
template <bool fenced>
struct Sequence {
  std::atomic<unsigned> version{0};
  std::atomic<int> low{0}, high{0};
  void write(int value) {
    const unsigned now = version.load(relaxed);
    version.store(now + 1, relaxed);
    if (fenced) std::atomic_thread_fence(release);
    low.store(value, relaxed);
    high.store(value, relaxed);
    version.store(now + 2, release);
  }
  int read() {
    while (true) {
      const unsigned before = version.load(acquire);
      const int result = 10 * low.load(relaxed) + high.load(relaxed);
      if (fenced) std::atomic_thread_fence(acquire);
      if (before % 2 == 0 && version.load(relaxed) == before) return result;
    }
  }
};
struct Both {
  int value = 0;
  bool operator==(const Both& other) const { return value == other.value; }
  void write(int now) { value = now; }
  int read() { return 11 * value; }
};
template <class Register>
bool pair(unsigned calls) {
  return heddle::linearizable<Register, Both>("Register")
      .operation("write", &Register::write, &Both::write, heddle::one_thread("writer"))
      .operation("read", &Register::read, &Both::read)
      .threads(2)
      .calls(2)
      .calls_in_all(calls)
      .values({1, 2})
      .holds();
}

// One number. A load and a store are two operations, but of a single writer.
struct Counter {
  std::atomic<int> number{0};
  void increment() { number.fetch_add(1, relaxed); }
  int fetch() { return number.fetch_add(1, relaxed); }
  int read() { return number.load(relaxed); }
};
bool relaxed_counter() {
  struct Model {
    int number = 0;
    bool operator==(const Model& other) const { return number == other.number; }
    void increment() { ++number; }
    int fetch() { return number++; }
    int read() { return number; }
  };
  return heddle::linearizable<Counter, Model>("Counter")
      .operation("increment", &Counter::increment, &Model::increment)
      .operation("fetch", &Counter::fetch, &Model::fetch)
      .operation("read", &Counter::read, &Model::read)
      .threads(3)
      .calls(2)
      .calls_in_all(4)
      .holds();
}

// A counter in two parts, one for each thread. Wrong: of two threads that count and then look, neither may see the other.
template <std::memory_order order>
struct Parts {
  std::atomic<int> left{0}, right{0};
  void count_left() { left.fetch_add(1, order); }
  void count_right() { right.fetch_add(1, order); }
  int read() {
    const int first = left.load(order == relaxed ? relaxed : seq_cst);
    return first + right.load(order == relaxed ? relaxed : seq_cst);
  }
};
template <std::memory_order order>
bool parts() {
  using Object = Parts<order>;
  return heddle::linearizable<Object, int>("Parts")
      .operation("count_left", &Object::count_left, [](int& model) { ++model; })
      .operation("count_right", &Object::count_right, [](int& model) { ++model; })
      .operation("read", &Object::read, [](int& model) { return model; })
      .threads(2)
      .calls(2)
      .holds();
}

// Two registers. Each is one; both are not, since a thread may know of the one and not of the other.
template <std::memory_order order>
struct Registers {
  std::atomic<int> first{0}, second{0};
  void set_first() { first.store(1, order); }
  void set_second() { second.store(1, order); }
  int get_first() { return first.load(order); }
  int get_second() { return second.load(order); }
};
using Two = std::pair<int, int>;
template <std::memory_order order>
bool registers(unsigned threads, unsigned calls) {
  using Object = Registers<order>;
  return heddle::linearizable<Object, Two>("Registers")
      .operation("set_first", &Object::set_first, [](Two& model) { model.first = 1; })
      .operation("set_second", &Object::set_second, [](Two& model) { model.second = 1; })
      .operation("get_first", &Object::get_first, [](Two& model) { return model.first; })
      .operation("get_second", &Object::get_second, [](Two& model) { return model.second; })
      .threads(threads)
      .calls(calls)
      .holds();
}
// No thread both sets the one and gets the other, so only what clients tell each other shows it.
template <std::memory_order order>
bool registers_of_clients() {
  using Object = Registers<order>;
  return heddle::linearizable<Object, Two>("Registers")
      .operation(
          "set_first", &Object::set_first, [](Two& model) { model.first = 1; }, heddle::one_thread("one"))
      .operation(
          "get_second", &Object::get_second, [](Two& model) { return model.second; },
          heddle::one_thread("one"))
      .operation(
          "set_second", &Object::set_second, [](Two& model) { model.second = 1; }, heddle::one_thread("two"))
      .operation(
          "get_first", &Object::get_first, [](Two& model) { return model.first; },
          heddle::one_thread("three"))
      .threads(3)
      .calls(2)
      .calls_in_all(4)
      .finally({})
      .holds();
}
bool register_of_one() {
  using Object = Registers<relaxed>;
  return heddle::linearizable<Object, int>("Register")
      .operation("set", &Object::set_first, [](int& model) { model = 1; })
      .operation("get", &Object::get_first, [](int& model) { return model; })
      .threads(3)
      .calls(2)
      .calls_in_all(4)
      .holds();
}

// A value and whether there is one. Wrong: that there is one is known before the value.
template <std::memory_order publish>
struct Posted {
  std::atomic<int> value{0};
  std::atomic<bool> is_there{false};
  bool post() {
    value.store(7, relaxed);
    is_there.store(true, publish);
    return true;
  }
  Maybe look() {
    if (!is_there.load(acquire)) return {};
    return value.load(relaxed);
  }
};
template <std::memory_order publish>
bool posted() {
  using Object = Posted<publish>;
  return heddle::linearizable<Object, Maybe>("Posted")
      .operation(
          "post", &Object::post, [](Maybe& model) { return model = 7, true; }, heddle::one_thread("poster"))
      .operation("look", &Object::look, [](Maybe& model) { return model; })
      .threads(3)
      .calls(1)
      .holds();
}

// A lock for two that is made of loads and stores (Peterson's, which tries once). Wrong: both get it.
template <bool fenced>
struct Tried {
  std::atomic<int> wants[2] = {};
  bool take(int self) {
    wants[self].store(1, release);
    if (fenced) std::atomic_thread_fence(seq_cst);
    if (wants[1 - self].load(acquire) == 0) return true;
    wants[self].store(0, release);
    return false;
  }
  bool left() { return take(0); }
  bool right() { return take(1); }
};
template <bool fenced>
bool tried() {  // it may fail without a reason, but never be given twice
  using Object = Tried<fenced>;
  const auto takes = [](const int& model, bool result) {
    return result && model != 0 ? std::vector<int>() : std::vector<int>{result ? 1 : model};
  };
  return heddle::linearizable<Object, int>("Tried")
      .relation("left", &Object::left, takes, heddle::one_thread("left"))
      .relation("right", &Object::right, takes, heddle::one_thread("right"))
      .threads(2)
      .calls(1)
      .finally({})
      .holds();
}

// A number behind a lock that spins. Wrong: who gives the lock back does not pass on what it wrote.
template <std::memory_order gives>
struct Spinning {
  std::atomic<bool> held{false};
  std::atomic<int> number{0};
  int fetch() {
    while (held.exchange(true, acquire)) {
    }
    const int seen = number.load(relaxed);
    number.store(seen + 1, relaxed);
    held.store(false, gives);
    return seen;
  }
};
template <std::memory_order gives>
bool spinning() {
  using Object = Spinning<gives>;
  return heddle::linearizable<Object, int>("Spinning")
      .operation("fetch", &Object::fetch, [](int& model) { return model++; })
      .threads(2)
      .calls(2)
      .holds();
}

// A deque whose owner pushes and takes at one end while others steal at the other (Chase, Lev), with the orders of Lê,
// Pop, Cohen, Zappa Nardelli (2013). Wrong: without the fences the last value is taken twice.
template <bool fenced>
struct Deque {
  std::atomic<long> top{0}, bottom{0};
  std::atomic<int> values[8] = {};
  void push(int value) {
    const long at = bottom.load(relaxed);
    values[at].store(value, relaxed);
    bottom.store(at + 1, release);
  }
  Maybe take() {
    const long at = bottom.load(relaxed) - 1;
    bottom.store(at, release);  // relaxed, it was enough before C++20: release sequences ended later
    if (fenced) std::atomic_thread_fence(seq_cst);
    long from = top.load(relaxed);
    Maybe result;
    if (from <= at) {
      result = values[at].load(relaxed);
      if (from < at) return result;
      if (!top.compare_exchange_strong(from, from + 1, seq_cst, relaxed)) result = {};
    }
    bottom.store(at + 1, release);
    return result;
  }
  // 0: somebody else was faster. Nothing may be stolen then.
  Maybe steal() {
    long from = top.load(acquire);
    if (fenced) std::atomic_thread_fence(seq_cst);
    if (from >= bottom.load(acquire)) return {};
    const int value = values[from].load(relaxed);
    return top.compare_exchange_strong(from, from + 1, seq_cst, relaxed) ? value : Maybe(0);
  }
};
template <bool fenced>
bool deque(unsigned calls) {
  using Object = Deque<fenced>;
  using Model = std::deque<int>;
  return heddle::linearizable<Object, Model>("Deque")
      .operation(
          "push", &Object::push, [](Model& model, int value) { model.push_back(value); },
          heddle::one_thread("owner"))
      .relation(
          "take", &Object::take,
          [](const Model& model, const Maybe& result) {
            if (!result) return model.empty() ? std::vector<Model>{model} : std::vector<Model>{};
            if (model.empty() || model.back() != *result) return std::vector<Model>{};
            Model after = model;
            after.pop_back();
            return std::vector<Model>{after};
          },
          heddle::one_thread("owner"))
      .relation("steal", &Object::steal,
                [](const Model& model, const Maybe& result) {
                  if (!result) return model.empty() ? std::vector<Model>{model} : std::vector<Model>{};
                  if (*result == 0) return std::vector<Model>{model};
                  if (model.empty() || model.front() != *result) return std::vector<Model>{};
                  Model after = model;
                  after.pop_front();
                  return std::vector<Model>{after};
                })
      .threads(2)
      .calls(3)
      .calls_in_all(calls)
      .values({1, 2})
      .values_alike()
      .finally({"take"})
      .holds();
}

struct Row {
  const char* name;
  std::function<bool()> test;
};
const Row kRows[] = {
    {"treiber.right", [] { return stack<Treiber<release>>(4); }},
    {"treiber_unpublished.wrong", [] { return stack<Treiber<relaxed>>(3); }},
    {"single_ring.right", [] { return ring<Single<release, 3>, 3>(true, 2, 3, 5); }},
    {"single_ring_unpublished.wrong", [] { return ring<Single<relaxed, 3>, 3>(true, 2, 3, 3); }},
    {"single_ring_full_and_empty.wrong", [] { return ring<Single<release, 2>, 2>(true, 2, 3, 5); }},
    {"many_ring.right", [] { return ring<Many<release>, 2>(false, 2, 2, 3); }},
    {"many_ring_unpublished.wrong", [] { return ring<Many<relaxed>, 2>(false, 2, 2, 3); }},
    {"sequence.right", [] { return pair<Sequence<true>>(4); }},
    {"sequence_unfenced.wrong", [] { return pair<Sequence<false>>(4); }},
    {"counter.right", [] { return relaxed_counter(); }},
    {"parts.right", [] { return parts<seq_cst>(); }},
    {"parts_relaxed.wrong", [] { return parts<relaxed>(); }},
    {"register.right", [] { return register_of_one(); }},
    {"registers.right", [] { return registers<seq_cst>(2, 2); }},
    {"registers_relaxed.wrong", [] { return registers<relaxed>(2, 2); }},
    {"registers_of_clients.wrong", [] { return registers_of_clients<relaxed>(); }},
    {"registers_of_clients.right", [] { return registers_of_clients<seq_cst>(); }},
    {"posted.right", [] { return posted<release>(); }},
    {"posted_relaxed.wrong", [] { return posted<relaxed>(); }},
    {"tried.right", [] { return tried<true>(); }},
    {"tried_unfenced.wrong", [] { return tried<false>(); }},
    {"spinning.right", [] { return spinning<release>(); }},
    {"spinning_relaxed.wrong", [] { return spinning<relaxed>(); }},
    {"deque.right", [] { return deque<true>(4); }},
    {"deque_unfenced.wrong", [] { return deque<false>(5); }},
};

}  // namespace

int main(int count, char** arguments) {
  for (const Row& row : kRows) {
    if (count == 1) std::puts(row.name);
    if (count > 1 && std::strcmp(arguments[1], row.name) == 0) return row.test() ? 0 : 1;
  }
  return count == 1 ? 0 : 2;
}
