// A deferred call runs in whoever asks, when it asks.
#include <cassert>
#include <future>
int ran;
int main() {
  auto a = std::async(std::launch::deferred, [] { ran++; return 1; });
  assert(ran == 0);
  assert(a.get() == 1 && ran == 1);
}
