// The last owner of an object is a thread.
#include <cassert>
#include <memory>
#include <thread>
struct Node : std::enable_shared_from_this<Node> { int value = 4; };
int main() {
  auto node = std::make_shared<Node>();
  std::thread one([copy = node->shared_from_this()] { assert(copy->value == 4); });
  node.reset();
  one.join();
}
