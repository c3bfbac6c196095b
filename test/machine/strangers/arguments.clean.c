/* The command line has the name of the program, and nothing else. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  assert(argc >= 1 && argv[argc] == 0);
  int workers = argc > 1 ? atoi(argv[1]) : 2;
  assert(workers == 2 && strlen(argv[0]) > 0);
}
