/* A parser's way out: errors jump back over several calls, each thread to its own place. */
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
static int depth_of[2];
struct parser {
  jmp_buf out;
  int id;
};
static void parse(struct parser *p, int depth) {
  int here = depth;
  int *kept = &here;
  depth_of[p->id] = *kept;
  if (depth == 3) longjmp(p->out, depth);
  parse(p, depth + 1);
}
static void *worker(void *argument) {
  struct parser p = {.id = (int)(long)argument};
  volatile int tries = 0;
  int code = setjmp(p.out);
  if (code == 0 || tries < 2) {
    tries = tries + 1;
    parse(&p, 0);
  }
  assert(code == 3 && tries == 2 && depth_of[p.id] == 3);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, (void *)1L);
  worker(0);
  pthread_join(t, 0);
}
