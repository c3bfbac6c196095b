// Two semaphores hand a variable to and fro.
#include <cassert>
#include <semaphore>
#include <thread>
static std::binary_semaphore ping(0), pong(0);
static int ball = 0;
int main() {
  std::thread other([] { for (int i = 0; i < 2; ++i) { ping.acquire(); ++ball; pong.release(); } });
  for (int i = 0; i < 2; ++i) { ball += 10; ping.release(); pong.acquire(); }
  other.join();
  assert(ball == 22);
}
