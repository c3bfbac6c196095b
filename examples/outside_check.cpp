// A counter with a lock, and a check of it that was left outside. The consumer comes a little later, so the lock
// happens to order the check after the write, and a detector that takes lock order for causality sees nothing.
#include <chrono>
#include <mutex>
#include <thread>

std::mutex lock;
int jobs = 0;
int done = 0;

void produce() {
  jobs = 1;
  std::scoped_lock hold(lock);
  done += 1;
}

void consume() {
  {
    std::scoped_lock hold(lock);
    done += 1;
  }
  if (jobs > 0) jobs = 0;
}

int main() {
  std::thread producer(produce);
  std::thread consumer([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    consume();
  });
  producer.join();
  consumer.join();
}
