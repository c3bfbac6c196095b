// Counting is atomic, the thing itself is not.
#include <memory>
#include <thread>
int main() {
  auto thing = std::make_shared<int>(0);
  std::thread t([thing] { ++*thing; });
  ++*thing;
  t.join();
}
