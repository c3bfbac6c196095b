// SPDX-License-Identifier: Apache-2.0
// Objects in shared memory, made by one process and used by another; and a semaphore with a name.
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

struct both {
  pthread_mutex_t mutex;
  sem_t semaphore;
};

int main(void) {
  struct both* both = mmap(0, sizeof *both, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
  pid_t child = fork();
  if (child == 0) {
    pthread_mutex_init(&both->mutex, &attributes);
    sem_init(&both->semaphore, 1, 1);
    _exit(0);
  }
  waitpid(child, 0, 0);
  sem_wait(&both->semaphore);
  pthread_mutex_lock(&both->mutex);
  pthread_mutex_unlock(&both->mutex);
  sem_post(&both->semaphore);
  char name[64];
  snprintf(name, sizeof name, "/heddle-test-%d", (int)getpid());
  sem_t* named = sem_open(name, O_CREAT, 0600, 1);
  if (named == SEM_FAILED) return 0;
  sem_wait(named);
  sem_post(named);
  sem_close(named);
  sem_unlink(name);
}
