// SPDX-License-Identifier: Apache-2.0
// The destructor resets the table pointer while another thread calls a virtual function.
#include <atomic>
#include <thread>

struct Base {
  virtual ~Base() { turn.store(2, std::memory_order_relaxed); }
  virtual int value() { return 1; }
  std::atomic<int>& turn;
  explicit Base(std::atomic<int>& t) : turn(t) {}
};
struct Derived : Base {
  using Base::Base;
  ~Derived() override { gone = true; }
  int value() override { return 2; }
  bool gone = false;
};
std::atomic<int> turn;
volatile int sink;

int main() {
  Base* object = new Derived(turn);
  std::thread a([=] {
    Base* volatile p = object;
    sink = p->value();
    turn.store(1, std::memory_order_relaxed);
  });
  while (turn.load(std::memory_order_relaxed) != 1) std::this_thread::yield();
  delete object;
  a.join();
}
