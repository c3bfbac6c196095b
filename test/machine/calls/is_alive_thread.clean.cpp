// The same of a std::thread, which has no call of its own for it.
#include <cassert>
#include <pthread.h>
#include <thread>
static int x;
int main() {
  auto *t = new std::thread([] { x = 1; });
  while (pthread_tryjoin_np(t->native_handle(), nullptr) != 0) {
  }
  x++;
  assert(x == 2);
}
