// Whoever lets go last destroys, and sees what the other did.
#include <cassert>
#include <memory>
#include <thread>
struct Thing { int a = 0, b = 0; ~Thing() { assert(a == 1 && b == 1); } };
int main() {
  auto thing = std::make_shared<Thing>();
  std::thread t([thing] { thing->a = 1; });
  thing->b = 1;
  thing.reset();
  t.join();
}
