// Publication as under read-copy-update: readers take whichever version there is.
// heddle: weakest
#include <atomic>
#include <cassert>
#include <thread>
using std::memory_order_acq_rel, std::memory_order_acquire, std::memory_order_relaxed, std::memory_order_release,
    std::memory_order_seq_cst;
struct Version {
  int a = 0, b = 0;
};
Version versions[2];
std::atomic<Version*> current{&versions[0]};
void update() {
  versions[1] = {7, 7};
  current.store(&versions[1], memory_order_release);
}
void look() {
  const Version* version = current.load(memory_order_acquire);
  assert(version->a == version->b);
}
extern "C" void test() {
  std::thread writer(update), reader(look), other(look);
  writer.join();
  reader.join();
  other.join();
}
int main() { test(); }
