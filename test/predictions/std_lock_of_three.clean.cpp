// std::lock waits for one lock only, with no other held.
#include <mutex>
#include <thread>
std::mutex a, b, c;
int shared;
int main() {
  std::thread first([] {
    std::lock(a, b, c);
    ++shared;
    a.unlock(), b.unlock(), c.unlock();
  });
  std::thread second([] {
    std::lock(c, a, b);
    ++shared;
    a.unlock(), b.unlock(), c.unlock();
  });
  std::thread third([] {
    std::lock(b, c, a);
    ++shared;
    a.unlock(), b.unlock(), c.unlock();
  });
  first.join(), second.join(), third.join();
}
