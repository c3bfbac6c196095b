// A hazard pointer (Michael): a reader says what it looks at before it makes sure that it is still there; who removes
// it looks for such readers first.
// heddle: weakest
#include <atomic>
#include <cassert>
#include <thread>
using std::memory_order_acq_rel, std::memory_order_acquire, std::memory_order_relaxed, std::memory_order_release,
    std::memory_order_seq_cst;
struct Node {
  int value = 1;
};
std::atomic<Node*> shared;
std::atomic<Node*> hazard;
void look() {
  Node* node = shared.load(memory_order_relaxed);
  hazard.store(node, memory_order_relaxed);
  std::atomic_thread_fence(memory_order_seq_cst);
  if (node != nullptr && shared.load(memory_order_relaxed) == node) assert(node->value == 1);
  hazard.store(nullptr, memory_order_release);
}
void take_away() {
  Node* node = shared.load(memory_order_relaxed);
  shared.store(nullptr, memory_order_relaxed);
  std::atomic_thread_fence(memory_order_seq_cst);
  if (hazard.load(memory_order_acquire) != node) delete node;
}
extern "C" void test() {
  shared.store(new Node, memory_order_relaxed);
  std::thread reader(look), remover(take_away);
  reader.join();
  remover.join();
}
int main() { test(); }
