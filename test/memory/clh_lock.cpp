// The queue lock of Craig, Landin and Hagersten.
// heddle: weakest
#include <atomic>
#include <cassert>
#include <thread>
using std::memory_order_acq_rel, std::memory_order_acquire, std::memory_order_relaxed, std::memory_order_release,
    std::memory_order_seq_cst;
struct Node {
  std::atomic<bool> busy{false};
};
Node nodes[3];
std::atomic<Node*> tail{&nodes[2]};
int counter;
void add(Node* self) {
  self->busy.store(true, memory_order_relaxed);
  Node* before = tail.exchange(self, memory_order_acq_rel);
  while (before->busy.load(memory_order_acquire)) {
  }
  ++counter;
  self->busy.store(false, memory_order_release);
}
extern "C" void test() {
  std::thread a(add, &nodes[0]), b(add, &nodes[1]);
  a.join();
  b.join();
  assert(counter == 2);
}
int main() { test(); }
