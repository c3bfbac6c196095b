// Memory from before main, used and given back in order.
#include <memory>
#include <thread>
#include <vector>
std::unique_ptr<std::vector<int>> numbers = std::make_unique<std::vector<int>>(100, 1);
int main() {
  std::thread thread([] { numbers->push_back(2); });
  thread.join();
  numbers->resize(1000);
  numbers.reset();
}
