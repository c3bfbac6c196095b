// Objects that static initialisers made.
#include <pthread.h>
#include <semaphore.h>
#include <thread>
struct Gate {
  sem_t semaphore;
  pthread_barrier_t barrier;
  pthread_spinlock_t spin;
  Gate() {
    sem_init(&semaphore, 0, 0);
    pthread_barrier_init(&barrier, nullptr, 2);
    pthread_spin_init(&spin, 0);
  }
  ~Gate() {
    pthread_spin_destroy(&spin);
    pthread_barrier_destroy(&barrier);
    sem_destroy(&semaphore);
  }
} gate;
int number;
int main() {
  std::thread thread([] {
    sem_post(&gate.semaphore);
    pthread_spin_lock(&gate.spin);
    ++number;
    pthread_spin_unlock(&gate.spin);
    pthread_barrier_wait(&gate.barrier);
  });
  sem_wait(&gate.semaphore);
  pthread_spin_lock(&gate.spin);
  ++number;
  pthread_spin_unlock(&gate.spin);
  pthread_barrier_wait(&gate.barrier);
  thread.join();
  return number - 2;
}
