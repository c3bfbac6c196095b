// A stack whose nodes begin with what their maker has read: another order of the makers, other beginnings.
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  long value;
  std::atomic<Node*> next;
};
std::atomic<Node*> top{nullptr};

void push(long value) {
  Node* next = top;
  auto* node = new Node{value, next};
  while (!top.compare_exchange_strong(next, node)) node->next = next;
}

long pop() {
  Node* first = top;
  while (first != nullptr)
    if (top.compare_exchange_strong(first, first->next.load())) return first->value;
  return 0;
}

int main() {
  long sum = 0;
  std::thread one([&] {
    push(2);
    sum = pop();
  });
  std::thread other([] { push(2); });
  one.join();
  other.join();
  for (int i = 0; i < 2; ++i) sum += pop();
  assert(sum == 4);
}
