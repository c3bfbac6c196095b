#include <cassert>
#include <thread>
struct Foo { int n = 0; ~Foo() { assert(n == 1); } };
Foo foo;
int main() {
  std::thread t([] { foo.n = 1; });
  t.join();
}
