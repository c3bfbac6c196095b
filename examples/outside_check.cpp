// A counter with a lock, and a check of it that was left outside. In the run that was recorded the lock happened to
// order the check after the write, so a detector that takes lock order for causality sees nothing.
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
  std::thread producer(produce), consumer(consume);
  producer.join();
  consumer.join();
}
