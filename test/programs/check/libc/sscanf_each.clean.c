#include <pthread.h>
#include <stdio.h>
static int numbers[3];
static long wide;
static void* work(void* unused) { return sscanf("7 8", "%d %*d", &numbers[0]) == 1 ? unused : &work; }
int main(void) {
  pthread_t thread;
  double real;
  char text[4], one;
  pthread_create(&thread, 0, work, 0);
  const int got = sscanf("5 6 1.5 abx", "%d%ld%lf %2[ab]%c", &numbers[1], &wide, &real, text, &one);
  pthread_join(thread, 0);
  return got == 5 && numbers[0] == 7 && numbers[1] == 5 && wide == 6 && one == 'x' ? 0 : 1;
}
