// SPDX-License-Identifier: Apache-2.0
// Thirty ways to race, each on a variable `raced_n` of its own. `// [n] function` marks the lines that a debugger gives for
// the two accesses, and the innermost function there: lines.py compares them with what heddle reports, at every level of
// optimisation. Threads of a case run one after the other as nothing but luck orders them: a relaxed flag.
#include "lines.h"

#include <atomic>
#include <functional>
#include <string>
#include <thread>

static std::atomic<int> turn;
static volatile int sink;
static void after(int number) {
  while (turn.load(std::memory_order_relaxed) != number) std::this_thread::yield();
}
template <class First, class Second>
static void race(First first, Second second) {
  turn.store(0, std::memory_order_relaxed);
  std::thread one([&] { first(); turn.store(1, std::memory_order_relaxed); });
  std::thread two([&] { after(1); second(); });
  one.join();
  two.join();
}

Cache raced_1;
Box<int> raced_2;
long raced_3;
int raced_4, raced_5, raced_6[4], raced_7;
struct Counter {
  int raced_8 = 0;
  Counter& operator++() {
    ++raced_8;  // [8] Counter::operator++
    return *this;
  }
  operator int() const {
    return raced_8;  // [8] Counter::operator int
  }
} counter;
struct Made {
  explicit Made(int value);
  ~Made();
};
int raced_9, raced_10;
Made::Made(int value) {
  raced_9 = value;  // [9] Made::Made
}
Made::~Made() {
  raced_10 = 1;  // [10] Made::~Made
}
struct Derived : Base {
  int raced_11 = 0;
  void visit() override {
    raced_11 += 2;  // [11] Derived::visit
  }
} derived;
int raced_12, raced_13, raced_14, raced_15;
static int depth(int left) {
  if (left > 0) return depth(left - 1) + 1;
  raced_12 = left + 7;  // [12] depth
  return 0;
}
namespace deep::er {
int raced_16;
static inline void inlined() {
  raced_16 = 3;  // [16] deep::er::inlined
}
static inline void through() { inlined(); }
}  // namespace deep::er
union Both {
  int raced_17;
  char bytes[4];
} both;
int raced_18, raced_19, raced_20, raced_21, raced_22, raced_23;
struct Pair {
  int first, second;
} raced_24;
int raced_25, raced_26, raced_27, raced_28, raced_29;
double raced_30;
static void by_pointer(int* to) {
  *to = 5;  // [4] by_pointer
}
static void by_reference(int& to) {
  to = 6;  // [5] by_reference
}
__attribute__((noinline)) static int returned(int* from) {
  return *from;  // [4] returned
}
static void in_loop() {  // [7] in_loop
  for (int i = 0; i < 4; ++i)  // [7] in_loop
    raced_7 += i;  // [7] in_loop
}
static void in_switch(int which) {
  switch (which) {
    case 1:
      raced_13 = 1;  // [13] in_switch
      break;
    default:
      sink = raced_13;  // [13] in_switch
  }
}
static void in_condition() {
  if (raced_14 == 0)  // [14] in_condition
    sink = 1;
}
static void conditional(bool yes) {
  raced_15 = yes ? 1 : 2;  // [15] conditional
}
static void in_try() {
  try {
    raced_18 = 1;  // [18] in_try
    throw 1;
  } catch (int) {
    raced_18 = 2;  // [18] in_try
  }
}
static void default_argument(int value = 3) {
  raced_19 = value;  // [19] default_argument
}
template <int N>
static void instantiated() {
  raced_20 = N;  // [20] instantiated
}
template <class... Values>
static void folded(Values... values) {
  ((raced_21 = values), ...);  // [21] folded
}
static void by_function(const std::function<void()>& function) { function(); }
static constexpr int squared(int value) { return value * value; }
static void several_lines() {
  raced_23 =
      squared(3) +
      squared(4);  // [23-2] several_lines
}

int main() {
  race([] { raced_1.get(1); }, [] { raced_1.get(2); });
  race([] { raced_2.set(1); }, [] { sink = raced_2.get(); });
  race([] { bump(raced_3); }, [] { bump(raced_3); });
  race([] { by_pointer(&raced_4); }, [] { sink = returned(&raced_4); });
  race([] { by_reference(raced_5); }, [] {
    raced_5 = 9;  // [5] main
  });
  race([] {
    slot(raced_6, 2) = 1;  // [6] main
  }, [] {
    raced_6[2] = 2;  // [6] main
  });
  race(in_loop, in_loop);
  race([] { ++counter; }, [] { sink = static_cast<int>(counter); });
  race([] { Made made(1); raced_28 = 0; }, [] { Made made(2); });
  race([] { derived.visit(); }, [] { static_cast<Base&>(derived).visit(); });
  race([] { depth(3); }, [] { depth(0); });
  race([] { in_switch(1); }, [] { in_switch(2); });
  race([] {
    raced_14 = 4;  // [14] main
  }, in_condition);
  race([] { conditional(true); }, [] { conditional(false); });
  race([] { deep::er::through(); }, [] { deep::er::through(); });
  race([] {
    both.raced_17 = 1;  // [17] main
  }, [] {
    both.bytes[1] = 2;  // [17] main
  });
  race(in_try, in_try);
  race([] { default_argument(); }, [] { default_argument(4); });
  race(instantiated<1>, instantiated<2>);
  race([] { folded(1, 2); }, [] { folded(3); });
  race([] {
    by_function([] {
      raced_22 = 1;  // [22] main
    });
  }, [] {
    raced_22 = 2;  // [22] main
  });
  race(several_lines, several_lines);
  race([] {
    raced_24 = Pair{1, 2};  // [24] main
  }, [] {
    raced_24.second = 4;  // [24] main
  });
  race([] {
    STORE(raced_25, 1);  // [25] main
  }, [] {
    STORE(raced_25, 2);  // [25] main
  });
  race([] {
    auto inner = [] {
      raced_26 = 1;  // [26] main
    };
    inner();
  }, [] {
    raced_26 = 2;  // [26] main
  });
  race([] {
    raced_27 |= 4;  // [27] main
  }, [] {
    raced_27 &= 1;  // [27] main
  });
  race([] {
    static int& alias = raced_29;
    alias = 1;  // [29] main
  }, [] {
    raced_29 += 1;  // [29] main
  });
  race([] {
    raced_30 = 1.5;  // [30] main
  }, [] {
    raced_30 *= 2;  // [30] main
  });
}
