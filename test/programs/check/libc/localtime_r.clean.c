#include <pthread.h>
#include <time.h>
static void* work(void* unused) {
  time_t day = 86400;
  struct tm answer;
  return localtime_r(&day, &answer)->tm_year == 70 ? unused : &work;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  work(0);
  pthread_join(thread, 0);
}
