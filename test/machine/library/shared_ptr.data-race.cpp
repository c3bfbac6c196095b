// Who counts the owners is the library's; the object is not guarded by it.
#include <memory>
#include <thread>
int main() {
  auto shared = std::make_shared<int>(0);
  std::thread other([shared] { ++*shared; });
  ++*shared;
  other.join();
}
