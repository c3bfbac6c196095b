// A semaphore that lets two in.
#include <semaphore>
#include <thread>
int count;
int main() {
  std::counting_semaphore<4> lock(2);
  auto add = [&] { lock.acquire(); count++; lock.release(); };
  std::thread t(add);
  add();
  t.join();
}
