// Both wait for the other one to begin.
#include <semaphore>
#include <thread>
static std::binary_semaphore ping(0), pong(0);
int main() {
  std::thread other([] { pong.acquire(); ping.release(); });
  ping.acquire();
  pong.release();
  other.join();
}
