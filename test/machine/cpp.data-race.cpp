#include <thread>
static int x;
int main() {
  std::thread a([] { ++x; });
  ++x;
  a.join();
}
