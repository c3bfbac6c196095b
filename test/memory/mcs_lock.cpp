// The queue lock of Mellor-Crummey and Scott.
// heddle: weakest
#include <atomic>
#include <cassert>
#include <thread>
using std::memory_order_acq_rel, std::memory_order_acquire, std::memory_order_relaxed, std::memory_order_release,
    std::memory_order_seq_cst;
struct Node {
  std::atomic<Node*> next{nullptr};
  std::atomic<bool> waits{true};
};
std::atomic<Node*> tail;
int counter;
void add() {
  Node self;
  if (Node* before = tail.exchange(&self, memory_order_acq_rel)) {
    before->next.store(&self, memory_order_release);
    while (self.waits.load(memory_order_acquire)) {
    }
  }
  ++counter;
  Node* expected = &self;
  if (tail.compare_exchange_strong(expected, nullptr, memory_order_release, memory_order_relaxed)) return;
  Node* next = nullptr;
  while ((next = self.next.load(memory_order_acquire)) == nullptr) {
  }
  next->waits.store(false, memory_order_release);
}
extern "C" void test() {
  std::thread a(add), b(add);
  a.join();
  b.join();
  assert(counter == 2);
}
int main() { test(); }
