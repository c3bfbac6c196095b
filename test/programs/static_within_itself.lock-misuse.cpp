// The initialiser of a static needs that static, beside other threads.
#include <thread>

static int depth;
int value(int d);
int value(int d) {
  static int made = value(d + 1);
  return made + depth;
}

int main() {
  std::thread other([] { value(0); });
  other.join();
}
