// A weak pointer gives the thing, or nothing.
#include <cassert>
#include <memory>
#include <thread>
int main() {
  auto thing = std::make_shared<int>(4);
  std::weak_ptr<int> weak = thing;
  std::thread t([weak] { if (auto strong = weak.lock()) assert(*strong == 4); });
  thing.reset();
  t.join();
}
