// What C has: structs by value, unions, function pointers, recursion, switch, floats, strings, bit fields.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
struct pair { int a; double b; };
struct big { int v[10]; };
struct bits { unsigned a : 3, b : 7; signed c : 5; };
static struct pair twice(struct pair p) { p.a *= 2; p.b *= 2; return p; }
static int sum(struct big b) { int s = 0; for (int i = 0; i < 10; i++) s += b.v[i]; b.v[0] = 99; return s; }
static int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
union u { float f; uint32_t i; };
static int (*table[2])(int) = {fact, abs};
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int inits;
static void init(void) { inits++; }
static sem_t sem;
static void *t(void *p) { pthread_once(&once, init); sem_post(&sem); return (void *)7L; }
int main(void) {
  struct pair p = twice((struct pair){3, 1.5});
  assert(p.a == 6 && p.b == 3.0);
  struct big b = {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}};
  assert(sum(b) == 55 && b.v[0] == 1);
  assert(table[0](5) == 120);
  union u u = {.f = 1.0f};
  assert(u.i == 0x3F800000);
  struct bits s = {5, 100, -3};
  assert(s.a == 5 && s.b == 100 && s.c == -3);
  char text[8];
  strcpy(text, "abc");
  assert(strlen(text) == 3 && strcmp(text, "abd") < 0 && memcmp(text, "ab", 2) == 0);
  int x = 5, y = 3;
  assert(compare(&x, &y) == 2);
  int *grown = malloc(8);
  grown[0] = 4; grown[1] = 5;
  grown = realloc(grown, 16);
  assert(grown[1] == 5);
  free(grown);
  switch (x) { case 1: assert(0); case 5: y = 8; break; default: assert(0); }
  assert(y == 8 && -7 / 2 == -3 && -7 % 2 == -1 && (unsigned)-1 > 5u && (char)200 < 0);
  int n = x; int vla[n]; vla[4] = 2; assert(vla[4] == 2);
  sem_init(&sem, 0, 0);
  pthread_t id; void *result;
  pthread_create(&id, 0, t, 0);
  pthread_once(&once, init);
  sem_wait(&sem);
  pthread_join(id, &result);
  assert(result == (void *)7L && inits == 1);
}
