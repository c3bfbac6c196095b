// Thread-local objects are destroyed when their thread ends, before it is joined.
#include <cassert>
#include <thread>
int destroyed;
struct Local {
  int number = 7;
  ~Local() { ++destroyed; }
};
thread_local Local local;
int main() {
  std::thread thread([] { local.number = 2; });
  thread.join();
  assert(destroyed == 1);
  return 0;
}
