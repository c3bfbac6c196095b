// The pointer itself is no atomic; also: use-after-free
#include <memory>
#include <thread>
std::shared_ptr<int> current;
int main() {
  current = std::make_shared<int>(1);
  std::thread t([] { current = std::make_shared<int>(2); });
  std::shared_ptr<int> seen = current;
  t.join();
}
