// The same pthread_mutex_unlock that std::recursive_mutex calls, by the program itself: POSIX says what it returns.
#include <cassert>
#include <cerrno>
#include <mutex>
#include <pthread.h>
#include <thread>

int main() {
  std::recursive_mutex ours;
  pthread_mutex_t posix = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
  pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
  ours.lock();
  pthread_mutex_lock(&posix);
  std::thread other([&] { assert(pthread_mutex_unlock(&posix) == EPERM); });
  other.join();
  pthread_mutex_unlock(&posix);
  ours.unlock();
  pthread_rwlock_rdlock(&rwlock);
  assert(pthread_rwlock_rdlock(&rwlock) == 0);
  pthread_rwlock_unlock(&rwlock);
  pthread_rwlock_unlock(&rwlock);
  pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&normal);
  assert(pthread_mutex_trylock(&normal) == EBUSY);
  pthread_mutex_unlock(&normal);
}
