/* The second call makes a variable at the same place: it must not be taken for the first. */
#include <pthread.h>
static int *address_of_local(int value) {
  int local = value;
  int *address = &local;
  return address;
}
static int read_beside(int *old, int value) {
  int local = value;
  int *own = &local;
  return *old + *own;
}
static int *kept;
static int again(int first) {
  int local = first;
  if (first) kept = &local;
  return first ? again(0) : *kept;
}
static void *other(void *argument) { return argument; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  int fine = again(1);
  int *old = address_of_local(1);
  address_of_local(2);
  fine += read_beside(old, 3);
  pthread_join(thread, 0);
  return fine;
}
