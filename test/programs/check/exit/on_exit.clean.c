// on_exit's handler hears the status.
#define _DEFAULT_SOURCE
#include <assert.h>
#include <stdlib.h>
int value;
void handler(int status, void* argument) { assert(status == 256 && argument == &value); }
int main(void) {
  on_exit(handler, &value);
  exit(256);
}
