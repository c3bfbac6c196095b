// A block is allocated once, whoever comes first.
extern void abort(void);
#include <assert.h>
void reach_error() { assert(0); }
#include <pthread.h>
extern void __VERIFIER_assume(int);
int block;
int busy;
int inode;
pthread_mutex_t m_inode;
pthread_mutex_t m_busy;
void *allocator(void *arg) {
  pthread_mutex_lock(&m_inode);
  if (inode == 0) {
    pthread_mutex_lock(&m_busy);
    busy = 1;
    pthread_mutex_unlock(&m_busy);
    inode = 1;
  }
  block = 1;
  if (!(block == 1)) { reach_error(); abort(); }
  pthread_mutex_unlock(&m_inode);
  return 0;
}
void *de_allocator(void *arg) {
  pthread_mutex_lock(&m_busy);
  if (busy == 0) {
    block = 0;
    if (!(block == 0)) { reach_error(); abort(); }
  }
  pthread_mutex_unlock(&m_busy);
  return 0;
}
int main() {
  pthread_t t1, t2;
  __VERIFIER_assume(inode == busy);
  pthread_mutex_init(&m_inode, 0);
  pthread_mutex_init(&m_busy, 0);
  pthread_create(&t1, 0, allocator, 0);
  pthread_create(&t2, 0, de_allocator, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  pthread_mutex_destroy(&m_inode);
  pthread_mutex_destroy(&m_busy);
  return 0;
}
