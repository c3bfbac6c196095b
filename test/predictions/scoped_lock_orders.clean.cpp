// No schedule deadlocks: std::scoped_lock backs off.
#include <mutex>
#include <thread>
std::mutex a, b;
int x;
int main() {
  std::thread first([] {
    std::scoped_lock both(a, b);
    ++x;
  });
  std::thread second([] {
    std::scoped_lock both(b, a);
    ++x;
  });
  first.join(), second.join();
}
