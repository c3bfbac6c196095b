#include <thread>
struct Foo { int n = 0; ~Foo() { n = 3; } };
Foo foo;
int main() {
  std::thread([] { foo.n = 1; }).detach();
}
