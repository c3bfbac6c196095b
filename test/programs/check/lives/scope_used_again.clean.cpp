// Mutexes, conditions and semaphores one after another on the same place of the stack.
#include <pthread.h>
#include <semaphore.h>
#include <condition_variable>
#include <mutex>
#include <thread>
static void one() {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_destroy(&mutex);
}
static void two() {
  std::recursive_mutex mutex;
  mutex.lock();
  mutex.lock();
  mutex.unlock();
  mutex.unlock();
}
static void three() {
  pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
  pthread_cond_signal(&condition);
  pthread_cond_destroy(&condition);
}
static void four() {
  sem_t semaphore;
  sem_init(&semaphore, 0, 1);
  sem_wait(&semaphore);
  sem_destroy(&semaphore);
}
static void five() {
  std::mutex mutex;
  std::condition_variable condition;
  bool ready = false;
  std::thread thread([&] {
    const std::lock_guard<std::mutex> lock(mutex);
    ready = true;
    condition.notify_one();
  });
  std::unique_lock<std::mutex> lock(mutex);
  condition.wait(lock, [&] { return ready; });
  lock.unlock();
  thread.join();
}
int main() {
  for (int round = 0; round < 2; ++round) {
    one();
    two();
    three();
    one();
    four();
    five();
    three();
  }
}
