#include <pthread.h>
#include <stdio.h>
static char text[] = "12 ab";
static void* work(void* unused) {
  text[0] = '3';
  return unused;
}
int main(void) {
  pthread_t thread;
  int number;
  char word[4];
  pthread_create(&thread, 0, work, 0);
  const int got = sscanf(text, "%d %3s", &number, word);
  pthread_join(thread, 0);
  return got != 2;
}
