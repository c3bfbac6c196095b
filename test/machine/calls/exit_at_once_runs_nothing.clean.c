#include <stdlib.h>
#include <unistd.h>
void never(void) { abort(); }
int main(void) {
  atexit(never);
  _exit(0);
}
