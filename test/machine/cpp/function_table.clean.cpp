// Functions in a vector, by value and by reference.
#include <cassert>
#include <functional>
#include <thread>
#include <vector>
int main() {
  int done[2] = {0, 0};
  std::vector<std::function<void(int)>> steps;
  steps.push_back([&](int by) { done[0] += by; });
  steps.push_back([&](int by) { done[1] += by; });
  std::thread one(steps[0], 3), two(std::ref(steps[1]), 4);
  one.join();
  two.join();
  assert(done[0] == 3 && done[1] == 4);
}
